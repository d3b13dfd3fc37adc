import type { Kysely } from 'kysely'
import { transact } from './engine.ts'
import type { Database } from './schema.ts'

/** Does some work in a transaction of its own, or in the one that `executor` is already. */
export function inTransaction<Result>(
  executor: Kysely<Database>,
  work: (trx: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  return executor.isTransaction ? work(executor) : transact(work)
}
