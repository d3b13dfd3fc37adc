import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { ServerBuild } from 'react-router'
import { sessionPair } from '#app/accounts/middleware/session-cookie.server.ts'
import { trackingParameter } from '#app/analytics/traffic-source.ts'
import { type KeptQuery, keptQueryOf } from '#app/http/kept-query.ts'
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

/** Where the answer to a request is kept, whether or not it is there yet. */
export type PageSpot = {
  key: string
  version: number
  /** An answer of another status is not kept here. */
  status: 200 | 404
  /** The page without its language, as it is counted; null for a page that isn't counted. */
  path: string | null
  /** Its address with nothing but what the page reads. */
  target: string
}

const asked = new LRUCache<string, { page: AskedPage | null }>({ max: 2000 })
let askedVersion = -1

type AskedPage = { path: string; target: string; language: Language; url: URL }

/** Parameters that make a page of their own, and their values, by the page's path. */
type KeptQueries = ReadonlyMap<string, KeptQuery>

/** Reads what pages say about their queries in their `handle`. */
function keptQueriesOf(routes: ServerBuild['routes']): KeptQueries {
  const queries = new Map<string, KeptQuery>()
  for (const id of leafRoutes(routes)) {
    const query = keptQueryOf(routes[id]?.module.handle)
    if (query !== null)
      queries.set(`/${routePath(routes, id).path.replace(/^:lang\?\/?/, '')}`, query)
  }
  return queries
}

/**
 * Returns a function that says where the answer to a request may be kept. Null when it must not be:
 * for operators, while maintenance mode is on, and for every address that is not exactly one of the
 * site's pages. What a page shows depends on nothing but the key and the version.
 */
export function pageSpots(
  routes: ServerBuild['routes'],
): (req: IncomingMessage) => PageSpot | null {
  const queries = keptQueriesOf(routes)
  return (req) => {
    if (!isRead(req) || !mayKeep(req)) return null
    const page = askedPage(req.url ?? '', queries)
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
 * Where the page for an address that no route takes is kept: one for all such addresses, and for all
 * methods, since there is nothing that a form could do there.
 */
export function notFoundSpot(req: IncomingMessage): PageSpot | null {
  if (!mayKeep(req)) return null
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

function mayKeep({ headers }: IncomingMessage): boolean {
  const { responseCaching, maintenanceMode } = settings()
  return responseCaching && !maintenanceMode && sessionPair(headers.cookie) === null
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

function askedPage(target: string, queries: KeptQueries): AskedPage | null {
  if (target.length > maxTargetLength) return null
  // What a target means depends on the settings, as every page does.
  if (askedVersion !== pageVersion()) asked.clear()
  askedVersion = pageVersion()
  const known = asked.get(target)
  if (known !== undefined) return known.page
  const page = parseTarget(target, queries)
  asked.set(target, { page })
  return page
}

function parseTarget(target: string, queries: KeptQueries): AskedPage | null {
  const url = new URL(target, 'http://localhost')
  const { pathname } = url
  const path = neutralPath(pathname)
  const isKept = isPublicPage(path) || path === offlinePage
  if (!isKept || (pathname.endsWith('/') && pathname !== '/')) return null
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
