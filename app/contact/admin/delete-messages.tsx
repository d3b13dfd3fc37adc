import { redirect } from 'react-router'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { deleteMessages, findMessages } from '#app/contact/contact.server.ts'
import { safeAdminRedirect } from '#app/http/safe-redirect.ts'
import { ConfirmPage } from '#app/ui/admin/forms/confirm-page.tsx'
import type { Route } from './+types/delete-messages'
import { excerptOf, inboxPath, messagesText, senderOf } from './inbox-texts.ts'
import { MessageIds } from './message-form.server.ts'

/** Asks before deleting messages: `?id=…&id=…&back=…`, as in the inbox. */
export async function loader({ url }: Route.LoaderArgs) {
  const back = safeAdminRedirect(url.searchParams.get('back'), inboxPath)
  const ids = MessageIds.safeParse([...new Set(url.searchParams.getAll('id'))])
  const messages = ids.success ? await findMessages(ids.data) : []
  if (messages.length === 0) throw redirect(back)
  return { back, messages }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const back = safeAdminRedirect(form.get('back'), inboxPath)
  const ids = MessageIds.safeParse(form.getAll('id'))
  if (!ids.success) throw redirect(back)
  const deleted = await deleteMessages(ids.data, actorOf(context))
  const { flash } = context.get(sessionContext)
  if (deleted === 0) await flash('error', 'They were already deleted.')
  else await flash('success', `${messagesText(deleted)} deleted.`)
  return redirect(back)
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

export default function DeleteMessages({ loaderData: { messages, back } }: Route.ComponentProps) {
  const what = messagesText(messages.length)
  return (
    <ConfirmPage
      title={`Delete ${what}?`}
      text="This can’t be undone. Older backups may still hold a copy until they are replaced."
      things={messages.map((message) => `${senderOf(message)}: ${excerptOf(message.message)}`)}
      back={{ href: back, label: 'Inbox' }}
      hidden={[...messages.map(({ id }) => ['id', String(id)] as [string, string]), ['back', back]]}
      submit={`Delete ${what}`}
    />
  )
}
