import { Readable } from 'node:stream'
import { adminContext } from '#app/accounts/middleware/require-admin.server.ts'
import { isInForce } from '#app/accounts/session.server.ts'
import { streamedResponse } from '#app/http/streamed-response.server.ts'
import { buildVersion } from '#app/observe/build-version.server.ts'
import {
  liveCursor,
  onTopicTold,
  topicChanged,
  topicsSince,
} from '#app/observe/live-topics.server.ts'
import { log } from '#app/observe/log.server.ts'
import { stopping } from '#app/observe/readiness.server.ts'
import { operatorNotices } from '#app/operations/notices/notification.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import type { Route } from './+types/events'

/** How many streams a single operator can have, and all of them together. Others ask now and then. */
const perOperatorLimit = 8
const limit = 100
/** How often something is sent at least, so that proxies don't close the connection. */
const heartbeatMs = 15_000
/** How long a stream lasts. A browser that is still open then asks for another one. */
const lifetimeMs = 30 * 60_000
/** Not all that the badge counts is told as a change: some of it is only a matter of time. */
const badgeMs = 30_000

/** The cursor of now, with the build in front: a page of another one is not for its data. */
const pageCursor = () => `${buildVersion()}.${liveCursor()}`

/** Whose streams are open. */
const open = new Map<symbol, string>()

/**
 * Tells pages of the back office what has changed since the cursor they know: as server-sent events,
 * or as JSON to those that ask now and then. An event's data is the topics, and its id the next cursor.
 */
export function loader({ request, url, context }: Route.LoaderArgs) {
  const cursor = request.headers.get('last-event-id') ?? url.searchParams.get('after') ?? ''
  if (!request.headers.get('accept')?.includes('text/event-stream')) {
    return Response.json({ cursor: pageCursor(), topics: topicsSince(cursor) })
  }
  const headers = {
    'Content-Type': 'text/event-stream; charset=utf-8',
    // For nginx, which would buffer the events otherwise.
    'X-Accel-Buffering': 'no',
    // Nothing waits for the connection once the server stops.
    Connection: 'close',
  }
  if (request.method === 'HEAD') return new Response(null, { headers })
  const { idHash, user } = context.get(adminContext)
  const own = [...open.values()].filter((id) => id === user.id).length
  if (own >= perOperatorLimit || open.size >= limit) {
    const status = own >= perOperatorLimit ? 429 : 503
    return new Response(null, { status, headers: { 'Retry-After': '15' } })
  }
  const stream = Symbol(user.id)
  open.set(stream, user.id)
  watchBadge()
  const gone = new AbortController()
  const signal = AbortSignal.any([request.signal, stopping, gone.signal])
  const body = Readable.from(events(idHash, cursor, signal), { objectMode: false })
  return streamedResponse(context, body, { status: 200, headers }, () => {
    open.delete(stream)
    gone.abort()
  })
}

async function* events(idHash: string, after: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  const endsAt = performance.now() + lifetimeMs
  // A client that doesn't read for twice the time for downloads is cut off.
  const quietMs = Math.min(heartbeatMs, settings().downloadTimeoutSeconds * 1000)
  let cursor = after
  let isFirst = true
  while (!signal.aborted && performance.now() < endsAt && (await isInForce(idHash))) {
    const topics = topicsSince(cursor)
    cursor = pageCursor()
    // The first one also shows that events get through.
    const sends = isFirst || topics.length > 0
    isFirst = false
    yield Buffer.from(sends ? `id: ${cursor}\ndata: ${topics.join(' ')}\n\n` : ':\n\n')
    if (cursor === pageCursor()) await nextTold(quietMs, signal)
  }
}

/** Resolves when a topic is told, after some time, or when the stream is to end. */
function nextTold(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      forget()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    const forget = onTopicTold(end)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}

let watching: NodeJS.Timeout | null = null

/** Looks now and then whether the badge has changed, as long as someone sees it. */
function watchBadge(): void {
  if (watching !== null) return
  let known: string | null = null
  const look = async () => {
    if (open.size === 0) {
      clearInterval(timer)
      watching = null
      return
    }
    const { waiting } = await operatorNotices()
    const now = JSON.stringify(waiting.map(({ id, title }) => [id, title]))
    if (known !== null && now !== known) topicChanged('badge')
    known = now
  }
  const failed = (error: unknown) => log.error({ err: error }, 'badge not read')
  const timer = setInterval(() => void look().catch(failed), badgeMs).unref()
  watching = timer
  void look().catch(failed)
}
