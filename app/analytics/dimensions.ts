import { dayMs } from '#app/time/durations.ts'
import type { AnalyticsEventsTable, AnalyticsMetrics } from '#db/schema.ts'

/** The dimensions of events. Each has at most 1,000 keys a day. More keys count as `otherKey`. */
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
  'platform',
  'campaign',
] as const
export type Dimension = (typeof dimensions)[number]

const ofVisitors = [
  'channel',
  'source',
  'country',
  'language',
  'device',
  'browser',
  'os',
  'campaign',
] as const
/** Dimensions that some kind of event has besides its visitor's. No other combinations exist. */
const besides = [
  ['path', 'scroll'],
  ['format', 'error', 'post', 'platform'],
] as const

/** True if all events of a visit have one key. Within other dimensions, visits aren't known. */
export function isOfVisitors(dimension: Dimension): boolean {
  const known: readonly Dimension[] = ofVisitors
  return known.includes(dimension)
}

/** Most visits have none, so the rest of a sum isn't other keys'. */
export function isRare(dimension: Dimension): boolean {
  return dimension === 'campaign'
}

/** Two dimensions that are also counted together, so that a click on a key filters the page. */
export type Pair = { id: number; a: Dimension; b: Dimension }

/** All pairs of dimensions that an event can have, in the order of the list above. */
export const pairs: readonly Pair[] = dimensions.flatMap((a, first) =>
  dimensions.slice(first + 1).flatMap((b, distance) => {
    const together = besides.some((also) => {
      const known: readonly Dimension[] = [...ofVisitors, ...also]
      return known.includes(a) && known.includes(b)
    })
    // The number is stored: a new dimension comes last in the list.
    return together ? [{ id: first * 100 + first + 1 + distance, a, b }] : []
  }),
)

/** Returns the pair of two dimensions, and if the first is its `a`. Null if they have no pair. */
export function pairOf(one: Dimension, other: Dimension): { pair: Pair; isFirst: boolean } | null {
  const pair = pairs.find(({ a, b }) => (a === one && b === other) || (a === other && b === one))
  return pair === undefined ? null : { pair, isFirst: pair.a === one }
}

/** The dimension of the roll-up of all events, whose only key is empty. */
export const everything = 'all'
export const otherKey = '(other)'
export const keysPerDay = 1000

export type Metrics = AnalyticsMetrics

const zeros: Metrics = {
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

export const metricNames = Object.keys(zeros) as (keyof Metrics)[]

export function noMetrics(): Metrics {
  return { ...zeros }
}

export function addMetrics(sum: Metrics, more: Metrics, times = 1): void {
  for (const name of metricNames) sum[name] += times * more[name]
}

export function totalOf(parts: Iterable<Metrics>): Metrics {
  const total = noMetrics()
  for (const part of parts) addMetrics(total, part)
  return total
}

type EventFacts = Pick<
  AnalyticsEventsTable,
  'kind' | 'new_visitor' | 'new_visit' | 'error' | 'bytes' | 'ms'
>

/** Adds an event to a sum. `times` -1 takes it out again. */
export function addEvent(sum: Metrics, event: EventFacts, times = 1): void {
  sum.visitors += times * event.new_visitor
  sum.visits += times * event.new_visit
  const failed = event.error !== null
  switch (event.kind) {
    case 'page_view':
      sum.views += times
      return
    case 'lookup':
      if (failed) sum.failed_lookups += times
      else sum.lookups += times
      return
    case 'save':
      if (failed) sum.failed_saves += times
      else sum.saves += times
      sum.bytes += times * event.bytes
      sum.save_ms += times * event.ms
      return
    case 'attempt':
      sum.attempts += times
      return
    case 'read':
      sum.reads += times
      sum.read_ms += times * event.ms
      return
    case 'bot':
      sum.bots += times
  }
}

/** The same as SQL over rows of `analytics_events`, for the check of the roll-ups. */
export const metricSql: Record<keyof Metrics, string> = {
  views: `count(*) filter (where kind = 'page_view')`,
  visitors: 'sum(new_visitor)',
  visits: 'sum(new_visit)',
  lookups: `count(*) filter (where kind = 'lookup' and error is null)`,
  failed_lookups: `count(*) filter (where kind = 'lookup' and error is not null)`,
  saves: `count(*) filter (where kind = 'save' and error is null)`,
  failed_saves: `count(*) filter (where kind = 'save' and error is not null)`,
  attempts: `count(*) filter (where kind = 'attempt')`,
  reads: `count(*) filter (where kind = 'read')`,
  bytes: `sum(case when kind = 'save' then bytes else 0 end)`,
  save_ms: `sum(case when kind = 'save' then ms else 0 end)`,
  read_ms: `sum(case when kind = 'read' then ms else 0 end)`,
  bots: `count(*) filter (where kind = 'bot')`,
}

/** Returns the UTC day of a time, for which a visitor's id lasts. Roll-ups use the site's days. */
export function utcDayOf(at: number): number {
  return Math.floor(at / dayMs)
}
