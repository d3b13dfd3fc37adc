import { setImmediate as turn } from 'node:timers/promises'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { dayMs } from '#app/time/durations.ts'
import { db, transact } from '#db/engine.ts'
import { newRow } from './backlink.server.ts'
import { enqueueChecks } from './check-queue.server.ts'
import {
  type BacklinkFieldName,
  type BacklinkFields,
  parseBacklink,
  urlKey,
} from './fields.server.ts'
import { csvColumns, readTable } from './import-table.server.ts'

export const importMaxBytes = 10 * 1024 ** 2
/** Pasted text up to this size is put back into its field: a form body has 64 KB in all. */
export const editableBytes = 56 * 1024
/** SQLite allows 32,766 values per statement. */
const insertedAtOnce = 500
const keptMs = dayMs

export type ImportLine = {
  /** Its first line in the file, from 1. */
  line: number
  url: string
  state:
    | { kind: 'new'; fields: BacklinkFields }
    | { kind: 'known' }
    | { kind: 'wrong'; problems: string[] }
}

type ImportPreview =
  | { ok: true; lines: ImportLine[]; ignoredColumns: string[] }
  | { ok: false; problem: string }

/** Parses a file and returns what an import would do with each line. Changes nothing. */
export async function previewImport(csv: string): Promise<ImportPreview> {
  if (Buffer.byteLength(csv) > importMaxBytes) {
    return { ok: false, problem: 'This is over 10 MB. Split it and import it in parts.' }
  }
  // Forms send CRLF, which the parser would count as two lines within a cell.
  const table = await readTable(csv.replace(/\r\n?/g, '\n'))
  if (!table.ok) return table
  const lines: ImportLine[] = []
  const seen = new Map<string, number>()
  for (const [index, { line, typed }] of table.records.entries()) {
    // Yields to other work while a large file is read.
    if (index % 500 === 499) await turn()
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

/** Decodes a file as spreadsheets write it, UTF-8 or UTF-16. Returns null for anything else. */
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

/** Keeps an operator's file until it is imported. Replaces their previous one. */
export async function keepImport(userId: string, csv: string, now = Date.now()): Promise<void> {
  await transact(async (trx) => {
    const old = trx.deleteFrom('backlink_imports')
    await old
      .where((eb) => eb.or([eb('user_id', '=', userId), eb('at', '<', now - keptMs)]))
      .execute()
    await trx.insertInto('backlink_imports').values({ user_id: userId, csv, at: now }).execute()
  })
}

/** Returns an operator's kept file and deletes it. Returns null if there is none. */
export async function takeImport(userId: string): Promise<string | null> {
  const row = await db
    .deleteFrom('backlink_imports')
    .where('user_id', '=', userId)
    .returning('csv')
    .executeTakeFirst()
  return row?.csv ?? null
}

/** Adds the lines that a preview marks as new, and requests their checks. */
export async function runImport(
  csv: string,
  actor: Actor,
): Promise<{ ok: true; added: number; known: number } | { ok: false; problem: string }> {
  const preview = await previewImport(csv)
  if (!preview.ok) return preview
  const all = preview.lines.flatMap(({ state }) => (state.kind === 'new' ? state.fields : []))
  return transact(async (trx) => {
    let added = 0
    for (let at = 0; at < all.length; at += insertedAtOnce) {
      const rows = all.slice(at, at + insertedAtOnce).map((fields) => newRow(fields, Date.now()))
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('backlinks')
        .values(rows)
        .onConflict((conflict) => conflict.column('url_key').doNothing())
        .executeTakeFirstOrThrow()
      added += Number(numInsertedOrUpdatedRows)
    }
    const known = all.length - added
    const object = { type: 'backlink', id: null }
    await recordAudit({ actor, action: 'backlinks.imported', object, after: { added, known } }, trx)
    await enqueueChecks(trx)
    return { ok: true, added, known }
  })
}

async function knownUrlKeys(keys: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>()
  for (let at = 0; at < keys.length; at += 500) {
    const rows = await db
      .selectFrom('backlinks')
      .select('url_key')
      .where('url_key', 'in', keys.slice(at, at + 500))
      .execute()
    for (const { url_key } of rows) known.add(url_key)
  }
  return known
}
