import { setImmediate as turn } from 'node:timers/promises'
import { CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import type { StoredEvent } from '#app/analytics/batch.server.ts'
import type { CountingTransaction } from '#app/analytics/counting.server.ts'
import { keysPerDay, metricNames, metricSql, type Pair, pairs } from '#app/analytics/dimensions.ts'
import { rowInserter } from '#db/many-rows.ts'
import type { Database } from '#db/schema.ts'
import { addedTo } from './rollup-sums.server.ts'

/** How many events are added to a pair before others get a turn. */
const eventsAtOnce = 2000

/** Events that follow one another: those numbered above `after` up to `last`. */
type Span = { after: number; last: number; size: number; days: number[] }

/** The pairs that are still to be counted in a round, and the span that was counted last. */
type Step = { rest: readonly Pair[]; span: Span | null }

const columns = sql.raw(metricNames.join(', '))
const sums = sql.raw(metricNames.map((name) => metricSql[name]).join(', '))
const sumsTakenOut = sql.raw(metricNames.map((name) => `-${metricSql[name]}`).join(', '))
const intoRows = addedTo('analytics_pair_days', ['pair', 'day', 'key_a', 'key_b'])

const writeProgress = rowInserter(
  'analytics_pair_progress',
  ['pair', 'last_event'],
  sql`on conflict (pair) do update set last_event = excluded.last_event`,
)

/**
 * A statement that adds the events that `which` selects to the rows of a pair; `times` -1 takes them
 * out again. Two keys have a row if each has one of its own and, on the days listed in `full`, if they
 * have one already.
 */
function addition(
  { id, a, b }: Pair,
  which: RawBuilder<unknown>,
  full: number[],
  times: 1 | -1,
): RawBuilder<unknown> {
  const [day, keyA, keyB] = ['day', a, b].map((name) => sql.ref(`analytics_events.${name}`))
  const ownRow = (dimension: string, key: unknown) => sql`exists (
    select 1 from analytics_days d
    where d.dimension = ${sql.lit(dimension)} and d.day = ${day} and d.key = ${key})`
  const pairRow = sql`exists (
    select 1 from analytics_pair_days p
    where p.pair = ${sql.lit(id)} and p.day = ${day} and p.key_a = ${keyA} and p.key_b = ${keyB})`
  const room =
    full.length === 0 ? sql`` : sql`and (${day} not in (${sql.join(full)}) or ${pairRow})`
  return sql`insert into analytics_pair_days (pair, day, key_a, key_b, ${columns})
    select ${sql.lit(id)}, ${day}, ${keyA}, ${keyB}, ${times === 1 ? sums : sumsTakenOut}
    from analytics_events
    where ${which} and kind <> 'bot' and ${keyA} is not null and ${keyB} is not null
    group by ${day}, ${keyA}, ${keyB}
    having ${ownRow(a, keyA)} and ${ownRow(b, keyB)} ${room}
    ${intoRows}`
}

/** The events that an `addition` is of: a condition, and the values in it. */
type Which = { kind: string; text: RawBuilder<unknown>; values: number[] }

const spanText = sql`id > ${0} and id <= ${0}`

function inSpan({ after, last }: Span): Which {
  return { kind: 'span', text: spanText, values: [after, last] }
}

/** Lists of a few lengths make a few texts: the last id is repeated. */
function withIds(ids: number[]): Which {
  const length = 2 ** Math.ceil(Math.log2(ids.length))
  const values = Array.from({ length }, (_, index) => ids[Math.min(index, ids.length - 1)] ?? 0)
  return { kind: `ids ${length}`, text: sql`id in (${sql.join(values)})`, values }
}

/** The texts of `addition` in use: to build one takes longer than to run it. */
const texts = new Map<string, string>()
/** More full days at once come seldom. */
const daysKept = 2

async function add(
  trx: Kysely<Database>,
  pair: Pair,
  which: Which,
  full: number[],
  times: 1 | -1,
): Promise<void> {
  const name = `${pair.id} ${which.kind} ${full.length} ${times}`
  const text = texts.get(name) ?? addition(pair, which.text, full, times).compile(trx).sql
  if (full.length <= daysKept) texts.set(name, text)
  await trx.executeQuery(CompiledQuery.raw(text, [...which.values, ...full]))
}

/** The days on which pairs have all the rows they may have, by pair. */
async function fullDays(
  trx: Kysely<Database>,
  some: readonly Pair[],
  days: number[],
): Promise<Map<number, number[]>> {
  const rows = await trx
    .selectFrom('analytics_pair_days')
    .select(['pair', 'day'])
    .where(
      'pair',
      'in',
      some.map(({ id }) => id),
    )
    .where('day', 'in', days)
    .groupBy(['pair', 'day'])
    .having((eb) => eb.fn.countAll(), '>=', keysPerDay)
    .execute()
  const full = new Map<number, number[]>()
  for (const { pair, day } of rows) full.set(pair, [...(full.get(pair) ?? []), day])
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
  const { rows } = await sql<{ last: number; size: number; day: number }>`
    select max(id) as last, count(*) as size, day from ${next} as next group by day`.execute(trx)
  if (rows.length === 0) return null
  return {
    after,
    last: Math.max(...rows.map((row) => row.last)),
    size: rows.reduce((sum, row) => sum + row.size, 0),
    days: rows.map(({ day }) => day),
  }
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

  /** Counts some of `behind`, and gives the others; `known` is the span that was counted last. */
  async function countNext(
    trx: Kysely<Database>,
    behind: readonly Pair[],
    known: Span | null,
  ): Promise<Step> {
    const counted = await progress(trx)
    const lastOf = ({ id }: Pair) => counted.get(id) ?? 0
    const after = Math.min(...behind.map(lastOf))
    const span = known?.after === after ? known : await nextSpan(trx, after)
    if (span === null) return { rest: [], span }
    const level = behind.filter((pair) => lastOf(pair) === after)
    const some = level.slice(0, Math.ceil(eventsAtOnce / span.size))
    const full = await fullDays(trx, some, span.days)
    const which = inSpan(span)
    for (const pair of some) await add(trx, pair, which, full.get(pair.id) ?? [], 1)
    await writeProgress(
      trx,
      some.map(({ id }) => [id, span.last]),
    )
    return { rest: behind.filter((pair) => !some.includes(pair)), span }
  }

  return {
    /** The number of the last event on record; 0 when there is none. */
    newest: () => newest(db),
    /** How many events aren't counted in pairs yet. */
    backlog: async () => Math.max(0, (await newest(db)) - (await counted())),
    /** The number of the last event that every pair has counted. */
    counted,
    /** Counts the next events in each pair. Returns false when none was left. */
    async round(): Promise<boolean> {
      const [last, end] = [await progress(db), await newest(db)]
      const behind = pairs.filter(({ id }) => (last.get(id) ?? 0) < end)
      let step: Step = { rest: behind, span: null }
      while (step.rest.length > 0) {
        const { rest, span }: Step = step
        step = await transaction((trx) => countNext(trx, rest, span))
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
      const full = await fullDays(trx, pairs, days)
      for (const pair of pairs) {
        const last = counted.get(pair.id) ?? 0
        const ids = events.filter(({ id }) => id <= last).map(({ id }) => id)
        if (ids.length === 0) continue
        // What has no row was not counted there, so there is nothing to take out.
        const fullOf = times === -1 ? days : (full.get(pair.id) ?? [])
        await add(trx, pair, withIds(ids), fullOf, times)
      }
    },
  }
}

export type PairCounter = ReturnType<typeof createPairCounter>
