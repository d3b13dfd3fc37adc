import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import { z } from 'zod'
import { env } from '#app/env.server.ts'
import { topicChanged } from '#app/observe/live-topics.server.ts'
import { signals } from '#app/processes/signals.server.ts'
import { seal, unseal } from '#app/secrets/sealed-box.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { afterCommit } from '#db/after-commit.ts'
import { db } from '#db/engine.ts'
import type { Database, OutboxTable } from '#db/schema.ts'
import { headerLine } from './header-line.ts'
import { type MailBody, renderMail } from './mail-template.server.ts'
import type { MailServer } from './mailer.server.ts'

/** A mail as it is written; `headers` are further header fields by their names. */
export type Mail = {
  to: string
  subject: string
  body: MailBody
  headers?: Record<string, string>
  /**
   * Whether it holds a one-time link or a visitor's own words: then operators cannot read it here,
   * and what it says is deleted once it is sent. Others are kept for as long as the outbox keeps them.
   */
  isPrivate?: boolean
  /** A kind that `guardMails` has its say about. */
  kind?: MailKind
}

const MailKind = z.enum(['outreach'])
export type MailKind = z.infer<typeof MailKind>

const Recipient = z.email().max(254)
const Content = z.object({
  text: z.string(),
  html: z.string().nullable(),
  headers: z.record(z.string(), z.string()),
  // Mails of versions that did not tell them apart are taken for private.
  isPrivate: z.boolean().default(true),
  kind: MailKind.nullable().default(null),
})

/** What of a mail is sealed, since it may hold links that sign someone in. */
export type MailContent = z.infer<typeof Content>

/**
 * Whether mails can go out at all: a mail server is set. Without it nothing is queued, and pages
 * offer another way. Whether the server takes them is another matter: the outbox says.
 */
export function mailIsSetUp(): boolean {
  return settings().smtpHost !== ''
}

/** The mail server of the settings in force; null when there is none. */
export function mailServer(): MailServer | null {
  const { smtpHost, smtpPort, smtpUser, smtpPassword, smtpEncryption, siteName } = settings()
  if (smtpHost === '') return null
  const address = mailSender()
  const { contactAddress } = settings()
  return {
    host: smtpHost,
    port: smtpPort,
    user: smtpUser,
    password: smtpPassword,
    encryption: smtpEncryption,
    from: { name: siteName, address },
    replyTo: contactAddress === '' || contactAddress === address ? null : contactAddress,
  }
}

/** Whom mails come from: the sender that is set, else the contact address, else one of the site. */
export function mailSender(): string {
  const { mailFrom, contactAddress } = settings()
  const { hostname } = new URL(env.APP_URL)
  const domain = /^[\d.]+$/.test(hostname) ? `[${hostname}]` : hostname
  return mailFrom || contactAddress || `no-reply@${domain}`
}

/** Whether the sender or the contact address is set; else replies reach no one. */
export function isReadSender(): boolean {
  const { mailFrom, contactAddress } = settings()
  return mailFrom !== '' || contactAddress !== ''
}

const listeners = new Set<(holdMs: number) => void>()

/** Calls `listener` after each mail that is queued and committed, with how long it is held back. */
export function onMailQueued(listener: (holdMs: number) => void): void {
  listeners.add(listener)
}

/** Says why an address gets no more mail of a kind; null if it does. */
type Guard = (recipient: string) => Promise<string | null>
const guards = new Map<MailKind, Guard>()

/** Has `guard` asked before each try to send a mail of this kind, however it got into the outbox. */
export function guardMails(kind: MailKind, guard: Guard): void {
  guards.set(kind, guard)
}

/** Returns why a mail must not be sent any more; null if it can be. */
export async function mailRefusal(
  kind: MailKind | null,
  recipient: string,
): Promise<string | null> {
  return kind === null ? null : ((await guards.get(kind)?.(recipient)) ?? null)
}

/** A mail that is about to be deleted from the outbox, as far as it got. */
export type EndedMail = Pick<Selectable<OutboxTable>, 'id' | 'state' | 'sent_at' | 'error'>

type Keeper = (mails: readonly EndedMail[], trx: Kysely<Database>) => Promise<void>
const keepers = new Set<Keeper>()

/** Calls `keeper` before mails are deleted, in the same transaction, to keep how they ended. */
export function onMailsDeleted(keeper: Keeper): void {
  keepers.add(keeper)
}

/** Deletes mails from the outbox, unless they are being sent. */
export async function deleteFromOutbox(
  ids: readonly number[],
  trx: Kysely<Database>,
): Promise<(EndedMail & { subject: string })[]> {
  const mails = await trx
    .deleteFrom('outbox')
    .where('id', 'in', ids)
    .where('state', '!=', 'sending')
    .returning(['id', 'subject', 'state', 'sent_at', 'error'])
    .execute()
  for (const keep of keepers) await keep(mails, trx)
  if (mails.length > 0) topicChanged('outbox')
  return mails
}

/**
 * Queues a mail and returns its number. It is sent in the background once `holdMs` are over, and
 * tried again while the mail server is down.
 * Throws a ZodError on a recipient that is no e-mail address.
 */
export async function enqueueMail(
  mail: Mail,
  executor: Kysely<Database> = db,
  holdMs = 0,
): Promise<number> {
  const now = Date.now()
  const recipient = Recipient.parse(mail.to)
  const content: MailContent = {
    ...renderMail(mail.body),
    isPrivate: mail.isPrivate ?? false,
    kind: mail.kind ?? null,
    headers: Object.fromEntries(
      Object.entries(mail.headers ?? {}).map(([name, value]) => [
        headerLine(name),
        headerLine(value),
      ]),
    ),
  }
  const { id } = await executor
    .insertInto('outbox')
    .values({
      recipient,
      subject: headerLine(mail.subject),
      content: seal(sealOwner(recipient), JSON.stringify(content)),
      message_id: randomUUID(),
      created_at: now,
      next_try_at: now + holdMs,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  topicChanged('outbox')
  afterCommit(() => {
    for (const listener of listeners) listener(holdMs)
  })
  if (executor.isTransaction) await signals.raise(executor, 'mail')
  // The mail is on record already, and goes out even if no one can be told.
  else await signals.tell('mail')
  return id
}

/** How many mails wait, and how many of all that are here could not be sent, so far or for good. */
export async function outboxCounts(): Promise<{ waiting: number; failed: number }> {
  const count = async (query: 'waiting' | 'failed') => {
    const mails = db.selectFrom('outbox').select((eb) => eb.fn.countAll<number>().as('n'))
    const row = await (query === 'waiting'
      ? mails.where('state', 'in', ['waiting', 'sending'])
      : mails.where('error', 'is not', null)
    ).executeTakeFirstOrThrow()
    return row.n
  }
  return { waiting: await count('waiting'), failed: await count('failed') }
}

/** The content of a queued mail; null when it is gone, or was sealed with another secret. */
export function openContent(row: {
  recipient: string
  content: string | null
}): MailContent | null {
  if (row.content === null) return null
  // Mails from before they were sealed are JSON as it is.
  const text = row.content.startsWith('{')
    ? row.content
    : unseal(sealOwner(row.recipient), row.content)
  return text === null ? null : (Content.safeParse(JSON.parse(text)).data ?? null)
}

export function sealOwner(recipient: string): string {
  return `mail to ${recipient}`
}
