import { Form, Link, redirect } from 'react-router'
import { z } from 'zod'
import { adminContext } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import {
  previewHref,
  prospectHref,
  templatesPath,
  writeHref,
} from '#app/backlinks/admin/links/backlink-hrefs.ts'
import {
  discardDraft,
  draftFrom,
  findDraft,
  saveDraft,
  templateFor,
} from '#app/backlinks/outreach-draft.server.ts'
import { listTemplates, MailSubject, MailText } from '#app/backlinks/outreach-texts.server.ts'
import { findProspect, type Prospect } from '#app/backlinks/prospect.server.ts'
import { readForm, refuse } from '#app/http/form.server.ts'
import { intents } from '#app/http/intents.server.ts'
import { foundRow } from '#app/http/refusals.ts'
import { button } from '#app/ui/admin/button.ts'
import { Callout } from '#app/ui/admin/callout.tsx'
import { CopyButton } from '#app/ui/admin/copy-button.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { panel, Subtitle } from '#app/ui/admin/panel.tsx'
import { FormFields, SelectField, TextField } from '#app/ui/form-fields.tsx'
import { link } from '#app/ui/link.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import type { Route } from './+types/write'

/** Loads a prospect's draft, or starts one from a template: `?template=podcast`. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const prospect = await foundRow(params.id, findProspect)
  const templates = await listTemplates()
  const asked = templates.find(({ id }) => id === url.searchParams.get('template'))?.id
  const stored = await findDraft(prospect.id)
  const yourName = context.get(adminContext).user.name
  const draft =
    asked === undefined && stored !== null
      ? stored
      : await draftFrom(prospect, asked ?? templateFor(prospect), yourName)
  const { id, site, contactEmail } = prospect
  return {
    id,
    site,
    to: contactEmail,
    draft,
    isStored: stored !== null,
    templates: templates.map((template) => ({ value: template.id, label: template.name })),
  }
}

const Days = z
  .string()
  .trim()
  .regex(/^\d{1,2}$/)
  .transform(Number)
  .pipe(z.number().min(1).max(90))

type Sent = { prospect: Prospect; context: Route.ActionArgs['context'] }

const perform = intents({
  async preview(form: FormData, { prospect }: Sent) {
    const read = readForm(form, {
      subject: [MailSubject, 'Enter a subject of at most 200 characters.'],
      text: [MailText, 'Write a message of at most 10,000 characters.'],
      followUpDays: [Days, 'Enter a number of days from 1 to 90.'],
      templateId: [z.string().max(60), 'Choose a template.'],
    })
    if (read.fields === null) return refuse('mail', read)
    await saveDraft(prospect.id, read.fields)
    return redirect(previewHref(prospect.id))
  },
  async discard(_form: FormData, { prospect, context }: Sent) {
    await discardDraft(prospect.id)
    await context.get(sessionContext).flash('success', 'The draft is discarded.')
    return redirect(prospectHref(prospect.id))
  },
})

export async function action({ request, params, context }: Route.ActionArgs) {
  return perform(await request.formData(), {
    prospect: await foundRow(params.id, findProspect),
    context,
  })
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

export default function WriteMail({ loaderData, actionData }: Route.ComponentProps) {
  const { id, site, to, draft, isStored, templates } = loaderData
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-5">
      <PageHead
        title={`Write to ${site}`}
        back={{ href: prospectHref(id), label: site }}
        lead={to === '' ? undefined : `To ${to}`}
      />
      {to === '' && (
        <Callout tone="warn">
          {'There’s no contact email yet, so the text can only be copied. '}
          <Link className={link} to={`${prospectHref(id)}#details`}>
            Add an address
          </Link>
        </Callout>
      )}
      <Form method="get" className="flex flex-wrap items-end gap-2" action={writeHref(id)}>
        <SelectField
          // Resets the choice when another template was used.
          key={draft.templateId}
          label="Template"
          name="template"
          options={templates}
          defaultValue={draft.templateId}
        />
        <button type="submit" className={button({ look: 'quiet' })}>
          Use this template
        </button>
        <Link className={button({ look: 'quiet' })} to={templatesPath}>
          Edit templates
        </Link>
      </Form>
      <Form method="post" className={panel()} aria-labelledby="mail">
        <Subtitle id="mail">Email</Subtitle>
        <input type="hidden" name="templateId" value={draft.templateId} />
        <FormFields key={`${draft.templateId} ${draft.updatedAt}`} values={draft} {...actionData}>
          <TextField
            id="mail-subject"
            label="Subject"
            name="subject"
            maxLength={200}
            autoComplete="off"
            required
          />
          <TextField
            id="mail-message"
            label="Message"
            name="text"
            rows={18}
            maxLength={10_000}
            hint="Replace each [bracket] with your own words. An opt-out link is added below."
            required
          />
          <TextField
            label="Follow up after (days)"
            name="followUpDays"
            type="number"
            hint="When this prospect is due again if no reply is logged."
            required
          />
        </FormFields>
        <div className="flex flex-wrap items-center gap-2">
          <SubmitButton intent="preview">Preview</SubmitButton>
          {/* For operators who send it from their own mail program. */}
          <CopyButton source="mail-message" label="Copy Email" />
          <CopyButton source="mail-subject" label="Copy subject" />
          {isStored && (
            <SubmitButton look="danger-quiet" intent="discard" formNoValidate>
              Discard the draft
            </SubmitButton>
          )}
        </div>
      </Form>
    </div>
  )
}
