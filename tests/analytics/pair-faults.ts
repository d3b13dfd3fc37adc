import type SQLite from 'better-sqlite3'
import type { StoredEvent } from '#app/analytics/batch.server.ts'
import { addEvent, type Metrics, metricNames, noMetrics, pairs } from '#app/analytics/dimensions.ts'

type PairRow = Metrics & { day: number; key_a: string; key_b: string }

/** The pairs of days that do not hold what their events add up to, as far as each has counted. */
export function pairFaults(connection: SQLite.Database): string[] {
  const events = connection.prepare('select * from analytics_events').all() as StoredEvent[]
  const progress = connection
    .prepare('select last_event from analytics_pair_progress where pair = ?')
    .pluck()
  const faults: string[] = []
  for (const { id, a, b } of pairs) {
    const expected = new Map<string, Metrics>()
    const last = Number(progress.get(id) ?? 0)
    for (const event of events) {
      const [one, other] = [event[a], event[b]]
      if (one === null || other === null || event.id > last) continue
      const key = `${event.day} ${one} ${other}`
      const sum = expected.get(key) ?? noMetrics()
      addEvent(sum, event)
      expected.set(key, sum)
    }
    const rows = connection.prepare('select * from analytics_pair_days where pair = ?').all(id)
    for (const row of rows as PairRow[]) {
      const key = `${row.day} ${row.key_a} ${row.key_b}`
      const sum = expected.get(key) ?? noMetrics()
      if (metricNames.some((name) => row[name] !== sum[name])) faults.push(`${a} ${b}: ${key}`)
    }
  }
  return faults
}
