import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import {
  byHand,
  deadLink,
  enqueueMail,
  guardMails,
  type Mail,
  mailIsSetUp,
} from '#app/mail/outbox.server.ts'
import { sha256 } from '#app/secrets/sha256.ts'
import { settings } from '#app/settings/settings.server.ts'
import { transact } from '#db/engine.ts'
import { findTokenOf } from './one-time-token.server.ts'
import { type User, userObject } from './user.server.ts'

type Recipient = Pick<User, 'id' | 'name' | 'email'>

/** Queues an operator's mail to a user. The audit log gets its subject, never its text. */
export async function mailUser(
  user: Recipient,
  mail: { subject: string; text: string },
  actor: Actor,
): Promise<void> {
  await transact(async (trx) => {
    await enqueueMail(letterMail(user.email, mail), trx)
    await recordAudit(
      {
        actor,
        action: 'user.mailed',
        object: userObject(user),
        after: { subject: mail.subject },
      },
      trx,
    )
  })
}

export function letterMail(to: string, letter: { subject: string; text: string }): Mail {
  const { siteName, contactAddress } = settings()
  const reply = contactAddress === '' ? '' : ' Reply to this email to reach them.'
  return {
    to,
    subject: letter.subject,
    body: { parts: [letter.text], footer: `Sent by an operator of ${siteName}.${reply}` },
    headers: byHand,
  }
}

export function passwordLinkMail(
  { name, email }: Pick<Recipient, 'name' | 'email'>,
  link: string,
  kind: 'invite' | 'reset',
): Mail {
  const { siteName } = settings()
  const invited = kind === 'invite'
  return {
    to: email,
    subject: invited ? `Your account at ${siteName}` : `${siteName}: choose a new password`,
    body: {
      title: invited ? `You’re invited to ${siteName}` : 'Choose a new password',
      parts: [
        `Hello ${name},`,
        invited
          ? `An operator of ${siteName} invited you. Set your password within 7 days:`
          : `An operator of ${siteName} sent you a link to choose a new password:`,
        { button: invited ? 'Set your password' : 'Choose a new password', href: link },
        invited ? 'The link works once.' : 'The link works once, within an hour.',
      ],
    },
    ...withPasswordLink(link),
  }
}

/** For a mail with a one-time link: it's private, and sent only while the link works. */
export function withPasswordLink(link: string): Pick<Mail, 'isPrivate' | 'kind' | 'linkHash'> {
  const token = link.slice(link.lastIndexOf('/') + 1)
  return { isPrivate: true, kind: 'password-link', linkHash: sha256(token) }
}

/** Checks mails with password links before each attempt. Called at server start. */
export function startPasswordMails(): void {
  guardMails('password-link', async (_recipient, linkHash) =>
    linkHash !== null && (await findTokenOf(linkHash)) === null ? deadLink : null,
  )
}

/** Queues the mail with a password link. Returns false, queuing nothing, if mail isn't set up. */
export async function mailPasswordLink(
  user: Recipient,
  link: string,
  kind: 'invite' | 'reset',
): Promise<boolean> {
  if (!mailIsSetUp()) return false
  await enqueueMail(passwordLinkMail(user, link, kind))
  return true
}
