import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { ServerBuild } from 'react-router'
import { sessionPair } from '#app/accounts/middleware/session-cookie.server.ts'
import { trackingParameter } from '#app/analytics/traffic-source.ts'
import { type CachedQuery, cachedQueryOf } from '#app/http/cached-query.ts'
import { savesData } from '#app/http/save-data.server.ts'
import type { Language } from '#app/i18n/catalogue.ts'
import { localPath, neutralPath } from '#app/i18n/local-path.ts'
import { isPublicPage, offlinePage } from '#app/i18n/public-pages.ts'
import { pageVersion } from '#app/pages/documents/page-version.server.ts'
import { consentOf } from '#app/pages/middleware/consent.server.ts'
import { suggestedLanguage } from '#app/pages/middleware/page-language.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { defaultLanguage, pageLanguage } from '#app/settings/site-language.server.ts'
import { leafRoutes, routePath } from './route-paths.server.ts'

const maxTargetLength = 500

/** An entry of the page cache that a request belongs to, filled or not. */
export type CacheEntry = {
  key: string
  version: number
  /** Answers of another status aren't cached. */
  status: 200 | 404
  /** The path without its language, for page views; null for a page that isn't counted. */
  path: string | null
  /** The address with only those parameters that the page reads. */
  target: string
}

const requested = new LRUCache<string, { page: RequestedPage | null }>({ max: 2000 })
let requestedVersion = -1

type RequestedPage = { path: string; target: string; language: Language; url: URL }

/** The parameters and values whose pages are cached, by path. */
type CachedQueries = ReadonlyMap<string, CachedQuery>

/** Reads the routes' `handle` for parameters whose pages are cached. */
function cachedQueriesOf(routes: ServerBuild['routes']): CachedQueries {
  const queries = new Map<string, CachedQuery>()
  for (const id of leafRoutes(routes)) {
    const query = cachedQueryOf(routes[id]?.module.handle)
    if (query !== null)
      queries.set(`/${routePath(routes, id).path.replace(/^:lang\?\/?/, '')}`, query)
  }
  return queries
}

/**
 * Returns a function that finds a request's entry in the page cache. Null if the answer must not be
 * cached: for operators, in maintenance mode, and for any address that isn't one of the site's pages.
 * A page depends on nothing but the key and the version.
 */
export function cacheEntries(
  routes: ServerBuild['routes'],
): (req: IncomingMessage) => CacheEntry | null {
  const queries = cachedQueriesOf(routes)
  return (req) => {
    if (!isRead(req) || !isCacheable(req)) return null
    const page = requestedPage(req.url ?? '', queries)
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
}

/** An address that no route takes. */
const unknownAddress = '/not-found'

/**
 * Returns the cache entry for addresses that no route takes. All of them share one page for all
 * methods, since forms can't do anything there.
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
  return responseCaching && !maintenanceMode && sessionPair(headers.cookie) === null
}

/** Reads a Node request's headers by name, like `Headers`. */
export function requestHeader(req: IncomingMessage): Pick<Headers, 'get'> {
  return {
    get(name) {
      const value = req.headers[name]
      return value === undefined ? null : String(value)
    },
  }
}

function requestedPage(target: string, queries: CachedQueries): RequestedPage | null {
  if (target.length > maxTargetLength) return null
  // What an address means depends on the settings, as every page does.
  if (requestedVersion !== pageVersion()) requested.clear()
  requestedVersion = pageVersion()
  const known = requested.get(target)
  if (known !== undefined) return known.page
  const page = parseTarget(target, queries)
  requested.set(target, { page })
  return page
}

function parseTarget(target: string, queries: CachedQueries): RequestedPage | null {
  const url = new URL(target, 'http://localhost')
  const { pathname } = url
  const path = neutralPath(pathname)
  const isCached = isPublicPage(path) || path === offlinePage
  if (!isCached || (pathname.endsWith('/') && pathname !== '/')) return null
  const query = queries.get(path)
  const read: string[] = []
  for (const [name, value] of url.searchParams) {
    if (trackingParameter.test(name)) continue
    if (name !== query?.parameter || !query.values.includes(value)) return null
    read.push(`?${name}=${value}`)
  }
  if (read.length > 1) return null
  const [, first] = pathname.split('/', 2)
  return { path, target: pathname + (read[0] ?? ''), language: pageLanguage(first), url }
}
