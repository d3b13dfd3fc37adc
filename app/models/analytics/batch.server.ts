import type SQLite from 'better-sqlite3'
import type { AnalyticsEventsTable } from '#db/schema.ts'
import {
  addEvent,
  crossedDimensions,
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

export const visitMs = 30 * 60_000
const startsVisit: ReadonlySet<string> = new Set(['page_view', 'lookup', 'save'])

type Visit = { last_at: number; channel: string; source: string }
type Cell = { table: 'hours' | 'days' | 'pairs'; key: (string | number)[]; sum: Metrics }

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

  /** The keys that have a row, by day and dimension (or pair of them). */
  const known = new Map<string, Set<string>>()

  function keysOf(id: string, load: () => string[]): Set<string> {
    const kept = known.get(id)
    if (kept !== undefined) return kept
    // Three days and all pairs fit; older ones are read again should they be needed.
    if (known.size > 400) known.clear()
    const keys = new Set(load())
    known.set(id, keys)
    return keys
  }

  function admitKey(dimension: Dimension, day: number, key: string): string {
    const keys = keysOf(`${day} ${dimension}`, () => dayKeys.all(dimension, day))
    if (keys.has(key)) return key
    if (keys.size >= keysPerDay) return otherKey
    keys.add(key)
    return key
  }

  function admitPair(
    filter: Dimension,
    day: number,
    filterKey: string,
    by: Dimension,
    key: string,
  ) {
    const keys = keysOf(`${day} ${filter} ${by}`, () => pairKeys.all(filter, day, by))
    const id = filterKey + separator + key
    if (keys.has(id)) return key
    if (keys.size >= keysPerDay) return otherKey
    keys.add(id)
    return key
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

  function addTo(cells: Map<string, Cell>, event: Stored): void {
    const add = (table: Cell['table'], ...key: (string | number)[]) => {
      const id = table + separator + key.join(separator)
      let cell = cells.get(id)
      if (cell === undefined) {
        cell = { table, key, sum: noMetrics() }
        cells.set(id, cell)
      }
      addEvent(cell.sum, event)
    }
    const day = dayOf(event.at)
    add('hours', Math.floor(event.at / hourMs))
    add('days', everything, day, '')
    const present: Partial<Record<Dimension, string>> = {}
    for (const dimension of dimensions) {
      const key = event[dimension]
      if (key === null) continue
      const admitted = admitKey(dimension, day, key)
      present[dimension] = admitted
      add('days', dimension, day, admitted)
    }
    for (const filter of crossedDimensions) {
      const filterKey = present[filter]
      if (filterKey === undefined || filterKey === otherKey) continue
      for (const by of dimensions) {
        const key = present[by]
        if (key === undefined || by === filter) continue
        add('pairs', filter, day, filterKey, by, admitPair(filter, day, filterKey, by, key))
      }
    }
  }

  const write = connection.transaction((events: AnalyticsEvent[]) => {
    const cells = new Map<string, Cell>()
    for (const event of events) {
      const stored = store(event)
      insertEvent.run(eventColumns.map((column) => stored[column]))
      addTo(cells, stored)
    }
    for (const { table, key, sum } of cells.values()) {
      upserts[table].run(...key, ...metricNames.map((name) => sum[name]))
    }
  })

  return {
    /** Throws when nothing was written; `forget` must be called then. */
    write: (events: AnalyticsEvent[]) => write.immediate(events),
    /** Drops what is remembered of the tables, since a transaction was rolled back. */
    forget: () => known.clear(),
  }
}

function upsert(table: string, key: string[]): string {
  const columns = [...key, ...metricNames]
  const sums = metricNames.map((name) => `${name} = ${name} + excluded.${name}`)
  return `insert into ${table} (${columns.join(', ')})
    values (${columns.map(() => '?').join(', ')})
    on conflict do update set ${sums.join(', ')}`
}
