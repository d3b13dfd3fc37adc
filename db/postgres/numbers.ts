import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'

/**
 * Each numbering column with its sequence. The offset keeps its conditions from other relations,
 * where sequence functions fail.
 */
export const sequences = `
  select s.oid::regclass as sequence, t.relname as table_name, a.attname as column_name
  from pg_class as s
    join pg_depend as d on d.objid = s.oid and d.deptype = 'i' and d.classid = 'pg_class'::regclass
    join pg_class as t on t.oid = d.refobjid
    join pg_attribute as a on a.attrelid = t.oid and a.attnum = d.refobjsubid
  where s.relkind = 'S' and t.relnamespace = current_schema()::regnamespace offset 0`

/** Returns the sequence's number, which includes rows that were rolled back. */
export async function lastNumber(db: Kysely<Database>, table: string): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    select pg_sequence_last_value(sequence) as last from (${sql.raw(sequences)}) as numbered
    where table_name = ${table}`.execute(db)
  return rows[0]?.last ?? 0
}

/** A sequence ignores rows inserted with their own numbers. */
export async function continueNumbers(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from (${sql.raw(sequences)}) as numbered`.execute(db)
  for (const { table_name: table, column_name: column } of rows) {
    await sql`
      select setval(sequence, last) from (${sql.raw(sequences)}) as numbered,
        (select max(${sql.ref(column)}) as last from ${sql.table(table)}) as kept
      where table_name = ${table} and last > coalesce(pg_sequence_last_value(sequence), 0)`.execute(
      db,
    )
  }
}
