import type { AnalyticsEventsTable, AnalyticsMetrics } from '#db/schema.ts'

/** What events are told apart by. Each has at most 1,000 keys a day, the rest count as `otherKey`. */
export const dimensions = [
  'path',
  'channel',
  'source',
  'country',
  'language',
  'device',
  'browser',
  'os',
  'format',
  'error',
  'post',
  'scroll',
  'bot',
] as const
export type Dimension = (typeof dimensions)[number]

/**
 * Which dimensions are also counted within each key of another, so that a click on that key can
 * filter the page. Not all of them: each pair costs rows and writing time for ever.
 */
export const crossings: Partial<Record<Dimension, readonly Dimension[]>> = {
  path: ['channel', 'country', 'language', 'device', 'scroll'],
  channel: ['path', 'source', 'country', 'device', 'format', 'error'],
  country: ['path', 'channel', 'language', 'device', 'browser', 'os', 'format', 'error', 'post'],
  language: ['path', 'channel', 'country', 'device'],
  device: ['path', 'channel', 'country', 'browser', 'os', 'format', 'error', 'scroll'],
  browser: ['device', 'os', 'format', 'error'],
  os: ['device', 'browser', 'format', 'error'],
  format: ['channel', 'country', 'device', 'browser', 'os', 'error', 'post'],
  error: ['country', 'device', 'browser', 'os', 'format'],
}

/** The dimension of the roll-up over everything, whose one key is empty. */
export const everything = 'all'
export const otherKey = '(other)'
export const keysPerDay = 1000

export const metricNames = [
  'views',
  'visitors',
  'visits',
  'lookups',
  'failed_lookups',
  'saves',
  'failed_saves',
  'attempts',
  'reads',
  'bytes',
  'save_ms',
  'read_ms',
  'bots',
] as const satisfies (keyof AnalyticsMetrics)[]

export type Metrics = AnalyticsMetrics

export function noMetrics(): Metrics {
  return {
    views: 0,
    visitors: 0,
    visits: 0,
    lookups: 0,
    failed_lookups: 0,
    saves: 0,
    failed_saves: 0,
    attempts: 0,
    reads: 0,
    bytes: 0,
    save_ms: 0,
    read_ms: 0,
    bots: 0,
  }
}

export function addMetrics(sum: Metrics, more: Metrics): void {
  for (const name of metricNames) sum[name] += more[name]
}

type EventFacts = Pick<
  AnalyticsEventsTable,
  'kind' | 'new_visitor' | 'new_visit' | 'error' | 'bytes' | 'ms'
>

/** What one event adds to each roll-up that it belongs to. */
export function addEvent(sum: Metrics, event: EventFacts): void {
  sum.visitors += event.new_visitor
  sum.visits += event.new_visit
  const failed = event.error !== null
  switch (event.kind) {
    case 'page_view':
      sum.views += 1
      return
    case 'lookup':
      if (failed) sum.failed_lookups += 1
      else sum.lookups += 1
      return
    case 'save':
      if (failed) sum.failed_saves += 1
      else sum.saves += 1
      sum.bytes += event.bytes
      sum.save_ms += event.ms
      return
    case 'attempt':
      sum.attempts += 1
      return
    case 'read':
      sum.reads += 1
      sum.read_ms += event.ms
      return
    case 'bot':
      sum.bots += 1
  }
}

/** The same as SQL over rows of `analytics_events`, for the check of the roll-ups. */
export const metricSql: Record<keyof Metrics, string> = {
  views: `sum(kind = 'page_view')`,
  visitors: 'sum(new_visitor)',
  visits: 'sum(new_visit)',
  lookups: `sum(kind = 'lookup' and error is null)`,
  failed_lookups: `sum(kind = 'lookup' and error is not null)`,
  saves: `sum(kind = 'save' and error is null)`,
  failed_saves: `sum(kind = 'save' and error is not null)`,
  attempts: `sum(kind = 'attempt')`,
  reads: `sum(kind = 'read')`,
  bytes: `sum(iif(kind = 'save', bytes, 0))`,
  save_ms: `sum(iif(kind = 'save', ms, 0))`,
  read_ms: `sum(iif(kind = 'read', ms, 0))`,
  bots: `sum(kind = 'bot')`,
}

export const dayMs = 86_400_000
export const hourMs = 3_600_000

/** The UTC day of a time, as the roll-ups number it. */
export function dayOf(at: number): number {
  return Math.floor(at / dayMs)
}
