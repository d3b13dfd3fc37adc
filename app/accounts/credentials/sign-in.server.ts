import { sql } from 'kysely'
import { UserEmail } from '#app/accounts/user.server.ts'
import { type AuditEntry, recordAudit, systemActor } from '#app/audit/audit.server.ts'
import { log } from '#app/observe/log.server.ts'
import { db } from '#db/engine.ts'
import type { UserRole, UserStatus } from '#db/schema.ts'
import { isOutOfRoom } from '#db/unavailable.ts'
import { knownDevice } from './device-token.server.ts'
import { checkPassword } from './password-hash.server.ts'
import {
  accountSubject,
  deviceSubject,
  giveBackAttempt,
  networkSubjects,
  passwordAgainSubject,
  secondStepSubject,
  takeAttempt,
} from './sign-in-limit.server.ts'
import { takeSecondStep } from './totp.server.ts'

/** Who asks: for the limits, and for the audit log. */
export type Visitor = {
  clientAddress: string
  requestId: string
  /** What the device's cookie holds, unchecked; null without one. */
  deviceToken: string | null
}

/** Whose password was right. */
export type Account = { id: string; email: string; twoFactor: boolean }

/** Why no one was let in; the last two only once the password was right. */
export type SignInRefusal =
  | { kind: 'wrong_credentials' }
  | { kind: 'blocked'; retryAfterSeconds: number }
  | { kind: 'inactive' }
  | { kind: 'banned' }

export type SignInResult = { ok: true; account: Account } | { ok: false; refusal: SignInRefusal }

/**
 * Checks an e-mail and a password. An unknown address takes the same time, counts the same and gets
 * the same answer as a wrong password. A device on which the account has signed in before has a
 * limit and a queue of its own, so that strangers who guess do not keep its owner out.
 */
export async function checkCredentials(
  email: string,
  password: string,
  visitor: Visitor,
): Promise<SignInResult> {
  const typed = email.trim().slice(0, 254).toWellFormed()
  const address = UserEmail.safeParse(typed).data ?? typed.toLowerCase()
  const user = await db
    .selectFrom('users')
    .select(['id', 'email', 'password_hash', 'status', 'totp_enabled_at'])
    .where('email', '=', address)
    .executeTakeFirst()
  const device = user === undefined ? null : knownDevice(user.id, visitor.deviceToken)
  const subjects =
    user === undefined || device === null
      ? [accountSubject(address), ...networkSubjects(visitor.clientAddress)]
      : [deviceSubject(user.id, device)]
  const attempt = await takeAttempt(subjects)
  if (!attempt.ok) {
    return {
      ok: false,
      refusal: { kind: 'blocked', retryAfterSeconds: attempt.retryAfterSeconds },
    }
  }
  const lane = device === null ? 'anyone' : 'known'
  const right = await checkPassword(password, user?.password_hash ?? null, lane)
  if (user === undefined || !right) {
    await recordRefusal(user?.id ?? null, user?.email ?? 'unknown account', visitor, {
      reason: 'wrong_credentials',
      blocked: attempt.justBlocked,
    })
    return { ok: false, refusal: { kind: 'wrong_credentials' } }
  }
  await giveBackAttempt(subjects)
  const refusal = statusRefusal(user.status)
  if (refusal !== null) {
    await recordRefusal(user.id, user.email, visitor, { reason: refusal.kind }, 'denied')
    return { ok: false, refusal }
  }
  return {
    ok: true,
    account: { id: user.id, email: user.email, twoFactor: user.totp_enabled_at !== null },
  }
}

/** The role of a user at this moment. Throws when it cannot be read, or there is no such user. */
export async function readRole(userId: string): Promise<UserRole> {
  const { role } = await db
    .selectFrom('users')
    .select('role')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return role
}

export type SecondStepResult =
  | { ok: true; by: 'app' | 'recovery' }
  | { ok: false; refusal: { kind: 'wrong_code' } | { kind: 'blocked'; retryAfterSeconds: number } }

/** Checks the code of the second step, under limits of its own. */
export async function checkSecondStep(
  account: { id: string; email: string },
  code: string,
  visitor: Visitor,
): Promise<SecondStepResult> {
  const known = knownDevice(account.id, visitor.deviceToken) !== null
  const networks = known ? [] : networkSubjects(visitor.clientAddress)
  const subjects = [secondStepSubject(account.id), ...networks]
  const attempt = await takeAttempt(subjects)
  if (!attempt.ok) {
    const { retryAfterSeconds } = attempt
    return { ok: false, refusal: { kind: 'blocked', retryAfterSeconds } }
  }
  const by = await takeSecondStep(account.id, code)
  if (by === null) {
    await recordRefusal(account.id, account.email, visitor, {
      reason: 'wrong_code',
      blocked: attempt.justBlocked,
    })
    return { ok: false, refusal: { kind: 'wrong_code' } }
  }
  await giveBackAttempt(subjects)
  return { ok: true, by }
}

