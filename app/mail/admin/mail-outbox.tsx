import { href } from 'react-router'
import type { ListAddress } from '#app/lists/list-address.ts'
import type { OwnList } from '#app/lists/own-list.ts'
import type { OutboxRow } from '#app/mail/outbox-list.server.ts'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { EmailText } from '#app/ui/admin/email-text.tsx'
import { type Column, DataTable, RowLink } from '#app/ui/admin/lists/data-table.tsx'
import { EmptyState } from '#app/ui/admin/lists/empty-state.tsx'
import { ListFrame } from '#app/ui/admin/lists/list-frame.tsx'
import { Working } from '#app/ui/admin/live/working.tsx'
import { Subtitle } from '#app/ui/admin/panel.tsx'
import { StatusBadge, type Tone } from '#app/ui/admin/status-badge.tsx'
import type { MailState } from '#db/schema.ts'

export const mailStateTexts: Record<MailState, { label: string; tone: Tone }> = {
  waiting: { label: 'Waiting', tone: 'quiet' },
  sending: { label: 'Being sent', tone: 'quiet' },
  sent: { label: 'Sent', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
}

const columns: Column<OutboxRow>[] = [
  {
    key: 'subject',
    label: 'Subject',
    cell: ({ id, subject }) => (
      <RowLink to={href('/admin/settings/email/mail/:id', { id: String(id) })} dir="auto">
        {subject}
      </RowLink>
    ),
  },
  {
    key: 'recipient',
    label: 'To',
    look: 'line',
    phone: 'under',
    cell: ({ recipient }) => <EmailText email={recipient} />,
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
  { key: 'attempts', label: 'Tries', look: 'end', roomy: true, cell: ({ attempts }) => attempts },
  {
    key: 'when',
    label: 'Sent, or next try',
    look: 'tight',
    cell: ({ state, sentAt, nextTryAt }) => {
      if (sentAt !== null) return <DateTime at={sentAt} as="time" />
      if (state === 'failed') return 'No more tries'
      return state === 'sending' ? 'Now' : <DateTime at={nextTryAt} as="time" />
    },
  },
  {
    key: 'error',
    label: 'Last failure',
    look: 'wide',
    roomy: true,
    cell: ({ error }) => (error === null ? null : <span dir="auto">{error}</span>),
  },
]

/** What waits to be sent, what was sent lately, and what could not be. */
export function MailOutbox({
  list,
  own,
  status,
  rows,
  next,
  counts,
}: {
  list: ListAddress
  own: OwnList
  status: MailState | 'all'
  rows: OutboxRow[]
  next: number | null
  counts: Record<MailState | 'all', number>
}) {
  return (
    <section className="grid gap-4" aria-label="Outbox" id="outbox">
      <div>
        <Subtitle>Outbox</Subtitle>
        <p className="max-w-2xl text-pretty text-muted">
          Email that couldn’t be sent is retried for three days, at increasing intervals. Everything
          is stored encrypted and deleted after 30 days. One-time links, and answers to visitors,
          are deleted as soon as they are sent.
        </p>
      </div>
      <ListFrame
        list={list}
        own={own}
        page={{ next, order: 'Newest first', anchor: '#outbox' }}
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
          matching: 'mails',
          action: href('/admin/settings/email'),
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
          selection="mails"
        />
      </ListFrame>
    </section>
  )
}
