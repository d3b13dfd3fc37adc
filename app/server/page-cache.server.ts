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
import type { CacheEntry } from './cache-entry.server.ts'
import { varyOn } from './outgoing-answer.server.ts'

/** Max age of the figures on a page. */
const maxAgeMs = 60_000
const maxBytes = 32 * 1024 ** 2
const maxPages = 500
const maxPageBytes = 1024 ** 2
/** A page's tag changes at this interval. The stamps of its forms are valid for a day. */
const tagPeriodMs = 6 * 3_600_000

/** A page in one encoding. Headers alternate between names and values. */
type Variant = { tag: string | null; body: Buffer; headers: string[]; unchangedHeaders: string[] }

export type CachedPage = {
  key: string
  version: number
  status: CacheEntry['status']
  tag: string
  body: Buffer
  headers: Map<string, string>
  variants: Map<Encoding | null, Variant>
}

const pages = new LRUCache<string, CachedPage>({
  max: maxPages,
  maxSize: maxBytes,
  sizeCalculation: ({ body, variants }) =>
    [...variants.values()].reduce((bytes, variant) => bytes + variant.body.length, body.length),
})

export function cachedPage({ key, version }: CacheEntry): CachedPage | null {
  const page = pages.get(key)
  if (page === undefined) return null
  if (page.version === version) return page
  pages.delete(key)
  return null
}

/**
 * Stores an answer in the cache. Returns null if it isn't for everyone: errors, answers with
 * cookies, `no-store`, and pages whose content has changed meanwhile. Our own cache, since a cached
 * page costs a fortieth of a rendered one.
 */
export function cachePage(entry: CacheEntry, response: Response, body: Buffer): CachedPage | null {
  const { headers, status } = response
  const type = headers.get('content-type')
  if (status !== entry.status || type?.startsWith('text/html') !== true || !isCompressible(type))
    return null
  if (headers.has('set-cookie') || body.length > maxPageBytes) return null
  if (/no-store/.test(headers.get('cache-control') ?? '') || entry.version !== pageVersion()) {
    return null
  }
  const now = Date.now()
  const page: CachedPage = {
    key: entry.key,
    version: entry.version,
    status: entry.status,
    tag: createHash('sha256')
      .update(`${Math.floor(now / tagPeriodMs)} ${withoutStamps(body.toString())}`)
      .digest('base64url')
      .slice(0, 22),
    body,
    headers: pageHeaders(response),
    variants: new Map(),
  }
  // Pages show the year, which can change at midnight.
  pages.set(entry.key, page, { ttl: Math.min(maxAgeMs, dayMs - (now % dayMs)) })
  return page
}

function pageHeaders({ headers }: Response): Map<string, string> {
  const lines = new Map(
    Object.entries(secureHeaders).map(([name, value]) => [name.toLowerCase(), value]),
  )
  // Browsers and proxies may store it, but must revalidate each time.
  lines.set('cache-control', 'no-cache')
  for (const [name, value] of headers) lines.set(name, value)
  lines.set('vary', varyOn(headers, 'Accept-Encoding'))
  return lines
}

/** Sends a cached page in the best encoding, or a 304 if the visitor's copy is current. */
export function sendCachedPage(req: IncomingMessage, res: ServerResponse, page: CachedPage): void {
  const accepted = settings().compression ? req.headers['accept-encoding'] : undefined
  const encoding = acceptedEncoding(accepted)
  const ready = page.variants.get(encoding)
  if (ready === undefined) {
    makeVariant(page, encoding)
      .then((variant) => sendVariant(req, res, page, variant))
      .catch(() => res.destroy())
  } else sendVariant(req, res, page, ready)
}

function sendVariant(
  req: IncomingMessage,
  res: ServerResponse,
  { status }: CachedPage,
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

async function makeVariant(page: CachedPage, encoding: Encoding | null): Promise<Variant> {
  const body = encoding === null ? page.body : await compress(page.body, encoding)
  // Weak, since the stamps of forms differ between equal pages. A 404 page has no tag: it never
  // answers with 304.
  const suffix = encoding === null ? '' : `-${encoding}`
  const tag = page.status === 200 ? `W/"${page.tag}${suffix}"` : null
  const shared = [...page.headers, ...(tag === null ? [] : [['etag', tag]])]
    .filter(([name]) => name !== 'content-type')
    .flat()
  const variant: Variant = {
    tag,
    body,
    headers: [
      shared,
      ['content-type', page.headers.get('content-type') ?? ''],
      encoding === null ? [] : ['content-encoding', encoding],
      ['content-length', String(body.length)],
    ].flat(),
    unchangedHeaders: shared,
  }
  if (!page.variants.has(encoding)) {
    page.variants.set(encoding, variant)
    // Updates its size in the cache, but not its expiry.
    if (pages.peek(page.key) === page) {
      pages.set(page.key, page, { ttl: pages.getRemainingTTL(page.key) })
    }
  }
  return variant
}
