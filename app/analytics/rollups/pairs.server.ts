import { setImmediate as turn } from 'node:timers/promises'
import type { StoredEvent } from '#app/analytics/batch.server.ts'
import { keysPerDay, metricNames, metricSql, type Pair, pairs } from '#app/analytics/dimensions.ts'
import type { EventConnection } from '#db/sqlite/event-connection.ts'
import { sumColumns } from './rollup-sums.ts'

/** How many events are added to a pair before others get a turn. */
const eventsAtOnce = 2000

type CountedEvent = Pick<StoredEvent, 'id' | 'day' | 'kind'>

/**
 * Adds the events numbered in `ids` to the rows of a pair; `times` -1 takes them out again. Two keys
 * have a row if each has one of its own and, on the days listed in `full`, if they have one already.
 */
function addSql({ id, a, b }: Pair): string {
  const keys = `day, analytics_events.${a}, analytics_events.${b}`
  const ownRow = (dimension: string) => `exists (select 1 from analytics_days d
    where d.dimension = '${dimension}' and (d.day, d.key) = (analytics_events.day, ${dimension}))`
  return `insert into analytics_pair_days (pair, day, key_a, key_b, ${metricNames.join(', ')})
    select ${id}, ${keys}, ${metricNames.map((name) => `@times * ${metricSql[name]}`).join(', ')}
    from analytics_events
    where id in (select value from json_each(@ids)) and ${a} is not null and ${b} is not null
    group by ${keys}
    having ${ownRow(a)} and ${ownRow(b)} and (
      day not in (select value from json_each(@full)) or exists (
        select 1 from analytics_pair_days p
        where p.pair = ${id} and (p.day, p.key_a, p.key_b) = (analytics_events.day, ${a}, ${b})))
    on conflict do update set ${sumColumns}`
}

/**
 * Counts dimensions in pairs, a little later than the events are written, since it is most of the
 * work. Each pair says up to which event it is counted, in the transaction that adds its sums. A
 * day takes no new keys once it has enough of them: a reader gets the sums of the others as what is
 * missing from the whole.
 */
export function createPairCounter(connection: EventConnection) {
  const nextEvents = connection.prepare<[number, number], CountedEvent>(
    'select id, day, kind from analytics_events where id > ? order by id limit ?',
  )
  const newest = connection
    .prepare<[], number | null>('select max(id) from analytics_events')
    .pluck()
  const progress = connection
    .prepare<[number], number>('select last_event from analytics_pair_progress where pair = ?')
    .pluck()
  const writeProgress = connection.prepare<[number, number]>(
    `insert into analytics_pair_progress (pair, last_event) values (?, ?)
     on conflict do update set last_event = excluded.last_event`,
  )
  const isFull = connection
    .prepare<[number, number], 1>(
      `select 1 from analytics_pair_days where pair = ? and day = ? limit 1 offset ${keysPerDay - 1}`,
    )
    .pluck()
  const statements = new Map(pairs.map((pair) => [pair, connection.prepare(addSql(pair))]))

  const lastOf = ({ id }: Pair) => progress.get(id) ?? 0
  const least = () => Math.min(...pairs.map(lastOf))

  function add(pair: Pair, events: CountedEvent[], times: 1 | -1): void {
    const ids = events.filter(({ kind }) => kind !== 'bot').map(({ id }) => id)
    if (ids.length === 0) return
    const days = [...new Set(events.map(({ day }) => day))]
    const full = days.filter((day) => times === -1 || isFull.get(pair.id, day) !== undefined)
    const text = { ids: JSON.stringify(ids), full: JSON.stringify(full) }
    statements.get(pair)?.run({ times, ...text })
  }

  const count = connection.transaction((pair: Pair, events: CountedEvent[], last: number) => {
    add(pair, events, 1)
    writeProgress.run(pair.id, last)
  })

  return {
    /** The number of the last event on record; 0 when there is none. */
    newest: () => newest.get() ?? 0,
    /** How many events aren't counted in pairs yet. */
    backlog: () => Math.max(0, (newest.get() ?? 0) - least()),
    /** The number of the last event that every pair has counted. */
    counted: least,
    /**
     * Counts the next events; `commit` runs each transaction, when and as often as it can. Returns
     * false when none was left.
     */
    async round(commit: (transaction: () => void) => Promise<void>): Promise<boolean> {
      let from = -1
      let events: CountedEvent[] = []
      let some = false
      for (const pair of pairs) {
        if (lastOf(pair) !== from) events = nextEvents.all(lastOf(pair), eventsAtOnce)
        from = lastOf(pair)
        const last = events.at(-1)?.id
        if (last === undefined) continue
        const [these, end] = [events, last]
        await commit(() => count.immediate(pair, these, end))
        some = true
        await turn()
      }
      return some
    },
    /**
     * Adds those of some events that were counted already to their days, or takes them out. For
     * use within a transaction.
     */
    change(events: CountedEvent[], times: 1 | -1): void {
      for (const pair of pairs) {
        const last = lastOf(pair)
        add(
          pair,
          events.filter(({ id }) => id <= last),
          times,
        )
      }
    },
  }
}

export type PairCounter = ReturnType<typeof createPairCounter>
