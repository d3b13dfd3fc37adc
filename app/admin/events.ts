import { Readable } from 'node:stream'
import { adminContext } from '#app/accounts/middleware/require-admin.server.ts'
import { isInForce } from '#app/accounts/session.server.ts'
import { streamedResponse } from '#app/http/streamed-response.server.ts'
import { liveCursor, onTopicTold, topicChanged, topicsSince } from '#app/live/live-topics.server.ts'
import { operatorNotices } from '#app/notices/notification.server.ts'
import { buildVersion } from '#app/observe/build-version.server.ts'
import { log } from '#app/observe/log.server.ts'
import { stopping } from '#app/observe/readiness.server.ts'
import type { Route } from './+types/events'

/** Max open streams per operator and in total. Other pages poll. */
const perOperatorLimit = 8
const limit = 100
/** Max time between two messages, so that proxies don't close the connection. */
const heartbeatMs = 15_000
/** Max duration of a stream. Open pages then start another one. */
const lifetimeMs = 30 * 60_000
/** Interval for polling the badge: some of its items appear with time, without a change event. */
const badgeMs = 30_000

/** The current cursor, prefixed with the build: cursors of another build are out of date. */
const pageCursor = () => `${buildVersion()}.${liveCursor()}`

const open = new Map<symbol, string>()

/**
 * Sends the topics that changed since the page's cursor, as server-sent events or as JSON for
 * polling. An event's data is the topics, its id the next cursor.
 */
export function loader({ request, url, context }: Route.LoaderArgs) {
  const cursor = request.headers.get('last-event-id') ?? url.searchParams.get('after') ?? ''
  if (!request.headers.get('accept')?.includes('text/event-stream')) {
    return Response.json({ cursor: pageCursor(), topics: topicsSince(cursor) })
  }
  const headers = {
    'Content-Type': 'text/event-stream; charset=utf-8',
    // Otherwise nginx would buffer the events.
    'X-Accel-Buffering': 'no',
    // A kept-alive connection would delay the server's stop.
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
  if (open.size === 0) watchBadge()
  open.set(stream, user.id)
  const gone = new AbortController()
  const signal = AbortSignal.any([request.signal, stopping, gone.signal])
  const body = Readable.from(events(idHash, cursor, signal), { objectMode: false })
  const onEnd = () => {
    open.delete(stream)
    gone.abort()
    if (open.size === 0) clearInterval(watching)
  }
  return streamedResponse(context, { body, onEnd }, { status: 200, headers })
}

async function* events(idHash: string, after: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  const endsAt = performance.now() + lifetimeMs
  let cursor = after
  let isFirst = true
  while (!signal.aborted && performance.now() < endsAt && (await isInForce(idHash))) {
    const topics = topicsSince(cursor)
    cursor = pageCursor()
    // The first event also shows the page that events get through.
    const sends = isFirst || topics.length > 0
    isFirst = false
    yield Buffer.from(sends ? `id: ${cursor}\ndata: ${topics.join(' ')}\n\n` : ':\n\n')
    if (cursor === pageCursor()) await nextTold(heartbeatMs, signal)
  }
}

/** Resolves when a topic changes, after `ms`, or on abort. */
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

let watching: NodeJS.Timeout | undefined

function watchBadge(): void {
  let known: string | null = null
  const look = async () => {
    const { waiting } = await operatorNotices()
    const now = JSON.stringify(waiting.map(({ id, title }) => [id, title]))
    if (known !== null && now !== known) topicChanged('badge')
    known = now
  }
  const failed = (error: unknown) => log.error({ err: error }, 'badge not read')
  watching = setInterval(() => void look().catch(failed), badgeMs).unref()
  void look().catch(failed)
}
