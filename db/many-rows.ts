import { CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import { databaseIsShared } from './engine.ts'
import type { Database } from './schema.ts'

/**
 * Values per statement. SQLite allows 32,766, but only short statements stay compiled. PostgreSQL
 * allows 65,535, and each statement costs a round trip.
 */
const valuesAtOnce = databaseIsShared ? 8192 : 512

type Value = string | number | null
type Row = readonly Value[]

/**
 * Returns a function that inserts rows, with values in the order of `columns`; `onConflict` ends
 * the statement. Row counts per statement are powers of two, so that a few texts suffice for any
 * number of rows.
 */
export function rowInserter(
  table: keyof Database,
  columns: readonly string[],
  onConflict: RawBuilder<unknown> = sql``,
): (executor: Kysely<Database>, rows: Row[]) => Promise<void> {
  const texts = new Map<number, string>()
  const most = 2 ** Math.floor(Math.log2(valuesAtOnce / columns.length))

  function textOf(executor: Kysely<Database>, rows: number): string {
    const kept = texts.get(rows)
    if (kept !== undefined) return kept
    const row = sql`(${sql.join(columns.map(() => sql`${null}`))})`
    const { sql: text } =
      sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
      values ${sql.join(Array.from({ length: rows }, () => row))} ${onConflict}`.compile(executor)
    texts.set(rows, text)
    return text
  }

  return async (executor, rows) => {
    for (let at = 0; at < rows.length; ) {
      const size = Math.min(most, 2 ** Math.floor(Math.log2(rows.length - at)))
      const values: Value[] = []
      for (const row of rows.slice(at, at + size)) for (const value of row) values.push(value)
      await executor.executeQuery(CompiledQuery.raw(textOf(executor, size), values))
      at += size
    }
  }
}
