import type { Kysely } from 'kysely'
import type { Actor } from '#app/audit/audit.server.ts'
import { topicChanged } from '#app/live/live-topics.server.ts'
import { hourMs, minuteMs, secondMs } from '#app/time/durations.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { type CamelKeys, camelKeys } from '#db/camel-keys.ts'
import { db, transact } from '#db/engine.ts'
import type { Database, WebhooksTables } from '#db/schema.ts'
import { auditWebhook, turnOff } from './endpoint.server.ts'
import { enqueueSending } from './publish.server.ts'

/** Finished deliveries that are kept of each endpoint, and shown. */
const deliveriesKept = 100

/** Waits after the first, second and later failed tries. After the last one the endpoint is off. */
const waits = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
]
/** A server's own wish is followed no longer than this. */
const longestPauseMs = 24 * hourMs

/**
 * Returns the wait after so many failed tries, up to a fifth longer by chance, so that a server
 * that comes back isn't met by all at once. Null after the last one.
 */
export function webhookRetryMs(attempts: number, chance = Math.random()): number | null {
  const wait = waits[attempts - 1]
  return wait === undefined ? null : Math.round(wait * (1 + 0.2 * chance))
}

const columns = [
  'id',
  'type',
  'state',
  'attempts',
  'created_at',
  'next_try_at',
  'tried_at',
  'status',
  'answer',
  'error',
] as const

export type WebhookDelivery = CamelKeys<
  Pick<WebhooksTables['webhook_deliveries'], Exclude<(typeof columns)[number], 'id' | 'attempts'>>
> & { id: number; attempts: number }

/** Newest first. */
export async function listDeliveries(endpoint: string): Promise<WebhookDelivery[]> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(columns)
    .where('endpoint_id', '=', endpoint)
    .orderBy('id', 'desc')
    .limit(deliveriesKept)
    .execute()
  return rows.map(camelKeys)
}

/** Sends a finished delivery again under its old id. Returns false if it can't be. */
export function resendDelivery(endpoint: string, id: number, actor: Actor): Promise<boolean> {
  return transact(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('webhook_deliveries')
      .set({ state: 'waiting', attempts: 0, next_try_at: steadyNow(), error: null })
      .where('id', '=', id)
      .where('endpoint_id', '=', endpoint)
      .where('state', '!=', 'waiting')
      .where('endpoint_id', 'in', (eb) =>
        eb
          .selectFrom('webhook_endpoints')
          .select('webhook_endpoints.id')
          .where('off_at', 'is', null),
      )
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await enqueueSending(trx, [endpoint])
    await auditWebhook(trx, endpoint, { actor, action: 'webhook.resent' })
    return true
  })
}

export type DueDelivery = { id: number; messageId: string; body: string }

/** Returns the deliveries longest due. */
export async function dueDeliveries(endpoint: string, limit: number): Promise<DueDelivery[]> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(['id', 'message_id', 'body'])
    .where('endpoint_id', '=', endpoint)
    .where('state', '=', 'waiting')
    .where('next_try_at', '<=', steadyNow())
    .orderBy('next_try_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(camelKeys)
}

/** The end of one try. */
export type Outcome = {
  id: number
  /** Null without an answer. */
  status: number | null
  answer: string | null
  /** Null if it was taken. */
  error: string | null
  /** For servers that ask for less: how long to wait at least. */
  pauseMs: number | null
}

const goneStatus = 410

/** Stores how tries ended, and turns the endpoint off if one of them was its last. */
export async function recordOutcomes(
  trx: Kysely<Database>,
  endpoint: string,
  outcomes: readonly Outcome[],
): Promise<void> {
  const now = steadyNow()
  let end: 'gone' | 'failing' | null = null
  for (const { id, pauseMs, ...tried } of outcomes) {
    const row = await trx
      .selectFrom('webhook_deliveries')
      .select('attempts')
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .executeTakeFirst()
    if (row === undefined) continue
    const attempts = row.attempts + 1
    const wait = tried.status === goneStatus ? null : webhookRetryMs(attempts)
    let state: WebhooksTables['webhook_deliveries']['state'] = 'done'
    if (tried.error !== null) state = wait === null ? 'failed' : 'waiting'
    const next_try_at = now + Math.max(wait ?? 0, Math.min(pauseMs ?? 0, longestPauseMs))
    await trx
      .updateTable('webhook_deliveries')
      .set({ ...tried, attempts, state, tried_at: now, next_try_at })
      .where('id', '=', id)
      .execute()
    if (state === 'failed') end = tried.status === goneStatus ? 'gone' : (end ?? 'failing')
  }
  const pauseMs = Math.max(...outcomes.map((outcome) => outcome.pauseMs ?? 0))
  if (pauseMs > 0) {
    await trx
      .updateTable('webhook_endpoints')
      .set({ paused_until: now + Math.min(pauseMs, longestPauseMs) })
      .where('id', '=', endpoint)
      .execute()
  }
  if (end !== null) await turnOff(trx, endpoint, end)
  await forgetOld(trx, endpoint)
  topicChanged('webhooks')
}

/** Returns when the next try is due, in unix milliseconds. Null if nothing waits. */
export async function nextTry(trx: Kysely<Database>, endpoint: string): Promise<number | null> {
  const row = await trx
    .selectFrom('webhook_deliveries')
    .innerJoin('webhook_endpoints', 'webhook_endpoints.id', 'endpoint_id')
    .select(['next_try_at', 'paused_until'])
    .where('endpoint_id', '=', endpoint)
    .where('state', '=', 'waiting')
    .orderBy('next_try_at')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : Math.max(row.next_try_at, row.paused_until)
}

async function forgetOld(trx: Kysely<Database>, endpoint: string): Promise<void> {
  const oldest = await trx
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('endpoint_id', '=', endpoint)
    .where('state', '!=', 'waiting')
    .orderBy('id', 'desc')
    .offset(deliveriesKept - 1)
    .limit(1)
    .executeTakeFirst()
  if (oldest === undefined) return
  await trx
    .deleteFrom('webhook_deliveries')
    .where('endpoint_id', '=', endpoint)
    .where('state', '!=', 'waiting')
    .where('id', '<', oldest.id)
    .execute()
}
