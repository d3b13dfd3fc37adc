import { randomInt } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { ServerBuild } from 'react-router'
import sirv from 'sirv'
import { clientAddress, proxyCountry } from '#app/http/client-address.server.ts'
import type { RequestFacts } from '#app/http/request-context.server.ts'
import { observeRequest } from '#app/observe/http-metrics.server.ts'
import { observePage } from '#app/observe/load-history.server.ts'
import { logRequest } from '#app/observe/log.server.ts'
import { closesConnections, isServing } from '#app/observe/readiness.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { type CacheEntry, cacheEntries, notFoundEntry } from './cache-entry.server.ts'
import { hasOneHost } from './incoming-request.server.ts'
import { loggedPath } from './logged-path.ts'
import { refuse, setSecureHeaders } from './outgoing-answer.server.ts'
import { cachedPage } from './page-cache.server.ts'
import { admitRequest } from './pipelining.server.ts'
import { hasPlainPath } from './plain-path.ts'
import { isDataPath, unknownPaths } from './route-paths.server.ts'
import { answerByRouter, sendAndCount } from './router-answer.server.ts'
import { createPartedHandler } from './router-parts.server.ts'

/** A request on its way to the router. */
type Incoming = {
  req: IncomingMessage
  res: ServerResponse
  facts: RequestFacts
  /** The answer's entry in the page cache, once a step has found it. */
  entry: CacheEntry | null
}

/** Answers a request and returns true, or returns false to leave it to the next step. */
type Step = (incoming: Incoming) => boolean

/** Creates a Node listener: the steps before the router, then React Router's handler. */
export function createRequestListener(
  build: ServerBuild,
  { mode, staticFolder }: { mode: 'production' | 'development'; staticFolder: string | null },
): RequestListener {
  const cachesPages = mode === 'production'
  const handle = createPartedHandler(build, mode)
  const steps: Step[] = [
    refuseHost,
    refuseSpelling,
    refuseMethod,
    refuseWhileStopping,
    ...(cachesPages ? [sendCached(cacheEntries(build.routes))] : []),
    (incoming) => {
      setSecureHeaders(incoming.res)
      return false
    },
    ...(staticFolder === null ? [] : [sendStatic(staticFolder)]),
    ...(cachesPages ? [sendCachedNotFound(build.routes)] : []),
    ({ req, res, facts, entry }) => {
      answerByRouter(req, res, facts, { handle, entry })
      return true
    },
  ]
  return (req, res) => {
    const start = performance.now()
    const id = nextId()
    if (!admitRequest(req, res, () => logAnswer(req, res, id, performance.now() - start))) {
      req.socket.destroy()
      return
    }
    const facts = {
      id,
      clientAddress: clientAddress(req),
      proxyCountry: proxyCountry(req),
      originalUrl: null,
    }
    const incoming: Incoming = { req, res, facts, entry: null }
    for (const step of steps) if (step(incoming)) return
  }
}

let lastId = randomInt(2 ** 32)

/** Returns eight hex digits, unique in this process and without a visible order. */
function nextId(): string {
  lastId = (lastId + 0x9e3779b1) >>> 0
  return lastId.toString(16).padStart(8, '0')
}

function refuseHost({ req, res }: Incoming): boolean {
  if (hasOneHost(req)) return false
  refuse(res, 400, 'Bad Request')
  return true
}

/** A proxy's rules for a path only work if no other spelling of it reaches the same route. */
function refuseSpelling({ req, res }: Incoming): boolean {
  if (hasPlainPath(req.url ?? '')) return false
  refuse(res, 400, 'Bad Request')
  return true
}

const methods = new Set(['GET', 'HEAD', 'POST'])

function refuseMethod({ req, res }: Incoming): boolean {
  if (methods.has(req.method ?? '')) return false
  refuse(res, 405, 'Method Not Allowed', { Allow: [...methods].join(', ') })
  return true
}

function refuseWhileStopping({ req, res }: Incoming): boolean {
  if (closesConnections()) res.setHeader('Connection', 'close')
  if (isServing() || req.url === '/health') return false
  refuse(res, 503, 'Shutting down', { 'Retry-After': '5', Connection: 'close' })
  return true
}

/** Sends a cached page. An empty entry is left for the router to fill. */
function sendCached(spotOf: (req: IncomingMessage) => CacheEntry | null): Step {
  return (incoming) => {
    const entry = spotOf(incoming.req)
    if (entry === null) return false
    incoming.entry = entry
    const page = cachedPage(entry)
    if (page === null) return false
    sendAndCount(incoming.req, incoming.res, incoming.facts, entry, page)
    return true
  }
}

/**
 * The same for addresses that no route takes: they share one page per language. Data requests only
 * need the status.
 */
function sendCachedNotFound(routes: ServerBuild['routes']): Step {
  const isUnknown = unknownPaths(routes)
  const sendPage = sendCached(notFoundEntry)
  return (incoming) => {
    const path = incoming.req.url?.split('?', 1)[0] ?? ''
    if (!isUnknown(path)) return false
    if (!isDataPath(path)) return sendPage(incoming)
    if (notFoundEntry(incoming.req) === null) return false
    refuse(incoming.res, 404, 'Not Found')
    return true
  }
}

function sendStatic(folder: string): Step {
  const serve = sirv(folder, { brotli: true, gzip: true, etag: true, setHeaders: cacheHeader })
  return ({ req, res }) => {
    // sirv picks a file's compressed copy by this header.
    if (!settings().compression) delete req.headers['accept-encoding']
    if (req.method === 'POST') return false
    let isFile = true
    serve(req, res, () => {
      isFile = false
    })
    return isFile
  }
}

function cacheHeader(res: ServerResponse, pathname: string): void {
  const immutable = pathname.startsWith('/assets/')
  res.setHeader('Cache-Control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
}

/** Documents and their data; a file or an event stream lasts as long as its reader wants. */
const pageTypes = /^text\/(?:html|x-script)\b/

function logAnswer(req: IncomingMessage, res: ServerResponse, id: string, ms: number): void {
  observeRequest(req.method ?? '', res.statusCode, ms / 1000)
  if (pageTypes.test(String(res.getHeader('content-type') ?? ''))) observePage(ms)
  if (!settings().requestLogging) return
  logRequest({
    id,
    method: req.method ?? '',
    path: loggedPath(req.url ?? ''),
    status: res.statusCode,
    whole: res.writableFinished,
    ms: Math.round(ms),
  })
}
