import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { RowId } from '#app/backlinks/admin/links/backlink-form.server.ts'
import { prospectHref } from '#app/backlinks/admin/links/backlink-hrefs.ts'
import { dayValue, stateTexts } from '#app/backlinks/admin/links/backlink-texts.ts'
import { DayField, readProspectForm } from '#app/backlinks/admin/outreach/outreach-forms.server.ts'
import { cancelMail, retryMail } from '#app/backlinks/outreach-mail.server.ts'
import { removeReply } from '#app/backlinks/outreach-messages.server.ts'
import { type Prospect, updateProspect } from '#app/backlinks/prospect.server.ts'
import { moveProspect } from '#app/backlinks/prospect-steps.server.ts'
import { backOrStay, undoForm } from '#app/http/back-or-stay.server.ts'
import type { Undo } from '#app/http/flash.server.ts'
import { refuse } from '#app/http/form.server.ts'
import { intents } from '#app/http/intents.server.ts'
import { badRequest } from '#app/http/refusals.ts'
import type { ProspectState } from '#db/schema.ts'
import { prospectProblem } from './prospect-problem.ts'

type Sent = { prospect: Prospect; context: Readonly<RouterContextProvider> }

/** What the forms of a prospect's page ask for. */
export const changeProspect = intents({
  async save(form: FormData, sent: Sent) {
    const read = readProspectForm(form)
    if (read.fields === null) return refuse('save', read)
    const result = await updateProspect(sent.prospect.id, read.fields, actorOf(sent.context))
    if (!result.ok) return refuse('save', read, { site: prospectProblem(result) })
    return done(form, sent, { text: `${read.fields.site} is saved.` })
  },
  prospect: moveTo('prospect'),
  contacted: moveTo('contacted'),
  followed_up: moveTo('followed_up'),
  replied: moveTo('replied'),
  lost: moveTo('lost'),
  /** Keeps the state and changes the day alone. */
  plan(form: FormData, sent: Sent) {
    const { state } = sent.prospect
    if (state === 'won')
      return failed(form, sent, 'This prospect is won: there is nothing to plan.')
    return move(state, form, sent)
  },
  async cancel(form: FormData, sent: Sent) {
    const canceled = await cancelMail(sent.prospect.id, messageIn(form), actorOf(sent.context))
    if (!canceled)
      return failed(form, sent, 'Too late to cancel: the email was already sent or deleted.')
    return done(form, sent, { text: 'The email is canceled. Its text is a draft again.' })
  },
  async retry(form: FormData, sent: Sent) {
    const retried = await retryMail(sent.prospect.id, messageIn(form), actorOf(sent.context))
    if (!retried) return failed(form, sent, 'This email can’t be sent again.')
    return done(form, sent, { text: 'The email is on its way again.' })
  },
  async unlog(form: FormData, sent: Sent) {
    const removed = await removeReply(sent.prospect.id, messageIn(form), actorOf(sent.context))
    if (!removed) return failed(form, sent, 'This reply is no longer in the log.')
    return done(form, sent, { text: 'The reply is removed from the log.' })
  },
})

const Message = z.object({ message: RowId })

function messageIn(form: FormData): number {
  const read = Message.safeParse(Object.fromEntries(form))
  if (!read.success) throw badRequest()
  return read.data.message
}

type OpenState = Exclude<ProspectState, 'won'>

function moveTo(state: OpenState) {
  return (form: FormData, sent: Sent) => move(state, form, sent)
}

async function move(state: OpenState, form: FormData, sent: Sent) {
  const typed = String(form.get('nextAction') ?? '').trim()
  const nextActionAt = DayField.parse(typed)
  if (nextActionAt === null && (typed !== '' || form.get('intent') === 'plan')) {
    const text = 'Nothing was changed: enter the day of the next action, such as 2026-05-03.'
    return failed(form, sent, text)
  }
  const { prospect, context } = sent
  const result = await moveProspect(prospect.id, { state, nextActionAt }, actorOf(context))
  if (!result.ok) return failed(form, sent, prospectProblem(result))
  const planned = state === prospect.state
  return done(form, sent, {
    text: planned
      ? `${prospect.site}: the day of the next action is changed.`
      : `${prospect.site} is marked as ${stateTexts[state].label.toLowerCase()}.`,
    undo: planned || prospect.state === 'won' ? undefined : undoOf(form, prospect),
  })
}

/** Back to the state and the day that the prospect had. */
function undoOf(form: FormData, { id, state, nextActionAt }: Prospect): Undo {
  return undoForm(form, prospectHref(id), [
    ['intent', state],
    ['nextAction', dayValue(nextActionAt)],
  ])
}

async function done(form: FormData, sent: Sent, { text, undo }: { text: string; undo?: Undo }) {
  await sent.context.get(sessionContext).flash('success', text, undo)
  return backOrStay(form, prospectHref(sent.prospect.id), null)
}

async function failed(form: FormData, sent: Sent, text: string) {
  await sent.context.get(sessionContext).flash('error', text)
  return backOrStay(form, prospectHref(sent.prospect.id), null)
}
