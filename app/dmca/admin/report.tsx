import { ArrowRight, Download } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { data, Link, redirect } from 'react-router'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { counterNoticePath } from '#app/dmca/counter-link.server.ts'
import { recordCounterNotice } from '#app/dmca/counter-notice.server.ts'
import { postsText } from '#app/dmca/reply.ts'
import { listTemplates } from '#app/dmca/reply-template.server.ts'
import { type DmcaReport, findReport } from '#app/dmca/report.server.ts'
import { mostCounted } from '#app/dmca/report.ts'
import { dueOf } from '#app/dmca/report-due.ts'
import { countQueue } from '#app/dmca/report-queue.server.ts'
import { env } from '#app/env.server.ts'
import { intents } from '#app/http/intents.server.ts'
import { notFound } from '#app/http/refusals.ts'
import { safeAdminRedirect } from '#app/http/safe-redirect.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { button } from '#app/ui/admin/button.ts'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { Fact, FactList } from '#app/ui/admin/facts.tsx'
import { reloadOnConflict } from '#app/ui/admin/forms/reload-on-conflict.ts'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { useAdmin } from '#app/ui/admin/frame/use-admin.ts'
import { useNow } from '#app/ui/admin/live/use-now.ts'
import { panel } from '#app/ui/admin/panel.tsx'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import type { Route } from './+types/report'
import { flashOutcome, reportActions } from './change-report.server.ts'
import { clipOf } from './clip.server.ts'
import { ClipPanel } from './clip-panel.tsx'
import { checkCounterNotice } from './counter-notices/check-counter-notice.server.ts'
import { readCounterNotice } from './counter-notices/counter-notice-form.server.ts'
import { DueText } from './due-badge.tsx'
import { ReportActions } from './report-actions.tsx'
import { ReportDetails } from './report-details.tsx'
import { nextHref, reportFileHref, reportHref, reportsPath } from './report-hrefs.ts'
import { reportIdOf } from './report-id.ts'
import { statusTexts } from './report-texts.ts'
import { Unsent } from './unsent.tsx'
import { useDecisionKeys } from './use-decision-keys.ts'

export async function loader({ params, url }: Route.LoaderArgs) {
  const id = reportIdOf(params.id)
  const report = id === null ? null : await findReport(id)
  if (report === null) throw notFound()
  const { posts } = report
  const chosen = posts.find(({ postId }) => postId === url.searchParams.get('post')) ?? posts[0]
  return {
    report,
    clip: chosen === undefined ? null : await clipOf(chosen.postId, chosen.blocked),
    templates: report.status === 'pending' ? await listTemplates() : [],
    // Null for those who did not come from the queue.
    queue: url.searchParams.has('queue') ? { left: await countQueue() } : null,
    posterLink: env.APP_URL + counterNoticePath(report.id),
  }
}

const perform = intents({
  ...reportActions,
  counter_notice: takeCounterNotice,
  counter_checked: checkCounterNotice,
})

/** What the forms of a report send, from its own page and from the list. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const id = reportIdOf(params.id)
  if (id === null) throw notFound()
  const form = await request.formData()
  const back = form.has('stay') ? null : safeAdminRedirect(form.get('back'), reportHref(id))
  return perform(form, { id, context, back })
}

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
    done: (posts) => `still resolved: a counter-notice about ${postsText(posts)} is recorded`,
  })
  return isRecorded ? redirect(back ?? reportHref(id)) : refuse(409)
}

export const shouldRevalidate = reloadOnConflict

/** Below the claim, and so what browsers load after it. */
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
        lead={queue === null ? undefined : <Left count={queue.left} />}
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
      <Glance
        report={report}
        actions={
          // A fresh form for each report: the next one in the queue is the same page.
          <ReportActions
            key={`${id}.${report.version}`}
            report={report}
            back={queue === null ? path : nextHref(id)}
            templates={templates}
          />
        }
      />
      <div className="grid grid-cols-1 items-start gap-5 md:grid-cols-[minmax(16rem,2fr)_minmax(0,5fr)]">
        {clip !== null && (
          <ClipPanel
            report={report}
            clip={clip}
            hrefOf={(postId) => `${path}?post=${postId}${search}`}
          />
        )}
        <div className={panel()}>
          <ReportDetails report={report} />
        </div>
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

function Left({ count }: { count: number }) {
  if (count > mostCounted) return `More than ${figure(mostCounted)} reports are waiting for you.`
  return count === 1
    ? '1 report is waiting for you.'
    : `${figure(count)} reports are waiting for you, the next one due first.`
}

function Glance({ report, actions }: { report: DmcaReport; actions: React.ReactNode }) {
  const { status, submittedAt, decidedAt } = report
  const { timeZone } = useAdmin()
  const due = dueOf(report, useNow(), timeZone)
  return (
    <section className={panel()} aria-label="At a glance" data-decisions>
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
      {actions}
    </section>
  )
}
