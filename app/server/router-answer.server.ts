import type { IncomingMessage, ServerResponse } from 'node:http'
import { type createRequestHandler, RouterContextProvider } from 'react-router'
import { countCachedPage } from '#app/analytics/middleware/page-view.server.ts'
import { type RequestFacts, requestContext } from '#app/http/request-context.server.ts'
import { streamedBody } from '#app/http/streamed-response.server.ts'
import { log } from '#app/observe/log.server.ts'
import {
  DatabaseUnavailableError,
  type UnavailableReason,
  unavailableTexts,
} from '#db/unavailable.ts'
import { failure, renderedPage } from './answer-context.server.ts'
import { type CacheEntry, requestHeader } from './cache-entry.server.ts'
import { isForm, readBody, requestHeaders, requestUrl } from './incoming-request.server.ts'
import { refuse, sendFile, sendPage } from './outgoing-answer.server.ts'
import { type CachedPage, cachePage, sendCachedPage } from './page-cache.server.ts'

type Handle = ReturnType<typeof createRequestHandler>

/** A request on its way through the router. */
type Routed = {
  req: IncomingMessage
  res: ServerResponse
  facts: RequestFacts
  /** What the routes read of the request, and where they leave what no Response can carry. */
  context: RouterContextProvider
  handle: Handle
}

/** Lets the router answer, and caches the answer if the request has a cache entry. */
export function answerByRouter(
  req: IncomingMessage,
  res: ServerResponse,
  facts: RequestFacts,
  { handle, entry }: { handle: Handle; entry: CacheEntry | null },
): void {
  const context = new RouterContextProvider()
  context.set(requestContext, facts)
  const routed = { req, res, facts, context, handle }
  // To be cached, a page is made as for GET, which would count a page view.
  const wouldCount = req.method === 'HEAD' && entry?.path !== null
  const answering = entry === null || wouldCount ? answer(routed) : answerAndCache(routed, entry)
  answering.catch((error: unknown) => fail(routed, error))
}

const tooLarge = 'Content Too Large: a form can have up to 64 KB. Go back and send less at a time.'

async function answer(routed: Routed): Promise<void> {
  const { req, res, context } = routed
  const url = requestUrl(req)
  if (req.method === 'POST' && !isForm(req)) return refuse(res, 415, 'Unsupported Media Type')
  const body = req.method === 'POST' ? await readBody(req) : null
  if (body === 'too_large') return refuse(res, 413, tooLarge, { Connection: 'close' })

  const left = new AbortController()
  res.once('close', () => {
    // Once the answer is out no one listens, and making the error takes time.
    if (!res.writableFinished) left.abort()
  })
  const request = new Request(url, {
    method: req.method ?? 'GET',
    headers: requestHeaders(req),
    body,
    signal: left.signal,
  })
  const response = await respond(routed, request)
  const stream = context.get(streamedBody)
  if (stream === null) await sendPage(req, res, response, await bodyOf(response, context))
  else sendFile(res, response, stream)
}

/** What can't be stored now can often be stored a minute later: the program is not at fault. */
const unavailableHeaders = { 'Retry-After': '30' }

/** The type of the router's own plain errors. Our routes name their charset as well. */
const routerErrorType = 'text/plain'

async function respond({ handle, facts, context }: Routed, request: Request): Promise<Response> {
  const response = await handle(request, context)
  if (response.status < 500) return response
  const failed = context.get(failure)
  const unavailable = failed === 'fault' ? null : failed
  const isRouterError = response.headers.get('content-type') === routerErrorType
  if (unavailable === null && !isRouterError) return response
  const headers = new Headers(response.headers)
  if (unavailable !== null) {
    for (const [name, value] of Object.entries(unavailableHeaders)) headers.set(name, value)
  }
  const body = isRouterError ? `${failureText(unavailable, facts.id)}\n` : response.body
  return new Response(body, { status: unavailable === null ? response.status : 503, headers })
}

function failureText(unavailable: UnavailableReason | null, id: string): string {
  const text =
    unavailable === null
      ? 'Something went wrong'
      : `${unavailableTexts[unavailable]}. Try again in a minute`
  return `${text}. Reference: ${id}`
}

async function bodyOf(response: Response, context: RouterContextProvider): Promise<Buffer> {
  const page = response.body === null ? context.get(renderedPage) : null
  return page ?? Buffer.from(await response.arrayBuffer())
}

/** Pages that are being made. Further requests for one wait for it. */
const underWay = new Map<string, Promise<CachedPage | null>>()

async function answerAndCache(routed: Routed, entry: CacheEntry): Promise<void> {
  const { req, res, facts, context } = routed
  const others = underWay.get(entry.key)
  if (others !== undefined) {
    const page = await others
    if (page === null) return answer(routed)
    return sendAndCount(req, res, facts, entry, page)
  }
  const { promise, resolve } = Promise.withResolvers<CachedPage | null>()
  underWay.set(entry.key, promise)
  let page: CachedPage | null = null
  try {
    const url = requestUrl(req)
    context.set(requestContext, { ...facts, originalUrl: url })
    // Without the parts of the address that only this visitor has, and to the end even if they leave.
    const request = new Request(new URL(entry.target, url), { headers: requestHeaders(req) })
    const response = await respond(routed, request)
    const body = await bodyOf(response, context)
    page = cachePage(entry, response, body)
    if (page === null) await sendPage(req, res, response, body)
    else sendCachedPage(req, res, page)
  } finally {
    underWay.delete(entry.key)
    resolve(page)
  }
}

/** Sends a cached page, and counts a page view if it has them. */
export function sendAndCount(
  req: IncomingMessage,
  res: ServerResponse,
  facts: RequestFacts,
  { path }: CacheEntry,
  page: CachedPage,
): void {
  sendCachedPage(req, res, page)
  if (path !== null) countCachedPage(new ReaderRequest(req, facts), path)
}

/** The facts that a cached page's view is counted by. Most of them never need the URL. */
class ReaderRequest {
  readonly address: string
  readonly method: string
  readonly headers: Pick<Headers, 'get'>
  readonly proxyCountry: string | null
  /** Signed-in operators get no cached pages. */
  readonly operator = false
  readonly #req: IncomingMessage

  constructor(req: IncomingMessage, { clientAddress, proxyCountry }: RequestFacts) {
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

function fail({ res, facts: { id }, context }: Routed, error: unknown): void {
  context.get(streamedBody)?.onEnd(false, 0, false)
  if (res.destroyed) return
  log.error({ id, err: error }, 'request failed')
  if (res.headersSent) res.destroy()
  else if (error instanceof DatabaseUnavailableError) {
    refuse(res, 503, failureText(error.reason, id), unavailableHeaders)
  } else refuse(res, 500, failureText(null, id))
}
