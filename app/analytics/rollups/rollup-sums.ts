import { type Metrics, metricNames, noMetrics } from '#app/analytics/dimensions.ts'

/** Sums by the roll-up's name, by day (or hour), and by key. */
export type Sums<Id> = Map<Id, Map<number, Map<string, Metrics>>>

/** The sum of a key; it is made when there is none yet. */
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

/** Every sum with its place. */
export function* sumsIn<Id>(sums: Sums<Id>) {
  for (const [id, byNumber] of sums) {
    for (const [number, byKey] of byNumber) {
      for (const [key, sum] of byKey) yield { id, number, key, sum }
    }
  }
}

/** The metrics of a sum in the order that `upsertSql` wants them. */
export function metricValues(sum: Metrics): number[] {
  return metricNames.map((name) => sum[name])
}

/** What a statement does with a row that it finds: it adds its own sums. */
export const sumColumns = metricNames
  .map((name) => `${name} = ${name} + excluded.${name}`)
  .join(', ')

/** A statement that adds a sum to a row, which it makes when there is none; keys come first. */
export function upsertSql(table: string, key: string[]): string {
  const columns = [...key, ...metricNames]
  return `insert into ${table} (${columns.join(', ')})
    values (${columns.map(() => '?').join(', ')})
    on conflict do update set ${sumColumns}`
}
