import type { Generated } from 'kysely'

/** Events, and what is counted of them. */
export type AnalyticsTables = {
  /** `at` is when the batch was put there. */
  analytics_inbox: { id: Generated<number>; at: number; events: string }
  analytics_events: AnalyticsEventsTable
  analytics_visits: AnalyticsVisitsTable
  analytics_hours: AnalyticsMetrics & { hour: number }
  analytics_days: AnalyticsMetrics & { dimension: string; day: number; key: string }
  analytics_months: AnalyticsMetrics & { dimension: string; first_day: number; key: string }
  analytics_pair_days: AnalyticsPair & { day: number }
  analytics_pair_months: AnalyticsPair & { first_day: number }
  analytics_pair_progress: { pair: number; last_event: number }
  analytics_zones: AnalyticsZonesTable
}

export type AnalyticsKind = 'page_view' | 'lookup' | 'save' | 'attempt' | 'read' | 'bot'

/** What happened, one by one: kept for 30 days, what the roll-ups are checked against. */
export type AnalyticsEventsTable = {
  id: Generated<number>
  at: number
  /** The day it was counted on: of the site's time zone, numbered as the roll-ups do. */
  day: number
  kind: AnalyticsKind
  /** A keyed hash that no one can make again after the next day; null for bots. */
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
  /** Why a look-up or a save failed; null when it did not. */
  error: string | null
  post: string | null
  /** How far a page was read, in per cent: 0, 25, 50, 75 or 100. */
  scroll: string | null
  /** Why a request was taken for a bot's. */
  bot: string | null
  bytes: number
  /** How long a look-up or a save took, or a page stayed open. */
  ms: number
}

/** Where each visitor of today and yesterday was last seen, and where the visit came from. */
type AnalyticsVisitsTable = {
  visitor: string
  last_at: number
  channel: string
  source: string
}

/**
 * Sums of a roll-up. A `day` is a date of the site's time zone, as its number of days since 1 January
 * 1970; an `hour` is the number of whole hours since then in UTC.
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

/** A key of one dimension together with one of another: what a filtered page shows. */
type AnalyticsPair = AnalyticsMetrics & {
  /** Names the two dimensions: see app/analytics/dimensions.ts. */
  pair: number
  key_a: string
  key_b: string
}

/** The time zones whose days the roll-ups are of, the last one in force. */
type AnalyticsZonesTable = {
  id: Generated<number>
  zone: string
  /** The first day that is counted by it; those before stay as they are. */
  from_day: number
  /** 0 while events that are held are still being moved to their new days. */
  moved: number
}
