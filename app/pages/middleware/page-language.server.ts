import type { MiddlewareFunction } from 'react-router'
import { env } from '#app/env.server.ts'
import { pageAddress } from '#app/http/page-address.ts'
import { preferredLanguage } from '#app/i18n/accept-language.ts'
import type { Language } from '#app/i18n/catalogue.ts'
import { isLanguage, languages } from '#app/i18n/languages.ts'
import { neutralPath } from '#app/i18n/local-path.ts'
import { isPlainPage } from '#app/i18n/public-pages.ts'
import { defaultLanguage, pageLanguage } from '#app/settings/site-language.server.ts'

/** Returns true for no prefix, and for every language but the default one. */
export function isPagePrefix(prefix: string | undefined): boolean {
  return prefix === undefined || (isLanguage(prefix) && prefix !== defaultLanguage())
}

type AskedPage = { method: string; headers: Pick<Headers, 'get'> }

/**
 * Returns the language that a browser prefers to the page's own if its visitor has just come to the
 * site, else null. Inside the site they have seen the hint already.
 */
export function suggestedLanguage(
  request: AskedPage,
  url: URL,
  language: Language,
): Language | null {
  if (request.method !== 'GET' || comesFromHere(request)) return null
  if (!isPlainPage(neutralPath(url.pathname), url.searchParams)) return null
  const preferred = preferredLanguage(request.headers.get('accept-language'), languages)
  return preferred === language ? null : preferred
}

function comesFromHere(request: AskedPage): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const referrer = request.headers.get('referer')
  if (referrer === null) return false
  return URL.canParse(referrer) && new URL(referrer).origin === env.APP_URL
}

/** Sets a page's language, and keeps caches from sharing what is made for one visitor. */
export const pageLanguageHeaders: MiddlewareFunction<Response> = async (
  { request, params, url },
  next,
) => {
  const response = await next()
  const { isData } = pageAddress(request)
  const isHtml = response.headers.get('content-type')?.startsWith('text/html') === true
  if (!isHtml && !isData) return response
  const language = pageLanguage(params.lang)
  if (isHtml) response.headers.set('Content-Language', language)
  response.headers.append('Vary', 'Accept-Language, Save-Data')
  const hint = suggestedLanguage(request, url, language) !== null
  if (hint && !response.headers.has('cache-control')) {
    response.headers.set('Cache-Control', 'private, no-cache')
  }
  return response
}
