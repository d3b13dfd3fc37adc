import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { absence, findPostgres, startCluster } from './postgres-cluster.ts'

/**
 * Databases for tests on PostgreSQL. Global set-up starts a server, or uses TEST_POSTGRES, and
 * makes a template; tests copy it, which takes some 30 ms.
 *
 * A run's databases are called `cleanclip_test_` and the run's number, followed by their own. Each
 * run locks its number while it lasts, so that the next one recognizes what killed runs have left.
 */

const prefix = 'cleanclip_test_'
/** Separate from others' locks on a shared server. */
const lockSpace = 1_836_213_620
/** The run's number in hexadecimal, set for its processes. */
const runVariable = 'TEST_POSTGRES_RUN'

/**
 * Global set-up of Vitest's project `postgres`. `migrate` updates an empty database to the newest
 * version. Returns the teardown.
 */
export async function startPostgres(
  migrate: (url: string) => Promise<void>,
): Promise<() => Promise<void>> {
  const found = findPostgres()
  if (found === null) throw new Error(absence)
  const cluster = found.includes('://') ? null : await startCluster(found)
  const server = cluster?.url ?? found
  const run = randomBytes(3).toString('hex')
  const lock = new pg.Client({ connectionString: server })
  // The server may end first; errors no longer matter then.
  lock.on('error', () => {})
  await lock.connect()
  await lock.query('select pg_advisory_lock($1, $2)', [lockSpace, Number.parseInt(run, 16)])
  await dropLeftDatabases(lock)
  process.env.TEST_POSTGRES = server
  process.env[runVariable] = run
  await lock.query(`create database ${template(run)}`)
  await migrate(databaseUrl(template(run)))
  return async () => {
    if (cluster === null) await dropDatabases(lock, await databasesOf(lock, run))
    await lock.end()
    await cluster?.remove()
  }
}

/**
 * Creates a database and returns its URL: `migrated` as after the app's start, or `empty`, then
 * with further options of `create database`.
 */
export async function makeDatabase(
  content: 'migrated' | 'empty' = 'migrated',
  options = '',
): Promise<string> {
  const run = process.env[runVariable]
  if (run === undefined) throw new Error('Only tests of the project `postgres` have a PostgreSQL')
  const name = `${prefix}${run}_${randomBytes(6).toString('hex')}`
  const from = content === 'migrated' ? `template ${template(run)}` : options
  await onServer((client) => client.query(`create database ${name} ${from}`))
  return databaseUrl(name)
}

/** Drops a database from `makeDatabase`, even if others are still connected to it. */
export async function dropDatabase(url: string): Promise<void> {
  await onServer((client) => dropDatabases(client, [new URL(url).pathname.slice(1)]))
}

const template = (run: string) => `${prefix}${run}_template`

function serverUrl(): string {
  return process.env.TEST_POSTGRES ?? ''
}

function databaseUrl(name: string): string {
  const url = new URL(serverUrl())
  url.pathname = `/${name}`
  return url.href
}

export async function onDatabase<Row extends object>(
  url: string,
  query: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(query, values)).rows
  } finally {
    await client.end()
  }
}

async function onServer(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl() })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** Drops databases of killed runs, whose locks are free. */
async function dropLeftDatabases(client: pg.Client): Promise<void> {
  const names = await databasesOf(client, '')
  const runs = new Set(names.map((name) => name.slice(prefix.length).split('_', 1)[0] ?? ''))
  for (const run of runs) {
    const key = [lockSpace, Number.parseInt(run, 16)]
    const { rows } = await client.query<{ free: boolean }>(
      'select pg_try_advisory_lock($1, $2) as free',
      key,
    )
    if (rows[0]?.free !== true) continue
    await dropDatabases(client, await databasesOf(client, run))
    await client.query('select pg_advisory_unlock($1, $2)', key)
  }
}

async function databasesOf(client: pg.Client, run: string): Promise<string[]> {
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [prefix + run],
  )
  return rows.map(({ datname }) => datname)
}

/** Without `force`, which only a superuser may use while the server vacuums the database. */
async function dropDatabases(client: pg.Client, names: string[]): Promise<void> {
  for (const name of names) {
    if (!(await databasesOf(client, name.slice(prefix.length))).includes(name)) continue
    await client.query(`alter database ${name} allow_connections false`)
    await client.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = $1 and usename = current_user`,
      [name],
    )
    await client.query(`drop database if exists ${name}`)
  }
}
