import {
  type Landing,
  type ParsedLink,
  pathOf,
  type ShortRef,
} from '#app/download/platforms/link.ts'
import { landingOf, partOf, systemPage, withoutCountry } from '#app/download/platforms/redirects.ts'
import type { TiktokHosts } from './hosts.ts'
import { shortHosts, tiktokLinks } from './link.ts'

export type RedirectTarget =
  | { kind: 'post'; postId: string }
  | { kind: 'short'; ref: ShortRef }
  /** A sign-in page: who asks is refused. */
  | { kind: 'login' }
  /** The home page: the code is dead, or another country's. */
  | { kind: 'home' }
  /** The page for what isn't there. */
  | { kind: 'missing' }
  | { kind: 'landing'; landing: Landing }

/** Schemes that open the platform's app; Android's `intent` names the app after the link. */
const appScheme = /^(?:snssdk\d{1,8}|musically|aweme|trill|tiktok|intent):$/
/** Where links to apps and sign-in pages name the page that was meant. */
const carriers = [
  'af_web_dp',
  'af_dp',
  'af_ios_url',
  'af_android_url',
  'af_r',
  'deep_link_value',
  'redirect_url',
  'next',
  'url',
  'S.browser_fallback_url',
]
const carriedDepth = 2
const publicOrigin = 'https://www.tiktok.com'

/**
 * Reads a redirect's target with the visitors' link parser: a post's link has one definition.
 * `asked` is the short link that led there.
 */
export function readRedirect(
  to: URL,
  hosts: TiktokHosts,
  asked: ShortRef | null = null,
): RedirectTarget {
  const url = publicUrl(to, hosts, asked)
  const part = tiktokLinks.isHost(url.hostname) ? null : partOf(to.hostname, tiktokLinks)
  if (part !== null) return part === 'login' ? { kind: part } : { kind: 'landing', landing: part }
  const parsed = tiktokLinks.parse(url)
  if (parsed.ok || parsed.reason !== 'unknown_path') return targetOf(parsed)
  // Behind a country's name, as in /de/login.
  const pathname = withoutCountry(url.pathname)
  if (pathname === '/') return { kind: 'home' }
  const page = systemPage(pathname)
  if (page !== null) return { kind: page }
  return targetOf(tiktokLinks.parse(new URL(pathname + url.search, publicOrigin)))
}

function targetOf(parsed: ParsedLink): RedirectTarget {
  if (parsed.ok) {
    return parsed.ref.kind === 'post'
      ? { kind: 'post', postId: parsed.ref.postId }
      : { kind: 'short', ref: parsed.ref }
  }
  const { reason } = parsed
  return reason === 'login' ? { kind: reason } : { kind: 'landing', landing: landingOf(reason) }
}

/**
 * Returns the post that a link names in another way than by its own address: in an app's scheme, or
 * behind an app's or the sign-in page's address. Null if it names none.
 */
export function postNamedIn(link: URL, depth = 0): string | null {
  const url = appScheme.test(link.protocol) ? appLink(link) : link
  if (url.href !== link.href || depth > 0) {
    const parsed = tiktokLinks.isHost(url.hostname) ? tiktokLinks.parse(url) : null
    if (parsed?.ok && parsed.ref.kind === 'post') return parsed.ref.postId
  }
  if (depth === carriedDepth) return null
  // An intent has its own after the `#`, apart by semicolons.
  const ofIntent = new URLSearchParams(link.hash.slice(1).replaceAll(';', '&'))
  for (const name of carriers) {
    const carried = url.searchParams.get(name) ?? ofIntent.get(name)
    const target = carried === null ? null : URL.parse(plainLink(carried), publicOrigin)
    const postId = target === null ? null : postNamedIn(target, depth + 1)
    if (postId !== null) return postId
  }
  return null
}

/** Returns a link that was encoded twice as it was. */
function plainLink(link: string): string {
  return /^[\w-]+%3a/i.test(link) ? (new URLSearchParams(`link=${link}`).get('link') ?? link) : link
}

/** Returns a link in an app's scheme as one to a page: `aweme/detail/ID` is a post. */
function appLink({ host, pathname, search, searchParams }: URL): URL {
  const path = `${host}${pathname}`.replace(/^\/+/, '')
  const [, inPath] = /^(?:aweme\/detail|video|photo)\/(\d+)/.exec(path) ?? []
  const inQuery = path.startsWith('aweme/detail') ? searchParams.get('id') : null
  const id = inPath ?? inQuery ?? searchParams.get('aweme_id')
  const page = id === null ? path : `www.tiktok.com/share/video/${id}`
  return URL.parse(`https://${page}${search}`) ?? new URL(publicOrigin)
}

/**
 * Returns a redirect's target with its public host. A short host has no pages: the paths of its own
 * redirects are the site's, unless one is the code that was asked for.
 */
function publicUrl(to: URL, hosts: TiktokHosts, asked: ShortRef | null): URL {
  const onSite = () => new URL(to.pathname + to.search, publicOrigin)
  if (shortHosts.some((host) => host === to.hostname)) {
    const [code, ...rest] = pathOf(to)
    const isOwn = to.hostname === asked?.host && code !== asked.code
    const page = readRedirect(onSite(), hosts)
    const isPage = page.kind !== 'landing' || page.landing !== 'unknown_path'
    return isOwn || isPage || rest.length > 0 ? onSite() : to
  }
  // In tests one origin plays all hosts: its paths are read as the public host's.
  return hosts.isPage(to) && !/\.tiktok\.com$/.test(to.hostname) ? onSite() : to
}
