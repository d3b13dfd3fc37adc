import { setImmediate as turn } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { StoredEvent } from '#app/analytics/batch.server.ts'
import type { CountingTransaction } from '#app/analytics/counting.server.ts'
import { keysPerDay, metricNames, metricSql, type Pair, pairs } from '#app/analytics/dimensions.ts'
import type { Database } from '#db/schema.ts'
import { addedTo } from './rollup-sums.ts'

/** How many events are added to a pair before others get a turn. */
const eventsAtOnce = 2000

/** Events that follow one another, as one statement reads them. */
type Span = { after: number; last: number; days: number[] }

const columns = sql.raw(metricNames.join(', '))
const sums = sql.raw(metricNames.map((name) => metricSql[name]).join(', '))
const sumsTakenOut = sql.raw(metricNames.map((name) => `-${metricSql[name]}`).join(', '))
const intoRows = addedTo('analytics_pair_days', ['pair', 'day', 'key_a', 'key_b'])

/** What an event of a pair belongs to: its day and two keys. */
const placeOf = ({ a, b }: Pair) => ({
  day: sql.ref('analytics_events.day'),
  a: sql.ref(`analytics_events.${a}`),
  b: sql.ref(`analytics_events.${b}`),
})

/**
 * Adds the events that `which` selects to the rows of a pair; `times` -1 takes them out again. Two
 * keys have a row if each has one of its own and, on the days listed in `full`, if they have one
 * already.
 */
async function add(
  trx: Kysely<Database>,
  pair: Pair,
  which: RawBuilder<unknown>,
  full: number[],
  times: 1 | -1,
): Promise<void> {
  const { day, a, b } = placeOf(pair)
  const ownRow = (dimension: string, key: RawBuilder<unknown>) => sql`exists (
    select 1 from analytics_days d
    where d.dimension = ${sql.lit(dimension)} and d.day = ${day} and d.key = ${key})`
  const pairRow = sql`exists (
    select 1 from analytics_pair_days p
    where p.pair = ${sql.lit(pair.id)} and p.day = ${day} and p.key_a = ${a} and p.key_b = ${b})`
  const room =
    full.length === 0 ? sql`` : sql`and (${day} not in (${sql.join(full)}) or ${pairRow})`
  await sql`insert into analytics_pair_days (pair, day, key_a, key_b, ${columns})
    select ${sql.lit(pair.id)}, ${day}, ${a}, ${b}, ${times === 1 ? sums : sumsTakenOut}
    from analytics_events
    where ${which} and kind <> 'bot' and ${a} is not null and ${b} is not null
    group by ${day}, ${a}, ${b}
    having ${ownRow(pair.a, a)} and ${ownRow(pair.b, b)} ${room}
    ${intoRows}`.execute(trx)
}

/** The days on which a pair has all the rows it may have. */
async function fullDays(trx: Kysely<Database>, { id }: Pair, days: number[]): Promise<number[]> {
  const full: number[] = []
  for (const day of days) {
    const beyond = await trx
      .selectFrom('analytics_pair_days')
      .select('key_a')
      .where('pair', '=', id)
      .where('day', '=', day)
      .limit(1)
      .offset(keysPerDay - 1)
      .executeTakeFirst()
    if (beyond !== undefined) full.push(day)
  }
  return full
}

async function newest(db: Kysely<Database>): Promise<number> {
  const query = db.selectFrom('analytics_events').select((eb) => eb.fn.max('id').as('id'))
  return (await query.executeTakeFirst())?.id ?? 0
}

/** Up to which event each pair is counted; those that have none yet are left out. */
async function progress(db: Kysely<Database>): Promise<Map<number, number>> {
  const rows = await db.selectFrom('analytics_pair_progress').selectAll().execute()
  return new Map(rows.map(({ pair, last_event }) => [pair, last_event]))
}

async function nextSpan(trx: Kysely<Database>, after: number): Promise<Span | null> {
  const next = trx
    .selectFrom('analytics_events')
    .select(['id', 'day'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(eventsAtOnce)
  const { rows } = await sql<{ last: number; day: number }>`
    select max(id) as last, day from ${next} as next group by day`.execute(trx)
  if (rows.length === 0) return null
  const last = Math.max(...rows.map((row) => row.last))
  return { after, last, days: rows.map(({ day }) => day) }
}

/**
 * Counts dimensions in pairs, a little later than the events are written, since it is most of the
 * work. Each pair says up to which event it is counted, in the transaction that adds its sums. A
 * day takes no new keys once it has enough of them: a reader gets the sums of the others as what is
 * missing from the whole.
 */
export function createPairCounter(db: Kysely<Database>, transaction: CountingTransaction) {
  async function counted(): Promise<number> {
    const last = await progress(db)
    return Math.min(...pairs.map(({ id }) => last.get(id) ?? 0))
  }

  async function countNext(trx: Kysely<Database>, pair: Pair, known: Span | null) {
    const row = await trx
      .selectFrom('analytics_pair_progress')
      .select('last_event')
      .where('pair', '=', pair.id)
      .executeTakeFirst()
    const after = row?.last_event ?? 0
    const span = known?.after === after ? known : await nextSpan(trx, after)
    if (span === null) return known
    const { last, days } = span
    const which = sql`id > ${after} and id <= ${last}`
    await add(trx, pair, which, await fullDays(trx, pair, days), 1)
    await trx
      .insertInto('analytics_pair_progress')
      .values({ pair: pair.id, last_event: last })
      .onConflict((conflict) => conflict.column('pair').doUpdateSet({ last_event: last }))
      .execute()
    return span
  }

  return {
    /** The number of the last event on record; 0 when there is none. */
    newest: () => newest(db),
    /** How many events aren't counted in pairs yet. */
    backlog: async () => Math.max(0, (await newest(db)) - (await counted())),
    /** The number of the last event that every pair has counted. */
    counted,
    /** Counts the next events, each pair in a transaction. Returns false when none was left. */
    async round(): Promise<boolean> {
      const [last, end] = [await progress(db), await newest(db)]
      const behind = pairs.filter(({ id }) => (last.get(id) ?? 0) < end)
      let span: Span | null = null
      for (const pair of behind) {
        const known: Span | null = span
        span = await transaction((trx) => countNext(trx, pair, known))
        await turn()
      }
      return behind.length > 0
    },
    /**
     * Adds those of some events that were counted already to their days, or takes them out. For
     * use within a transaction.
     */
    async change(trx: Kysely<Database>, events: StoredEvent[], times: 1 | -1): Promise<void> {
      const counted = await progress(trx)
      const days = [...new Set(events.map(({ day }) => day))]
      for (const pair of pairs) {
        const last = counted.get(pair.id) ?? 0
        const ids = events.filter(({ id }) => id <= last).map(({ id }) => id)
        if (ids.length === 0) continue
        // A pair without a row was never counted on that day, so there is nothing to take out.
        const full = times === -1 ? days : await fullDays(trx, pair, days)
        await add(trx, pair, sql`id in (${sql.join(ids)})`, full, times)
      }
    },
  }
}

export type PairCounter = ReturnType<typeof createPairCounter>
