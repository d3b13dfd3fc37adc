import type { Kysely } from 'kysely'
import { type Actor, type AuditEntry, recordAudit } from '#app/audit/audit.server.ts'
import type { AuditAction } from '#app/audit/audit-actions.ts'
import { changeSettings } from '#app/settings/settings.server.ts'
import { db, transact } from '#db/engine.ts'
import { inTransaction } from '#db/in-transaction.ts'
import type { Database, UserStatus } from '#db/schema.ts'
import { revokeTokens } from './one-time-token.server.ts'
import { tellOwner } from './security-mail.server.ts'
import { endSessionsOf } from './session.server.ts'
import {
  countUsableAdmins,
  searchColumns,
  type User,
  type UserFields,
  userColumns,
  userObject,
  userOf,
} from './user.server.ts'

/**
 * Why a change to a user was refused: it would leave no one who can run the site, or the operator
 * would lock themselves out.
 */
export type UserRefusal = 'not_found' | 'email_taken' | 'last_admin' | 'self'

export type UserChangeResult = { ok: true; user: User } | { ok: false; problem: UserRefusal }

/** Results for many users. Those who needed no change count as changed. */
export type BulkResult = { changed: string[]; refused: { id: string; problem: UserRefusal }[] }

export type UsersByStatus = Record<UserStatus, string[]>

/** `was` has the users whose status changed, by previous status. */
export type StatusResult = BulkResult & { was: UsersByStatus }

const bulkLimit = 500

/**
 * Where many users are changed: in their own transaction, or in that of `executor`. `isPart` is for
 * a part of a larger change, which has one audit entry as a whole.
 */
export type ChangeScope = { executor?: Kysely<Database>; isPart?: boolean }

/** Changes a user's fields. A new role ends their sessions, a new email voids links to the old. */
export async function updateUser(
  id: string,
  fields: Partial<UserFields>,
  actor: Actor,
): Promise<UserChangeResult> {
  let moved: { from: string; to: string } | null = null
  const result = await transact(async (trx): Promise<UserChangeResult> => {
    const user = await lockUser(id, trx)
    if (user === null) return { ok: false, problem: 'not_found' }
    const next = { name: user.name, email: user.email, role: user.role, ...fields }
    if (next.role !== user.role) {
      const problem = await refusal(user, actor, trx)
      if (problem !== null) return { ok: false, problem }
    }
    if (next.email !== user.email && (await emailTaken(next.email, id, trx))) {
      return { ok: false, problem: 'email_taken' }
    }
    const changed = (['name', 'email', 'role'] as const).filter((name) => next[name] !== user[name])
    if (changed.length === 0) return { ok: true, user }
    await trx
      .updateTable('users')
      .set({ name: next.name, email: next.email, role: next.role, ...searchColumns(next) })
      .where('id', '=', id)
      .execute()
    if (next.role !== user.role) await endSessionsOf([id], { executor: trx })
    if (next.email !== user.email) {
      await revokeTokens([id], trx)
      moved = { from: user.email, to: next.email }
      await tellOwner(user, { kind: 'email_changed', to: next.email }, trx)
    }
    const pick = (from: UserFields) => Object.fromEntries(changed.map((name) => [name, from[name]]))
    await recordAudit(
      {
        actor,
        action: 'user.changed',
        object: userObject(user),
        before: pick(user),
        after: pick(next),
      },
      trx,
    )
    return { ok: true, user: { ...user, ...next } }
  })
  if (moved !== null) await moveWeeklyReport(moved, actor)
  return result
}

/** Keeps sending the weekly report to an operator whose address has changed. */
async function moveWeeklyReport(
  { from, to }: { from: string; to: string },
  actor: Actor,
): Promise<void> {
  await changeSettings(
    ({ weeklyReport }) => ({ weeklyReport: weeklyReport.map((one) => (one === from ? to : one)) }),
    actor,
  )
}

const statusActions: Record<UserStatus, AuditAction> = {
  active: 'user.activated',
  inactive: 'user.deactivated',
  banned: 'user.banned',
}

/** Sets the status of up to `bulkLimit` users, and signs out those who can no longer sign in. */
export function setUserStatus(
  ids: string[],
  status: UserStatus,
  actor: Actor,
): Promise<StatusResult> {
  return setUserStatuses({ active: [], inactive: [], banned: [], [status]: ids }, actor)
}

