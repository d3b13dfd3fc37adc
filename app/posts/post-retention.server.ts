import { dayMs } from '#app/time/durations.ts'
import { files, transact } from '#db/engine.ts'

const batch = 2_000
/** Max batches per run. The next run continues. */
const batches = 50

/**
 * Deletes posts that no one has requested for `retentionDays`, with all their data, and returns
 * their number. Flagged and removed posts stay, since deleting one would lift the block.
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
            // A post that is being changed is left for the next run. SQLite has one writer anyway.
            .$if(files === null, (posts) => posts.forUpdate().skipLocked()),
        )
        .executeTakeFirst(),
    )
    purged += Number(numDeletedRows)
    if (numDeletedRows < batch) break
    // Frees the connection for visitors between two batches.
    await new Promise(setImmediate)
  }
  return purged
}
