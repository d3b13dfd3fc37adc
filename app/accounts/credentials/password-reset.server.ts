import type { Kysely } from 'kysely'
import {
  findToken,
  issueToken,
  lastRequestedAt,
  useToken,
} from '#app/accounts/one-time-token.server.ts'
import { storePassword } from '#app/accounts/set-password.server.ts'
import {
  findUser,
  findUserByEmail,
  type User,
  type UserRef,
  userObject,
} from '#app/accounts/user.server.ts'
import { withPasswordLink } from '#app/accounts/user-mail.server.ts'
import { type Actor, listAudit, recordAudit, systemActor } from '#app/audit/audit.server.ts'
import { env } from '#app/env.server.ts'
import { enqueueMail, type Mail, mailIsSetUp } from '#app/mail/outbox.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { dayMs, minuteMs } from '#app/time/durations.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { db, transact } from '#db/engine.ts'
import type { Database, TokenOrigin } from '#db/schema.ts'
import { type PasswordFault, passwordFaults } from './password.server.ts'
import { hashPassword } from './password-hash.server.ts'

/** Limits an account's reset mails: the gap between two, and the number per day. */
const mailGapMs = 30 * minuteMs
const dailyMails = 5

/**
 * Mails a reset link to the active user with this address. Does nothing for anyone else, or once
 * the user's limit is reached.
 */
export async function mailResetLink(email: string, requestId: string): Promise<void> {
  const user = await findUserByEmail(email)
  if (user === null || user.status !== 'active' || !mailIsSetUp()) return
  await transact(async (trx) => {
    // This no-op update makes simultaneous requests wait for each other.
    await trx
      .updateTable('users')
      .set((eb) => ({ name: eb.ref('name') }))
      .where('id', '=', user.id)
      .execute()
    const last = await lastRequestedAt('reset', user.id, trx)
    if (last !== null && steadyNow() - last < mailGapMs) return
    const asked = {
      action: 'user.reset_link_made',
      actorId: null,
      objectId: user.id,
      from: Date.now() - dayMs,
    }
    const { lines } = await listAudit(asked, { executor: trx })
    const mailed = lines.filter(({ actorLabel }) => actorLabel === systemActor.label)
    if (mailed.length >= dailyMails) return
    const link = await makeLink(user, { ...systemActor, requestId }, 'visitor', trx)
    await enqueueMail(forgottenPasswordMail(user.email, link), trx)
  })
}

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
    ...withPasswordLink(link),
  }
}

/** Returns a link for choosing a new password. It works once, for an hour. */
export function resetLink(user: UserRef, actor: Actor): Promise<string> {
  return makeLink(user, actor, 'operator')
}

async function makeLink(
  user: UserRef,
  actor: Actor,
  origin: TokenOrigin,
  executor: Kysely<Database> = db,
): Promise<string> {
  const token = await issueToken('reset', user.id, { origin, executor })
  const object = userObject(user)
  await recordAudit({ actor, action: 'user.reset_link_made', object }, executor)
  return `${env.APP_URL}/admin/reset/${token}`
}

/** Returns the link's user and if it is for their first password, or null if it doesn't work. */
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

/** Sets the password chosen by the link's owner, uses up the link and ends their sessions. */
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
  const done = await transact(async (trx) => {
    if (!(await useToken(purpose, token, trx))) return false
    const actor = { id: user.id, label: user.email, requestId }
    return storePassword({ userId: user.id, passwordHash, actor }, trx)
  })
  return done ? { ok: true, user } : { ok: false, problem: 'link_used' }
}
