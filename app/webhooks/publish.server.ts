import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { enqueue } from '#app/jobs/queue.server.ts'
import { topicChanged } from '#app/live/live-topics.server.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import type { Database } from '#db/schema.ts'
import { testEvent, type WebhookData, type WebhookEvent } from './events.ts'

const EventList = z.array(z.string())

/** Keeps a body far below 20 kB, which receivers take at least. */
const idsPerEvent = 100

/** Reads the stored list of an endpoint's events. */
export function readEvents(stored: string): string[] {
  return EventList.parse(JSON.parse(stored))
}

/** Returns whether any endpoint is sent an event, in the caller's transaction or outside of one. */
export async function isWanted(executor: Kysely<Database>, type: WebhookEvent): Promise<boolean> {
  return (await listeners(executor, type)).length > 0
}

/**
 * Stores an event for every endpoint that is sent it, in the transaction of the act that it
 * reports: both happen, or neither does. A job sends it after the commit.
 */
export async function publish(
  trx: Kysely<Database>,
  type: WebhookEvent,
  data: WebhookData,
): Promise<void> {
  await addDeliveries(trx, await listeners(trx, type), type, data)
}

/** The same for any number of posts: one event tells of up to a hundred. */
export async function publishPosts(
  trx: Kysely<Database>,
  type: 'post.blocked' | 'post.unblocked',
  posts: readonly string[],
): Promise<void> {
  for (let at = 0; at < posts.length; at += idsPerEvent) {
    await publish(trx, type, { posts: posts.slice(at, at + idsPerEvent) })
  }
}

/** Stores an event for one endpoint, whatever it is sent otherwise. */
export function publishTest(trx: Kysely<Database>, endpoint: string): Promise<void> {
  return addDeliveries(trx, [endpoint], testEvent, { endpoint })
}

async function listeners(executor: Kysely<Database>, type: WebhookEvent): Promise<string[]> {
  const rows = await executor
    .selectFrom('webhook_endpoints')
    .select(['id', 'events'])
    .where('off_at', 'is', null)
    .execute()
  return rows.filter(({ events }) => readEvents(events).includes(type)).map(({ id }) => id)
}

async function addDeliveries(
  trx: Kysely<Database>,
  endpoints: readonly string[],
  type: string,
  data: WebhookData,
): Promise<void> {
  if (endpoints.length === 0) return
  const body = JSON.stringify({ type, timestamp: new Date().toISOString(), data })
  const now = steadyNow()
  const message = { message_id: `msg_${randomUUID()}`, type, body }
  await trx
    .insertInto('webhook_deliveries')
    .values(
      endpoints.map((endpoint_id) => ({
        ...message,
        endpoint_id,
        state: 'waiting' as const,
        created_at: now,
        next_try_at: now,
      })),
    )
    .execute()
  await enqueueSending(trx, endpoints)
}

/** Has endpoints sent what is due for them, now or at `runAt`. */
export async function enqueueSending(
  trx: Kysely<Database>,
  endpoints: readonly string[],
  runAt?: number,
): Promise<void> {
  const jobs = endpoints.map((endpoint) => ({
    payload: { endpoint },
    key: endpoint,
    ...(runAt !== undefined && { runAt }),
  }))
  await enqueue(trx, 'webhook', jobs)
  topicChanged('webhooks')
}
