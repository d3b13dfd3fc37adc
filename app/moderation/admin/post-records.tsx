import { cva } from 'class-variance-authority'
import { href, Link } from 'react-router'
import { formatNames } from '#app/analytics/code-names.ts'
import { reportNumber } from '#app/dmca/report.ts'
import { figure } from '#app/i18n/figure-text.ts'
import type { NamingReport, PostDay, StatusChange } from '#app/moderation/post-history.server.ts'
import { zoneText } from '#app/time/time-text.ts'
import { CalendarDay, DateTime } from '#app/ui/admin/date-time.tsx'
import { Records } from '#app/ui/admin/facts.tsx'
import { useAdmin } from '#app/ui/admin/frame/use-admin.ts'
import { Panel } from '#app/ui/admin/panel.tsx'
import { link } from '#app/ui/link.ts'
import { statusTexts } from './post-texts.ts'

const kinds = [
  ['lookup', 'Look-ups'],
  ['mp4', formatNames.mp4],
  ['hd', formatNames.hd],
  ['mp3', formatNames.mp3],
  ['m4a', formatNames.m4a],
  ['zip', formatNames.zip],
  ['image', formatNames.image],
  ['captions', formatNames.captions],
  ['cover', formatNames.cover],
] as const

const dayCell = cva('border-b border-line py-1.5 pe-1.5 whitespace-nowrap', {
  variants: { isName: { true: 'text-start', false: 'ps-1.5 text-end' } },
  defaultVariants: { isName: false },
})

export function ActivityHistory({ days }: { days: PostDay[] }) {
  const { timeZone } = useAdmin()
  const shown = kinds.filter(
    ([kind]) => kind === 'lookup' || days.some(({ counts }) => counts[kind] !== undefined),
  )
  return (
    <Panel titleId="activity" title="Look-ups and downloads">
      {days.length === 0 ? (
        <p className="text-muted">No look-ups or downloads lately.</p>
      ) : (
        <div className="overflow-x-auto">
          <table className="w-full tabular-nums">
            <caption className="sr-only">{`Look-ups and downloads by day, ${zoneText(timeZone)}`}</caption>
            <thead>
              <tr>
                <th scope="col" className={dayCell({ isName: true })}>
                  Day
                </th>
                {shown.map(([kind, label]) => (
                  <th key={kind} scope="col" className={dayCell()}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.map(({ day, counts }) => (
                <tr key={day}>
                  <th scope="row" className={dayCell({ isName: true, className: 'font-normal' })}>
                    <CalendarDay at={day} />
                  </th>
                  {shown.map(([kind]) => (
                    <td key={kind} className={dayCell()}>
                      {figure(counts[kind] ?? 0)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}

export function StatusHistory({ changes, postId }: { changes: StatusChange[]; postId: string }) {
  return (
    <Panel titleId="changes" title="Status changes">
      {changes.length === 0 ? (
        <p className="text-muted">No decisions yet.</p>
      ) : (
        <Records>
          {changes.map(({ id, from, to, reason, actorLabel, reportId, at }) => (
            <li key={id}>
              <p className="font-semibold">
                {from === to
                  ? `${statusTexts[to].label} as before`
                  : `${statusTexts[from].label} → ${statusTexts[to].label}`}
              </p>
              <p className="whitespace-pre-line wrap-anywhere">{reason}</p>
              <p className="mt-1 text-xs text-muted">
                {`${actorLabel}, `}
                <DateTime at={at} as="time" />
                {reportId !== null && (
                  <>
                    {', '}
                    <ReportLink id={reportId} />
                  </>
                )}
              </p>
            </li>
          ))}
        </Records>
      )}
      <p>
        <Link className={link} to={`${href('/admin/audit')}?object=${postId}`}>
          Audit log of this video
        </Link>
      </p>
    </Panel>
  )
}

export function LinkedReports({ reports }: { reports: NamingReport[] }) {
  return (
    <Panel titleId="reports" title="DMCA reports">
      {reports.length === 0 ? (
        <p className="text-muted">No report names this video.</p>
      ) : (
        <Records>
          {reports.map(({ id, status, submittedAt, holds }) => (
            <li key={id}>
              <p>
                <ReportLink id={id} />
                {`, ${status}${holds ? ', blocks this video' : ''}`}
              </p>
              <p className="mt-1 text-xs text-muted">
                <DateTime at={submittedAt} as="time" />
              </p>
            </li>
          ))}
        </Records>
      )}
    </Panel>
  )
}

function ReportLink({ id }: { id: number }) {
  return (
    <Link className={link} to={`${href('/admin/dmca')}?q=${reportNumber(id)}`}>
      {reportNumber(id)}
    </Link>
  )
}