export type PasswordAgainResult =
  | { ok: true }
  | {
      ok: false
      refusal: { kind: 'wrong_password' } | { kind: 'blocked'; retryAfterSeconds: number }
    }

/**
 * Checks the password of someone signed in again, before something that must not happen from a
 * screen left open. Limited like a sign-in.
 */
export async function checkPasswordAgain(
  user: { id: string; email: string },
  password: string,
  visitor: Visitor,
): Promise<PasswordAgainResult> {
  const subjects = [passwordAgainSubject(user.id)]
  const attempt = await takeAttempt(subjects)
  if (!attempt.ok) {
    const { retryAfterSeconds } = attempt
    return { ok: false, refusal: { kind: 'blocked', retryAfterSeconds } }
  }
  const row = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', user.id)
    .executeTakeFirst()
  if (!(await checkPassword(password, row?.password_hash ?? null, 'known'))) {
    await recordRefusal(user.id, user.email, visitor, {
      reason: 'wrong_password_again',
      blocked: attempt.justBlocked,
    })
    return { ok: false, refusal: { kind: 'wrong_password' } }
  }
  await giveBackAttempt(subjects)
  return { ok: true }
}

/** Writes down that someone is signed in now; while the disk is full, in the server's log alone. */
export async function recordSignIn(
  user: { id: string; email: string },
  visitor: Visitor,
  facts: { secondStep: 'app' | 'recovery' | 'passkey' | null; remember: boolean },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ last_active_at: Date.now() })
    .where('id', '=', user.id)
    .execute()
    .catch(unlessOutOfRoom)
  await recordIfRoom({
    actor: { id: user.id, label: user.email, requestId: visitor.requestId },
    action: 'sign_in.done',
    object: { type: 'user', id: user.id },
    after: facts,
  })
}

/** Writes down that someone who may not was kept out of the back office. */
export async function recordDenial(
  user: { id: string; email: string },
  visitor: Visitor,
  reason: 'not_admin',
): Promise<void> {
  await recordRefusal(user.id, user.email, visitor, { reason }, 'denied')
}

/** Writes down that someone has signed out. */
export async function recordSignOut(
  user: { id: string; email: string },
  visitor: Visitor,
): Promise<void> {
  await recordIfRoom({
    actor: { id: user.id, label: user.email, requestId: visitor.requestId },
    action: 'sign_in.ended',
    object: { type: 'user', id: user.id },
  })
}

/** A test read of the users table: whether anyone could sign in. */
export async function databaseAnswers(): Promise<boolean> {
  try {
    await sql`select count(*) from (select 1 from users limit 1) as one`.execute(db)
    return true
  } catch {
    return false
  }
}

/** Why an account isn't let in although its owner has proved to be who they are; null if it is. */
export function statusRefusal(status: UserStatus): SignInRefusal | null {
  switch (status) {
    case 'active':
      return null
    case 'inactive':
      return { kind: 'inactive' }
    case 'banned':
      return { kind: 'banned' }
  }
}

/** Writes down that a sign-in was refused. */
export async function recordRefusal(
  userId: string | null,
  label: string,
  visitor: Visitor,
  after: { reason: string; blocked?: boolean },
  outcome: 'failure' | 'denied' = 'failure',
): Promise<void> {
  await recordIfRoom({
    actor: { ...systemActor, id: userId, label, requestId: visitor.requestId },
    action: 'sign_in.refused',
    object: { type: 'user', id: userId },
    after,
    outcome,
  })
}

/**
 * Operators must get in to make room on a full disk, and out again, so what the audit log cannot
 * take then goes to the server's log.
 */
async function recordIfRoom(entry: AuditEntry): Promise<void> {
  await recordAudit(entry).catch((error: unknown) => {
    unlessOutOfRoom(error)
    const { action, actor, outcome = 'success', after } = entry
    log.warn(
      { action, user: actor.id, request: actor.requestId, outcome, after },
      'not in the audit log: the disk is full',
    )
  })
}

function unlessOutOfRoom(error: unknown): void {
  if (!isOutOfRoom(error)) throw error
}
