import { catchUpShortly } from '#app/analytics/catch-up.server.ts'
import { type Compared, comparedHours, comparedSums } from '#app/analytics/comparison.server.ts'
import { type Metrics, totalOf } from '#app/analytics/dimensions.ts'
import { liveVisitors } from '#app/analytics/recent.server.ts'
import {
  type AnalyticsFilter,
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
  sourcesSince,
} from '#app/analytics/rollups/site-days.server.ts'
import { allKeyed } from '#app/http/all-keyed.ts'
import { countText } from '#app/i18n/count-text.ts'
import { type Change, changeOf, figure, share } from '#app/i18n/figure-text.ts'
import { siteTimeZone } from '#app/settings/settings.server.ts'
import { clockText } from '#app/time/time-text.ts'
import { dayIn, hourIn } from '#app/time/zone-days.ts'
import { holdsPairs, rangePresets, type View, viewQuery } from './parse-view.server.ts'
import { dimensionNames, sections, topFigures, unknownWithin } from './sections.ts'
import { filterName, tableWithin } from './tables.server.ts'

export async function analyticsPage(view: View, now: number) {
  const [{ total, compared, isComparedLater, tables, metric, ...rest }, live] = await Promise.all([
    analyticsView(view, now),
    liveVisitors(now),
  ])
  return {
    ...rest,
    query: viewQuery(view),
    presets: rangePresets(view.days, now),
    cards: cards(total, isComparedLater ? 'later' : compared, view.filters).map((card) => ({
      ...card,
      current: card.metric === metric,
    })),
    live,
    sections: sections.map(({ id, title, breakdowns }) => ({
      id,
      title,
      tabs: breakdowns.map((breakdown) => ({ id: breakdown.id, title: breakdown.title })),
      table: tables.find((table) => table.id === view.tabs[id]) ?? null,
    })),
  }
}

function cards(total: Metrics, compared: Compared | 'later' | null, filters: Filters) {
  const beside: Partial<Record<keyof Metrics, string | null>> = {
    visitors: countText(total.visits, 'visit'),
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
      change:
        compared === 'later'
          ? notYet(filters)
          : changeOf(compared?.current[metric] ?? 0, compared?.before[metric] ?? null),
    }
  })
}

/** Hours within filters aren't known. */
function notYet(filters: Filters): Change {
  const text =
    filters.length > 0 ? 'Compared once the day is over' : 'Compared after the day’s first hour'
  return { direction: null, text }
}

function shareText(good: number, failed: number, what: string): string | null {
  return good + failed === 0 ? null : `${share(good, good + failed)} ${what}`
}

export async function analyticsView(view: View, now: number) {
  if (view.filters.length === 0) return readView(view, now)
  // Nearly always all events are counted: it isn't worth a wait of its own to ask first.
  const [read, wasBehind] = await Promise.all([readView(view, now), catchUpShortly()])
  return wasBehind ? readView(view, now) : read
}

