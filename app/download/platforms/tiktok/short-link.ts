import type { Landing, ShortRef } from '#app/download/platforms/link.ts'
import type { TiktokHosts } from './hosts.ts'
import { tiktokLinks } from './link.ts'

export type RedirectTarget =
  | { kind: 'post'; postId: string }
  | { kind: 'short'; ref: ShortRef }
  /** A sign-in page; its posts need an account. */
  | { kind: 'login' }
  /** The home page: the code is dead, or another country's. */
  | { kind: 'home' }
  | { kind: 'landing'; landing: Landing }

/** Hosts that reveal the kind of page, most with subdomains. */
const landingHosts: readonly (readonly [host: RegExp, landing: Landing])[] = [
  [/^shop(?:-[a-z]{2})?\.tiktok\.com$/, 'shop'],
  [/^support\.tiktok\.com$/, 'help'],
  [/(?:^|\.)tiktok\.com$/, 'unknown_path'],
  [/^(?:apps|itunes)\.apple\.com$|^play\.google\.com$|^(?:[\w-]+\.)?onelink\.me$/, 'app_store'],
]

/** Reads a redirect's target with the visitors' link parser: a post's link has one definition. */
export function readRedirect(to: URL, hosts: TiktokHosts): RedirectTarget {
  const path = to.pathname + to.search
  const link =
    hosts.isPage(to) && to.hostname !== 'www.tiktok.com' ? onPublicHost(to, path) : to.href
  const url = new URL(link)
  if (!tiktokLinks.isHost(url.hostname)) return { kind: 'landing', landing: landingOf(to.hostname) }
  const parsed = tiktokLinks.parse(url)
  if (parsed.ok) {
    return parsed.ref.kind === 'post'
      ? { kind: 'post', postId: parsed.ref.postId }
      : { kind: 'short', ref: parsed.ref }
  }
  switch (parsed.reason) {
    case 'login':
      return { kind: 'login' }
    // Too long for a post's link, or without a post's id.
    case 'empty':
    case 'too_long':
    case 'control_characters':
    case 'not_platform':
    case 'other_site':
    case 'switched_off':
    case 'bad_id':
      return { kind: 'landing', landing: 'unknown_path' }
    case 'unknown_path':
      return to.pathname === '/' ? { kind: 'home' } : { kind: 'landing', landing: 'unknown_path' }
    default:
      return { kind: 'landing', landing: parsed.reason }
  }
}

function landingOf(hostname: string): Landing {
  return landingHosts.find(([host]) => host.test(hostname))?.[1] ?? 'elsewhere'
}

/** In tests one origin plays all hosts: its paths are read as the public host's. */
function onPublicHost(to: URL, path: string): string {
  return /\.tiktok\.com$/.test(to.hostname) ? to.href : `https://www.tiktok.com${path}`
}

/** Returns a short page's first link: some clients get a page instead of a redirect. */
export function readBodyLink(html: string): URL | null {
  const href = /<a\s[^>]{0,200}?href="(https:\/\/[^"]{1,2000})"/i.exec(html)?.[1]
  const link = href?.replaceAll('&amp;', '&')
  return link !== undefined && URL.canParse(link) ? new URL(link) : null
}
