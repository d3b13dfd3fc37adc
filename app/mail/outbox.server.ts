import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import { z } from 'zod'
import { env } from '#app/env.server.ts'
import { EmailAddress } from '#app/http/email-address.ts'
import { cancelJobs, enqueue } from '#app/jobs/queue.server.ts'
import { topicChanged } from '#app/live/live-topics.server.ts'
import { seal, unseal } from '#app/secrets/sealed-box.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { secondMs } from '#app/time/durations.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { db } from '#db/engine.ts'
import { inTransaction } from '#db/in-transaction.ts'
import { reads } from '#db/reads.ts'
import type { Database, MailState, OutboxTable } from '#db/schema.ts'
import { headerLine } from './header-line.ts'
import { type MailBody, renderMail } from './mail-template.server.ts'
import type { MailServer } from './mailer.server.ts'

/** A mail before it is queued; `headers` are additional header fields by name. */
export type Mail = {
  to: string
  subject: string
  body: MailBody
  headers?: Record<string, string>
  /**
   * True if it contains a one-time link or a visitor's own words: operators can't read it here, and
   * its content is deleted once it is sent. Others are kept as long as the outbox keeps them.
   */
  isPrivate?: boolean
  kind?: MailKind
  /** The hash of its one-time link's token, for kinds that are sent only while that works. */
  linkHash?: string
}

/** Header of a letter that a person wrote: help desks drop what's marked as generated. */
export const byHand = { 'Auto-Submitted': 'no' }

const MailKind = z.enum(['outreach', 'password-link', 'newsletter-confirmation'])
export type MailKind = z.infer<typeof MailKind>

const Content = z.object({
  text: z.string(),
  html: z.string().nullable(),
  headers: z.record(z.string(), z.string()),
  // Mails of versions without this field count as private.
  isPrivate: z.boolean().default(true),
  kind: MailKind.nullable().default(null),
  linkHash: z.string().nullable().default(null),
})

/** The sealed part of a mail: it can hold links that sign someone in. */
type MailContent = z.infer<typeof Content>

/**
 * Returns true if a mail server is set up. Without one nothing is queued, and pages offer another
 * way. It doesn't mean that the server accepts mails: the outbox shows that.
 */
export function mailIsSetUp(): boolean {
  return settings().smtpHost !== ''
}

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

/**
 * Returns the sender setting, else the mail account's own address, else one at the site's host. The
 * contact address may belong to another provider, whose DNS records forbid this server to send for
 * it, so it's in Reply-To only.
 */
export function mailSender(): string {
  const { hostname } = new URL(env.APP_URL)
  const domain = /^[\d.]+$/.test(hostname) ? `[${hostname}]` : hostname
  return settings().mailFrom || accountAddress() || `no-reply@${domain}`
}

/** The address that signs in to the mail server. Empty if the user isn't an address. */
function accountAddress(): string {
  return EmailAddress.safeParse(settings().smtpUser).data ?? ''
}

/** Returns true if replies reach a mailbox: there is one for the contact, sender or account. */
export function isReadSender(): boolean {
  const { mailFrom, contactAddress } = settings()
  return mailFrom !== '' || contactAddress !== '' || accountAddress() !== ''
}

/** Returns why an address gets no such mail, with such a link, any more. Null if it does. */
type Guard = (recipient: string, linkHash: string | null) => Promise<string | null>
const guards = new Map<MailKind, Guard>()

/** Calls `guard` before each attempt to send a mail of this kind, however it was queued. */
export function guardMails(kind: MailKind, guard: Guard): void {
  guards.set(kind, guard)
}

/** Returns null if the mail can be sent. */
export async function mailRefusal(
  { kind, linkHash }: Pick<MailContent, 'kind' | 'linkHash'>,
  recipient: string,
): Promise<string | null> {
  return kind === null ? null : ((await guards.get(kind)?.(recipient, linkHash)) ?? null)
}

export const deadLink = 'Not sent: its link has expired, or a newer one replaced it.'

type EndedMail = Pick<Selectable<OutboxTable>, 'id' | 'state' | 'sent_at' | 'error'>

/** Tables that keep a mail's outcome once the outbox has deleted it. */
const recordsOfMails = ['dmca_report_events', 'outreach_messages'] as const

