import { data, Form, href, Link, redirect } from 'react-router'
import { z } from 'zod'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { findUser } from '#app/accounts/user.server.ts'
import { mailUser } from '#app/accounts/user-mail.server.ts'
import { mailIsSetUp } from '#app/mail/outbox.server.ts'
import { button } from '#app/ui/admin/button.ts'
import { TextArea, TextField } from '#app/ui/admin/forms/field.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { panel } from '#app/ui/admin/panel.tsx'
import type { Route } from './+types/mail-user'
import { mailHref } from './mail-href.ts'

const Mail = z.object({
  subject: z.string().trim().min(1).max(200),
  text: z.string().trim().min(1).max(20_000),
})

async function userOr404(id: string) {
  const user = await findUser(id)
  if (user === null) throw data(null, { status: 404 })
  return user
}

export async function loader({ params }: Route.LoaderArgs) {
  const { id, name, email } = await userOr404(params.id)
  return { user: { id, name, email }, mail: mailIsSetUp() }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const user = await userOr404(params.id)
  const form = await request.formData()
  const values = {
    subject: String(form.get('subject') ?? ''),
    text: String(form.get('text') ?? ''),
  }
  const parsed = Mail.safeParse(values)
  if (!parsed.success || !mailIsSetUp()) {
    const wrong = parsed.error?.issues.map(({ path }) => path[0]) ?? []
    return data({ values, wrong }, { status: 400 })
  }
  await mailUser(user, parsed.data, actorOf(context))
  await context.get(sessionContext).flash('success', `The mail to ${user.email} is on its way.`)
  return redirect(href('/admin/users/:id', { id: user.id }))
}

export default function MailUser({ loaderData, actionData }: Route.ComponentProps) {
  const { user, mail } = loaderData
  const back = { href: href('/admin/users/:id', { id: user.id }), label: user.name }
  if (!mail) {
    return (
      <div className="grid max-w-3xl grid-cols-1 gap-5">
        <PageHead
          title={`Write to ${user.name}`}
          back={back}
          lead="Mail is not set up here, so your own mail program has to send it."
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
    <div className="grid max-w-3xl grid-cols-1 gap-5">
      <PageHead title={`Write to ${user.name}`} back={back} lead={`It goes to ${user.email}.`} />
      <Form method="post" className={panel()}>
        <TextField
          label="Subject"
          name="subject"
          maxLength={200}
          defaultValue={actionData?.values.subject}
          problem={actionData?.wrong.includes('subject') ? 'Enter a subject.' : undefined}
        />
        <TextArea
          label="Message"
          name="text"
          rows={10}
          maxLength={20_000}
          defaultValue={actionData?.values.text}
          problem={actionData?.wrong.includes('text') ? 'Write a message.' : undefined}
        />
        <div className="flex flex-wrap items-center gap-2">
          <button type="submit" className={button()}>
            Send
          </button>
          <Link className={button({ look: 'quiet' })} to={back.href}>
            Cancel
          </Link>
        </div>
      </Form>
    </div>
  )
}
