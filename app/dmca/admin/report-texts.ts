import type { AlreadyHandled } from '#app/dmca/record.server.ts'
import type { ReportMail } from '#app/dmca/report.server.ts'
import type { Tone } from '#app/ui/admin/status-badge.tsx'
import type { DmcaEventKind, DmcaStatus } from '#db/schema.ts'

/** The words of the reports' screens. */

export const statusTexts: Record<DmcaStatus, { label: string; tone: Tone }> = {
  pending: { label: 'Pending', tone: 'warn' },
  resolved: { label: 'Resolved', tone: 'good' },
  rejected: { label: 'Rejected', tone: 'quiet' },
}

export const eventTexts: Record<DmcaEventKind, string> = {
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

export const capacityTexts = { owner: 'Copyright owner', agent: 'Owner’s agent' } as const

export const counterNoticeTexts = {
  waiting: 'Waiting',
  restored: 'Posts put back',
  closed: 'Closed, posts stay blocked',
} as const

/** What became of the email to the claimant, for the history; `time` writes a time. */
export function mailText(
  { state, sentAt, error }: ReportMail,
  time: (at: number) => string,
): string {
  const about = 'Email to the claimant:'
  switch (state) {
    case 'queued':
      return `${about} queued${error === null ? '' : `. Last attempt failed: ${error}`}`
    case 'sent':
      return `${about} sent${sentAt === null ? '' : ` ${time(sentAt)}`}`
    case 'failed':
      return `${about} failed${error === null ? '' : `: ${error}`}`
    case 'deleted':
      return `${about} deleted from the outbox before it was sent`
    case 'unknown':
      return `${about} queued, outcome not recorded`
  }
}

/** What someone is told who comes second; `self` says that the first was the same operator. */
export function handledText(number: string, handled: AlreadyHandled, self: boolean): string {
  const { by, kind, status } = handled
  if (kind === 'answered') {
    return `${number} wasn’t changed: the claimant has answered in the meantime. Read the answer first.`
  }
  const who = self ? 'you' : by
  return `${number} was already handled by ${who} (${eventTexts[kind].toLowerCase()}) and is ${statusTexts[status].label.toLowerCase()} now. Nothing was done twice.`
}
