import type { AccountsTables } from './tables/accounts.ts'
import type { AnalyticsTables } from './tables/analytics.ts'
import type { BacklinksTables } from './tables/backlinks.ts'
import type { DmcaTables } from './tables/dmca.ts'
import type { LookupsTables } from './tables/lookups.ts'
import type { MessagesTables } from './tables/messages.ts'
import type { OperationsTables } from './tables/operations.ts'
import type { PostsTables } from './tables/posts.ts'
import type { WebhooksTables } from './tables/webhooks.ts'

export type * from './tables/accounts.ts'
export type * from './tables/analytics.ts'
export type * from './tables/backlinks.ts'
export type * from './tables/dmca.ts'
export type * from './tables/lookups.ts'
export type * from './tables/messages.ts'
export type * from './tables/operations.ts'
export type * from './tables/posts.ts'
export type * from './tables/webhooks.ts'

/** All tables, described in `db/tables`. All times are unix milliseconds, UTC. */
export interface Database
  extends PostsTables,
    LookupsTables,
    AccountsTables,
    MessagesTables,
    DmcaTables,
    BacklinksTables,
    OperationsTables,
    AnalyticsTables,
    WebhooksTables {}
