import type { Platforms } from '#app/download/extraction/platform-profiles.ts'
import type { NotFoundReason } from '#app/posts/extracted-post.server.ts'
import { type LinkRefusal, type PostRef, parsePostLink } from '#app/posts/post-link.ts'

/** Where a redirect of the platform leads. */
export type RedirectTarget =
  | { kind: 'post'; postId: string }
  | { kind: 'short'; ref: Extract<PostRef, { kind: 'short' }> }
  | { kind: 'not_found'; reason: NotFoundReason }
  /** A page that the platform shows to addresses it does not serve. */
  | { kind: 'blocked' }
  /** Another host, or a page that is not known. */
  | { kind: 'unknown' }

const notPosts = new Set<LinkRefusal>(['profile', 'live', 'sound', 'tag', 'collection', 'playlist'])

/**
 * Reads a redirect's target. Only the platform's own hosts count; what the target is called by the
 * visitor's link parser decides, so that there is one meaning of a post's link.
 */
export function readRedirect(to: URL, platforms: Platforms): RedirectTarget {
  const path = to.pathname + to.search
  const link =
    platforms.isPage(to) && to.hostname !== 'www.tiktok.com' ? onPublicHost(to, path) : to.href
  const parsed = parsePostLink(link)
  if (parsed.ok) {
    return parsed.ref.kind === 'post'
      ? { kind: 'post', postId: parsed.ref.postId }
      : { kind: 'short', ref: parsed.ref }
  }
  const { reason } = parsed
  if (reason === 'not_platform' || reason === 'too_long') return { kind: 'unknown' }
  if (reason === 'login') return { kind: 'not_found', reason: 'private' }
  if (notPosts.has(reason)) return { kind: 'not_found', reason: 'unsupported' }
  if (/\/about\/?$/.test(to.pathname)) return { kind: 'blocked' }
  // The home page: the code is dead, or another country's.
  return to.pathname === '/' ? { kind: 'not_found', reason: 'gone' } : { kind: 'unknown' }
}

/** In tests one origin plays all hosts: its paths are read as the public host's. */
function onPublicHost(to: URL, path: string): string {
  return /\.tiktok\.com$/.test(to.hostname) ? to.href : `https://www.tiktok.com${path}`
}

/** The first link in a short body: some clients get a page with a link in the place of a redirect. */
export function readBodyLink(html: string): URL | null {
  const href = /<a\s[^>]{0,200}?href="(https:\/\/[^"]{1,2000})"/i.exec(html)?.[1]
  const link = href?.replaceAll('&amp;', '&')
  return link !== undefined && URL.canParse(link) ? new URL(link) : null
}
