import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import { env } from '#app/env.server.ts'
import { plainHost } from '#app/http/opened-at.server.ts'

const maxBodyBytes = 64 * 1024
/** The assumed type of a body without one. */
const formType = 'application/x-www-form-urlencoded'
const { host: appHost, origin: appOrigin } = new URL(env.APP_URL)

const notInHost = /[/?#@\\]/

/**
 * Returns true if a request has exactly one valid host. Of several Host headers Node reads the
 * first, but a proxy in front of it may read another. HTTP/1.0 needs none.
 */
export function hasOneHost(req: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < req.rawHeaders.length; index += 2) {
    const name = req.rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  if (hosts > 1) return false
  const host = req.headers.host ?? ''
  if (host === '' || host === appHost) return true
  // Some proxies send a name's letters as they are, and Node reads each byte as one.
  const name = Buffer.from(host, 'latin1').toString()
  return !notInHost.test(host) && URL.canParse(`http://${name}`)
}

/**
 * Turns a target in absolute form (`GET http://host/path`), which servers must accept (RFC 9112,
 * 3.2.2), into the usual one. Leaves it if there is a Host header that names another host.
 */
export function takeAbsoluteForm(req: IncomingMessage): void {
  if (req.url === undefined || req.url.startsWith('/')) return
  const [, host, target = ''] = /^https?:\/\/([^/?]+)(.*)$/i.exec(req.url) ?? []
  const named = req.headers.host ?? host
  if (host === undefined || named === undefined || plainHost(host) !== plainHost(named)) return
  req.url = target.startsWith('/') ? target : `/${target}`
}

/** Matches most paths: no segment starts with a dot, no escapes, none empty except the last. */
const ordinaryPath = /^(?:\/[\w~-][\w~.-]*)*\/?$/

/** Escapes that have an unescaped equivalent, letters, digits and `-._~`, and escaped slashes. */
const secondSpelling = /%(?:2[def]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/i

/**
 * Returns true if a path is in its normal form, so that a proxy and the router read the same path:
 * absolute, without dot segments, empty segments, backslashes, escapes of unreserved characters or
 * separators, raw characters that need an escape, or escapes that aren't UTF-8. Escapes can have
 * hex digits of either case (RFC 3986, 6.2.2).
 */
export function hasPlainPath(target: string): boolean {
  const query = target.indexOf('?')
  const path = query === -1 ? target : target.slice(0, query)
  if (path !== '' && ordinaryPath.test(path)) return true
  if (!path.startsWith('/') || path.includes('//') || secondSpelling.test(path)) return false
  try {
    // The result must be used, or the bundler drops the call.
    const decoded = decodeURIComponent(path)
    return !decoded.includes('\\') && new URL(path, 'http://localhost').pathname === path
  } catch {
    return false
  }
}

/**
 * Returns the URL of a request with a plain path. Its origin is APP_URL's whatever host the request
 * names, since many proxies replace the host by their own name for this server.
 */
export function requestUrl({ url: target = '/' }: IncomingMessage): URL {
  const known = urls.get(target)
  if (known !== undefined) return known
  const url = new URL(target, appOrigin)
  if (target.length <= 300) urls.set(target, url)
  return url
}

/** A few addresses get most of the requests. */
const urls = new LRUCache<string, URL>({ max: 1000 })

/** Headers for the router, which fails on an Origin that is no URL: it says as little as `null`. */
export function requestHeaders(req: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers)) {
    // React Router interprets some of these headers itself, so clients must not set them.
    if (value === undefined || name.startsWith(':') || name.startsWith('x-react-router')) continue
    for (const item of Array.isArray(value) ? value : [value]) headers.append(name, item)
  }
  const origin = headers.get('origin')
  if (origin !== null && !URL.canParse(origin)) headers.set('origin', 'null')
  if (req.method === 'POST' && !headers.has('content-type')) headers.set('content-type', formType)
  return headers
}

const isMultipart = /^multipart\//i

/** Returns true if a body has a form's type or none: one-click unsubscribe requests have none. */
export function isForm(req: IncomingMessage): boolean {
  const type = req.headers['content-type'] ?? formType
  return /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)
}

/** Pages send fewer: a hundred ticked rows and the rest of their form. */
const maxFields = 200
/** Browsers send two with a file, and one with a text. */
const maxPartHeaders = 5

/**
 * Returns true if a form has more fields than any page sends, more headers per field, or parts that
 * can't be counted. Counts without parsing, since parsing 32,000 fields in 64 KB takes a hundred
 * times as long as parsing the fields of any page.
 */
export function hasTooManyFields(req: IncomingMessage, body: Buffer): boolean {
  const text = body.toString('latin1')
  const type = req.headers['content-type'] ?? formType
  if (isMultipart.test(type)) return hasTooManyParts(text, type)
  let fields = 0
  for (const _ of text.matchAll(/&/g)) {
    fields += 1
    if (fields > maxFields) return true
  }
  return false
}

/** As browsers write it: the parser could read other forms differently from the count. */
const boundaryOf = /^multipart\/form-data; *boundary=(?:"([\w'()+,./:=?-]+)"|([\w'()+,./:=?-]+))$/i

function hasTooManyParts(text: string, type: string): boolean {
  const [, quoted, plain] = boundaryOf.exec(type) ?? []
  if (quoted === undefined && plain === undefined) return true
  const boundary = `--${quoted ?? plain}\r\n`
  const first = text.indexOf(boundary)
  // Nor do browsers send anything before the first part. Without a part the parser stops at once.
  if (first !== 0) return first > 0
  let parts = 0
  for (let at = first; at !== -1; at = text.indexOf(boundary, at)) {
    parts += 1
    if (parts > maxFields) return true
    at += boundary.length
    for (let headers = 0; text.indexOf('\r\n', at) > at; headers += 1) {
      if (headers === maxPartHeaders) return true
      at = text.indexOf('\r\n', at) + 2
    }
  }
  return false
}

/** Streams a form's body. Fails past a limit. */
export function bodyStream(req: IncomingMessage, maxBytes: number): ReadableStream<Uint8Array> {
  let size = 0
  const limited = async function* () {
    const chunks: AsyncIterable<Buffer> = req.iterator({ destroyOnReturn: false })
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > maxBytes) throw new Error(`The body is over ${maxBytes} bytes`)
      yield chunk
    }
  }
  return Readable.toWeb(Readable.from(limited())) as ReadableStream<Uint8Array>
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
