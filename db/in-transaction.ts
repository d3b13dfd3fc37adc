import type { Kysely } from 'kysely'
import { transact } from './engine.ts'
import type { Database } from './schema.ts'

/** Runs `work` in a new transaction, or in `executor` if that is one already. */
export function inTransaction<Result>(
  executor: Kysely<Database>,
  work: (trx: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  return executor.isTransaction ? work(executor) : transact(work)
}
