import { createContext, type MiddlewareFunction } from 'react-router'
import { env } from '#app/env.server.ts'
import { cookieValues, ownCookie } from '#app/http/own-cookie.server.ts'
import { allowSources } from '#app/http/secure-headers.server.ts'
import {
  cookieDomains,
  type TagIds,
  type TagKind,
  tagCookies,
  tagPolicy,
} from '#app/http/third-party-tags.ts'
import { neutralPath } from '#app/i18n/local-path.ts'
import { isPlainPage } from '#app/i18n/public-pages.ts'
import { settings } from '#app/settings/settings.server.ts'
import { tagIds, tagsInUse } from '#app/settings/tags.server.ts'
import type { Visit } from '#app/ui/site/use-visit.ts'

type RequestHeaders = Pick<Headers, 'get'>

/** Half a year. After that, the question can be asked again. */
const maxAgeSeconds = 182 * 24 * 3600
const cookieName = ownCookie('consent', '__Host-')
const secure = env.APP_URL.startsWith('https:') ? '; Secure' : ''
const attributes = `Path=/; SameSite=Lax; HttpOnly${secure}`

/** The cookie's letters for what was accepted, so that a tool added later asks again. */
const letters: Record<TagKind, string> = { analytics: 'a', heatmap: 'h', pixel: 'p' }

/**
 * Public pages depend on consent by this value alone, which depends only on the request's headers
 * (Cookie, Sec-GPC) and the settings. It is part of the key of every cache of such pages.
 */
export function consentOf(headers: RequestHeaders): Visit['consent'] {
  const inUse = tagsInUse()
  if (inUse.length === 0) return 'none needed'
  if (declinedBySignal(headers)) return 'declined'
  const sent = cookieValues(headers.get('cookie'), cookieName)
  const answer = sent.find((value) => /^(declined|accepted-[ahp]{1,3})$/.test(value))
  if (answer === undefined) return 'undecided'
  if (answer === 'declined') return 'declined'
  const agreed = answer.slice('accepted-'.length)
  return inUse.every((kind) => agreed.includes(letters[kind])) ? 'accepted' : 'undecided'
}

/** Returns true if the browser declines for its visitor, where that is honored. */
export function declinedBySignal(headers: RequestHeaders): boolean {
  return settings().honourPrivacySignal && headers.get('sec-gpc') === '1'
}

/**
 * Returns a page's tags. Null without consent, and on pages whose address reveals what someone
 * looks up or holds a secret, since tags pass addresses on.
 */
export function tagsFor(headers: RequestHeaders, url: URL): TagIds | null {
  const plain = isPlainPage(neutralPath(url.pathname), url.searchParams)
  return plain && consentOf(headers) === 'accepted' ? tagIds() : null
}

/** Returns the Set-Cookie lines. Declining also deletes the tags' cookies. */
export function consentCookies(
  choice: 'accept' | 'decline',
  headers: RequestHeaders,
  url: URL,
): string[] {
  const agreed = tagsInUse().map((kind) => letters[kind])
  const answer = choice === 'accept' ? `accepted-${agreed.join('')}` : 'declined'
  const own = `${cookieName}=${answer}; Max-Age=${maxAgeSeconds}; ${attributes}`
  if (choice === 'accept') return [own]
  const domains = ['', ...cookieDomains(url.hostname).map((domain) => `; Domain=${domain}`)]
  const ended = tagCookies(headers.get('cookie')).flatMap((name) =>
    domains.map((domain) => `${name}=; Max-Age=0; Path=/${domain}`),
  )
  return [own, ...ended]
}

/** True if a page answers a form. Asking for anything else would lose what it shows. */
export const answersForm = createContext(false)

/** Allows the tags that a page's visitor accepted, and sets `Vary` for caches. */
export const openForTags: MiddlewareFunction<Response> = async (
  { request, url, context },
  next,
) => {
  context.set(answersForm, request.method === 'POST')
  const response = await next()
  if (tagsInUse().length === 0) return response
  response.headers.append('Vary', 'Cookie, Sec-GPC')
  // Tags could read the addresses of earlier pages, from the referrer and the tab's history.
  response.headers.set('Referrer-Policy', 'origin')
  const html = response.headers.get('content-type')?.startsWith('text/html') === true
  if (html && tagsFor(request.headers, url) !== null) {
    allowSources(response.headers, tagPolicy(tagsInUse()))
  }
  return response
}
