import { type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { contactStatuses, setMessageStatus } from '#app/contact/contact.server.ts'
import { safeAdminRedirect } from '#app/http/safe-redirect.ts'
import { inboxPath, messagesText } from './inbox-texts.ts'

/** Ids of messages, as the boxes of the list send them. */
export const MessageIds = z.array(z.coerce.number().int().positive()).min(1).max(100)

const Query = z.object({
  search: z.string().max(200).catch(''),
  status: z.enum(['all', ...contactStatuses]).catch('all'),
  olderThan: z.coerce.number().int().positive().nullable().catch(null),
})

export type InboxQuery = z.infer<typeof Query>

export function parseInboxQuery(params: URLSearchParams): InboxQuery {
  const search = (params.get('q') ?? '').trim().slice(0, 200)
  return Query.parse({ search, status: params.get('status'), olderThan: params.get('cursor') })
}

/** Marks the ticked messages as done or new, and returns to the list. */
export async function markTicked(
  form: FormData,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { flash } = context.get(sessionContext)
  const back = safeAdminRedirect(form.get('back'), inboxPath)
  const ids = MessageIds.safeParse(form.getAll('id'))
  const status = z.enum(contactStatuses).safeParse(form.get('do'))
  if (!ids.success || !status.success) {
    await flash('error', 'Tick at least one message first.')
    return redirect(back)
  }
  const changed = await setMessageStatus(ids.data, status.data, actorOf(context))
  const state = status.data === 'done' ? 'marked as done' : 'marked as new'
  await flash('success', `${messagesText(changed)} ${state}.`)
  return redirect(back)
}
