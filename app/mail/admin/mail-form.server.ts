import { data, href, type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { safeAdminRedirect } from '#app/http/safe-redirect.ts'
import { figure } from '#app/i18n/figure-text.ts'
import type { ListAddress } from '#app/lists/list-address.ts'
import { type MailTest, sendTestMail } from '#app/mail/mail-test.server.ts'
import { mailIsSetUp } from '#app/mail/outbox.server.ts'
import { mailStates, retryMails } from '#app/mail/outbox-list.server.ts'

export const emailPath = href('/admin/settings/email')

/** Ids of mails, as the boxes of the outbox send them. */
export const MailIds = z.array(z.coerce.number().int().positive()).min(1).max(100)

const Recipient = z.email().max(254)
const Query = z.object({
  status: z.enum(['all', ...mailStates]).catch('all'),
  cursor: z.coerce.number().int().positive().nullable().catch(null),
})

export type OutboxQuery = z.infer<typeof Query>

export function parseOutboxQuery(params: URLSearchParams): OutboxQuery {
  return Query.parse({ status: params.get('status'), cursor: params.get('cursor') })
}

export function outboxAddress({ status, cursor }: OutboxQuery): ListAddress {
  return {
    path: emailPath,
    query: {
      ...(status !== 'all' && { status }),
      ...(cursor !== null && { cursor: String(cursor) }),
    },
  }
}

type Context = Readonly<RouterContextProvider>

export type MailTestAnswer = { mailTest: MailTest | { problem: string; to: string } }

/** Sends the test mail that the form asks for, and says what came of it. */
export async function testMail(form: FormData, context: Context, signal: AbortSignal) {
  const typed = form.get('to')
  const to = typeof typed === 'string' ? typed.trim().slice(0, 254) : ''
  const answer = (mailTest: MailTestAnswer['mailTest'], status = 200) =>
    data({ mailTest }, { status })
  if (!Recipient.safeParse(to).success) {
    return answer({ to, problem: 'Enter an email address, such as name@example.com.' }, 400)
  }
  const result = await sendTestMail(to, actorOf(context), signal)
  if (result !== null) return answer(result)
  return answer({ to, problem: 'Save a mail server first.' }, 400)
}

/** The ids of the mails that were left as they are, for an outbox that stays on its page. */
type Retried = { refused: string[] }

/** Sends the ticked mails at once, and returns to the outbox. */
export async function retryTicked(form: FormData, context: Context): Promise<Response | Retried> {
  const { flash } = context.get(sessionContext)
  const ids = MailIds.safeParse(form.getAll('id'))
  let retried: number[] = []
  if (!ids.success) await flash('error', 'Select at least one email first.')
  else if (!mailIsSetUp()) await flash('error', 'Save a mail server first.')
  else {
    retried = await retryMails(ids.data, actorOf(context))
    if (retried.length === 0) {
      await flash('error', 'None of them is waiting. Sent email isn’t sent again.')
    } else await flash('success', `${mailsText(retried.length)} being sent now.`)
  }
  const refused = form.getAll('id').filter((id) => !retried.includes(Number(id)))
  if (form.has('stay')) return { refused: refused.map(String) }
  return redirect(`${safeAdminRedirect(form.get('back'), emailPath)}#outbox`)
}

function mailsText(count: number): string {
  return count === 1 ? 'One email is' : `${figure(count)} emails are`
}
