import { type Kysely, sql, type Transaction } from 'kysely'
import type { Engine } from '../engine-type.ts'
import type { Database } from '../schema.ts'

/** The advisory lock of every transaction that has to be alone. */
const writeLock = 7_201_002

export function transactOn(db: Kysely<Database>): Engine['transact'] {
  return (work) =>
    db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(writeLock)})`.execute(trx)
      return work(trx)
    })
}

/**
 * A commit of events does not wait for the disk. Those of one process come one after the other. And
 * compiling a roll-up's statement to machine code can take longer than running it.
 */
export function transactEventsOn(db: Kysely<Database>): Engine['transactEvents'] {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(work: (trx: Transaction<Database>) => Promise<Result>) => {
    const result = last.then(() =>
      db.transaction().execute(async (trx) => {
        await sql`
          select set_config('synchronous_commit', 'off', true), set_config('jit', 'off', true)`.execute(
          trx,
        )
        return work(trx)
      }),
    )
    last = result.catch(() => {})
    return result
  }
}
