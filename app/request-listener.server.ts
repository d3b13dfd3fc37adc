import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import sirv from 'sirv'
import { env } from '#app/env.server.ts'
import { clientAddress, proxyCountry } from '#app/middleware/client-address.server.ts'
import { compressedBody, isCompressible } from '#app/middleware/compression.server.ts'
import { createExchange, type Exchange, exchangeContext } from '#app/middleware/exchange.server.ts'
import { countKeptPage } from '#app/middleware/page-view.server.ts'
import { mayAsk } from '#app/middleware/pipelining.server.ts'
import { secureHeaders } from '#app/middleware/secure-headers.server.ts'
import { isServing } from '#app/models/readiness.server.ts'
import { settings } from '#app/models/settings.server.ts'
import { log, logRequest } from '#app/services/log.server.ts'
import { isReaderGone, sendBody } from '#app/services/media-body.server.ts'
import { observeRequest } from '#app/services/metrics.server.ts'
import { loggedPath } from '#app/utils/logged-path.ts'
import { DatabaseUnavailableError } from '#db/unavailable.ts'
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

const methods = new Set(['GET', 'HEAD', 'POST'])

/** Turns React Router's handler into a Node listener: limits, addresses, static files, streams, log. */
export function createRequestListener(
  build: ServerBuild,
  options: { mode: 'production' | 'development'; staticFolder: string | null },
): RequestListener {
  const handle = createRequestHandler(build, options.mode)
  const serveStatic =
    options.staticFolder === null
      ? null
      : sirv(options.staticFolder, {
          brotli: true,
          gzip: true,
          etag: true,
          setHeaders: cacheHeader,
        })

  return (req, res) => {
    if (!mayAsk(req, res)) {
      req.socket.destroy()
      return
    }
    const exchange = createExchange({
      id: randomUUID().slice(0, 8),
      clientAddress: clientAddress(req),
      proxyCountry: proxyCountry(req),
    })
    logWhenDone(req, res, exchange)
    const spot = options.mode === 'production' && isServing() ? pageSpot(req) : null
    const kept = spot === null ? null : keptPage(spot)
    if (spot !== null && kept !== null) {
      sendAndCount(req, res, exchange, spot, kept)
      return
    }
    setHeaders(res, secureHeaders)
    if (!methods.has(req.method ?? '')) {
      refuse(res, 405, 'Method Not Allowed', { Allow: [...methods].join(', ') })
      return
    }
    if (!isServing() && req.url !== '/health') {
      refuse(res, 503, 'Going down', { 'Retry-After': '5', Connection: 'close' })
      return
    }
    if (options.mode === 'production') exchange.lookupSlot = lookupSlot(req)
    const dynamic = () => {
      const answering =
        spot === null || req.method === 'HEAD'
          ? answer(req, res, exchange, handle)
          : answerAndKeep(req, res, exchange, handle, spot)
      answering.catch((error: unknown) => fail(res, exchange, error))
    }
    // Files lie there compressed as well, and are chosen by what the browser accepts.
    if (!settings().compression) delete req.headers['accept-encoding']
    if (serveStatic === null || req.method === 'POST') dynamic()
    else serveStatic(req, res, dynamic)
  }
}

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
  if (response.status < 500 || !(exchange.unavailable || wordless)) return response
  const headers = new Headers(response.headers)
  if (exchange.unavailable) {
    for (const [name, value] of Object.entries(unavailableHeaders)) headers.set(name, value)
  }
  const body = wordless ? `${failureText(exchange.unavailable, exchange.id)}\n` : response.body
  return new Response(body, { status: exchange.unavailable ? 503 : response.status, headers })
}

function failureText(unavailable: boolean, id: string): string {
  return `${unavailable ? 'Try again in a minute' : 'Something went wrong'}. Reference: ${id}`
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
  // A visitor who takes nothing gives up the place. Waiting for the media host has its own limits.
  res.setTimeout(2 * settings().downloadTimeoutSeconds * 1000, () => res.destroy())
  // On a fault the socket is destroyed, so that a short file is never taken for a whole one.
  sendBody(file.body, res, (error) => {
    const bytes = (socket?.bytesWritten ?? 0) - before
    file.onEnd(error === null, bytes, error !== null && isReaderGone(error))
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
  exchange.file?.onEnd(false, 0, false)
  if (res.destroyed) return
  log.error({ id: exchange.id, err: error }, 'request failed')
  if (res.headersSent) res.destroy()
  else if (error instanceof DatabaseUnavailableError) {
    refuse(res, 503, failureText(true, exchange.id), unavailableHeaders)
  } else refuse(res, 500, failureText(false, exchange.id))
}

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
