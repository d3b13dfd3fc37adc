import { href, Link } from 'react-router'
import { prospectHref } from '#app/backlinks/admin/links/backlink-hrefs.ts'
import { replyTexts } from '#app/backlinks/admin/links/backlink-texts.ts'
import type { MessageMail, OutreachMessage } from '#app/backlinks/outreach-messages.server.ts'
import { CalendarDay, DateTime } from '#app/ui/admin/date-time.tsx'
import { Records } from '#app/ui/admin/facts.tsx'
import { RefreshLink, Working } from '#app/ui/admin/live/working.tsx'
import { Panel } from '#app/ui/admin/panel.tsx'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import { link } from '#app/ui/link.ts'
import { MessageForm } from './message-form.tsx'

/** Emails to a prospect and their answers, the latest first. */
export function Timeline({
  prospectId,
  messages,
}: {
  prospectId: number
  messages: OutreachMessage[]
}) {
  const isMoving = messages.some(
    ({ mail }) => mail?.state === 'waiting' || mail?.state === 'sending',
  )
  return (
    <Panel titleId="timeline" title="Timeline">
      {messages.length === 0 ? (
        <p className="text-muted">Nothing sent or received yet.</p>
      ) : (
        <Records as="ol">
          {messages.map((message) => (
            <li key={message.id} className="grid gap-2" data-message={message.kind}>
              {message.mail === null ? (
                <Reply message={message} />
              ) : (
                <Sent prospectId={prospectId} message={message} mail={message.mail} />
              )}
            </li>
          ))}
        </Records>
      )}
      {isMoving && <RefreshLink href={prospectHref(prospectId)} />}
    </Panel>
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
