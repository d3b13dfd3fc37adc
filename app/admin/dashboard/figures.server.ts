import { sql } from 'kysely'
import { countUsers } from '#app/accounts/user.server.ts'
import { countryName, platformName } from '#app/analytics/code-names.ts'
import { comparedSpans, comparedSums } from '#app/analytics/comparison.server.ts'
import {
  countedDays,
  type DayRange,
  dailySums,
  daysBefore,
  everSums,
  hourOfDaySums,
  isCounted,
  keySums,
  rangeTimes,
  siteToday,
} from '#app/analytics/report.server.ts'
import { countReports, countSubmitted } from '#app/dmca/report.server.ts'
import { allKeyed } from '#app/http/all-keyed.ts'
import { hourMs } from '#app/time/durations.ts'
import { dayIn } from '#app/time/zone-days.ts'
import { reads } from '#db/reads.ts'

const chartPeriods = { '7days': 7, '30days': 30, '3months': 90 } as const
export type ChartPeriod = keyof typeof chartPeriods

export function isChartPeriod(text: string | null): text is ChartPeriod {
  return text !== null && Object.hasOwn(chartPeriods, text)
}

/**
 * Returns the last 30 days' figures. Compared ones have `current` and `before` sums over the same
 * hours of both periods. Null if the earlier ones are unknown.
 */
export async function dashboardFigures(now: number, timeZone: string) {
  const today = siteToday(now)
  const month = { from: today - 29, to: today }
  const spans = comparedSpans(month, now, timeZone)
  const read = await allKeyed({
    users: countUsers(),
    joined: perDay('users', 'joined_at', month, timeZone),
    sums: monthSums(month, now),
    days: countedDays(month),
    ever: everSums(),
    countries: keySums('country', month, [], { metrics: ['visitors'] }),
    platforms: keySums('platform', month, [], { metrics: ['saves'] }),
    hours: hourOfDaySums(month, timeZone),
    reports: countReports(),
    submitted: perDay('dmca_reports', 'submitted_at', month, timeZone),
    submittedNow: countSubmitted(spans.current),
    submittedBefore: countSubmitted(spans.before),
  })
  const { users, joined, submitted } = read
  const { daily, compared } = read.sums
  const comparedBy = (metric: 'saves' | 'visitors') => ({
    current: compared?.current[metric] ?? 0,
    before: compared?.before[metric] ?? null,
  })
  const saves = daily.map((sum) => sum.saves)
  const visitors = total(daily.map((sum) => sum.visitors))
  const allSaves = read.ever.saves
  const top = (read.countries ?? [])
    .filter(({ key }) => key !== 'unknown')
    .sort((a, b) => b.sum.visitors - a.sum.visitors)[0]
  const busy = read.hours.map((hour) => hour.lookups + hour.saves)
  const most = Math.max(...busy)
  return {
    users: { all: users.all, joined: total(joined), series: totals(users.all, joined) },
    downloads: { all: allSaves, month: total(saves), series: totals(allSaves, saves) },
    daily: {
      // A young site's average covers only its own days.
      days: read.days,
      month: total(saves),
      ...comparedBy('saves'),
      series: saves,
    },
    reports: {
      pending: read.reports.pending,
      month: total(submitted),
      current: read.submittedNow,
      before: read.submittedBefore,
      series: submitted,
    },
    topCountry:
      top === undefined
        ? null
        : { name: countryName(top.key), visitors: top.sum.visitors, of: visitors },
    platforms: (read.platforms ?? [])
      .map(({ key, sum }) => ({ name: platformName(key), saves: sum.saves }))
      .filter((platform) => platform.saves > 0)
      .sort((a, b) => b.saves - a.saves),
    peak: most === 0 ? null : { hour: busy.indexOf(most), count: most },
    growth: { month: visitors, ...comparedBy('visitors') },
  }
}

/** Returns a month's sums by day, and in all beside those of the month before. */
async function monthSums(month: DayRange, now: number) {
  const before = daysBefore(month)
  const [days, earlier, counted] = await Promise.all([
    dailySums(month, []),
    dailySums(before, []),
    isCounted(before),
  ])
  const daily = days.map(({ sum }) => sum)
  const sums = { days: daily, earlier: counted ? earlier.map(({ sum }) => sum) : null }
  return { daily, compared: await comparedSums(month, [], sums, now) }
}

function total(counts: number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Returns the total after each day, from the final total and each day's increase. */
function totals(all: number, added: number[]): number[] {
  let sum = all - total(added)
  return added.map((count) => {
    sum += count
    return sum
  })
}

/** Counts rows by the site's days: `column` has their times in unix ms. */
async function perDay(
  table: 'users' | 'dmca_reports',
  column: 'joined_at' | 'submitted_at',
  { from, to }: DayRange,
  timeZone: string,
): Promise<number[]> {
  const range = rangeTimes({ from, to })
  const at = sql.ref(column)
  const { rows } = await sql<{ hour: number; count: number }>`
    select ${at} / ${sql.lit(hourMs)} as hour, count(*) as count from ${sql.table(table)}
    where ${at} >= ${range.from} and ${at} < ${range.until} group by hour`.execute(reads)
  const days = Array.from({ length: to - from + 1 }, () => 0)
  for (const { hour, count } of rows) {
    const index = dayIn(timeZone, hour * hourMs) - from
    days[index] = (days[index] ?? 0) + count
  }
  return days
}

export async function dailyDownloads(period: ChartPeriod, now: number) {
  const to = siteToday(now)
  const days = await dailySums({ from: to - chartPeriods[period] + 1, to }, [])
  return days.map(({ day, sum }) => ({ day, value: sum.saves }))
}
