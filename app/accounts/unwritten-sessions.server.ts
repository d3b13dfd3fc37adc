import type { Insertable } from 'kysely'
import { LRUCache } from 'lru-cache'
import { log } from '#app/observe/log.server.ts'
import { db, onDatabaseReplaced } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'
import { writeIfRoom, writeOr } from '#db/unavailable.ts'

/**
 * Session changes that a full disk couldn't store, so that operators can sign in to make room and
 * sign out again: sessions that live in this process until they can be stored, and sessions that
 * have ended although their rows are still there. Both are lost with the process.
 */

export type SessionRow = Insertable<Database['sessions']>

/** The oldest gives way: only operators get this far, and a disk isn't full for long. */
const sessions = new LRUCache<string, SessionRow & { triedAt: number }>({ max: 100 })
const ended = new Set<string>()
const tryAgainMs = 5_000

// A restored database signs everyone out.
onDatabaseReplaced(() => sessions.clear())

/** Stores a new session, or keeps it in memory while the disk is full. */
export async function storeSession(row: SessionRow, now: number): Promise<void> {
  await writeIfRoom(
    () => insert(row),
    () => {
      log.warn('the disk is full: a session is kept in memory')
      sessions.set(row.id_hash, { ...row, triedAt: now })
    },
  )
}

async function insert(row: SessionRow): Promise<void> {
  await db.insertInto('sessions').values(row).execute()
}

/** Returns a session in memory. Returns null once it has moved to the database. */
export async function unwrittenSession(idHash: string, now: number): Promise<SessionRow | null> {
  const kept = sessions.peek(idHash)
  if (kept === undefined) return null
  const { triedAt, ...row } = kept
  if (now - triedAt < tryAgainMs) return row
  kept.triedAt = now
  const store = async () => {
    await insert(row)
    // Ended meanwhile: it must not live on in the database.
    if (!sessions.delete(idHash)) await deleteSession(idHash)
    return null
  }
  return writeOr<SessionRow | null>(store, () => row)
}

export function unwrittenSessionsOf(userId: string): SessionRow[] {
  return [...sessions.values()].filter((row) => row.user_id === userId)
}

/** Notes that a session was used. Returns false if it isn't in memory. */
export function touchUnwritten(idHash: string, now: number): boolean {
  const row = sessions.peek(idHash)
  if (row !== undefined) row.last_seen_at = now
  return row !== undefined
}

/** Renames a session in memory. Returns false if it isn't there. */
export function renameUnwritten(idHash: string, next: string): boolean {
  const row = sessions.peek(idHash)
  if (row === undefined) return false
  sessions.delete(idHash)
  sessions.set(next, { ...row, id_hash: next })
  return true
}

/** Ends matching sessions in memory. Returns how many. */
export function endUnwritten(fits: (row: SessionRow) => boolean): number {
  const over = [...sessions.values()].filter(fits)
  for (const { id_hash } of over) sessions.delete(id_hash)
  return over.length
}

/** True if a session has ended although its row couldn't be removed. */
export function hasEnded(idHash: string): boolean {
  return ended.has(idHash)
}

/** Ends a stored session. While nothing can be written, it has ended for this process only. */
export async function deleteSession(idHash: string): Promise<void> {
  const remove = async () => {
    await db.deleteFrom('sessions').where('id_hash', '=', idHash).execute()
    ended.delete(idHash)
  }
  await writeOr(remove, ({ reason }) => {
    log.warn({ reason }, 'an ended session could not be removed: tried again later')
    ended.add(idHash)
  })
}

/** Removes the rows of sessions that ended while nothing could be written. For the hourly job. */
export async function deleteEndedSessions(): Promise<void> {
  for (const idHash of ended) {
    await deleteSession(idHash)
    if (ended.has(idHash)) return
  }
}
