import type { Kysely } from 'kysely'
import { minuteMs } from '#app/time/durations.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { db } from '#db/client.ts'
import type { Database } from '#db/schema.ts'

/** Why a session ended without its user signing out. */
export type EndReason = 'idle' | 'expired' | 'password' | 'inactive' | 'elsewhere'

/**
 * Why sessions ended, for those who still hold their cookie: no one else can ask. In memory alone,
 * since it only explains; without it the sign-in page just asks to sign in.
 */
const reasons = new Map<string, { reason: EndReason; at: number }>()
const mostKept = 10_000
const keepMs = 24 * 60 * minuteMs

/** Notes why a session is about to end. */
export function noteEnd(idHash: string, reason: EndReason): void {
  reasons.delete(idHash)
  reasons.set(idHash, { reason, at: steadyNow() })
  for (const oldest of reasons.keys()) {
    if (reasons.size <= mostKept) break
    reasons.delete(oldest)
  }
}

/** The same for every session of some users. */
export async function noteEndOf(
  userIds: string[],
  reason: EndReason,
  executor: Kysely<Database> = db,
): Promise<void> {
  const rows = await executor
    .selectFrom('sessions')
    .select('id_hash')
    .where('user_id', 'in', userIds)
    .limit(mostKept)
    .execute()
  for (const { id_hash } of rows) noteEnd(id_hash, reason)
}

/** Why the session of a cookie ended within the last day; null when that is not known. */
export function endReason(idHash: string): EndReason | null {
  const found = reasons.get(idHash)
  return found === undefined || steadyNow() - found.at > keepMs ? null : found.reason
}
