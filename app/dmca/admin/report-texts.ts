import type { AlreadyHandled } from '#app/dmca/record.server.ts'
import type { ReportEvent, ReportMail } from '#app/dmca/report.server.ts'
import { mostCounted } from '#app/dmca/report.ts'
import { figure } from '#app/i18n/figure-text.ts'
import type { Tone } from '#app/ui/admin/status-badge.tsx'
import type { DmcaEventKind, DmcaStatus } from '#db/schema.ts'

export const statusTexts: Record<DmcaStatus, { label: string; tone: Tone }> = {
  pending: { label: 'Pending', tone: 'warn' },
  resolved: { label: 'Resolved', tone: 'good' },
  rejected: { label: 'Rejected', tone: 'quiet' },
}

const eventTexts: Record<DmcaEventKind, string> = {
  submitted: 'Notice received',
  approved: 'Takedown approved',
  rejected: 'Claim rejected',
  asked: 'Asked the claimant for more',
  answered: 'Claimant answered',
  reopened: 'Reopened',
  counter_notice: 'Counter-notice received',
  restored: 'Posts put back after a counter-notice',
  counter_closed: 'Counter-notice closed, posts stay blocked',
}

export function eventText({ kind, actorLabel }: Pick<ReportEvent, 'kind' | 'actorLabel'>): string {
  if (kind === 'answered') return 'The claimant answered'
  const by = actorLabel === 'claimant' || actorLabel === 'creator' ? 'from the' : 'by'
  return `${eventTexts[kind]} ${by} ${actorLabel}`
}

export const capacityTexts = { owner: 'Copyright owner', agent: 'Owner’s agent' } as const

export const counterNoticeTexts = {
  waiting: 'Waiting',
  restored: 'Posts put back',
  closed: 'Closed, posts stay blocked',
} as const

/** Describes whose turn it is in pending reports; `forOperators` is exact up to `mostCounted`. */
export function turnsText(forOperators: number, pending: number): string {
  if (forOperators > mostCounted) return `More than ${figure(mostCounted)} for you`
  const others = Math.max(0, pending - forOperators)
  const forYou = `${figure(forOperators)} for you`
  if (others === 0) return forYou
  return `${forYou}, ${figure(others)} with ${others === 1 ? 'a claimant' : 'claimants'}`
}

/** Describes the status of the claimant's email, for the history. `time` formats a time. */
export function mailText(
  { state, sentAt, error }: ReportMail,
  time: (at: number) => string,
): string {
  const about = 'Email to the claimant:'
  switch (state) {
    case 'queued':
      return error === null ? `${about} queued` : `${about} queued. Last attempt failed: ${error}`
    case 'sent':
      return sentAt === null ? `${about} sent` : `${about} sent ${time(sentAt)}`
    case 'failed':
      return error === null ? `${about} failed` : `${about} failed: ${error}`
    case 'deleted':
      return `${about} deleted from the outbox before it was sent`
    case 'unknown':
      return `${about} queued, outcome not recorded`
  }
}

/** Text for an operator who acted second; `self`: the first was the same operator. */
export function handledText(number: string, handled: AlreadyHandled, self: boolean): string {
  const { by, kind, status } = handled
  if (kind === 'answered') {
    return `${number} wasn’t changed: the claimant has answered in the meantime. Read the answer first.`
  }
  const who = self ? 'you' : by
  return `${number} was already handled by ${who} (${eventTexts[kind].toLowerCase()}) and is ${statusTexts[status].label.toLowerCase()} now. Nothing was done twice.`
}
