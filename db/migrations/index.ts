import type { Migration } from 'kysely/migration'
import * as posts from './0001-posts.ts'
import * as accounts from './0002-accounts.ts'
import * as newsletter from './0003-newsletter.ts'
import * as moderation from './0004-moderation.ts'
import * as dmca from './0005-dmca.ts'
import * as backlinks from './0006-backlinks.ts'
import * as analytics from './0007-analytics.ts'
import * as listOrders from './0008-list-orders.ts'
import * as outboxDelivery from './0009-outbox-delivery.ts'
import * as analyticsDays from './0010-analytics-days.ts'
import * as demoData from './0011-demo-data.ts'
import * as tokenOrigin from './0012-token-origin.ts'
import * as emptyDays from './0013-empty-days.ts'
import * as dmcaMail from './0014-dmca-mail.ts'
import * as covers from './0016-covers.ts'
import * as contactMessages from './0017-contact-messages.ts'
import * as extractionSession from './0018-extraction-session.ts'
import * as sourceHealth from './0019-source-health.ts'
import * as sourceCanaries from './0020-source-canaries.ts'
import * as batches from './0021-batches.ts'
import * as passkeys from './0023-passkeys.ts'
import * as listViews from './0024-list-views.ts'
import * as bulkRuns from './0025-bulk-runs.ts'
import * as dmcaQueue from './0026-dmca-queue.ts'
import * as outreachMail from './0027-outreach-mail.ts'
import * as analyticsInbox from './0028-analytics-inbox.ts'
import * as processes from './0029-processes.ts'

/** Frozen once landed: a change to the schema is a new entry at the end. */
export const migrations: Record<string, Migration> = {
  '0001-posts': posts,
  '0002-accounts': accounts,
  '0003-newsletter': newsletter,
  '0004-moderation': moderation,
  '0005-dmca': dmca,
  '0006-backlinks': backlinks,
  '0007-analytics': analytics,
  '0008-list-orders': listOrders,
  '0009-outbox-delivery': outboxDelivery,
  '0010-analytics-days': analyticsDays,
  '0011-demo-data': demoData,
  '0012-token-origin': tokenOrigin,
  '0013-empty-days': emptyDays,
  '0014-dmca-mail': dmcaMail,
  '0016-covers': covers,
  '0017-contact-messages': contactMessages,
  '0018-extraction-session': extractionSession,
  '0019-source-health': sourceHealth,
  '0020-source-canaries': sourceCanaries,
  '0021-batches': batches,
  '0023-passkeys': passkeys,
  '0024-list-views': listViews,
  '0025-bulk-runs': bulkRuns,
  '0026-dmca-queue': dmcaQueue,
  '0027-outreach-mail': outreachMail,
  '0028-analytics-inbox': analyticsInbox,
  '0029-processes': processes,
}
