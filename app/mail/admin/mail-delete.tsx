import { redirect } from 'react-router'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { safeAdminRedirect } from '#app/http/safe-redirect.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { deleteMails, findMails } from '#app/mail/outbox-list.server.ts'
import { ConfirmPage } from '#app/ui/admin/forms/confirm-page.tsx'
import type { Route } from './+types/mail-delete'
import { emailPath, MailIds } from './mail-form.server.ts'

/** Asks before mails are deleted: `?id=…&id=…&back=…`, as the outbox makes it. */
export async function loader({ url }: Route.LoaderArgs) {
  const back = `${safeAdminRedirect(url.searchParams.get('back'), emailPath)}#outbox`
  const ids = MailIds.safeParse([...new Set(url.searchParams.getAll('id'))])
  const mails = ids.success ? await findMails(ids.data) : []
  if (mails.length === 0) throw redirect(back)
  return { back, mails }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const back = safeAdminRedirect(form.get('back'), emailPath)
  const ids = MailIds.safeParse(form.getAll('id'))
  if (!ids.success) throw redirect(back)
  const deleted = await deleteMails(ids.data, actorOf(context))
  const { flash } = context.get(sessionContext)
  if (deleted === 0) await flash('error', 'They were already deleted, or are being sent.')
  else await flash('success', `${textOf(deleted)} deleted.`)
  return redirect(`${back}#outbox`)
}

function textOf(count: number): string {
  return count === 1 ? '1 email' : `${figure(count)} emails`
}

export default function DeleteMails({ loaderData: { mails, back } }: Route.ComponentProps) {
  const what = textOf(mails.length)
  return (
    <ConfirmPage
      title={`Delete ${what}?`}
      text="Emails that haven’t been sent yet won’t be sent. The audit log keeps the subjects."
      things={mails.map(({ recipient, subject }) => `${subject} (to ${recipient})`)}
      back={{ href: back, label: 'Email settings' }}
      hidden={[
        ...mails.map(({ id }) => ['id', String(id)] as [string, string]),
        ['back', back.replace('#outbox', '')],
      ]}
      submit={`Delete ${what}`}
    />
  )
}
