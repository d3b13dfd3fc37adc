import type { Generated } from 'kysely'

/** The newsletter, visitors’ messages, and mail. */
export type MessagesTables = {
  outbox: OutboxTable
  operator_notices: OperatorNoticesTable
  subscribers: SubscribersTable
  contact_messages: ContactMessagesTable
}

export type SubscriberStatus = 'unconfirmed' | 'confirmed' | 'unsubscribed'

export type SubscribersTable = {
  id: Generated<number>
  /** In lower case. */
  email: string
  status: Generated<SubscriberStatus>
  /** The language of the page where it was entered: mails are written in it. */
  language: string
  /** The path of that page. */
  source: string
  created_at: number
  /** When the last mail about the subscription itself went out; null before the first. */
  mailed_at: number | null
  confirmed_at: number | null
  unsubscribed_at: number | null
  /** SHA-256 of the newest token to confirm, base64url. */
  confirm_token_hash: string | null
  /** In clear: every issue carries it, and it can do nothing but unsubscribe. */
  unsubscribe_token: string
}

export type ContactStatus = 'new' | 'done'

/** What visitors wrote to the operators. Never the sender's network address. */
export type ContactMessagesTable = {
  id: Generated<number>
  status: Generated<ContactStatus>
  received_at: number
  answered_at: Generated<number | null>
  /** Empty, like `email`, where it was left out. */
  name: string
  email: string
  topic: 'download' | 'ownPost' | 'privacy' | 'security' | 'press' | 'general'
  message: string
  language: string
  /** SHA-256 of what was sent, with the form's stamp: the same form sent twice is one message. */
  content_hash: string
  /** Name, address and message, folded. */
  search_text: string
}

/** `sending` while it is being handed over; what was left so by a crash waits again later. */
export type MailState = 'waiting' | 'sending' | 'sent' | 'failed'

/** Mails that wait to be sent, and those that were. */
export type OutboxTable = {
  id: Generated<number>
  recipient: string
  subject: string
  /** Sealed JSON of the texts and further header fields, since they hold tokens; null once sent. */
  content: string | null
  /** The first half of the Message-ID: the same at each try. */
  message_id: string
  state: Generated<MailState>
  created_at: number
  attempts: Generated<number>
  next_try_at: number
  sent_at: number | null
  /** Why the last try failed, for the operator; null when none did, and once sent. */
  error: string | null
  /** Until when the process that sends it can take; null unless it is being sent. */
  claimed_until: Generated<number | null>
}

/** Which events the operators have had a mail about. */
type OperatorNoticesTable = {
  kind: string
  mailed_at: number
  /** How far the event had come then: a greater one is news. */
  mark: number
  /** When it was over; null while it lasts. */
  ended_at: number | null
}
