import { timingSafeEqual } from 'node:crypto'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { z } from 'zod'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { log } from '#app/observe/log.server.ts'
import { sha256 } from '#app/secrets/sha256.ts'
import { dayMs } from '#app/time/durations.ts'
import { createLimiter, db, transact } from '#db/engine.ts'
import type { Limiter } from '#db/engine-type.ts'
import { writeOr } from '#db/unavailable.ts'
import { type Scope, scopes } from './scopes.ts'
import { isTokenText, newToken } from './token-text.ts'

export const mostTokens = 100
export const mostPerMinute = 10_000

/** A token without its secret. Times are in unix milliseconds, `lastUsedDay` is a UTC day. */
export type ApiToken = {
  id: number
  name: string
  scopes: Scope[]
  perMinute: number
  createdAt: number
  expiresAt: number | null
  lastUsedDay: string | null
}

const Scopes = z.array(z.string()).transform((names) => scopes.filter((one) => names.includes(one)))

const columns = [
  'id',
  'name',
  'scopes',
  'per_minute',
  'created_at',
  'expires_at',
  'last_used_day',
] as const

type Row = {
  id: number
  name: string
  scopes: string
  per_minute: number
  created_at: number
  expires_at: number | null
  last_used_day: string | null
}

/** Returns the tokens that haven't been ended, newest first. */
export async function listTokens(): Promise<ApiToken[]> {
  const rows = await db
    .selectFrom('api_tokens')
    .select(columns)
    .where('ended_at', 'is', null)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(tokenOf)
}

function tokenOf(row: Row): ApiToken {
  return {
    id: row.id,
    name: row.name,
    scopes: Scopes.parse(JSON.parse(row.scopes)),
    perMinute: row.per_minute,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedDay: row.last_used_day,
  }
}

export type TokenFields = {
  name: string
  scopes: Scope[]
  perMinute: number
  /** Days until it expires. Null for never. */
  days: number | null
}

/** Makes a token and returns its text, which is stored only as a hash. Null if too many exist. */
export function makeToken(fields: TokenFields, actor: Actor): Promise<string | null> {
  const { name, perMinute, days } = fields
  const text = newToken()
  const now = Date.now()
  return transact(async (trx) => {
    const { n } = await trx
      .selectFrom('api_tokens')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (Number(n) >= mostTokens) return null
    const { id } = await trx
      .insertInto('api_tokens')
      .values({
        name,
        token_hash: sha256(text),
        scopes: JSON.stringify(fields.scopes),
        per_minute: perMinute,
        created_at: now,
        expires_at: days === null ? null : now + days * dayMs,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const object = { type: 'api_token', id: String(id), label: `the API token “${name}”` }
    const after = { scopes: fields.scopes, perMinute, days }
    await recordAudit({ actor, action: 'api_token.made', object, after }, trx)
    return text
  })
}

/** Ends a token for good. Returns its name, or null if it had ended before. */
export function endToken(id: number, actor: Actor): Promise<string | null> {
  return transact(async (trx) => {
    const ended = await trx
      .updateTable('api_tokens')
      .set({ ended_at: Date.now() })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .returning('name')
      .executeTakeFirst()
    if (ended === undefined) return null
    const object = { type: 'api_token', id: String(id), label: `the API token “${ended.name}”` }
    await recordAudit({ actor, action: 'api_token.ended', object }, trx)
    return ended.name
  })
}

/** Returns the token with this text. Null if it is unknown, has ended or has expired. */
export async function findToken(text: string): Promise<ApiToken | null> {
  if (!isTokenText(text)) return null
  const hash = sha256(text)
  const row = await db
    .selectFrom('api_tokens')
    .select([...columns, 'token_hash', 'ended_at'])
    .where('token_hash', '=', hash)
    .executeTakeFirst()
  if (row === undefined || !timingSafeEqual(Buffer.from(row.token_hash), Buffer.from(hash))) {
    return null
  }
  const { ended_at, expires_at } = row
  if (ended_at !== null || (expires_at !== null && expires_at <= Date.now())) return null
  return tokenOf(row)
}

/** Stores the day of a token's use, once a day. On a full disk the token still works. */
export async function noteUse({ id, lastUsedDay }: ApiToken): Promise<void> {
  const today = new Date().toISOString().slice(0, 10)
  if (lastUsedDay === today) return
  await writeOr(
    async () => {
      await db
        .updateTable('api_tokens')
        .set({ last_used_day: today })
        .where('id', '=', id)
        .execute()
    },
    (error) => log.error({ err: error, token: id }, 'use of a token not stored'),
  )
}

/** By requests per minute. */
const limiters = new Map<number, Limiter>()

export type TokenAllowance = {
  limit: number
  remaining: number
  /** Seconds until the minute is over. */
  resetSeconds: number
  refused: boolean
}

/** Counts one of a token's requests per minute. */
export async function takeTokenRequest({ id, perMinute }: ApiToken): Promise<TokenAllowance> {
  let limiter = limiters.get(perMinute)
  if (limiter === undefined) {
    limiter = createLimiter(`api tokens ${perMinute}`, { points: perMinute, seconds: 60 })
    limiters.set(perMinute, limiter)
  }
  let refused = false
  const result = await limiter.consume(String(id), 1).catch((refusal: unknown) => {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    refused = true
    return refusal
  })
  const known = result instanceof RateLimiterRes ? result : null
  return {
    limit: perMinute,
    remaining: Math.max(0, known?.remainingPoints ?? 0),
    resetSeconds: Math.max(1, Math.ceil((known?.msBeforeNext ?? 60_000) / 1000)),
    refused,
  }
}
