import { z } from 'zod'
import { auditedExport } from '#app/accounts/middleware/audited-export.server.ts'
import { type CsvColumns, csvTime } from '#app/lists/csv-response.server.ts'
import { eachSubscriber, type Subscriber } from '#app/newsletter/subscriber-list.server.ts'
import type { Route } from './+types/subscribers-export'

const columns: CsvColumns<Subscriber> = {
  email: (subscriber) => subscriber.email,
  status: (subscriber) => subscriber.status,
  language: (subscriber) => subscriber.language,
  source: (subscriber) => subscriber.source,
  signed_up: (subscriber) => csvTime(subscriber.createdAt),
  confirmed: (subscriber) => csvTime(subscriber.confirmedAt),
  unsubscribed: (subscriber) => csvTime(subscriber.unsubscribedAt),
}
const Status = z.enum(['unconfirmed', 'confirmed', 'unsubscribed']).nullable().catch(null)

/** Exports the newsletter's subscribers, all or of one status, in the order of signing up. */
export function loader(args: Route.LoaderArgs) {
  const status = Status.parse(args.url.searchParams.get('status'))
  return auditedExport(args, {
    name: 'subscribers',
    audit: {
      action: 'subscribers.exported',
      object: { type: 'subscriber', id: null },
      after: { status: status ?? 'all' },
    },
    columns,
    rows: eachSubscriber(status),
  })
}
