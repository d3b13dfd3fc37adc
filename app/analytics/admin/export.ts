import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import {
  type Dimension,
  isOfVisitors,
  type Metrics,
  metricNames,
  otherKey,
} from '#app/analytics/dimensions.ts'
import { dailySums, keySums, totalSums } from '#app/analytics/report.server.ts'
import { catchUp } from '#app/analytics/writer.server.ts'
import { recordAudit } from '#app/audit/audit.server.ts'
import { type CsvRow, csvResponse } from '#app/lists/csv-response.server.ts'
import { siteToday } from '#app/settings/settings.server.ts'
import { dayMs } from '#app/time/durations.ts'
import type { Route } from './+types/export'
import { parseView, type View } from './parse-view.server.ts'
import { breakdownWithin, sections } from './sections.ts'
import { filtersOf, namer, ranked } from './tables.server.ts'

/** The figures of one section of the page, or of all of them, whole and not only the first rows. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const view = parseView(url.searchParams)
  const section = sections.find(({ id }) => id === url.searchParams.get('section'))?.id ?? 'all'
  if (request.method !== 'HEAD') {
    await recordAudit({
      actor: actorOf(context),
      action: 'analytics.exported',
      after: {
        section,
        period: view.period,
        filter: view.filters.map(({ dimension }) => dimension).join(', ') || null,
      },
    })
  }
  return csvResponse(context, request, {
    fileName: `analytics-${section}-${view.period}-${siteToday()}`,
    columns: ['table', 'key', 'name', ...metricNames],
    rows: rows(view, section),
  })
}

async function* rows(view: View, section: string): AsyncGenerator<CsvRow> {
  const { days, filters } = view
  if (filters.length > 0) await catchUp()
  const whole = await totalSums(days, filters)
  const by = filters.map(({ dimension }) => dimension)
  if (section === 'all' || section === 'downloads') {
    for (const { day, sum } of await dailySums(days, filters)) {
      const date = new Date(day * dayMs).toISOString().slice(0, 10)
      yield ['day', date, date, ...values(sum, knownBy(by))]
    }
  }
  for (const { id, breakdowns } of sections) {
    if (section !== 'all' && section !== id) continue
    for (const usual of breakdowns) {
      const breakdown = breakdownWithin(usual, filters)
      const { dimension, metrics } = breakdown
      const told = knownBy([...by, dimension])
      const own = filtersOf(breakdown, filters)
      const sums =
        own === null
          ? null
          : await keySums(dimension, days, own, metricNames, own === filters ? whole : undefined)
      // Every column adds up, and not only those that the page shows.
      const found = ranked({ ...breakdown, metrics: [...told] }, sums ?? [])
      for (let at = 0; at < found.length; at += 500) {
        const part = found.slice(at, at + 500)
        const name = await namer(breakdown, part)
        for (const { key, sum } of part) {
          // What is not known by its key is a remainder: of what the table is made of, and no more.
          const known = key === otherKey && own !== null && own.length > 0 ? metrics : told
          yield [breakdown.id, key, name(key), ...values(sum, known)]
        }
      }
    }
  }
}

/** Who comes to a page or saves a format is not counted: only events that begin a visit say so. */
function knownBy(dimensions: Dimension[]): readonly (keyof Metrics)[] {
  if (dimensions.every(isOfVisitors)) return metricNames
  return metricNames.filter((name) => name !== 'visitors' && name !== 'visits')
}

function values(sum: Metrics, known: readonly (keyof Metrics)[]) {
  return metricNames.map((name) => (known.includes(name) ? sum[name] : ''))
}
