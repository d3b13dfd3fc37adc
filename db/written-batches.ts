import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

/**
 * A connection to a server can break after a transaction was committed and before the answer is here.
 * Who can't tell whether a batch is on record writes it again, under the same id.
 */

/** So long after it was written a batch can be tried again; then it would be written twice. */
const rememberedMs = 60 * 60_000

/**
 * Notes in the transaction that writes a batch that it is written. Returns false if it was written
 * before: then nothing of it may be written again.
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

/** Forgets batches that no process can try again any more. */
export async function forgetWritten(trx: Kysely<Database>): Promise<void> {
  const before = Date.now() - rememberedMs
  await trx.deleteFrom('written_batches').where('at', '<', before).execute()
}
