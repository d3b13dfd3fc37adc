import { setImmediate as turn } from 'node:timers/promises'
import { CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import type { StoredEvent } from '#app/analytics/batch.server.ts'
import type { CountingTransaction } from '#app/analytics/counting.server.ts'
import { keysPerDay, metricNames, metricSql, type Pair, pairs } from '#app/analytics/dimensions.ts'
import { databaseIsShared, eventsDb } from '#db/engine.ts'
import { rowInserter } from '#db/many-rows.ts'
import type { Database } from '#db/schema.ts'
import { addedTo } from './rollup-sums.server.ts'

/** Events per span. */
const eventsAtOnce = 2000
/**
 * About how many events times pairs a statement counts: SQLite works in this thread, and on
 * PostgreSQL the job's claim can't be renewed meanwhile.
 */
const additionsAtOnce = databaseIsShared ? 32_000 : 2000

/** Consecutive events: those numbered above `after` up to `last`. */
type Span = { after: number; last: number; size: number; days: number[] }

/** The pairs left in a round, and the last counted span. */
type Step = { rest: readonly Pair[]; span: Span | null }

const columns = sql.raw(metricNames.join(', '))
const sums = sql.raw(metricNames.map((name) => metricSql[name]).join(', '))
const sumsTakenOut = sql.raw(metricNames.map((name) => `-${metricSql[name]}`).join(', '))
/** Columns that the sums are calculated from. */
const facts = sql.raw('kind, error, new_visitor, new_visit, bytes, ms')
const intoRows = addedTo('analytics_pair_days', ['pair', 'day', 'key_a', 'key_b'])

const writeProgress = rowInserter(
  'analytics_pair_progress',
  ['pair', 'last_event'],
  sql`on conflict (pair) do update set last_event = excluded.last_event`,
)

/** Larger than the number of any day. */
const daysAPair = 100_000

/** Returns one number for a pair and a day, so that several of them are a list of values. */
function placeOf(pair: number, day: number): number {
  return pair * daysAPair + day
}

/** Selects `events` with their keys for a pair. Short, since a statement has one for each pair. */
function keyed({ id, a, b }: Pair): RawBuilder<unknown> {
  const [keyA, keyB] = [sql.ref(a), sql.ref(b)]
  return sql`select ${sql.lit(id)}, ${sql.lit(a)}, ${sql.lit(b)}, day, ${keyA}, ${keyB}, ${facts} from events`
}

/**
 * Returns a statement that adds the events that `which` selects to the rows of some pairs, in the
 * order of their keys. `times` -1 takes them out again. Two keys get a row if each has one of its
 * own. `full`: pair and day slots that reached their cap, where new combinations get no row and
 * show as the remainder.
 */
function addition(
  some: readonly Pair[],
  which: RawBuilder<unknown>,
  full: number[],
  times: 1 | -1,
): RawBuilder<unknown> {
  const [first, second] = some
  // The constants of a single pair need no sorting.
  const only = second === undefined ? first : undefined
  const [pair, a, b] =
    only === undefined
      ? ['pair', 'a', 'b'].map((name) => sql.ref(`keyed.${name}`))
      : [only.id, only.a, only.b].map((value) => sql.lit(value))
  const groups = sql.raw(`${only === undefined ? 'pair, a, b, ' : ''}day, key_a, key_b`)
  const ownRow = (dimension: unknown, key: string) => sql`exists (
    select 1 from analytics_days d
    where d.dimension = ${dimension} and d.day = keyed.day and d.key = ${sql.id('keyed', key)})`
  const pairRow = sql`exists (
    select 1 from analytics_pair_days p
    where p.pair = ${pair} and p.day = keyed.day and p.key_a = keyed.key_a and p.key_b = keyed.key_b)`
  const place = sql`${pair} * ${sql.lit(daysAPair)} + keyed.day`
  const notFull =
    full.length === 0 ? sql`` : sql`and (${place} not in (${sql.join(full)}) or ${pairRow})`
  const room = times === -1 ? sql`and ${pairRow}` : notFull
  const rows = sql.join(some.map(keyed), sql` union all `)
  return sql`with events as (select * from analytics_events where ${which} and kind <> 'bot'),
    keyed (pair, a, b, day, key_a, key_b, ${facts}) as (${rows})
    insert into analytics_pair_days (pair, day, key_a, key_b, ${columns})
    select ${pair}, day, key_a, key_b, ${times === 1 ? sums : sumsTakenOut}
    from keyed where key_a is not null and key_b is not null
    group by ${groups}
    having ${ownRow(a, 'key_a')} and ${ownRow(b, 'key_b')} ${room}
    order by ${groups}
    ${intoRows}`
}

/** A condition that selects events, and its values. */
type Which = { kind: string; text: RawBuilder<unknown>; values: number[] }

const spanText = sql`id > ${0} and id <= ${0}`

function inSpan({ after, last }: Span): Which {
  return { kind: 'span', text: spanText, values: [after, last] }
}

function withIds(ids: number[]): Which {
  const values = evenedOut(ids)
  return { kind: `ids ${values.length}`, text: sql`id in (${sql.join(values)})`, values }
}

/** Repeats the last value, so that lists have few lengths and statements few texts. */
function evenedOut(values: number[]): number[] {
  const last = values.at(-1)
  if (last === undefined) return []
  const length = 2 ** Math.ceil(Math.log2(values.length))
  return [...values, ...Array.from({ length: length - values.length }, () => last)]
}

/** Texts of `addition` by their kind, since building one takes longer than running it. */
const texts = new Map<string, string>()

async function add(
  trx: Kysely<Database>,
  some: readonly Pair[],
  which: Which,
  places: number[],
  times: 1 | -1,
): Promise<void> {
  const full = times === 1 ? evenedOut(places) : []
  const name = `${some.map(({ id }) => id)} ${which.kind} ${full.length} ${times}`
  const text = texts.get(name) ?? addition(some, which.text, full, times).compile(trx).sql
  texts.set(name, text)
  await trx.executeQuery(CompiledQuery.raw(text, [...which.values, ...full]))
}

/** Returns the pair and day slots that reached their cap. */
async function fullPlaces(
  trx: Kysely<Database>,
  some: readonly Pair[],
  days: number[],
): Promise<number[]> {
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
  return rows.map(({ pair, day }) => placeOf(pair, day))
}

/** Returns the number of the last stored event, 0 if there is none. */
export async function newestEvent(db: Kysely<Database> = eventsDb): Promise<number> {
  const query = db.selectFrom('analytics_events').select((eb) => eb.fn.max('id').as('id'))
  return (await query.executeTakeFirst())?.id ?? 0
}

/** Returns the last counted event of each pair, without pairs that have none yet. */
async function progress(db: Kysely<Database>): Promise<Map<number, number>> {
  const rows = await db.selectFrom('analytics_pair_progress').selectAll().execute()
  return new Map(rows.map(({ pair, last_event }) => [pair, last_event]))
}

/** Returns the number of the last event counted in every pair. */
export async function newestInPairs(db: Kysely<Database> = eventsDb): Promise<number> {
  const last = await progress(db)
  return Math.min(...pairs.map(({ id }) => last.get(id) ?? 0))
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
 * Counts dimensions in pairs, a little after the events are written, since it is most of the work.
 * Each pair's last counted event is stored in the transaction that adds its sums. At its cap, a day
 * gets no new keys: readers calculate the sums of the others as the remainder.
 */
export function createPairCounter(db: Kysely<Database>, transaction: CountingTransaction) {
  /** Counts some of `behind` and returns the others. `known` is the last counted span. */
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
    // A power of two, so that there are few texts.
    const some = level.slice(0, 2 ** Math.round(Math.log2(additionsAtOnce / span.size)))
    await add(trx, some, inSpan(span), await fullPlaces(trx, some, span.days), 1)
    await writeProgress(
      trx,
      some.map(({ id }) => [id, span.last]),
    )
    return { rest: behind.filter((pair) => !some.includes(pair)), span }
  }

  return {
    /** Counts the next events in each pair. Returns false if none was left. */
    async round(): Promise<boolean> {
      const [last, end] = [await progress(db), await newestEvent(db)]
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
     * Adds events to their days' pairs, or takes them out, in a transaction. Events that pairs
     * haven't counted yet are skipped.
     */
    async change(trx: Kysely<Database>, events: StoredEvent[], times: 1 | -1): Promise<void> {
      const last = await progress(trx)
      const days = [...new Set(events.map(({ day }) => day))]
      const full = times === 1 ? await fullPlaces(trx, pairs, days) : []
      const groups = Map.groupBy(pairs, ({ id }) => last.get(id) ?? 0)
      for (const [end, some] of groups) {
        const ids = events.filter(({ id }) => id <= end).map(({ id }) => id)
        if (ids.length > 0) await add(trx, some, withIds(ids), full, times)
      }
    },
  }
}

export type PairCounter = ReturnType<typeof createPairCounter>
