import SQLite from 'better-sqlite3'
import pg from 'pg'

type TableFacts = {
  columns: Record<string, string>
  key: string[]
  unique: string[]
  references: string[]
  /** By name: the columns, and the condition on rows. */
  indexes: Record<string, string>
  /** Texts in check constraints and conditions. */
  words: string[]
}
export type SchemaFacts = Record<string, TableFacts>

const noType = 'no type'

/** Reads the schema of a SQLite database that the app has opened once. */
export function sqliteFacts(file: string): SchemaFacts {
  const db = new SQLite(file, { readonly: true })
  const rows = <Row>(query: string) => db.prepare<[], Row>(query).all()
  const facts: SchemaFacts = {}
  const tables = rows<{ name: string; type: string; sql: string }>(
    `select name, type, sql from sqlite_master
      where type in ('table', 'view') and name not like 'sqlite_%' and name not like 'kysely_%'`,
  )
  for (const { name, sql } of tables) {
    type Column = {
      name: string
      type: string
      notnull: 0 | 1
      dflt_value: string | null
      pk: number
    }
    const columns = rows<Column>(`select * from pragma_table_info('${name}') order by cid`)
    const isView = sql.startsWith('CREATE VIEW')
    const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
    const numbered = /autoincrement/i.test(sql)
    const table: TableFacts = {
      columns: Object.fromEntries(
        columns.map(({ name, type, notnull, dflt_value, pk }) => [
          name,
          columnText({
            type: isView ? noType : sqliteType(type),
            required: notnull === 1 || pk > 0,
            usual: dflt_value,
            numbered: numbered && pk > 0,
          }),
        ]),
      ),
      key: key.map(({ name }) => name),
      unique: [],
      references: rows<{ id: number; table: string; from: string; to: string; on_delete: string }>(
        `select * from pragma_foreign_key_list('${name}')`,
      )
        .map(
          ({ from, table, to, on_delete }) => `${from} ${table}.${to} ${on_delete.toLowerCase()}`,
        )
        .sort(),
      indexes: {},
      words: wordsOf(isView ? '' : sql.slice(sql.indexOf('('))),
    }
    type Index = { name: string; unique: 0 | 1; origin: 'c' | 'u' | 'pk' }
    for (const index of rows<Index>(`select * from pragma_index_list('${name}')`)) {
      const parts = rows<{ name: string }>(
        `select name from pragma_index_info('${index.name}') order by seqno`,
      ).map((part) => part.name)
      if (index.origin === 'u') table.unique.push(parts.join(', '))
      if (index.origin !== 'c') continue
      const [made] = rows<{ sql: string }>(
        `select sql from sqlite_master where name = '${index.name}'`,
      )
      table.indexes[index.name] = indexText(parts, index.unique === 1, made?.sql ?? '')
    }
    table.unique.sort()
    facts[name] = table
  }
  db.close()
  return facts
}

/** Reads the schema of a PostgreSQL database that the app has opened once. */
export async function postgresFacts(url: string): Promise<SchemaFacts> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const rows = async <Row extends object>(query: string, values: unknown[] = []) =>
    (await client.query<Row>(query, values)).rows
  const facts: SchemaFacts = {}
  const tables = await rows<{ oid: number; relname: string; relkind: string }>(
    `select oid, relname, relkind from pg_class where relkind in ('r', 'v')
      and relnamespace = 'public'::regnamespace and relname not like 'kysely\\_%'`,
  )
  for (const { oid, relname, relkind } of tables) {
    type Column = {
      name: string
      type: string
      required: boolean
      usual: string | null
      numbered: boolean
      bytes: boolean
    }
    const columns = await rows<Column>(
      `select attname as name, format_type(atttypid, null) as type, attnotnull as required,
          pg_get_expr(adbin, adrelid) as usual, attidentity = 'd' as numbered,
          attcollation = 0 or attcollation = 'pg_catalog."C"'::regcollation as bytes
        from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attrelid = $1 and attnum > 0 and not attisdropped order by attnum`,
      [oid],
    )
    type Constraint = {
      type: string
      columns: string[]
      table: string
      to: string[]
      on_delete: string
      text: string
    }
    const constraints = await rows<Constraint>(
      `select contype as type, confrelid::regclass::text as table, confdeltype as on_delete,
          array(select attname::text from unnest(conkey) with ordinality as k(n, i)
            join pg_attribute on attrelid = conrelid and attnum = n order by i) as columns,
          array(select attname::text from unnest(confkey) with ordinality as k(n, i)
            join pg_attribute on attrelid = confrelid and attnum = n order by i) as to,
          pg_get_constraintdef(oid) as text
        from pg_constraint where conrelid = $1`,
      [oid],
    )
    const of = (type: string) => constraints.filter((constraint) => constraint.type === type)
    const made = await rows<{ name: string; columns: string[]; is_unique: boolean; sql: string }>(
      `select c.relname as name, indisunique as is_unique, pg_get_indexdef(indexrelid) as sql,
          array(select attname::text from unnest(indkey) with ordinality as k(n, i)
            join pg_attribute on attrelid = indrelid and attnum = n order by i) as columns
        from pg_index join pg_class as c on c.oid = indexrelid
        where indrelid = $1 and not exists (select from pg_constraint where conindid = indexrelid)`,
      [oid],
    )
    facts[relname] = {
      columns: Object.fromEntries(
        columns.map(({ name, type, bytes, ...column }) => [
          name,
          columnText({
            ...column,
            type: relkind === 'v' ? noType : bytes ? type : `${type} in an order of its own`,
          }),
        ]),
      ),
      key: of('p').flatMap((constraint) => constraint.columns),
      unique: of('u')
        .map((constraint) => constraint.columns.join(', '))
        .sort(),
      references: of('f')
        .map(({ columns, table, to, on_delete }) => {
          const ends: Record<string, string> = { c: 'cascade', r: 'restrict', n: 'set null' }
          return `${columns} ${table}.${to} ${ends[on_delete] ?? on_delete}`
        })
        .sort(),
      indexes: Object.fromEntries(
        made.map(({ name, columns, is_unique, sql }) => [name, indexText(columns, is_unique, sql)]),
      ),
      words: wordsOf(
        [...of('c').map(({ text }) => text), ...columns.map(({ usual }) => usual)].join(),
      ),
    }
  }
  await client.end()
  return facts
}

function sqliteType(declared: string): string {
  const types: Record<string, string> = {
    integer: 'bigint',
    real: 'double precision',
    blob: 'bytea',
  }
  const type = declared.toLowerCase()
  return types[type] ?? type
}

function columnText(column: {
  type: string
  required: boolean
  usual: string | null
  numbered: boolean
}): string {
  const usual = column.usual?.replace(/::[\w ]+/g, '').replace(/^'(\d+)'$/, '$1')
  return [
    column.type,
    ...(column.type !== noType && column.required ? ['required'] : []),
    ...(usual === undefined ? [] : [`else ${usual}`]),
    ...(column.numbered ? ['numbered'] : []),
  ].join(', ')
}

function indexText(columns: string[], unique: boolean, sql: string): string {
  const [, where = ''] = / where (.*)$/is.exec(sql) ?? []
  const condition = where.replace(/["()]|::text/g, '').toLowerCase()
  return [
    ...(unique ? ['unique'] : []),
    columns.join(', '),
    ...(condition === '' ? [] : [`where ${condition}`]),
  ].join(' ')
}

function wordsOf(text: string): string[] {
  return [...new Set([...text.matchAll(/'([^']*)'/g)].map(([, word = '']) => word))].sort()
}
