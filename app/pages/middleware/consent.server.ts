import { createContext, type MiddlewareFunction } from 'react-router'
import { env } from '#app/env.server.ts'
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

/** What a visitor says to tools of other companies; `none needed` where there are none. */
export type Consent = Visit['consent']

type RequestHeaders = Pick<Headers, 'get'>

/** Half a year: then the question may be asked again. */
const maxAgeSeconds = 182 * 24 * 3600
const secure = env.APP_URL.startsWith('https:') ? '; Secure' : ''
const attributes = `Path=/; SameSite=Lax; HttpOnly${secure}`

/** How the cookie names what was agreed to, so that a tool added later asks again. */
const letters: Record<TagKind, string> = { analytics: 'a', heatmap: 'h', pixel: 'p' }

/**
 * All by which public pages differ because of consent, out of the request's headers (Cookie,
 * Sec-GPC) and the settings in force alone: part of the key of every cache of such pages.
 */
export function consentOf(headers: RequestHeaders): Consent {
  const inUse = tagsInUse()
  if (inUse.length === 0) return 'none needed'
  if (declinedBySignal(headers)) return 'declined'
  const answer = /(?:^|;) ?consent=(declined|accepted-[ahp]{1,3})(?:;|$)/.exec(
    headers.get('cookie') ?? '',
  )?.[1]
  if (answer === undefined) return 'undecided'
  if (answer === 'declined') return 'declined'
  const agreed = answer.slice('accepted-'.length)
  return inUse.every((kind) => agreed.includes(letters[kind])) ? 'accepted' : 'undecided'
}

/** Whether the browser itself says no for its visitor, where that is honoured. */
export function declinedBySignal(headers: RequestHeaders): boolean {
  return settings().honourPrivacySignal && headers.get('sec-gpc') === '1'
}

/**
 * The tags of a page: null without consent, and on pages whose address says what someone looks up
 * or holds a secret, since tags pass addresses on.
 */
export function tagsFor(headers: RequestHeaders, url: URL): TagIds | null {
  const plain = isPlainPage(neutralPath(url.pathname), url.searchParams)
  return plain && consentOf(headers) === 'accepted' ? tagIds() : null
}

/** The Set-Cookie lines of an answer; whoever declines loses the cookies of the tags as well. */
export function consentCookies(
  choice: 'accept' | 'decline',
  headers: RequestHeaders,
  url: URL,
): string[] {
  const agreed = tagsInUse().map((kind) => letters[kind])
  const answer = choice === 'accept' ? `accepted-${agreed.join('')}` : 'declined'
  const own = `consent=${answer}; Max-Age=${maxAgeSeconds}; ${attributes}`
  if (choice === 'accept') return [own]
  const domains = ['', ...cookieDomains(url.hostname).map((domain) => `; Domain=${domain}`)]
  const ended = tagCookies(headers.get('cookie')).flatMap((name) =>
    domains.map((domain) => `${name}=; Max-Age=0; Path=/${domain}`),
  )
  return [own, ...ended]
}

/** Whether a page answers a form: what it shows would be lost by asking for anything else. */
export const answersForm = createContext(false)

/** Opens a page for the tags that its visitor has agreed to, and tells caches what it depends on. */
export const openForTags: MiddlewareFunction<Response> = async (
  { request, url, context },
  next,
) => {
  context.set(answersForm, request.method === 'POST')
  const response = await next()
  if (tagsInUse().length === 0) return response
  response.headers.append('Vary', 'Cookie, Sec-GPC')
  const html = response.headers.get('content-type')?.startsWith('text/html') === true
  if (html && tagsFor(request.headers, url) !== null) {
    allowSources(response.headers, tagPolicy(tagsInUse()))
  }
  return response
}
