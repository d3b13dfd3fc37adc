import { randomInt } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createRequestHandler, type ServerBuild } from 'react-router'
import sirv from 'sirv'
import { clientAddress, proxyCountry } from '#app/middleware/client-address.server.ts'
import { createExchange, type Exchange } from '#app/middleware/exchange.server.ts'
import { mayAsk } from '#app/middleware/pipelining.server.ts'
import { isServing } from '#app/models/readiness.server.ts'
import { settings } from '#app/models/settings.server.ts'
import { logRequest } from '#app/services/log.server.ts'
import { observeRequest } from '#app/services/metrics.server.ts'
import { loggedPath } from '#app/utils/logged-path.ts'
<<<<<<< HEAD
import {
  DatabaseUnavailableError,
  type UnavailableReason,
  unavailableTexts,
} from '#db/unavailable.ts'
import { isForm, readBody, requestHeaders, requestUrl } from './incoming-request.server.ts'
import { lookUpInSlot, lookupSlot, rememberHeaders } from './lookup-slots.server.ts'
import {
  type KeptPage,
  keepPage,
  keptPage,
  type PageSpot,
  pageSpot,
  requestHeader,
  sendKeptPage,
} from './page-cache.server.ts'
=======
import { hasPlainPath } from '#app/utils/plain-path.ts'
import { hasOneHost } from './incoming-request.server.ts'
import { refuse, setSecureHeaders } from './outgoing-answer.server.ts'
import { keptPage } from './page-cache.server.ts'
import { notFoundSpot, type PageSpot, pageSpot } from './page-spot.server.ts'
import { answerByRouter, sendAndCount } from './router-answer.server.ts'
import { unknownPaths } from './unknown-path.server.ts'
>>>>>>> main

/** A request on its way to the router. */
type Incoming = {
  req: IncomingMessage
  res: ServerResponse
  exchange: Exchange
  /** Where the answer is kept, once a step has found that it can be. */
  spot: PageSpot | null
}

/** Answers a request and returns true, or leaves it to the next step. */
type Step = (incoming: Incoming) => boolean

/** Turns React Router's handler into a Node listener, with what comes before the router. */
export function createRequestListener(
  build: ServerBuild,
  { mode, staticFolder }: { mode: 'production' | 'development'; staticFolder: string | null },
): RequestListener {
  const keepsPages = mode === 'production'
  const handle = createRequestHandler(build, mode)
  const steps: Step[] = [
    refuseHost,
    refuseSpelling,
    refuseMethod,
    refuseWhileStopping,
    ...(keepsPages ? [sendKept(pageSpot)] : []),
    (incoming) => {
      setSecureHeaders(incoming.res)
      return false
    },
    ...(staticFolder === null ? [] : [sendStatic(staticFolder)]),
    ...(keepsPages ? [sendKeptNotFound(build.routes)] : []),
    ({ req, res, exchange, spot }) => {
      answerByRouter(req, res, exchange, { handle, spot, keepsPages })
      return true
    },
  ]
  return (req, res) => {
    if (!mayAsk(req, res)) {
      req.socket.destroy()
      return
    }
    const exchange = createExchange({
      id: nextId(),
      clientAddress: clientAddress(req),
      proxyCountry: proxyCountry(req),
    })
    logWhenDone(req, res, exchange)
    const incoming: Incoming = { req, res, exchange, spot: null }
    for (const step of steps) if (step(incoming)) return
  }
}

let lastId = randomInt(2 ** 32)

/** Eight hex digits that no other request of this process has, in no visible order. */
function nextId(): string {
  lastId = (lastId + 0x9e3779b1) >>> 0
  return lastId.toString(16).padStart(8, '0')
}

function refuseHost({ req, res }: Incoming): boolean {
  if (hasOneHost(req)) return false
  refuse(res, 400, 'Bad Request')
  return true
}

/** A proxy's rules for a path hold only if no other spelling of it reaches the same route. */
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
  if (isServing() || req.url === '/health') return false
  refuse(res, 503, 'Going down', { 'Retry-After': '5', Connection: 'close' })
  return true
}

/** Sends what is kept in the request's spot; an empty spot is left for the router to fill. */
function sendKept(spotOf: (req: IncomingMessage) => PageSpot | null): Step {
  return (incoming) => {
    const spot = spotOf(incoming.req)
    if (spot === null) return false
    incoming.spot = spot
    const page = keptPage(spot)
    if (page === null) return false
    sendAndCount(incoming.req, incoming.res, incoming.exchange, spot, page)
    return true
  }
}

