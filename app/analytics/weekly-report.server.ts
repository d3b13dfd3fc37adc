import { activeAdmins } from '#app/accounts/user.server.ts'
import { untitledPost } from '#app/download/platforms/platform-key.ts'
import { env } from '#app/env.server.ts'
import { changeOf, figure, share } from '#app/i18n/figure-text.ts'
import type { Job } from '#app/jobs/job.ts'
import type { MailTable } from '#app/mail/mail-template.server.ts'
import { enqueueMail, type Mail, mailIsSetUp } from '#app/mail/outbox.server.ts'
import { postTitles } from '#app/posts/post.server.ts'
import { settings, siteTimeZone } from '#app/settings/settings.server.ts'
import { dayOf } from '#app/time/calendar-day.ts'
import { dayMs } from '#app/time/durations.ts'
import { dayText } from '#app/time/time-text.ts'
import { publish } from '#app/webhooks/publish.server.ts'
import { sendsWeeklyReport } from '#app/webhooks/weekly-report.server.ts'
import { type Dimension, type Metrics, otherKey } from './dimensions.ts'
import {
  type DayRange,
  daysBefore,
  earlierSums,
  keySums,
  siteToday,
  totalSums,
} from './report.server.ts'
import { sourceName } from './source-name.server.ts'

const rowsTold = 5

/** Returns whether any operator wants the report and email is set up, or a webhook is sent it. */
export function weeklyReportIsOn(): boolean {
  return isMailed() || sendsWeeklyReport()
}

function isMailed(): boolean {
  return settings().weeklyReport.length > 0 && mailIsSetUp()
}

/**
 * Queues last week's figures for the operators who want them, and ends the job. It recurs on
 * Mondays: on any other day, it's the same week.
 */
export async function mailWeeklyReport({ end }: Pick<Job<'weekly-report'>, 'end'>): Promise<void> {
  if (!weeklyReportIsOn()) return
  const wanted = new Set(settings().weeklyReport)
  const admins = (await activeAdmins()).filter(({ email }) => wanted.has(email))
  const week = lastWeek(Date.now())
  const report = await weeklyReport(week)
  const { visitors, views, lookups, failed_lookups, saves, failed_saves } = await totalSums(
    week,
    [],
  )
  const days = { from: dayOf(week.from * dayMs), to: dayOf(week.to * dayMs) }
  const figures = { visitors, views, lookups, failed_lookups, saves, failed_saves }
  await end(async (trx) => {
    await publish(trx, 'report.weekly', { ...days, ...figures })
    if (!isMailed()) return
    for (const { email } of admins) await enqueueMail(weeklyReportMail(email, report), trx)
  })
}

/** Returns the last complete week in the site's time zone, from Monday to Sunday. */
export function lastWeek(now: number): DayRange {
  const today = siteToday(now)
  // Day 4 after January 1, 1970 was a Monday.
  const monday = today - ((today + 3) % 7)
  return { from: monday - 7, to: monday - 1 }
}

/** A figure of the week, with its change from the week before if known, and its success rate. */
type WeekFigure = {
  name: string
  count: number
  change?: string
  rate?: { share: string; of: string }
}

/** The keys with the highest values of a metric. */
type WeekTop = { title: string; key: string; metric: string; rows: [string, number][] }

type WeeklyReport = { week: DayRange; figures: WeekFigure[]; tops: WeekTop[] }

export function weeklyReportMail(to: string, { week, figures, tops }: WeeklyReport): Mail {
  const { siteName } = settings()
  const query = new URLSearchParams({ from: dayOf(week.from * dayMs), to: dayOf(week.to * dayMs) })
  return {
    to,
    subject: `${siteName}’s week: ${weekText(week)}`,
    body: {
      title: `Weekly report: ${weekText(week)}`,
      parts: [
        `Here are ${siteName}’s figures for last week (${siteTimeZone()}), with the change from the week before.`,
        figureTable(figures),
        ...tops.map(topTable),
        { button: 'All figures', href: `${env.APP_URL}/admin/analytics?${query}` },
      ],
      footer: `You’re receiving this as an operator of ${env.APP_URL}.`,
      footerLink: {
        text: 'Manage notifications',
        href: `${env.APP_URL}/admin/settings/notifications`,
      },
    },
  }
}

