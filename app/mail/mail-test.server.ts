import { randomUUID } from 'node:crypto'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { env } from '#app/env.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { sendMail } from './mailer.server.ts'
import { mailServer } from './outbox.server.ts'

const longestMs = 25_000

/** What came of a test; `text` is the server's answer, or why nothing was sent. */
export type MailTest = { ok: boolean; to: string; text: string }

/**
 * Sends a mail past the outbox with the settings in force, so that an operator sees at once what
 * the mail server says; ends after 25 seconds. Null when there is no mail server.
 */
export async function sendTestMail(
  to: string,
  actor: Actor,
  signal: AbortSignal,
): Promise<MailTest | null> {
  const server = mailServer()
  if (server === null) return null
  const site = settings().siteName
  const result = await sendMail(
    server,
    {
      to,
      subject: `${site}: test mail`,
      text: `This mail was sent from the settings of ${site} (${env.APP_URL}).\nIt came, so mails can be sent.\n`,
      html: null,
      headers: {},
      messageId: randomUUID(),
    },
    AbortSignal.any([signal, AbortSignal.timeout(longestMs)]),
  )
  await recordAudit({
    actor,
    action: 'mail.tested',
    object: { type: 'settings', id: null },
    after: { to, server: `${server.host}:${server.port}` },
    outcome: result.ok ? 'success' : 'failure',
  })
  return { ok: result.ok, to, text: result.ok ? result.answer : result.fault.text }
}
