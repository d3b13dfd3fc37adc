import { createDecipheriv, hkdfSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Settings } from '#app/settings/settings-schema.ts'
import type { Sql } from '#tests/support/sql.ts'

export type QueuedMail = {
  recipient: string
  subject: string
  text: string
  html: string | null
  headers: Record<string, string>
}

/** Stored settings for a fake server without TLS, and without mails to operators. */
export function mailSettings({ port }: { port: number }): Partial<Settings> {
  return {
    smtpHost: '127.0.0.1',
    smtpPort: port,
    smtpEncryption: 'None',
    mailFrom: 'site@site.example',
    mailNotifications: false,
  }
}

/**
 * Returns the mails waiting in an app's outbox, oldest first, opened with the app's secret. That
 * isn't in the database, so the test needs the data folder, or SESSION_SECRET.
 */
export async function queuedMails(
  db: Sql,
  secret: { dataDir: string } | { secret: string },
): Promise<QueuedMail[]> {
  const master =
    'secret' in secret
      ? secret.secret
      : readFileSync(path.join(secret.dataDir, 'session-secret'), 'utf8').trim()
  const key = Buffer.from(hkdfSync('sha256', master, '', 'cleanclip secrets at rest', 32))
  const rows = await db.rows<{ recipient: string; subject: string; content: string }>(
    'select recipient, subject, content from outbox where content is not null order by id',
  )
  return rows.map(({ recipient, subject, content }) => {
    const bytes = Buffer.from(content.replace('v1.', ''), 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    decipher.setAAD(Buffer.from(`mail to ${recipient}`))
    decipher.setAuthTag(bytes.subarray(-16))
    const plain = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()])
    return { recipient, subject, ...JSON.parse(plain.toString('utf8')) }
  })
}
