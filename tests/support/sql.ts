import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import pg from 'pg'
import { dropDatabase, makeDatabase } from './postgres.ts'

export const testEngine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite'

type Row = Record<string, unknown>
/** Values for `?` in order, or an object for `@name`. */
type Values = readonly unknown[]

/** A second connection to an app's database, to read and alter what it stores. */
export type Sql = {
  rows<T = Row>(query: string, ...values: Values): Promise<T[]>
  /** Returns the first row; undefined if there is none. */
  row<T = Row>(query: string, ...values: Values): Promise<T | undefined>
  column<T = unknown>(query: string, ...values: Values): Promise<T[]>
  /** Returns the first column of the first row; undefined if there is none. */
  value<T = unknown>(query: string, ...values: Values): Promise<T>
  /** Runs a statement, or without values several separated by semicolons. */
  run(query: string, ...values: Values): Promise<void>
  /** Runs a statement with each list of values, in one transaction. */
  runEach(query: string, lists: Iterable<Values>): Promise<void>
  /**
   * Makes the database run a statement, or fail with a text, at an event such as `before insert on
   * users`, while `work` runs.
   */
  withTrigger<T>(
    moment: string,
    does: string | { failWith: string },
    work: () => Promise<T>,
  ): Promise<T>
  columns(): Promise<{ table: string; column: string }[]>
  /** Returns everything stored, unordered, to search for what must not be in it. */
  dump(): Promise<string>
  close(): Promise<void>
}

/** Opens the database of a data folder, whether its app runs or not. */
export function openSql(dataDir: string): Sql {
  return testEngine === 'postgres'
    ? postgresSql(() => urlFor(dataDir))
    : sqliteSql(path.join(dataDir, 'cleanclip.db'))
}

function sqliteSql(file: string): Sql {
  const connection = new SQLite(file, { timeout: 5000 })
  connection.pragma('foreign_keys = ON')
  const statement = (query: string) => connection.prepare<unknown[], unknown>(query)
  return {
    rows: async <T>(query: string, ...values: Values) => statement(query).all(...values) as T[],
    row: async <T>(query: string, ...values: Values) =>
      statement(query).get(...values) as T | undefined,
    column: async <T>(query: string, ...values: Values) =>
      statement(query)
        .pluck()
        .all(...values) as T[],
    value: async <T>(query: string, ...values: Values) =>
      statement(query)
        .pluck()
        .get(...values) as T,
    async run(query, ...values) {
      if (values.length === 0) connection.exec(query)
      else statement(query).run(...values)
    },
    async runEach(query, lists) {
      const each = statement(query)
      connection.transaction(() => {
        for (const values of lists) each.run(...values)
      })()
    },
    async withTrigger(moment, does, work) {
      const body = typeof does === 'string' ? does : `select raise(abort, '${does.failWith}')`
      connection.exec(`create trigger test_trigger ${moment} begin ${body}; end`)
      try {
        return await work()
      } finally {
        connection.exec('drop trigger test_trigger')
      }
    },
    columns: async () =>
      connection
        .prepare<[], { table: string; column: string }>(
          `select t.name as "table", c.name as "column"
           from sqlite_schema t, pragma_table_info(t.name) c where t.type = 'table'`,
        )
        .all(),
    async dump() {
      connection.pragma('wal_checkpoint(TRUNCATE)')
      return readFileSync(file, 'latin1')
    },
    async close() {
      connection.close()
    },
  }
}

const numbers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC
      ? Number
      : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
}

function postgresSql(urlOf: () => Promise<string>): Sql {
  let pool: Promise<pg.Pool> | null = null
  async function connect(): Promise<pg.Pool> {
    const made = new pg.Pool({ connectionString: await urlOf(), types: numbers, max: 2 })
    // Its database is dropped before it closes.
    made.on('error', () => {})
    return made
  }
  async function rows<T>(query: string, ...values: Values): Promise<T[]> {
    pool ??= connect()
    const { rows } = await (await pool).query(numbered(query, values))
    return rows as T[]
  }
  async function column<T>(query: string, ...values: Values): Promise<T[]> {
    return (await rows<Row>(query, ...values)).map((row) => Object.values(row)[0] as T)
  }
  return {
    rows,
    row: async <T>(query: string, ...values: Values) => (await rows<T>(query, ...values))[0],
    column,
    value: async <T>(query: string, ...values: Values) =>
      (await column<T>(query, ...values))[0] as T,
    async run(query, ...values) {
      await rows(query, ...values)
    },
    async runEach(query, lists) {
      pool ??= connect()
      const client = await (await pool).connect()
      try {
        await client.query('begin')
        for (const values of lists) await client.query(numbered(query, values))
        await client.query('commit')
      } finally {
        client.release()
      }
    },
    async withTrigger(moment, does, work) {
      const body = typeof does === 'string' ? does : `raise exception '${does.failWith}'`
      await rows(`create function test_trigger() returns trigger language plpgsql as
        $$ begin ${body}; return coalesce(new, old); end $$;
        create trigger test_trigger ${moment} for each row execute function test_trigger()`)
      try {
        return await work()
      } finally {
        await rows('drop function test_trigger cascade')
      }
    },
    columns: () =>
      rows(`select table_name as "table", column_name as "column"
        from information_schema.columns where table_schema = 'public'`),
    async dump() {
      const tables = await column<string>(
        "select tablename from pg_tables where schemaname = 'public'",
      )
      const all = await Promise.all(tables.map((table) => rows(`select * from "${table}"`)))
      return JSON.stringify(all)
    },
    async close() {
      await (await pool)?.end()
    },
  }
}

/** Returns a statement with PostgreSQL's placeholders; ignores those in quotes. */
function numbered(query: string, values: Values): { text: string; values: unknown[] } {
  const [named] = values
  const isNamed = typeof named === 'object' && named !== null && !Buffer.isBuffer(named)
  const given: unknown[] = isNamed ? [] : [...values]
  let next = 0
  const text = query.replaceAll(/'[^']*'|"[^"]*"|\?|@(\w+)/g, (part, name?: string) => {
    if (part === '?') {
      next += 1
      return `$${next}`
    }
    if (name === undefined || !isNamed) return part
    return `$${given.push((named as Row)[name])}`
  })
  return { text, values: given }
}

const urls = new Map<string, Promise<string>>()

/** Returns the URL of a data folder's database, created on first use; a file keeps it. */
function urlFor(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'database-url')
  const known = urls.get(dataDir)
  if (known !== undefined) return known
  const url = existsSync(file)
    ? Promise.resolve(readFileSync(file, 'utf8'))
    : makeDatabase().then((made) => {
        writeFileSync(file, made)
        return made
      })
  urls.set(dataDir, url)
  return url
}

/** Returns the environment a process needs for a data folder, besides DATA_DIR. */
export async function databaseEnv(dataDir: string): Promise<Record<string, string>> {
  if (testEngine === 'sqlite') return {}
  const file = path.join(dataDir, 'session-secret')
  // Processes that share a database get their secret from the environment; tests read it where
  // SQLite's app keeps it.
  if (!existsSync(file)) writeFileSync(file, 'a secret that all processes of a test share')
  const secrets = readFileSync(file, 'utf8').trim().replaceAll('\n', ',')
  return { DATABASE_URL: await urlFor(dataDir), SESSION_SECRET: secrets }
}

/** Removes a data folder and its database, even if a process is still connected. */
export async function removeData(dataDir: string): Promise<void> {
  const file = path.join(dataDir, 'database-url')
  if (existsSync(file)) await dropDatabase(readFileSync(file, 'utf8'))
  urls.delete(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
}
