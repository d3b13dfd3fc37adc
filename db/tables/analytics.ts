import type { Generated } from 'kysely'

export type AnalyticsTables = {
  /** `at` is when the batch was added. */
  analytics_inbox: { id: Generated<number>; at: number; events: string }
  analytics_events: AnalyticsEventsTable
  /** Last sighting of today's and yesterday's visitors, and the source of the visit. */
  analytics_visits: {
    visitor: string
    last_at: number
    channel: string
    source: string
    campaign: string | null
  }
  analytics_hours: AnalyticsMetrics & { hour: number }
  analytics_days: AnalyticsMetrics & { dimension: string; day: number; key: string }
  analytics_months: AnalyticsMetrics & { dimension: string; first_day: number; key: string }
  analytics_pair_days: AnalyticsPair & { day: number }
  analytics_pair_months: AnalyticsPair & { first_day: number }
  analytics_pair_progress: { pair: number; last_event: number }
  /** Time zones of the roll-ups' days; the last is in force. */
  analytics_zones: {
    id: Generated<number>
    zone: string
    /** The first day it applies to; earlier days stay as they are. */
    from_day: number
    /** 0 while kept events are still being moved to their new days. */
    moved: number
    /** When sources, campaigns and browsers began to be told apart as now. Null if always so. */
    sources_since: number | null
  }
}

export type AnalyticsKind = 'page_view' | 'lookup' | 'save' | 'attempt' | 'read' | 'bot'

/** Single events, kept for 30 days to check the roll-ups against. */
export type AnalyticsEventsTable = {
  id: Generated<number>
  at: number
  /** The day it counted for, in the site's time zone, numbered as in the roll-ups. */
  day: number
  kind: AnalyticsKind
  /** A keyed hash that can't be recomputed after the next day. Null for bots. */
  visitor: string | null
  /** 0 or 1: the visitor's first event of this day, and the first of a visit. */
  new_visitor: number
  new_visit: number
  path: string | null
  channel: string | null
  source: string | null
  country: string | null
  language: string | null
  device: string | null
  browser: string | null
  os: string | null
  format: string | null
  /** Why a look-up or download failed. Null if it didn't. */
  error: string | null
  post: string | null
  /** Share of a page that was read, in percent: 0, 25, 50, 75 or 100. */
  scroll: string | null
  /** Why a request counted as a bot's. */
  bot: string | null
  /** Of the post, or of the link if no post was found. */
  platform: string | null
  /** Of a link that named one. */
  campaign: string | null
  bytes: number
  /** Duration of a look-up or download, or how long a page was open. */
  ms: number
}

/**
 * Sums of a roll-up. A `day` is a date in the site's time zone, as days since 1 January 1970; an
 * `hour` is whole hours since then in UTC.
 */
export type AnalyticsMetrics = {
  views: number
  visitors: number
  visits: number
  lookups: number
  failed_lookups: number
  saves: number
  failed_saves: number
  attempts: number
  reads: number
  bytes: number
  save_ms: number
  read_ms: number
  bots: number
}

/** A key of one dimension with one of another, for filtered pages. */
type AnalyticsPair = AnalyticsMetrics & {
  /** Identifies the two dimensions: see app/analytics/dimensions.ts. */
  pair: number
  key_a: string
  key_b: string
}
