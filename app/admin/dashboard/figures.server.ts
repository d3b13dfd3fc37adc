import { countJoined, countUsers } from '#app/accounts/user.server.ts'
import { countryName } from '#app/analytics/code-names.ts'
import {
  countedDays,
  dailySums,
  earlierSums,
  everSums,
  hourOfDaySums,
  keySums,
  rangeTimes,
  siteToday,
  totalSums,
} from '#app/analytics/report.server.ts'
import { countReports, countSubmitted } from '#app/dmca/report.server.ts'

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
  const [users, joined, joinedBefore] = [
    await countUsers(),
    await countJoined(rangeTimes(month)),
    await countJoined(rangeTimes(before)),
  ]
  const [sum, sumBefore, todaySum] = [
    await totalSums(month, null),
    await earlierSums(before, null),
    await totalSums({ from: today, to: today }, null),
  ]
  // A young site's average is that of the days it has had.
  const days = await countedDays(month)
  const [reports, reportsNow, reportsBefore] = [
    await countReports(),
    await countSubmitted(rangeTimes(month)),
    await countSubmitted(rangeTimes(before)),
  ]
  const countries = (await keySums('country', month, null, ['visitors'])) ?? []
  const top = countries
    .filter(({ key }) => key !== 'unknown')
    .sort((a, b) => b.sum.visitors - a.sum.visitors)[0]
  const hours = (await hourOfDaySums(month, timeZone)).map((hour) => hour.lookups + hour.saves)
  const most = Math.max(...hours)
  return {
    users: { all: users.all, joined, joinedBefore },
    downloads: {
      all: (await everSums()).saves,
      month: sum.saves,
      before: sumBefore?.saves ?? null,
    },
    daily: {
      today: todaySum.saves,
      days,
      month: sum.saves / days,
      before: sumBefore === null ? null : sumBefore.saves / 30,
    },
    reports: { pending: reports.pending, month: reportsNow, before: reportsBefore },
    topCountry:
      top === undefined
        ? null
        : { name: countryName(top.key), visitors: top.sum.visitors, of: sum.visitors },
    peak: most === 0 ? null : { hour: hours.indexOf(most), count: most },
    growth: { month: sum.visitors, before: sumBefore?.visitors ?? null },
  }
}

/** Downloads of each day of the chart. */
export async function dailyDownloads(period: ChartPeriod, now: number) {
  const to = siteToday(now)
  const days = await dailySums({ from: to - chartPeriods[period] + 1, to }, null)
  return days.map(({ day, sum }) => ({ day, value: sum.saves }))
}
