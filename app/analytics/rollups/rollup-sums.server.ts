import { type Kysely, sql } from 'kysely'
import { type Metrics, metricNames, noMetrics } from '#app/analytics/dimensions.ts'
import { rowInserter } from '#db/many-rows.ts'
import type { Database } from '#db/schema.ts'

/** Sums by roll-up, by day or hour, and by key. */
export type Sums<Id> = Map<Id, Map<number, Map<string, Metrics>>>

/** Returns a key's sum, which is created if there is none yet. */
export function sumOf<Id>(sums: Sums<Id>, id: Id, number: number, key = ''): Metrics {
  let byNumber = sums.get(id)
  if (byNumber === undefined) {
    byNumber = new Map()
    sums.set(id, byNumber)
  }
  let byKey = byNumber.get(number)
  if (byKey === undefined) {
    byKey = new Map()
    byNumber.set(number, byKey)
  }
  let sum = byKey.get(key)
  if (sum === undefined) {
    sum = noMetrics()
    byKey.set(key, sum)
  }
  return sum
}

/** Yields every sum with its roll-up, number and key. */
function* sumsIn<Id>(sums: Sums<Id>) {
  for (const [id, byNumber] of sums) {
    for (const [number, byKey] of byNumber) {
      for (const [key, sum] of byKey) yield { id, number, key, sum }
    }
  }
}

/** Returns the end of an insert of sums: existing rows are added to. */
export function addedTo(table: string, keys: string[]) {
  const sums = metricNames.map(
    (name) => sql`${sql.ref(name)} = ${sql.id(table, name)} + ${sql.id('excluded', name)}`,
  )
  return sql`on conflict (${sql.join(keys.map((key) => sql.ref(key)))}) do update set ${sql.join(sums)}`
}

function sumAdder(table: 'analytics_hours' | 'analytics_days', keys: string[]) {
  return rowInserter(table, [...keys, ...metricNames], addedTo(table, keys))
}

const addHourRows = sumAdder('analytics_hours', ['hour'])
const addDayRows = sumAdder('analytics_days', ['dimension', 'day', 'key'])

export async function addHours(executor: Kysely<Database>, sums: Sums<''>): Promise<void> {
  const rows = [...sumsIn(sums)].map(({ number, sum }) => [number, ...metricValues(sum)])
  await addHourRows(executor, rows)
}

/** Adds sums to the rows of their days. Their roll-ups are dimensions. */
export async function addDays(executor: Kysely<Database>, sums: Sums<string>): Promise<void> {
  const rows = [...sumsIn(sums)].map(({ id, number, key, sum }) => {
    return [id, number, key, ...metricValues(sum)]
  })
  await addDayRows(executor, rows)
}

function metricValues(sum: Metrics): number[] {
  return metricNames.map((name) => sum[name])
}
