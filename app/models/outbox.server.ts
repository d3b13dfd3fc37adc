import type { Kysely } from 'kysely'
import { z } from 'zod'
import { db } from '#db/client.ts'
import type { Database } from '#db/schema.ts'
import { settings } from './settings.server.ts'

/** A mail as it is written; `headers` are further header fields by their names. */
export type Mail = {
  to: string
  subject: string
  text: string
  html?: string | null
  headers?: Record<string, string>
}

const Recipient = z.email().max(254)

/** Whether mails can go out at all. Without it nothing is queued, and pages offer another way. */
export function mailIsSetUp(): boolean {
  return settings().smtpHost !== ''
}

/**
 * Queues a mail; the job that sends it tries again when the mail server is down.
 * Throws a ZodError on a recipient that is no e-mail address.
 */
export async function enqueueMail(mail: Mail, executor: Kysely<Database> = db): Promise<void> {
  const now = Date.now()
  const headers = Object.entries(mail.headers ?? {}).map(([name, value]) => [
    oneLine(name),
    oneLine(value),
  ])
  await executor
    .insertInto('outbox')
    .values({
      recipient: Recipient.parse(mail.to),
      subject: oneLine(mail.subject),
      text: mail.text,
      html: mail.html ?? null,
      headers: headers.length === 0 ? null : JSON.stringify(Object.fromEntries(headers)),
      created_at: now,
      next_try_at: now,
    })
    .execute()
}

/** A line break in a header field would begin another one. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
