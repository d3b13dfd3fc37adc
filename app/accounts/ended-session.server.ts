import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { minuteMs } from '#app/time/durations.ts'
import { db } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'

/** Reason a session ended without its user signing out. */
export type EndReason = 'idle' | 'expired' | 'password' | 'inactive' | 'elsewhere'

/**
 * End reasons, read only with the session's cookie. In memory alone: without a reason, the sign-in
 * page just asks to sign in.
 */
const mostKept = 10_000
const reasons = new LRUCache<string, EndReason>({ max: mostKept, ttl: 24 * 60 * minuteMs })

export function noteEnd(idHash: string, reason: EndReason): void {
  reasons.set(idHash, reason)
}

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

/** Returns why a cookie's session ended within the last day, or null if unknown. */
export function endReason(idHash: string): EndReason | null {
  return reasons.get(idHash) ?? null
}