function figureTable(figures: WeekFigure[]): MailTable {
  return {
    columns: ['Figure', 'Last week', 'Change', 'Success rate'],
    rows: figures.map(({ name, count, change = '–', rate }) => [
      name,
      figure(count),
      change,
      rate?.share ?? '',
    ]),
    text: figures
      .map(({ name, count, change, rate }) => {
        const changed = change === undefined ? '' : ` (${change.toLowerCase()})`
        const share = rate === undefined ? '' : `, ${rate.share} ${rate.of}`
        return `${name}: ${figure(count)}${changed}${share}`
      })
      .join('\n'),
  }
}

function topTable({ title, key, metric, rows }: WeekTop): MailTable {
  return {
    title,
    columns: [key, metric],
    rows: rows.map(([name, count]) => [name, figure(count)]),
    text: [title, ...rows.map(([name, count]) => `- ${name}: ${figure(count)}`)].join('\n'),
  }
}

async function weeklyReport(week: DayRange): Promise<WeeklyReport> {
  const total = await totalSums(week, [])
  const before = await earlierSums(daysBefore(week), [])
  const figureOf = (name: string, metric: keyof Metrics, failed?: keyof Metrics, of = '') => {
    const all = total[metric] + (failed === undefined ? 0 : total[failed])
    const { direction, text } = changeOf(total[metric], before?.[metric] ?? null)
    return {
      name,
      count: total[metric],
      ...(direction !== null && { change: text }),
      ...(failed !== undefined && all > 0 && { rate: { share: share(total[metric], all), of } }),
    }
  }
  const tops = await Promise.all([
    topRows(week, 'source', 'visitors', {
      title: 'Top sources',
      key: 'Source',
      metric: 'Visitors',
    }),
    topRows(week, 'campaign', 'visitors', {
      title: 'Top campaigns',
      key: 'Campaign',
      metric: 'Visitors',
    }),
    topRows(week, 'path', 'views', { title: 'Top pages', key: 'Page', metric: 'Views' }),
    topRows(week, 'post', 'saves', {
      title: 'Most downloaded posts',
      key: 'Post',
      metric: 'Downloads',
    }),
  ])
  return {
    week,
    figures: [
      figureOf('Visitors', 'visitors'),
      figureOf('Page views', 'views'),
      figureOf('Look-ups', 'lookups', 'failed_lookups', 'found'),
      figureOf('Downloads', 'saves', 'failed_saves', 'completed'),
    ],
    tops: tops.filter(({ rows }) => rows.length > 0),
  }
}

/** Returns a dimension's keys with the highest values of a metric, by their titles. */
async function topRows(
  week: DayRange,
  dimension: Dimension,
  metric: 'visitors' | 'views' | 'saves',
  titles: Omit<WeekTop, 'rows'>,
): Promise<WeekTop> {
  const rows = ((await keySums(dimension, week, [], { metrics: [metric] })) ?? [])
    .filter(({ key, sum }) => key !== otherKey && sum[metric] > 0)
    .sort((a, b) => b.sum[metric] - a.sum[metric] || (a.key < b.key ? -1 : 1))
    .slice(0, rowsTold)
  const posts = dimension === 'post' ? await postTitles(rows.map(({ key }) => key)) : new Map()
  const name = (key: string) => {
    if (dimension === 'post') return posts.get(key) || untitledPost(key)
    return dimension === 'source' ? sourceName(key) : key
  }
  return { ...titles, rows: rows.map(({ key, sum }) => [name(key), sum[metric]]) }
}

function weekText({ from, to }: DayRange): string {
  return `${dayText(from * dayMs)} to ${dayText(to * dayMs)}`
}
