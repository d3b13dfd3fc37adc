import { type RouterContextProvider, redirect } from 'react-router'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { readBacklinkForm } from '#app/backlinks/admin/links/backlink-form.server.ts'
import { prospectHref } from '#app/backlinks/admin/links/backlink-hrefs.ts'
import { stateTexts } from '#app/backlinks/admin/links/backlink-texts.ts'
import { type Prospect, updateProspect } from '#app/backlinks/prospect.server.ts'
import { moveProspect, winProspect } from '#app/backlinks/prospect-steps.server.ts'
import { refuse } from '#app/http/form.server.ts'
import { intents } from '#app/http/intents.server.ts'
import type { ProspectState } from '#db/schema.ts'
import { DayField, readProspectForm } from './outreach-forms.server.ts'
import { prospectProblem } from './prospect-problem.ts'

type Sent = { prospect: Prospect; context: Readonly<RouterContextProvider> }

/** What the forms of a prospect's page ask for. */
export const changeProspect = intents({
  async save(form: FormData, { prospect, context }: Sent) {
    const read = readProspectForm(form)
    if (read.fields === null) return refuse('save', read)
    const result = await updateProspect(prospect.id, read.fields, actorOf(context))
    if (!result.ok) return refuse('save', read, { site: prospectProblem(result) })
    return done({ prospect, context }, `${read.fields.site} is saved.`)
  },
  async won(form: FormData, { prospect, context }: Sent) {
    const read = readBacklinkForm(form)
    if (read.fields === null) return refuse('won', read)
    const result = await winProspect(prospect.id, read.fields, actorOf(context))
    if (!result.ok) return done({ prospect, context }, prospectProblem(result), 'error')
    return done({ prospect, context }, 'Won. The page is in the list and is being checked.')
  },
  prospect: moveTo('prospect'),
  contacted: moveTo('contacted'),
  followed_up: moveTo('followed_up'),
  replied: moveTo('replied'),
  lost: moveTo('lost'),
  /** Keeps the state and changes the day alone. */
  plan(form: FormData, sent: Sent) {
    const { state } = sent.prospect
    if (state === 'won') return done(sent, 'That could not be done: try again.', 'error')
    return move(state, form, sent)
  },
})

type OpenState = Exclude<ProspectState, 'won'>

function moveTo(state: OpenState) {
  return (form: FormData, sent: Sent) => move(state, form, sent)
}

async function move(state: OpenState, form: FormData, sent: Sent) {
  const typed = String(form.get('nextAction') ?? '').trim()
  const nextActionAt = DayField.parse(typed)
  if (nextActionAt === null && (typed !== '' || form.get('intent') === 'plan')) {
    const text = 'Nothing was changed: enter the day of the next action, such as 2026-05-03.'
    return done(sent, text, 'error')
  }
  const { prospect, context } = sent
  const result = await moveProspect(prospect.id, { state, nextActionAt }, actorOf(context))
  if (!result.ok) return done(sent, prospectProblem(result), 'error')
  return done(sent, `${prospect.site}: ${stateTexts[state].label.toLowerCase()}.`)
}

async function done(
  { prospect, context }: Sent,
  text: string,
  kind: 'success' | 'error' = 'success',
) {
  await context.get(sessionContext).flash(kind, text)
  return redirect(prospectHref(prospect.id))
}
