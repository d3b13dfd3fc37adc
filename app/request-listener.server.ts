import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import sirv from 'sirv'
import { env } from '#app/env.server.ts'
import {
  clientAddress,
  fromTrustedProxy,
  proxyCountry,
} from '#app/middleware/client-address.server.ts'
import { compressedBody, isCompressible } from '#app/middleware/compression.server.ts'
import { type Exchange, exchangeContext } from '#app/middleware/exchange.server.ts'
import { secureHeaders } from '#app/middleware/secure-headers.server.ts'
import { isServing } from '#app/models/readiness.server.ts'
import { settings } from '#app/models/settings.server.ts'
import { log } from '#app/services/log.server.ts'
import { loggedPath } from '#app/utils/logged-path.ts'

const maxBodyBytes = 64 * 1024
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
    const exchange: Exchange = {
      id: randomUUID().slice(0, 8),
      clientAddress: clientAddress(req),
      nonce: randomBytes(16).toString('base64url'),
      proxyCountry: proxyCountry(req),
      file: null,
    }
    for (const [name, value] of Object.entries(secureHeaders(exchange.nonce))) {
      res.setHeader(name, value)
    }
    logWhenDone(req, res, exchange)
    if (!methods.has(req.method ?? '')) {
      refuse(res, 405, 'Method Not Allowed', { Allow: [...methods].join(', ') })
      return
    }
    if (!isServing() && req.url !== '/health') {
      refuse(res, 503, 'Going down', { 'Retry-After': '5', Connection: 'close' })
      return
    }
    const dynamic = () => {
      answer(req, res, exchange, handle).catch((error: unknown) => fail(res, exchange, error))
    }
    if (serveStatic === null || req.method === 'POST') dynamic()
    else serveStatic(req, res, dynamic)
  }
}

async function answer(
  req: IncomingMessage,
  res: ServerResponse,
  exchange: Exchange,
  handle: ReturnType<typeof createRequestHandler>,
): Promise<void> {
  const url = requestUrl(req)
  if (url === null) return refuse(res, 400, 'Bad Request')
  if (req.method === 'POST' && !isForm(req)) return refuse(res, 415, 'Unsupported Media Type')
  const body = req.method === 'POST' ? await readBody(req) : null
  if (body === 'too_large') return refuse(res, 413, 'Content Too Large', { Connection: 'close' })

  const left = new AbortController()
  res.once('close', () => left.abort())
  const request = new Request(url, {
    method: req.method ?? 'GET',
    headers: requestHeaders(req),
    body,
    signal: left.signal,
  })
  const context = new RouterContextProvider()
  context.set(exchangeContext, exchange)
  const response = await handle(request, context)
  if (exchange.file === null) await sendPage(req, res, response)
  else sendFile(res, response, exchange.file)
}

/** APP_URL's origin where the visitor uses it, so that form posts pass behind a TLS proxy. */
function requestUrl(req: IncomingMessage): URL | null {
  const target = req.url ?? ''
  if (!target.startsWith('/') || target.startsWith('//')) return null
  const appUrl = new URL(env.APP_URL)
  const forwarded = fromTrustedProxy(req) ? req.headers['x-forwarded-host'] : undefined
  const host = String(forwarded ?? req.headers.host ?? '')
  const origin =
    host === '' || host === appUrl.host ? appUrl.origin : `${scheme(req, host)}//${host}`
  return URL.canParse(target, origin) && isDecodable(target) ? new URL(target, origin) : null
}

/** Behind a TLS proxy only the browser knows that it is https, and says so with its forms. */
function scheme(req: IncomingMessage, host: string): string {
  return req.headers.origin === `https://${host}` ? 'https:' : 'http:'
}

function isDecodable(target: string): boolean {
  try {
    decodeURI(target.split('?', 1)[0] ?? '')
    return true
  } catch {
    return false
  }
}

function requestHeaders(req: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers)) {
    // React Router trusts some headers of this name as its own; from outside they are never.
    if (value === undefined || name.startsWith(':') || name.startsWith('x-react-router')) continue
    for (const item of Array.isArray(value) ? value : [value]) headers.append(name, item)
  }
  return headers
}

/** What a form sends, or a script in its place; one-click senders give no type at all. */
function isForm(req: IncomingMessage): boolean {
  const type = req.headers['content-type'] ?? 'application/x-www-form-urlencoded'
  return /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)
}

async function readBody(req: IncomingMessage): Promise<Buffer<ArrayBuffer> | 'too_large'> {
  if (Number(req.headers['content-length'] ?? 0) > maxBodyBytes) return 'too_large'
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req) {
    size += chunk.length
    if (size > maxBodyBytes) return 'too_large'
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function sendPage(
  req: IncomingMessage,
  res: ServerResponse,
  response: Response,
): Promise<void> {
  const plain = Buffer.from(await response.arrayBuffer())
  const acceptEncoding = settings().compression ? req.headers['accept-encoding'] : undefined
  const type = response.headers.get('content-type')
  const { body, encoding } = await compressedBody(plain, type, acceptEncoding)
  copyHeaders(res, response)
  if (encoding !== null) res.setHeader('Content-Encoding', encoding)
  if (isCompressible(type)) res.appendHeader('Vary', 'Accept-Encoding')
  // HEAD and 304 speak of a body that is not sent: its length, where a route states it, stays.
  const bodiless = req.method === 'HEAD' || response.status === 304 || response.status === 204
  if (!bodiless) res.setHeader('Content-Length', body.length)
  res.writeHead(response.status)
  res.end(body)
}

function sendFile(res: ServerResponse, response: Response, file: NonNullable<Exchange['file']>) {
  copyHeaders(res, response)
  res.writeHead(response.status)
  const { socket } = res
  const before = socket?.bytesWritten ?? 0
  // A reader who takes nothing for so long gives up the place; waiting for the host is limited too.
  res.setTimeout(2 * settings().downloadTimeoutSeconds * 1000, () => res.destroy())
  // On a fault pipeline destroys the socket, so that a short file is never taken for a whole one.
  pipeline(file.body, res, (error) => {
    file.onEnd(error === null || error === undefined, (socket?.bytesWritten ?? 0) - before)
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
  else refuse(res, 500, `Something went wrong. Reference: ${exchange.id}`)
}

function cacheHeader(res: ServerResponse, pathname: string): void {
  const immutable = pathname.startsWith('/assets/')
  res.setHeader('Cache-Control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
}

function logWhenDone(req: IncomingMessage, res: ServerResponse, exchange: Exchange): void {
  const start = performance.now()
  res.once('close', () => {
    if (!settings().requestLogging) return
    log.info({
      id: exchange.id,
      method: req.method,
      path: loggedPath(req.url ?? ''),
      status: res.statusCode,
      whole: res.writableFinished,
      ms: Math.round(performance.now() - start),
    })
  })
}
