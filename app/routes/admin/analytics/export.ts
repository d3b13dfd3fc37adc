import { actorOf } from '#app/middleware/require-admin.server.ts'
import { dayMs, type Metrics, metricNames } from '#app/models/analytics/dimensions.ts'
import { dailySums, keySums, periodDays } from '#app/models/analytics/report.server.ts'
import { recordAudit } from '#app/models/audit.server.ts'
import { type CsvRow, csvDay, csvResponse } from '../csv-response.server.ts'
import type { Route } from './+types/export'
import { sections } from './sections.ts'
import { namer, parseView, ranked, type View } from './view.server.ts'

/** The figures of one section of the page, or of all of them, whole and not only the first rows. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const view = parseView(url.searchParams)
  const section = sections.find(({ id }) => id === url.searchParams.get('section'))?.id ?? 'all'
  if (request.method !== 'HEAD') {
    await recordAudit({
      actor: actorOf(context),
      action: 'analytics.exported',
      after: { section, period: view.period, filter: view.filter?.dimension ?? null },
    })
  }
  return csvResponse(context, request, {
    fileName: `analytics-${section}-${view.period}-${csvDay()}`,
    columns: ['table', 'key', 'name', ...metricNames],
    rows: rows(view, section, Date.now()),
  })
}

async function* rows(view: View, section: string, now: number): AsyncGenerator<CsvRow> {
  const { days } = periodDays(view.period, now)
  if (section === 'all' || section === 'downloads') {
    for (const { day, sum } of await dailySums(days, view.filter)) {
      const date = new Date(day * dayMs).toISOString().slice(0, 10)
      yield ['day', date, date, ...values(sum)]
    }
  }
  for (const { id, breakdowns } of sections) {
    if (section !== 'all' && section !== id) continue
    for (const breakdown of breakdowns) {
      const found = ranked(breakdown, (await keySums(breakdown.dimension, days, view.filter)) ?? [])
      for (let at = 0; at < found.length; at += 500) {
        const part = found.slice(at, at + 500)
        const name = await namer(breakdown, part)
        for (const { key, sum } of part) yield [breakdown.id, key, name(key), ...values(sum)]
      }
    }
  }
}

function values(sum: Metrics): number[] {
  return metricNames.map((name) => sum[name])
}
