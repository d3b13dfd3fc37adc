import type pg from 'pg'
import { isReadOnly, NotPrimaryError } from './faults.ts'
import { isHeldUp } from './held-tables.ts'
import { begin } from './primary.ts'

const oldestVersion = 150_000
/** A larger difference isn't network delay. Sessions, links and limits depend on the clock. */
const clockToleranceMs = 5_000

/** A balancer that sends each statement to a random server has met a standby by then. */
const probes = 8

/** Refuses a database, with a text for the operator. */
export class ServerRefusal extends Error {}

type ServerFacts = {
  number: number
  version: string
  encoding: string
  ctype: string
  standby: boolean
  now: number
}

/** Where the extension is; `own` is the schema of the tables. */
type Trigrams = { schema: string; isOnPath: boolean; isOpen: boolean; own: string }

/**
 * Throws a ServerRefusal if the server or database lacks what the app relies on, and a
 * NotPrimaryError if it can't be written to. Creates the extension `pg_trgm` if it is missing.
 */
export async function checkServer(client: pg.Client): Promise<void> {
  const asked = Date.now()
  const facts = await one<ServerFacts>(
    client,
    `select current_setting('server_version_num')::int as number,
      current_setting('server_version') as version,
      current_setting('server_encoding') as encoding, datctype as ctype,
      pg_is_in_recovery() or current_setting('transaction_read_only')::bool as standby,
      extract(epoch from clock_timestamp()) * 1000 as now
    from pg_database where datname = current_database()`,
  )
  const answered = Date.now()
  if (facts.number < oldestVersion) {
    throw new ServerRefusal(
      `PostgreSQL ${facts.version} is too old: version 15 or newer is needed.`,
    )
  }
  if (facts.encoding !== 'UTF8')
    throw new ServerRefusal(notUnicode(`has the encoding ${facts.encoding}`))
  if (facts.standby) throw new NotPrimaryError(standbyText)
  const offMs = Math.max(asked - facts.now, facts.now - answered)
  if (offMs > clockToleranceMs) {
    throw new ServerRefusal(
      `This machine’s clock and the database’s are ${Math.round(offMs / 1000)} seconds apart. Sync both with a time server (NTP), then start again.`,
    )
  }
  await makeTrigrams(client)
  const { blind } = await one<{ blind: boolean }>(client, `select show_trgm('éàü') = '{}' as blind`)
  if (blind) throw new ServerRefusal(notUnicode(`has the character type (LC_CTYPE) ${facts.ctype}`))
}

const standbyText =
  'This server is a standby, or its transactions are read-only: nothing can be written. Set DATABASE_URL to the primary. A pooler has to send reads there too (Pgpool-II: load_balance_mode = off).'

/**
 * Throws a ServerRefusal if reads go to a standby, and a NotPrimaryError if all does. That one
 * leaves a transaction open, so that a pooler gives up the connection to a former primary as the
 * client ends. Not for transactions, which stay at one server.
 */
export async function checkReads(client: pg.Client): Promise<void> {
  for (let n = 0; n < probes; n += 1) {
    const { standby } = await one<Pick<ServerFacts, 'standby'>>(
      client,
      `select current_setting('transaction_read_only')::bool as standby`,
    )
    if (!standby) continue
    await begin(client).catch((error: unknown) => {
      throw isReadOnly(error) ? new NotPrimaryError(standbyText) : error
    })
    throw new ServerRefusal(standbyText)
  }
}

function notUnicode(what: string): string {
  return (
    `This database ${what}, so searches would miss letters of other languages. Create one with Unicode:\n` +
    '  createdb --template=template0 --encoding=UTF8 --lc-collate=C --lc-ctype=C.UTF-8 --owner=ROLE NAME'
  )
}

async function makeTrigrams(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Trigrams>(
    `select quote_ident(nspname) as schema, nspname = any (current_schemas(true)) as "isOnPath",
      has_schema_privilege(pg_namespace.oid, 'usage') as "isOpen",
      quote_ident(coalesce(current_schema(), 'public')) as own
    from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
    where extname = 'pg_trgm'`,
  )
  const [found] = rows
  if (found?.isOnPath === false) throw new ServerRefusal(elsewhereText(found, client))
  try {
    // Some hosts refuse to create one that exists.
    if (found === undefined) await client.query('create extension pg_trgm')
    await client.query(`select show_trgm('')`)
  } catch (error) {
    if (isHeldUp(error)) throw error
    throw new ServerRefusal(
      `Searches need the extension pg_trgm, which can’t be used: ${error instanceof Error ? error.message : error}.\n` +
        'Install it on the database server (Debian: in the package postgresql, elsewhere often postgresql-contrib). Then run this in the database, as a superuser:\n' +
        '  create extension pg_trgm',
    )
  }
}

function elsewhereText({ schema, isOpen, own }: Trigrams, { user, database }: pg.Client): string {
  return (
    `Searches need the extension pg_trgm. It is in the schema ${schema}, where this role doesn’t look. Run this in the database, as a superuser:\n` +
    (isOpen ? '' : `  grant usage on schema ${schema} to "${user}";\n`) +
    `  alter role "${user}" in database "${database}" set search_path = ${own}, ${schema}`
  )
}

async function one<Row extends object>(client: pg.Client, sql: string): Promise<Row> {
  const [row] = (await client.query<Row>(sql)).rows
  if (row === undefined) throw new Error('The database has answered without a row.')
  return row
}
