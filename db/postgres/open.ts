import { hkdfSync } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import {
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresDialect,
  replaceWithNoncontingentExpression,
  type Transaction,
} from 'kysely'
import { Migrator } from 'kysely/migration'
import type pg from 'pg'
import { shownAddress } from '#app/environment/postgres-address.ts'
import { before2Text, isBefore2, migrationProvider, newestUnknown } from '../migrations/applied.ts'
import type { Database } from '../schema.ts'
import { DatabaseStartError, sourceOf, wordsOf } from '../unavailable.ts'
import { faultOf, NotPrimaryError } from './faults.ts'
import { isHeldUp } from './held-tables.ts'
import { createLane, type Lane } from './lane.ts'
import {
  connectionConfig,
  type Driver,
  loadDriver,
  openPool,
  type PrimaryPool,
  unavailabilityAware,
} from './pool.ts'
import { checkReads, checkServer, ServerRefusal } from './server-check.ts'
import { createSayer, startAlone } from './start.ts'
import { cureOf } from './start-cures.ts'
import { tlsText } from './tls-text.ts'
import { waitForVersion2 } from './version-2.ts'

/** Handles `in ()`, which is empty in SQLite and an error here. */
const emptyLists = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })

/** SQLSTATE for a missing privilege. */
const forbidden = '42501'

/**
 * Opens a PostgreSQL database, checks it, and updates its schema; `secrets` are the site's, newest
 * first. Retries an unreachable server, or a standby, for `waitMs`. Throws a DatabaseStartError
 * with a text for the operator if it must not be used.
 */
export async function openDatabase(
  url: string,
  secrets: readonly string[],
  waitMs = 0,
): Promise<{ db: Kysely<Database>; upkeepDb: Kysely<Database>; pool: PrimaryPool }> {
  const driver = await loadDriver()
  await untilConnected(url, waitMs, () => start(driver, url, secrets))
  const pool = openPool(driver, url)
  const upkeepDb = kyselyOn(pool)
  // A pooler in session mode may have none until other processes need fewer.
  if (waitMs > 0) {
    await untilConnected(url, waitMs, () => upkeepDb.connection().execute(async () => {}))
  }
  return { db: kyselyOn(pool, createLane(pool.given.most)), upkeepDb, pool }
}

async function start(driver: Driver, url: string, secrets: readonly string[]): Promise<void> {
  const client = new driver.Client(connectionConfig(driver, url))
  // A connection lost while idle would end the process without a text.
  client.on('error', () => {})
  try {
    await client.connect()
    await checkReads(client)
    await startAlone(client, async (trx) => {
      await checkServer(client)
      const applied = await appliedIfAny(client)
      refuseOtherVersion(applied)
      await waitForVersion2(client, applied)
      await migrate(trx, client, applied)
      await checkSecret(client, secrets)
    }).catch((error: unknown) => {
      // A pooler has led the transaction to another server than the reads.
      throw error instanceof NotPrimaryError ? error : new DatabaseStartError(startText(url, error))
    })
  } finally {
    await client.end().catch(() => {})
  }
}

/** Tries to connect for `waitMs`; every ten seconds it prints what it waits for. */
async function untilConnected<T>(
  url: string,
  waitMs: number,
  connected: () => Promise<T>,
): Promise<T> {
  const endsAt = performance.now() + waitMs
  const say = createSayer()
  for (;;) {
    try {
      return await connected()
    } catch (error) {
      const now = performance.now()
      if (error instanceof DatabaseStartError) throw error
      if (!mayRecover(error) || now >= endsAt) throw new DatabaseStartError(startText(url, error))
      say(`Waiting for the database ${shownAddress(url)}: ${reasonOf(error)}`)
      await wait(Math.min(1_000, endsAt - now))
    }
  }
}

/**
 * True if an unreachable server may come back, which one without TLS doesn't, or if an address may
 * lead to the primary soon.
 */
function mayRecover(error: unknown): boolean {
  const fault = faultOf(error)
  return fault === 'readOnly' || (fault === 'unreachable' && cureOf(reasonOf(error)) === null)
}

function kyselyOn(pool: PrimaryPool, lane?: Lane): Kysely<Database> {
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: unavailabilityAware(pool, lane) }),
    plugins: [emptyLists],
  })
}

export function startText(url: string, error: unknown): string {
  const reason = reasonOf(error)
  const cure = cureOf(reason)
  const isAway = faultOf(error) === 'unreachable' && cure === null
  const what = isAway ? 'cannot be reached' : 'cannot be used'
  const unchanged = error instanceof ServerRefusal ? '' : '\nNothing in it was changed.'
  return `The database ${shownAddress(url)} ${what}. ${reason}${cure ? `\n${cure}` : ''}${unchanged}`
}

function reasonOf(error: unknown): string {
  return tlsText(sourceOf(error)) ?? wordsOf(error)
}

export async function appliedMigrations(database: pg.Client | pg.Pool): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    'select name from kysely_migration order by name',
  )
  return rows.map(({ name }) => name)
}

/** Like `appliedMigrations`, but empty for a database without tables. */
export async function appliedIfAny(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(`select to_regclass('kysely_migration') as name`)
  return rows[0]?.name === null ? [] : appliedMigrations(client)
}

function refuseOtherVersion(applied: readonly string[]): void {
  if (isBefore2(applied)) throw new Error(before2Text)
  const unknown = newestUnknown(applied)
  if (unknown === null) return
  throw new Error(
    `It was updated by a newer version (${unknown}). Start that version again, or restore a dump made with this version.`,
  )
}

/** Applies all due migrations. Throws what held one up, and other errors with a text. */
async function migrate(
  db: Transaction<unknown>,
  client: pg.Client,
  applied: readonly string[],
): Promise<void> {
  // The migrator looks for its table again if it can't make it, which hides why.
  if (applied.length === 0 && !(await mayMakeTables(client))) {
    throw new Error(`It couldn’t be updated: this role may not make tables${ownerAdvice(client)}`)
  }
  const migrator = new Migrator({ db, provider: migrationProvider(applied) })
  const { error, results } = await migrator.migrateToLatest()
  if (error === undefined) return
  if (isHeldUp(error)) throw error
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName
  const reason = error instanceof Error ? error.message : String(error)
  const cure = (error as pg.DatabaseError).code === forbidden ? ownerAdvice(client) : ''
  throw new Error(
    `It couldn’t be updated${failed === undefined ? '' : ` (${failed})`}: ${reason}${cure}`,
  )
}

async function mayMakeTables(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean | null }>(
    `select has_schema_privilege(current_schema(), 'create') as may`,
  )
  return rows[0]?.may === true
}

export function ownerAdvice({ database, user }: pg.Client): string {
  return `.\nMake the role the database’s owner, as a superuser:\n  alter database "${database}" owner to "${user}"`
}

/**
 * All servers of a site sign and seal with one secret: with another, sessions and links would fail
 * at random, and mails couldn't be read.
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
