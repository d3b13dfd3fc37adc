import type { Selectable } from 'kysely'
import { type CamelKeys, camelKeys } from '#db/camel-keys.ts'
import { db } from '#db/engine.ts'
import { reads } from '#db/reads.ts'
import type { SubscriberStatus, SubscribersTable } from '#db/schema.ts'

const columns = [
  'email',
  'status',
  'language',
  'source',
  'created_at',
  'confirmed_at',
  'unsubscribed_at',
] as const

/** A subscriber as operators see them, without tokens; times in unix ms. */
export type Subscriber = CamelKeys<Pick<Selectable<SubscribersTable>, (typeof columns)[number]>>

const step = 500

export async function countSubscribers(): Promise<Record<SubscriberStatus, number>> {
  const rows = await reads
    .selectFrom('subscribers')
    .select((eb) => ['status', eb.fn.countAll<number>().as('n')])
    .groupBy('status')
    .execute()
  const counts = { unconfirmed: 0, confirmed: 0, unsubscribed: 0 }
  for (const { status, n } of rows) counts[status] = n
  return counts
}

/** Yields all subscribers in the order of signing up, read in small steps, for an export. */
export async function* eachSubscriber(status: SubscriberStatus | null): AsyncGenerator<Subscriber> {
  let after = 0
  for (;;) {
    let query = db
      .selectFrom('subscribers')
      .select(['id', ...columns])
      .where('id', '>', after)
      .orderBy('id')
      .limit(step)
    if (status !== null) query = query.where('status', '=', status)
    const rows = await query.execute()
    for (const { id: _, ...subscriber } of rows) yield camelKeys(subscriber)
    const last = rows.at(-1)
    if (last === undefined || rows.length < step) return
    after = last.id
  }
}
