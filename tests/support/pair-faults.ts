import type { Kysely } from 'kysely'
import { addEvent, type Metrics, metricNames, noMetrics, pairs } from '#app/analytics/dimensions.ts'
import type { Database } from '#db/schema.ts'

/** The pairs of days that do not hold what their events add up to, as far as each has counted. */
export async function pairFaults(db: Kysely<Database>): Promise<string[]> {
  const events = await db.selectFrom('analytics_events').selectAll().execute()
  const progress = await db.selectFrom('analytics_pair_progress').selectAll().execute()
  const rows = await db.selectFrom('analytics_pair_days').selectAll().execute()
  const faults: string[] = []
  for (const { id, a, b } of pairs) {
    const expected = new Map<string, Metrics>()
    const last = progress.find(({ pair }) => pair === id)?.last_event ?? 0
    for (const event of events) {
      const [one, other] = [event[a], event[b]]
      if (one === null || other === null || event.id > last) continue
      const key = `${event.day} ${one} ${other}`
      const sum = expected.get(key) ?? noMetrics()
      addEvent(sum, event)
      expected.set(key, sum)
    }
    for (const row of rows.filter(({ pair }) => pair === id)) {
      const key = `${row.day} ${row.key_a} ${row.key_b}`
      const sum = expected.get(key) ?? noMetrics()
      if (metricNames.some((name) => row[name] !== sum[name])) faults.push(`${a} ${b}: ${key}`)
    }
  }
  return faults
}
