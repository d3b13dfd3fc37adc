import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import { env } from '#app/env.server.ts'
import { fromTrustedProxy } from '#app/http/client-address.server.ts'

const maxBodyBytes = 64 * 1024
/** What a body without a type is taken for. */
const formType = 'application/x-www-form-urlencoded'
const { host: appHost, origin: appOrigin } = new URL(env.APP_URL)

/** Characters that would end a host inside a URL. */
const notInHost = /[/?#@\\]/

/**
 * Whether a request names exactly one usable host. Node reads the first of several Host headers, and
 * a proxy in front of it perhaps another. HTTP/1.0 needs none.
 */
export function hasOneHost(req: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < req.rawHeaders.length; index += 2) {
    const name = req.rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  if (hosts > 1) return false
  const host = hostOf(req)
  if (host === '' || host === appHost) return true
  return !notInHost.test(host) && URL.canParse(`http://${host}`)
}

function hostOf(req: IncomingMessage): string {
  const forwarded = fromTrustedProxy(req) ? req.headers['x-forwarded-host'] : undefined
  return String(forwarded ?? req.headers.host ?? '')
}

/**
 * The URL of a request with one host and a plain path, on APP_URL's origin where the visitor uses it,
 * so that form posts pass behind a TLS proxy.
 */
export function requestUrl(req: IncomingMessage): URL {
  const host = hostOf(req)
  const origin = host === '' || host === appHost ? appOrigin : `${scheme(req, host)}//${host}`
  const target = req.url ?? '/'
  const key = `${origin} ${target}`
  const known = urls.get(key)
  if (known !== undefined) return known
  const url = new URL(target, origin)
  if (key.length <= 300) urls.set(key, url)
  return url
}

/** The addresses that are asked for most are the same ones again and again. */
const urls = new LRUCache<string, URL>({ max: 1000 })

/** Behind a TLS proxy only the browser knows that it is https, and says so with its forms. */
function scheme(req: IncomingMessage, host: string): string {
  return req.headers.origin === `https://${host}` ? 'https:' : 'http:'
}

/** The visitor's headers as the browser's `Headers`. */
export function requestHeaders(req: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers)) {
    // React Router trusts some headers of this name as its own; from outside they are never.
    if (value === undefined || name.startsWith(':') || name.startsWith('x-react-router')) continue
    for (const item of Array.isArray(value) ? value : [value]) headers.append(name, item)
  }
  if (req.method === 'POST' && !headers.has('content-type')) headers.set('content-type', formType)
  return headers
}

/** What a form sends, or a script in its place; one-click senders give no type at all. */
export function isForm(req: IncomingMessage): boolean {
  const type = req.headers['content-type'] ?? formType
  return /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)
}

/** A form's whole body, which is bounded. */
export async function readBody(req: IncomingMessage): Promise<Buffer<ArrayBuffer> | 'too_large'> {
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
