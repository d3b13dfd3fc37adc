import type { Generated } from 'kysely'

export type MessagesTables = {
  outbox: OutboxTable
  /** Events that operators were mailed about. */
  operator_notices: {
    kind: string
    mailed_at: number
    /** The event's size then: a larger one is mailed again. */
    mark: number
    /** When it was over. Null while it lasts. */
    ended_at: number | null
  }
  subscribers: SubscribersTable
  contact_messages: ContactMessagesTable
}

export type SubscriberStatus = 'unconfirmed' | 'confirmed' | 'unsubscribed'

export type SubscribersTable = {
  id: Generated<number>
  /** Lowercase. */
  email: string
  status: Generated<SubscriberStatus>
  /** Language of the page where it was entered, also for mails. */
  language: string
  /** That page's path. */
  source: string
  created_at: number
  /** When the last mail about the subscription itself was sent. Null before the first. */
  mailed_at: number | null
  /** Number of such mails since the address was last confirmed. */
  mails: Generated<number>
  confirmed_at: number | null
  unsubscribed_at: number | null
  /** SHA-256 of the newest confirmation token, base64url. */
  confirm_token_hash: string | null
  /** In clear: every issue contains it, and it can only unsubscribe. */
  unsubscribe_token: string
}

export type ContactStatus = 'new' | 'done'

export type ContactMessagesTable = {
  id: Generated<number>
  status: Generated<ContactStatus>
  received_at: number
  answered_at: Generated<number | null>
  /** Empty, like `email`, if left out. */
  name: string
  email: string
  topic: 'download' | 'ownPost' | 'privacy' | 'security' | 'press' | 'general'
  message: string
  language: string
  /** SHA-256 of the message with the form's stamp: the same form sent twice is one message. */
  content_hash: string
  /** Name, address and message, folded. */
  search_text: string
  /** Keyed hash of the sender's network while the message is new; then ''. */
  network: Generated<string>
}

/** The part that a failure concerns: see `MailFault`. `stale`: its link no longer works. */
export type MailFaultScope = 'server' | 'ours' | 'mail' | 'unknown' | 'stale'

/** `sending` while being handed over, also if the process died then: its job is retried. */
export type MailState = 'waiting' | 'sending' | 'sent' | 'failed'

/** Sent mails and waiting ones, each of which has its own `mail` job. */
export type OutboxTable = {
  id: Generated<number>
  recipient: string
  subject: string
  /** Sealed JSON of the texts and further headers, since they hold tokens. Null once sent. */
  content: string | null
  /** The first half of the Message-ID, the same on each attempt. */
  message_id: string
  state: Generated<MailState>
  created_at: number
  attempts: Generated<number>
  /** When its job is due, for the outbox. */
  next_try_at: number
  sent_at: number | null
  /** The last attempt's error, for the operator. Null for none, and once sent. */
  error: string | null
  /** The part that this error concerns: see `MailFault`. Null for none, and for older errors. */
  fault: MailFaultScope | null
}
