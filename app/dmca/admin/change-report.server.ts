import { data, type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import type { Actor } from '#app/audit/audit.server.ts'
import { markChecked } from '#app/dmca/counter-filing.server.ts'
import { endCounterNotice } from '#app/dmca/counter-notice.server.ts'
import {
  approveReport,
  askClaimant,
  rejectReport,
  reopenReport,
  type SeenReport,
  undoDecision,
} from '#app/dmca/decision.server.ts'
import type { ReportChange } from '#app/dmca/record.server.ts'
import { replyFor } from '#app/dmca/reply-template.server.ts'
import { mostCounted, noteLimit, reportNumber, typedNote } from '#app/dmca/report.ts'
import { countQueue } from '#app/dmca/report-queue.server.ts'
import type { Undo } from '#app/http/flash.server.ts'
import { withFields } from '#app/http/intents.server.ts'
import { countText } from '#app/i18n/count-text.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { queuePath, reportHref } from './report-hrefs.ts'
import { handledText } from './report-texts.ts'

type Context = Readonly<RouterContextProvider>

/** A report's id, and the page it was opened from, or null for a page that stays as it is. */
type Sent = { id: number; back: string | null; context: Context }

const Version = z.coerce.number().int().min(1)
const Template = z.coerce.number().int().min(1).optional().catch(undefined)
const Seen = z.object({ version: Version, note: z.string().optional(), template: Template })
const Ending = Seen.extend({ counterNotice: Version })

export const reportActions = {
  approve: decide(Seen, {
    run: approveReport,
    done: (posts) => `resolved: ${countText(posts, 'post')} blocked`,
    hasUndo: true,
  }),
  reject: decide(Seen, {
    run: (seen, note, actor) => rejectReport(seen, note, actor),
    needsNote: 'Say why the claim is rejected. The claimant will see it.',
    done: () => 'rejected',
    hasUndo: true,
  }),
  ask: decide(Seen, {
    run: askClaimant,
    needsNote: 'Write what the claimant needs to send.',
    done: () => 'still pending: the claimant has been asked for more',
  }),
  reopen: decide(Seen, {
    run: (seen, note, actor) => reopenReport(seen, note, actor),
    needsNote: 'Say why you’re reopening the report.',
    done: reopenedText,
  }),
  undo: decide(Seen, {
    run: (seen, _note, actor) => undoDecision(seen, actor),
    done: reopenedText,
  }),
  restore: decide(Ending, {
    run: (seen, note, actor, { counterNotice }) =>
      endCounterNotice(seen, { counterNotice, end: 'restored', note }, actor),
    done: (posts) => `still resolved: ${countText(posts, 'post')} put back`,
  }),
  close: decide(Ending, {
    run: (seen, note, actor, { counterNotice }) =>
      endCounterNotice(seen, { counterNotice, end: 'closed', note }, actor),
    done: () => 'still resolved: the posts stay blocked',
  }),
  counter_checked: withFields(
    z.object({ counterNotice: Version, checked: z.enum(['yes', 'no']) }),
    async ({ counterNotice, checked }, { id, back, context }: Sent) => {
      const isChecked = checked === 'yes'
      const { flash } = context.get(sessionContext)
      const which = `The counter-notice to ${reportNumber(id)}`
      const undo: Undo = {
        action: reportHref(id),
        fields: [
          ['intent', 'counter_checked'],
          ['counterNotice', String(counterNotice)],
          ['checked', 'no'],
          ['back', reportHref(id)],
        ],
      }
      if (!(await markChecked(id, counterNotice, isChecked, actorOf(context)))) {
        await flash('info', `${which} was changed already.`)
      } else if (isChecked) await flash('success', `${which} is marked as checked.`, undo)
      else await flash('success', `${which} is to be checked again.`)
      return back === null ? null : redirect(back)
    },
  ),
}

type Decision<Fields> = {
  run: (seen: SeenReport, note: string, actor: Actor, fields: Fields) => Promise<ReportChange>
  /** Problem to show for a missing note. Undefined if the note is optional. */
  needsNote?: string
  /** Text for the report's new state, with the number of posts. */
  done: (posts: number) => string
  hasUndo?: boolean
}

/** Returns to the form's page. If a typed note could not be used, shows it again. */
function decide<Schema extends typeof Seen>(
  schema: Schema,
  { run, needsNote, done, hasUndo = false }: Decision<z.output<Schema>>,
) {
  return withFields(schema, async (fields, { id, back, context }: Sent) => {
    const note = await replyFor(id, typedNote(fields.note ?? null), fields.template)
    const { flash } = context.get(sessionContext)
    const actor = actorOf(context)
    const problem = noteProblem(note, needsNote)
    if (problem !== undefined) await flash('error', problem)
    const seen = { id, version: fields.version }
    let isDone = false
    if (problem === undefined) {
      const result = await run(seen, note, actor, fields)
      const undo = hasUndo ? undoOf(seen) : undefined
      isDone = await flashOutcome(context, id, result, actor, {
        done,
        left: await queueText(back),
        undo,
      })
    }
    if (!isDone && note !== '') return data({ unsent: note, refused: null }, { status: 409 })
    return back === null ? null : redirect(back)
  })
}

function reopenedText(posts: number): string {
  return posts === 0 ? 'pending again' : `pending again: ${countText(posts, 'post')} put back`
}

export function noteProblem(note: string, needsNote: string | undefined): string | undefined {
  if (note.length > noteLimit) {
    return `Nothing was sent. The limit is ${figure(noteLimit)} characters.`
  }
  return note === '' ? needsNote : undefined
}

function undoOf({ id, version }: SeenReport): Undo {
  return {
    action: reportHref(id),
    fields: [
      ['intent', 'undo'],
      ['version', String(version + 1)],
      ['back', reportHref(id)],
    ],
  }
}

/** Returns how many reports are left, or '' unless the operator is going through the queue. */
async function queueText(back: string | null): Promise<string> {
  if (back === null || !back.startsWith(queuePath)) return ''
  const left = await countQueue()
  if (left > mostCounted) return ` More than ${figure(mostCounted)} reports are left.`
  return left === 1 ? ' 1 report is left.' : ` ${figure(left)} reports are left.`
}

/** Shows the result, or who acted first, on the next page. Returns true if the change was made. */
export async function flashOutcome(
  context: Context,
  id: number,
  result: ReportChange,
  actor: Actor,
  { done, left = '', undo }: Pick<Decision<never>, 'done'> & { left?: string; undo?: Undo },
): Promise<boolean> {
  const { flash } = context.get(sessionContext)
  const number = reportNumber(id)
  if (result.ok) {
    const text = `${number} is ${done(result.postIds.length)}. ${mailNote(result)}${left}`
    await flash('success', text, undo)
    return true
  }
  await flash('error', refusalText(id, result, actor))
  return false
}

function mailNote({ mailed, tookBack }: Extract<ReportChange, { ok: true }>): string {
  if (mailed) return 'An email to the claimant is queued.'
  return tookBack === true
    ? 'The claimant got no email about the decision.'
    : 'Email isn’t set up, so the claimant only sees it on the status page.'
}

export function refusalText(
  id: number,
  result: Exclude<ReportChange, { ok: true }>,
  actor: Actor,
): string {
  const number = reportNumber(id)
  return result.problem === 'handled'
    ? handledText(number, result, result.by === actor.label)
    : `${number} ${problemTexts[result.problem]}.`
}

const problemTexts = {
  not_found: 'does not exist',
  no_posts: 'no longer blocks any of these posts',
} as const
