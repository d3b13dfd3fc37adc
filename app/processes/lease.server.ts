import { type Expression, type Kysely, sql } from 'kysely'
import { log } from '#app/observe/log.server.ts'
import { databaseIsShared, databaseNow, db as engineDb } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'
import { processId } from './instances.server.ts'

/**
 * One process at a time does the background work: the one that holds a row's lease. Where no other
 * process can use the database, this one always holds it, and the row is never written.
 */

/** How long the lease lasts without being renewed, by the database's clock. */
const termMs = 6_000
/** How often the holder renews it and the others ask for it: they have it within 7 s of a kill. */
const turnMs = 1_000
/** How long after its last renewal a holder trusts it: the rest of the term is for ending its work. */
const trustMs = 4_000
const checkMs = 500

/** Work that only the holder of the lease does. */
type LeadersWork = {
  /** Has to settle soon. Called again each time the process gets the lease. */
  start: () => void | Promise<void>
  /** Resolves once nothing of it runs any more. */
  stop: () => void | Promise<void>
}

type LeaseOptions = {
  db: Kysely<Database>
  shared: boolean
  /** The database's clock, in unix milliseconds. */
  now: () => Expression<number>
  /** The process's id. */
  holder: string
  /** Milliseconds of a clock that only goes forward. */
  steady?: () => number
}

/** Another process has the lease by now, or can have it: nothing of the transaction can be kept. */
export class LeaseLostError extends Error {
  constructor() {
    super('Another process does the background work now')
    this.name = 'LeaseLostError'
  }
}

export type Lease = ReturnType<typeof createLease>

const name = 'background'

export function createLease({
  db,
  shared,
  now,
  holder,
  steady = () => performance.now(),
}: LeaseOptions) {
  const works: LeadersWork[] = []
  let started: LeadersWork[] = []
  /** The token that it is held under; null while it is not. */
  let held: number | null = null
  let trustedUntil = Number.NEGATIVE_INFINITY
  let changing: Promise<void> = Promise.resolve()
  let turning: Promise<void> | null = null
  let timers: NodeJS.Timeout[] = []
  let takes = true

  const isHeld = () => held !== null && (!shared || steady() < trustedUntil)

  /** Takes the lease or renews it. Returns its token; null if another process has it. */
  async function take(): Promise<number | null> {
    const row = await db
      .insertInto('leases')
      .values({ name, holder, token: 1, until: sql<number>`${now()} + ${termMs}` })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet((eb) => ({
            holder: eb.ref('excluded.holder'),
            until: eb.ref('excluded.until'),
            token: eb
              .case()
              .when('leases.holder', '=', eb.ref('excluded.holder'))
              .then(eb.ref('leases.token'))
              .else(eb('leases.token', '+', 1))
              .end(),
          }))
          .where((eb) =>
            eb.or([
              eb('leases.until', '<', now()),
              eb('leases.holder', '=', eb.ref('excluded.holder')),
            ]),
          ),
      )
      .returning('token')
      .executeTakeFirst()
    return row?.token ?? null
  }

  async function turnOnce(): Promise<void> {
    if (held === null && !takes) return
    const askedAt = steady()
    const token = await take()
    if (held !== null) {
      if (token === held) trustedUntil = askedAt + trustMs
      else await lose()
      return
    }
    // What ran under the last lease has to end first, and an answer that took long is worth nothing.
    await changing
    if (token === null || !takes || steady() >= askedAt + trustMs) return
    held = token
    trustedUntil = askedAt + trustMs
    log.info({ token }, 'this process does the background work now')
    await startAll().catch((error: unknown) => {
      log.error({ err: error }, 'background work not started')
      return lose()
    })
  }

  /** One turn at a time: a database that hangs gets no second question. */
  function turn(): Promise<void> {
    turning ??= turnOnce().finally(() => {
      turning = null
    })
    return turning
  }

  /** Ends the work if the last renewal was too long ago. */
  async function check(): Promise<void> {
    if (held !== null && !isHeld()) await lose()
  }

  function startAll(): Promise<void> {
    const run = changing.then(async () => {
      for (const work of works) {
        if (!isHeld()) return
        started.push(work)
        await work.start()
      }
    })
    changing = run.catch(() => {})
    return run
  }

  function stopAll(): Promise<void> {
    changing = changing.then(async () => {
      const ending = started
      started = []
      const ends = await Promise.allSettled(ending.map(async ({ stop }) => stop()))
      for (const end of ends) {
        if (end.status === 'rejected') log.error({ err: end.reason }, 'background work not ended')
      }
    })
    return changing
  }

  function lose(): Promise<void> {
    held = null
    log.warn('another process can do the background work now')
    return stopAll()
  }

  const failed = (error: unknown) => log.error({ err: error }, 'lease not renewed')

  return {
    /** Has work done while this process holds the lease. To be called before `begin`. */
    onLeading(start: LeadersWork['start'], stop: LeadersWork['stop']): void {
      works.push({ start, stop })
    },
    isHeld,
    /** Asks for the lease, now and from now on. Rejects if work fails to start that no one else can do. */
    async begin(): Promise<void> {
      takes = true
      if (!shared) {
        held = 0
        return startAll()
      }
      await turn().catch(failed)
      timers = [
        setInterval(() => void turn().catch(failed), turnMs).unref(),
        setInterval(() => void check(), checkMs).unref(),
      ]
    },
    turn,
    check,
    /**
     * Makes a transaction one of the lease's holder: it commits only if no other process has held the
     * lease since. To be called first in it, and the transaction must end within a second or two,
     * since it keeps the lease from being renewed. Throws a `LeaseLostError`.
     */
    async fence(trx: Kysely<Database>): Promise<void> {
      if (!shared) return
      if (!isHeld() || held === null) throw new LeaseLostError()
      const { numUpdatedRows } = await trx
        .updateTable('leases')
        .set((eb) => ({ token: eb.ref('token') }))
        .where('name', '=', name)
        .where('holder', '=', holder)
        .where('token', '=', held)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) throw new LeaseLostError()
    },
    /** Ends the work, then lets another process have the lease at once. */
    async giveUp(): Promise<void> {
      takes = false
      // It is renewed until all work has ended.
      await stopAll()
      for (const timer of timers) clearInterval(timer)
      timers = []
      await turning?.catch(() => {})
      await changing
      const token = held
      held = null
      if (!shared || token === null) return
      await db
        .updateTable('leases')
        .set({ until: 0 })
        .where('name', '=', name)
        .where('holder', '=', holder)
        .where('token', '=', token)
        .execute()
        .catch((error: unknown) => log.warn({ err: error }, 'lease not given up'))
    },
  }
}

/** Whether this process does the background work. */
export const lease = createLease({
  db: engineDb,
  shared: databaseIsShared,
  now: () => databaseNow,
  holder: processId,
})
