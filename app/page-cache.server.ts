import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Language } from '#app/i18n/catalogue.ts'
import { neutralPath } from '#app/i18n/local-path.ts'
import {
  acceptedEncoding,
  compress,
  type Encoding,
  isCompressible,
} from '#app/middleware/compression.server.ts'
import { consentOf } from '#app/middleware/consent.server.ts'
import { suggestedLanguage } from '#app/middleware/page-language.server.ts'
import { secureHeaders } from '#app/middleware/secure-headers.server.ts'
import { articleCategories } from '#app/models/articles.server.ts'
import { pageVersion } from '#app/models/page-version.server.ts'
import { settings } from '#app/models/settings.server.ts'
import { pageLanguage } from '#app/models/site-language.server.ts'
import { categories, categorySlug } from '#app/routes/resources/resources.ts'
import { withoutStamps } from '#app/services/form-stamp.server.ts'
import { isPublicPage } from '#app/utils/public-pages.ts'
import { trackingParameter } from '#app/utils/traffic-source.ts'

/** Numbers of readers and other counts on a page may be this old. */
const maxAgeMs = 60_000
const maxBytes = 32 * 1024 ** 2
const maxPages = 500
const maxPageBytes = 1024 ** 2
const maxAsked = 2000
const maxTargetLength = 500
/** Visitors keep a page for this long by its tag; the stamps of its forms are good for a day. */
const tagPeriodMs = 6 * 3_600_000

/** A page as it goes out in one encoding: names and values of the headers in turn. */
type Variant = { tag: string; body: Buffer; headers: string[]; unchangedHeaders: string[] }

/** A rendered page, with what it is compressed to beside it. */
export type KeptPage = {
  key: string
  version: number
  /** Unix ms. */
  until: number
  tag: string
  body: Buffer
  headers: Map<string, string>
  variants: Map<Encoding | null, Variant>
  bytes: number
}

/** Where the answer to a request is kept, whether or not it is there yet. */
export type PageSpot = {
  key: string
  version: number
  /** The page without its language, as it is counted. */
  path: string
  /** Its address with nothing but what the page reads. */
  target: string
}

type AskedPage = { path: string; target: string; language: Language; url: URL }

/** The parameters that pages read, with every value that makes a page of its own. */
const filters: Record<string, ReadonlySet<string>> = {
  '/blog': new Set(articleCategories),
  '/resources': new Set(categories.map(({ category }) => categorySlug(category))),
}

let asked = new Map<string, AskedPage | null>()
let askedVersion = -1
const pages = new Map<string, KeptPage>()
let keptBytes = 0

/**
 * Where the answer to a request may be kept; null when it must not be: for whoever is signed in, and
 * for every address that is not exactly one of the site's pages. What a page shows depends on
 * nothing but the key and the version.
 */
export function pageSpot(req: IncomingMessage): PageSpot | null {
  return req.method === 'GET' || req.method === 'HEAD' ? spotOf(req) : null
}

/** The same for a form's answer that is a page's in all but one part. */
export function spotOf(req: IncomingMessage): PageSpot | null {
  if (!settings().responseCaching) return null
  if (req.headers.cookie?.includes('session=') === true) return null
  const page = askedPage(req.url ?? '')
  if (page === null) return null
  const headers = requestHeader(req)
  const hint = suggestedLanguage({ method: 'GET', headers }, page.url, page.language)
  return {
    key: `${page.target} ${hint} ${consentOf(headers)}`,
    version: pageVersion(),
    path: page.path,
    target: page.target,
  }
}

/** A request's headers to be read by name, as the browser's `Headers` are. */
export function requestHeader(req: IncomingMessage): Pick<Headers, 'get'> {
  return {
    get(name) {
      const value = req.headers[name]
      return value === undefined ? null : String(value)
    },
  }
}

function askedPage(target: string): AskedPage | null {
  if (askedVersion !== pageVersion() || asked.size >= maxAsked) asked = new Map()
  askedVersion = pageVersion()
  let page = asked.get(target)
  if (page === undefined) {
    page = parseTarget(target)
    if (target.length <= maxTargetLength) asked.set(target, page)
  }
  return page
}

