import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { CountedRequest } from '#app/analytics/count.server.ts'
import { enqueue } from '#app/jobs/queue.server.ts'
import { afterCommit } from '#db/after-commit.ts'
import type { Database } from '#db/schema.ts'

/**
 * Batches' visitors, to count their look-ups. Only in this process's memory, until a batch is done:
 * nothing is counted after a restart, or where another process does a look-up.
 */
export const askers = new LRUCache<number, CountedRequest>({ max: 2_000 })

/** Queues look-ups of that many of a batch's links, and counts them for `asker`. */
export async function queueLookups(
  trx: Kysely<Database>,
  batchId: number,
  links: number,
  asker: CountedRequest,
): Promise<void> {
  afterCommit(() => askers.set(batchId, asker))
  await enqueue(
    trx,
    'batch',
    Array.from({ length: links }, () => ({ payload: {} })),
  )
}
