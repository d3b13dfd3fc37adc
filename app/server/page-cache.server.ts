import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import fresh from 'fresh'
import { LRUCache } from 'lru-cache'
import {
  acceptedEncoding,
  compress,
  type Encoding,
  isCompressible,
} from '#app/http/compression.server.ts'
import { withoutStamps } from '#app/http/form-stamp.server.ts'
import { secureHeaders } from '#app/http/secure-headers.server.ts'
import { pageVersion } from '#app/pages/documents/page-version.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { dayMs } from '#app/time/durations.ts'
import type { PageSpot } from './page-spot.server.ts'

/** Numbers of readers and other counts on a page may be this old. */
const maxAgeMs = 60_000
const maxBytes = 32 * 1024 ** 2
const maxPages = 500
const maxPageBytes = 1024 ** 2
/** Visitors keep a page for this long by its tag; the stamps of its forms are good for a day. */
const tagPeriodMs = 6 * 3_600_000

/** A page as it goes out in one encoding: names and values of the headers in turn. */
type Variant = { tag: string | null; body: Buffer; headers: string[]; unchangedHeaders: string[] }

/** A rendered page, with what it is compressed to beside it. */
export type KeptPage = {
  key: string
  version: number
  status: PageSpot['status']
  tag: string
  body: Buffer
  headers: Map<string, string>
  variants: Map<Encoding | null, Variant>
}

const pages = new LRUCache<string, KeptPage>({
  max: maxPages,
  maxSize: maxBytes,
  sizeCalculation: ({ body, variants }) =>
    [...variants.values()].reduce((bytes, variant) => bytes + variant.body.length, body.length),
})

/** Returns what is kept in a spot and still true, else null. */
export function keptPage({ key, version }: PageSpot): KeptPage | null {
  const page = pages.get(key)
  if (page === undefined) return null
  if (page.version === version) return page
  pages.delete(key)
  return null
}

/**
 * Keeps an answer in its spot, or gives null when it is not for everybody: errors, answers with
 * cookies, those that say so, and pages that something has changed under.
 */
export function keepPage(spot: PageSpot, response: Response, body: Buffer): KeptPage | null {
  const { headers, status } = response
  const type = headers.get('content-type')
  if (status !== spot.status || type?.startsWith('text/html') !== true || !isCompressible(type))
    return null
  if (headers.has('set-cookie') || body.length > maxPageBytes) return null
  if (/no-store/.test(headers.get('cache-control') ?? '') || spot.version !== pageVersion()) {
    return null
  }
  const now = Date.now()
  const page: KeptPage = {
    key: spot.key,
    version: spot.version,
    status: spot.status,
    tag: createHash('sha256')
      .update(`${Math.floor(now / tagPeriodMs)} ${withoutStamps(body.toString())}`)
      .digest('base64url')
      .slice(0, 22),
    body,
    headers: pageHeaders(response),
    variants: new Map(),
  }
  // A day's end can be a year's, which pages show.
  pages.set(spot.key, page, { ttl: Math.min(maxAgeMs, dayMs - (now % dayMs)) })
  return page
}

function pageHeaders({ headers }: Response): Map<string, string> {
  const lines = new Map(
    Object.entries(secureHeaders).map(([name, value]) => [name.toLowerCase(), value]),
  )
  // It may be kept by browsers and proxies, which have to ask each time whether it is still good.
  lines.set('cache-control', 'no-cache')
  for (const [name, value] of headers) lines.set(name, value)
  lines.set('vary', [headers.get('vary'), 'Accept-Encoding'].filter(Boolean).join(', '))
  return lines
}

/** Answers with a kept page: its body in the best encoding, or 304 to whoever has it already. */
export function sendKeptPage(req: IncomingMessage, res: ServerResponse, page: KeptPage): void {
  const accepted = settings().compression ? req.headers['accept-encoding'] : undefined
  const encoding = acceptedEncoding(accepted)
  const ready = page.variants.get(encoding)
  if (ready === undefined) {
    makeVariant(page, encoding).then(
      (variant) => sendVariant(req, res, page, variant),
      () => res.destroy(),
    )
  } else sendVariant(req, res, page, ready)
}

function sendVariant(
  req: IncomingMessage,
  res: ServerResponse,
  { status }: KeptPage,
  { tag, body, headers, unchangedHeaders }: Variant,
): void {
  if (tag !== null && fresh(req.headers, { etag: tag })) {
    res.writeHead(304, unchangedHeaders)
    res.end()
    return
  }
  res.writeHead(status, headers)
  if (req.method === 'HEAD') res.end()
  else res.end(body)
}

async function makeVariant(page: KeptPage, encoding: Encoding | null): Promise<Variant> {
  const body = encoding === null ? page.body : await compress(page.body, encoding)
  // Weak: a form's stamp may be another one in bytes that are equally good. What isn't there can't
  // be unchanged.
  const suffix = encoding === null ? '' : `-${encoding}`
  const tag = page.status === 200 ? `W/"${page.tag}${suffix}"` : null
  const shared = [...page.headers, ...(tag === null ? [] : [['etag', tag]])]
    .filter(([name]) => name !== 'content-type')
    .flat()
  const variant: Variant = {
    tag,
    body,
    headers: [
      ...shared,
      ...['content-type', page.headers.get('content-type') ?? ''],
      ...(encoding === null ? [] : ['content-encoding', encoding]),
      ...['content-length', String(body.length)],
    ],
    unchangedHeaders: shared,
  }
  if (!page.variants.has(encoding)) {
    page.variants.set(encoding, variant)
    // Weighs it anew, and leaves its time as it is.
    if (pages.peek(page.key) === page) {
      pages.set(page.key, page, { ttl: pages.getRemainingTTL(page.key) })
    }
  }
  return variant
}
