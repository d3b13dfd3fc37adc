import type { Kysely } from 'kysely'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { transact } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'
import { removePasskeys } from './credentials/passkey.server.ts'
import { type PasswordFault, passwordFaults } from './credentials/password.server.ts'
import { hashPassword } from './credentials/password-hash.server.ts'
import { revokeTokens } from './one-time-token.server.ts'
import { tellOwner } from './security-mail.server.ts'
import { endSessionsOf } from './session.server.ts'
import { findUser, userObject } from './user.server.ts'

export type SetPasswordResult =
  | { ok: true }
  | { ok: false; problem: 'not_found' }
  | { ok: false; problem: 'weak_password'; faults: PasswordFault[] }

/**
 * Sets a user's password and ends their sessions, except `keepSession`. Also removes their passkeys
 * unless `keepPasskeys`, for owners who have just given the old password.
 */
export async function setPassword(
  userId: string,
  password: string,
  actor: Actor,
  { keepSession, keepPasskeys = false }: { keepSession?: string; keepPasskeys?: boolean } = {},
): Promise<SetPasswordResult> {
  const user = await findUser(userId)
  if (user === null) return { ok: false, problem: 'not_found' }
  const faults = passwordFaults(password, user)
  if (faults.length > 0) return { ok: false, problem: 'weak_password', faults }
  const passwordHash = await hashPassword(password)
  const changed = await transact((trx) =>
    storePassword({ userId, passwordHash, actor, keepSession, keepPasskeys }, trx),
  )
  return changed ? { ok: true } : { ok: false, problem: 'not_found' }
}

/** Stores a new hash. Ends sessions begun with the old password or a passkey that isn't kept. */
export async function storePassword(
  change: {
    userId: string
    passwordHash: string
    actor: Actor
    keepSession?: string | undefined
    keepPasskeys?: boolean
  },
  executor: Kysely<Database>,
): Promise<boolean> {
  const { userId, passwordHash, actor, keepSession, keepPasskeys = false } = change
  const before = await executor
    .selectFrom('users')
    .select(['id', 'name', 'email', 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirst()
  const { numUpdatedRows } = await executor
    .updateTable('users')
    .set({ password_hash: passwordHash, password_changed_at: Date.now() })
    .where('id', '=', userId)
    .executeTakeFirst()
  if (before === undefined || numUpdatedRows !== 1n) return false
  await revokeTokens([userId], executor)
  if (!keepPasskeys) await removePasskeys(before, actor, executor)
  await endSessionsOf([userId], {
    ...(keepSession !== undefined && { except: keepSession }),
    executor,
    reason: 'password',
  })
  const object = userObject(before)
  await recordAudit({ actor, action: 'user.password_changed', object }, executor)
  // A first password is not a change.
  if (before.password_hash !== null) {
    await tellOwner(before, { kind: 'password_changed' }, executor)
  }
  return true
}
