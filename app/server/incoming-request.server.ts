import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import { env } from '#app/env.server.ts'
import { fromTrustedProxy } from '#app/http/client-address.server.ts'

const maxBodyBytes = 64 * 1024
/** The type of a body that has none. */
const formType = 'application/x-www-form-urlencoded'
const { host: appHost, origin: appOrigin } = new URL(env.APP_URL)

/** Characters that would end a host inside a URL. */
const notInHost = /[/?#@\\]/

/**
 * Whether a request has exactly one valid host. Of several Host headers Node reads the first, and a
 * proxy in front of it perhaps another. HTTP/1.0 needs none.
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
 * Returns the URL of a request with one host and a plain path. It has APP_URL's origin if the hosts
 * match, so that forms are accepted behind a TLS proxy.
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

/** A few addresses get most of the requests. */
const urls = new LRUCache<string, URL>({ max: 1000 })

/** Behind a TLS proxy only the browser knows that the scheme is https; it sends it with forms. */
function scheme(req: IncomingMessage, host: string): string {
  return req.headers.origin === `https://${host}` ? 'https:' : 'http:'
}

/** Converts Node's headers. */
export function requestHeaders(req: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers)) {
    // React Router takes some of these headers for its own, so clients must not set them.
    if (value === undefined || name.startsWith(':') || name.startsWith('x-react-router')) continue
    for (const item of Array.isArray(value) ? value : [value]) headers.append(name, item)
  }
  if (req.method === 'POST' && !headers.has('content-type')) headers.set('content-type', formType)
  return headers
}

/** Whether a body has a form's type. One-click unsubscribe requests have no type. */
export function isForm(req: IncomingMessage): boolean {
  const type = req.headers['content-type'] ?? formType
  return /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)
}

/** Reads a form's whole body, up to a limit. */
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
