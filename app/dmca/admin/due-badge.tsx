import { cx } from 'class-variance-authority'
import type { DmcaReport } from '#app/dmca/report.server.ts'
import { type Due, dueOf } from '#app/dmca/report-due.ts'
import { useAdmin } from '#app/ui/admin/frame/use-admin.ts'
import { useNow } from '#app/ui/admin/live/use-now.ts'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'

/** Shows until when an operator must act on a report; nothing if nothing is due. */
export function DueBadge({ report }: { report: DmcaReport }) {
  const { timeZone } = useAdmin()
  const due = dueOf(report, useNow(), timeZone)
  return due === null ? null : <DueText due={due} />
}

export function DueText({ due: { tone, text } }: { due: Due }) {
  return (
    <StatusBadge tone={tone}>
      <span className={cx('whitespace-normal', tone === 'bad' && 'font-semibold text-bad')}>
        {text}
      </span>
    </StatusBadge>
  )
}
