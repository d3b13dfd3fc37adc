import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react'
import { href, Link, redirect } from 'react-router'
import { adminContext } from '#app/accounts/middleware/require-admin.server.ts'
import { countReports, type DmcaReport, oldestPendingAt } from '#app/dmca/report.server.ts'
import {
  listReports,
  parseReportQuery,
  type ReportQuery,
  type ReportSort,
} from '#app/dmca/report-list.server.ts'
import { figure } from '#app/i18n/figure-text.ts'
import {
  type ListAddress,
  listAddress,
  listHref,
  redirectTo,
  viewHref,
} from '#app/lists/list-address.ts'
import { ownList } from '#app/lists/own-list.server.ts'
import { rowsPerPage } from '#app/lists/own-list.ts'
import { agoText } from '#app/time/time-text.ts'
import { Badge } from '#app/ui/admin/badge.tsx'
import { button } from '#app/ui/admin/button.ts'
import { StatCard, StatCards } from '#app/ui/admin/charts/stat-card.tsx'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { useAdmin } from '#app/ui/admin/frame/use-admin.ts'
import { EmptyState } from '#app/ui/admin/lists/empty-state.tsx'
import { ExportLink, ListFrame } from '#app/ui/admin/lists/list-frame.tsx'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import { link } from '#app/ui/link.ts'
import type { Route } from './+types/reports'
import { ReportActions } from './report-actions.tsx'
import { ReportDetails } from './report-details.tsx'
import { reportHref, reportsPath } from './report-hrefs.ts'
import { statusTexts } from './report-texts.ts'

const statuses = ['pending', 'resolved', 'rejected'] as const

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = parseReportQuery(url.searchParams)
  const list = listAddress(reportsPath, query, 'submitted')
  const own = await ownList(context.get(adminContext).user.id, 'dmca')
  const page = await listReports({ ...query, pageSize: rowsPerPage(own) })
  const other = redirectTo(list, page.reports.length)
  if (other !== null) throw redirect(other)
  return { query, list, own, page, counts: await countReports(), oldest: await oldestPendingAt() }
}

export default function Reports({ loaderData }: Route.ComponentProps) {
  const { query, list, own, page, counts, oldest } = loaderData
  const { now } = useAdmin()
  const { reports } = page
  return (
    <>
      <PageHead title="DMCA">
        <ExportLink list={list} />
      </PageHead>
      <StatCards>
        <StatCard
          label="Pending"
          value={figure(counts.pending)}
          href={`${reportsPath}?status=pending&sort=submitted&direction=asc`}
          note={oldest === null ? 'Nothing waits' : `The oldest came ${agoText(oldest, now)}`}
        />
        <StatCard
          label="Resolved"
          value={figure(counts.resolved)}
          href={`${reportsPath}?status=resolved`}
        />
        <StatCard
          label="Rejected"
          value={figure(counts.rejected)}
          href={`${reportsPath}?status=rejected`}
        />
      </StatCards>
      <ListFrame
        list={list}
        own={own}
        page={page}
        shown={reports.length}
        search={{ label: 'Search by title, reporter or report id', value: query.search }}
        status={{ value: query.status, options: statuses, texts: statusTexts, counts }}
        empty={<Nothing filtered={counts.all > 0} />}
      >
        <div className="@container rounded-lg border border-line bg-surface">
          <SortLinks list={list} query={query} />
          <ol>
            {reports.map((report) => (
              <li key={report.id}>
                <ReportRow report={report} back={viewHref(list)} />
              </li>
            ))}
          </ol>
        </div>
      </ListFrame>
    </>
  )
}

function Nothing({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <EmptyState
      title="No report fits"
      text="No report has this in the title, the reporter’s name or the report id with this status."
    >
      <Link className={button({ look: 'quiet' })} to={reportsPath}>
        Show all reports
      </Link>
    </EmptyState>
  ) : (
    <EmptyState
      title="No reports yet"
      text="Notices that are sent by the form on the public DMCA page appear here."
    >
      <a className={button({ look: 'quiet' })} href={href('/:lang?/dmca')}>
        Open the public page
      </a>
    </EmptyState>
  )
}

