import type { Kysely } from 'kysely'
import { enqueue } from '#app/jobs/queue.server.ts'
import { topicChanged } from '#app/live/live-topics.server.ts'
import type { Database } from '#db/schema.ts'

/** Has the marked backlinks checked, and in a weekly run also those not checked for a day. */
export async function enqueueChecks(trx: Kysely<Database>, weekly = false): Promise<void> {
  const key = weekly ? 'weekly' : 'marked'
  await enqueue(trx, 'link-checks', [{ payload: { weekly }, key }])
  topicChanged('checks')
}
