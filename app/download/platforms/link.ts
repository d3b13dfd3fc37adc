import type { Platform } from '#app/environment/platform-names.ts'

/** A post as a link identifies it, before any request. */
export type PostRef =
  /**
   * `postId` is the post's key, as `platformKey` writes it. `user` has no '@' and is null if the link
   * lacks it. `media` is 'photo' for links that name a photo.
   */
  | {
      kind: 'post'
      platform: Platform
      postId: string
      user: string | null
      media: 'video' | 'photo'
      /** The video that the link names in a post with several, from 1. */
      item?: number
    }
  /** A link whose post only the platform can name: a share link, or one with a changeable name. */
  | { kind: 'short'; platform: Platform; host: string; code: string }

export type ShortRef = Extract<PostRef, { kind: 'short' }>
export type FullRef = Extract<PostRef, { kind: 'post' }>

export const LINK_REFUSALS = [
  'empty',
  'too_long',
  'control_characters',
  'not_platform',
  'other_site',
  'switched_off',
  'bad_id',
  'profile',
  'live',
  'sound',
  'tag',
  'collection',
  'playlist',
  'story',
  'private',
  'login',
  'shop',
  'invite',
  'effect',
  'place',
  'discover',
  'about',
  'unknown_path',
] as const

/**
 * - `empty`: nothing but white space
 * - `too_long`: more than 2 KB of UTF-8
 * - `control_characters`: any but tab, CR and LF
 * - `not_platform`: no link, a link to another host, or one with credentials, a port or another scheme
 * - `other_site`: a well-known site that isn't supported
 * - `switched_off`: a platform that this site's operators haven't switched on
 * - `bad_id`: a post link (or bare number) whose id is missing or cannot be one; mostly a link cut short
 * - `profile` … `about`: a page of the platform that is not a post
 * - `unknown_path`: the platform's host, but no page known here (its home page too)
 */
export type LinkRefusal = (typeof LINK_REFUSALS)[number]

/** Targets of short links other than posts. */
export type Landing =
  | Exclude<
      LinkRefusal,
      | 'empty'
      | 'too_long'
      | 'control_characters'
      | 'not_platform'
      | 'other_site'
      | 'switched_off'
      | 'bad_id'
      | 'login'
    >
  /** The platform's help pages, an app store, and another site. */
  | 'help'
  | 'app_store'
  | 'elsewhere'

/** `site` is the name of the site that is meant, where the refusal is about it. */
export type RefusedLink = { reason: LinkRefusal; site?: string }

export type ParsedLink = { ok: true; ref: PostRef } | ({ ok: false } & RefusedLink)

/** A platform's links. Hosts are compared as the URL parser returns them. */
export type PlatformLinks = {
  platform: Platform
  /** Returns true for the platform's hosts, also for those without posts. */
  isHost(host: string): boolean
  /** Parses a link on one of its hosts, without credentials and port. Never throws. */
  parse(url: URL): ParsedLink
  /** Parses text in the platform's own scheme. Null for any other text. Never throws. */
  parseUri?(text: string): ParsedLink | null
  /** Returns the name in a profile link's path. Unset if it is the first segment. */
  profileName?(path: readonly string[]): string | null
  /** Returns true for text that can be a post's own id. */
  isId(id: string): boolean
  /** Builds a link from the parsed parts, so that it holds nothing else of the visitor's text. */
  url(ref: PostRef): string
}

export function refuse(reason: LinkRefusal): ParsedLink {
  return { ok: false, reason }
}

/** Returns a URL's decoded path segments; one that can't be decoded stays as it is. */
export function pathOf(url: URL): string[] {
  return url.pathname
    .split('/')
    .map(decoded)
    .filter((segment) => segment !== '')
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Returns true for a host with one of the suffixes, on a label boundary. */
export function isListedHost(host: string, suffixes: readonly string[]): boolean {
  return suffixes.some((suffix) => suffix !== '' && `.${host}`.endsWith(`.${suffix}`))
}
