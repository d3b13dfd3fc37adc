import type { Readable } from 'node:stream'
import { env } from '#app/env.server.ts'
import type { Job } from '#app/jobs/job.ts'
import {
  createGuardedClient,
  type GuardedClient,
  type GuardedFailure,
} from '#app/outbound/fetch.server.ts'
import { minuteMs, secondMs } from '#app/time/durations.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import {
  type DueDelivery,
  dueDeliveries,
  nextTry,
  type Outcome,
  recordOutcomes,
} from './delivery.server.ts'
import { type OpenEndpoint, openEndpoint } from './endpoint.server.ts'
import { enqueueSending } from './publish.server.ts'
import { signedHeaders } from './signature.server.ts'

const limitMs = 15 * secondMs
/** Sent to an endpoint at once. */
const atOnce = 4
/** After this a job starts over as a new one, so that none runs for hours. */
const sliceMs = minuteMs
const answerBytes = 1_000
/** The wait where a server is too busy and doesn't say for how long. */
const usualPauseMs = minuteMs
/** Too many requests, a bad gateway, and one that has timed out: the server is too busy. */
const busyStatuses = new Set([429, 502, 504])

const ownClient = createGuardedClient({
  trustedUpstreams: env.TRUSTED_UPSTREAMS,
  limits: { headersMs: limitMs, bodyIdleMs: limitMs },
})

/** Sends an endpoint all that is due, and plans the next job for what has to be tried again. */
export async function sendWebhooks(job: Job<'webhook'>, client = ownClient): Promise<void> {
  const { endpoint: id } = job.payload
  const until = performance.now() + sliceMs
  while (!job.signal.aborted && performance.now() < until) {
    const endpoint = await openEndpoint(id)
    if (endpoint === null || endpoint.pausedUntil > steadyNow()) break
    const due = await dueDeliveries(id, atOnce)
    if (due.length === 0) break
    const tries = await Promise.all(due.map((one) => trySending(client, endpoint, one, job.signal)))
    const ended = tries.filter((outcome) => outcome !== null)
    if (ended.length > 0) await job.write((trx) => recordOutcomes(trx, id, ended))
  }
  if (job.isStopping()) return await job.giveBack()
  await job.end(async (trx) => {
    const next = await nextTry(trx, id)
    if (next !== null) await enqueueSending(trx, [id], next)
  })
}

/** Returns null if the job was cut short. */
async function trySending(
  client: Pick<GuardedClient, 'request'>,
  { url, secrets }: OpenEndpoint,
  { id, messageId, body }: DueDelivery,
  signal: AbortSignal,
): Promise<Outcome | null> {
  const failed = { id, status: null, answer: null, pauseMs: null }
  if (secrets.length === 0) {
    return {
      ...failed,
      error: 'The secret can’t be read: it was stored under another SESSION_SECRET.',
    }
  }
  const limit = AbortSignal.timeout(limitMs)
  const timestamp = Math.floor(Date.now() / 1000)
  const response = await client.request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Cleanclip-Webhooks',
      ...signedHeaders({ id: messageId, timestamp, body }, secrets),
    },
    body,
    signal: AbortSignal.any([signal, limit]),
  })
  if (!response.ok) {
    if (signal.aborted) return null
    return { ...failed, error: failureText(limit.aborted ? 'timeout' : response.failure) }
  }
  const { status, headers } = response
  const answer = await startOf(response.body)
  const error = status >= 200 && status < 300 ? null : statusText(status)
  const isBusy = busyStatuses.has(status)
  const pauseMs = isBusy ? (retryAfterMs(headers['retry-after']) ?? usualPauseMs) : null
  return { id, status, answer, error, pauseMs }
}

/** Reads the start of an answer, whatever it is, and leaves the rest. */
async function startOf(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= answerBytes) break
    }
  } catch {
    // The status says whether the event was taken.
  }
  const text = Buffer.concat(chunks).subarray(0, answerBytes).toString('utf8')
  // No database server takes NUL characters.
  return text.replaceAll('\0', '').toWellFormed()
}

/** Reads the seconds or the date of a Retry-After header. Null if it is neither. */
export function retryAfterMs(value: unknown, now = Date.now()): number | null {
  const text = typeof value === 'string' ? value.trim() : ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const at = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}

function statusText(status: number): string {
  if (status === 410) return 'It answered 410: it wants no more events.'
  if (status >= 300 && status < 400) return `It answered ${status}. Redirects aren’t followed.`
  return `It answered ${status}.`
}

function failureText(failure: GuardedFailure): string {
  if (failure === 'blocked_address') {
    return 'Its address isn’t public. To allow it, list its host:port in TRUSTED_UPSTREAMS.'
  }
  return failure === 'timeout'
    ? 'It didn’t answer within 15 seconds.'
    : 'The connection failed: check its name and certificate.'
}
