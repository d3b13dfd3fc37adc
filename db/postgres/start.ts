import { setTimeout as wait } from 'node:timers/promises'
import {
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  type PostgresPoolClient,
  type Transaction,
} from 'kysely'
import type pg from 'pg'
import { isLost } from './faults.ts'
import { heldText, isHeldUp } from './held-tables.ts'
import { PortableTypes } from './portable-types.ts'
import { ServerRefusal } from './server-check.ts'

/** Advisory lock for starting a server and for moving a whole database. */
export const startLock = 7_201_001

/** Longest wait for another process that shows no progress. */
const startPatienceMs = 10 * 60_000
const pollMs = 1_000
const sayMs = 10_000
/** Reads of a table queue behind a migration that waits for it, so it waits briefly. */
const lockMs = 3_000
/** A frozen start keeps its locks for this long. No migration is idle for more than moments. */
const idleMs = 60_000
/** Lets those reads pass before the next attempt. */
const lockPauseMs = 5_000

/** Thrown by a start that has to wait: it is rolled back, says why, and tries again. */
export class StartWait extends Error {
  /** Patience begins anew when this changes. */
  readonly awaited: string
  /** For the operator, once patience ends. */
  readonly refusal: string

  constructor(message: string, awaited: string, refusal: string) {
    super(message)
    this.awaited = awaited
    this.refusal = refusal
  }
}

/**
 * Runs `work` in a transaction, one start at a time on the database. Nothing belongs to the
 * session, so it works through poolers that share sessions. Starts again for as long as other
 * sessions hold tables that it changes. Throws a ServerRefusal if it waits too long for anything
 * else.
 */
export async function startAlone(
  client: pg.Client,
  work: (trx: Transaction<unknown>) => Promise<void>,
  patienceMs = startPatienceMs,
): Promise<void> {
  let failed = ''
  const db = startingOn(client, (statement) => {
    failed = statement
  })
  const say = createSayer()
  let awaited: string | null = null
  let endsAt = 0
  let pauseMs = 0
  for (;;) {
    failed = ''
    try {
      await attempt(db, async (trx) => {
        await setLimits(client)
        await takeStartLock(client, patienceMs)
        // With the lock, or other starts would hold up the reads meanwhile.
        await wait(pauseMs)
        await work(trx)
      })
      return
    } catch (error) {
      pauseMs = isHeldUp(error) ? lockPauseMs : 0
      if (isHeldUp(error)) {
        awaited = null
        say(`Waiting for ${await heldText(client, failed)}`)
        continue
      }
      if (!(error instanceof StartWait)) throw error
      const now = performance.now()
      if (error.awaited !== awaited) endsAt = now + patienceMs
      awaited = error.awaited
      if (now >= endsAt) throw new ServerRefusal(error.refusal)
      say(error.message)
      await wait(Math.min(pollMs, endsAt - now))
    }
  }
}

/** Runs `work` in a transaction. Throws why a connection was lost, not that it can't roll back. */
async function attempt(
  db: Kysely<unknown>,
  work: (trx: Transaction<unknown>) => Promise<void>,
): Promise<void> {
  // Each statement sees what the start before it has committed.
  const trx = await db.startTransaction().setIsolationLevel('read committed').execute()
  try {
    await work(trx)
    await trx.commit().execute()
  } catch (error) {
    await trx
      .rollback()
      .execute()
      .catch((failed: unknown) => {
        if (isLost(failed) && !isLost(error)) throw failed
      })
    throw error
  }
}

/** Says things at most every ten seconds, as plain text: nothing else explains a slow start. */
export function createSayer(): (text: string) => void {
  let sayAt = 0
  return (text) => {
    const now = performance.now()
    if (now < sayAt) return
    sayAt = now + sayMs
    process.stderr.write(`${text}\n`)
  }
}

/** Kysely on this connection alone; `onFailure` gets each statement that fails. */
function startingOn(client: pg.Client, onFailure: (statement: string) => void): Kysely<unknown> {
  const alone = Object.assign(client, { release: () => {} }) as unknown as PostgresPoolClient
  return new Kysely<unknown>({
    dialect: new StartDialect({
      pool: { connect: async () => alone, end: async () => {}, options: {} },
    }),
    plugins: [new PortableTypes()],
    log(event) {
      if (event.level === 'error') onFailure(event.query.sql)
    },
  })
}

class StartDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new AdapterWithoutLock()
  }
}

/** Kysely's lock for migrations belongs to the session. The start's covers them. */
class AdapterWithoutLock extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/** Replaces the role's limits for this transaction, since migrations can take longer. */
async function setLimits(client: pg.Client): Promise<void> {
  await client.query(
    `select set_config(name, case name when 'lock_timeout' then '${lockMs}'
        when 'idle_in_transaction_session_timeout' then '${idleMs}' else '0' end, true)
      from pg_settings where name in ('lock_timeout', 'statement_timeout',
        'idle_in_transaction_session_timeout', 'transaction_timeout')`,
  )
}

async function takeStartLock(client: pg.Client, patienceMs: number): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_xact_lock($1) as taken',
    [startLock],
  )
  if (rows[0]?.taken === true) return
  // A start that waits for tables begins a transaction every few seconds, and so isn't silent.
  const { rows: holders } = await client.query<{ holder: string }>(
    `select concat(pid, ' ', xact_start) as holder
      from pg_locks left join pg_stat_activity using (pid)
      where locktype = 'advisory' and classid = 0 and objid = $1 and granted
        and database = (select oid from pg_database where datname = current_database())`,
    [startLock],
  )
  throw new StartWait(
    'Waiting for another process that is starting on the database, upgrading it, or moving its data',
    holders[0]?.holder ?? '',
    `Another process has been starting on it, or moving its data, for ${Math.ceil(patienceMs / 60_000)} minutes. See what that process says, and end it if it hangs. Then start again.`,
  )
}
