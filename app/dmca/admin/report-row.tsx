import { cx } from 'class-variance-authority'
import { ChevronDown } from 'lucide-react'
import { lazy, memo, Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { DmcaReport } from '#app/dmca/report.server.ts'
import { Badge } from '#app/ui/admin/badge.tsx'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { useStayForm } from '#app/ui/admin/forms/stay-form.tsx'
import { RowCheck } from '#app/ui/admin/lists/row-check.tsx'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import { link } from '#app/ui/link.ts'
import { DueBadge } from './due-badge.tsx'
import { columns } from './report-heads.tsx'
import { reportForm, reportHref } from './report-hrefs.ts'
import { statusTexts } from './report-texts.ts'

/** Collapsed at first, so loaded after the rows. */
const ReportActions = lazy(async () => ({
  default: (await import('./report-actions.tsx')).ReportActions,
}))
const Unsent = lazy(async () => ({ default: (await import('./unsent.tsx')).Unsent }))
const ReportDetails = lazy(async () => ({
  default: (await import('./report-details.tsx')).ReportDetails,
}))

/**
 * One row where there is room, two in narrower places. On a phone the title with at most three
 * small lines: the claimant, then the status and due date.
 */
const line = cx(
  'relative flex min-h-10 cursor-pointer flex-wrap items-center gap-x-3 gap-y-0.5 py-2.5 ps-12 pe-4 wrap-anywhere @lg:grid @lg:gap-x-4 group-open:bg-sunken/45 hover:bg-sunken/45 pointer-coarse:min-h-11 no-marker @lg:grid-cols-[6.5rem_minmax(0,1fr)_13.5rem_1.25rem]',
  columns,
)
const middle = '@lg:@max-4xl:row-start-2'

/** Includes the version, so that a report changed meanwhile is left alone. */
export const rowIdOf = ({ id, version }: DmcaReport) => `${id}.${version}`

export function ReportRow({
  report,
  back,
  isGone,
  hold,
}: {
  report: DmcaReport
  back: string
  /** True if the report is no longer in the list. */
  isGone: boolean
  /** Keeps the report in the list although it no longer matches, until called with `false`. */
  hold: (id: number, isHeld: boolean) => void
}) {
  const { id, number, workTitle, claimantName, status, submittedAt, decidedAt, version } = report
  const summary = useFocusBack(version)
  const { state, data } = useStayForm<{ unsent: string } | null>(reportForm(id))
  useOnceSent(state, () => hold(id, !!data?.unsent))
  return (
    <li
      className="group/row relative border-t border-line has-checked:bg-mint/11 aria-busy:opacity-60"
      data-row={number}
      aria-busy={state !== 'idle' || undefined}
      onInput={({ target }) => {
        if (target instanceof HTMLTextAreaElement) hold(id, target.value !== '')
      }}
    >
      {isGone && (
        <p className="px-4 pt-2.5 text-muted text-xs" role="status">
          No longer in this view. It stays until you send or clear what you wrote, or close it.
        </p>
      )}
      <RowCheck id={rowIdOf(report)} name={number} place="absolute start-2 top-1.5 z-1" />
      <details
        className="group"
        data-stays-folded
        data-report={number}
        onToggle={({ target, currentTarget }) => {
          if (target === currentTarget && isGone && !currentTarget.open) hold(id, false)
        }}
      >
        <summary ref={summary} className={line} data-row-link>
          <span className="text-muted tabular-nums @max-lg:order-1 @max-lg:text-xs @lg:font-semibold">
            {number}
          </span>
          <span
            className="font-semibold @max-lg:basis-full @max-lg:pe-6 @lg:@max-4xl:col-start-2 @lg:@max-4xl:row-start-1"
            dir="auto"
          >
            {workTitle}
          </span>
          <Platforms report={report} />
          <span
            className={cx(
              '@max-lg:order-1 @max-lg:min-w-1/2 @max-lg:flex-1 @max-lg:text-muted @max-lg:text-xs @lg:@max-4xl:col-start-2',
              middle,
            )}
            dir="auto"
          >
            {claimantName}
          </span>
          <span className="flex flex-wrap items-center gap-1.5 @max-lg:order-1 @lg:@max-4xl:col-start-3 @lg:@max-4xl:row-start-1">
            <StatusBadge {...statusTexts[status]} />
            <Progress report={report} />
          </span>
          <span
            className={cx(
              'text-muted tabular-nums @max-lg:hidden @lg:@max-4xl:col-start-1',
              middle,
            )}
          >
            <DateTime at={submittedAt} as={status === 'pending' ? 'ago' : 'day'} />
          </span>
          <span
            className={cx(
              'flex flex-wrap gap-x-2 tabular-nums @max-lg:order-1 @lg:@max-4xl:col-start-3',
              middle,
            )}
          >
            {decidedAt !== null && (
              <span className="text-muted @max-lg:hidden">
                <DateTime at={decidedAt} />
              </span>
            )}
            <DueBadge report={report} />
          </span>
          <ChevronDown
            className="flex-none text-muted transition-[rotate] group-open:rotate-180 @max-lg:absolute @max-lg:end-4 @max-lg:top-3 @lg:col-start-4 @lg:row-start-1 @4xl:col-start-8"
            aria-hidden="true"
            size={18}
          />
        </summary>
        <Folded report={report} back={back} unsent={data?.unsent} />
      </details>
    </li>
  )
}

/**
 * A row's expanded part. Memoized: rendering it on ticks would remove the server's forms, and their
 * text, until their code is loaded.
 */
const Folded = memo(function Folded({
  report,
  back,
  unsent,
}: {
  report: DmcaReport
  back: string
  /** Note of a decision that came too late. */
  unsent: string | undefined
}) {
  const { id, number, status } = report
  return (
    <div className="grid grid-cols-1 gap-5 px-4 pt-2 pb-5">
      <Suspense>
        {unsent && <Unsent text={unsent} />}
        <ReportActions report={report} back={back} templates={[]} stays />
        <ReportDetails report={report} />
      </Suspense>
      <p>
        <Link className={link} to={reportHref(id)}>
          Open {number}
          {status === 'resolved' && ', record a counter-notice'}
        </Link>
      </p>
    </div>
  )
})

function useOnceSent(state: string, done: () => void): void {
  const sent = useRef(false)
  const call = useEffectEvent(done)
  useLayoutEffect(() => {
    if (state === 'idle' && sent.current) call()
    sent.current = state !== 'idle'
  }, [state])
}

/** Returns a ref for the row's line, which gets the focus back when a decision removes its form. */
function useFocusBack(version: number): React.RefObject<HTMLElement | null> {
  const summary = useRef<HTMLElement>(null)
  const seen = useRef(version)
  const within = useRef(false)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const row = summary.current?.closest('li')
      within.current = target instanceof Node && row?.contains(target) === true
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useEffect(() => {
    if (seen.current === version) return
    seen.current = version
    if (within.current && document.activeElement === document.body) {
      summary.current?.focus({ preventScroll: true })
    }
  }, [version])
  return summary
}

/** Names the platforms of a report's posts: in narrow places only those beside TikTok. */
function Platforms({ report: { sites } }: { report: DmcaReport }) {
  return (
    <span
      className={cx(
        'text-muted text-xs @max-lg:order-1 @lg:@max-4xl:col-start-2 @lg:@max-4xl:row-start-3',
        sites.every((site) => site === 'TikTok') && '@max-4xl:hidden',
      )}
    >
      {sites.join(', ')}
    </span>
  )
}

function Progress({ report: { status, events, counterNotices } }: { report: DmcaReport }) {
  const last = status === 'pending' ? events.at(-1)?.kind : undefined
  if (last === 'asked') return <Badge>Asked</Badge>
  if (last === 'answered') return <Badge>Answered</Badge>
  const isCountered = counterNotices.some((notice) => notice.status === 'waiting')
  return isCountered ? <Badge>Counter-notice</Badge> : null
}
