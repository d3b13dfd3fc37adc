import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { contactStatuses, setMessageStatus } from '#app/contact/contact.server.ts'
import { backOrStay, undoForm } from '#app/http/back-or-stay.server.ts'
import { intents } from '#app/http/intents.server.ts'
import type { ContactStatus } from '#db/schema.ts'
import { inboxPath, messagesText } from './inbox-texts.ts'

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

export const markTicked = intents({ done: markAs('done'), new: markAs('new') })

function markAs(status: ContactStatus) {
  return async (form: FormData, { context }: Sent): Promise<Response | null> => {
    const { flash } = context.get(sessionContext)
    const ids = MessageIds.safeParse(form.getAll('id'))
    if (ids.success) {
      const changed = await setMessageStatus(ids.data, status, actorOf(context))
      const undo = undoForm(form, inboxPath, [
        ['intent', status === 'done' ? 'new' : 'done'],
        ...changed.map((id): [string, string] => ['id', String(id)]),
      ])
      const text = `${messagesText(changed.length)} marked as ${status}.`
      await flash('success', text, changed.length === 0 ? undefined : undo)
    } else await flash('error', 'Select at least one message first.')
    return backOrStay(form, inboxPath, null)
  }
}
