import { href, redirect } from 'react-router'
import { z } from 'zod'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { findUser } from '#app/accounts/user.server.ts'
import { mailUser } from '#app/accounts/user-mail.server.ts'
import { readForm, refuse } from '#app/http/form.server.ts'
import { found } from '#app/http/refusals.ts'
import { mailIsSetUp } from '#app/mail/outbox.server.ts'
import { button } from '#app/ui/admin/button.ts'
import { FormPage } from '#app/ui/admin/forms/form-page.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { FormFields, TextField } from '#app/ui/form-fields.tsx'
import type { Route } from './+types/mail-user'
import { mailHref } from './mail-href.ts'

const mailFields = {
  subject: [z.string().trim().min(1).max(200), 'Enter a subject.'],
  text: [z.string().trim().min(1).max(20_000), 'Write a message.'],
} as const

export async function loader({ params }: Route.LoaderArgs) {
  const { id, name, email } = await found(findUser(params.id))
  return { user: { id, name, email }, mail: mailIsSetUp() }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const user = await found(findUser(params.id))
  const read = readForm(await request.formData(), mailFields)
  if (read.fields === null || !mailIsSetUp()) return refuse('mail', read)
  await mailUser(user, read.fields, actorOf(context))
  await context.get(sessionContext).flash('success', `The email to ${user.email} is on its way.`)
  return redirect(href('/admin/users/:id', { id: user.id }))
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

export default function MailUser({ loaderData, actionData }: Route.ComponentProps) {
  const { user, mail } = loaderData
  const back = { href: href('/admin/users/:id', { id: user.id }), label: user.name }
  if (!mail) {
    return (
      <div className="grid max-w-3xl grid-cols-1 gap-5">
        <PageHead
          title={`Write to ${user.name}`}
          back={back}
          lead="Email isn’t set up here, so use your own email app."
        />
        <div className="flex flex-wrap items-center gap-2">
          <a className={button({ className: 'wrap-anywhere' })} href={mailHref(user, false)}>
            {`Write to ${user.email}`}
          </a>
        </div>
      </div>
    )
  }
  return (
    <FormPage title={`Write to ${user.name}`} back={back} lead={`To ${user.email}`} submit="Send">
      <FormFields {...actionData}>
        <TextField label="Subject" name="subject" maxLength={200} />
        <TextField label="Message" name="text" rows={10} maxLength={20_000} />
      </FormFields>
    </FormPage>
  )
}
