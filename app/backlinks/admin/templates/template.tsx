import { Form, redirect } from 'react-router'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { templateHref, templatesPath } from '#app/backlinks/admin/links/backlink-hrefs.ts'
import {
  findTemplate,
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
import { Fact, FactList } from '#app/ui/admin/facts.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { panel, Subtitle } from '#app/ui/admin/panel.tsx'
import { FormFields, TextField } from '#app/ui/form-fields.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import type { Route } from './+types/template'

async function templateOf(id: string): Promise<TemplateText> {
  const template = await findTemplate(id)
  if (template === null) throw notFound()
  return template
}

export async function loader({ params }: Route.LoaderArgs) {
  return { template: await templateOf(params.id), places: Object.entries(placeholders) }
}

type Sent = { template: TemplateText; context: Route.ActionArgs['context'] }

/** A flash message holds no longer field. */
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
    await resetTemplate(id, actorOf(context))
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
  return perform(await request.formData(), { template: await templateOf(params.id), context })
}

export default function EditTemplate({ loaderData, actionData }: Route.ComponentProps) {
  const { template, places } = loaderData
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-5">
      <PageHead
        title={template.name}
        back={{ href: templatesPath, label: 'Outreach templates' }}
        lead="Emails that are already written keep their text."
      />
      <Form method="post" className={panel()} key={`${template.subject}\n${template.text}`}>
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
    </div>
  )
}
