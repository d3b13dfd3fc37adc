import { cx } from 'class-variance-authority'
import { ArrowRight, Download } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { data, Link, redirect } from 'react-router'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { counterNoticePath } from '#app/dmca/counter-link.server.ts'
import { recordCounterNotice } from '#app/dmca/counter-notice.server.ts'
import { listTemplates } from '#app/dmca/reply-template.server.ts'
import { countReports, type DmcaReport, findReport } from '#app/dmca/report.server.ts'
import { reportNumber } from '#app/dmca/report.ts'
import { dueOf } from '#app/dmca/report-due.ts'
import { countQueue, nextInQueue, type QueuedReport } from '#app/dmca/report-queue.server.ts'
import { env } from '#app/env.server.ts'
import { allKeyed } from '#app/http/all-keyed.ts'
import { intents } from '#app/http/intents.server.ts'
import { notFound } from '#app/http/refusals.ts'
import { safeAdminRedirect } from '#app/http/safe-redirect.ts'
import { countText } from '#app/i18n/count-text.ts'
import { button } from '#app/ui/admin/button.ts'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { Fact, FactList } from '#app/ui/admin/facts.tsx'
import { reloadOnConflict } from '#app/ui/admin/forms/reload-on-conflict.ts'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { useAdmin } from '#app/ui/admin/frame/use-admin.ts'
import { useNow } from '#app/ui/admin/live/use-now.ts'
import { panel } from '#app/ui/admin/panel.tsx'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import { link } from '#app/ui/link.ts'
import type { Route } from './+types/report'
import { flashOutcome, reportActions } from './change-report.server.ts'
import { clipOf } from './clip.server.ts'
import { ClipPanel } from './clip-panel.tsx'
import { readCounterNotice } from './counter-notices/counter-notice-form.server.ts'
import { DueText } from './due-badge.tsx'
import { ReportActions } from './report-actions.tsx'
import { ReportDetails } from './report-details.tsx'
import {
  nextHref,
  queuedHref,
  reportFileHref,
  reportHref,
  reportIdOf,
  reportsPath,
} from './report-hrefs.ts'
import { statusTexts, turnsText } from './report-texts.ts'
import { Unsent } from './unsent.tsx'
import { useDecisionKeys } from './use-decision-keys.ts'

const mostNext = 10

export async function loader({ params, url }: Route.LoaderArgs) {
  const id = reportIdOf(params.id)
  const report = id === null ? null : await findReport(id)
  if (report === null) throw notFound()
  const { posts } = report
  const chosen = posts.find(({ postId }) => postId === url.searchParams.get('post')) ?? posts[0]
  return allKeyed({
    report,
    clip: chosen === undefined ? null : clipOf(chosen.postId, chosen.blocked),
    templates: report.status === 'pending' ? listTemplates() : [],
    // Null unless the operator came from the queue.
    queue: url.searchParams.has('queue') ? queueFrom(report.id) : null,
    posterLink: env.APP_URL + counterNoticePath(report.id),
  })
}

async function queueFrom(id: number) {
  const { left, counts, queued } = await allKeyed({
    left: countQueue(),
    counts: countReports(),
    queued: nextInQueue(id, mostNext + 1),
  })
  const next = queued.filter((report) => report.id !== id).slice(0, mostNext)
  return { left, pending: counts.pending, next }
}

const perform = intents({ ...reportActions, counter_notice: takeCounterNotice })

/** Handles a report's forms, from its own page and from the list. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const id = reportIdOf(params.id)
  if (id === null) throw notFound()
  const form = await request.formData()
  const back = form.has('stay') ? null : safeAdminRedirect(form.get('back'), reportHref(id))
  return perform(form, { id, context, back })
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

async function takeCounterNotice(
  form: FormData,
  { id, back, context }: { id: number; back: string | null; context: Route.ActionArgs['context'] },
) {
  const report = await findReport(id)
  if (report === null) throw notFound()
  const { version, notice, values, problems } = readCounterNotice(form, report.submittedAt)
  const refuse = (status: number) => data({ unsent: '', refused: { values, problems } }, { status })
  if (notice === null) return refuse(400)
  const actor = actorOf(context)
  const result = await recordCounterNotice({ id, version }, notice, actor)
  const isRecorded = await flashOutcome(context, id, result, actor, {
    done: (posts) =>
      `still resolved: a counter-notice about ${countText(posts, 'post')} is recorded`,
  })
  return isRecorded ? redirect(back ?? reportHref(id)) : refuse(409)
}

export const shouldRevalidate = reloadOnConflict

/** Below the claim, so loaded after it. */
const CounterNotices = lazy(async () => ({
  default: (await import('./counter-notices/counter-notices.tsx')).CounterNotices,
}))

