import { href, Link } from 'react-router'
import { adminContext } from '#app/accounts/middleware/require-admin.server.ts'
import {
  type ContactMessage,
  contactStatuses,
  countMessages,
  listMessages,
} from '#app/contact/contact.server.ts'
import type { ListAddress } from '#app/lists/list-address.ts'
import { button } from '#app/ui/admin/button.ts'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { EmailText } from '#app/ui/admin/email-text.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { type Column, DataTable, RowLink } from '#app/ui/admin/lists/data-table.tsx'
import { EmptyState } from '#app/ui/admin/lists/empty-state.tsx'
import { ListFrame } from '#app/ui/admin/lists/list-frame.tsx'
import type { LiveHandle } from '#app/ui/admin/live/use-live.ts'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import { ownList } from '#app/views/own-list.server.ts'
import { rowsPerPage } from '#app/views/own-list.ts'
import type { Route } from './+types/inbox'
import { excerptOf, inboxPath, senderOf, statusTexts, topicTexts } from './inbox-texts.ts'
import { markTicked, parseInboxQuery } from './message-form.server.ts'

export const handle: LiveHandle = { live: ['bulk'] }

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = parseInboxQuery(url.searchParams)
  const { search, status, olderThan } = query
  const list: ListAddress = {
    path: inboxPath,
    query: {
      ...(search !== '' && { q: search }),
      ...(status !== 'all' && { status }),
      ...(olderThan !== null && { cursor: String(olderThan) }),
    },
  }
  const [own, counts] = await Promise.all([
    ownList(context.get(adminContext).user.id, 'inbox'),
    countMessages(),
  ])
  return {
    query,
    list,
    own,
    statuses: contactStatuses,
    counts,
    ...(await listMessages(query, rowsPerPage(own))),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  return markTicked(await request.formData(), { context })
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

const columns: Column<ContactMessage>[] = [
  {
    key: 'message',
    label: 'Message',
    look: 'wide',
    cell: ({ id, message }) => (
      <RowLink to={href('/admin/inbox/:id', { id: String(id) })} dir="auto">
        {excerptOf(message)}
      </RowLink>
    ),
  },
  {
    key: 'from',
    label: 'From',
    look: 'line',
    phone: 'under',
    cell: (message) => (
      <span dir="auto">
        <EmailText email={senderOf(message)} />
      </span>
    ),
  },
  {
    key: 'topic',
    label: 'Topic',
    look: 'tight',
    roomy: true,
    cell: ({ topic }) => topicTexts[topic],
  },
  {
    key: 'status',
    label: 'Status',
    look: 'tight',
    phone: 'end',
    cell: ({ status }) => <StatusBadge {...statusTexts[status]} />,
  },
  {
    key: 'received',
    label: 'Received',
    look: 'tight',
    cell: ({ receivedAt }) => <DateTime at={receivedAt} as="ago" />,
  },
]

export default function InboxPage({ loaderData }: Route.ComponentProps) {
  const { query, list, own, statuses, counts, messages, next, total } = loaderData
  return (
    <>
      <PageHead
        title="Inbox"
        tabTitle={null}
        lead="Messages from the form on the contact page. They are deleted after 180 days."
      />
      <ListFrame
        title="Inbox"
        row="message"
        list={list}
        own={own}
        page={{ next, fitting: total, order: 'Newest first' }}
        shown={messages.length}
        search={{ label: 'Search by name, email or text', value: query.search }}
        status={{ value: query.status, options: statuses, texts: statusTexts, counts }}
        columns={columns}
        empty={<NoMessages all={counts.all} />}
        bulk={{
          id: 'messages',
          rowIds: messages.map(({ id }) => String(id)),
          matching: 'messages',
          action: inboxPath,
          actions: [
            { value: 'done', label: 'Mark as done' },
            { value: 'new', label: 'Mark as new' },
            {
              value: 'delete',
              label: 'Delete…',
              danger: true,
              confirm: href('/admin/inbox/delete'),
            },
          ],
        }}
      >
        <DataTable
          caption="Messages, newest first"
          list={list}
          columns={columns}
          rows={messages}
          rowId={({ id }) => String(id)}
          rowName={(message) => `message from ${senderOf(message)}`}
        />
      </ListFrame>
    </>
  )
}

function NoMessages({ all }: { all: number }) {
  return all === 0 ? (
    <EmptyState
      title="No messages yet"
      text="What visitors send with the contact form appears here."
    >
      <a className={button({ look: 'quiet' })} href="/contact">
        Open the contact page
      </a>
    </EmptyState>
  ) : (
    <EmptyState title="No messages match" text="Try another word, or look through all statuses.">
      <Link className={button({ look: 'quiet' })} to={inboxPath}>
        Show all messages
      </Link>
    </EmptyState>
  )
}
