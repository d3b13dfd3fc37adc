import { countJoined, countUsers, joinedByHour } from '#app/accounts/user.server.ts'
import { countryName } from '#app/analytics/code-names.ts'
import {
  countedDays,
  type DayRange,
  dailySums,
  earlierSums,
  everSums,
  hourOfDaySums,
  keySums,
  rangeTimes,
  siteToday,
} from '#app/analytics/report.server.ts'
import { countReports, countSubmitted, submittedByHour } from '#app/dmca/report.server.ts'
import { hourMs } from '#app/time/durations.ts'
import { dayIn, hourIn } from '#app/time/zone-days.ts'

/** The periods of the dashboard's chart, in days. */
const chartPeriods = { '7days': 7, '30days': 30, '3months': 90 } as const
export type ChartPeriod = keyof typeof chartPeriods

export function isChartPeriod(text: string | null): text is ChartPeriod {
  return text !== null && Object.hasOwn(chartPeriods, text)
}

/** Figures of the last 30 days beside those of the 30 days before; null where those are not known. */
export async function dashboardFigures(now: number, timeZone: string) {
  const today = siteToday(now)
  const month = { from: today - 29, to: today }
  const before = { from: today - 59, to: today - 30 }
  const users = await countUsers()
  const joined = perDay(await joinedByHour(rangeTimes(month)), month, timeZone)
  const daily = (await dailySums(month, [])).map((day) => day.sum)
  const sumBefore = await earlierSums(before, [])
  const hours = (await hourOfDaySums({ from: today, to: today }, timeZone)).map(
    ({ saves }) => saves,
  )
  // A young site's average is that of the days it has had.
  const days = await countedDays(month)
  const reports = await countReports()
  const submitted = perDay(await submittedByHour(rangeTimes(month)), month, timeZone)
  const saves = daily.map((sum) => sum.saves)
  const visitors = total(daily.map((sum) => sum.visitors))
  const countries = (await keySums('country', month, [], ['visitors'])) ?? []
  const top = countries
    .filter(({ key }) => key !== 'unknown')
    .sort((a, b) => b.sum.visitors - a.sum.visitors)[0]
  const busy = (await hourOfDaySums(month, timeZone)).map((hour) => hour.lookups + hour.saves)
  const most = Math.max(...busy)
  return {
    users: {
      all: users.all,
      joined: total(joined),
      joinedBefore: await countJoined(rangeTimes(before)),
      series: joined,
    },
    downloads: {
      all: (await everSums()).saves,
      month: total(saves),
      before: sumBefore?.saves ?? null,
      series: saves,
    },
    daily: {
      today: saves.at(-1) ?? 0,
      days,
      month: total(saves) / days,
      before: sumBefore === null ? null : sumBefore.saves / 30,
      series: hours.slice(0, hourIn(timeZone, now) + 1),
    },
    reports: {
      pending: reports.pending,
      month: total(submitted),
      before: await countSubmitted(rangeTimes(before)),
      series: submitted,
    },
    topCountry:
      top === undefined
        ? null
        : { name: countryName(top.key), visitors: top.sum.visitors, of: visitors },
    peak: most === 0 ? null : { hour: busy.indexOf(most), count: most },
    growth: { month: visitors, before: sumBefore?.visitors ?? null },
  }
}

function total(counts: number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Adds up counts of hours by the days of a range. */
function perDay(
  hours: { hour: number; count: number }[],
  { from, to }: DayRange,
  timeZone: string,
): number[] {
  const days = Array.from({ length: to - from + 1 }, () => 0)
  for (const { hour, count } of hours) {
    const index = dayIn(timeZone, hour * hourMs) - from
    days[index] = (days[index] ?? 0) + count
  }
  return days
}

/** Downloads of each day of the chart. */
export async function dailyDownloads(period: ChartPeriod, now: number) {
  const to = siteToday(now)
  const days = await dailySums({ from: to - chartPeriods[period] + 1, to }, [])
  return days.map(({ day, sum }) => ({ day, value: sum.saves }))
}
