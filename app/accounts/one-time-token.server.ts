import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { sha256 } from '#app/secrets/sha256.ts'
import { minuteMs } from '#app/time/durations.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { db } from '#db/engine.ts'
import type { Database, TokenOrigin, TokenPurpose } from '#db/schema.ts'

const lifetimeMs: Record<TokenPurpose, number> = {
  setup: 30 * minuteMs,
  reset: 60 * minuteMs,
  invite: 7 * 24 * 60 * minuteMs,
}

export async function forgetExpiredTokens(): Promise<void> {
  await db.deleteFrom('one_time_tokens').where('expires_at', '<', steadyNow()).execute()
}

/**
 * Creates a one-time token, stored only as its hash. Earlier ones for the same purpose and user
 * stop working, but only those of the same origin: a visitor's request doesn't void a link that an
 * operator has handed over.
 */
export async function issueToken(
  purpose: TokenPurpose,
  userId: string | null,
  {
    origin = 'operator',
    executor = db,
  }: { origin?: TokenOrigin; executor?: Kysely<Database> } = {},
): Promise<string> {
  const now = steadyNow()
  const token = randomBytes(32).toString('base64url')
  await executor
    .deleteFrom('one_time_tokens')
    .where('purpose', '=', purpose)
    .where('user_id', 'is not distinct from', userId)
    .where('origin', '=', origin)
    .execute()
  await executor
    .insertInto('one_time_tokens')
    .values({
      token_hash: sha256(token),
      purpose,
      origin,
      user_id: userId,
      created_at: now,
      expires_at: now + lifetimeMs[purpose],
    })
    .execute()
  return token
}

/** Returns a token's purpose and user without using it up, or null if it doesn't work. */
export function findToken(
  token: string,
): Promise<{ purpose: TokenPurpose; userId: string | null } | null> {
  return findTokenOf(sha256(token))
}

/** As `findToken`, from the token's hash. */
export async function findTokenOf(
  hash: string,
): Promise<{ purpose: TokenPurpose; userId: string | null } | null> {
  const now = steadyNow()
  const row = await db
    .selectFrom('one_time_tokens')
    .select(['purpose', 'user_id'])
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('created_at', '<=', now + minuteMs)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row === undefined ? null : { purpose: row.purpose, userId: row.user_id }
}

export async function hasLiveToken(
  purpose: TokenPurpose,
  executor: Kysely<Database>,
): Promise<boolean> {
  const row = await executor
    .selectFrom('one_time_tokens')
    .select('purpose')
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', steadyNow())
    .executeTakeFirst()
  return row !== undefined
}

/** Uses up a token. If it is used twice at the same time, only the first returns true. */
export async function useToken(
  purpose: TokenPurpose,
  token: string,
  executor: Kysely<Database>,
): Promise<boolean> {
  const now = steadyNow()
  const { numUpdatedRows } = await executor
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', sha256(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('created_at', '<=', now + minuteMs)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Revokes all of some users' links: after a new password, a new address or a ban. */
export async function revokeTokens(
  userIds: string[],
  executor: Kysely<Database> = db,
): Promise<void> {
  await executor.deleteFrom('one_time_tokens').where('user_id', 'in', userIds).execute()
}

/** Returns when a visitor's request last made a token for a user, or null. */
export async function lastRequestedAt(
  purpose: TokenPurpose,
  userId: string,
  executor: Kysely<Database>,
): Promise<number | null> {
  const row = await executor
    .selectFrom('one_time_tokens')
    .select('created_at')
    .where('purpose', '=', purpose)
    .where('user_id', '=', userId)
    .where('origin', '=', 'visitor')
    .executeTakeFirst()
  return row?.created_at ?? null
}
