import type { Generated } from 'kysely'

export type WebhooksTables = {
  webhook_endpoints: {
    id: string
    url: string
    /** JSON: the event types that it is sent. */
    events: string
    /** Sealed. */
    secret: string
    /** The secret before, also sealed, which signs as well until then. */
    old_secret: string | null
    old_secret_until: number | null
    created_at: number
    /** Null while it is on. */
    off_at: number | null
    off_reason: 'operator' | 'gone' | 'failing' | null
    /** No delivery is tried before, since its server asked for less. */
    paused_until: Generated<number>
  }
  /** Events sent to an endpoint. Only its newest finished ones are kept. */
  webhook_deliveries: {
    id: Generated<number>
    endpoint_id: string
    /** Stays the same for each try, and for all endpoints that are sent the event. */
    message_id: string
    type: string
    body: string
    state: 'waiting' | 'done' | 'failed'
    attempts: Generated<number>
    created_at: number
    next_try_at: number
    tried_at: number | null
    /** The last try's HTTP status and the start of its answer. Null without an answer. */
    status: number | null
    answer: string | null
    /** Why the last try failed. Null if it didn't. */
    error: string | null
  }
  /** Sources of posts that fail, and since when. */
  source_outages: { source: string; platform: string; since: number }
}
