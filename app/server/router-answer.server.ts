import type { IncomingMessage, ServerResponse } from 'node:http'
import { type createRequestHandler, RouterContextProvider } from 'react-router'
import { countCachedPage } from '#app/analytics/middleware/page-view.server.ts'
import { isApiAddress } from '#app/http/api-address.ts'
import { largeFormBytes } from '#app/http/large-forms.ts'
import { missingPage } from '#app/http/missing-page.server.ts'
import { countRefusedForm, refusedFormsWait } from '#app/http/refused-forms.server.ts'
import { type RequestFacts, requestContext } from '#app/http/request-context.server.ts'
import { isRouted, streamedBody } from '#app/http/streamed-response.server.ts'
import { failure } from './answer-context.server.ts'
import { apiBody, apiMethodRefusal } from './api-answers.server.ts'
import { type CacheEntry, notFoundEntry, requestHeader } from './cache-entry.server.ts'
import { failedInit, failureText, unavailableHeaders } from './failed-answer.server.ts'
import {
  bodyStream,
  hasTooManyFields,
  isForm,
  readBody,
  requestHeaders,
  requestUrl,
} from './incoming-request.server.ts'
import { sendFile, sendPage } from './outgoing-answer.server.ts'
import { type CachedPage, cachedPage, cachePage, sendCachedPage } from './page-cache.server.ts'
import { refuseReader } from './refused-page.server.ts'
import { failRequest, runForRequest } from './request-faults.server.ts'

type Handle = ReturnType<typeof createRequestHandler>

type Routed = {
  req: IncomingMessage
  res: ServerResponse
  facts: RequestFacts
  /** Facts for the routes, and their results that no Response can carry. */
  context: RouterContextProvider
  handle: Handle
}

/**
 * Lets the router answer, and caches the answer if the request has a cache entry. Resolves once the
 * answer is made, even if its client hasn't read all of it.
 */
export function answerByRouter(
  req: IncomingMessage,
  res: ServerResponse,
  facts: RequestFacts,
  {
    handle,
    entry,
    cachesPages,
  }: { handle: Handle; entry: CacheEntry | null; cachesPages: boolean },
): Promise<void> {
  const routed = { req, res, facts, context: contextOf(facts), handle }
  const answering =
    entry === null
      ? answer(routed, cachesPages ? notFoundEntry(req) : null)
      : answerAndCache(routed, entry)
  return answering.catch((error: unknown) => fail(routed, error))
}

function contextOf(facts: RequestFacts): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(requestContext, facts)
  return context
}

const tooOften = {
  status: 429,
  why: 'often',
  line: 'Too many refused forms. Try again in a minute.',
} as const
const tooLarge = {
  status: 413,
  why: 'large',
  line: 'Content Too Large: a form can have up to 64 KB. Go back and send less at a time.',
} as const
const unknownType = { status: 415, why: 'unreadable', line: 'Unsupported Media Type' } as const
const tooManyFields = {
  status: 400,
  why: 'unreadable',
  line: 'Too many fields, or headers of a field: a form can have up to 200 fields.',
} as const
const closing = { Connection: 'close' }

/** `missing` is the cache entry of the page for unknown addresses. Null if it isn't cached. */
async function answer(routed: Routed, missing: CacheEntry | null = null): Promise<void> {
  const { req, res, facts, context } = routed
  const url = requestUrl(req)
  const readBodyOf = isApiAddress(url.pathname) ? apiBody : formBody
  const body = req.method === 'POST' ? await readBodyOf(routed, url) : null
  if (body === 'refused') return

  const left = new AbortController()
  res.once('close', () => {
    // Once the answer is sent no one listens, and creating the abort error takes time. But a form
    // that was refused for being too slow is still being read.
    if (!res.writableFinished || !req.complete)
      runForRequest({ id: facts.id, res }, () => left.abort())
  })
  const init: RequestInit & { duplex: 'half' } = {
    method: req.method ?? 'GET',
    headers: requestHeaders(req),
    body,
    duplex: 'half',
    signal: left.signal,
  }
  const request = new Request(url, init)
  let isMissing = false
  if (missing !== null) {
    context.set(missingPage, () => {
      isMissing = true
      return new Response(null, { status: missing.status })
    })
  }
  const response = await respond(routed, request)
  if (body instanceof ReadableStream) await passOver(req, request)
  if (isMissing && missing !== null) {
    const page = cachedPage(missing)
    if (page !== null) sendCachedPage(req, res, page)
    else await answerAndCache({ ...routed, context: contextOf(facts) }, missing)
    return
  }
  const stream = context.get(streamedBody)
  if (stream === null) await sendPage(req, res, response, await bodyOf(response))
  else sendFile(res, response, stream)
}

