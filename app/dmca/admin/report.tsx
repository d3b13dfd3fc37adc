import { Download } from 'lucide-react'
import { data, redirect } from 'react-router'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { recordCounterNotice } from '#app/dmca/counter-notice.server.ts'
import { findReport } from '#app/dmca/report.server.ts'
import { intents } from '#app/http/intents.server.ts'
import { notFound } from '#app/http/refusals.ts'
import { safeAdminRedirect } from '#app/http/safe-redirect.ts'
import { button } from '#app/ui/admin/button.ts'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { Fact, FactList } from '#app/ui/admin/facts.tsx'
import { reloadOnConflict } from '#app/ui/admin/forms/reload-on-conflict.ts'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { panel } from '#app/ui/admin/panel.tsx'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import { TextField } from '#app/ui/form-fields.tsx'
import type { Route } from './+types/report'
import { flashOutcome, reportActions } from './change-report.server.ts'
import { readCounterNotice } from './counter-notice-form.server.ts'
import { CounterNotices } from './counter-notices.tsx'
import { ReportActions } from './report-actions.tsx'
import { ReportDetails } from './report-details.tsx'
import { reportFileHref, reportHref, reportsPath } from './report-hrefs.ts'
import { reportIdOf } from './report-id.ts'
import { postsText, statusTexts } from './report-texts.ts'

export async function loader({ params }: Route.LoaderArgs) {
  const id = reportIdOf(params.id)
  const report = id === null ? null : await findReport(id)
  if (report === null) throw notFound()
  return { report }
}

const perform = intents({ ...reportActions, counter_notice: takeCounterNotice })

/** What the forms of a report send, from its own page and from the list. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const id = reportIdOf(params.id)
  if (id === null) throw notFound()
  const form = await request.formData()
  return perform(form, { id, context, back: safeAdminRedirect(form.get('back'), reportHref(id)) })
}

async function takeCounterNotice(
  form: FormData,
  { id, back, context }: { id: number; back: string; context: Route.ActionArgs['context'] },
) {
  const report = await findReport(id)
  if (report === null) throw notFound()
  const { version, notice, values, problems } = readCounterNotice(form, report.submittedAt)
  const refuse = (status: number) => data({ unsent: '', refused: { values, problems } }, { status })
  if (notice === null) return refuse(400)
  const actor = actorOf(context)
  const result = await recordCounterNotice({ id, version }, notice, actor)
  const isRecorded = await flashOutcome(
    context,
    id,
    result,
    actor,
    (posts) => `still resolved: a counter-notice about ${postsText(posts)} is recorded`,
  )
  return isRecorded ? redirect(back) : refuse(409)
}

export const shouldRevalidate = reloadOnConflict

export default function ReportPage({ loaderData, actionData }: Route.ComponentProps) {
  const { report } = loaderData
  const { id, number, status, submittedAt, decidedAt } = report
  const path = reportHref(id)
  const unsent = actionData?.unsent ?? ''
  return (
    <>
      <PageHead
        title={`${number}: ${report.workTitle}`}
        back={{ href: reportsPath, label: 'DMCA' }}
      >
        {status === 'pending' && (
          <a className={button({ look: 'quiet' })} href={reportFileHref(id)} download>
            <Download aria-hidden="true" size={17} />
            Download Report
          </a>
        )}
      </PageHead>
      {unsent !== '' && (
        <div className={panel()}>
          <TextField
            label="What you had written, which was not sent"
            name="unsent"
            rows={4}
            defaultValue={unsent}
            readOnly
          />
        </div>
      )}
      <section className={panel()} aria-label="At a glance">
        <FactList>
          <Fact name="Status">
            <StatusBadge {...statusTexts[status]} />
          </Fact>
          <Fact name="Submitted">
            <DateTime at={submittedAt} as="time" />
          </Fact>
          {decidedAt !== null && (
            <Fact name={statusTexts[status].label}>
              <DateTime at={decidedAt} as="time" />
            </Fact>
          )}
        </FactList>
        <ReportActions report={report} back={path} />
      </section>
      <CounterNotices report={report} refused={actionData?.refused ?? null} />
      <div className={panel()}>
        <ReportDetails report={report} />
      </div>
    </>
  )
}
