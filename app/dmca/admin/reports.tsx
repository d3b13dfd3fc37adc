import { ListChecks, MessageSquareText } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link, redirect } from 'react-router'
import { adminContext } from '#app/accounts/middleware/require-admin.server.ts'
import { waitingCounterNotices } from '#app/dmca/counter-notice.server.ts'
import { countReports, oldestPendingAt, platformsOfReports } from '#app/dmca/report.server.ts'
import { listReports, parseReportQuery, platformIn } from '#app/dmca/report-list.server.ts'
import { countQueue } from '#app/dmca/report-queue.server.ts'
import { platformChoice, platformsToChoose } from '#app/download/platforms/platform-choice.ts'
import { allKeyed } from '#app/http/all-keyed.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { listAddress, redirectTo, viewHref } from '#app/lists/list-address.ts'
import { siteTimeZone } from '#app/settings/settings.server.ts'
import { type Day, dayOf, startOf } from '#app/time/calendar-day.ts'
import { agoText, dayText } from '#app/time/time-text.ts'
import { button } from '#app/ui/admin/button.ts'
import { reloadOnConflict } from '#app/ui/admin/forms/reload-on-conflict.ts'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { useAdmin } from '#app/ui/admin/frame/use-admin.ts'
import { ExportLink, ListFrame } from '#app/ui/admin/lists/list-frame.tsx'
import { AllCheck } from '#app/ui/admin/lists/row-check.tsx'
import type { LiveHandle } from '#app/ui/admin/live/use-live.ts'
import { ownList } from '#app/views/own-list.server.ts'
import { rowsPerPage } from '#app/views/own-list.ts'
import type { Route } from './+types/reports'
import { changeReports } from './reopen-reports.server.ts'
import { ReportHeads, sortColumns } from './report-heads.tsx'
import { decideHref, queuePath, reportsPath, templatesPath, waitingPath } from './report-hrefs.ts'
import { ReportRow, rowIdOf } from './report-row.tsx'
import { statusTexts, turnsText } from './report-texts.ts'
import { useDecisionKeys } from './use-decision-keys.ts'
import { useHeldReports } from './use-held-reports.ts'

const statuses = ['pending', 'resolved', 'rejected'] as const

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = parseReportQuery(url.searchParams)
  const platform = platformIn(query)
  const list = listAddress(reportsPath, query, 'submitted')
  const today = dayOf(Date.now(), siteTimeZone())
  const { waiting, platforms, ...read } = await allKeyed({
    own: ownList(context.get(adminContext).user.id, 'dmca'),
    counts: countReports(),
    filteredCounts: countReports(platform),
    forOperators: countQueue(),
    oldest: oldestPendingAt(),
    platforms: platformsOfReports(),
    waiting: waitingCounterNotices(today),
  })
  const page = await listReports({ ...query, pageSize: rowsPerPage(read.own) }, read.filteredCounts)
  const other = redirectTo(list, page.reports.length)
  if (other !== null) throw redirect(other)
  return {
    query,
    list,
    page,
    ...read,
    choices: platformChoice(platformsToChoose(platforms, platform), platform),
    counterNotices: {
      count: waiting.length,
      first: waiting[0]?.latestOn ?? null,
      isOverdue: waiting[0] !== undefined && waiting[0].latestOn < today,
    },
  }
}

export const handle: LiveHandle = { live: ['bulk'] }

export async function action({ request, context }: Route.ActionArgs) {
  return changeReports(await request.formData(), { context })
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

export const shouldRevalidate = reloadOnConflict

/** Static, so loaded after the reports. */
const loadCards = () => import('#app/ui/admin/charts/stat-card.tsx')
const StatCards = lazy(async () => ({ default: (await loadCards()).StatCards }))
const StatCard = lazy(async () => ({ default: (await loadCards()).StatCard }))

/** Rarely needed. */
const NoReports = lazy(async () => ({ default: (await import('./no-reports.tsx')).NoReports }))

export default function Reports({ loaderData }: Route.ComponentProps) {
  const { query, list, own, page, counts, choices, filteredCounts } = loaderData
  useDecisionKeys()
  const { reports } = page
  const { shown, hold } = useHeldReports(reports)
  return (
    <>
      <PageHead title="DMCA" tabTitle={null}>
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
      <Cards figures={loaderData} />
      <ListFrame
        title="DMCA"
        row="report"
        list={list}
        own={own}
        page={page}
        shown={shown.length}
        order={{
          by: query.sort,
          direction: query.direction,
          defaultBy: 'submitted',
          columns: sortColumns,
        }}
        search={{ label: 'Search by title, claimant or report ID', value: query.search }}
        status={{
          value: query.status,
          options: statuses,
          texts: statusTexts,
          counts: filteredCounts,
        }}
        choices={choices}
        empty={
          <Suspense>
            <NoReports filtered={counts.all > 0} />
          </Suspense>
        }
        bulk={{
          id: 'selected-reports',
          rowIds: shown.map(rowIdOf),
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
        <div className="rounded-lg border border-line bg-surface [counter-reset:ticked]">
          <ReportHeads list={list} query={query}>
            <AllCheck
              words="font-bold text-muted text-xs @4xl:sr-only"
              place="max-w-full flex-none"
            />
          </ReportHeads>
          <ol>
            {shown.map((report) => (
              <ReportRow
                key={report.id}
                report={report}
                back={viewHref(list)}
                isGone={!reports.includes(report)}
                hold={hold}
              />
            ))}
          </ol>
        </div>
      </ListFrame>
    </>
  )
}

type Figures = Pick<
  Route.ComponentProps['loaderData'],
  'counts' | 'forOperators' | 'oldest' | 'counterNotices'
>

function Cards({
  figures: { counts, forOperators, oldest, counterNotices },
}: {
  figures: Figures
}) {
  const { now } = useAdmin()
  return (
    <Suspense>
      <StatCards>
        <StatCard
          label="Pending"
          value={figure(counts.pending)}
          href={`${reportsPath}?status=pending&sort=submitted&direction=asc`}
          note={
            oldest === null
              ? 'None waiting'
              : `${turnsText(forOperators, counts.pending)}. The oldest arrived ${agoText(oldest, now)}`
          }
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
