import { randomUUID } from 'node:crypto'
import type { Kysely, Updateable } from 'kysely'
import { type Actor, type AuditEntry, recordAudit } from '#app/audit/audit.server.ts'
import { isPublicAddress } from '#app/http/ip-address.ts'
import { cancelJobs } from '#app/jobs/queue.server.ts'
import { inBackground } from '#app/live/in-background.server.ts'
import { topicChanged } from '#app/live/live-topics.server.ts'
import { outboundClient } from '#app/outbound/client.server.ts'
import { signals } from '#app/processes/signals.server.ts'
import { seal, unseal } from '#app/secrets/sealed-box.server.ts'
import { dayMs } from '#app/time/durations.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { afterCommit } from '#db/after-commit.ts'
import { type CamelKeys, camelKeys } from '#db/camel-keys.ts'
import { db, transact } from '#db/engine.ts'
import { reads } from '#db/reads.ts'
import type { Database, WebhooksTables } from '#db/schema.ts'
import type { WebhookEvent } from './events.ts'
import { publishTest, readEvents } from './publish.server.ts'
import { newSecret } from './signature.server.ts'
import { readWeeklyReport } from './weekly-report.server.ts'

/** Each endpoint has its own job, and all jobs can run at once, so that none holds up another. */
export const mostEndpoints = 10
const longestUrl = 500
/** The secret before signs as well for this long, so that receivers can change over. */
const exchangeMs = dayMs

export const webhookSealOwner = (id: string) => `webhook ${id}`

const columns = ['id', 'url', 'events', 'created_at', 'off_at', 'off_reason'] as const
type Columns = Pick<WebhooksTables['webhook_endpoints'], (typeof columns)[number]>

/** An endpoint without its secret. Times in unix milliseconds. */
export type WebhookEndpoint = Omit<CamelKeys<Columns>, 'events'> & { events: string[] }

const endpointOf = (row: Columns): WebhookEndpoint => ({
  ...camelKeys(row),
  events: readEvents(row.events),
})

const endpointObject = (id: string) => ({
  type: 'webhook',
  id,
  label: 'a webhook',
  href: `/admin/settings/webhooks/${id}`,
})

/** Returns all endpoints, oldest first. */
export async function listEndpoints(): Promise<WebhookEndpoint[]> {
  const rows = await db
    .selectFrom('webhook_endpoints')
    .select(columns)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(endpointOf)
}

export async function findEndpoint(id: string): Promise<WebhookEndpoint | null> {
  const row = await db
    .selectFrom('webhook_endpoints')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : endpointOf(row)
}

/** Returns the endpoints that were turned off by their answers, the last one first. */
export async function stoppedEndpoints(): Promise<{ id: string; offAt: number }[]> {
  const rows = await reads
    .selectFrom('webhook_endpoints')
    .select(['id', 'off_at'])
    .where('off_reason', 'in', ['gone', 'failing'])
    .where('off_at', 'is not', null)
    .$narrowType<{ off_at: number }>()
    .orderBy('off_at', 'desc')
    .execute()
  return rows.map(camelKeys)
}

/** Returns why an address can't be an endpoint. Null if it can, as far as its text shows. */
export function urlProblem(text: string): string | null {
  const url = URL.parse(text)
  if (url === null || text.length > longestUrl || !/^https?:$/.test(url.protocol)) {
    return 'Enter an https address.'
  }
  if (url.username !== '' || url.password !== '') return 'Leave out the user name and password.'
  if (outboundClient.isTrusted(url)) return null
  if (url.protocol === 'http:' || url.port !== '') return `Use https on port 443. ${elsewhere}`
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const isAddress = /^[\d.]+$|:/.test(host)
  const isInside = isAddress ? !isPublicAddress(host) : !host.includes('.')
  return isInside ? `This address isn’t public. ${elsewhere}` : null
}

const elsewhere = 'To use another one, list its host:port in TRUSTED_UPSTREAMS.'

export type NewEndpoint = { url: string; events: readonly WebhookEvent[] }

/** Adds an endpoint and returns its id and its secret, which is readable nowhere later. */
export async function addEndpoint(
  { url, events }: NewEndpoint,
  actor: Actor,
): Promise<{ id: string; secret: string } | 'full' | 'known'> {
  const id = randomUUID()
  const secret = newSecret()
  return transact(async (trx) => {
    const known = await trx.selectFrom('webhook_endpoints').select('url').execute()
    if (known.some((row) => row.url === url)) return 'known'
    if (known.length >= mostEndpoints) return 'full'
    await trx
      .insertInto('webhook_endpoints')
      .values({
        id,
        url,
        events: JSON.stringify(events),
        secret: seal(webhookSealOwner(id), secret),
        created_at: Date.now(),
      })
      .execute()
    await auditWebhook(trx, id, {
      actor,
      action: 'webhook.created',
      after: { host: new URL(url).host },
    })
    return { id, secret }
  })
}

