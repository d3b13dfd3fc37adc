import { data, redirect } from 'react-router'
import { z } from 'zod'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { approveReport, rejectReport, type SeenReport } from '#app/dmca/decision.server.ts'
import { listTemplates, replyFor } from '#app/dmca/reply-template.server.ts'
import { type DmcaReport, readReports } from '#app/dmca/report.server.ts'
import { typedNote } from '#app/dmca/report.ts'
import { notFound } from '#app/http/refusals.ts'
import { safeAdminRedirect } from '#app/http/safe-redirect.ts'
import { countText } from '#app/i18n/count-text.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { ConfirmPage } from '#app/ui/admin/forms/confirm-page.tsx'
import { ProblemSummary } from '#app/ui/problem-summary.tsx'
import type { Route } from './+types/decide-reports'
import { noteProblem, refusalText } from './change-report.server.ts'
import { AllTicked, undoForm } from './reopen-reports.server.ts'
import { ReplyField } from './reply-field.tsx'
import { reportsPath } from './report-hrefs.ts'

const decisions = {
  approve: {
    title: 'Approve',
    button: 'Approve Takedown',
    text: 'Every post named in these reports is blocked at once, and each claimant is told.',
    field: 'Note to every claimant (optional)',
    done: 'resolved',
  },
  reject: {
    title: 'Reject',
    button: 'Reject Claim',
    text: 'Nothing is blocked. Each claimant is told the reason.',
    field: 'Reason, for every claimant',
    needsNote: 'Say why the claims are rejected. The claimants will see it.',
    done: 'rejected',
  },
} as const
const Decision = z.enum(['approve', 'reject'])

function decisionOf(text: string): z.infer<typeof Decision> {
  const decision = Decision.safeParse(text)
  if (!decision.success) throw notFound()
  return decision.data
}

export async function loader({ params, url }: Route.LoaderArgs) {
  const decision = decisionOf(params.decision)
  const back = safeAdminRedirect(url.searchParams.get('back'), reportsPath)
  const ticked = AllTicked.safeParse([...new Set(url.searchParams.getAll('id'))])
  const seen = ticked.data ?? []
  const templates = (await listTemplates()).filter(({ intent }) => intent === decision)
  const reports = await readReports(seen.map(({ id }) => id))
  const isReady = ({ id, status, version }: DmcaReport) =>
    status === 'pending' && seen.some((one) => one.id === id && one.version === version)
  return {
    decision,
    back,
    templates,
    ready: reports.filter(isReady).map(({ id, version, number, workTitle, posts }) => {
      return { id, version, number, workTitle, posts: posts.length }
    }),
    leftOut: reports
      .filter((report) => !isReady(report))
      .map(({ number }) => `${number} was decided or changed since you selected it.`),
  }
}

/** Decides each report separately, so that one changed meanwhile doesn't stop the others. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const decision = decisionOf(params.decision)
  const form = await request.formData()
  const back = safeAdminRedirect(form.get('back'), reportsPath)
  const ticked = AllTicked.safeParse(form.getAll('id'))
  if (!ticked.success) throw redirect(back)
  const typed = typedNote(form.get('note'))
  const template = z.coerce.number().int().min(1).safeParse(form.get('template')).data
  const run = decision === 'approve' ? approveReport : rejectReport
  const { done, ...texts } = decisions[decision]
  const needsNote = 'needsNote' in texts ? texts.needsNote : undefined
  const { flash } = context.get(sessionContext)
  const actor = actorOf(context)
  const notes = new Map<number, string>()
  for (const { id } of ticked.data) {
    const note = await replyFor(id, typed, template)
    const problem = noteProblem(note, needsNote)
    if (problem !== undefined) return data({ problem, typed }, { status: 400 })
    notes.set(id, note)
  }
  const decided: SeenReport[] = []
  const refused: string[] = []
  let posts = 0
  for (const seen of ticked.data) {
    const result = await run(seen, notes.get(seen.id) ?? '', actor)
    if (result.ok) {
      posts += result.postIds.length
      decided.push(seen)
    } else refused.push(refusalText(seen.id, result, actor))
  }
  if (decided.length > 0) {
    const what = decided.length === 1 ? '1 report is' : `${figure(decided.length)} reports are`
    const blocked = decision === 'approve' ? `: ${countText(posts, 'post')} blocked` : ''
    await flash('success', `${what} ${done}${blocked}.`, undoForm(decided, back))
  }
  for (const text of refused.slice(0, 5)) await flash('error', text)
  if (refused.length > 5) {
    await flash('error', `${figure(refused.length - 5)} more reports were left unchanged.`)
  }
  return redirect(back)
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

export default function DecideReports({ loaderData, actionData }: Route.ComponentProps) {
  const { decision, back, templates, ready, leftOut } = loaderData
  const { title, button: label, text, field } = decisions[decision]
  const what = countText(ready.length, 'report')
  return (
    <ConfirmPage
      title={`${title} ${what}?`}
      text={text}
      things={ready.map(({ id, number, workTitle, posts }) => (
        <span key={id}>
          {number}: <bdi>{workTitle}</bdi>{' '}
          <span className="text-muted">({countText(posts, 'post')})</span>
        </span>
      ))}
      leftOut={
        ready.length === 0 && leftOut.length === 0 ? ['Select at least one report first.'] : leftOut
      }
      back={{ href: back, label: 'DMCA' }}
      hidden={[
        ['back', back],
        ...ready.map(({ id, version }): [string, string] => ['id', `${id}.${version}`]),
      ]}
      submit={label}
      danger={decision === 'reject'}
    >
      {actionData !== undefined && <ProblemSummary title={actionData.problem} />}
      <ReplyField
        id="note"
        label={field}
        required={decision === 'reject'}
        templates={templates}
        places={null}
        typed={actionData?.typed}
      />
    </ConfirmPage>
  )
}
