import { href, redirect } from 'react-router'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { safeAdminRedirect } from '#app/http/safe-redirect.ts'
import { countText } from '#app/i18n/count-text.ts'
import { deleteMails, findMails, MailIds } from '#app/mail/outbox-list.server.ts'
import { ConfirmPage } from '#app/ui/admin/forms/confirm-page.tsx'
import type { Route } from './+types/mail-delete'

const outboxPath = href('/admin/settings/email/outbox')

/** Confirms deleting mails: `?id=…&id=…&back=…`, as the outbox links to it. */
export async function loader({ url }: Route.LoaderArgs) {
  const back = safeAdminRedirect(url.searchParams.get('back'), outboxPath)
  const ids = MailIds.safeParse([...new Set(url.searchParams.getAll('id'))])
  const mails = ids.success ? await findMails(ids.data) : []
  if (mails.length === 0) throw redirect(back)
  return { back, mails }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const back = safeAdminRedirect(form.get('back'), outboxPath)
  const ids = MailIds.safeParse(form.getAll('id'))
  if (!ids.success) throw redirect(back)
  const deleted = await deleteMails(ids.data, actorOf(context))
  const { flash } = context.get(sessionContext)
  if (deleted === 0) await flash('error', 'They were already deleted, or are being sent.')
  else await flash('success', `${countText(deleted, 'email')} deleted.`)
  return redirect(back)
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

export default function DeleteMails({ loaderData: { mails, back } }: Route.ComponentProps) {
  const what = countText(mails.length, 'email')
  return (
    <ConfirmPage
      title={`Delete ${what}?`}
      text="Emails that haven’t been sent yet won’t be sent. The audit log keeps the subjects."
      things={mails.map(({ recipient, subject }) => `${subject} (to ${recipient})`)}
      back={{ href: back, label: 'Outbox' }}
      hidden={[...mails.map(({ id }) => ['id', String(id)] as [string, string]), ['back', back]]}
      submit={`Delete ${what}`}
    />
  )
}
