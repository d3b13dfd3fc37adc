import { Form, redirect } from 'react-router'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { campaignsPath, templateHref } from '#app/backlinks/admin/links/backlink-hrefs.ts'
import {
  findTemplate,
  listTemplates,
  MailSubject,
  MailText,
  placeholders,
  resetTemplate,
  saveTemplate,
  type TemplateText,
} from '#app/backlinks/outreach-texts.server.ts'
import { readForm, refuse } from '#app/http/form.server.ts'
import { intents } from '#app/http/intents.server.ts'
import { notFound } from '#app/http/refusals.ts'
import { TemplateFrame } from '#app/mail/ui/template-frame.tsx'
import { Fact, FactList } from '#app/ui/admin/facts.tsx'
import { panel, Subtitle } from '#app/ui/admin/panel.tsx'
import { FormFields, TextField } from '#app/ui/form-fields.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import type { Route } from './+types/templates'

export async function loader({ params }: Route.LoaderArgs) {
  const all = await listTemplates()
  const template = params.id === undefined ? all[0] : all.find(({ id }) => id === params.id)
  if (template === undefined) throw notFound()
  const templates = all.map(({ id, name, isChanged }) => ({ id, name, isChanged }))
  return { template, templates, places: Object.entries(placeholders) }
}

type Sent = { template: TemplateText; context: Route.ActionArgs['context'] }

/** Max field length in a flash message. */
const longestUndo = 2_000

const perform = intents({
  async save(form: FormData, { template, context }: Sent) {
    const read = readForm(form, {
      subject: [MailSubject, 'Enter a subject of at most 200 characters.'],
      text: [MailText, 'Write a text of at most 10,000 characters.'],
    })
    if (read.fields === null) return refuse('template', read)
    await saveTemplate(template, read.fields, actorOf(context))
    await context.get(sessionContext).flash('saved', 'The template is saved.')
    return redirect(templateHref(template.id))
  },
  async reset(_form: FormData, { template, context }: Sent) {
    const { id, subject, text, isChanged } = template
    await resetTemplate(template, actorOf(context))
    const fields: [string, string][] = [
      ['intent', 'save'],
      ['subject', subject],
      ['text', text],
    ]
    const canUndo = isChanged && text.length <= longestUndo
    await context
      .get(sessionContext)
      .flash(
        'success',
        'The template is back to its original text.',
        canUndo ? { action: templateHref(id), fields } : undefined,
      )
    return redirect(templateHref(id))
  },
})

export async function action({ request, params, context }: Route.ActionArgs) {
  const template = await findTemplate(params.id ?? '')
  if (template === null) throw notFound()
  return perform(await request.formData(), { template, context })
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

export default function OutreachTemplates({ loaderData, actionData }: Route.ComponentProps) {
  const { template, templates, places } = loaderData
  return (
    <TemplateFrame
      title="Outreach templates"
      lead="Starting points for emails to prospects. Emails that are already written keep their text."
      back={{ href: campaignsPath, label: 'Campaigns' }}
      listLabel="Templates"
      templates={templates}
      current={template.id}
      hrefOf={templateHref}
    >
      <Form
        method="post"
        action={templateHref(template.id)}
        className={panel()}
        key={`${template.subject}\n${template.text}`}
        aria-labelledby="template"
      >
        <Subtitle id="template">{template.name}</Subtitle>
        <FormFields values={template} {...actionData}>
          <TextField label="Subject" name="subject" maxLength={200} autoComplete="off" required />
          <TextField label="Text" name="text" rows={18} maxLength={10_000} required />
        </FormFields>
        <div className="flex flex-wrap items-center gap-2">
          <SubmitButton intent="save">Save</SubmitButton>
          {template.isChanged && (
            <SubmitButton look="quiet" intent="reset" formNoValidate>
              Reset to the original text
            </SubmitButton>
          )}
        </div>
      </Form>
      <section className={panel()} aria-labelledby="places">
        <Subtitle id="places">Placeholders</Subtitle>
        <p className="text-muted">
          These are filled in automatically. Write anything else that changes from email to email in
          [brackets]: an email can’t be sent while one of them is left.
        </p>
        <FactList>
          {places.map(([name, meaning]) => (
            <Fact key={name} name={meaning}>
              <code>{`{${name}}`}</code>
            </Fact>
          ))}
        </FactList>
      </section>
    </TemplateFrame>
  )
}
