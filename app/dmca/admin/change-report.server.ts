import { data, type RouterContextProvider, redirect } from 'react-router'
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
import { withFields } from '#app/http/intents.server.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { handledText, postsText } from './report-texts.ts'

type Context = Readonly<RouterContextProvider>

/** What the buttons of a report get: the report's number, and where its page was opened from. */
type Sent = { id: number; back: string; context: Context }

const Version = z.coerce.number().int().min(1)
const Seen = z.object({ version: Version, note: z.string().optional() })
const Ending = Seen.extend({ counterNotice: Version })

/** What the forms of a report ask for, besides the recording of a counter-notice. */
export const reportActions = {
  approve: decide(Seen, {
    run: approveReport,
    done: (posts) => `resolved: ${postsText(posts)} blocked`,
  }),
  reject: decide(Seen, {
    run: rejectReport,
    needsNote: 'Say why the claim is rejected: the reporter is told.',
    done: () => 'rejected',
  }),
  ask: decide(Seen, {
    run: askClaimant,
    needsNote: 'Write what the reporter is to send.',
    done: () => 'still pending: the reporter is asked for more',
  }),
  reopen: decide(Seen, {
    run: reopenReport,
    needsNote: 'Say why the report is opened again.',
    done: (posts) =>
      posts === 0 ? 'pending again' : `pending again: ${postsText(posts)} put back`,
  }),
  restore: decide(Ending, {
    run: (seen, note, actor, { counterNotice }) =>
      endCounterNotice(seen, counterNotice, 'restored', note, actor),
    done: (posts) => `still resolved: ${postsText(posts)} put back`,
  }),
  close: decide(Ending, {
    run: (seen, note, actor, { counterNotice }) =>
      endCounterNotice(seen, counterNotice, 'closed', note, actor),
    done: () => 'still resolved: the posts stay blocked',
  }),
}

type Decision<Fields> = {
  run: (seen: SeenReport, note: string, actor: Actor, fields: Fields) => Promise<ReportChange>
  /** What to say when the note is missing; left out where it may be. */
  needsNote?: string
  /** What the report is then, for so many posts. */
  done: (posts: number) => string
}

/** Returns to the page that the form was on, unless a note was typed in vain: that is shown again. */
function decide<Schema extends typeof Seen>(
  schema: Schema,
  { run, needsNote, done }: Decision<z.output<Schema>>,
) {
  return withFields(schema, async (fields, { id, back, context }: Sent) => {
    const note = typedNote(fields.note ?? null)
    const { flash } = context.get(sessionContext)
    const actor = actorOf(context)
    const tooLong = `Nothing was done: at most ${figure(noteLimit)} characters can be sent.`
    const problem = note.length > noteLimit ? tooLong : note === '' ? needsNote : undefined
    if (problem !== undefined) await flash('error', problem)
    const isDone =
      problem === undefined &&
      (await flashOutcome(
        context,
        id,
        await run({ id, version: fields.version }, note, actor, fields),
        actor,
        done,
      ))
    if (isDone || note === '') return redirect(back)
    return data({ unsent: note, refused: null }, { status: 409 })
  })
}

/** Says on the next page what was done, or who was first. Returns whether it was done. */
export async function flashOutcome(
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
