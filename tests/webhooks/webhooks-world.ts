import { expect, onTestFinished } from 'vitest'
import type { JobHandler } from '#app/jobs/job.ts'
import { announce } from '#app/jobs/queue.server.ts'
import { createWorker } from '#app/jobs/worker.server.ts'
import { createGuardedClient } from '#app/outbound/fetch.server.ts'
import { addEndpoint } from '#app/webhooks/endpoint.server.ts'
import type { WebhookEvent } from '#app/webhooks/events.ts'
import { sendWebhooks } from '#app/webhooks/send.server.ts'
import { db } from '#db/engine.ts'
import { type Call, type FakeServer, startServer } from '#tests/fakes/http.ts'
import { closing } from '#tests/support/closing.ts'
import { limits } from '#tests/support/limits.ts'

export const operator = { id: null, label: 'test', requestId: null }

type Client = ReturnType<typeof createGuardedClient>

/** A server that takes events. `answer` decides what it says; it says 204 without one. */
export async function startReceiver(answer?: (call: Call) => void): Promise<FakeServer> {
  const usual = ({ res }: Call) => {
    res.writeHead(204).end()
  }
  return closing(await startServer(answer ?? usual))
}

/** Adds an endpoint and returns its id and its secret. */
export async function endpointAt(
  { origin }: Pick<FakeServer, 'origin'>,
  events: WebhookEvent[] = ['contact.received'],
): Promise<{ id: string; secret: string }> {
  const added = await addEndpoint({ url: `${origin}/hook`, events }, operator)
  if (typeof added === 'string') throw new Error(added)
  return added
}

/** Starts a worker that sends to these receivers, and to public addresses. */
export function startSending(receivers: readonly FakeServer[], client?: Client) {
  const trustedUpstreams = receivers.map(({ hostPort }) => hostPort)
  const used = client ?? closing(createGuardedClient({ trustedUpstreams }))
  const webhook: JobHandler<'webhook'> = {
    title: 'Test',
    run: (job) => sendWebhooks(job, used),
    concurrency: 10,
    limitMs: 180_000,
    retryAfterMs: () => 100,
  }
  const worker = createWorker({ webhook } as unknown as Parameters<typeof createWorker>[0])
  worker.start()
  onTestFinished(() => worker.stop())
  return worker
}

/** As if the wait for the next try were over. An attempt is counted before its job waits again. */
export async function endWaits(): Promise<void> {
  const waiting = db.selectFrom('jobs').select('id').where('state', '=', 'waiting')
  await expect.poll(() => waiting.execute(), { timeout: limits.poll }).not.toEqual([])
  await db.updateTable('webhook_deliveries').set({ next_try_at: 0 }).execute()
  await db.updateTable('webhook_endpoints').set({ paused_until: 0 }).execute()
  await db.updateTable('jobs').set({ run_at: 0 }).where('state', '=', 'waiting').execute()
  announce('webhook')
}

export async function forgetWebhooks(): Promise<void> {
  await db.deleteFrom('webhook_endpoints').execute()
  await db.deleteFrom('jobs').execute()
}
