import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react'
import { href, Link, redirect } from 'react-router'
import { countReports, type DmcaReport, oldestPendingAt } from '#app/dmca/report.server.ts'
import {
  listReports,
  parseReportQuery,
  type ReportQuery,
  type ReportSort,
} from '#app/dmca/report-list.server.ts'
import {
  instead,
  type ListAddress,
  listAddress,
  listHref,
  viewHref,
} from '#app/lists/list-address.ts'
import { agoText } from '#app/time/time-text.ts'
import { EmptyState } from '#app/ui/admin/empty-state.tsx'
import { ExportLink, ListFrame } from '#app/ui/admin/list-frame.tsx'
import { PageHead } from '#app/ui/admin/page-head.tsx'
import { StatCard } from '#app/ui/admin/stat-card.tsx'
import { StatusMark } from '#app/ui/admin/status-mark.tsx'
import { useAdmin } from '#app/ui/admin/use-admin.ts'
import { When } from '#app/ui/admin/when.tsx'
import type { Route } from './+types/reports'
import { ReportActions } from './report-actions.tsx'
import { ReportDetails } from './report-details.tsx'
import { reportHref, reportsPath } from './report-hrefs.ts'
import { statusTexts } from './report-texts.ts'

const statuses = ['pending', 'resolved', 'rejected'] as const

export async function loader({ url }: Route.LoaderArgs) {
  const query = parseReportQuery(url.searchParams)
  const list = listAddress(reportsPath, query, 'submitted')
  const page = await listReports(query)
  const other = instead(list, page.reports.length)
  if (other !== null) throw redirect(other)
  return { query, list, page, counts: await countReports(), oldest: await oldestPendingAt() }
}

const number = new Intl.NumberFormat('en')

export default function Reports({ loaderData }: Route.ComponentProps) {
  const { query, list, page, counts, oldest } = loaderData
  const { now } = useAdmin()
  const { reports } = page
  return (
    <>
      <PageHead title="DMCA">
        <ExportLink list={list} />
      </PageHead>
      <dl className="stat-cards">
        <StatCard
          label="Pending"
          value={number.format(counts.pending)}
          href={`${reportsPath}?status=pending&sort=submitted&direction=asc`}
          note={oldest === null ? 'Nothing waits' : `The oldest came ${agoText(oldest, now)}`}
        />
        <StatCard
          label="Resolved"
          value={number.format(counts.resolved)}
          href={`${reportsPath}?status=resolved`}
        />
        <StatCard
          label="Rejected"
          value={number.format(counts.rejected)}
          href={`${reportsPath}?status=rejected`}
        />
      </dl>
      <ListFrame
        list={list}
        page={page}
        shown={reports.length}
        search={{ label: 'Search by title, reporter or report id', value: query.search }}
        status={{ value: query.status, options: statuses, texts: statusTexts, counts }}
        empty={<Nothing filtered={counts.all > 0} />}
      >
        <div className="reports">
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
      <Link className="button-quiet" to={reportsPath}>
        Show all reports
      </Link>
    </EmptyState>
  ) : (
    <EmptyState
      title="No reports yet"
      text="Notices that are sent by the form on the public DMCA page appear here."
    >
      <a className="button-quiet" href={href('/:lang?/dmca')}>
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
    <nav className="reports-sort" aria-label="Sort by">
      {orders.map(([sort, label, first]) => {
        const here = query.sort === sort ? query.direction : null
        const next = here === null ? first : here === 'asc' ? 'desc' : 'asc'
        const Arrow = here === 'asc' ? ArrowUp : ArrowDown
        return (
          <Link
            key={sort}
            className="sort"
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

/** A line that opens to everything in the report. */
function ReportRow({ report, back }: { report: DmcaReport; back: string }) {
  const { id, number: reportId, workTitle, claimantName, status, submittedAt, decidedAt } = report
  return (
    <details className="report" data-report={reportId}>
      <summary className="report-head">
        <span className="report-id">{reportId}</span>
        <span className="report-title" dir="auto">
          {workTitle}
        </span>
        <span className="report-who" dir="auto">
          {claimantName}
        </span>
        <span className="report-status">
          <StatusMark tone={statusTexts[status].tone}>{statusTexts[status].label}</StatusMark>
          <Progress report={report} />
        </span>
        <span className="report-when">
          <When at={submittedAt} as={status === 'pending' ? 'ago' : 'day'} />
          {decidedAt !== null && (
            <>
              {' – '}
              <When at={decidedAt} />
            </>
          )}
        </span>
        <ChevronDown className="report-chevron" aria-hidden="true" size={18} />
      </summary>
      <div className="report-body">
        <ReportActions report={report} back={back} />
        <ReportDetails report={report} />
        <p>
          <Link className="link" to={reportHref(id)}>
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
  return text === null ? null : <span className="badge tag">{text}</span>
}
