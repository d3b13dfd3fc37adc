import { addMetrics, type Metrics, noMetrics } from '#app/analytics/dimensions.ts'
import { liveVisitors } from '#app/analytics/recent.server.ts'
import {
  type DayRange,
  dailySums,
  daysBefore,
  type Filters,
  firstDay,
  hourOfDaySums,
  isCounted,
  siteToday,
} from '#app/analytics/report.server.ts'
import {
  countedFrom,
  daysAreMoving,
  pairsKnownFrom,
} from '#app/analytics/rollups/site-days.server.ts'
import { catchUpShortly } from '#app/analytics/writer.server.ts'
import { changeOf, figure, share } from '#app/i18n/figure-text.ts'
import { siteTimeZone } from '#app/settings/settings.server.ts'
import { hourIn } from '#app/time/zone-days.ts'
import { holdsPairs, type View, viewQuery } from './parse-view.server.ts'
import { dimensionNames, sections, topFigures, unknownWithin } from './sections.ts'
import { filterName, type Table, tableWithin } from './tables.server.ts'

/** What the page needs to show a view: words and figures, since the browser has no more to do. */
export async function analyticsPage(view: View, now: number) {
  const { total, before, tables, metric, ...rest } = await analyticsView(view, now)
  return {
    ...rest,
    query: viewQuery(view),
    cards: cards(total, before, view.filters).map((card) => ({
      ...card,
      current: card.metric === metric,
    })),
    live: await liveVisitors(now),
    sections: sections.map(({ id, title, breakdowns }) => ({
      id,
      title,
      tabs: breakdowns.map((breakdown) => ({ id: breakdown.id, title: breakdown.title })),
      table: tables.find((table) => table.id === view.tabs[id]) ?? null,
    })),
  }
}

function cards(total: Metrics, before: Metrics | null, filters: Filters) {
  const beside: Partial<Record<keyof Metrics, string | null>> = {
    visitors: total.visits === 1 ? '1 visit' : `${figure(total.visits)} visits`,
    lookups: shareText(total.lookups, total.failed_lookups, 'found'),
    saves: shareText(total.saves, total.failed_saves, 'completed'),
  }
  return topFigures(filters).map(({ label, metric }) => {
    const unknown = unknownWithin(metric, filters)
    if (unknown !== null) {
      const note = `Not counted by ${dimensionNames[unknown].toLowerCase()}`
      return { label, metric, value: '–', note, change: null }
    }
    return {
      label,
      metric,
      value: figure(total[metric]),
      note: beside[metric] ?? null,
      change: changeOf(total[metric], before?.[metric] ?? null),
    }
  })
}

function shareText(good: number, failed: number, what: string): string | null {
  return good + failed === 0 ? null : `${share(good, good + failed)} ${what}`
}

/** All that the page counts. */
export async function analyticsView({ days, filters, metric, tabs, ...view }: View, now: number) {
  if (filters.length > 0) await catchUpShortly()
  const daily = await dailySums(days, filters)
  const total = noMetrics()
  for (const { sum } of daily) addMetrics(total, sum)
  const tables: Table[] = []
  for (const { id, breakdowns } of sections) {
    const shown = breakdowns.find((breakdown) => breakdown.id === tabs[id])
    if (shown !== undefined) tables.push(await tableWithin(shown, days, filters, total, now))
  }
  const figures = topFigures(filters).filter((one) => unknownWithin(one.metric, filters) === null)
  const charted = figures.find((one) => one.metric === metric) ?? figures[0]
  const before = await earlierDays(days, filters, now)
  const hours =
    days.from === days.to && filters.length === 0 ? await hourly(days, before !== null) : null
  const isToday = days.from === days.to && days.to === siteToday(now)
  // Today is compared with as much of yesterday, which is known of the whole site only.
  const compared = isToday
    ? (hours?.map((hour) => hour.before).slice(0, hourIn(siteTimeZone(), now) + 1) ?? [])
    : (before ?? [])
  return {
    chips: await Promise.all(
      filters.map(async (filter) => ({
        dimension: filter.dimension,
        label: dimensionNames[filter.dimension],
        name: await filterName(filter),
      })),
    ),
    total,
    before: sumOf(compared),
    metric: charted?.metric ?? null,
    chart:
      charted === undefined
        ? null
        : {
            label: charted.label,
            days: daily.map(({ day, sum }, index) => ({
              day,
              value: sum[charted.metric],
              before: before?.[index]?.[charted.metric] ?? null,
            })),
            hours:
              hours?.map((hour) => ({
                value: hour.sum[charted.metric],
                before: hour.before?.[charted.metric] ?? null,
              })) ?? null,
          },
    tables,
    notes: {
      ...(await notesOf(days, filters)),
      endsToday: days.to === siteToday(now),
      comparedWith: isToday ? 'yesterday up to this hour' : spanText(daily.length),
      isTooLong: view.isTooLong,
      combines: holdsPairs(days, now),
    },
  }
}

function spanText(days: number): string {
  return days === 1 ? 'the day before' : `the ${figure(days)} days before`
}

function sumOf(parts: (Metrics | null)[]): Metrics | null {
  if (parts.length === 0) return null
  const total = noMetrics()
  for (const part of parts) {
    if (part === null) return null
    addMetrics(total, part)
  }
  return total
}

/** The sums of each day of the period before; null where not all of it was counted. */
async function earlierDays(
  days: DayRange,
  filters: Filters,
  now: number,
): Promise<Metrics[] | null> {
  const before = daysBefore(days)
  if (!(await isCounted(before))) return null
  if (filters.length === 2) {
    const since = holdsPairs(before, now) ? await pairsKnownFrom(before.from) : null
    if (since === null || since > before.from) return null
  }
  return (await dailySums(before, filters)).map(({ sum }) => sum)
}

/** The sums of each hour of a day, beside those of the day before if that was counted. */
async function hourly(day: DayRange, comparable: boolean) {
  const zone = siteTimeZone()
  const before = comparable ? await hourOfDaySums(daysBefore(day), zone) : null
  const hours = await hourOfDaySums(day, zone)
  return hours.map((sum, hour) => ({ sum, before: before?.[hour] ?? null }))
}

/** What the reader has to know of the days that are shown; days as the roll-ups number them. */
async function notesOf(days: DayRange, filters: Filters) {
  const counted = await countedFrom()
  const otherZone = counted.earlierZone !== null && daysBefore(days).from < counted.day
  const known = filters.length === 0 ? null : await pairsKnownFrom(days.from)
  const first = (await firstDay()) ?? days.from
  return {
    timeZone: siteTimeZone(),
    earlierDays: otherZone ? { before: counted.day, timeZone: counted.earlierZone ?? '' } : null,
    moving: await daysAreMoving(),
    /** Since when rows within a filter are known, where something shown was counted before. */
    rowsSince: known !== null && known > Math.max(days.from, first) ? known : null,
  }
}
