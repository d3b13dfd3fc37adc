import type { IncomingMessage } from 'node:http'
import { env } from '#app/env.server.ts'
import { fromTrustedProxy } from '#app/middleware/client-address.server.ts'

const maxBodyBytes = 64 * 1024
/** What a body without a type is taken for. */
const formType = 'application/x-www-form-urlencoded'
const appUrl = new URL(env.APP_URL)

/** APP_URL's origin where the visitor uses it, so that form posts pass behind a TLS proxy. */
export function requestUrl(req: IncomingMessage): URL | null {
  const target = req.url ?? ''
  if (!target.startsWith('/') || target.startsWith('//')) return null
  // Node takes the first of several hosts, what stands in front of it perhaps another.
  if ((req.headersDistinct.host?.length ?? 0) > 1) return null
  const forwarded = fromTrustedProxy(req) ? req.headers['x-forwarded-host'] : undefined
  const host = String(forwarded ?? req.headers.host ?? '')
  const origin =
    host === '' || host === appUrl.host ? appUrl.origin : `${scheme(req, host)}//${host}`
  return parsed(target, origin)
}

/** The addresses that are asked for most are the same ones again and again. */
const known = new Map<string, URL | null>()
const maxKnown = 1000

function parsed(target: string, origin: string): URL | null {
  const key = `${origin} ${target}`
  let url = known.get(key)
  if (url !== undefined) return url
  url = URL.canParse(target, origin) && isPlain(target) ? new URL(target, origin) : null
  if (known.size >= maxKnown) known.clear()
  if (key.length <= 300) known.set(key, url)
  return url
}

/** Behind a TLS proxy only the browser knows that it is https, and says so with its forms. */
function scheme(req: IncomingMessage, host: string): string {
  return req.headers.origin === `https://${host}` ? 'https:' : 'http:'
}

/** A path that means the same to every reader; URLs take a backslash for a slash. */
function isPlain(target: string): boolean {
  const [path = ''] = target.split('?', 1)
  if (path.includes('\\')) return false
  try {
    decodeURI(path)
    return true
  } catch {
    return false
  }
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