export default function ReportPage({ loaderData, actionData }: Route.ComponentProps) {
  const { report, clip, templates, queue, posterLink } = loaderData
  const { id, number, status } = report
  useDecisionKeys()
  const path = reportHref(id)
  const search = queue === null ? '' : '&queue'
  return (
    <>
      <PageHead
        title={`${number}: ${report.workTitle}`}
        back={{ href: reportsPath, label: 'DMCA' }}
        lead={queue === null ? undefined : `${turnsText(queue.left, queue.pending)}.`}
      >
        {status === 'pending' && (
          <a className={button({ look: 'quiet' })} href={reportFileHref(id)} download>
            <Download aria-hidden="true" size={17} />
            Download Report
          </a>
        )}
        <Link className={button({ look: queue === null ? 'quiet' : 'primary' })} to={nextHref(id)}>
          Next pending
          <ArrowRight aria-hidden="true" size={17} />
        </Link>
      </PageHead>
      {actionData !== undefined && actionData !== null && actionData.unsent !== '' && (
        <div className={panel()}>
          <Unsent text={actionData.unsent} />
        </div>
      )}
      {/* Large text leaves a laptop no room for columns. */}
      <div className="@container">
        <div
          className={cx(
            'grid grid-cols-1 items-start gap-5 @2xl:grid-cols-[minmax(16rem,2fr)_minmax(0,5fr)]',
            queue !== null && '@[60rem]:grid-cols-[13rem_minmax(16rem,2fr)_minmax(0,4fr)]',
          )}
        >
          {queue !== null && <Next reports={queue.next} />}
          {clip !== null && (
            <ClipPanel
              report={report}
              clip={clip}
              hrefOf={(postId) => `${path}?post=${postId}${search}`}
            />
          )}
          <div className="grid grid-cols-1 gap-5">
            <Glance report={report} />
            <div className={panel()}>
              <ReportDetails report={report} />
            </div>
          </div>
        </div>
      </div>
      <div
        className={cx(
          '@container z-10 rounded-t-lg border border-line bg-surface p-2.5 print:hidden',
          status === 'pending' ? 'sticky bottom-0 shadow-lg' : 'relative',
        )}
        data-decisions
      >
        {/* Resets the form for each report: the next one in the queue is the same page. */}
        <ReportActions
          key={id}
          report={report}
          back={queue === null ? path : nextHref(id)}
          templates={templates}
          isBar
        />
      </div>
      <Suspense>
        <CounterNotices
          report={report}
          posterLink={posterLink}
          refused={actionData?.refused ?? null}
        />
      </Suspense>
    </>
  )
}

function Next({ reports }: { reports: QueuedReport[] }) {
  return (
    <nav className={panel({ className: '@max-[60rem]:hidden' })} aria-labelledby="next-reports">
      <h2 id="next-reports" className="font-bold">
        Next in the queue
      </h2>
      {reports.length === 0 ? (
        <p className="text-muted">This is the last one.</p>
      ) : (
        <ol className="grid gap-2.5">
          {reports.map(({ id, workTitle, submittedAt }) => (
            <li key={id} className="relative grid wrap-anywhere">
              <Link className={`${link} after:absolute after:inset-0`} to={queuedHref(id)}>
                <span className="line-clamp-2" dir="auto">
                  {workTitle}
                </span>
              </Link>
              <span className="text-muted text-xs">
                {reportNumber(id)}, <DateTime at={submittedAt} as="ago" />
              </span>
            </li>
          ))}
        </ol>
      )}
    </nav>
  )
}

function Glance({ report }: { report: DmcaReport }) {
  const { status, submittedAt, decidedAt } = report
  const { timeZone } = useAdmin()
  const due = dueOf(report, useNow(), timeZone)
  return (
    <section className={panel()} aria-label="At a glance">
      <FactList>
        <Fact name="Status">
          <StatusBadge {...statusTexts[status]} />
        </Fact>
        {due !== null && (
          <Fact name="Due">
            <DueText due={due} />
          </Fact>
        )}
        <Fact name="Submitted">
          <DateTime at={submittedAt} as="time" />
        </Fact>
        {status === 'pending' && (
          <Fact name="Age">
            <DateTime at={submittedAt} as="ago" />
          </Fact>
        )}
        {decidedAt !== null && (
          <Fact name={statusTexts[status].label}>
            <DateTime at={decidedAt} as="time" />
          </Fact>
        )}
      </FactList>
    </section>
  )
}