export function changeEvents(
  id: string,
  events: readonly WebhookEvent[],
  actor: Actor,
): Promise<void> {
  return transact(async (trx) => {
    await set(trx, id, { events: JSON.stringify(events) })
    await auditWebhook(trx, id, {
      actor,
      action: 'webhook.changed',
      after: { events: [...events] },
    })
  })
}

/** Gives an endpoint another secret and returns it. The one before signs as well for a day. */
export function exchangeSecret(id: string, actor: Actor): Promise<string> {
  const secret = newSecret()
  return transact(async (trx) => {
    await trx
      .updateTable('webhook_endpoints')
      .set((eb) => ({
        old_secret: eb.ref('secret'),
        old_secret_until: steadyNow() + exchangeMs,
        secret: seal(webhookSealOwner(id), secret),
      }))
      .where('id', '=', id)
      .execute()
    await auditWebhook(trx, id, { actor, action: 'webhook.secret_changed' })
    return secret
  })
}

/** Turns an endpoint on or off. What waits for one that is turned off isn't sent. */
export function switchEndpoint(id: string, isOn: boolean, actor: Actor): Promise<void> {
  return transact(async (trx) => {
    if (isOn) await set(trx, id, { off_at: null, off_reason: null, paused_until: 0 })
    else await turnOff(trx, id, 'operator')
    await auditWebhook(trx, id, {
      actor,
      action: isOn ? 'webhook.turned_on' : 'webhook.turned_off',
    })
  })
}

export function deleteEndpoint({ id, url }: WebhookEndpoint, actor: Actor): Promise<void> {
  return transact(async (trx) => {
    await trx.deleteFrom('webhook_endpoints').where('id', '=', id).execute()
    await cancelJobs(trx, 'webhook', [id])
    await auditWebhook(trx, id, {
      actor,
      action: 'webhook.deleted',
      before: { host: new URL(url).host },
    })
  })
}

/** Sends an endpoint a test event. Returns false while it is off. */
export function sendTest(id: string, actor: Actor): Promise<boolean> {
  return transact(async (trx) => {
    const row = await trx
      .selectFrom('webhook_endpoints')
      .select('id')
      .where('id', '=', id)
      .where('off_at', 'is', null)
      .executeTakeFirst()
    if (row === undefined) return false
    await publishTest(trx, id)
    await auditWebhook(trx, id, { actor, action: 'webhook.tested' })
    return true
  })
}

export async function turnOff(
  trx: Kysely<Database>,
  id: string,
  reason: 'operator' | 'gone' | 'failing',
): Promise<void> {
  await set(trx, id, { off_at: Date.now(), off_reason: reason })
  await trx
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', error: 'The endpoint was turned off.' })
    .where('endpoint_id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
  topicChanged('badge')
  await tellChange(trx)
}

/** An endpoint that is on, with the secrets that sign now. Null if it is off or gone. */
export async function openEndpoint(id: string) {
  const row = await db
    .selectFrom('webhook_endpoints')
    .select(['url', 'secret', 'old_secret', 'old_secret_until', 'paused_until'])
    .where('id', '=', id)
    .where('off_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return null
  const { url, secret, old_secret, old_secret_until, paused_until: pausedUntil } = row
  const isExchanged = old_secret_until !== null && old_secret_until > steadyNow()
  const secrets = [secret, ...(isExchanged && old_secret !== null ? [old_secret] : [])]
    .map((sealed) => unseal(webhookSealOwner(id), sealed))
    .filter((text) => text !== null)
  return { id, url, secrets, pausedUntil }
}

export type OpenEndpoint = NonNullable<Awaited<ReturnType<typeof openEndpoint>>>

async function set(
  trx: Kysely<Database>,
  id: string,
  values: Updateable<WebhooksTables['webhook_endpoints']>,
): Promise<void> {
  await trx.updateTable('webhook_endpoints').set(values).where('id', '=', id).execute()
}

type Action =
  | 'webhook.created'
  | 'webhook.changed'
  | 'webhook.secret_changed'
  | 'webhook.turned_on'
  | 'webhook.turned_off'
  | 'webhook.tested'
  | 'webhook.resent'
  | 'webhook.deleted'

export async function auditWebhook(
  trx: Kysely<Database>,
  id: string,
  entry: Pick<AuditEntry, 'actor' | 'before' | 'after'> & { action: Action },
): Promise<void> {
  await recordAudit({ ...entry, object: endpointObject(id) }, trx)
  topicChanged('webhooks')
  await tellChange(trx)
}

async function tellChange(trx: Kysely<Database>): Promise<void> {
  afterCommit(() => inBackground('webhooks', readWeeklyReport))
  await signals.raise(trx, 'webhooks')
}
