import { href, Link } from 'react-router'
import type { EntryText } from '#app/audit/ui/entry-text.server.ts'
import { RecordHistory } from '#app/audit/ui/record-history.tsx'
import { prospectHref } from '#app/backlinks/admin/links/backlink-hrefs.ts'
import { replyTexts } from '#app/backlinks/admin/links/backlink-texts.ts'
import { prospectKey } from '#app/backlinks/audit-objects.ts'
import type { MessageMail, OutreachMessage } from '#app/backlinks/outreach-messages.server.ts'
import { CalendarDay, DateTime } from '#app/ui/admin/date-time.tsx'
import { RefreshLink, Working } from '#app/ui/admin/live/working.tsx'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import { link } from '#app/ui/link.ts'
import { MessageForm } from './message-form.tsx'

/** A prospect's emails, replies and audit entries. */
export function Timeline({
  prospectId,
  messages,
  history,
}: {
  prospectId: number
  messages: OutreachMessage[]
  history: EntryText[]
}) {
  const isMoving = messages.some(
    ({ mail }) => mail?.state === 'waiting' || mail?.state === 'sending',
  )
  const items = messages.map((message) => ({
    key: `message ${message.id}`,
    at: message.loggedAt,
    content: (
      <div className="grid gap-2" data-message={message.kind}>
        {message.mail === null ? (
          <Reply message={message} />
        ) : (
          <Sent prospectId={prospectId} message={message} mail={message.mail} />
        )}
      </div>
    ),
  }))
  return (
    <RecordHistory title="Timeline" lines={history} object={prospectKey(prospectId)} items={items}>
      {isMoving && <RefreshLink href={prospectHref(prospectId)} />}
    </RecordHistory>
  )
}

function Sent({
  prospectId,
  message: { id, subject, text, at, actorLabel },
  mail,
}: {
  prospectId: number
  message: OutreachMessage
  mail: MessageMail
}) {
  const waits = mail.state === 'waiting'
  const own = { prospectId, message: id }
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="font-semibold" dir="auto">
          {mail.id === null ? (
            subject
          ) : (
            <Link
              className={link}
              to={href('/admin/settings/email/mail/:id', { id: String(mail.id) })}
            >
              {subject}
            </Link>
          )}
        </p>
        <MailState mail={mail} />
      </div>
      {mail.error !== null && <p className="text-sm text-bad">{mail.error}</p>}
      <p className="text-xs text-muted">
        By {actorLabel}, <DateTime at={at} as="time" />
      </p>
      <FullText text={text} />
      {(waits || mail.state === 'failed') && (
        <div className="flex flex-wrap gap-2">
          {waits && <MessageForm {...own} intent="cancel" label="Cancel" pending="Canceling…" />}
          {waits && mail.error !== null && (
            <MessageForm {...own} intent="retry" label="Try now" pending="Sending…" />
          )}
          {mail.state === 'failed' && mail.id !== null && (
            <MessageForm {...own} intent="retry" label="Send again" pending="Sending…" />
          )}
        </div>
      )}
    </>
  )
}

function MailState({ mail: { state, sentAt, nextTryAt, error } }: { mail: MessageMail }) {
  switch (state) {
    case 'sent':
      return (
        <StatusBadge tone="good">
          Sent {sentAt !== null && <DateTime at={sentAt} as="time" />}
        </StatusBadge>
      )
    case 'sending':
      return <Working>Sending</Working>
    case 'waiting':
      if (error === null) return <Working>Queued</Working>
      return (
        <StatusBadge tone="warn">
          Next try {nextTryAt !== null && <DateTime at={nextTryAt} as="time" />}
        </StatusBadge>
      )
    case 'failed':
      return <StatusBadge tone="bad">Failed</StatusBadge>
    case 'deleted':
      return <StatusBadge tone="quiet">Not sent: removed from the outbox</StatusBadge>
  }
}

function Reply({ message: { kind, text, at, actorLabel } }: { message: OutreachMessage }) {
  if (kind === 'mail') return null
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="font-semibold">
          Reply of <CalendarDay at={at} />
        </p>
        <StatusBadge {...replyTexts[kind]} />
      </div>
      <p className="text-xs text-muted">Logged by {actorLabel}</p>
      {text !== '' && <FullText text={text} />}
    </>
  )
}

function FullText({ text }: { text: string }) {
  return (
    <details>
      <summary className="cursor-pointer text-sm text-muted">Read it</summary>
      <p className="mt-2 whitespace-pre-wrap wrap-anywhere" dir="auto">
        {text}
      </p>
    </details>
  )
}
