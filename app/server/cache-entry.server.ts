import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import { sessionPairs } from '#app/accounts/middleware/session-cookie.server.ts'
import { trackingParameter } from '#app/analytics/traffic-source.ts'
import { savesData } from '#app/http/save-data.server.ts'
import type { Language } from '#app/i18n/catalogue.ts'
import { localPath, neutralPath } from '#app/i18n/local-path.ts'
import { isPublicPage, offlinePage } from '#app/i18n/public-pages.ts'
import { articleCategories } from '#app/pages/documents/article-categories.ts'
import { pageVersion } from '#app/pages/documents/page-version.server.ts'
import { consentOf } from '#app/pages/middleware/consent.server.ts'
import { suggestedLanguage } from '#app/pages/middleware/page-language.server.ts'
import { categories, categorySlug } from '#app/pages/resources/resources.ts'
import { settings } from '#app/settings/settings.server.ts'
import { defaultLanguage, pageLanguage } from '#app/settings/site-language.server.ts'

const maxTargetLength = 500

/** The values of `category` whose pages are cached, by path without a language. */
const cachedCategories = new Map<string, readonly string[]>([
  ['/blog', articleCategories],
  ['/resources', categories.map(({ category }) => categorySlug(category))],
])

export type CacheEntry = {
  key: string
  version: number
  status: 200 | 404
  /** The path without its language, for page views. Null for a page that isn't counted. */
  path: string | null
  /** The address with only the parameters that the page reads. */
  target: string
}

const requested = new LRUCache<string, { page: RequestedPage | null }>({ max: 2000 })
let requestedVersion = -1

type RequestedPage = { path: string; target: string; language: Language; url: URL }

/**
 * Returns a request's entry in the page cache. Returns null if the answer must not be cached: for
 * operators, in maintenance mode, and for addresses that aren't the site's pages. A page depends
 * only on the key and the version.
 */
export function cacheEntry(req: IncomingMessage): CacheEntry | null {
  if (!isRead(req) || !isCacheable(req)) return null
  const page = requestedPage(req.url ?? '')
  if (page === null) return null
  const headers = requestHeader(req)
  const hint = suggestedLanguage({ method: 'GET', headers }, page.url, page.language)
  return {
    key: `${page.target} ${hint} ${consentOf(headers)} ${savesData(headers)}`,
    version: pageVersion(),
    status: 200,
    path: page.path === offlinePage ? null : page.path,
    target: page.target,
  }
}

const unknownAddress = '/not-found'

/**
 * Returns the cache entry for addresses without a route. They share one page for all methods, since
 * forms can't do anything there.
 */
export function notFoundEntry(req: IncomingMessage): CacheEntry | null {
  if (!isCacheable(req)) return null
  const language = pageLanguage(req.url?.split(/[/?]/, 2)[1])
  const headers = requestHeader(req)
  return {
    key: `404 ${language} ${consentOf(headers)} ${savesData(headers)}`,
    version: pageVersion(),
    status: 404,
    path: null,
    target: localPath(unknownAddress, language, defaultLanguage()),
  }
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

function isCacheable({ headers }: IncomingMessage): boolean {
  const { responseCaching, maintenanceMode } = settings()
  return responseCaching && !maintenanceMode && sessionPairs(headers.cookie).length === 0
}

export function requestHeader(req: IncomingMessage): Pick<Headers, 'get'> {
  return {
    get(name) {
      const value = req.headers[name]
      return value === undefined ? null : String(value)
    },
  }
}

function requestedPage(target: string): RequestedPage | null {
  if (target.length > maxTargetLength) return null
  // The page for an address depends on the settings, like every page.
  if (requestedVersion !== pageVersion()) requested.clear()
  requestedVersion = pageVersion()
  const known = requested.get(target)
  if (known !== undefined) return known.page
  const page = parseTarget(target)
  requested.set(target, { page })
  return page
}

function parseTarget(target: string): RequestedPage | null {
  const url = new URL(target, 'http://localhost')
  const { pathname } = url
  const path = neutralPath(pathname)
  const isCached = isPublicPage(path) || path === offlinePage
  if (!isCached || (pathname.endsWith('/') && pathname !== '/')) return null
  const cached = cachedCategories.get(path) ?? []
  const read: string[] = []
  for (const [name, value] of url.searchParams) {
    if (trackingParameter.test(name)) continue
    if (name !== 'category' || !cached.includes(value)) return null
    read.push(`?${name}=${value}`)
  }
  if (read.length > 1) return null
  const [, first] = pathname.split('/', 2)
  // It redirects to the page without it, with parameters that a kept answer wouldn't have.
  if (first === defaultLanguage()) return null
  return { path, target: pathname + (read[0] ?? ''), language: pageLanguage(first), url }
}
