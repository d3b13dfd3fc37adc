import SQLite from 'better-sqlite3'
import { onDatabase } from './postgres.ts'

/** Normalizes a statement: 2.0 wrote some with other quotes and spaces. */
const plain = (sql: string) => sql.replaceAll(/["\s]/g, '')

export function schemaOfFile(file: string): object {
  const db = new SQLite(file, { readonly: true })
  const rows = (query: string, ...values: unknown[]) => db.prepare(query).all(...values)
  const tables = db
    .prepare<[], string>("select name from pragma_table_list where schema = 'main' order by name")
    .pluck()
    .all()
  const schema = tables.map((table) => [
    table,
    {
      columns: rows('select * from pragma_table_xinfo(?) order by cid', table),
      references: rows('select * from pragma_foreign_key_list(?) order by "from"', table),
      indexes: rows(
        `select list.name like 'sqlite_%' as own, iif(list.name like 'sqlite_%', '', list.name) as name,
            list."unique", list.origin, list.partial, info.*
          from pragma_index_list(?) as list, pragma_index_xinfo(list.name) as info
          order by list.origin, list.name, info.seqno`,
        table,
      ),
      statements: db
        .prepare<[string], { type: string; name: string; sql: string }>(
          'select type, name, sql from sqlite_schema where tbl_name = ? and sql is not null order by type, name',
        )
        .all(table)
        .map((made) => ({ ...made, sql: plain(made.sql) })),
    },
  ])
  db.close()
  return Object.fromEntries(schema)
}

export async function schemaOfServer(url: string): Promise<object> {
  const ours = `relnamespace = 'public'::regnamespace`
  const parts = {
    columns: `select relname, relkind, relpersistence, attnum, attname, attcollation::regcollation::text,
        format_type(atttypid, atttypmod), attnotnull, attidentity, pg_get_expr(adbin, adrelid)
      from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0
        left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where ${ours} and relkind in ('r', 'v') order by relname, attnum`,
    constraints: `select conrelid::regclass::text as relname, conname, pg_get_constraintdef(oid)
      from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
    indexes: `select relname, pg_get_indexdef(oid) from pg_class
      where ${ours} and relkind = 'i' order by relname`,
    triggers: `select tgrelid::regclass::text as relname, pg_get_triggerdef(oid) from pg_trigger
      where not tgisinternal order by 1, 2`,
    views: `select relname, pg_get_viewdef(oid) from pg_class
      where ${ours} and relkind = 'v' order by relname`,
    functions: `select proname, prosrc from pg_proc join pg_language on pg_language.oid = prolang
      where pronamespace = 'public'::regnamespace and lanname = 'plpgsql' order by proname`,
  }
  const schema: Record<string, string[]> = {}
  for (const [name, query] of Object.entries(parts)) {
    const rows = await onDatabase(url, query)
    schema[name] = rows.map((row) => JSON.stringify(row).replaceAll(/\\n| +/g, ' '))
  }
  return schema
}
