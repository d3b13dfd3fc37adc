import { href, redirect } from 'react-router'
import { z } from 'zod'
import { actorOf, adminContext } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { intents } from '#app/http/intents.server.ts'
import { safeAdminRedirect } from '#app/http/safe-redirect.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { type ListAddress, listHref } from '#app/lists/list-address.ts'
import { mailIsSetUp } from '#app/mail/outbox.server.ts'
import {
  countOutbox,
  listOutbox,
  MailIds,
  mailStates,
  type OutboxRow,
  retryMails,
} from '#app/mail/outbox-list.server.ts'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { type Column, DataTable, RowLink } from '#app/ui/admin/lists/data-table.tsx'
import { EmptyState } from '#app/ui/admin/lists/empty-state.tsx'
import { ListFrame } from '#app/ui/admin/lists/list-frame.tsx'
import type { LiveHandle } from '#app/ui/admin/live/use-live.ts'
import { Working } from '#app/ui/admin/live/working.tsx'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import { ownList } from '#app/views/own-list.server.ts'
import { rowsPerPage } from '#app/views/own-list.ts'
import type { MailState } from '#db/schema.ts'
import type { Route } from './+types/outbox'
import { mailStateTexts } from './mail-state-texts.ts'

export const handle: LiveHandle = { live: ['outbox'] }

const outboxPath = href('/admin/settings/email/outbox')

const Query = z.object({
  status: z.enum(['all', ...mailStates]).catch('all'),
  cursor: z.coerce.number().int().positive().nullable().catch(null),
})

export async function loader({ url, context }: Route.LoaderArgs) {
  const { status, cursor } = Query.parse(Object.fromEntries(url.searchParams))
  const list: ListAddress = {
    path: outboxPath,
    query: {
      ...(status !== 'all' && { status }),
      ...(cursor !== null && { cursor: String(cursor) }),
    },
  }
  const [own, counts] = await Promise.all([
    ownList(context.get(adminContext).user.id, 'outbox'),
    countOutbox(),
  ])
  const page = await listOutbox({ state: status, olderThan: cursor }, rowsPerPage(own))
  if (page.rows.length === 0 && cursor !== null) throw redirect(listHref(list))
  return { list, own, status, ...page, counts }
}

const perform = intents({
  /** Returns the ids of mails that weren't retried to a page that stays open. */
  async retry(form: FormData, { context }: Pick<Route.ActionArgs, 'context'>) {
    const { flash } = context.get(sessionContext)
    const ids = MailIds.safeParse(form.getAll('id'))
    let retried: number[] = []
    if (!ids.success) await flash('error', 'Select at least one email first.')
    else if (!mailIsSetUp()) await flash('error', 'Save a mail server first.')
    else {
      retried = await retryMails(ids.data, actorOf(context))
      if (retried.length === 0) {
        await flash('error', 'None of them is waiting. Sent email isn’t sent again.')
      } else {
        const mails = retried.length === 1 ? 'One email is' : `${figure(retried.length)} emails are`
        await flash('success', `${mails} being sent now.`)
      }
    }
    const refused = form.getAll('id').filter((id) => !retried.includes(Number(id)))
    if (form.has('stay')) return { refused: refused.map(String) }
    return redirect(safeAdminRedirect(form.get('back'), outboxPath))
  },
})

export async function action({ request, context }: Route.ActionArgs) {
  return perform(await request.formData(), { context })
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

const columns: Column<OutboxRow>[] = [
  {
    key: 'subject',
    label: 'Subject',
    look: 'wide',
    cell: ({ id, subject, error }) => (
      <>
        <RowLink to={href('/admin/settings/email/mail/:id', { id: String(id) })} dir="auto">
          {subject}
        </RowLink>
        {error !== null && (
          <span className="line-clamp-2 text-muted text-xs" title={error} dir="auto">
            {error}
          </span>
        )}
      </>
    ),
  },
  {
    key: 'recipient',
    label: 'To',
    look: 'tight',
    phone: 'under',
    cell: ({ recipient }) => (
      <span className="block max-w-64 truncate text-xs" title={recipient}>
        {recipient}
      </span>
    ),
  },
  {
    key: 'state',
    label: 'State',
    look: 'tight',
    phone: 'end',
    cell: ({ state, error }) =>
      state === 'sending' ? (
        <Working>{mailStateTexts.sending.label}</Working>
      ) : (
        <StatusBadge
          tone={state === 'waiting' && error !== null ? 'warn' : mailStateTexts[state].tone}
        >
          {mailStateTexts[state].label}
        </StatusBadge>
      ),
  },
  {
    key: 'queued',
    label: 'Queued',
    look: 'tight',
    cell: ({ createdAt }) => <DateTime at={createdAt} as="time" />,
  },
  { key: 'attempts', label: 'Tries', look: 'end', roomy: true, cell: ({ attempts }) => attempts },
  {
    key: 'when',
    label: 'Sent, or next try',
    look: 'tight',
    roomy: true,
    cell: ({ state, sentAt, nextTryAt }) => {
      if (sentAt !== null) return <DateTime at={sentAt} as="time" />
      if (state === 'failed') return 'No more tries'
      return state === 'sending' ? 'Now' : <DateTime at={nextTryAt} as="time" />
    },
  },
]

export default function Outbox({ loaderData }: Route.ComponentProps) {
  const { list, own, status, rows, next, counts } = loaderData
  return (
    <div className="grid grid-cols-1 gap-4">
      <PageHead
        title="Outbox"
        tabTitle={null}
        back={{ href: href('/admin/settings/email'), label: 'Email settings' }}
        lead="Failed emails are retried for more than four days. Everything is stored encrypted and deleted after 30 days, and one-time links and answers to visitors as soon as they’re sent."
      />
      <ListFrame
        title="Outbox"
        row="email"
        list={list}
        own={own}
        page={{ next, order: 'Newest first' }}
        shown={rows.length}
        status={{
          label: 'State',
          value: status,
          options: Object.keys(mailStateTexts) as MailState[],
          texts: mailStateTexts,
          counts,
        }}
        columns={columns}
        empty={
          <EmptyState
            title={counts.all === 0 ? 'The outbox is empty' : 'No emails in this state'}
            text={
              counts.all === 0
                ? 'Emails appear here when the site sends them.'
                : 'Choose another state to see the others.'
            }
          />
        }
        bulk={{
          id: 'mails',
          rowIds: rows.map(({ id }) => String(id)),
          matching: 'mails',
          action: list.path,
          actions: [
            { value: 'retry', label: 'Send now' },
            {
              value: 'delete',
              label: 'Delete',
              danger: true,
              confirm: href('/admin/settings/email/delete'),
            },
          ],
        }}
      >
        <DataTable
          caption="Emails, newest first"
          list={list}
          columns={columns}
          rows={rows}
          rowId={({ id }) => String(id)}
          rowName={({ subject, recipient }) => `${subject} to ${recipient}`}
        />
      </ListFrame>
    </div>
  )
}
