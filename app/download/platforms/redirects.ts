import { failed, notFound, unavailable } from '#app/download/extraction/lookup-result.ts'
import {
  type FullRef,
  type Landing,
  type LinkRefusal,
  type PlatformLinks,
  pathOf,
  queryOf,
  type ShortRef,
} from './link.ts'

/** Where a redirect leads. */
export type RedirectTarget =
  | { kind: 'post'; ref: FullRef }
  | { kind: 'short'; ref: ShortRef }
  /** A page about who asks: to sign in, to agree, or to prove to be human. */
  | { kind: 'login' }
  | { kind: 'home' }
  /** The page for what is missing. */
  | { kind: 'missing' }
  | { kind: 'landing'; landing: Landing }

const country = /^\/[a-z]{2}(?:[-_][a-z]{2,4})?(?=\/|$)/i
const pageEnd = String.raw`(?:\.(?:php|html?|aspx?))?(?:\/|$)`
const missingPage = new RegExp(
  String.raw`^\/(?:(?:i|account|common|content|errors?|web|_)\/)*(?:404|410|errors?|(?:page[-_]?)?not[-_]?found|(?:content[-_]?)?unavailable|deleted|removed|expired|suspended|missing)${pageEnd}`,
  'i',
)
const loginPage = new RegExp(
  String.raw`^\/(?:(?:i|flow|users?|cookie|privacy|web|_)\/)*(?:accounts?|auth(?:[-_]platform)?|oauth2?|sso|log[-_]?in|sign[-_]?(?:in|up)|logged[-_]out|reg(?:ister|istration)?|recover|checkpoint|challenge|consent|captcha|verify|two[-_](?:step|factor)\w*|blocked|403|429|forbidden|access[-_]denied|sorry|rate[-_]?limit(?:ed)?|too[-_]many[-_]requests|(?:un)?supported[-_]?browsers?)${pageEnd}`,
  'i',
)

/** Parts of platforms' sites, by the first label of their hosts. */
const parts: readonly (readonly [host: RegExp, part: 'login' | Landing])[] = [
  [/^(?:accounts?|login|auth|sso|consent)\./, 'login'],
  [/^shop(?:-[a-z]{2})?\./, 'shop'],
  [/^(?:help|support)\./, 'help'],
  [/^(?:about|legal|policies|privacy)\./, 'about'],
]
const appStores =
  /^(?:apps|itunes)\.apple\.com$|^play\.google\.com$|(?:^|\.)(?:onelink\.me|app\.link)$/

/** Where sign-in pages name the page that was meant. */
const carriers = [
  'next',
  'dest',
  'destination',
  'continue',
  'return_to',
  'returnUrl',
  'redirect',
  'redirect_url',
  'redirect_uri',
  'redirect_after_login',
]

/** Returns what every site's page of that path is, behind a country's name too. Null for others. */
export function systemPage(pathname: string): 'login' | 'missing' | null {
  const path = pathname.replace(country, '')
  const has = (pattern: RegExp) => pattern.test(pathname) || pattern.test(path)
  if (has(missingPage)) return 'missing'
  return has(loginPage) ? 'login' : null
}

/** Returns a path without a country's name before it, as in `/de/login`. */
export function withoutCountry(pathname: string): string {
  return pathname.replace(country, '') || '/'
}

/** Reads a redirect's target with the visitors' link parser: a post's link has one definition. */
export function readTarget(to: URL, links: PlatformLinks): RedirectTarget {
  const { hostname, pathname } = to
  const isPlain = to.port === '' && to.username === '' && to.password === ''
  const part = isPlain ? partOf(hostname, links) : 'elsewhere'
  if (part === 'login') return { kind: 'login' }
  if (part !== null) return { kind: 'landing', landing: part }
  const parsed = links.parse(to)
  // Among single segments are codes that look like any word.
  const isPost = parsed.ok && pathOf(to).length > 1
  const page = isPost ? null : systemPage(pathname)
  if (page !== null) return { kind: page }
  if (parsed.ok) {
    const { ref } = parsed
    return ref.kind === 'post' ? { kind: 'post', ref } : { kind: 'short', ref }
  }
  const { reason } = parsed
  if (reason === 'login') return { kind: 'login' }
  const isHome = reason === 'unknown_path' && withoutCountry(pathname) === '/'
  return isHome ? { kind: 'home' } : { kind: 'landing', landing: landingOf(reason) }
}

/** Returns what a host is that has no posts. Null for the platform's own hosts with posts. */
export function partOf(hostname: string, links: PlatformLinks): 'login' | Landing | null {
  if (!isWithin(hostname, links)) return appStores.test(hostname) ? 'app_store' : 'elsewhere'
  const part = parts.find(([host]) => host.test(hostname))?.[1]
  return part ?? (links.isHost(hostname) ? null : 'unknown_path')
}

/** True for the platform's hosts and those below them. */
function isWithin(hostname: string, links: PlatformLinks): boolean {
  const labels = hostname.split('.')
  return labels.some((_, index) => links.isHost(labels.slice(index).join('.')))
}

/** Returns what a page is that the link parser refuses. */
export function landingOf(reason: LinkRefusal): Landing {
  switch (reason) {
    // Too long for a post's link, or without a post's id.
    case 'empty':
    case 'too_long':
    case 'control_characters':
    case 'not_platform':
    case 'other_site':
    case 'switched_off':
    case 'bad_id':
    case 'login':
      return 'unknown_path'
    default:
      return reason
  }
}

/** Returns the post that a sign-in page's address names. Null if it names none. */
export function postBehind(to: URL, links: PlatformLinks): FullRef | null {
  const query = queryOf(to)
  for (const name of carriers) {
    const target = URL.parse(query.get(name) ?? '', to)
    const read = target === null ? null : readTarget(target, links)
    if (read?.kind === 'post') return read.ref
  }
  return null
}

type AwayTerms = {
  links: PlatformLinks
  /** The host that was asked, if it has data alone. */
  dataHost?: string
  /** True if the site is known to send those to its home page whom it refuses. */
  homeRefuses?: boolean
}

/** Pages of the site that aren't a post's and never lead to one. */
const otherPages = new Set<Landing>([
  ...(['live', 'sound', 'tag', 'playlist', 'story', 'shop', 'invite', 'effect', 'place'] as const),
])

/**
 * Returns the failure for a redirect away from a post's page or data. One to another page of the
 * site is the post's own end; one to a sign-in page or another site speaks of who asks.
 */
export function awayFromPost(to: URL, { links, dataHost, homeRefuses = false }: AwayTerms) {
  if (to.hostname === dataHost) return unavailable('shape')
  const target = readTarget(to, links)
  switch (target.kind) {
    case 'login':
      return unavailable('blocked')
    case 'home':
      return homeRefuses ? unavailable('blocked') : notFound('gone', 'redirect')
    case 'missing':
      return notFound('gone', 'redirect')
    case 'post':
    case 'short':
      return notFound('unknown', 'redirect')
    case 'landing': {
      const { landing } = target
      if (landing === 'elsewhere' || landing === 'app_store') return unavailable('blocked')
      if (landing === 'discover') return notFound('gone', 'redirect')
      if (!otherPages.has(landing)) return notFound('unknown', 'redirect')
      return failed({ ...notFound('unsupported', 'redirect').failure, landing })
    }
  }
}
