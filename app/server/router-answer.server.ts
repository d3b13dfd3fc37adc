import type { IncomingMessage, ServerResponse } from 'node:http'
import { type createRequestHandler, RouterContextProvider } from 'react-router'
import { countKeptPage } from '#app/analytics/middleware/page-view.server.ts'
import { type Exchange, exchangeContext } from '#app/http/request-context.server.ts'
import { log } from '#app/observe/log.server.ts'
import {
  DatabaseUnavailableError,
  type UnavailableReason,
  unavailableTexts,
} from '#db/unavailable.ts'
import { isForm, readBody, requestHeaders, requestUrl } from './incoming-request.server.ts'
import { refuse, sendFile, sendPage } from './outgoing-answer.server.ts'
import { type KeptPage, keepPage, sendKeptPage } from './page-cache.server.ts'
import { type PageSpot, requestHeader } from './page-spot.server.ts'

type Handle = ReturnType<typeof createRequestHandler>

/** Lets the router answer, and keeps its answer where there is a spot for it. */
export function answerByRouter(
  req: IncomingMessage,
  res: ServerResponse,
  exchange: Exchange,
  { handle, spot }: { handle: Handle; spot: PageSpot | null },
): void {
  // Keeping means making the page as for a reader, who would be counted.
  const wouldCount = req.method === 'HEAD' && spot?.path !== null
  const answering =
    spot === null || wouldCount
      ? answer(req, res, exchange, handle)
      : answerAndKeep(req, res, exchange, handle, spot)
  answering.catch((error: unknown) => fail(res, exchange, error))
}

const tooLarge = 'Content Too Large: a form takes 64 KB. Go back, and send less at a time.'

async function answer(
  req: IncomingMessage,
  res: ServerResponse,
  exchange: Exchange,
  handle: Handle,
): Promise<void> {
  const url = requestUrl(req)
  if (req.method === 'POST' && !isForm(req)) return refuse(res, 415, 'Unsupported Media Type')
  const body = req.method === 'POST' ? await readBody(req) : null
  if (body === 'too_large') return refuse(res, 413, tooLarge, { Connection: 'close' })

  const left = new AbortController()
  res.once('close', () => {
    // Nobody listens any more once the answer is out, and making the error costs time.
    if (!res.writableFinished) left.abort()
  })
  const request = new Request(url, {
    method: req.method ?? 'GET',
    headers: requestHeaders(req),
    body,
    signal: left.signal,
  })
  const response = await respond(handle, request, exchange)
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

/** Sends a kept page, and counts it if it is one that is counted. */
export function sendAndCount(
  req: IncomingMessage,
  res: ServerResponse,
  exchange: Exchange,
  { path }: PageSpot,
  page: KeptPage,
): void {
  sendKeptPage(req, res, page)
  if (path !== null) countKeptPage(new ReaderRequest(req, exchange), path)
}

/** What counting needs to know of a request for a kept page; most of it never asks for the URL. */
class ReaderRequest {
  readonly address: string
  readonly method: string
  readonly headers: Pick<Headers, 'get'>
  readonly proxyCountry: string | null
  /** Whoever is signed in gets no kept page. */
  readonly operator = false
  readonly #req: IncomingMessage

  constructor(req: IncomingMessage, { clientAddress, proxyCountry }: Exchange) {
    this.address = clientAddress
    this.method = req.method ?? 'GET'
    this.headers = requestHeader(req)
    this.proxyCountry = proxyCountry
    this.#req = req
  }

  get url(): URL {
    return requestUrl(this.#req)
  }
}

function fail(res: ServerResponse, exchange: Exchange, error: unknown): void {
  exchange.file?.onEnd(false, 0, false)
  if (res.destroyed) return
  log.error({ id: exchange.id, err: error }, 'request failed')
  if (res.headersSent) res.destroy()
  else if (error instanceof DatabaseUnavailableError) {
    refuse(res, 503, failureText(error.reason, exchange.id), unavailableHeaders)
  } else refuse(res, 500, failureText(null, exchange.id))
}
