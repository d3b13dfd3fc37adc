import { type Kysely, sql } from 'kysely'
import type { Platform } from '#app/environment/platform-names.ts'
import { dayMs, hourMs } from '#app/time/durations.ts'
import { dayIn } from '#app/time/zone-days.ts'
import { rowInserter } from '#db/many-rows.ts'
import type { AnalyticsEventsTable, Database } from '#db/schema.ts'
import type { BotCode, Channel, FailureCode, FormatCode, ScrollCode } from './code-names.ts'
import { addEvent, dimensions, everything, utcDayOf } from './dimensions.ts'
import type { KnownKeys } from './rollups/known-keys.server.ts'
import { firstOfMonth } from './rollups/months.ts'
import { addDays, addHours, type Sums, sumOf } from './rollups/rollup-sums.server.ts'

export type StoredEvent = Omit<AnalyticsEventsTable, 'id'> & { id: number }

/** Columns that store codes, which all have a word. */
type Codes = {
  error: FailureCode | null
  format: FormatCode | null
  channel: Channel | null
  scroll: ScrollCode | null
  bot: BotCode | null
  platform: Platform | null
}

/** An event. The writer adds its number, its day, and whether it begins a visit. */
export type AnalyticsEvent = Omit<
  StoredEvent,
  'id' | 'day' | 'new_visitor' | 'new_visit' | keyof Codes
> &
  Codes & {
    /** The visitor's id by yesterday's salt, if that may have been the same day or visit. */
    previousVisitor: string | null
  }

/** The facts of an event that has only a kind and a time. */
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
  platform: null,
  campaign: null,
  bytes: 0,
  ms: 0,
} as const satisfies Omit<AnalyticsEvent, 'kind' | 'at'>

const visitMs = 30 * 60_000
const startsVisit: ReadonlySet<string> = new Set(['page_view', 'lookup', 'save'])

type Visit = { last_at: number; channel: string; source: string; campaign: string | null }
type Visits = Map<string, Visit>

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

const insertEvents = rowInserter('analytics_events', eventColumns)
const writeVisits = rowInserter(
  'analytics_visits',
  ['visitor', 'last_at', 'channel', 'source', 'campaign'],
  sql`on conflict (visitor) do update set last_at = excluded.last_at, channel = excluded.channel,
    source = excluded.source, campaign = excluded.campaign`,
)

/**
 * Writes batches of events. Raw events, visits and roll-ups by hour and day change in one
 * transaction, so they agree even if the process dies.
 */
export function createBatchWriter(keys: KnownKeys, timeZone: () => string) {
  /** Adds an event to its day's sums. The day's keys must be loaded. */
  function addToDays(sums: Sums<string>, event: StoredEvent, times = 1): void {
    const { day } = event
    addEvent(sumOf(sums, everything, day), event, times)
    for (const dimension of dimensions) {
      const given = event[dimension]
      if (given === null) continue
      addEvent(sumOf(sums, dimension, day, keys.ownKey(day, dimension, given)), event, times)
    }
  }

  async function writeDays(trx: Kysely<Database>, sums: Sums<string>): Promise<void> {
    await addDays(trx, sums)
    const months = new Set([...(sums.get(everything)?.keys() ?? [])].map(firstOfMonth))
    // If the month was added up already, it's added up again at night.
    await trx
      .deleteFrom('analytics_months')
      .where('dimension', '=', everything)
      .where('first_day', 'in', [...months])
      .execute()
  }

  return {
    async write(trx: Kysely<Database>, events: AnalyticsEvent[]): Promise<void> {
      const zone = timeZone()
      const visits = await readVisits(trx, events)
      const seen = new Set<string>()
      let id = await lastNumber(trx)
      const stored = events.map((event) => {
        id += 1
        if (startsVisit.has(event.kind) && event.visitor !== null) seen.add(event.visitor)
        return storedEvent(event, id, zone, visits)
      })
      await keys.load(trx, new Set(stored.map(({ day }) => day)))
      const hours: Sums<''> = new Map()
      const days: Sums<string> = new Map()
      for (const event of stored) {
        addEvent(sumOf(hours, '', Math.floor(event.at / hourMs)), event)
        addToDays(days, event)
      }
      const rows = stored.map((event) => eventColumns.map((column) => event[column]))
      await insertEvents(trx, rows)
      await writeVisits(trx, visitRows(visits, seen))
      await addHours(trx, hours)
      await writeDays(trx, days)
    },
    addToDays,
    writeDays,
  }
}

export type BatchWriter = ReturnType<typeof createBatchWriter>

/** Gives an event its number and day, and updates its visit in `visits`. */
function storedEvent(event: AnalyticsEvent, id: number, zone: string, visits: Visits): StoredEvent {
  const { previousVisitor, ...rest } = event
  const { visitor, at, kind } = rest
  const day = dayIn(zone, at)
  const stored: StoredEvent = { ...rest, id, day, new_visitor: 0, new_visit: 0 }
  if (visitor === null) return stored
  const known = visits.get(visitor)
  let visit = known
  if (startsVisit.has(kind)) {
    if (visit === undefined && previousVisitor !== null) visit = visits.get(previousVisitor)
    // The id changes at midnight UTC, the day at the site's midnight. A visitor counts once a day.
    if (visit === undefined || dayIn(zone, visit.last_at) < day) stored.new_visitor = 1
    if (visit === undefined || at - visit.last_at >= visitMs) {
      stored.new_visit = 1
      const { channel, source, campaign } = stored
      visit = { last_at: at, channel: channel ?? '', source: source ?? '', campaign }
    }
    visits.set(visitor, { ...visit, last_at: Math.max(known?.last_at ?? at, at) })
  }
  if (visit !== undefined) {
    stored.channel = visit.channel
    stored.source = visit.source
    stored.campaign = visit.campaign
  }
  return stored
}

/** Returns the visits of a batch's visitors, by today's and yesterday's id. */
async function readVisits(trx: Kysely<Database>, events: AnalyticsEvent[]): Promise<Visits> {
  const ids = new Set<string>()
  for (const { visitor, previousVisitor } of events) {
    if (visitor !== null) ids.add(visitor)
    if (previousVisitor !== null) ids.add(previousVisitor)
  }
  const rows = await trx
    .selectFrom('analytics_visits')
    .selectAll()
    .where('visitor', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ visitor, ...visit }) => [visitor, visit]))
}

function visitRows(visits: Visits, seen: Set<string>) {
  return [...seen].flatMap((visitor) => {
    const visit = visits.get(visitor)
    if (visit === undefined) return []
    const { last_at, channel, source, campaign } = visit
    return [[visitor, last_at, channel, source, campaign]]
  })
}

/** Returns the highest number so far, also of a deleted event: pairs are counted by number. */
async function lastNumber(trx: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from (
      select max(id) as id from analytics_events
      union all select max(last_event) from analytics_pair_progress
    ) as numbers`.execute(trx)
  return rows[0]?.id ?? 0
}

/**
 * Returns whether an event's visitor can have been here under yesterday's id: the visit or the
 * site's day may have begun before midnight UTC.
 */
export function mayHaveOlderId(timeZone: string, at: number): boolean {
  const midnight = utcDayOf(at) * dayMs
  return at - midnight < visitMs || dayIn(timeZone, midnight - 1) === dayIn(timeZone, at)
}
