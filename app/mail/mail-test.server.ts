import { randomUUID } from 'node:crypto'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { env } from '#app/env.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { renderMail } from './mail-template.server.ts'
import { sendMail } from './mailer.server.ts'
import { type Mail, mailServer } from './outbox.server.ts'

const longestMs = 25_000

/** A test's result; `text` is the server's answer, or the problem. */
export type MailTest = { sent: 'yes' | 'no' | 'unknown'; to: string; text: string }

export function testMail(to: string): Mail {
  const { siteName } = settings()
  return {
    to,
    subject: `${siteName}: test email`,
    body: {
      title: 'Email works',
      parts: [
        `This test was sent from the settings of ${siteName}. It arrived, so the site can send email.`,
        { button: 'Email settings', href: `${env.APP_URL}/admin/settings/email` },
      ],
    },
  }
}

/**
 * Sends a test mail past the outbox, so that an operator sees the mail server's answer right away.
 * Times out after 25 seconds. Returns null if no mail server is set up.
 */
export async function sendTestMail(
  to: string,
  actor: Actor,
  signal: AbortSignal,
): Promise<MailTest | null> {
  const server = mailServer()
  if (server === null) return null
  const { subject, body } = testMail(to)
  const result = await sendMail(
    server,
    { to, subject, ...renderMail(body), headers: {}, messageId: randomUUID() },
    AbortSignal.any([signal, AbortSignal.timeout(longestMs)]),
  )
  await recordAudit({
    actor,
    action: 'mail.tested',
    object: { type: 'settings', id: null },
    after: { to, server: `${server.host}:${server.port}` },
    outcome: result.ok ? 'success' : 'failure',
  })
  if (result.ok) return { sent: 'yes', to, text: result.answer }
  const { scope, text } = result.fault
  return { sent: scope === 'unknown' ? 'unknown' : 'no', to, text }
}
