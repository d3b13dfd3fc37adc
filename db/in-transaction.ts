import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

/** Does some work in a transaction of its own, or in the one that `executor` is already. */
export function inTransaction<Result>(
  executor: Kysely<Database>,
  work: (trx: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  return executor.isTransaction ? work(executor) : executor.transaction().execute(work)
}
