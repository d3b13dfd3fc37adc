import type SQLite from 'better-sqlite3'
import type { AnalyticsEventsTable } from '#db/schema.ts'
import {
  addEvent,
  crossings,
  type Dimension,
  dayOf,
  dimensions,
  everything,
  hourMs,
  keysPerDay,
  type Metrics,
  metricNames,
  noMetrics,
  otherKey,
} from './dimensions.ts'

type Stored = Omit<AnalyticsEventsTable, 'id'>

/** What is counted; the writer adds whether it begins a visit, and where that visit came from. */
export type AnalyticsEvent = Omit<Stored, 'new_visitor' | 'new_visit'> & {
  /** The same visitor by yesterday's salt, in the first half hour of a day; else null. */
  previousVisitor: string | null
}

const visitMs = 30 * 60_000
const startsVisit: ReadonlySet<string> = new Set(['page_view', 'lookup', 'save'])

type Visit = { last_at: number; channel: string; source: string }

/** Sums by the roll-up's name, by day (or hour), and by key. */
type Sums = Map<string, Map<number, Map<string, Metrics>>>
type BatchSums = { hours: Sums; days: Sums; pairs: Sums }

const eventColumns = [
  'at',
  'kind',
  'visitor',
  'new_visitor',
  'new_visit',
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
  'bytes',
  'ms',
] as const satisfies (keyof Stored)[]

const separator = '\u001f'

/** Every pair of dimensions that is counted, with its name. */
const pairs = Object.entries(crossings).flatMap(([filter, crossed]) =>
  crossed.map((by) => [filter as Dimension, by, `${filter} ${by}`] as const),
)

/**
 * Writes batches of events over a connection of its own. Raw events, visits and roll-ups change in
 * one transaction: whenever the process dies, they agree.
 */
export function createBatchWriter(connection: SQLite.Database) {
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
    hours: connection.prepare(upsert('analytics_hours', ['hour'])),
    days: connection.prepare(upsert('analytics_days', ['dimension', 'day', 'key'])),
    pairs: connection.prepare(
      upsert('analytics_pairs', ['filter_dimension', 'day', 'filter_key', 'dimension', 'key']),
    ),
  }
  const dayKeys = connection
    .prepare<[string, number], string>(
      'select key from analytics_days where dimension = ? and day = ?',
    )
    .pluck()
  const pairKeys = connection
    .prepare<[string, number, string], string>(
      `select filter_key || '${separator}' || key from analytics_pairs
       where filter_dimension = ? and day = ? and dimension = ?`,
    )
    .pluck()

  /** The keys that have a row, by day and by dimension or pair of them. */
  const knownOfDay = new Map<number, Map<string, Set<string>>>()

  function keysOf(day: number, id: string, load: () => string[]): Set<string> {
    let known = knownOfDay.get(day)
    if (known === undefined) {
      // Around midnight there are two; others are read again should they be needed.
      if (knownOfDay.size >= 3) knownOfDay.clear()
      known = new Map()
      knownOfDay.set(day, known)
    }
    let keys = known.get(id)
    if (keys === undefined) {
      keys = new Set(load())
      known.set(id, keys)
    }
    return keys
  }

  /** Whether a key has a row, or may still get one. */
  function admits(keys: Set<string>, key: string): boolean {
    if (keys.has(key)) return true
    if (keys.size >= keysPerDay) return false
    keys.add(key)
    return true
  }

  function store(event: AnalyticsEvent): Stored {
    const { previousVisitor, ...rest } = event
    const stored: Stored = { ...rest, new_visitor: 0, new_visit: 0 }
    const { visitor, at, kind } = stored
    if (visitor === null) return stored
    let visit = readVisit.get(visitor)
    if (startsVisit.has(kind)) {
      if (visit === undefined) {
        stored.new_visitor = 1
        visit = previousVisitor === null ? undefined : readVisit.get(previousVisitor)
      }
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

  /** Adds an event to the batch's sums, which are kept by table and roll-up and then by key. */
  function addTo(sums: BatchSums, event: Stored): void {
    const day = dayOf(event.at)
    addEvent(sumOf(sums.hours, '', Math.floor(event.at / hourMs)), event)
    addEvent(sumOf(sums.days, everything, day), event)
    const present: Partial<Record<Dimension, string>> = {}
    for (const dimension of dimensions) {
      const given = event[dimension]
      if (given === null) continue
      const keys = keysOf(day, dimension, () => dayKeys.all(dimension, day))
      const key = admits(keys, given) ? given : otherKey
      present[dimension] = key
      addEvent(sumOf(sums.days, dimension, day, key), event)
    }
    for (const [filter, by, id] of pairs) {
      const filterKey = present[filter]
      const given = present[by]
      if (filterKey === undefined || given === undefined || filterKey === otherKey) continue
      const keys = keysOf(day, id, () => pairKeys.all(filter, day, by))
      const pair = filterKey + separator + given
      const admitted = admits(keys, pair) ? pair : filterKey + separator + otherKey
      addEvent(sumOf(sums.pairs, id, day, admitted), event)
    }
  }

  const write = connection.transaction((events: AnalyticsEvent[]) => {
    const sums: BatchSums = { hours: new Map(), days: new Map(), pairs: new Map() }
    for (const event of events) {
      const stored = store(event)
      insertEvent.run(eventColumns.map((column) => stored[column]))
      addTo(sums, stored)
    }
    for (const { number, sum } of sumsIn(sums.hours)) upserts.hours.run(number, ...values(sum))
    for (const { id, number, key, sum } of sumsIn(sums.days)) {
      upserts.days.run(id, number, key, ...values(sum))
    }
    for (const { id, number, key, sum } of sumsIn(sums.pairs)) {
      const [filter, by] = id.split(' ')
      const [filterKey, pairKey] = key.split(separator)
      upserts.pairs.run(filter, number, filterKey, by, pairKey, ...values(sum))
    }
  })

  return {
    /** Throws when nothing was written; `forget` must be called then. */
    write: (events: AnalyticsEvent[]) => write.immediate(events),
    /** Drops what is remembered of the tables, since a transaction was rolled back. */
    forget: () => knownOfDay.clear(),
  }
}

function sumOf(sums: Sums, id: string, number: number, key = ''): Metrics {
  const byNumber = kept(sums, id, () => new Map<number, Map<string, Metrics>>())
  const byKey = kept(byNumber, number, () => new Map<string, Metrics>())
  return kept(byKey, key, noMetrics)
}

function kept<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const present = map.get(key)
  if (present !== undefined) return present
  const made = make()
  map.set(key, made)
  return made
}

function* sumsIn(sums: Sums) {
  for (const [id, byNumber] of sums) {
    for (const [number, byKey] of byNumber) {
      for (const [key, sum] of byKey) yield { id, number, key, sum }
    }
  }
}

function values(sum: Metrics): number[] {
  return metricNames.map((name) => sum[name])
}

function upsert(table: string, key: string[]): string {
  const columns = [...key, ...metricNames]
  const sums = metricNames.map((name) => `${name} = ${name} + excluded.${name}`)
  return `insert into ${table} (${columns.join(', ')})
    values (${columns.map(() => '?').join(', ')})
    on conflict do update set ${sums.join(', ')}`
}
