import {
  findToken,
  issueToken,
  lastRequestedAt,
  useToken,
} from '#app/accounts/one-time-token.server.ts'
import { findUser, findUserByEmail, storePassword, type User } from '#app/accounts/user.server.ts'
import { type Actor, recordAudit, systemActor } from '#app/audit/audit.server.ts'
import { env } from '#app/env.server.ts'
import { enqueueMail, type Mail, mailIsSetUp } from '#app/mail/outbox.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { db } from '#db/client.ts'
import type { TokenOrigin } from '#db/schema.ts'
import { type PasswordFault, passwordFaults } from './password.server.ts'
import { hashPassword } from './password-hash.server.ts'

/** No one can have more than one reset mail sent to an address in this time. */
const mailGapMs = 5 * 60_000

/** Mails a reset link to an active user with this address; does nothing for any other. */
export async function mailResetLink(email: string, requestId: string): Promise<void> {
  const user = await findUserByEmail(email)
  if (user === null || user.status !== 'active' || !mailIsSetUp()) return
  const last = await lastRequestedAt('reset', user.id)
  if (last !== null && steadyNow() - last < mailGapMs) return
  const link = await makeLink(user.id, { ...systemActor, requestId }, 'visitor')
  await enqueueMail(forgottenPasswordMail(user.email, link))
}

/** The mail with the link that a user has asked for. */
export function forgottenPasswordMail(to: string, link: string): Mail {
  return {
    to,
    subject: `${settings().siteName}: choose a new password`,
    body: {
      title: 'Choose a new password',
      parts: [
        `Someone asked for a new password for ${to} at ${env.APP_URL}.`,
        { button: 'Choose a new password', href: link },
        'The link works once, within an hour.',
        'Didn’t request this? Ignore this email. Your password won’t change.',
      ],
    },
    isPrivate: true,
  }
}

/** A link by which a user chooses a new password; works for an hour, and once. */
export function resetLink(userId: string, actor: Actor): Promise<string> {
  return makeLink(userId, actor, 'operator')
}

async function makeLink(userId: string, actor: Actor, origin: TokenOrigin): Promise<string> {
  const token = await issueToken('reset', userId, { origin })
  await recordAudit({ actor, action: 'user.reset_link_made', object: { type: 'user', id: userId } })
  return `${env.APP_URL}/admin/reset/${token}`
}

/** Whose password a link is for, and whether it is their first; null when it does not work. */
export async function resetTarget(
  token: string,
): Promise<{ user: User; purpose: 'reset' | 'invite' } | null> {
  const found = await findToken(token)
  if (found === null || found.purpose === 'setup' || found.userId === null) return null
  const user = await findUser(found.userId)
  return user === null || user.status !== 'active' ? null : { user, purpose: found.purpose }
}

export type ResetResult =
  | { ok: true; user: User }
  | { ok: false; problem: 'link_used' }
  | { ok: false; problem: 'weak_password'; faults: PasswordFault[] }

/** Sets the password that the link's owner has chosen, uses the link up and ends their sessions. */
export async function resetPassword(
  token: string,
  password: string,
  requestId: string,
): Promise<ResetResult> {
  const target = await resetTarget(token)
  if (target === null) return { ok: false, problem: 'link_used' }
  const { user, purpose } = target
  const faults = passwordFaults(password, user)
  if (faults.length > 0) return { ok: false, problem: 'weak_password', faults }
  const passwordHash = await hashPassword(password)
  const done = await db.transaction().execute(async (trx) => {
    if (!(await useToken(purpose, token, trx))) return false
    const actor = { id: user.id, label: user.email, requestId }
    return storePassword({ userId: user.id, passwordHash, actor }, trx)
  })
  return done ? { ok: true, user } : { ok: false, problem: 'link_used' }
}