/** The same with a status per user, all at once, to undo a change of several users. */
export async function setUserStatuses(
  next: UsersByStatus,
  actor: Actor,
  scope: ChangeScope = {},
): Promise<StatusResult> {
  const was: UsersByStatus = { active: [], inactive: [], banned: [] }
  const statuses = new Map(
    (['active', 'inactive', 'banned'] as const).flatMap((status) =>
      next[status].map((id) => [id, status] as const),
    ),
  )
  const result = await changeMany(Object.values(next).flat(), actor, scope, async (user, trx) => {
    const status = statuses.get(user.id) ?? user.status
    if (user.status === status) return null
    const problem = status === 'active' ? null : await refusal(user, actor, trx)
    if (problem !== null) return problem
    await trx.updateTable('users').set({ status }).where('id', '=', user.id).execute()
    if (status !== 'active') {
      await endSessionsOf([user.id], { executor: trx, reason: 'inactive' })
      await revokeTokens([user.id], trx)
    }
    was[user.status].push(user.id)
    return { action: statusActions[status], before: { status: user.status }, after: { status } }
  })
  return { ...result, was }
}

/** Deletes up to `bulkLimit` users with their sessions and links. The audit log stays. */
export function deleteUsers(
  ids: string[],
  actor: Actor,
  scope: ChangeScope = {},
): Promise<BulkResult> {
  return changeMany(ids, actor, scope, async (user, trx) => {
    const problem = await refusal(user, actor, trx)
    if (problem !== null) return problem
    await trx.deleteFrom('users').where('id', '=', user.id).execute()
    const { name, email, role, status } = user
    return { action: 'user.deleted', before: { name, email, role, status } }
  })
}

/** Ends all sessions of up to `bulkLimit` users, the operator's own included. */
export function signOutEverywhere(
  ids: string[],
  actor: Actor,
  scope: ChangeScope = {},
): Promise<BulkResult> {
  return changeMany(ids, actor, scope, async (user, trx) => {
    const sessions = await endSessionsOf([user.id], { executor: trx })
    return { action: 'user.signed_out', after: { sessions } }
  })
}

/** Applies `change`. It returns its audit entry, why it refused a user, or null for no change. */
async function changeMany(
  ids: string[],
  actor: Actor,
  { executor = db, isPart = false }: ChangeScope,
  change: (
    user: User,
    trx: Kysely<Database>,
  ) => Promise<UserRefusal | Pick<AuditEntry, 'action' | 'before' | 'after'> | null>,
): Promise<BulkResult> {
  if (ids.length > bulkLimit) throw new RangeError(`At most ${bulkLimit} users at once`)
  const result: BulkResult = { changed: [], refused: [] }
  await inTransaction(executor, async (trx) => {
    for (const id of new Set(ids)) {
      const user = await lockUser(id, trx)
      const outcome = user === null ? 'not_found' : await change(user, trx)
      if (typeof outcome === 'string') {
        result.refused.push({ id, problem: outcome })
        continue
      }
      result.changed.push(id)
      if (user === null || outcome === null || isPart) continue
      await recordAudit({ actor, object: userObject(user), ...outcome }, trx)
    }
  })
  return result
}

/**
 * Returns the user inside a transaction. The no-op update makes the transaction a writing one, so
 * that another process can't change what the rules read.
 */
async function lockUser(id: string, trx: Kysely<Database>): Promise<User | null> {
  const row = await trx
    .updateTable('users')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', id)
    .returning(userColumns)
    .executeTakeFirst()
  return row === undefined ? null : userOf(row)
}

/** Returns why the user can't lose their powers: they are the operator, or the last admin. */
async function refusal(
  user: User,
  actor: Actor,
  trx: Kysely<Database>,
): Promise<'self' | 'last_admin' | null> {
  if (user.id === actor.id) return 'self'
  const usable = user.role === 'admin' && user.status === 'active' && user.hasPassword
  return usable && (await countUsableAdmins(trx, user.id)) === 0 ? 'last_admin' : null
}

async function emailTaken(email: string, id: string, trx: Kysely<Database>): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('id', '!=', id)
    .executeTakeFirst()
  return row !== undefined
}
