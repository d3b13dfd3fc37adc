import { auditedExport } from '#app/accounts/middleware/audited-export.server.ts'
import { catchUp } from '#app/analytics/catch-up.server.ts'
import {
  type Dimension,
  isOfVisitors,
  type Metrics,
  metricNames,
  otherKey,
} from '#app/analytics/dimensions.ts'
import { dailySums, keySums, totalSums } from '#app/analytics/report.server.ts'
import type { CsvColumns } from '#app/lists/csv-response.server.ts'
import { dayOf } from '#app/time/calendar-day.ts'
import { dayMs, secondMs } from '#app/time/durations.ts'
import type { Route } from './+types/export'
import { parseView, type View } from './parse-view.server.ts'
import { breakdownWithin, sections } from './sections.ts'
import { namer, ranked } from './tables.server.ts'

/** The figures are as counted by then. */
const longestWaitMs = 10 * secondMs

/** Exports all rows of one section of the page, or of all sections. */
export function loader(args: Route.LoaderArgs) {
  const { searchParams } = args.url
  const view = parseView(searchParams)
  const section = sections.find(({ id }) => id === searchParams.get('section'))?.id ?? 'all'
  return auditedExport(args, {
    name: `analytics-${section}-${view.period}`,
    audit: {
      action: 'analytics.exported',
      after: {
        section,
        period: view.period,
        filter: view.filters.map(({ dimension }) => dimension).join(', ') || null,
      },
    },
    columns,
    rows: rows(view, section),
  })
}

type Row = {
  table: string
  key: string
  name: string
  sum: Metrics
  /** The figures that are counted for it. The others stay empty. */
  known: readonly (keyof Metrics)[]
}

const columns: CsvColumns<Row> = {
  table: ({ table }) => table,
  key: ({ key }) => key,
  name: ({ name }) => name,
  ...Object.fromEntries(
    metricNames.map((metric) => [
      metric,
      ({ sum, known }: Row) => (known.includes(metric) ? sum[metric] : ''),
    ]),
  ),
}

async function* rows(view: View, section: string): AsyncGenerator<Row> {
  const { days, filters } = view
  if (filters.length > 0) await catchUp(longestWaitMs)
  const whole = await totalSums(days, filters)
  const by = filters.map(({ dimension }) => dimension)
  if (section === 'all' || section === 'downloads') {
    for (const { day, sum } of await dailySums(days, filters)) {
      const date = dayOf(day * dayMs)
      yield { table: 'day', key: date, name: date, sum, known: knownBy(by) }
    }
  }
  for (const { id, breakdowns } of sections) {
    if (section !== 'all' && section !== id) continue
    for (const usual of breakdowns) {
      const breakdown = breakdownWithin(usual, filters)
      const { dimension, metrics } = breakdown
      const counted = knownBy([...by, dimension])
      const sums = await keySums(dimension, days, filters, { whole })
      // Every column adds up, not only those on the page.
      const found = ranked({ ...breakdown, metrics: [...counted] }, sums ?? [])
      for (let at = 0; at < found.length; at += 500) {
        const part = found.slice(at, at + 500)
        const name = await namer(breakdown, part)
        for (const { key, sum } of part) {
          // Unknown keys are a remainder: of the table's own figures, and no more.
          const known = key === otherKey && filters.length > 0 ? metrics : counted
          yield { table: breakdown.id, key, name: name(key), sum, known }
        }
      }
    }
  }
}

/** Visitors are counted by the event that begins a visit, so not by page or by saved format. */
function knownBy(dimensions: Dimension[]): readonly (keyof Metrics)[] {
  if (dimensions.every(isOfVisitors)) return metricNames
  return metricNames.filter((name) => name !== 'visitors' && name !== 'visits')
}
