import { sql } from 'kysely'
import { UserEmail, userObject } from '#app/accounts/user.server.ts'
import { type AuditEntry, recordAudit, systemActor } from '#app/audit/audit.server.ts'
import { log } from '#app/observe/log.server.ts'
import { db } from '#db/engine.ts'
import type { UserRole, UserStatus } from '#db/schema.ts'
import { writeIfRoom } from '#db/unavailable.ts'
import { knownDevice } from './device-token.server.ts'
import { takePasskey } from './passkey.server.ts'
import { checkPassword } from './password-hash.server.ts'
import {
  accountSubject,
  deviceSecondStepSubject,
  deviceSubject,
  giveBackAttempt,
  networkSubjects,
  passwordAgainSubject,
  secondStepSubject,
  takeAttempt,
} from './sign-in-limit.server.ts'
import { takeSecondStep } from './totp.server.ts'

export type Visitor = {
  clientAddress: string
  requestId: string
  /** The device cookie's value, unchecked. Null without one. */
  deviceToken: string | null
}

/** An account whose password was right. */
export type Account = { id: string; email: string; twoFactor: boolean }

/** The account's status is only revealed once the password was right. */
export type SignInRefusal =
  | { kind: 'wrong_credentials' }
  | { kind: 'blocked'; retryAfterSeconds: number }
  | { kind: 'inactive' | 'banned' }

export type SignInResult = { ok: true; account: Account } | { ok: false; refusal: SignInRefusal }

/**
 * Checks an email and a password. An unknown address takes the same time, counts the same and gets
 * the same answer as a wrong password. A device on which the account has signed in before has its
 * own limit and queue, so that strangers who guess don't keep its owner out.
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
  if (!attempt.ok) return attempt
  const lane = device === null ? 'anyone' : 'known'
  const right = await checkPassword(password, user?.password_hash ?? null, lane)
  if (user === undefined || !right) {
    await recordRefusal(user ?? { id: null, email: 'unknown account' }, visitor, {
      reason: 'wrong_credentials',
      blocked: attempt.justBlocked,
    })
    return { ok: false, refusal: { kind: 'wrong_credentials' } }
  }
  await giveBackAttempt(subjects)
  const refusal = statusRefusal(user.status)
  if (refusal !== null) {
    await recordRefusal(user, visitor, { reason: refusal.kind }, 'denied')
    return { ok: false, refusal }
  }
  return {
    ok: true,
    account: { id: user.id, email: user.email, twoFactor: user.totp_enabled_at !== null },
  }
}

/** Returns a user's current role. Throws if it can't be read or the user doesn't exist. */
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

/**
 * Checks the second step's code, under its own limits. As with passwords, a known device has a
 * separate one, so that wrong codes by someone with the password don't keep the owner out.
 */