async function keepOutcomes(mails: readonly EndedMail[], trx: Kysely<Database>): Promise<void> {
  for (const { id, state, sent_at: mail_ended_at, error: mail_error } of mails) {
    const mail_end = state === 'sent' || state === 'failed' ? state : 'deleted'
    for (const table of recordsOfMails) {
      await trx
        .updateTable(table)
        .set({ mail_end, mail_ended_at, mail_error })
        .where('mail_id', '=', id)
        .execute()
    }
  }
}

export const undoHoldMs = 15 * secondMs

/**
 * Deletes those of the mails that still wait in the outbox, in a transaction, and returns how many.
 * Leaves those being sent, sent or failed.
 */
export async function takeBackMails(
  ids: readonly number[],
  trx: Kysely<Database>,
): Promise<number> {
  if (ids.length === 0) return 0
  return (await deleteFromOutbox(ids, trx, ['waiting'])).length
}

export async function deleteFromOutbox(
  ids: readonly number[],
  trx: Kysely<Database>,
  states: readonly MailState[] = ['waiting', 'sent', 'failed'],
): Promise<EndedMail[]> {
  const mails = await trx
    .deleteFrom('outbox')
    .where('id', 'in', ids)
    .where('state', 'in', states)
    .returning(['id', 'state', 'sent_at', 'error'])
    .execute()
  await cancelJobs(
    trx,
    'mail',
    mails.map(({ id }) => String(id)),
  )
  await keepOutcomes(mails, trx)
  if (mails.length > 0) topicChanged('outbox')
  return mails
}

/**
 * Queues a mail and returns its id. A job sends it after `holdMs`, and retries while the mail
 * server is down. Throws a ZodError for an invalid recipient.
 */
export async function enqueueMail(
  mail: Mail,
  executor: Kysely<Database> = db,
  holdMs = 0,
): Promise<number> {
  const recipient = EmailAddress.parse(mail.to)
  const content: MailContent = {
    ...renderMail(mail.body),
    isPrivate: mail.isPrivate ?? false,
    kind: mail.kind ?? null,
    linkHash: mail.linkHash ?? null,
    headers: Object.fromEntries(
      Object.entries(mail.headers ?? {}).map(([name, value]) => [
        headerLine(name),
        headerLine(value),
      ]),
    ),
  }
  const subject = headerLine(mail.subject)
  const sealed = seal(sealOwner(recipient), JSON.stringify(content))
  return inTransaction(executor, (trx) =>
    insertMail(trx, { recipient, subject, content: sealed }, holdMs),
  )
}

export async function insertMail(
  trx: Kysely<Database>,
  mail: Pick<Selectable<OutboxTable>, 'recipient' | 'subject' | 'content'>,
  holdMs = 0,
): Promise<number> {
  const runAt = steadyNow() + holdMs
  const { id } = await trx
    .insertInto('outbox')
    .values({ ...mail, message_id: randomUUID(), created_at: Date.now(), next_try_at: runAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueueSending(trx, [id], runAt)
  return id
}

export async function enqueueSending(
  trx: Kysely<Database>,
  ids: readonly number[],
  runAt: number,
): Promise<void> {
  const jobs = ids.map((mail) => ({ payload: { mail }, key: String(mail), runAt }))
  await enqueue(trx, 'mail', jobs)
  topicChanged('outbox')
}

/**
 * Counts waiting mails, and all whose last attempt failed, including those given up, but not those
 * whose link was dead: the recipient has a newer one, or asked too long ago.
 */
export async function outboxCounts(): Promise<{ waiting: number; failed: number }> {
  const count = async (query: 'waiting' | 'failed') => {
    const mails = reads.selectFrom('outbox').select((eb) => eb.fn.countAll<number>().as('n'))
    const row = await (query === 'waiting'
      ? mails.where('state', 'in', ['waiting', 'sending'])
      : mails
          .where('error', 'is not', null)
          .where((eb) => eb.or([eb('fault', 'is', null), eb('fault', '!=', 'stale')]))
    ).executeTakeFirstOrThrow()
    return row.n
  }
  const [waiting, failed] = await Promise.all([count('waiting'), count('failed')])
  return { waiting, failed }
}

/** Opens a mail's content. Returns null if it was deleted, or was sealed with an unknown secret. */
export function openContent(row: {
  recipient: string
  content: string | null
}): MailContent | null {
  if (row.content === null) return null
  // Mails stored before content was sealed are plain JSON.
  const text = row.content.startsWith('{')
    ? row.content
    : unseal(sealOwner(row.recipient), row.content)
  return text === null ? null : (Content.safeParse(JSON.parse(text)).data ?? null)
}

export function sealOwner(recipient: string): string {
  return `mail to ${recipient}`
}