function parseTarget(target: string): AskedPage | null {
  if (!target.startsWith('/') || target.startsWith('//') || target.includes('\\')) return null
  if (target.length > maxTargetLength || !URL.canParse(target, 'http://localhost')) return null
  const url = new URL(target, 'http://localhost')
  const { pathname } = url
  const path = neutralPath(pathname)
  if (!isPublicPage(path) || (pathname.endsWith('/') && pathname !== '/')) return null
  const read: string[] = []
  for (const [name, value] of url.searchParams) {
    if (trackingParameter.test(name)) continue
    if (name !== 'category' || filters[path]?.has(value) !== true) return null
    read.push(`?category=${value}`)
  }
  if (read.length > 1) return null
  const [, first] = pathname.split('/', 2)
  return { path, target: pathname + (read[0] ?? ''), language: pageLanguage(first), url }
}

/** What is kept there and still true. */
export function keptPage({ key, version }: PageSpot): KeptPage | null {
  const page = pages.get(key)
  if (page === undefined) return null
  pages.delete(key)
  if (page.version !== version || page.until <= Date.now()) {
    keptBytes -= page.bytes
    return null
  }
  // The least recently used one stands first.
  pages.set(key, page)
  return page
}

/**
 * Keeps an answer in its spot, or gives null when it is not for everybody: errors, answers with
 * cookies, those that say so, and pages that something has changed under.
 */
export function keepPage(spot: PageSpot, response: Response, body: Buffer): KeptPage | null {
  const { headers, status } = response
  const type = headers.get('content-type')
  if (status !== 200 || type?.startsWith('text/html') !== true || !isCompressible(type)) return null
  if (headers.has('set-cookie') || body.length > maxPageBytes) return null
  if (/no-store/.test(headers.get('cache-control') ?? '') || spot.version !== pageVersion()) {
    return null
  }
  const now = Date.now()
  const page: KeptPage = {
    key: spot.key,
    version: spot.version,
    // A day's end can be a year's, which pages show.
    until: Math.min(now + maxAgeMs, (Math.floor(now / 86_400_000) + 1) * 86_400_000),
    tag: createHash('sha256')
      .update(`${Math.floor(now / tagPeriodMs)} ${withoutStamps(body.toString())}`)
      .digest('base64url')
      .slice(0, 22),
    body,
    headers: pageHeaders(response),
    variants: new Map(),
    bytes: 0,
  }
  const before = pages.get(spot.key)
  if (before !== undefined) forget(before)
  pages.set(spot.key, page)
  grow(page, body.length)
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

function forget(page: KeptPage): void {
  pages.delete(page.key)
  keptBytes -= page.bytes
}

function grow(page: KeptPage, bytes: number): void {
  if (pages.get(page.key) !== page) return
  page.bytes += bytes
  keptBytes += bytes
  for (const oldest of pages.values()) {
    if (pages.size <= maxPages && keptBytes <= maxBytes) break
    forget(oldest)
  }
}

/** Answers with a kept page: its body in the best encoding, or 304 to whoever has it already. */
export function sendKeptPage(req: IncomingMessage, res: ServerResponse, page: KeptPage): void {
  const accepted = settings().compression ? req.headers['accept-encoding'] : undefined
  const encoding = acceptedEncoding(accepted)
  const ready = page.variants.get(encoding)
  if (ready === undefined) {
    makeVariant(page, encoding).then(
      (variant) => sendVariant(req, res, variant),
      () => res.destroy(),
    )
  } else sendVariant(req, res, ready)
}

function sendVariant(req: IncomingMessage, res: ServerResponse, variant: Variant): void {
  const tags = req.headers['if-none-match']
  if (tags !== undefined && namesTag(tags, variant.tag)) {
    res.writeHead(304, variant.unchangedHeaders)
    res.end()
    return
  }
  res.writeHead(200, variant.headers)
  if (req.method === 'HEAD') res.end()
  else res.end(variant.body)
}

function namesTag(header: string, tag: string): boolean {
  return header === tag || header.split(',').some((item) => item.trim() === tag || item === '*')
}

async function makeVariant(page: KeptPage, encoding: Encoding | null): Promise<Variant> {
  const body = encoding === null ? page.body : await compress(page.body, encoding)
  // Weak: a form's stamp may be another one in bytes that are equally good.
  const tag = `W/"${page.tag}${encoding === null ? '' : `-${encoding}`}"`
  const shared = [...page.headers, ['etag', tag]].filter(([name]) => name !== 'content-type').flat()
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
    if (encoding !== null) grow(page, body.length)
  }
  return variant
}
