import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { env } from '#app/env.server.ts'
import { enqueueMail, mailIsSetUp } from '#app/mail/outbox.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { db } from '#db/client.ts'
import type { User } from './user.server.ts'

type Recipient = Pick<User, 'id' | 'name' | 'email'>

/** Queues an operator's mail to a user. The audit log gets its subject, never its text. */
export async function mailUser(
  user: Recipient,
  mail: { subject: string; text: string },
  actor: Actor,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await enqueueMail({ to: user.email, ...mail }, trx)
    await recordAudit(
      {
        actor,
        action: 'user.mailed',
        object: { type: 'user', id: user.id },
        after: { subject: mail.subject },
      },
      trx,
    )
  })
}

/**
 * Queues the mail with a link by which a user chooses a password: the first, or a new one.
 * False, and nothing queued, when mail is not set up.
 */
export async function mailPasswordLink(
  user: Recipient,
  link: string,
  kind: 'invite' | 'reset',
): Promise<boolean> {
  if (!mailIsSetUp()) return false
  const site = settings().siteName
  const invited = kind === 'invite'
  await enqueueMail({
    to: user.email,
    subject: invited ? `Your account at ${site}` : `${site}: choose a new password`,
    text: [
      `Hello ${user.name},`,
      '',
      invited
        ? `there is an account for you at ${env.APP_URL}. Choose your password here within seven days; the link works once:`
        : `an operator of ${env.APP_URL} sends you a link to choose a new password. It works once, within an hour:`,
      link,
      '',
    ].join('\n'),
  })
  return true
}
