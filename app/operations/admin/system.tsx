import { data, href, redirect } from 'react-router'
import { z } from 'zod'
import { actorOf, passwordAgainProblem } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { recordAudit } from '#app/audit/audit.server.ts'
import { intents, withFields } from '#app/http/intents.server.ts'
import { badRequest } from '#app/http/refusals.ts'
import { requestContext } from '#app/http/request-context.server.ts'
import { buildVersion } from '#app/observe/build-version.server.ts'
import { inBackground } from '#app/observe/in-background.server.ts'
import { instanceFacts } from '#app/operations/instance-facts.server.ts'
import { listJobs, runJobNow } from '#app/operations/jobs/schedule.server.ts'
import { loadChart } from '#app/operations/load-chart.server.ts'
import {
  makeMetricsToken,
  metricsAreOn,
  removeMetricsToken,
} from '#app/operations/metrics-token.server.ts'
import { processFigures } from '#app/operations/process-figures.server.ts'
import { type Repository, releasesPage } from '#app/operations/releases-page.ts'
import { type SeenRequest, selfCheck } from '#app/operations/self-check.server.ts'
import { systemStatus } from '#app/operations/system-status.server.ts'
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
import { JobsTable } from './jobs-table.tsx'
import { LoadPanel } from './load-panel.tsx'
import { MetricsSection } from './metrics-section.tsx'

export const handle: LiveHandle = { live: ['jobs', 'backups', 'outbox', 'downloads', 'processes'] }

/** How the server is, what it does by itself, and whether it was set up right. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { clientAddress } = context.get(requestContext)
  const header = request.headers.get('x-forwarded-for')
  const forwarded = header === null ? 'no' : trust(header, clientAddress)
  return {
    parts: await systemStatus(),
    checks: await selfCheck({ origin: url.origin, clientAddress, forwarded }),
    figures: await processFigures(),
    instances: await instanceFacts(),
    jobs: await listJobs(),
    metrics: metricsAreOn(),
    load: loadChart(),
    version: `Version ${manifest.version}, build ${buildVersion()}`,
    releases: releasesPage((manifest as { repository?: Repository }).repository),
  }
}

/** A believed header names the visitor; else the address is the proxy's own. */
function trust(header: string, clientAddress: string): SeenRequest['forwarded'] {
  return header.includes(clientAddress) ? 'trusted' : 'untrusted'
}

type Sent = Pick<Route.ActionArgs, 'context'>

const perform = intents({
  'run-job': withFields(z.object({ job: z.string() }), ({ job }, { context }: Sent) =>
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

async function runJob(name: string, context: Route.ActionArgs['context']) {
  const job = (await listJobs()).find((candidate) => candidate.name === name)
  if (job === undefined) throw badRequest()
  const session = context.get(sessionContext)
  const startedAt = performance.now()
  const run = await runJobNow(name)
  if (run === null) {
    await session.flash('error', `“${job.title}” is already running.`)
    return redirect(`${href('/admin/system')}#jobs`)
  }
  const object = { type: 'job', id: name }
  await recordAudit({ actor: actorOf(context), action: 'job.started', object })
  await session.flash('success', `“${job.title}” has started.`)
  inBackground('jobs', async () => {
    const problem = await run.ended
    const took = durationText(performance.now() - startedAt)
    if (problem === null) await session.flash('success', `“${job.title}” finished in ${took}.`)
    else await session.flash('error', `“${job.title}” failed: ${problem}`)
  })
  return redirect(`${href('/admin/system')}#jobs`)
}

export default function System({ loaderData, actionData }: Route.ComponentProps) {
  const { parts, checks, figures, instances, jobs, metrics, load, version, releases } = loaderData
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
        <JobsTable jobs={jobs} />
        <MetricsSection on={metrics} answer={actionData} />
        <p className="text-xs text-muted">
          {version}. The server doesn’t check for updates by itself
          {releases === null ? (
            '.'
          ) : (
            <>
              : see the{' '}
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
