import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { networkOf } from '#app/http/ip-address.ts'
import { topicChanged } from '#app/live/live-topics.server.ts'
import { deriveKeys, sign } from '#app/secrets/secrets.server.ts'
import { sha256 } from '#app/secrets/sha256.ts'
import { settings } from '#app/settings/settings.server.ts'
import { minuteMs } from '#app/time/durations.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { db } from '#db/engine.ts'
import type { Database, SessionStage, UserRole } from '#db/schema.ts'
import { writeOr } from '#db/unavailable.ts'
import { deviceLabel } from './device-label.server.ts'
import { type EndReason, noteEnd, noteEndOf } from './ended-session.server.ts'
import {
  deleteEndedSessions,
  deleteSession,
  endUnwritten,
  hasEnded,
  renameUnwritten,
  type SessionRow,
  storeSession,
  touchUnwritten,
  unwrittenSession,
} from './unwritten-sessions.server.ts'

const absoluteMs = 12 * 60 * minuteMs
export const rememberMs = 30 * 24 * 60 * minuteMs
const secondStepMs = 10 * minuteMs
/** A session is written at most once in this time, or a tenth of the idle limit. */
const longestTouchMs = minuteMs
/** A session further in the future than this means that the clock was set back. */
const clockSlackMs = 2 * minuteMs

const networkKeys = deriveKeys('session networks')

/** A valid session, with the user's current data. */
export type Session = {
  /** Identifies the session internally; can't be turned into a cookie. */
  idHash: string
  stage: SessionStage
  remember: boolean
  user: {
    id: string
    email: string
    name: string
    role: UserRole
    twoFactor: boolean
  }
}

export type NewSession = {
  userId: string
  stage: SessionStage
  remember: boolean
  userAgent: string | null
  clientAddress: string
}

export async function forgetExpiredSessions(): Promise<void> {
  const now = steadyNow()
  endUnwritten((row) => row.expires_at <= now)
  await deleteEndedSessions()
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
}

/**
 * Begins a session and returns the cookie's value, which is stored only as its hash, or in memory
 * while the disk is full. Returns null if the user doesn't exist or can't sign in.
 */
export async function startSession(session: NewSession): Promise<string | null> {
  const now = steadyNow()
  const id = randomBytes(32).toString('base64url')
  const signedInMs = session.remember ? rememberMs : absoluteMs
  const lifetime = session.stage === 'second_step' ? secondStepMs : signedInMs
  const row: SessionRow = {
    id_hash: sha256(id),
    user_id: session.userId,
    stage: session.stage,
    created_at: now,
    last_seen_at: now,
    expires_at: now + lifetime,
    remember: session.remember ? 1 : 0,
    device_label: deviceLabel(session.userAgent),
    network_hash: sign(networkKeys, networkOf(session.clientAddress)),
  }
  const user = await db
    .selectFrom('users')
    .select('status')
    .where('id', '=', session.userId)
    .executeTakeFirst()
  if (user?.status !== 'active') return null
  // If the user is banned meanwhile, the session is useless: each request reads the status.
  await storeSession(row, now)
  return id
}

/**
 * Returns a cookie's session if it is known, within its limits, and its user is active; else ends
 * it for good and returns null. `isUse`: whether it counts as used now.
 */
export async function readSession(id: string, isUse = true): Promise<Session | null> {
  const now = steadyNow()
  const idHash = sha256(id)
  const row = await sessionRow(idHash, now)
  if (row === undefined) return null
  const over = row.status !== 'active' ? 'inactive' : whyOver(row, now)
  if (over !== null) {
    noteEnd(idHash, over)
    await endSession(idHash)
    return null
  }
  const touchMs = Math.min(longestTouchMs, idleMs() / 10)
  if (isUse && now - row.last_seen_at >= touchMs) await touch(idHash, row.user_id, now)
  return {
    idHash,
    stage: row.stage,
    remember: row.remember === 1,
    user: {
      id: row.user_id,
      email: row.email,
      name: row.name,
      role: row.role,
      twoFactor: row.totp_enabled_at !== null,
    },
  }
}

