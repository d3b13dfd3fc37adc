import { type Kysely, sql, type Transaction } from 'kysely'
import type { Engine } from '../engine-type.ts'
import type { Database } from '../schema.ts'
import { DatabaseUnavailableError } from '../unavailable.ts'
import { patienceMs } from './statement-limits.ts'

/** Advisory lock of every transaction that has to be alone. */
export const writeLock = 7_201_002

/**
 * Returns a `transact` that queues transactions before they connect, so that at most one of the
 * process's connections waits for other processes. Throws a DatabaseUnavailableError if the queue
 * takes too long.
 */
export function transactOn(db: Kysely<Database>): Engine['transact'] {
  let last: Promise<unknown> = Promise.resolve()
  return async (work) => {
    const before = last
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    last = before.then(() => ended)
    try {
      await turnAfter(before)
      return await db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(${sql.lit(writeLock)})`.execute(trx)
        return work(trx)
      })
    } finally {
      end()
    }
  }
}

async function turnAfter(before: Promise<unknown>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new DatabaseUnavailableError('slow')), patienceMs)
  await Promise.race([before, late]).finally(() => clearTimeout(timer))
}

/** Returns a `transact` for events: commits don't wait for the disk, one at a time per process. */
export function transactEventsOn(db: Kysely<Database>): Engine['transactEvents'] {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(work: (trx: Transaction<Database>) => Promise<Result>) => {
    const result = last.then(() =>
      db.transaction().execute(async (trx) => {
        await sql`set local synchronous_commit = off`.execute(trx)
        return work(trx)
      }),
    )
    last = result.catch(() => {})
    return result
  }
}
