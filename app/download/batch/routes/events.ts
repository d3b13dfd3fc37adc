import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { batchProgress } from '#app/download/batch/batch.server.ts'
import { batchHeaders } from '#app/download/batch/start-batch.server.ts'
import { requestContext } from '#app/http/request-context.server.ts'
import { streamedResponse } from '#app/http/streamed-response.server.ts'
import { isServing } from '#app/observe/readiness.server.ts'
import { admitStream, eventsLimit } from '#app/posts/running-saves.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import type { Route } from './+types/events'

/** The interval for checking the database, since any process can change the batch. */
const checkMs = 1_000
/** Max time without an event, by which a page knows that nothing holds them back. */
const heartbeatMs = 3_000
/** The stream's lifetime; a browser that is still open then reconnects. */
const lifetimeMs = 5 * 60_000
/** Seconds to wait when the server is full. */
const fullRetrySeconds = 15

/**
 * Sends server-sent events to a batch's page: `change` when it has changed, and `done` when nothing
 * is left to look up or being sent as ZIP. The page then reloads its data. `here` says that events
 * get through.
 */
export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const progress = settings().batchLinks === 0 ? null : await batchProgress(params.id)
  if (progress === null) return new Response(null, { status: 404, headers: batchHeaders })
  const headers = {
    ...batchHeaders,
    'Content-Type': 'text/event-stream; charset=utf-8',
    // Stops nginx from buffering the events.
    'X-Accel-Buffering': 'no',
  }
  if (request.method === 'HEAD') return new Response(null, { headers })
  const admission = admitStream(
    'events',
    '',
    context.get(requestContext).clientAddress,
    eventsLimit,
  )
  if (!admission.ok) {
    const retry = { ...batchHeaders, 'Retry-After': String(fullRetrySeconds) }
    const status = admission.reason === 'too_many_here' ? 429 : 503
    return new Response(null, { status, headers: retry })
  }
  const { slot } = admission
  const seen = Number(url.searchParams.get('after') ?? 0)
  const signal = AbortSignal.any([request.signal, slot.signal])
  const body = Readable.from(events(params.id, seen, signal), { objectMode: false })
  return streamedResponse(context, body, { status: 200, headers }, slot.release)
}

async function* events(token: string, after: number, signal: AbortSignal): AsyncGenerator<Buffer> {
  const endsAt = performance.now() + lifetimeMs
  const here = Buffer.from('event: here\ndata:\n\n')
  let seen = after
  let sentAt = performance.now()
  yield Buffer.from('retry: 3000\n\n')
  yield here
  while (isServing() && performance.now() < endsAt && !signal.aborted) {
    const progress = await batchProgress(token)
    if (progress === null || !progress.goesOn) {
      yield Buffer.from('event: done\ndata:\n\n')
      return
    }
    if (progress.version !== seen) {
      seen = progress.version
      sentAt = performance.now()
      yield Buffer.from(`event: change\ndata: ${seen}\n\n`)
    } else if (performance.now() - sentAt >= heartbeatMs) {
      sentAt = performance.now()
      yield here
    }
    await wait(checkMs, undefined, { signal }).catch(() => undefined)
  }
}