/** True if a session is still an operator's. Doesn't count as use. */
export async function isInForce(idHash: string): Promise<boolean> {
  const now = steadyNow()
  const row = await sessionRow(idHash, now)
  return row?.status === 'active' && row.role === 'admin' && !isOver(row, now)
}

async function sessionRow(idHash: string, now: number) {
  if (hasEnded(idHash)) return undefined
  const kept = await unwrittenSession(idHash, now)
  if (kept !== null) {
    const user = await db
      .selectFrom('users')
      .select(['email', 'name', 'role', 'status', 'totp_enabled_at'])
      .where('id', '=', kept.user_id)
      .executeTakeFirst()
    return user && { ...kept, ...user }
  }
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.stage',
      'sessions.remember',
      'sessions.created_at',
      'sessions.last_seen_at',
      'sessions.expires_at',
      'users.id as user_id',
      'users.email',
      'users.name',
      'users.role',
      'users.status',
      'users.totp_enabled_at',
    ])
    .where('sessions.id_hash', '=', idHash)
    .executeTakeFirst()
}

/** Ends a session, at least in memory if nothing can be written. */
export async function endSession(idHash: string): Promise<void> {
  if (endUnwritten((row) => row.id_hash === idHash) === 0) await deleteSession(idHash)
  topicChanged('sessions')
}

/** Ends all sessions of some users, except `except`. Returns how many. */
export async function endSessionsOf(
  userIds: string[],
  {
    except,
    executor = db,
    reason = 'elsewhere',
  }: { except?: string; executor?: Kysely<Database>; reason?: EndReason } = {},
): Promise<number> {
  await noteEndOf(userIds, reason, executor)
  const unwritten = endUnwritten((row) => userIds.includes(row.user_id) && row.id_hash !== except)
  let query = executor.deleteFrom('sessions').where('user_id', 'in', userIds)
  if (except !== undefined) query = query.where('id_hash', '!=', except)
  const { numDeletedRows } = await query.executeTakeFirst()
  topicChanged('sessions')
  return Number(numDeletedRows) + unwritten
}

/** Gives a session a new id and voids the old one. Returns null if the session is gone. */
export async function renewSession(idHash: string): Promise<string | null> {
  const id = randomBytes(32).toString('base64url')
  if (renameUnwritten(idHash, sha256(id))) return id
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ id_hash: sha256(id) })
    .where('id_hash', '=', idHash)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? id : null
}

/**
 * Sessions in the future mean that the clock was set back while the server was not running. All
 * then end, since no one can tell how long they have been idle. Returns how many. Called at the
 * start.
 */
export async function endSessionsAfterClockChange(): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('sessions as later')
          .select('later.id_hash')
          .where('later.last_seen_at', '>', steadyNow() + clockSlackMs),
      ),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

type Times = Pick<SessionRow, 'created_at' | 'last_seen_at' | 'expires_at' | 'remember'>

export function isOver(row: Times, now: number): boolean {
  return whyOver(row, now) !== null
}

function whyOver(row: Times, now: number): EndReason | null {
  const later = Math.max(row.created_at, row.last_seen_at)
  if (now >= row.expires_at || later > now + clockSlackMs) return 'expired'
  return row.remember === 0 && now - row.last_seen_at >= idleMs() ? 'idle' : null
}

function idleMs(): number {
  return settings().sessionTimeoutMinutes * minuteMs
}

/** Notes that a session was used. If that can't be stored, its time runs from the last note. */
async function touch(idHash: string, userId: string, now: number): Promise<void> {
  if (touchUnwritten(idHash, now)) return
  const store = async () => {
    await db
      .updateTable('sessions')
      .set({ last_seen_at: now })
      .where('id_hash', '=', idHash)
      .where('last_seen_at', '<', now)
      .execute()
    await db
      .updateTable('users')
      .set({ last_active_at: Date.now() })
      .where('id', '=', userId)
      .execute()
  }
  await writeOr(store, () => {})
}
