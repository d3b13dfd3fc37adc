import type { Insertable, Kysely } from 'kysely'
import { log } from '#app/observe/log.server.ts'
import { db, onDatabaseReplaced } from '#db/client.ts'
import type { Database } from '#db/schema.ts'
import { DatabaseUnavailableError } from '#db/unavailable.ts'

/**
 * What a full disk did not take about sessions, so that operators can sign in to make room and sign
 * out again: sessions that live in this process until they can be stored, and sessions that have
 * ended although their row is still there. Both are lost with the process.
 */

export type SessionRow = Insertable<Database['sessions']>

const sessions = new Map<string, SessionRow & { triedAt: number }>()
const ended = new Set<string>()
/** The oldest sign-in gives way: only operators get this far, and a disk is not full for long. */
const mostSessions = 100
const tryAgainMs = 5_000

// A restored database signs everyone out.
onDatabaseReplaced(() => sessions.clear())

/** Keeps a session in memory in place of the database. */
export function keepSession(row: SessionRow, now: number): void {
  log.warn('the disk is full: a session is kept in memory')
  sessions.set(row.id_hash, { ...row, triedAt: now })
  for (const oldest of sessions.keys()) {
    if (sessions.size <= mostSessions) break
    sessions.delete(oldest)
  }
}

/** The session if it is in memory; it moves to the database, and is no longer here, once it fits. */
export async function unwrittenSession(idHash: string, now: number): Promise<SessionRow | null> {
  const kept = sessions.get(idHash)
  if (kept === undefined) return null
  const { triedAt, ...row } = kept
  if (now - triedAt < tryAgainMs) return row
  kept.triedAt = now
  try {
    await db.insertInto('sessions').values(row).execute()
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError)) throw error
    return row
  }
  // Ended meanwhile: it must not live on in the database.
  if (!sessions.delete(idHash)) await deleteSession(idHash)
  return null
}

/** The sessions of a user that are in memory. */
export function unwrittenSessionsOf(userId: string): SessionRow[] {
  return [...sessions.values()].filter((row) => row.user_id === userId)
}

/** Notes that a session was used; false when it is not in memory. */
export function touchUnwritten(idHash: string, now: number): boolean {
  const row = sessions.get(idHash)
  if (row !== undefined) row.last_seen_at = now
  return row !== undefined
}

/** Gives a session that is in memory another id; false when it is not there. */
export function renameUnwritten(idHash: string, next: string): boolean {
  const row = sessions.get(idHash)
  if (row === undefined) return false
  sessions.delete(idHash)
  sessions.set(next, { ...row, id_hash: next })
  return true
}

/** Ends the sessions in memory that fit; gives how many. */
export function endUnwritten(fits: (row: SessionRow) => boolean): number {
  const over = [...sessions.values()].filter(fits)
  for (const { id_hash } of over) sessions.delete(id_hash)
  return over.length
}

/** Whether a session has ended although its row could not be removed. */
export function hasEnded(idHash: string): boolean {
  return ended.has(idHash)
}

/** Ends a stored session; while the disk takes nothing it is over for this process. */
export async function deleteSession(
  idHash: string,
  executor: Kysely<Database> = db,
): Promise<void> {
  try {
    await executor.deleteFrom('sessions').where('id_hash', '=', idHash).execute()
    ended.delete(idHash)
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError)) throw error
    log.warn({ reason: error.reason }, 'an ended session could not be removed: tried again later')
    ended.add(idHash)
  }
}

/** Removes the rows of sessions that ended while nothing could be written. For the hourly job. */
export async function deleteEndedSessions(): Promise<void> {
  for (const idHash of ended) {
    await deleteSession(idHash)
    if (ended.has(idHash)) return
  }
}
