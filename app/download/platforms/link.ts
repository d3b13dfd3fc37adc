import type { Platform } from '#app/environment/platform-names.ts'

/** A post as a link identifies it, before any request. */
export type PostRef =
  /**
   * `postId` is the post's key, as `platformKey` writes it. `user` has no '@' and is null if the
   * link lacks it. `media` is 'photo' for links that name a photo.
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
 * - `not_platform`: no link, another host's, or one with credentials, a port or another scheme
 * - `other_site`: a well-known site that isn't supported
 * - `switched_off`: a platform that this site's operators haven't switched on
 * - `bad_id`: a post link (or bare number) whose id is missing or can't be one; mostly cut short
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

/** Characters of links as JSON, scripts and HTML write them. */
const escapes = /\\{1,8}(?:\/|(?:u00|x)([2-7][\da-f]))|&#(?:x([2-7][\da-f])|(\d\d));/gi
/** A link that is encoded whole, as in another link's query. */
const encodedLink = /(^|[^\w%/?&=])(https?%(?:25)*3a%(?:25)*2f[^\s"'<>]*)/gi

/**
 * Undoes the escapes of links that were copied out of JSON, a script, HTML or another link. In
 * browsers they are the server's to undo, so that pages stay small.
 */
export function unescaped(text: string): string {
  if (import.meta.env?.SSR === false) return text
  return text
    .replace(/&(?:amp;)+/g, '&')
    .replace(escapes, (_, script = '2f', html = script, decimal = `0x${html}`) =>
      String.fromCharCode(decimal),
    )
    .replace(encodedLink, (_, before, link) => before + decoded(decoded(link)))
}

/** True for a text whose links the server may be able to read if a browser isn't. */
export function hasEscapes(text: string): boolean {
  return /[\\%&]/.test(text)
}

/** Where a path goes on with a query or fragment that was encoded along with it, also twice. */
const queryInPath = /(?:&|%(?:25)*(?:3f|26|23))(?=[a-z_]*\/?$|\w[\w.-]*(?:=|%(?:25)*3d))/i

/**
 * Returns a URL's decoded path segments, without a query that was encoded along with them. In
 * browsers such a link is the server's to read.
 */
export function pathOf({ pathname }: URL): string[] {
  const path = import.meta.env?.SSR === false ? pathname : pathname.split(queryInPath, 1).join()
  return path
    .split('/')
    .map(decoded)
    .filter((segment) => segment !== '')
}

/** Returns a URL's query, with one that was encoded along with its path. */
export function queryOf({ pathname, search, searchParams }: URL): URLSearchParams {
  if (import.meta.env?.SSR === false) return searchParams
  const at = pathname.search(queryInPath)
  const inPath = at < 0 ? '' : decoded(decoded(pathname.slice(at))).slice(1)
  return new URLSearchParams(`${inPath}&${search.slice(1)}`)
}

/** Decodes a text. One that can't be decoded stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Returns true for a host with one of the suffixes, on a label boundary. */
export function isListedHost(host: string, suffixes: readonly string[]): boolean {
  return suffixes.some((suffix) => suffix !== '' && `.${host}`.endsWith(`.${suffix}`))
}
