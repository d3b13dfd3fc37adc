import { dayMs } from '#app/time/durations.ts'
import { files, transact } from '#db/engine.ts'

const batch = 2_000
/** A run ends after so many batches; the next one goes on. */
const batches = 50

/**
 * Deletes posts that no one has asked for in so many days, with all that is kept of
 * them. A flagged or removed post stays: forgetting it would lift the block. Returns how many.
 */
export async function purgeOldPosts(retentionDays: number, now = Date.now()): Promise<number> {
  const before = now - retentionDays * dayMs
  let purged = 0
  for (let n = 0; n < batches; n += 1) {
    const { numDeletedRows } = await transact((trx) =>
      trx
        .deleteFrom('posts')
        .where('seq', 'in', (eb) =>
          eb
            .selectFrom('posts')
            .select('seq')
            .where('status', '=', 'active')
            .where('last_seen_at', '<', before)
            .limit(batch)
            // One that someone changes right now is left for the next run; a file has one writer anyway.
            .$if(files === null, (posts) => posts.forUpdate().skipLocked()),
        )
        .executeTakeFirst(),
    )
    purged += Number(numDeletedRows)
    if (numDeletedRows < batch) break
    // Visitors come first: the connection is free between two batches.
    await new Promise(setImmediate)
  }
  return purged
}
