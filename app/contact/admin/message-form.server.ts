import { type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { contactStatuses, setMessageStatus } from '#app/contact/contact.server.ts'
import { intents } from '#app/http/intents.server.ts'
import { safeAdminRedirect } from '#app/http/safe-redirect.ts'
import type { ContactStatus } from '#db/schema.ts'
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

type Sent = { context: Readonly<RouterContextProvider> }

/** Marks the ticked messages, and returns to the list. */
export const markTicked = intents({ done: markAs('done'), new: markAs('new') })

function markAs(status: ContactStatus): (form: FormData, sent: Sent) => Promise<Response> {
  return async (form, { context }) => {
    const { flash } = context.get(sessionContext)
    const ids = MessageIds.safeParse(form.getAll('id'))
    if (ids.success) {
      const changed = await setMessageStatus(ids.data, status, actorOf(context))
      await flash('success', `${messagesText(changed)} marked as ${status}.`)
    } else await flash('error', 'Tick at least one message first.')
    return redirect(safeAdminRedirect(form.get('back'), inboxPath))
  }
}
