import { CsvError, parse } from 'csv-parse/sync'
import type { Actor } from '#app/audit/audit.server.ts'
import { importBacklinks, knownUrlKeys } from './backlink.server.ts'
import {
  type BacklinkFieldName,
  type BacklinkFields,
  backlinkFieldNames,
  parseBacklink,
  type TypedBacklink,
  urlKey,
} from './fields.server.ts'

/** The server takes forms of up to 64 KB; the rest is for what a browser puts around the text. */
export const importMaxBytes = 56 * 1024

/** The columns of a file of backlinks, as exports have them. */
export const csvColumns: Readonly<Record<BacklinkFieldName, string>> = {
  domain: 'domain',
  url: 'url',
  anchorText: 'anchor_text',
  status: 'status',
  domainAuthority: 'domain_authority',
  dateAcquired: 'date_acquired',
  contactEmail: 'contact_email',
  notes: 'notes',
}

export type ImportLine = {
  /** Where it begins in the file, from 1. */
  line: number
  url: string
  state:
    | { kind: 'new'; fields: BacklinkFields }
    /** Nothing is done with it: its page is in the list. */
    | { kind: 'known' }
    | { kind: 'wrong'; problems: string[] }
}

export type ImportPreview =
  | { ok: true; lines: ImportLine[]; ignoredColumns: string[] }
  | { ok: false; problem: string }

/** Reads a file and says what an import would do with each of its lines. Changes nothing. */
export async function previewImport(csv: string): Promise<ImportPreview> {
  if (Buffer.byteLength(csv.replace(/\r\n?|\n/g, '\r\n')) > importMaxBytes) {
    return { ok: false, problem: 'This is over 56 KB. Split it and import it in parts.' }
  }
  // Forms send line ends of two characters, which the parser would count as two lines in a cell.
  const table = readTable(csv.replace(/\r\n?/g, '\n'))
  if (!table.ok) return table
  const lines: ImportLine[] = []
  const seen = new Map<string, number>()
  for (const { line, typed } of table.records) {
    const parsed = parseBacklink(typed)
    const state = (): ImportLine['state'] => {
      if (parsed.fields === null) {
        const problems = Object.entries(parsed.problems).map(
          ([name, problem]) => `${csvColumns[name as BacklinkFieldName]}: ${problem}`,
        )
        return { kind: 'wrong', problems }
      }
      const key = urlKey(parsed.fields.url)
      const before = seen.get(key)
      if (before !== undefined) {
        return { kind: 'wrong', problems: [`url: The same page as in line ${before}.`] }
      }
      seen.set(key, line)
      return { kind: 'new', fields: parsed.fields }
    }
    lines.push({ line, url: typed.url.slice(0, 2000), state: state() })
  }
  const known = await knownUrlKeys([...seen.keys()])
  for (const entry of lines) {
    if (entry.state.kind === 'new' && known.has(urlKey(entry.state.fields.url))) {
      entry.state = { kind: 'known' }
    }
  }
  return { ok: true, lines, ignoredColumns: table.ignoredColumns }
}

/** The text of a file as spreadsheets write it: UTF-8 or UTF-16; null when it is something else. */
export function decodeCsv(bytes: Uint8Array): string | null {
  const [first, second] = bytes
  const wide = first === 0xff && second === 0xfe ? 'utf-16le' : null
  const label = wide ?? (first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8')
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Adds what the preview of the same text calls new. */
export async function runImport(
  csv: string,
  actor: Actor,
): Promise<{ ok: true; added: number; known: number } | { ok: false; problem: string }> {
  const preview = await previewImport(csv)
  if (!preview.ok) return preview
  const fields = preview.lines.flatMap(({ state }) => (state.kind === 'new' ? state.fields : []))
  return { ok: true, ...(await importBacklinks(fields, actor)) }
}

type Table =
  | { ok: true; records: { line: number; typed: TypedBacklink }[]; ignoredColumns: string[] }
  | { ok: false; problem: string }

function readTable(csv: string): Table {
  const rows = readRows(csv)
  if (!Array.isArray(rows)) return { ok: false, problem: rows.problem }
  const [head, ...body] = rows
  if (head === undefined) return { ok: false, problem: 'The file is empty.' }
  const places = new Map<string, number>()
  for (const [place, name] of head.record.entries()) places.set(simple(name), place)
  const place = (name: BacklinkFieldName) => places.get(simple(csvColumns[name])) ?? -1
  for (const needed of ['url', 'domainAuthority'] as const) {
    if (place(needed) === -1) {
      return {
        ok: false,
        problem: `The first line must name the columns, and ${csvColumns[needed]} is missing.`,
      }
    }
  }
  const used = new Set(Object.values(csvColumns).map(simple))
  return {
    ok: true,
    records: body.map(({ line, record }) => {
      const cell = (name: BacklinkFieldName) => withoutEscape(record[place(name)] ?? '')
      const entries = backlinkFieldNames.map((name) => [name, cell(name)])
      return { line, typed: Object.fromEntries(entries) as TypedBacklink }
    }),
    ignoredColumns: head.record.filter((name) => !used.has(simple(name))).slice(0, 20),
  }
}

type Row = { line: number; record: string[] }

function readRows(csv: string): Row[] | { problem: string } {
  try {
    const parsed = parse(csv, {
      bom: true,
      delimiter: delimiterOf(csv),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    }) as unknown as { info: { lines: number }; record: string[] }[]
    return parsed.map(({ info, record }) => {
      // The parser names the line where a record ends.
      const breaks = record.join('').split(/\r\n|\n|\r/).length - 1
      return { line: info.lines - breaks, record }
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = typeof error.lines === 'number' ? ` in line ${error.lines}` : ''
    const problem =
      error.code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'This isn’t CSV: a quotation mark is opened and never closed.'
        : `This isn’t CSV${line}: a quotation mark is misplaced.`
    return { problem }
  }
}

/** Spreadsheets of some countries write semicolons, and those copied from one have tabs. */
function delimiterOf(csv: string): string {
  const head = csv.split(/\r\n|\n|\r/, 1)[0] ?? ''
  const count = (sign: string) => head.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

function simple(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '')
}

/** Exports put an apostrophe before what a spreadsheet would take for a formula. */
function withoutEscape(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell
}
