import { hkdfSync } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import {
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresDialect,
  type PostgresPoolClient,
  replaceWithNoncontingentExpression,
} from 'kysely'
import { Migrator } from 'kysely/migration'
import type pg from 'pg'
import type { Database } from '../schema.ts'
import { faultOf } from './faults.ts'
import { migrations } from './migrations.ts'
import { connectionConfig, type Driver, loadDriver, openPool, unavailabilityAware } from './pool.ts'
import { PortableTypes } from './portable-types.ts'
import { checkServer, ServerRefusal } from './server-check.ts'

/** `in ()`, which is empty in SQLite and an error here. */
const emptyLists = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })

/** The advisory lock of whoever starts a server, or moves a whole database. */
export const startLock = 7_201_001

/** How PostgreSQL says that a lock was waited for too long. */
export const lockNotAvailable = '55P03'

export class DatabaseStartError extends Error {}

/**
 * Opens a PostgreSQL database, checks it, and brings its schema up to date; `secrets` are those of the
 * site, newest first. A server that can't be reached yet is tried for `waitMs`. Throws a
 * DatabaseStartError with a text for the operator when it must not be used.
 */
export async function openDatabase(
  url: string,
  secrets: readonly string[],
  waitMs = 0,
): Promise<{ db: Kysely<Database>; pool: pg.Pool }> {
  const driver = await loadDriver()
  const client = await connect(driver, url, waitMs).catch((error: unknown) => {
    throw new DatabaseStartError(startText(url, error))
  })
  try {
    await lockStart(client)
    await checkServer(client)
    await refuseNewer(client)
    await migrate(client)
    await checkSecret(client, secrets)
  } catch (error) {
    throw new DatabaseStartError(startText(url, error))
  } finally {
    await client.end().catch(() => {})
  }
  const pool = openPool(driver, url)
  return { db: kyselyOn(pool), pool }
}

/** Connects, and says every ten seconds what it waits for. */
async function connect(driver: Driver, url: string, waitMs: number): Promise<pg.Client> {
  const endsAt = performance.now() + waitMs
  let sayAt = 0
  for (;;) {
    const client = new driver.Client(connectionConfig(driver, url))
    // A connection that is lost while nothing is asked of it would end the process without a text.
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      await client.end().catch(() => {})
      const now = performance.now()
      if (faultOf(error) !== 'unreachable' || now >= endsAt) throw error
      if (now >= sayAt) say(`Waiting for the database ${shownUrl(url)}: ${reasonOf(error)}`)
      if (now >= sayAt) sayAt = now + 10_000
      await wait(Math.min(1_000, endsAt - now))
    }
  }
}

/** How long another process can take to bring the schema up to date, or to move the site's data. */
const startPatienceMs = 10 * 60_000

/** One start at a time makes the extension and the tables. Throws a ServerRefusal if it takes too long. */
export async function lockStart(client: pg.Client, patienceMs = startPatienceMs): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1) as taken',
    [startLock],
  )
  if (rows[0]?.taken === true) return
  say('Waiting for another process that is starting on the database, or moving its data')
  try {
    await client.query(`set lock_timeout = ${patienceMs}`)
    await client.query('select pg_advisory_lock($1)', [startLock])
    await client.query('reset lock_timeout')
  } catch (error) {
    if ((error as pg.DatabaseError).code !== lockNotAvailable) throw error
    throw new ServerRefusal(
      `Another process has been starting on it, or moving its data, for ${Math.ceil(patienceMs / 60_000)} minutes. See what that process says, and end it if it hangs. Then start again.`,
    )
  }
}

/** Plain text at every log level, since nothing else explains why the start takes long. */
function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

function kyselyOn(pool: pg.Pool): Kysely<Database> {
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: unavailabilityAware(pool) }),
    plugins: [emptyLists],
  })
}

/** `postgres://name@host:5432/cleanclip`: without the password. */
export function shownUrl(url: string): string {
  try {
    const { protocol, username, host, pathname } = new URL(url)
    return `${protocol}//${username === '' ? '' : `${username}@`}${host}${pathname}`
  } catch {
    return 'of DATABASE_URL'
  }
}

/** Why a database cannot be used, for the operator. */
export function startText(url: string, error: unknown): string {
  const what = faultOf(error) === 'unreachable' ? 'cannot be reached' : 'cannot be used'
  const unchanged = error instanceof ServerRefusal ? '' : '\nNothing in it was changed.'
  return `The database ${shownUrl(url)} ${what}. ${reasonOf(error)}${unchanged}`
}

function reasonOf(error: unknown): string {
  const said = error instanceof AggregateError ? error.errors[0] : error
  return said instanceof Error ? said.message : String(said)
}

/** Names of the migrations that the database has had, in their order. */
export async function appliedMigrations(database: pg.Client | pg.Pool): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    'select name from kysely_migration order by name',
  )
  return rows.map(({ name }) => name)
}

/** The same; none for a database that has no tables yet. */
export async function appliedIfAny(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(`select to_regclass('kysely_migration') as name`)
  return rows[0]?.name === null ? [] : appliedMigrations(client)
}

/** The last one that this version doesn't know; null if it knows them all. */
export function newestUnknown(applied: readonly string[]): string | null {
  return applied.findLast((name) => migrations[name] === undefined) ?? null
}

async function refuseNewer(client: pg.Client): Promise<void> {
  const unknown = newestUnknown(await appliedIfAny(client))
  if (unknown === null) return
  throw new Error(
    `It was updated by a newer version (${unknown}). Start that version again, or restore a dump made with this version.`,
  )
}

/** All that is due in one transaction, over one connection without the limits of the others. */
async function migrate(client: pg.Client): Promise<void> {
  const alone = Object.assign(client, { release: () => {} }) as unknown as PostgresPoolClient
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({
      pool: { connect: async () => alone, end: async () => {}, options: {} },
    }),
    plugins: [new PortableTypes()],
  })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await migrator.migrateToLatest()
  if (error === undefined) return
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName
  const reason = error instanceof Error ? error.message : String(error)
  throw new Error(`It couldn’t be updated${failed === undefined ? '' : ` (${failed})`}: ${reason}`)
}

/**
 * All servers of a site sign and seal with one secret: with another one, sessions and links would
 * fail by chance, and mails could not be read.
 */
async function checkSecret(client: pg.Client, secrets: readonly string[]): Promise<void> {
  const known = secrets.map(fingerprint)
  const { rows } = await client.query<{ fingerprint: string }>(
    'select fingerprint from secret_fingerprint',
  )
  const kept = rows[0]?.fingerprint
  if (kept !== undefined && !known.includes(kept)) {
    throw new ServerRefusal(
      'SESSION_SECRET isn’t the one that other servers use with it. Set the same one on all of them. To change it, put the new secret before the old one everywhere: new,old',
    )
  }
  if (kept === known[0]) return
  await client.query(
    `insert into secret_fingerprint (id, fingerprint) values (1, $1)
      on conflict (id) do update set fingerprint = excluded.fingerprint`,
    [known[0]],
  )
}

export function fingerprint(secret: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', 'cleanclip fingerprint', 32)).toString(
    'base64url',
  )
}