/** The same for all addresses that no route takes: they share a page in each language. */
function sendKeptNotFound(routes: ServerBuild['routes']): Step {
  const isUnknown = unknownPaths(routes)
  const send = sendKept(notFoundSpot)
  return (incoming) => isUnknown(incoming.req.url?.split('?', 1)[0] ?? '') && send(incoming)
}

function sendStatic(folder: string): Step {
  const serve = sirv(folder, { brotli: true, gzip: true, etag: true, setHeaders: cacheHeader })
  return ({ req, res }) => {
    // The files are stored compressed as well, and are chosen by what the browser accepts.
    if (!settings().compression) delete req.headers['accept-encoding']
    if (req.method === 'POST') return false
    let isFile = true
    serve(req, res, () => {
      isFile = false
    })
    return isFile
  }
}

<<<<<<< HEAD
type Handle = ReturnType<typeof createRequestHandler>

const tooLarge = 'Content Too Large: a form takes 64 KB. Go back, and send less at a time.'

async function answer(
  req: IncomingMessage,
  res: ServerResponse,
  exchange: Exchange,
  handle: Handle,
): Promise<void> {
  const url = requestUrl(req)
  if (url === null) return refuse(res, 400, 'Bad Request')
  if (req.method === 'POST' && !isForm(req)) return refuse(res, 415, 'Unsupported Media Type')
  const body = req.method === 'POST' ? await readBody(req) : null
  if (body === 'too_large') return refuse(res, 413, tooLarge, { Connection: 'close' })

  const left = new AbortController()
  res.once('close', () => left.abort())
  const { lookupSlot: slot } = exchange
  if (slot !== null && body !== null) {
    const counted = { ...countedRequest(req, exchange), url, operator: false }
    const answer = await lookUpInSlot(slot, body, { counted, signal: left.signal }, exchange.id)
    if (answer !== null) return sendPage(req, res, answer.response, answer.body)
  }
  const request = new Request(url, {
    method: req.method ?? 'GET',
    headers: requestHeaders(req),
    body,
    signal: left.signal,
  })
  const response = await respond(handle, request, exchange)
  if (slot !== null) rememberHeaders(slot, response)
  if (exchange.file === null) {
    await sendPage(req, res, response, await bodyOf(response, exchange))
  } else sendFile(res, response, exchange.file)
}

/** What cannot be stored just now may be in a minute: that is no fault of the program. */
const unavailableHeaders = { 'Retry-After': '30' }

/** Of the router's last word, where no page says what failed; routes of ours name their charset. */
const wordlessType = 'text/plain'

async function respond(handle: Handle, request: Request, exchange: Exchange): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(exchangeContext, exchange)
  const response = await handle(request, context)
  const wordless = response.headers.get('content-type') === wordlessType
  if (response.status < 500 || !(exchange.unavailable !== null || wordless)) return response
  const headers = new Headers(response.headers)
  if (exchange.unavailable !== null) {
    for (const [name, value] of Object.entries(unavailableHeaders)) headers.set(name, value)
  }
  const body = wordless ? `${failureText(exchange.unavailable, exchange.id)}\n` : response.body
  return new Response(body, {
    status: exchange.unavailable !== null ? 503 : response.status,
    headers,
  })
}

function failureText(unavailable: UnavailableReason | null, id: string): string {
  const text =
    unavailable === null
      ? 'Something went wrong'
      : `${unavailableTexts[unavailable]}. Try again in a minute`
  return `${text}. Reference: ${id}`
}

async function bodyOf(response: Response, { page }: Exchange): Promise<Buffer> {
  return response.body === null && page !== null ? page : Buffer.from(await response.arrayBuffer())
}

/** Pages that are being made: whoever asks for one meanwhile waits for it. */
const underWay = new Map<string, Promise<KeptPage | null>>()

