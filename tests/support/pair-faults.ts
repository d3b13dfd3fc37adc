import type { StoredEvent } from '#app/analytics/batch.server.ts'
import { addEvent, type Metrics, metricNames, noMetrics, pairs } from '#app/analytics/dimensions.ts'
import type { Sql } from './sql.ts'

type PairRow = Metrics & { day: number; key_a: string; key_b: string }

/** The pairs of days that do not hold what their events add up to, as far as each has counted. */
export async function pairFaults(db: Sql): Promise<string[]> {
  const events = await db.rows<StoredEvent>('select * from analytics_events')
  const progress = 'select last_event from analytics_pair_progress where pair = ?'
  const faults: string[] = []
  for (const { id, a, b } of pairs) {
    const expected = new Map<string, Metrics>()
    const last = Number((await db.value(progress, id)) ?? 0)
    for (const event of events) {
      const [one, other] = [event[a], event[b]]
      if (one === null || other === null || event.id > last) continue
      const key = `${event.day} ${one} ${other}`
      const sum = expected.get(key) ?? noMetrics()
      addEvent(sum, event)
      expected.set(key, sum)
    }
    const rows = await db.rows<PairRow>('select * from analytics_pair_days where pair = ?', id)
    for (const row of rows) {
      const key = `${row.day} ${row.key_a} ${row.key_b}`
      const sum = expected.get(key) ?? noMetrics()
      if (metricNames.some((name) => row[name] !== sum[name])) faults.push(`${a} ${b}: ${key}`)
    }
  }
  return faults
}
