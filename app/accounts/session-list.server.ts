import { topicChanged } from '#app/live/live-topics.server.ts'
import { sha256 } from '#app/secrets/sha256.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { db } from '#db/engine.ts'
import { reads } from '#db/reads.ts'
import { noteEnd } from './ended-session.server.ts'
import { isOver } from './session.server.ts'
import {
  endUnwritten,
  hasEnded,
  type SessionRow,
  unwrittenSessionsOf,
} from './unwritten-sessions.server.ts'

/** A session as its user or an operator sees it; times in unix ms. */
export type ListedSession = {
  /** See `sessionHandle`. */
  handle: string
  deviceLabel: string
  createdAt: number
  lastSeenAt: number
  expiresAt: number
  remember: boolean
}

/** Returns a user's valid sessions, last used first. */
export async function listSessions(userId: string): Promise<ListedSession[]> {
  const now = steadyNow()
  const rows = await reads
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('stage', '=', 'full')
    .orderBy('last_seen_at', 'desc')
    .limit(200)
    .execute()
  const unwritten = unwrittenSessionsOf(userId).filter((row) => row.stage === 'full')
  return [...unwritten, ...rows]
    .filter((row) => !isOver(row, now) && !hasEnded(row.id_hash))
    .map((row) => ({
      handle: sessionHandle(row.id_hash),
      deviceLabel: row.device_label,
      createdAt: row.created_at,
      lastSeenAt: row.last_seen_at,
      expiresAt: row.expires_at,
      remember: row.remember === 1,
    }))
}

/** Names a session on pages without revealing how it is found in the database. */
export function sessionHandle(idHash: string): string {
  return sha256(`handle ${idHash}`).slice(0, 22)
}

/** Ends a user's session by its handle. Returns false if they have no such session. */
export async function revokeSession(userId: string, handle: string): Promise<boolean> {
  const stored = await db
    .selectFrom('sessions')
    .select('id_hash')
    .where('user_id', '=', userId)
    .execute()
  const idHash = [...unwrittenSessionsOf(userId), ...stored]
    .map((row) => row.id_hash)
    .find((hash) => sessionHandle(hash) === handle)
  if (idHash === undefined) return false
  const own = (row: SessionRow) => row.user_id === userId && row.id_hash === idHash
  topicChanged('sessions')
  if (endUnwritten(own) === 1) return true
  noteEnd(idHash, 'elsewhere')
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id_hash', '=', idHash)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
