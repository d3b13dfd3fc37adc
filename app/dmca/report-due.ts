import { type Day, dayOf, startOf } from '#app/time/calendar-day.ts'
import { dayMs } from '#app/time/durations.ts'
import { dayText } from '#app/time/time-text.ts'
import { addBusinessDays } from './business-days.ts'
import type { DmcaReport } from './report.server.ts'

/** Business days for an answer to a notice. The law requires "expeditiously", without a number. */
const answerDays = 3

export type Due = { tone: 'good' | 'warn' | 'bad' | 'quiet'; text: string }

type Dated = Pick<DmcaReport, 'status' | 'submittedAt'> & {
  events: Pick<DmcaReport['events'][number], 'kind'>[]
  counterNotices: Pick<DmcaReport['counterNotices'][number], 'status' | 'earliestOn' | 'latestOn'>[]
}

/** Returns until when an operator must act on a report, or null if nothing is due. */
export function dueOf(report: Dated, now: number, timeZone: string): Due | null {
  const today = dayOf(now, timeZone)
  if (report.status === 'pending') {
    if (report.events.at(-1)?.kind === 'asked') return { tone: 'quiet', text: 'Claimant’s turn' }
    return answerDue(addBusinessDays(dayOf(report.submittedAt, timeZone), answerDays), today)
  }
  const [first] = report.counterNotices
    .filter(({ status }) => status === 'waiting')
    .sort((a, b) => (a.latestOn < b.latestOn ? -1 : 1))
  return first === undefined ? null : putBackDue(first, today)
}

function answerDue(dueOn: Day, today: Day): Due {
  const left = daysBetween(today, dueOn)
  if (left < 0) return { tone: 'bad', text: `Overdue by ${days(-left)}` }
  if (left === 0) return { tone: 'warn', text: 'Due today' }
  return left === 1
    ? { tone: 'warn', text: 'Due tomorrow' }
    : { tone: 'good', text: `Due in ${days(left)}` }
}

/** The same for a waiting counter-notice, whose posts are put back between its days. */
export function putBackDue(
  { earliestOn, latestOn }: { earliestOn: Day; latestOn: Day },
  today: Day,
): Due {
  const latest = dayText(startOf(latestOn))
  if (today > latestOn) {
    return { tone: 'bad', text: `Overdue by ${days(daysBetween(latestOn, today))}` }
  }
  if (today >= earliestOn) return { tone: 'warn', text: `Put back by ${latest}` }
  return { tone: 'good', text: `Put back from ${dayText(startOf(earliestOn))}` }
}

function daysBetween(from: Day, to: Day): number {
  return Math.round((startOf(to) - startOf(from)) / dayMs)
}

function days(count: number): string {
  return count === 1 ? '1 day' : `${count} days`
}