/** Discards a body that its route hasn't read, so that the connection's next request can be. */
async function passOver(req: IncomingMessage, request: Request): Promise<void> {
  if (!request.bodyUsed) await request.body?.cancel()
  req.resume()
}

/** Reads a form's body. Refuses it without parsing if no page sends such a form. */
async function formBody(
  { req, res, facts }: Routed,
  url: URL,
): Promise<Buffer<ArrayBuffer> | ReadableStream<Uint8Array> | 'refused'> {
  const { clientAddress } = facts
  const largest = largeFormBytes({ url: url.href })
  const wait = refusedFormsWait(clientAddress)
  if (wait > 0) {
    refuseReader(req, res, tooOften, { ...closing, 'Retry-After': String(wait) })
    return 'refused'
  }
  if (largest !== null && isForm(req)) {
    if (Number(req.headers['content-length'] ?? 0) <= largest) return bodyStream(req, largest)
    const line = 'Content Too Large: this file is over 10 MB.'
    refuseReader(req, res, { ...tooLarge, line }, closing)
    return 'refused'
  }
  const body = isForm(req) ? await readBody(req) : 'unknown_type'
  if (body instanceof Buffer && !hasTooManyFields(req, body)) return body
  // Another site must not use up the limit of the visitors whose browsers it makes send forms.
  if (req.headers['sec-fetch-site'] !== 'cross-site') countRefusedForm(clientAddress)
  if (body === 'unknown_type') refuseReader(req, res, unknownType)
  else if (body === 'too_large') refuseReader(req, res, tooLarge, closing)
  else refuseReader(req, res, tooManyFields)
  return 'refused'
}

async function respond({ handle, facts, context }: Routed, request: Request): Promise<Response> {
  const response = await handle(request, context).finally(() => context.set(isRouted, true))
  const failed = context.get(failure)
  if (failed !== null && response.status >= 500) {
    // No page has reported it, so the body is the router's own line, which has no reference.
    const unavailable = failed === 'fault' ? null : failed
    const { status, headers } = failedInit(unavailable, response)
    headers.set('Content-Type', 'text/plain; charset=utf-8')
    return new Response(`${failureText(unavailable, facts.id)}\n`, { status, headers })
  }
  // A form that couldn't be stored is answered by its own page, which sets no Retry-After.
  if (response.status === 503 && !response.headers.has('Retry-After')) {
    response.headers.set('Retry-After', unavailableHeaders['Retry-After'])
  }
  if (response.status === 405 && !response.headers.has('Allow')) {
    return refusedForm(response, isApiAddress(new URL(request.url).pathname))
  }
  return response
}

/** Completes the router's answer to a form sent to a route that takes none. */
function refusedForm(response: Response, isApi: boolean): Response {
  const allowed = 'GET, HEAD'
  if (isApi) {
    const { status, body, headers } = apiMethodRefusal(allowed)
    return new Response(`${body}\n`, { status, headers })
  }
  const { headers } = response
  headers.set('Allow', allowed)
  // Of feeds and files the router says "Unexpected Server Error" in JSON.
  if (headers.get('Content-Type') !== 'application/json') return response
  headers.set('Content-Type', 'text/plain; charset=utf-8')
  return new Response('Method Not Allowed\n', response)
}

async function bodyOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer())
}

/** Pages being made. Further requests for one wait for it. */
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
    context.set(requestContext, { ...facts, original: { method: req.method ?? 'GET', url } })
    // Requests the page without this visitor's own parameters, and finishes even if they leave.
    const request = new Request(new URL(entry.target, url), { headers: requestHeaders(req) })
    const response = await respond(routed, request)
    const body = await bodyOf(response)
    page = cachePage(entry, response, body)
    if (page === null) await sendPage(req, res, response, body)
    else sendCachedPage(req, res, page)
  } finally {
    underWay.delete(entry.key)
    resolve(page)
  }
}

/** Sends a cached page, and counts a page view if its `path` is set. */
export function sendAndCount(
  req: IncomingMessage,
  res: ServerResponse,
  facts: RequestFacts,
  { path }: CacheEntry,
  page: CachedPage,
): void {
  sendCachedPage(req, res, page)
  if (path === null) return
  const counted = {
    address: facts.clientAddress,
    method: req.method ?? 'GET',
    headers: requestHeader(req),
    proxyCountry: facts.proxyCountry,
    /** Signed-in operators get no cached pages. */
    operator: false,
    /** Parsed when it is read, since most views don't need it. */
    get url() {
      return requestUrl(req)
    },
  }
  countCachedPage(counted, path)
}

function fail({ res, facts: { id }, context }: Routed, error: unknown): void {
  const stream = context.get(streamedBody)
  stream?.body.destroy()
  stream?.onEnd(false, 0, false)
  // After its visitor has left, a request may fail by that.
  if (!res.destroyed) failRequest({ id, res }, error)
}
