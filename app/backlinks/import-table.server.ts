import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { type BacklinkFieldName, backlinkFieldNames, type TypedBacklink } from './fields.server.ts'

/** Column names of backlink files, as in our exports. */
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

/** Simplified column names of Ahrefs, Semrush, Moz, Majestic and Search Console. */
const otherNames: Readonly<Partial<Record<BacklinkFieldName, readonly string[]>>> = {
  url: ['referringpageurl', 'sourceurl', 'linkingpage', 'sourcepage', 'pageurl'],
  anchorText: ['anchor'],
  domainAuthority: [
    'domainrating',
    'dr',
    'da',
    'pageascore',
    'domainascore',
    'authorityscore',
    'sourcetrustflow',
  ],
  dateAcquired: ['firstseen', 'firstfound', 'datefound', 'firstindexeddate'],
}

type Table =
  | { ok: true; records: { line: number; typed: TypedBacklink }[]; ignoredColumns: string[] }
  | { ok: false; problem: string }

/** Reads a CSV file as common tools export it; its first line names the columns. */
export async function readTable(csv: string): Promise<Table> {
  const named = separatorLine.exec(csv)?.[1]
  const rows = await readRows(csv, named ?? delimiterOf(csv))
  if (!Array.isArray(rows)) return { ok: false, problem: rows.problem }
  const [head, ...body] = named === undefined ? rows : rows.slice(1)
  if (head === undefined) return { ok: false, problem: 'The file is empty.' }
  const names = head.record.map(simple)
  const place = (name: BacklinkFieldName) =>
    [simple(csvColumns[name]), ...(otherNames[name] ?? [])]
      .map((own) => names.indexOf(own))
      .find((found) => found !== -1) ?? -1
  if (place('url') === -1) {
    return {
      ok: false,
      problem: 'The first line must name the columns, and include the linking page’s address.',
    }
  }
  const places = new Map(backlinkFieldNames.map((name) => [name, place(name)]))
  const used = new Set(places.values())
  return {
    ok: true,
    records: body.map(({ line, record }) => {
      const cell = (name: BacklinkFieldName) => {
        const at = places.get(name) ?? -1
        // Search Console has no authority column.
        if (at === -1) return name === 'domainAuthority' ? '0' : ''
        return plain(name, withoutEscape(record[at] ?? ''))
      }
      const entries = backlinkFieldNames.map((name) => [name, cell(name)])
      return { line, typed: Object.fromEntries(entries) as TypedBacklink }
    }),
    ignoredColumns: head.record.filter((_, at) => !used.has(at)).slice(0, 20),
  }
}

/** Strips what other tools add to a cell: the time from a date, the decimals from a figure. */
function plain(name: BacklinkFieldName, cell: string): string {
  if (name === 'dateAcquired') return cell.trim().replace(/^(\d{4}-\d{2}-\d{2})[T ].*$/, '$1')
  if (name === 'domainAuthority') return cell.trim().replace(/^(\d{1,3})(?:[.,]\d+)?\s*%?$/, '$1')
  return cell
}

type Row = { line: number; record: string[] }
type Parsed = { info: { lines: number }; record: string[] }

function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += 64_000) yield text.slice(at, at + 64_000)
}

async function readRows(csv: string, delimiter: string): Promise<Row[] | { problem: string }> {
  try {
    const parser = Readable.from(piecesOf(csv)).compose(
      parse({
        bom: true,
        delimiter,
        info: true,
        relax_column_count: true,
        skip_empty_lines: true,
        skip_records_with_empty_values: true,
      }),
    )
    const rows: Row[] = []
    for await (const { info, record } of parser as AsyncIterable<Parsed>) {
      // The parser reports the line where a record ends.
      const breaks = record.join('').split(/\r\n|\n|\r/).length - 1
      rows.push({ line: info.lines - breaks, record })
    }
    return rows
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

/** Excel’s own first line, which names the separator. */
const separatorLine = /^\ufeff?"?sep=([,;|\t])"?(?=[\r\n]|$)/i

/** Spreadsheets use semicolons in some locales, and tabs when copied from. */
function delimiterOf(csv: string): string {
  const head =
    csv
      .trimStart()
      .split(/\r\n|\n|\r/, 1)[0]
      ?.replace(/"[^"]*"/g, '') ?? ''
  const count = (sign: string) => head.split(sign).length
  return [',', ';', '\t', '|'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

function simple(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '')
}

/** Exports put an apostrophe before what a spreadsheet would read as a formula. */
function withoutEscape(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell
}
