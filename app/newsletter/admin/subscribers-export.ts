import { z } from 'zod'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { recordAudit } from '#app/audit/audit.server.ts'
import { type CsvRow, csvResponse, csvTime } from '#app/lists/csv-response.server.ts'
import { eachSubscriber } from '#app/newsletter/subscriber-list.server.ts'
import { siteToday } from '#app/settings/settings.server.ts'
import type { SubscriberStatus } from '#db/schema.ts'
import type { Route } from './+types/subscribers-export'

const columns = ['email', 'status', 'language', 'source', 'signed_up', 'confirmed', 'unsubscribed']
const Status = z.enum(['unconfirmed', 'confirmed', 'unsubscribed']).nullable().catch(null)

/** The newsletter's subscribers, all or those of one status, in the order of signing up. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const status = Status.parse(url.searchParams.get('status'))
  if (request.method !== 'HEAD') {
    await recordAudit({
      actor: actorOf(context),
      action: 'subscribers.exported',
      object: { type: 'subscriber', id: null },
      after: { status: status ?? 'all' },
    })
  }
  return csvResponse(context, request, {
    fileName: `subscribers-${siteToday()}`,
    columns,
    rows: rows(status),
  })
}

async function* rows(status: SubscriberStatus | null): AsyncGenerator<CsvRow> {
  for await (const subscriber of eachSubscriber(status)) {
    yield [
      subscriber.email,
      subscriber.status,
      subscriber.language,
      subscriber.source,
      csvTime(subscriber.createdAt),
      csvTime(subscriber.confirmedAt),
      csvTime(subscriber.unsubscribedAt),
    ]
  }
}
