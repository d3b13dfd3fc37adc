import { Plus, Trash2 } from 'lucide-react'
import { Form, redirect } from 'react-router'
import { z } from 'zod'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { replyPlaces, templateLimits } from '#app/dmca/reply.ts'
import {
  deleteTemplate,
  listTemplates,
  type ReplyTemplate,
  saveTemplate,
} from '#app/dmca/reply-template.server.ts'
import { plainLine, plainText } from '#app/dmca/report.ts'
import { readForm, refuse } from '#app/http/form.server.ts'
import { intents, withFields } from '#app/http/intents.server.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { Panel } from '#app/ui/admin/panel.tsx'
import { FormFields, SelectField, TextField } from '#app/ui/form-fields.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import type { Route } from './+types/templates'
import { reportsPath, templatesPath } from './report-hrefs.ts'

const intentTexts: Record<ReplyTemplate['intent'], string> = {
  approve: 'Approve Takedown',
  reject: 'Reject Claim',
  ask: 'Ask the claimant for more',
}

const text = (clean: (text: string) => string, max: number) =>
  z.string().transform(clean).pipe(z.string().min(1).max(max))

const fields = {
  decision: [z.enum(['approve', 'reject', 'ask']), 'Choose a decision.'],
  name: [
    text(plainLine, templateLimits.name),
    `Enter a name of up to ${templateLimits.name} characters.`,
  ],
  body: [
    text(plainText, templateLimits.body),
    `Enter a text of up to ${figure(templateLimits.body)} characters.`,
  ],
} as const

const Id = z.coerce.number().int().min(1)

export async function loader() {
  return { templates: await listTemplates() }
}

type Context = Route.ActionArgs['context']

const perform = intents({
  save,
  delete: withFields(z.object({ id: Id }), async ({ id }, { context }: { context: Context }) => {
    const { flash } = context.get(sessionContext)
    const gone = await deleteTemplate(id, actorOf(context))
    if (gone === null) await flash('info', 'That template was already deleted.')
    else {
      await flash('success', `The template “${gone.name}” is deleted.`, {
        action: templatesPath,
        fields: [
          ['intent', 'save'],
          ['decision', gone.intent],
          ['name', gone.name],
          ['body', gone.body],
        ],
      })
    }
    return redirect(templatesPath)
  }),
})

export async function action({ request, context }: Route.ActionArgs) {
  return perform(await request.formData(), { context })
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

async function save(form: FormData, { context }: { context: Context }) {
  const id = form.has('id') ? Id.safeParse(form.get('id')) : null
  const read = readForm(form, fields)
  const name = id?.success ? String(id.data) : 'new'
  if (read.fields === null || id?.success === false) return refuse(name, read)
  const { decision: intent, name: title, body } = read.fields
  const template = { id: id?.data ?? null, intent, name: title, body }
  const { flash } = context.get(sessionContext)
  if (await saveTemplate(template, actorOf(context))) {
    await flash('saved', `The template “${title}” is saved.`)
    return redirect(templatesPath)
  }
  const gone = 'This template has been deleted. Add it as a new one.'
  const full = 'You’ve reached the limit of 40 templates. Delete one to add another.'
  return refuse(name, read, { name: id === null ? full : gone })
}

export default function Templates({ loaderData, actionData }: Route.ComponentProps) {
  const { templates } = loaderData
  const refused = (name: string) => (actionData?.form === name ? actionData : null)
  return (
    <div className="grid max-w-3xl gap-5">
      <PageHead
        title="Reply templates"
        lead="Notes to claimants that you use often. You can edit a note before it’s sent."
        back={{ href: reportsPath, label: 'DMCA' }}
      />
      <Panel titleId="places" title="Placeholders">
        <dl className="grid gap-x-5 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
          {Object.entries(replyPlaces).map(([name, meaning]) => (
            <div key={name} className="contents">
              <dt>
                <code className="font-semibold">{`{${name}}`}</code>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      {(Object.keys(intentTexts) as ReplyTemplate['intent'][]).map((intent) => {
        const own = templates.filter((template) => template.intent === intent)
        return (
          <Panel key={intent} titleId={intent} title={intentTexts[intent]}>
            {own.length === 0 && <p className="text-muted">No templates yet.</p>}
            {own.map((template) => {
              const answer = refused(String(template.id))
              return (
                <details
                  key={`${template.id} ${template.name} ${template.body}`}
                  open={answer !== null}
                >
                  <summary className="cursor-pointer py-1 font-semibold wrap-anywhere pointer-coarse:py-2.5">
                    {template.name}
                  </summary>
                  <TemplateForm template={template} answer={answer} />
                </details>
              )
            })}
          </Panel>
        )
      })}
      <Panel titleId="new" title="New template">
        {/* Resets the form once it is stored. */}
        <TemplateForm key={templates.length} template={null} answer={refused('new')} />
      </Panel>
    </div>
  )
}

type Answer = Exclude<Route.ComponentProps['actionData'], undefined | null>

function TemplateForm({
  template,
  answer,
}: {
  template: ReplyTemplate | null
  answer: Answer | null
}) {
  const values = answer?.values ?? {
    decision: template?.intent ?? 'reject',
    name: template?.name ?? '',
    body: template?.body ?? '',
  }
  return (
    <Form method="post" action={templatesPath} className="grid gap-4 pt-2">
      <FormFields values={values} problems={answer?.problems ?? {}}>
        {template !== null && <input type="hidden" name="id" value={template.id} />}
        <SelectField
          label="Decision"
          name="decision"
          options={Object.entries(intentTexts).map(([value, label]) => ({ value, label }))}
        />
        <TextField label="Name" name="name" maxLength={templateLimits.name + 200} />
        <TextField label="Text" name="body" rows={4} maxLength={templateLimits.body + 1000} />
      </FormFields>
      <div className="flex flex-wrap items-center gap-2">
        <SubmitButton intent="save">
          {template === null && <Plus aria-hidden="true" size={17} />}
          {template === null ? 'Add the template' : 'Save'}
        </SubmitButton>
        {template !== null && (
          <SubmitButton look="danger-quiet" intent="delete" formNoValidate>
            <Trash2 aria-hidden="true" size={17} />
            Delete
          </SubmitButton>
        )}
      </div>
    </Form>
  )
}
