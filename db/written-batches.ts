import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

/**
 * A connection to a server can break after a commit and before its answer. The batch is then
 * written again under the same id, in case it wasn't stored.
 */

/** Idempotency window: a batch retried later than this would be written twice. */
const rememberedMs = 60 * 60_000

/**
 * Records, in a batch's own transaction, that it is written. Returns false if it was before: then
 * write nothing of it.
 */
export async function isFirstWrite(trx: Kysely<Database>, batch: string): Promise<boolean> {
  const noted = await trx
    .insertInto('written_batches')
    .values({ id: batch, at: Date.now() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

export async function forgetWritten(trx: Kysely<Database>): Promise<void> {
  const before = Date.now() - rememberedMs
  await trx.deleteFrom('written_batches').where('at', '<', before).execute()
}