export async function checkSecondStep(
  account: { id: string; email: string },
  code: string,
  visitor: Visitor,
): Promise<SecondStepResult> {
  const device = knownDevice(account.id, visitor.deviceToken)
  const subjects =
    device === null
      ? [secondStepSubject(account.id), ...networkSubjects(visitor.clientAddress)]
      : [deviceSecondStepSubject(account.id, device)]
  const attempt = await takeAttempt(subjects)
  if (!attempt.ok) return attempt
  const by = await takeSecondStep(account.id, code)
  if (by === null) {
    await recordRefusal(account, visitor, {
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
 * Checks a signed-in user's password again, before something that must not happen from a screen
 * left open. Limited like a sign-in.
 */
export async function checkPasswordAgain(
  user: { id: string; email: string },
  password: string,
  visitor: Visitor,
): Promise<PasswordAgainResult> {
  const subjects = [passwordAgainSubject(user.id)]
  const attempt = await takeAttempt(subjects)
  if (!attempt.ok) return attempt
  const row = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', user.id)
    .executeTakeFirst()
  if (!(await checkPassword(password, row?.password_hash ?? null, 'known'))) {
    await recordRefusal(user, visitor, {
      reason: 'wrong_password_again',
      blocked: attempt.justBlocked,
    })
    return { ok: false, refusal: { kind: 'wrong_password' } }
  }
  await giveBackAttempt(subjects)
  return { ok: true }
}

type PasskeyResult =
  | { ok: true; account: { id: string; email: string } }
  | { ok: false; refusal: SignInRefusal | { kind: 'wrong_passkey' } }

/**
 * Checks a passkey sign-in in the browser that began it. It takes no second step, since the device
 * has checked its owner by fingerprint, face or PIN. Limited by network, as no account is named.
 */
export async function checkPasskey(
  { answer, browser }: { answer: string; browser: string },
  visitor: Visitor,
): Promise<PasskeyResult> {
  const subjects = networkSubjects(visitor.clientAddress)
  const attempt = await takeAttempt(subjects)
  if (!attempt.ok) return attempt
  const userId = await takePasskey(answer, browser)
  const user =
    userId === null
      ? undefined
      : await db
          .selectFrom('users')
          .select(['id', 'email', 'status'])
          .where('id', '=', userId)
          .executeTakeFirst()
  if (user === undefined) {
    const after = { reason: 'wrong_passkey', blocked: attempt.justBlocked }
    await recordRefusal({ id: null, email: 'unknown passkey' }, visitor, after)
    return { ok: false, refusal: { kind: 'wrong_passkey' } }
  }
  await giveBackAttempt(subjects)
  const refusal = statusRefusal(user.status)
  if (refusal === null) return { ok: true, account: { id: user.id, email: user.email } }
  await recordRefusal(user, visitor, { reason: refusal.kind }, 'denied')
  return { ok: false, refusal }
}

/** Records a sign-in; while the disk is full, only in the server's log. */
export async function recordSignIn(
  user: { id: string; email: string },
  visitor: Visitor,
  facts: { secondStep: 'app' | 'recovery' | 'passkey' | null; remember: boolean },
): Promise<void> {
  const active = db
    .updateTable('users')
    .set({ last_active_at: Date.now() })
    .where('id', '=', user.id)
  await writeIfRoom(
    () => active.execute(),
    () => [],
  )
  await recordIfRoom({
    actor: { id: user.id, label: user.email, requestId: visitor.requestId },
    action: 'sign_in.done',
    object: userObject(user),
    after: facts,
  })
}

/** Records that someone without access was kept out of the back office. */
export async function recordDenial(
  user: { id: string; email: string },
  visitor: Visitor,
): Promise<void> {
  await recordRefusal(user, visitor, { reason: 'not_admin' }, 'denied')
}

export async function recordSignOut(
  user: { id: string; email: string },
  visitor: Visitor,
): Promise<void> {
  await recordIfRoom({
    actor: { id: user.id, label: user.email, requestId: visitor.requestId },
    action: 'sign_in.ended',
    object: userObject(user),
  })
}

/** Reads from the users table, to see if anyone could sign in. */
export async function databaseAnswers(): Promise<boolean> {
  try {
    await sql`select count(*) from (select 1 from users limit 1) as one`.execute(db)
    return true
  } catch {
    return false
  }
}

function statusRefusal(status: UserStatus): SignInRefusal | null {
  return status === 'active' ? null : { kind: status }
}

async function recordRefusal(
  { id, email }: { id: string | null; email: string },
  visitor: Visitor,
  after: { reason: string; blocked?: boolean },
  outcome: 'failure' | 'denied' = 'failure',
): Promise<void> {
  await recordIfRoom({
    actor: { ...systemActor, id, label: email, requestId: visitor.requestId },
    action: 'sign_in.refused',
    object: { type: 'user', id },
    after,
    outcome,
  })
}

/**
 * Operators must be able to sign in on a full disk to make room, and out again. Entries that the
 * audit log can't take go to the server's log.
 */
async function recordIfRoom(entry: AuditEntry): Promise<void> {
  await writeIfRoom(
    () => recordAudit(entry),
    () => {
      const { action, actor, outcome = 'success', after } = entry
      log.warn(
        { action, user: actor.id, request: actor.requestId, outcome, after },
        'not in the audit log: the disk is full',
      )
    },
  )
}