const orders: [ReportSort, string, 'asc' | 'desc'][] = [
  ['submitted', 'Submitted', 'desc'],
  ['title', 'Title', 'asc'],
  ['reporter', 'Reporter', 'asc'],
  ['status', 'Status', 'asc'],
  ['decided', 'Decided', 'desc'],
]

function SortLinks({ list, query }: { list: ListAddress; query: ReportQuery }) {
  return (
    <nav
      className="flex flex-wrap gap-x-5 rounded-t-lg bg-sunken px-4 py-1.5 text-xs font-bold text-muted"
      aria-label="Sort by"
    >
      {orders.map(([sort, label, first]) => {
        const here = query.sort === sort ? query.direction : null
        const next = here === null ? first : here === 'asc' ? 'desc' : 'asc'
        const Arrow = here === 'asc' ? ArrowUp : ArrowDown
        return (
          <Link
            key={sort}
            className="inline-flex min-h-7 items-center gap-1 hover:text-text aria-[current]:text-text pointer-coarse:min-h-11"
            to={listHref(list, { sort, direction: next })}
            aria-current={here === null ? undefined : 'true'}
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
      })}
    </nav>
  )
}

/** One row where there is room, two in a narrower place, and a stack on a phone. */
const line =
  'grid min-h-10 cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 px-4 py-2.5 wrap-anywhere group-open:bg-sunken/45 hover:bg-sunken/45 pointer-coarse:min-h-11 no-marker @lg:grid-cols-[6.5rem_minmax(0,1fr)_13.5rem_1.25rem] @4xl:grid-cols-[6.5rem_minmax(0,3fr)_minmax(0,2fr)_9.5rem_13.5rem_1.25rem]'

/** A line that opens to everything in the report. */
function ReportRow({ report, back }: { report: DmcaReport; back: string }) {
  const { id, number: reportId, workTitle, claimantName, status, submittedAt, decidedAt } = report
  return (
    <details className="group border-t border-line" data-report={reportId}>
      <summary className={line}>
        <span className="font-semibold text-muted tabular-nums">{reportId}</span>
        <span
          className="font-semibold @max-lg:col-start-1 @lg:@max-4xl:col-start-2 @lg:@max-4xl:row-start-1"
          dir="auto"
        >
          {workTitle}
        </span>
        <span
          className="@max-lg:col-start-1 @lg:@max-4xl:col-start-2 @lg:@max-4xl:row-start-2"
          dir="auto"
        >
          {claimantName}
        </span>
        <span className="flex flex-wrap items-center gap-1.5 @max-lg:col-start-1 @lg:@max-4xl:col-start-3 @lg:@max-4xl:row-start-1">
          <StatusBadge {...statusTexts[status]} />
          <Progress report={report} />
        </span>
        <span className="text-muted tabular-nums @max-lg:col-start-1 @lg:@max-4xl:col-start-3 @lg:@max-4xl:row-start-2">
          <DateTime at={submittedAt} as={status === 'pending' ? 'ago' : 'day'} />
          {decidedAt !== null && (
            <>
              {' – '}
              <DateTime at={decidedAt} />
            </>
          )}
        </span>
        <ChevronDown
          className="col-start-2 row-start-1 flex-none text-muted transition-[rotate] group-open:rotate-180 @lg:col-start-4 @4xl:col-start-6"
          aria-hidden="true"
          size={18}
        />
      </summary>
      <div className="grid grid-cols-1 gap-5 px-4 pt-2 pb-5">
        <ReportActions report={report} back={back} />
        <ReportDetails report={report} />
        <p>
          <Link className={link} to={reportHref(id)}>
            Open {reportId}
            {status === 'resolved' && ', record a counter-notice'}
          </Link>
        </p>
      </div>
    </details>
  )
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
