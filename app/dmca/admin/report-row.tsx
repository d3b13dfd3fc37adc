import { cx } from 'class-variance-authority'
import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react'
import { lazy, memo, Suspense, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { DmcaReport } from '#app/dmca/report.server.ts'
import type { ReportQuery, ReportSort } from '#app/dmca/report-list.server.ts'
import { type ListAddress, listHref } from '#app/lists/list-address.ts'
import { Badge } from '#app/ui/admin/badge.tsx'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { useStayForm } from '#app/ui/admin/forms/stay-form.tsx'
import { RowCheck } from '#app/ui/admin/lists/row-check.tsx'
import type { useSelection } from '#app/ui/admin/lists/use-selection.ts'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import { link } from '#app/ui/link.ts'
import { DueBadge } from './due-badge.tsx'
import { reportForm, reportHref } from './report-hrefs.ts'
import { statusTexts } from './report-texts.ts'

/** Folded, and so what browsers load after the rows. */
const ReportActions = lazy(async () => ({
  default: (await import('./report-actions.tsx')).ReportActions,
}))
const Unsent = lazy(async () => ({ default: (await import('./unsent.tsx')).Unsent }))
const ReportDetails = lazy(async () => ({
  default: (await import('./report-details.tsx')).ReportDetails,
}))

/** The columns of the list where it has room for them: the rows' and their heads'. */
const columns =
  '@4xl:grid-cols-[6.5rem_minmax(0,3fr)_minmax(0,2fr)_10rem_7rem_12.5rem_1.25rem] @4xl:gap-x-4'

const heads: { sort: ReportSort | null; label: string; first: 'asc' | 'desc' }[] = [
  { sort: null, label: 'Report', first: 'desc' },
  { sort: 'title', label: 'Title', first: 'asc' },
  { sort: 'reporter', label: 'Claimant', first: 'asc' },
  { sort: 'status', label: 'Status', first: 'asc' },
  { sort: 'submitted', label: 'Submitted', first: 'desc' },
  { sort: 'decided', label: 'Due or decided', first: 'desc' },
]

/** What the list is sorted by: over its columns, or in a line above its cards. */
export function ReportHeads({
  list,
  query,
  children,
}: {
  list: ListAddress
  query: ReportQuery
  /** The box that ticks all rows. */
  children: React.ReactNode
}) {
  return (
    <div className="flex items-center rounded-t-lg bg-sunken py-1.5 ps-2">
      <span className="grid size-8 flex-none place-items-center">{children}</span>
      <nav
        className={cx(
          'flex grow flex-wrap items-center gap-x-5 ps-2 pe-4 text-xs font-bold text-muted @4xl:grid print:hidden',
          columns,
        )}
        aria-label="Sort by"
      >
        {heads.map(({ sort, label, first }) =>
          sort === null ? (
            <span key={label} className="@max-4xl:hidden">
              {label}
            </span>
          ) : (
            <SortLink
              key={sort}
              here={query.sort === sort ? query.direction : null}
              to={(direction) => listHref(list, { sort, direction })}
              label={label}
              first={first}
            />
          ),
        )}
      </nav>
    </div>
  )
}

function SortLink({
  here,
  to,
  label,
  first,
}: {
  /** The list's direction; null when something else sorts it. */
  here: 'asc' | 'desc' | null
  to: (direction: 'asc' | 'desc') => string
  label: string
  first: 'asc' | 'desc'
}) {
  const Arrow = here === 'asc' ? ArrowUp : ArrowDown
  return (
    <Link
      className="inline-flex min-h-7 items-center gap-1 hover:text-text aria-[current]:text-text pointer-coarse:min-h-11"
      to={to(here === null ? first : here === 'asc' ? 'desc' : 'asc')}
      aria-current={here === null ? undefined : 'true'}
      preventScrollReset
    >
      {label}
      {here !== null && (
        <>
          <Arrow aria-hidden="true" size={14} strokeWidth={2.5} />
          <span className="sr-only">{here === 'asc' ? 'ascending' : 'descending'}</span>
        </>
      )}
    </Link>
  )
}

/**
 * One row where there is room, two in a narrower place, and on a phone the title with three small
 * lines at most: the claimant, then the status and what is due when.
 */
const line = cx(
  'relative flex min-h-10 cursor-pointer flex-wrap items-center gap-x-3 gap-y-0.5 py-2.5 ps-12 pe-4 wrap-anywhere @lg:grid @lg:gap-x-4 group-open:bg-sunken/45 hover:bg-sunken/45 pointer-coarse:min-h-11 no-marker @lg:grid-cols-[6.5rem_minmax(0,1fr)_13.5rem_1.25rem]',
  columns,
)
const middle = '@lg:@max-4xl:row-start-2'

/** The row's id for the bar of the ticked: with the version, so that one that changed is left alone. */
export const rowIdOf = ({ id, version }: DmcaReport) => `${id}.${version}`

/** A line that opens to everything in the report. */
export function ReportRow({
  report,
  back,
  ticked,
}: {
  report: DmcaReport
  back: string
  ticked: ReturnType<typeof useSelection>
}) {
  const { id, number, workTitle, claimantName, status, submittedAt, decidedAt, version } = report
  const summary = useFocusBack(version)
  const { state, data } = useStayForm<{ unsent: string } | null>(reportForm(id))
  return (
    <li
      className="group/row relative border-t border-line has-checked:bg-mint/11 aria-busy:opacity-60"
      data-row={number}
      aria-busy={state !== 'idle' || undefined}
    >
      <RowCheck
        id={rowIdOf(report)}
        name={number}
        form="selected-reports"
        ticked={ticked}
        place="absolute start-2 top-1.5 z-1"
      />
      <details className="group" data-report={number}>
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
            className="flex-none text-muted transition-[rotate] group-open:rotate-180 @max-lg:absolute @max-lg:end-4 @max-lg:top-3 @lg:col-start-4 @lg:row-start-1 @4xl:col-start-7"
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
 * What a row opens to. Ticks don't render it: that would take the server's forms away, with what is
 * written in them, until their code is loaded.
 */
const Folded = memo(function Folded({
  report,
  back,
  unsent,
}: {
  report: DmcaReport
  back: string
  /** What was written for a decision that came too late. */
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

/** Returns the row's own line, which gets the focus back when a decision took its form away. */
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

/** Whose turn it is. */
function Progress({ report: { status, events, counterNotices } }: { report: DmcaReport }) {
  const last = events.at(-1)?.kind
  const text =
    status === 'pending' && last === 'asked'
      ? 'Asked'
      : status === 'pending' && last === 'answered'
        ? 'Answered'
        : counterNotices.some((notice) => notice.status === 'waiting')
          ? 'Counter-notice'
          : null
  return text === null ? null : <Badge>{text}</Badge>
}
