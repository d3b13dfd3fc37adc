import { AsyncLocalStorage } from 'node:async_hooks'
import { randomInt } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createRequestHandler, type ServerBuild } from 'react-router'
import { isProxy, proxyCountry, proxyReading } from '#app/http/client-address.server.ts'
import { widestNetworkOf } from '#app/http/ip-address.ts'
import { openedHost } from '#app/http/opened-at.server.ts'
import { noteReading } from '#app/http/proxy-faults.server.ts'
import type { RequestFacts } from '#app/http/request-context.server.ts'
import { observeRequest } from '#app/observe/http-metrics.server.ts'
import { observePage } from '#app/observe/load-history.server.ts'
import { logRequest } from '#app/observe/log.server.ts'
import { closesConnections, isServing } from '#app/observe/readiness.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { answerPreflight } from './api-answers.server.ts'
import { type CacheEntry, cacheEntry } from './cache-entry.server.ts'
import { hasOneHost, hasPlainPath, takeAbsoluteForm } from './incoming-request.server.ts'
import { loggedPath } from './logged-path.ts'
import { createOneAddress, routeTree } from './one-address.server.ts'
import { refuse, setSecureHeaders } from './outgoing-answer.server.ts'
import { cachedPage } from './page-cache.server.ts'
import { admitRequest } from './pipelining.server.ts'
import { refuseReader } from './refused-page.server.ts'
import { type Faulty, failRequest, runForRequest } from './request-faults.server.ts'
import { answerByRouter, sendAndCount } from './router-answer.server.ts'
import { limitBody } from './slow-bodies.server.ts'
import { createStaticFiles } from './static-files.server.ts'
import { createTurns } from './turns.server.ts'
import { createMethodRefusal } from './unused-methods.server.ts'

type Incoming = {
  req: IncomingMessage
  res: ServerResponse
  facts: RequestFacts
  /** The answer's entry in the page cache, once a step has found it. */
  entry: CacheEntry | null
}

/** Makes a network's further requests wait, so that others get pages in between. */
const routerTurns = createTurns({ running: 4, waiting: 100, workMs: 200, waitMs: 10_000 })

/** Answers a request and returns true, or returns false to leave it to the next step. */
type Step = (incoming: Incoming) => boolean

/** Creates the app's request listener: the steps before the router, then React Router's handler. */
export function createRequestListener(
  build: ServerBuild,
  { mode, staticFolder }: { mode: 'production' | 'development'; staticFolder: string | null },
): RequestListener {
  const cachesPages = mode === 'production'
  const handle = createRequestHandler(build, mode)
  const tree = routeTree(build.routes)
  const refuseMethod = createMethodRefusal(build.routes, tree)
  const redirectToOneAddress = createOneAddress(build.routes, tree)
  const sendStatic = staticFolder === null ? () => false : createStaticFiles(staticFolder)
  const steps: Step[] = [
    refuseMalformed,
    ({ req, res }) => answerPreflight(req, res),
    refuseWhileStopping,
    ...(cachesPages ? [sendCached] : []),
    ({ req, res }) => {
      setSecureHeaders(res)
      return sendStatic(req, res)
    },
    answerInTurn(async ({ req, res, facts, entry }) => {
      if (refuseMethod(req, res) || redirectToOneAddress(req, res)) return
      await answerByRouter(req, res, facts, { handle, entry, cachesPages })
    }),
  ]
  return (req, res) => {
    const start = performance.now()
    const id = nextId()
    const request: Faulty = { id, res }
    const onClose = () => {
      request.res = null
      runForRequest(request, () => logAnswer(req, res, id, performance.now() - start))
    }
    if (!admitRequest(req, res, onClose)) {
      req.socket.destroy()
      return
    }
    runForRequest(request, () => {
      const reading = proxyReading(req)
      noteReading(reading, req.url ?? '')
      const facts = {
        id,
        clientAddress: reading.client,
        peerAddress: reading.peer,
        openedHost: openedHost(req),
        proxyCountry: proxyCountry(req),
        original: null,
      }
      limitBody(req, res)
      const incoming: Incoming = { req, res, facts, entry: null }
      for (const step of steps) if (step(incoming)) return
    })
  }
}

let lastId = randomInt(2 ** 32)

/** Returns eight hex digits, unique in this process and without a visible order. */
function nextId(): string {
  lastId = (lastId + 0x9e3779b1) >>> 0
  return lastId.toString(16).padStart(8, '0')
}

/**
 * Refuses HTTP/0.9, whose answers have no head, and requests without one host and a plain path: a
 * proxy's rules for a path only work if no other spelling of it reaches the same route.
 */
function refuseMalformed({ req, res }: Incoming): boolean {
  takeAbsoluteForm(req)
  if (req.httpVersionMajor >= 1 && hasOneHost(req) && hasPlainPath(req.url ?? '')) return false
  refuse(res, 400, 'Bad Request')
  return true
}

function refuseWhileStopping({ req, res }: Incoming): boolean {
  if (closesConnections()) res.setHeader('Connection', 'close')
  if (isServing() || req.url === '/health') return false
  refuse(res, 503, 'Shutting down', { 'Retry-After': '5', Connection: 'close' })
  return true
}

/** Sends a cached page. Leaves an empty entry to the router to fill. */
function sendCached(incoming: Incoming): boolean {
  const entry = cacheEntry(incoming.req)
  if (entry === null) return false
  incoming.entry = entry
  const page = cachedPage(entry)
  if (page === null) return false
  sendAndCount(incoming.req, incoming.res, incoming.facts, entry, page)
  return true
}

const tooMany = {
  status: 429,
  why: 'busy',
  line: 'Too many requests at once. Try again in a moment.',
} as const

/** The only step that waits: the others answer right away, so a flood doesn't delay them. */
function answerInTurn(answer: (incoming: Incoming) => Promise<void>): Step {
  return (incoming) => {
    const { req, res, facts, entry } = incoming
    // Its turn can come while another request is handled.
    const run = AsyncLocalStorage.bind(async (): Promise<void> => {
      try {
        // Another request may have filled it meanwhile.
        const page = entry === null ? null : cachedPage(entry)
        if (entry !== null && page !== null) sendAndCount(req, res, facts, entry, page)
        else await answer(incoming)
      } catch (error) {
        failRequest({ id: facts.id, res }, error)
      }
    })
    if (isProxy(facts.clientAddress)) {
      void run()
      return true
    }
    const leave = routerTurns.take(widestNetworkOf(facts.clientAddress), run, () =>
      refuseReader(req, res, tooMany, { 'Retry-After': '2' }),
    )
    res.once('close', leave)
    return true
  }
}

/** Documents and their data. The duration of files and event streams depends on the client. */
const pageTypes = /^text\/(?:html|x-script)\b/

function logAnswer(req: IncomingMessage, res: ServerResponse, id: string, ms: number): void {
  observeRequest(req.method ?? '', res.statusCode, ms / 1000)
  if (pageTypes.test(String(res.getHeader('content-type') ?? ''))) observePage(ms)
  if (!settings().requestLogging) return
  const path = loggedPath(req.url ?? '')
  // Balancers poll every two seconds.
  if (path === '/health' && res.statusCode === 200) return
  logRequest({
    id,
    method: req.method ?? '',
    path,
    status: res.statusCode,
    whole: res.writableFinished,
    ms: Math.round(ms),
  })
}
