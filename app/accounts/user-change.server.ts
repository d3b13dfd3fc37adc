import type { Kysely } from 'kysely'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import type { AuditAction } from '#app/audit/audit-actions.ts'
import { changeSettings, settings } from '#app/settings/settings.server.ts'
import { db } from '#db/client.ts'
import { inTransaction } from '#db/in-transaction.ts'
import type { Database, UserStatus } from '#db/schema.ts'
import { revokeTokens } from './one-time-token.server.ts'
import { endSessionsOf } from './session.server.ts'
import {
  countUsableAdmins,
  searchColumns,
  type User,
  type UserFields,
  userColumns,
  userOf,
} from './user.server.ts'

/**
 * Why a change to a user was refused: it would leave no one who can run the site, or the operator
 * would lock themselves out.
 */
export type UserRefusal = 'not_found' | 'email_taken' | 'last_admin' | 'self'

export type UserChangeResult = { ok: true; user: User } | { ok: false; problem: UserRefusal }

/** What became of each of many users; those that were so already count as changed. */
export type BulkResult = { changed: string[]; refused: { id: string; problem: UserRefusal }[] }

/** Users' ids by a status. */
export type UsersByStatus = Record<UserStatus, string[]>

/** `was` has the users whose status has changed, by the status that they had. */
export type StatusResult = BulkResult & { was: UsersByStatus }

/** How many users one change may name. */
const bulkLimit = 500

/**
 * Where many users are changed: in a transaction of its own, or in that of `executor`. `isPart` is
 * for a part of a larger change that has one audit entry as a whole.
 */
export type ChangeScope = { executor?: Kysely<Database>; isPart?: boolean }

/** Changes a user's fields. A new role ends the user's sessions; a new e-mail, links sent to the old. */
export async function updateUser(
  id: string,
  fields: Partial<UserFields>,
  actor: Actor,
): Promise<UserChangeResult> {
  let moved: { from: string; to: string } | null = null
  const result = await db.transaction().execute(async (trx): Promise<UserChangeResult> => {
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
    }
    const pick = (from: UserFields) => Object.fromEntries(changed.map((name) => [name, from[name]]))
    await recordAudit(
      {
        actor,
        action: 'user.changed',
        object: { type: 'user', id },
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

/** Goes on sending the weekly report to an operator whose address has changed. */
async function moveWeeklyReport(
  { from, to }: { from: string; to: string },
  actor: Actor,
): Promise<void> {
  const { weeklyReport } = settings()
  if (!weeklyReport.includes(from)) return
  await changeSettings(
    { weeklyReport: weeklyReport.map((one) => (one === from ? to : one)) },
    actor,
  )
}

const statusActions: Record<UserStatus, AuditAction> = {
  active: 'user.activated',
  inactive: 'user.deactivated',
  banned: 'user.banned',
}

/** Sets the status of up to `bulkLimit` users. Those who can't sign in any more are signed out. */
export function setUserStatus(
  ids: string[],
  status: UserStatus,
  actor: Actor,
): Promise<StatusResult> {
  return setUserStatuses({ active: [], inactive: [], banned: [], [status]: ids }, actor)
}

/** The same with a status for each user, all at once: what takes a change of several users back. */
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
  const result = await changeMany(Object.values(next).flat(), scope, async (user, trx) => {
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
    if (scope.isPart === true) return null
    await recordAudit(
      {
        actor,
        action: statusActions[status],
        object: { type: 'user', id: user.id },
        before: { status: user.status },
        after: { status },
      },
      trx,
    )
    return null
  })
  return { ...result, was }
}

/** Deletes up to `bulkLimit` users with their sessions and links. The audit log stays. */
export function deleteUsers(
  ids: string[],
  actor: Actor,
  scope: ChangeScope = {},
): Promise<BulkResult> {
  return changeMany(ids, scope, async (user, trx) => {
    const problem = await refusal(user, actor, trx)
    if (problem !== null) return problem
    await trx.deleteFrom('users').where('id', '=', user.id).execute()
    if (scope.isPart === true) return null
    await recordAudit(
      {
        actor,
        action: 'user.deleted',
        object: { type: 'user', id: user.id },
        before: { name: user.name, email: user.email, role: user.role, status: user.status },
      },
      trx,
    )
    return null
  })
}

/** Ends all sessions of up to `bulkLimit` users, the operator's own too if they are among them. */
export function signOutEverywhere(
  ids: string[],
  actor: Actor,
  scope: ChangeScope = {},
): Promise<BulkResult> {
  return changeMany(ids, scope, async (user, trx) => {
    const sessions = await endSessionsOf([user.id], { executor: trx })
    if (scope.isPart === true) return null
    await recordAudit(
      {
        actor,
        action: 'user.signed_out',
        object: { type: 'user', id: user.id },
        after: { sessions },
      },
      trx,
    )
    return null
  })
}

async function changeMany(
  ids: string[],
  { executor = db }: ChangeScope,
  change: (user: User, trx: Kysely<Database>) => Promise<UserRefusal | null>,
): Promise<BulkResult> {
  if (ids.length > bulkLimit) throw new RangeError(`At most ${bulkLimit} users at once`)
  const result: BulkResult = { changed: [], refused: [] }
  await inTransaction(executor, async (trx) => {
    for (const id of new Set(ids)) {
      const user = await lockUser(id, trx)
      const problem = user === null ? 'not_found' : await change(user, trx)
      if (problem === null) result.changed.push(id)
      else result.refused.push({ id, problem })
    }
  })
  return result
}

/**
 * The user as they are inside a transaction. The write that changes nothing makes the transaction a
 * writing one, so that what the rules read cannot change under them by another process.
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

/** Whether taking the user's powers away would hurt: no one does it to themselves by mistake. */
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
