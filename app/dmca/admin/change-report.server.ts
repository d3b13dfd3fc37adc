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
  undoNote,
} from '#app/dmca/decision.server.ts'
import type { ReportChange } from '#app/dmca/record.server.ts'
import { postsText } from '#app/dmca/reply.ts'
import { replyFor } from '#app/dmca/reply-template.server.ts'
import { mostCounted, noteLimit, reportNumber, typedNote } from '#app/dmca/report.ts'
import { countQueue } from '#app/dmca/report-queue.server.ts'
import type { Undo } from '#app/http/flash.server.ts'
import { withFields } from '#app/http/intents.server.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { queuePath, reportHref } from './report-hrefs.ts'
import { handledText } from './report-texts.ts'

type Context = Readonly<RouterContextProvider>

/**
 * What the buttons of a report get: the report's number, and where its page was opened from; null for
 * a page that stays as it is.
 */
type Sent = { id: number; back: string | null; context: Context }

const Version = z.coerce.number().int().min(1)
const Template = z.coerce.number().int().min(1).optional().catch(undefined)
const Seen = z.object({ version: Version, note: z.string().optional(), template: Template })
const Ending = Seen.extend({ counterNotice: Version })

/** What the forms of a report ask for, besides the recording of a counter-notice. */
export const reportActions = {
  approve: decide(Seen, {
    run: approveReport,
    done: (posts) => `resolved: ${postsText(posts)} blocked`,
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
  /** Whether it can be taken back by reopening the report. */
  hasUndo?: boolean
}

/** Returns to the page that the form was on, unless a note was typed in vain: that is shown again. */
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

/** What is wrong with a note; undefined when it can be sent. */
export function noteProblem(note: string, needsNote: string | undefined): string | undefined {
  if (note.length > noteLimit) {
    return `Nothing was sent. The limit is ${figure(noteLimit)} characters.`
  }
  return note === '' ? needsNote : undefined
}

/** The form that takes a decision back. The claimant was told of it, and is told of this too. */
function undoOf({ id, version }: SeenReport): Undo {
  return {
    action: reportHref(id),
    fields: [
      ['intent', 'reopen'],
      ['version', String(version + 1)],
      ['note', undoNote],
      ['back', reportHref(id)],
    ],
  }
}

/** How many reports wait, for those who go through the queue; '' for others. */
async function queueText(back: string | null): Promise<string> {
  if (back === null || !back.startsWith(queuePath)) return ''
  const left = await countQueue()
  if (left > mostCounted) return ` More than ${figure(mostCounted)} reports are left.`
  return left === 1 ? ' 1 report is left.' : ` ${figure(left)} reports are left.`
}

type Decided = (posts: number) => string

/** Says on the next page what was done, or who was first. Returns whether it was done. */
export async function flashOutcome(
  context: Context,
  id: number,
  result: ReportChange,
  actor: Actor,
  { done, left = '', undo }: { done: Decided; left?: string; undo?: Undo | undefined },
): Promise<boolean> {
  const { flash } = context.get(sessionContext)
  const number = reportNumber(id)
  if (result.ok) {
    const mail = result.mailed
      ? 'An email to the claimant is queued.'
      : 'Email isn’t set up, so the claimant only sees it on the status page.'
    await flash('success', `${number} is ${done(result.postIds.length)}. ${mail}${left}`, undo)
    return true
  }
  await flash('error', refusalText(id, result, actor))
  return false
}

/** Why a report was left as it is. */
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
