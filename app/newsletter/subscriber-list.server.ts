import { db } from '#db/client.ts'
import type { SubscriberStatus } from '#db/schema.ts'

/** A subscriber as operators see one, without tokens; times in unix milliseconds. */
export type Subscriber = {
  email: string
  status: SubscriberStatus
  language: string
  /** The path of the page where the address was entered. */
  source: string
  createdAt: number
  confirmedAt: number | null
  unsubscribedAt: number | null
}

const step = 500

export async function countSubscribers(): Promise<Record<SubscriberStatus, number>> {
  const rows = await db
    .selectFrom('subscribers')
    .select((eb) => ['status', eb.fn.countAll<number>().as('n')])
    .groupBy('status')
    .execute()
  const counts = { unconfirmed: 0, confirmed: 0, unsubscribed: 0 }
  for (const { status, n } of rows) counts[status] = n
  return counts
}

/** Every subscriber in the order of signing up, read in small steps: for an export. */
export async function* eachSubscriber(status: SubscriberStatus | null): AsyncGenerator<Subscriber> {
  let after = 0
  for (;;) {
    let query = db
      .selectFrom('subscribers')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(step)
    if (status !== null) query = query.where('status', '=', status)
    const rows = await query.execute()
    for (const row of rows) {
      yield {
        email: row.email,
        status: row.status,
        language: row.language,
        source: row.source,
        createdAt: row.created_at,
        confirmedAt: row.confirmed_at,
        unsubscribedAt: row.unsubscribed_at,
      }
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < step) return
    after = last.id
  }
}
