import { ListChecks, MessageSquareText } from 'lucide-react'
import { lazy, Suspense, useRef } from 'react'
import { href, Link, redirect } from 'react-router'
import { adminContext } from '#app/accounts/middleware/require-admin.server.ts'
import { waitingCounterNotices } from '#app/dmca/counter-notice.server.ts'
import { countReports, oldestPendingAt } from '#app/dmca/report.server.ts'
import { listReports, parseReportQuery } from '#app/dmca/report-list.server.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { listAddress, redirectTo, viewHref } from '#app/lists/list-address.ts'
import { ownList } from '#app/lists/own-list.server.ts'
import { rowsPerPage } from '#app/lists/own-list.ts'
import { siteTimeZone } from '#app/settings/settings.server.ts'
import { type Day, dayOf, startOf } from '#app/time/calendar-day.ts'
import { agoText, dayText } from '#app/time/time-text.ts'
import { button } from '#app/ui/admin/button.ts'
import { reloadOnConflict } from '#app/ui/admin/forms/reload-on-conflict.ts'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { useAdmin } from '#app/ui/admin/frame/use-admin.ts'
import { EmptyState } from '#app/ui/admin/lists/empty-state.tsx'
import { ExportLink, ListFrame } from '#app/ui/admin/lists/list-frame.tsx'
import { CheckBox } from '#app/ui/admin/lists/row-check.tsx'
import { useSelection } from '#app/ui/admin/lists/use-selection.ts'
import type { LiveHandle } from '#app/ui/admin/live/use-live.ts'
import { useRuns } from '#app/ui/site/use-runs.ts'
import type { Route } from './+types/reports'
import { changeReports } from './reopen-reports.server.ts'
import { decideHref, queuePath, reportsPath, templatesPath, waitingPath } from './report-hrefs.ts'
import { ReportHeads, ReportRow, rowIdOf } from './report-row.tsx'
import { statusTexts } from './report-texts.ts'
import { useDecisionKeys } from './use-decision-keys.ts'

const statuses = ['pending', 'resolved', 'rejected'] as const

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = parseReportQuery(url.searchParams)
  const list = listAddress(reportsPath, query, 'submitted')
  const own = await ownList(context.get(adminContext).user.id, 'dmca')
  const page = await listReports({ ...query, pageSize: rowsPerPage(own) })
  const other = redirectTo(list, page.reports.length)
  if (other !== null) throw redirect(other)
  const today = dayOf(Date.now(), siteTimeZone())
  const waiting = await waitingCounterNotices(today)
  return {
    query,
    list,
    own,
    page,
    counts: await countReports(),
    oldest: await oldestPendingAt(),
    counterNotices: {
      count: waiting.length,
      first: waiting[0]?.latestOn ?? null,
      isOverdue: waiting[0] !== undefined && waiting[0].latestOn < today,
    },
  }
}

export const handle: LiveHandle = { live: ['bulk'] }

/** What Undo sends. */
export async function action({ request, context }: Route.ActionArgs) {
  return changeReports(await request.formData(), { context })
}

export const shouldRevalidate = reloadOnConflict

/** Nothing in them moves: they load after the reports. */
const loadCards = () => import('#app/ui/admin/charts/stat-card.tsx')
const StatCards = lazy(async () => ({ default: (await loadCards()).StatCards }))
const StatCard = lazy(async () => ({ default: (await loadCards()).StatCard }))

export default function Reports({ loaderData }: Route.ComponentProps) {
  const { query, list, own, page, counts, oldest, counterNotices } = loaderData
  const { now } = useAdmin()
  useDecisionKeys()
  const { reports } = page
  const rows = useRef<HTMLDivElement>(null)
  const ticked = useSelection(reports.map(rowIdOf), rows, 'selected-reports')
  return (
    <>
      <PageHead title="DMCA">
        {counts.pending > 0 && (
          <Link className={button()} to={queuePath}>
            <ListChecks aria-hidden="true" size={17} />
            Start with the next one due
          </Link>
        )}
        <Link className={button({ look: 'quiet' })} to={templatesPath}>
          <MessageSquareText aria-hidden="true" size={17} />
          Reply templates
        </Link>
        <ExportLink list={list} />
      </PageHead>
      <Suspense>
        <StatCards>
          <StatCard
            label="Pending"
            value={figure(counts.pending)}
            href={`${reportsPath}?status=pending&sort=submitted&direction=asc`}
            note={oldest === null ? 'None waiting' : `The oldest arrived ${agoText(oldest, now)}`}
          />
          <StatCard
            label="Counter-notices waiting"
            value={figure(counterNotices.count)}
            href={waitingPath}
            note={
              counterNotices.first === null
                ? 'None waiting'
                : firstDueText(counterNotices.first, counterNotices.isOverdue)
            }
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
      </Suspense>
      <ListFrame
        list={list}
        own={own}
        page={page}
        shown={reports.length}
        search={{ label: 'Search by title, claimant or report ID', value: query.search }}
        status={{ value: query.status, options: statuses, texts: statusTexts, counts }}
        empty={<Nothing filtered={counts.all > 0} />}
        bulk={{
          id: 'selected-reports',
          matching: 'reports',
          action: reportsPath,
          actions: [
            {
              value: 'approve',
              label: 'Approve…',
              confirm: decideHref('approve'),
              isForSeen: true,
            },
            { value: 'reject', label: 'Reject…', danger: true, confirm: decideHref('reject') },
          ],
        }}
      >
        <div ref={rows} className="rounded-lg border border-line bg-surface [counter-reset:ticked]">
          <ReportHeads list={list} query={query}>
            <AllCheck ticked={ticked} />
          </ReportHeads>
          <ol>
            {reports.map((report) => (
              <ReportRow key={report.id} report={report} back={viewHref(list)} ticked={ticked} />
            ))}
          </ol>
        </div>
      </ListFrame>
    </>
  )
}

function firstDueText(first: Day, isOverdue: boolean): React.ReactNode {
  const day = dayText(startOf(first))
  return isOverdue ? (
    <span className="font-semibold text-bad">Overdue since {day}</span>
  ) : (
    `The first is due by ${day}`
  )
}

function AllCheck({ ticked }: { ticked: ReturnType<typeof useSelection> }) {
  if (!useRuns()) return null
  return (
    <CheckBox
      label="Select all on this page"
      ref={(box) => {
        if (box !== null) box.indeterminate = ticked.some
      }}
      checked={ticked.all}
      onChange={({ target }) => ticked.toggleAll(target.checked)}
    />
  )
}

function Nothing({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <EmptyState title="No reports match" text="Try fewer letters, or remove a filter.">
      <Link className={button({ look: 'quiet' })} to={reportsPath}>
        Show all reports
      </Link>
    </EmptyState>
  ) : (
    <EmptyState
      title="No reports yet"
      text="Notices sent with the form on the public DMCA page appear here."
    >
      <a className={button({ look: 'quiet' })} href={href('/:lang?/dmca')}>
        Open the public page
      </a>
    </EmptyState>
  )
}
