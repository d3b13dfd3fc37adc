import type { IncomingMessage } from 'node:http'
import { sessionPair } from '#app/accounts/middleware/session-cookie.server.ts'
import { trackingParameter } from '#app/analytics/traffic-source.ts'
import { savesData } from '#app/http/save-data.server.ts'
import type { Language } from '#app/i18n/catalogue.ts'
import { localPath, neutralPath } from '#app/i18n/local-path.ts'
import { isPublicPage, offlinePage } from '#app/i18n/public-pages.ts'
import { articleCategories } from '#app/pages/documents/articles.server.ts'
import { pageVersion } from '#app/pages/documents/page-version.server.ts'
import { consentOf } from '#app/pages/middleware/consent.server.ts'
import { suggestedLanguage } from '#app/pages/middleware/page-language.server.ts'
import { categories, categorySlug } from '#app/pages/resources/resources.ts'
import { settings } from '#app/settings/settings.server.ts'
import { defaultLanguage, pageLanguage } from '#app/settings/site-language.server.ts'

const maxAsked = 2000
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

type AskedPage = { path: string; target: string; language: Language; url: URL }

/** The parameters that pages read, with every value that makes a page of its own. */
const filters: Record<string, ReadonlySet<string>> = {
  '/blog': new Set(articleCategories),
  '/resources': new Set(categories.map(({ category }) => categorySlug(category))),
}

let asked = new Map<string, AskedPage | null>()
let askedVersion = -1

/**
 * Where the answer to a request may be kept. Null when it must not be: for operators, while
 * maintenance mode is on, and for every address that is not exactly one of the site's pages. What a
 * page shows depends on nothing but the key and the version.
 */
export function pageSpot(req: IncomingMessage): PageSpot | null {
  if (!isRead(req) || !mayKeep(req)) return null
  const page = askedPage(req.url ?? '')
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
  if (target.length > maxTargetLength) return null
  const url = new URL(target, 'http://localhost')
  const { pathname } = url
  const path = neutralPath(pathname)
  const isKept = isPublicPage(path) || path === offlinePage
  if (!isKept || (pathname.endsWith('/') && pathname !== '/')) return null
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
