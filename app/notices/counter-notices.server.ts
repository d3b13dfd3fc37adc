import {
  type WaitingCounterNotice,
  waitingCounterNotices,
} from '#app/dmca/counter-notice.server.ts'
import { reportNumber } from '#app/dmca/report.ts'
import { figure } from '#app/i18n/figure-text.ts'
import type { AdminNotification } from '#app/observe/system-facts.ts'
import { siteTimeZone } from '#app/settings/settings.server.ts'
import { dayOf, startOf } from '#app/time/calendar-day.ts'
import { dayText } from '#app/time/time-text.ts'

/** One notification for all counter-notices whose posts can be restored now. */
export async function dueCounterNotices(): Promise<AdminNotification | null> {
  const due = (await waitingNow()).filter(({ isDue }) => isDue)
  const [first] = due
  if (first === undefined) return null
  const latest = dayText(startOf(first.latestOn))
  const isOne = due.length === 1
  return {
    id: isOne ? `counter-notice-${first.id}` : 'counter-notices-due',
    urgent: true,
    title: isOne
      ? `The counter-notice to ${reportNumber(first.reportId)} is due`
      : `${figure(due.length)} counter-notices are due`,
    text: isOne
      ? `Unless the claimant has gone to court, its posts have to be put back by ${latest}.`
      : `Unless the claimants have gone to court, the posts have to be put back. The first are due by ${latest}.`,
    ...whereToRead(first, isOne),
  }
}

/** The form's counter-notices that no operator has checked. Null if there are none. */
export async function newCounterNotices() {
  const received = (await waitingNow()).filter(({ isNew, isDue }) => isNew && !isDue)
  const [first] = received
  if (first === undefined) return null
  return {
    mark: Math.max(...received.map(({ id }) => id)),
    item: receivedItem(first, received.length),
  }
}

/** The notification of new counter-notices; `first` has the earliest deadline. */
export function receivedItem(
  first: Pick<WaitingCounterNotice, 'id' | 'reportId' | 'earliestOn' | 'latestOn'>,
  count: number,
): AdminNotification {
  const [earliest, latest] = [first.earliestOn, first.latestOn].map((day) => dayText(startOf(day)))
  const isOne = count === 1
  return {
    id: isOne ? `counter-notice-new-${first.id}` : 'counter-notices-new',
    urgent: true,
    title: isOne
      ? `A counter-notice to ${reportNumber(first.reportId)} arrived`
      : `${figure(count)} counter-notices arrived`,
    text: isOne
      ? `The claimant has a copy. Check that it’s from the creator, and mark it as checked. Unless the claimant goes to court, its posts have to be put back between ${earliest} and ${latest}.`
      : `The claimants have copies. Check that they’re from the creators, and mark them as checked. Unless the claimants go to court, the first posts have to be put back between ${earliest} and ${latest}.`,
    ...whereToRead(first, isOne),
  }
}

function waitingNow(): Promise<WaitingCounterNotice[]> {
  return waitingCounterNotices(dayOf(Date.now(), siteTimeZone()))
}

function whereToRead({ reportId }: Pick<WaitingCounterNotice, 'reportId'>, isOne: boolean) {
  return isOne
    ? { href: `/admin/dmca/${reportId}#counter-notices`, linkText: 'Open the report' }
    : { href: '/admin/dmca/counter-notices', linkText: 'Open the counter-notices' }
}
