import { Form, Link } from 'react-router'
import { z } from 'zod'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { recordHistory } from '#app/audit/ui/entry-text.server.ts'
import { RowId } from '#app/backlinks/admin/links/backlink-form.server.ts'
import {
  backlinkHref,
  campaignHref,
  deleteOutreachHref,
  optOutsPath,
  prospectHref,
} from '#app/backlinks/admin/links/backlink-hrefs.ts'
import { dayValue, stateTexts } from '#app/backlinks/admin/links/backlink-texts.ts'
import { ProspectFieldSet } from '#app/backlinks/admin/outreach/outreach-fields.tsx'
import { DayField, readProspectForm } from '#app/backlinks/admin/outreach/outreach-forms.server.ts'
import { prospectKey } from '#app/backlinks/audit-objects.ts'
import { siteDay } from '#app/backlinks/fields.server.ts'
import { isOptedOut } from '#app/backlinks/opt-out.server.ts'
import { findDraft } from '#app/backlinks/outreach-draft.server.ts'
import { retryMail } from '#app/backlinks/outreach-mail.server.ts'
import { listMessages, takeBack } from '#app/backlinks/outreach-messages.server.ts'
import { findProspect, type Prospect, updateProspect } from '#app/backlinks/prospect.server.ts'
import { moveProspect } from '#app/backlinks/prospect-steps.server.ts'
import { allKeyed } from '#app/http/all-keyed.ts'
import { backOrStay, undoForm } from '#app/http/back-or-stay.server.ts'
import type { Undo } from '#app/http/flash.server.ts'
import { refuse } from '#app/http/form.server.ts'
import { intents } from '#app/http/intents.server.ts'
import { badRequest, foundRow } from '#app/http/refusals.ts'
import { button } from '#app/ui/admin/button.ts'
import { Callout } from '#app/ui/admin/callout.tsx'
import { CalendarDay } from '#app/ui/admin/date-time.tsx'
import { EmailText } from '#app/ui/admin/email-text.tsx'
import { Fact, FactList } from '#app/ui/admin/facts.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import type { LiveHandle } from '#app/ui/admin/live/use-live.ts'
import { Columns, panel, Subtitle } from '#app/ui/admin/panel.tsx'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import { link } from '#app/ui/link.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import type { ProspectState } from '#db/schema.ts'
import type { Route } from './+types/prospect'
import { nextStep } from './next-step.ts'
import { prospectProblem } from './prospect-problem.ts'
import { NextStepPanel } from './prospect-steps.tsx'
import { Timeline } from './timeline.tsx'

export const handle: LiveHandle = { live: ['outbox'] }

export async function loader({ params }: Route.LoaderArgs) {
  const prospect = await foundRow(params.id, findProspect)
  const { id, nextActionAt } = prospect
  const { messages, optedOut, draft, history } = await allKeyed({
    messages: listMessages(id),
    optedOut: isOptedOut(prospect),
    draft: findDraft(id),
    history: recordHistory(
      'this prospect',
      // Their messages are shown instead.
      { objectId: prospectKey(id), exceptActions: ['prospect.mailed', 'prospect.replied'] },
      20,
    ),
  })
  const next = nextStep(prospect, {
    optedOut,
    isDue: nextActionAt !== null && nextActionAt <= siteDay(Date.now()),
    hasDraft: draft !== null,
    last: messages[0] ?? null,
  })
  return { prospect, optedOut, messages, next, history }
}

type Sent = { prospect: Prospect; context: Route.ActionArgs['context'] }

const perform = intents({
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
  /** Changes only the day, not the state. */
  plan(form: FormData, sent: Sent) {
    const { state } = sent.prospect
    if (state === 'won')
      return failed(form, sent, 'This prospect is won: there is nothing to plan.')
    return move(state, form, sent)
  },
  async cancel(form: FormData, sent: Sent) {
    if (!(await takeBackIn(form, sent, 'mail')))
      return failed(form, sent, 'Too late to cancel: the email was already sent or deleted.')
    return done(form, sent, { text: 'The email is canceled. Its text is a draft again.' })
  },
  async retry(form: FormData, sent: Sent) {
    const retried = await retryMail(sent.prospect.id, messageIn(form), actorOf(sent.context))
    if (!retried) return failed(form, sent, 'This email can’t be sent again.')
    return done(form, sent, { text: 'The email is on its way again.' })
  },
  async unlog(form: FormData, sent: Sent) {
    if (!(await takeBackIn(form, sent, 'reply')))
      return failed(form, sent, 'This reply is no longer in the log.')
    return done(form, sent, { text: 'The reply is removed from the log.' })
  },
})

export async function action({ request, params, context }: Route.ActionArgs) {
  return perform(await request.formData(), {
    prospect: await foundRow(params.id, findProspect),
    context,
  })
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

const Message = z.object({ message: RowId })

function messageIn(form: FormData): number {
  const read = Message.safeParse(Object.fromEntries(form))
  if (!read.success) throw badRequest()
  return read.data.message
}

function takeBackIn(form: FormData, { prospect, context }: Sent, kind: 'mail' | 'reply') {
  return takeBack(prospect.id, { message: messageIn(form), kind }, actorOf(context))
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

export default function ProspectPage({ loaderData, actionData }: Route.ComponentProps) {
  const { prospect, optedOut, messages, next, history } = loaderData
  const { id, site, page, state, nextActionAt, campaignId, campaignName, backlinkId } = prospect
  return (
    <>
      <PageHead title={site} back={{ href: campaignHref(campaignId), label: campaignName }}>
        <a className={button({ look: 'quiet' })} href={`https://${site}/`} rel="noreferrer">
          Open the site
        </a>
        <Link className={button({ look: 'danger-quiet' })} to={deleteOutreachHref('prospect', id)}>
          Delete…
        </Link>
      </PageHead>
      {optedOut && (
        <Callout tone="bad">
          <span>
            {'This site or contact opted out of outreach. '}
            <Link className={link} to={optOutsPath}>
              Opt-outs
            </Link>
          </span>
        </Callout>
      )}
      <section className={panel()} aria-label="At a glance">
        <FactList>
          <Fact name="State">
            <StatusBadge {...stateTexts[state]} />
          </Fact>
          <Fact name="Contact">
            {prospect.contactEmail === '' ? '—' : <EmailText email={prospect.contactEmail} />}
          </Fact>
          <Fact name="Next action">
            {nextActionAt === null ? '—' : <CalendarDay at={nextActionAt} />}
          </Fact>
          {page !== '' && (
            <Fact name="Page" isWide>
              <a className={link} href={page} rel="noreferrer">
                {page}
              </a>
            </Fact>
          )}
          {backlinkId !== null && (
            <Fact name="Backlink">
              <Link className={link} to={backlinkHref(backlinkId)}>
                Open the backlink
              </Link>
            </Fact>
          )}
        </FactList>
      </section>
      <Columns>
        <div className="grid grid-cols-1 gap-5">
          <NextStepPanel prospect={prospect} optedOut={optedOut} next={next} />
          <Timeline prospectId={id} messages={messages} history={history} />
        </div>
        <Form method="post" className={panel()} aria-labelledby="details">
          <Subtitle id="details">Details</Subtitle>
          <ProspectFieldSet values={prospect} {...(actionData?.form === 'save' && actionData)} />
          <div className="flex flex-wrap items-center gap-2">
            <SubmitButton look="quiet" intent="save">
              Save
            </SubmitButton>
          </div>
        </Form>
      </Columns>
    </>
  )
}