async function answerAndKeep(
  req: IncomingMessage,
  res: ServerResponse,
  exchange: Exchange,
  handle: Handle,
  spot: PageSpot,
): Promise<void> {
  const others = underWay.get(spot.key)
  if (others !== undefined) {
    const page = await others
    if (page === null) return answer(req, res, exchange, handle)
    return sendAndCount(req, res, exchange, spot, page)
  }
  const { promise, resolve } = Promise.withResolvers<KeptPage | null>()
  underWay.set(spot.key, promise)
  let page: KeptPage | null = null
  try {
    const url = requestUrl(req)
    if (url === null) return refuse(res, 400, 'Bad Request')
    exchange.askedUrl = url
    // Made without what only this visitor's link says, and to the end even when he leaves.
    const request = new Request(new URL(spot.target, url), { headers: requestHeaders(req) })
    const response = await respond(handle, request, exchange)
    const body = await bodyOf(response, exchange)
    page = keepPage(spot, response, body)
    if (page === null) await sendPage(req, res, response, body)
    else sendKeptPage(req, res, page)
  } finally {
    underWay.delete(spot.key)
    resolve(page)
  }
}

/** What counting needs to know of a request that comes from no operator. */
function countedRequest(req: IncomingMessage, { clientAddress: address, proxyCountry }: Exchange) {
  return { address, method: req.method ?? 'GET', headers: requestHeader(req), proxyCountry }
}

function sendAndCount(
  req: IncomingMessage,
  res: ServerResponse,
  exchange: Exchange,
  { path }: PageSpot,
  page: KeptPage,
): void {
  sendKeptPage(req, res, page)
  let url: URL | null = null
  const counted = {
    ...countedRequest(req, exchange),
    // Most of what is counted never looks at it.
    get url() {
      url ??= requestUrl(req) ?? new URL(env.APP_URL)
      return url
    },
  }
  countKeptPage(counted, path)
}

async function sendPage(
  req: IncomingMessage,
  res: ServerResponse,
  response: Response,
  plain: Buffer,
): Promise<void> {
  const type = response.headers.get('content-type')
  const { body, encoding } = await compressedBody(plain, type, req.headers['accept-encoding'])
  copyHeaders(res, response)
  if (encoding !== null) res.setHeader('Content-Encoding', encoding)
  if (isCompressible(type)) res.appendHeader('Vary', 'Accept-Encoding')
  // HEAD and 304 speak of a body that is not sent: its length, where a route states it, stays.
  const bodiless = req.method === 'HEAD' || response.status === 304 || response.status === 204
  if (!bodiless) res.setHeader('Content-Length', body.length)
  res.writeHead(response.status)
  res.end(body)
}

function setHeaders(res: ServerResponse, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
}

function sendFile(res: ServerResponse, response: Response, file: NonNullable<Exchange['file']>) {
  copyHeaders(res, response)
  res.writeHead(response.status)
  const { socket } = res
  const before = socket?.bytesWritten ?? 0
  // A reader who takes nothing for so long gives up the place; waiting for the host is limited too.
  res.setTimeout(2 * settings().downloadTimeoutSeconds * 1000, () => res.destroy())
  // On a fault the socket is destroyed, so that a short file is never taken for a whole one.
  sendBody(file.body, res, (error) => {
    file.onEnd(error === null, (socket?.bytesWritten ?? 0) - before)
  })
}

function copyHeaders(res: ServerResponse, response: Response): void {
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') res.setHeader(name, value)
  }
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) res.setHeader('Set-Cookie', cookies)
}

function refuse(
  res: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  res.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', ...headers })
  res.end(`${text}\n`)
}

function fail(res: ServerResponse, exchange: Exchange, error: unknown): void {
  exchange.file?.onEnd(false, 0)
  if (res.destroyed) return
  log.error({ id: exchange.id, err: error }, 'request failed')
  if (res.headersSent) res.destroy()
  else if (error instanceof DatabaseUnavailableError) {
    refuse(res, 503, failureText(error.reason, exchange.id), unavailableHeaders)
  } else refuse(res, 500, failureText(null, exchange.id))
}

=======
>>>>>>> main
function cacheHeader(res: ServerResponse, pathname: string): void {
  const immutable = pathname.startsWith('/assets/')
  res.setHeader('Cache-Control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
}

function logWhenDone(req: IncomingMessage, res: ServerResponse, exchange: Exchange): void {
  const start = performance.now()
  res.once('close', () => {
    const ms = performance.now() - start
    observeRequest(req.method ?? '', res.statusCode, ms / 1000)
    if (!settings().requestLogging) return
    logRequest({
      id: exchange.id,
      method: req.method ?? '',
      path: loggedPath(req.url ?? ''),
      status: res.statusCode,
      whole: res.writableFinished,
      ms: Math.round(ms),
    })
  })
}
