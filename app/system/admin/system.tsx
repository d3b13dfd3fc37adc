import { lazy, Suspense } from 'react'
import { data, href, redirect } from 'react-router'
import { z } from 'zod'
import { actorOf, passwordAgainProblem } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { allKeyed } from '#app/http/all-keyed.ts'
import { intents, withFields } from '#app/http/intents.server.ts'
import { requestContext } from '#app/http/request-context.server.ts'
import { handlers, jobTitle } from '#app/jobs/handlers.ts'
import { type RecurringKind, recurringKinds } from '#app/jobs/job.ts'
import { countJobs, failedJobs } from '#app/jobs/job-list.server.ts'
import { recurringJobs, runJobNow, settleFailedJob } from '#app/jobs/operator.server.ts'
import { inBackground } from '#app/live/in-background.server.ts'
import { buildVersion } from '#app/observe/build-version.server.ts'
import { instanceFacts } from '#app/system/instance-facts.server.ts'
import { loadChart } from '#app/system/load-chart.server.ts'
import {
  makeMetricsToken,
  metricsAreOn,
  removeMetricsToken,
} from '#app/system/metrics-token.server.ts'
import { processFigures } from '#app/system/process-figures.server.ts'
import { type Repository, releasesPage } from '#app/system/releases-page.ts'
import { selfCheck } from '#app/system/self-check.server.ts'
import { systemStatus } from '#app/system/system-status.server.ts'
import { durationText } from '#app/time/time-text.ts'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import type { LiveHandle } from '#app/ui/admin/live/use-live.ts'
import { RefreshLink } from '#app/ui/admin/live/working.tsx'
import { Columns } from '#app/ui/admin/panel.tsx'
import { SystemParts } from '#app/ui/admin/system-parts.tsx'
import { link } from '#app/ui/link.ts'
import manifest from '../../../package.json' with { type: 'json' }
import type { Route } from './+types/system'
import { InstancesTable } from './instances-table.tsx'
import { JobsPanel } from './jobs-panel.tsx'
import { LoadPanel } from './load-panel.tsx'

const MetricsSection = lazy(async () => ({
  default: (await import('./metrics-section.tsx')).MetricsSection,
}))

export const handle: LiveHandle = { live: ['jobs', 'backups', 'outbox', 'downloads', 'processes'] }

export async function loader({ request, context }: Route.LoaderArgs) {
  const { openedHost, peerAddress } = context.get(requestContext)
  return allKeyed({
    parts: systemStatus(),
    checks: selfCheck({ openedHost, peerAddress, headers: request.headers }),
    figures: processFigures(),
    instances: instanceFacts(),
    jobs: recurringJobs(),
    queue: queue(),
    metrics: metricsAreOn(),
    load: loadChart(),
    version: `Version ${manifest.version}, build ${buildVersion()}`,
    releases: releasesPage((manifest as { repository?: Repository }).repository),
  })
}

async function queue() {
  const [counts, failed] = await Promise.all([countJobs(), failedJobs()])
  return {
    counts: counts.map((count) => ({ ...count, title: jobTitle(count.kind) })),
    failed: failed.map((job) => ({ ...job, title: jobTitle(job.kind) })),
  }
}

type Sent = Pick<Route.ActionArgs, 'context'>

/** Depends on the engine. */
const KnownKind = z.enum(recurringKinds).refine((kind) => Object.hasOwn(handlers, kind))

const failedJob = z.object({ id: z.coerce.number().int() })

const perform = intents({
  'retry-job': withFields(failedJob, ({ id }, { context }: Sent) =>
    settleFailed(id, 'job.retried', context),
  ),
  'dismiss-job': withFields(failedJob, ({ id }, { context }: Sent) =>
    settleFailed(id, 'job.dismissed', context),
  ),
  'run-job': withFields(z.object({ job: KnownKind }), ({ job }, { context }: Sent) =>
    runJob(job, context),
  ),
  async 'make-token'(form: FormData, { context }: Sent) {
    const ownPassword = await passwordAgainProblem(context, form)
    if (ownPassword !== null) return data({ problems: { ownPassword } }, { status: 400 })
    return data({ token: await makeMetricsToken(actorOf(context)) })
  },
  async 'remove-token'(form: FormData, { context }: Sent) {
    const ownPassword = await passwordAgainProblem(context, form)
    if (ownPassword !== null) return data({ problems: { ownPassword } }, { status: 400 })
    await removeMetricsToken(actorOf(context))
    await context.get(sessionContext).flash('success', 'Metrics are off.')
    return redirect(`${href('/admin/system')}#metrics`)
  },
})

export async function action({ request, context }: Route.ActionArgs) {
  return perform(await request.formData(), { context })
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

async function settleFailed(
  id: number,
  action: 'job.retried' | 'job.dismissed',
  context: Route.ActionArgs['context'],
) {
  const session = context.get(sessionContext)
  const title = await settleFailedJob(id, action, actorOf(context))
  if (title === null) await session.flash('error', 'That job is no longer there.')
  else {
    const what = action === 'job.retried' ? 'is being tried again' : 'was dismissed'
    await session.flash('success', `“${title}” ${what}.`)
  }
  return redirect(`${href('/admin/system')}#jobs`)
}

async function runJob(kind: RecurringKind, context: Route.ActionArgs['context']) {
  const title = jobTitle(kind)
  const session = context.get(sessionContext)
  const startedAt = performance.now()
  const run = await runJobNow(kind, actorOf(context))
  if (run === null) {
    await session.flash('error', `“${title}” is already running.`)
    return redirect(`${href('/admin/system')}#jobs`)
  }
  await session.flash('success', `“${title}” has started.`)
  inBackground('jobs', async () => {
    const problem = await run.ended
    const took = durationText(performance.now() - startedAt)
    if (problem === null) await session.flash('success', `“${title}” finished in ${took}.`)
    else await session.flash('error', `“${title}” failed: ${problem}`)
  })
  return redirect(`${href('/admin/system')}#jobs`)
}

export default function System({ loaderData, actionData }: Route.ComponentProps) {
  const { parts, checks, figures, instances, jobs, queue, metrics, load, version, releases } =
    loaderData
  return (
    <>
      <PageHead title="System" lead="How the server is doing right now.">
        <RefreshLink href={href('/admin/system')} />
      </PageHead>
      <div className="grid gap-5">
        <Columns>
          <SystemParts id="parts" title="Parts" parts={parts} />
          <div className="grid content-start gap-5">
            <SystemParts id="checks" title="Configuration" parts={checks} />
            <SystemParts id="process" title="This process" parts={figures} />
          </div>
        </Columns>
        {instances.length > 0 && <InstancesTable instances={instances} />}
        <LoadPanel load={load} />
        <JobsPanel jobs={jobs} queue={queue} />
        <Suspense>
          <MetricsSection on={metrics} answer={actionData} />
        </Suspense>
        <p className="text-xs text-muted">
          {version}. The server doesn’t check for updates by itself
          {releases === null ? (
            '.'
          ) : (
            <>
              {': see the '}
              <a className={link} href={releases} rel="noreferrer">
                releases
              </a>
              .
            </>
          )}
        </p>
      </div>
    </>
  )
}
