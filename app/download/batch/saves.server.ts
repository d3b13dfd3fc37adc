import { log } from '#app/observe/log.server.ts'
import { sha256 } from '#app/secrets/sha256.ts'
import { transact } from '#db/engine.ts'
import type { SavedMark } from '#db/schema.ts'
import { touch } from './batch.server.ts'

/**
 * Marks posts of the batch at a secret address as saved and updates its open pages. Failures are
 * only logged: the files have been sent.
 */
export async function markSaved(
  token: string,
  postIds: readonly string[],
  mark: SavedMark,
): Promise<void> {
  try {
    await transact(async (trx) => {
      const batch = await trx
        .selectFrom('batches')
        .select('id')
        .where('token_hash', '=', sha256(token))
        .executeTakeFirst()
      if (batch === undefined) return
      await trx
        .updateTable('batch_links')
        .set({ saved: mark })
        .where('batch_id', '=', batch.id)
        .where('post_id', 'in', postIds)
        .execute()
      await touch(trx, batch.id)
    })
  } catch (error) {
    log.warn({ err: error }, 'saved posts of a batch not marked')
  }
}

export async function noteZip(batchId: number, saveId: string): Promise<void> {
  await transact((trx) => touch(trx, batchId, { zip_save: saveId }))
}
