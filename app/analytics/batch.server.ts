import { dayMs, hourMs } from '#app/time/durations.ts'
import { dayIn } from '#app/time/zone-days.ts'
import type { AnalyticsEventsTable } from '#db/schema.ts'
import type { EventConnection } from '#db/sqlite/event-connection.ts'
import type { BotCode, FailureCode, FormatCode, ScrollCode } from './code-names.ts'
import { addEvent, dimensions, everything, utcDayOf } from './dimensions.ts'
import type { KnownKeys } from './rollups/known-keys.server.ts'
import { firstOfMonth } from './rollups/months.ts'
import { metricValues, type Sums, sumOf, sumsIn, upsertSql } from './rollups/rollup-sums.ts'
import type { TrafficSource } from './traffic-source.ts'

export type StoredEvent = Omit<AnalyticsEventsTable, 'id'> & { id: number }

/** What is stored as a code; each has a word. */
type Codes = {
  error: FailureCode | null
  format: FormatCode | null
  channel: TrafficSource['channel'] | null
  scroll: ScrollCode | null
  bot: BotCode | null
}

/** What is counted; the writer adds its number, its day, and whether it begins a visit. */
export type AnalyticsEvent = Omit<
  StoredEvent,
  'id' | 'day' | 'new_visitor' | 'new_visit' | keyof Codes
> &
  Codes & {
    /** The same visitor by yesterday's salt, where that may have been the same day or visit. */
    previousVisitor: string | null
  }

/** What an event says that says nothing beyond its kind and time. */
export const noFacts = {
  visitor: null,
  previousVisitor: null,
  path: null,
  channel: null,
  source: null,
  country: null,
  language: null,
  device: null,
  browser: null,
  os: null,
  format: null,
  error: null,
  post: null,
  scroll: null,
  bot: null,
  bytes: 0,
  ms: 0,
} as const satisfies Omit<AnalyticsEvent, 'kind' | 'at'>

const visitMs = 30 * 60_000
const startsVisit: ReadonlySet<string> = new Set(['page_view', 'lookup', 'save'])

type Visit = { last_at: number; channel: string; source: string }

const eventColumns = [
  'id',
  'at',
  'day',
  'kind',
  'visitor',
  'new_visitor',
  'new_visit',
  ...dimensions,
  'bytes',
  'ms',
] as const satisfies (keyof StoredEvent)[]

/**
 * Writes batches of events over a connection of its own. Raw events, visits and roll-ups by hour
 * and day change in one transaction: whenever the process dies, they agree.
 */
export function createBatchWriter(
  connection: EventConnection,
  keys: KnownKeys,
  timeZone: () => string,
) {
  const insertEvent = connection.prepare(
    `insert into analytics_events (${eventColumns.join(', ')})
     values (${eventColumns.map(() => '?').join(', ')})`,
  )
  const readVisit = connection.prepare<[string], Visit>(
    'select last_at, channel, source from analytics_visits where visitor = ?',
  )
  const writeVisit = connection.prepare(
    `insert into analytics_visits (visitor, last_at, channel, source) values (?, ?, ?, ?)
     on conflict do update set last_at = max(last_at, excluded.last_at),
       channel = excluded.channel, source = excluded.source`,
  )
  const upserts = {
    hours: connection.prepare(upsertSql('analytics_hours', ['hour'])),
    days: connection.prepare(upsertSql('analytics_days', ['dimension', 'day', 'key'])),
  }
  const reopenMonth = connection.prepare(
    `delete from analytics_months where dimension = '${everything}' and first_day = ?`,
  )
  // Numbers grow even when every event was deleted: what is counted later goes by them.
  const lastNumber = connection
    .prepare<[], number>(
      `select max(ifnull((select max(id) from analytics_events), 0),
                  ifnull((select max(last_event) from analytics_pair_progress), 0))`,
    )
    .pluck()
  let lastId: number | null = null

  function store(event: AnalyticsEvent): StoredEvent {
    const { previousVisitor, ...rest } = event
    const { visitor, at, kind } = rest
    const zone = timeZone()
    const day = dayIn(zone, at)
    lastId = (lastId ?? lastNumber.get() ?? 0) + 1
    const stored: StoredEvent = { ...rest, id: lastId, day, new_visitor: 0, new_visit: 0 }
    if (visitor === null) return stored
    let visit = readVisit.get(visitor)
    if (startsVisit.has(kind)) {
      const known = visit
      if (visit === undefined && previousVisitor !== null) visit = readVisit.get(previousVisitor)
      // The id changes at midnight in UTC and the day at that of the site, but one is a visitor once.
      const seen = [known, visit].some(
        (one) => one !== undefined && dayIn(zone, one.last_at) >= day,
      )
      if (!seen) stored.new_visitor = 1
      if (visit === undefined || at - visit.last_at >= visitMs) {
        stored.new_visit = 1
        visit = { last_at: at, channel: stored.channel ?? '', source: stored.source ?? '' }
      }
      writeVisit.run(visitor, at, visit.channel, visit.source)
    }
    if (visit !== undefined) {
      stored.channel = visit.channel
      stored.source = visit.source
    }
    return stored
  }

  function addToDays(sums: Sums<string>, event: StoredEvent, times = 1): void {
    const { day } = event
    addEvent(sumOf(sums, everything, day), event, times)
    for (const dimension of dimensions) {
      const given = event[dimension]
      if (given === null) continue
      addEvent(sumOf(sums, dimension, day, keys.ownKey(day, dimension, given)), event, times)
    }
  }

  function writeDays(sums: Sums<string>): void {
    for (const { id, number, key, sum } of sumsIn(sums)) {
      upserts.days.run(id, number, key, ...metricValues(sum))
    }
    // A month that was added up already is so again in the night.
    for (const day of sums.get(everything)?.keys() ?? []) reopenMonth.run(firstOfMonth(day))
  }

  const write = connection.transaction((events: AnalyticsEvent[]) => {
    const hours: Sums<''> = new Map()
    const days: Sums<string> = new Map()
    for (const event of events) {
      const stored = store(event)
      insertEvent.run(eventColumns.map((column) => stored[column]))
      addEvent(sumOf(hours, '', Math.floor(stored.at / hourMs)), stored)
      addToDays(days, stored)
    }
    for (const { number, sum } of sumsIn(hours)) upserts.hours.run(number, ...metricValues(sum))
    writeDays(days)
  })

  return {
    /** Throws when nothing was written; `forget` must be called then. */
    write: (events: AnalyticsEvent[]) => write.immediate(events),
    addToDays,
    /** Within a transaction. */
    writeDays,
    /** Drops what is remembered of the tables, since a transaction was rolled back. */
    forget() {
      lastId = null
      keys.forget()
    },
  }
}

export type BatchWriter = ReturnType<typeof createBatchWriter>

/**
 * Whether an event's visitor may have been here before under yesterday's id: the visit may have
 * begun then, or the site's day.
 */
export function mayHaveOlderId(timeZone: string, at: number): boolean {
  const midnight = utcDayOf(at) * dayMs
  return at - midnight < visitMs || dayIn(timeZone, midnight - 1) === dayIn(timeZone, at)
}