async function readView({ days, filters, metric, tabs, whole: asked, ...view }: View, now: number) {
  const reading = dailySums(days, filters)
  const whole = reading.then((daily) => totalOf(daily.map(({ sum }) => sum)))
  const earlier = earlierDays(days, filters, now)
  const shown = sections.flatMap(({ id, breakdowns }) =>
    breakdowns.filter((breakdown) => breakdown.id === tabs[id]).slice(0, 1),
  )
  const { daily, total, tables, before, compared, hours, chips, notes } = await allKeyed({
    daily: reading,
    total: whole,
    tables: Promise.all(
      shown.map((one) => tableWithin(one, { days, filters, total: whole, now, asked })),
    ),
    before: earlier,
    compared: Promise.all([reading, earlier]).then(([daily, before]) => {
      const sums = { days: daily.map(({ sum }) => sum), earlier: before }
      return comparedSums(days, filters, sums, now)
    }),
    hours:
      days.from === days.to && filters.length === 0
        ? earlier.then((before) => hourly(days, before !== null))
        : null,
    chips: Promise.all(filters.map(chipOf)),
    notes: notesOf(days, filters),
  })
  const figures = topFigures(filters).filter((one) => unknownWithin(one.metric, filters) === null)
  const charted = figures.find((one) => one.metric === metric) ?? figures[0]
  const endsToday = days.to === siteToday(now)
  const hoursCompared = filters.length === 0 ? comparedHours(days, now) : null
  return {
    chips,
    total,
    compared,
    /** The day before was counted, but nothing of a single running day can be compared with it. */
    isComparedLater: before !== null && compared === null,
    metric: charted?.metric ?? null,
    chart:
      charted === undefined
        ? null
        : {
            label: charted.label,
            /** The current day and hour, if they are shown. */
            running: endsToday ? { day: days.to, hour: hourIn(siteTimeZone(), now) } : null,
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
      ...notes,
      endsToday,
      comparedWith: comparedText(daily.length, {
        endsToday,
        until: hoursCompared?.current.until ?? null,
      }),
      isTooLong: view.isTooLong,
      combines: holdsPairs(days, now),
    },
  }
}

async function chipOf(filter: AnalyticsFilter) {
  const { dimension } = filter
  return { dimension, label: dimensionNames[dimension], name: await filterName(filter) }
}

/**
 * Returns the text about what changes are compared with. `until`: the end of the last day's
 * compared hours, null if there are none.
 */
function comparedText(
  days: number,
  { endsToday, until }: { endsToday: boolean; until: number | null },
): string {
  if (!endsToday) return days === 1 ? 'the day before' : `the ${figure(days)} days before`
  const before = days === 1 ? 'yesterday' : `the ${figure(days)} days before`
  return until === null
    ? `${before}, both without their last day`
    : `${before}, both up to ${clockText(until, siteTimeZone())}`
}

/** Returns the sums of each day of the period before, or null if not all of it was counted. */
async function earlierDays(
  days: DayRange,
  filters: Filters,
  now: number,
): Promise<Metrics[] | null> {
  const before = daysBefore(days)
  const isPair = filters.length === 2
  const [counted, since, sums] = await Promise.all([
    isCounted(before),
    isPair && holdsPairs(before, now) ? pairsKnownFrom(before.from) : null,
    dailySums(before, filters),
  ])
  if (!counted || (isPair && (since === null || since > before.from))) return null
  return sums.map(({ sum }) => sum)
}

/** Returns the sums of each hour of a day, and of the day before if that was counted. */
async function hourly(day: DayRange, comparable: boolean) {
  const zone = siteTimeZone()
  const [before, hours] = await Promise.all([
    comparable ? hourOfDaySums(daysBefore(day), zone) : null,
    hourOfDaySums(day, zone),
  ])
  return hours.map((sum, hour) => ({ sum, before: before?.[hour] ?? null }))
}

/** Returns the notes about the days shown. Days are numbered as in the roll-ups. */
async function notesOf(days: DayRange, filters: Filters) {
  const [counted, known, first, since, moving] = await Promise.all([
    countedFrom(),
    filters.length === 0 ? null : pairsKnownFrom(days.from),
    firstDay(),
    sourcesSince(),
    daysAreMoving(),
  ])
  const otherZone = counted.earlierZone !== null && daysBefore(days).from < counted.day
  const sourcesDay = since === null ? null : dayIn(siteTimeZone(), since)
  return {
    timeZone: siteTimeZone(),
    earlierDays: otherZone ? { before: counted.day, timeZone: counted.earlierZone ?? '' } : null,
    moving,
    /** The day since which sources and browsers are told apart as now, if earlier are shown. */
    sourcesSince: sourcesDay !== null && days.from <= sourcesDay ? sourcesDay : null,
    /** The first day with rows within a filter, if something shown was counted before. */
    rowsSince: known !== null && known > Math.max(days.from, first ?? days.from) ? known : null,
  }
}
