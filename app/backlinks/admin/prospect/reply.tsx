import { redirect } from 'react-router'
import { z } from 'zod'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { prospectHref } from '#app/backlinks/admin/links/backlink-hrefs.ts'
import { dayValue, replyTexts } from '#app/backlinks/admin/links/backlink-texts.ts'
import { siteDay } from '#app/backlinks/fields.server.ts'
import { addOptOut } from '#app/backlinks/opt-out.server.ts'
import { logReply } from '#app/backlinks/outreach-messages.server.ts'
import { findProspect } from '#app/backlinks/prospect.server.ts'
import { readForm, refuse } from '#app/http/form.server.ts'
import { foundRow, notFound } from '#app/http/refusals.ts'
import { severalLines } from '#app/http/typed-text.ts'
import { FormPage } from '#app/ui/admin/forms/form-page.tsx'
import { FormFields, RadioChoice, TextField } from '#app/ui/form-fields.tsx'
import type { Route } from './+types/reply'

export async function loader({ params }: Route.LoaderArgs) {
  const { id, site, state } = await foundRow(params.id, findProspect)
  return { id, site, isWon: state === 'won', today: dayValue(siteDay(Date.now())) }
}

const outcomes = ['interested', 'question', 'declined', 'opt_out'] as const
const hints: Record<(typeof outcomes)[number], string> = {
  interested: 'They will link, or want to hear more.',
  question: 'They asked something, and you answer next.',
  declined: 'No link. The prospect is closed.',
  opt_out: 'They don’t want to hear from you again. Their address is added to the opt-outs.',
}

const Past = z.iso
  .date()
  .transform((day) => Date.parse(day))
  .refine((at) => at > 0 && at <= siteDay(Date.now()))
const Days = z
  .string()
  .trim()
  .regex(/^\d{0,2}$/)
  .transform((days) => (days === '' ? null : Number(days)))
  .refine((days) => days === null || days <= 90)

export async function action({ request, params, context }: Route.ActionArgs) {
  const { id, site, contactEmail } = await foundRow(params.id, findProspect)
  const read = readForm(await request.formData(), {
    outcome: [z.enum(outcomes), 'Choose what they answered.'],
    at: [Past, 'Enter the day of the reply, today at the latest.'],
    text: [severalLines(10_000), 'Paste at most 10,000 characters.'],
    nextInDays: [Days, 'Enter a number of days from 0 to 90, or leave it blank.'],
  })
  if (read.fields === null) return refuse('reply', read)
  const { outcome, at, text, nextInDays } = read.fields
  const actor = actorOf(context)
  const kind = outcome === 'opt_out' ? 'declined' : outcome
  const message = await logReply(id, { kind, at, text, nextInDays }, actor)
  if (message === null) throw notFound()
  const { flash } = context.get(sessionContext)
  if (outcome === 'opt_out') {
    await addOptOut(contactEmail || site, 'Asked in a reply', actor)
    await flash('success', `The reply is logged, and ${contactEmail || site} has opted out.`)
    return redirect(prospectHref(id))
  }
  await flash('success', 'The reply is logged.', {
    action: prospectHref(id),
    fields: [
      ['intent', 'unlog'],
      ['message', String(message)],
    ],
  })
  return redirect(prospectHref(id))
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

export default function LogReply({ loaderData, actionData }: Route.ComponentProps) {
  const { id, site, isWon, today } = loaderData
  const values = { outcome: 'interested', at: today, text: '', nextInDays: isWon ? '' : '3' }
  return (
    <FormPage
      title={`Log a reply from ${site}`}
      back={{ href: prospectHref(id), label: site }}
      lead="Replies arrive in your own inbox. Paste them here to keep the timeline complete."
      submit="Log the reply"
    >
      <FormFields values={values} {...actionData}>
        <RadioChoice
          legend="What did they answer?"
          name="outcome"
          options={outcomes.map((value) => ({
            value,
            label: value === 'opt_out' ? 'Asked not to be emailed' : replyTexts[value].label,
            hint: hints[value],
          }))}
        />
        <TextField label="Received on" name="at" type="date" required />
        <TextField label="Their words" name="text" rows={10} maxLength={10_000} />
        {!isWon && (
          <TextField
            label="Remind me in (days)"
            name="nextInDays"
            type="number"
            hint="Leave blank for no reminder."
          />
        )}
      </FormFields>
    </FormPage>
  )
}
