import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import type { Actor } from '#app/audit/audit.server.ts'
import { endCounterNotice } from '#app/dmca/counter-notice.server.ts'
import {
  approveReport,
  askClaimant,
  rejectReport,
  reopenReport,
  type SeenReport,
} from '#app/dmca/decision.server.ts'
import type { ReportChange } from '#app/dmca/record.server.ts'
import { noteLimit, reportNumber, typedNote } from '#app/dmca/report.ts'
import { handledText, postsText } from './report-texts.ts'

type Context = Readonly<RouterContextProvider>

/** What the forms of a report can ask for, besides the recording of a counter-notice. */
const changes = {
  approve: {
    run: approveReport,
    needsNote: null,
    done: (posts: number) => `resolved: ${postsText(posts)} blocked`,
  },
  reject: {
    run: rejectReport,
    needsNote: 'Say why the claim is rejected: the reporter is told.',
    done: () => 'rejected',
  },
  ask: {
    run: askClaimant,
    needsNote: 'Write what the reporter is to send.',
    done: () => 'still pending: the reporter is asked for more',
  },
  reopen: {
    run: reopenReport,
    needsNote: 'Say why the report is opened again.',
    done: (posts: number) =>
      posts === 0 ? 'pending again' : `pending again: ${postsText(posts)} put back`,
  },
} as const

const Form = z.object({
  do: z.enum(Object.keys(changes) as (keyof typeof changes)[]),
  version: z.coerce.number().int().min(1),
})
const EndForm = z.object({
  do: z.enum(['restore', 'close']),
  version: z.coerce.number().int().min(1),
  counterNotice: z.coerce.number().int().min(1),
})

/**
 * Does what a form of a report asks for; the next page says what came of it. Gives the note that was
 * typed when it was not taken, and empty text otherwise.
 */
export async function changeReport(context: Context, id: number, data: FormData): Promise<string> {
  const { flash } = context.get(sessionContext)
  const fields = Object.fromEntries(data)
  const note = typedNote(data.get('note'))
  if (note.length > noteLimit) {
    await flash(
      'error',
      `Nothing was done: at most ${noteLimit.toLocaleString('en')} characters can be sent.`,
    )
    return note
  }
  const actor = actorOf(context)
  const end = EndForm.safeParse(fields)
  if (end.success) {
    const { version, counterNotice } = end.data
    const way = end.data.do === 'restore' ? 'restored' : 'closed'
    const result = await endCounterNotice({ id, version }, counterNotice, way, note, actor)
    const taken = await tell(context, id, result, actor, (posts) =>
      way === 'restored'
        ? `still resolved: ${postsText(posts)} put back`
        : 'still resolved: the posts stay blocked',
    )
    return taken ? '' : note
  }
  const form = Form.safeParse(fields)
  if (!form.success) {
    await flash('error', 'That could not be done: try again.')
    return note
  }
  const { run, needsNote, done } = changes[form.data.do]
  if (needsNote !== null && note === '') {
    await flash('error', needsNote)
    return ''
  }
  const seen: SeenReport = { id, version: form.data.version }
  return (await tell(context, id, await run(seen, note, actor), actor, done)) ? '' : note
}

/** Says on the next page what was done, or who was first; gives whether it was done. */
export async function tell(
  context: Context,
  id: number,
  result: ReportChange,
  actor: Actor,
  done: (posts: number) => string,
): Promise<boolean> {
  const { flash } = context.get(sessionContext)
  const number = reportNumber(id)
  if (result.ok) {
    const mail = result.mailed
      ? 'An email to the reporter is queued.'
      : 'Email isn’t set up, so the reporter sees it on the status page only.'
    await flash('success', `${number} is ${done(result.postIds.length)}. ${mail}`)
    return true
  }
  await flash(
    'error',
    result.problem === 'handled'
      ? handledText(number, result, result.by === actor.label)
      : `${number} ${problemTexts[result.problem]}.`,
  )
  return false
}

const problemTexts = {
  not_found: 'does not exist',
  no_posts: 'blocks none of these posts any more',
} as const
