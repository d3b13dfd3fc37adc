import { href } from 'react-router'
import { actorOf, adminContext } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import type { BulkRun } from '#app/bulk/bulk-job.server.ts'
import { findBulkList } from '#app/bulk/bulk-lists.server.ts'
import {
  cancelBulkRun,
  dismissBulkRun,
  findBulkRun,
  undoBulkRun,
} from '#app/bulk/bulk-run.server.ts'
import { filterText } from '#app/bulk/ui/filter-text.ts'
import { ProgressBar } from '#app/bulk/ui/progress-bar.tsx'
import { RunButtons } from '#app/bulk/ui/run-buttons.tsx'
import { backOrStay } from '#app/http/back-or-stay.server.ts'
import { intents } from '#app/http/intents.server.ts'
import { notFound } from '#app/http/refusals.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { button } from '#app/ui/admin/button.ts'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { EmailText } from '#app/ui/admin/email-text.tsx'
import { Fact, FactList } from '#app/ui/admin/facts.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import type { LiveHandle } from '#app/ui/admin/live/use-live.ts'
import { RefreshLink, Working } from '#app/ui/admin/live/working.tsx'
import { panel } from '#app/ui/admin/panel.tsx'
import type { Route } from './+types/run'

export const handle: LiveHandle = { live: ['bulk'] }

export async function loader({ params, context }: Route.LoaderArgs) {
  const { run, progress } = await wanted(params.id, context)
  const list = findBulkList(run.list)
  return {
    progress,
    back: { href: list?.path ?? '/admin', label: list?.title ?? 'Dashboard' },
    filter: Object.fromEntries(new URLSearchParams(run.filter)),
    by: run.actor_label,
    reason: run.reason,
    changed: run.changed,
    startedAt: run.created_at,
    endedAt: run.finished_at,
    isUndone: run.undone === 1,
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { run } = await wanted(params.id, context)
  return changeRun(await request.formData(), { run, context })
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

type Context = Route.LoaderArgs['context']

async function wanted(id: string, context: Context) {
  const found = /^\d{1,15}$/.test(id)
    ? await findBulkRun(Number(id), context.get(adminContext).user.id)
    : null
  if (found === null) throw notFound()
  return found
}

type Sent = { run: BulkRun; context: Context }

const changeRun = intents({
  async stop(form: FormData, { run, context }: Sent) {
    const stopped = await cancelBulkRun(run, actorOf(context))
    return answer(form, { run, context }, stopped ? null : 'It had already ended.')
  },
  async undo(form: FormData, { run, context }: Sent) {
    const undoing = await undoBulkRun(run.id, actorOf(context))
    return answer(form, { run, context }, undoing ? null : 'It can’t be undone anymore.')
  },
  async dismiss(form: FormData, { run, context }: Sent) {
    await dismissBulkRun(run.id)
    return answer(form, { run, context }, null)
  },
})

async function answer(form: FormData, { run, context }: Sent, problem: string | null) {
  if (problem !== null) await context.get(sessionContext).flash('error', problem)
  return backOrStay(form, href('/admin/bulk/runs/:id', { id: String(run.id) }), null)
}

export default function BulkRunPage({ loaderData }: Route.ComponentProps) {
  const { progress, back, filter, by, reason, changed, startedAt, endedAt, isUndone } = loaderData
  const { id, state, text, skipped, passed, total } = progress
  const here = href('/admin/bulk/runs/:id', { id: String(id) })
  return (
    <div className="grid max-w-3xl gap-5">
      <PageHead title="Bulk change" back={back} />
      <section className={panel()} aria-label="Progress">
        {state === 'running' ? (
          <>
            <Working>{`${text}: ${figure(passed)} of ${figure(total)}`}</Working>
            <ProgressBar run={progress} />
            <RefreshLink href={here} />
          </>
        ) : (
          <p className="font-semibold">
            {text}
            {isUndone && ' This was undone.'}
          </p>
        )}
        <RunButtons run={progress} back={here} look={button({ look: 'quiet' })} />
        <FactList>
          <Fact name="Matched">{figure(total)}</Fact>
          <Fact name="Changed">{figure(changed)}</Fact>
          <Fact name="Skipped">{figure(passed - changed)}</Fact>
          <Fact name="Started">
            <DateTime at={startedAt} as="time" />
          </Fact>
          <Fact name="Ended">{endedAt === null ? '' : <DateTime at={endedAt} as="time" />}</Fact>
          <Fact name="By">
            <EmailText email={by} />
          </Fact>
        </FactList>
        <p className="wrap-anywhere">{filterText(filter)}</p>
        {reason !== '' && <p className="wrap-anywhere">{`Reason: ${reason}`}</p>}
        {skipped.length > 0 && (
          <ul className="grid gap-1">
            {skipped.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}
