import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { unlock } from './credentials/sign-in-limit.server.ts'
import { revokeSession } from './session-list.server.ts'
import type { User } from './user.server.ts'

/** Lets a user sign in again at once after too many wrong passwords. */
export async function unlockUser(user: User, actor: Actor): Promise<void> {
  await unlock(user)
  await recordAudit({ actor, action: 'user.unlocked', object: { type: 'user', id: user.id } })
}

/** Ends one session of a user, by its handle; false when it was over already. */
export async function endUserSession(
  userId: string,
  handle: string,
  actor: Actor,
): Promise<boolean> {
  if (!(await revokeSession(userId, handle))) return false
  await recordAudit({
    actor,
    action: 'user.session_ended',
    object: { type: 'user', id: userId },
    after: { sessions: 1 },
  })
  return true
}
