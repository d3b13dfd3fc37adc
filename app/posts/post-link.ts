import { unknownUser } from './post-url.ts'

/** A post as a link names it, before anything was asked of the outside world. */
export type PostRef =
  /** `user` is without '@', null when the link does not tell. `media` is 'video' unless the link says photo. */
  | { kind: 'post'; postId: string; user: string | null; media: 'video' | 'photo' }
  /** A share link whose post is known only to the platform; 'www.tiktok.com' stands for /t/CODE. */
  | { kind: 'short'; host: 'vm.tiktok.com' | 'vt.tiktok.com' | 'www.tiktok.com'; code: string }

/** Every reason a text is refused for. */
export const LINK_REFUSALS = [
  'empty',
  'too_long',
  'control_characters',
  'not_platform',
  'bad_id',
  'profile',
  'live',
  'sound',
  'tag',
  'collection',
  'playlist',
  'login',
  'unknown_path',
] as const

/**
 * - `empty`: nothing but white space
 * - `too_long`: more than 2 KB of UTF-8
 * - `control_characters`: any but tab, CR and LF
 * - `not_platform`: no link, a link to another host, or one with credentials, a port or another scheme
 * - `bad_id`: a post link (or bare number) whose id is missing or cannot be one; mostly a link cut short
 * - `profile` … `login`: a page of the platform that is not a post
 * - `unknown_path`: the platform's host, but no page known here (its home page too)
 */
export type LinkRefusal = (typeof LINK_REFUSALS)[number]

export type ParsedLink = { ok: true; ref: PostRef } | { ok: false; reason: LinkRefusal }

const maxBytes = 2048

const shortHosts = ['vm.tiktok.com', 'vt.tiktok.com'] as const
const shareHosts = new Set(['tiktok.com', 'www.tiktok.com', 'lite.tiktok.com'])
const postHosts = new Set<string>([
  ...shareHosts,
  ...shortHosts,
  'm.tiktok.com',
  't.tiktok.com',
  'pro.tiktok.com',
  'vn.tiktok.com',
  'vd.tiktok.com',
])
/** Another domain of the platform, used by its apps for /share/video/ID only. */
const appShareHost = 'www.tiktokv.com'

// Each pattern here is anchored or a plain class, so that each runs in linear time on any text.
const controlCharacter = /(?![\t\r\n])\p{Cc}/u
/** Messengers wrap links in invisible direction marks (Cf); quotes and angle brackets come with HTML. */
export const linkEnds = /[\s\p{Cf}"<>，。]+/u
const lineBreaks = /[\t\r\n]+/g
const webLinkStart = /https?:\/\//i
const schemeStart = /^([a-z][a-z\d+.-]*):(\/\/)?/i
const refusedSchemes = new Set(
  'about blob data file filesystem javascript vbscript view-source'.split(' '),
)
const openingMarks = /^[^\p{L}\p{N}/]+/u
const closingCharacter = /[\w/=-]/
const digitsOnly = /^\d+$/
/** 2^53 has 16 digits, 2^63 has 19; a leading zero would make two keys of one post. */
const postIdPattern = /^[1-9]\d{15,18}$/
const codePattern = /^[\w-]{1,21}$/
const userPattern = /^[\w.-]{1,80}$/

/**
 * Reads the post out of what a visitor pasted: a link with or without scheme, a text with a link in
 * it (the first one counts), or a bare post id. Only host names as the URL parser sees them are
 * compared. Never throws.
 */
export function parsePostLink(text: string): ParsedLink {
  const trimmed = text.trim()
  if (trimmed === '') return refuse('empty')
  if (text.length > maxBytes || new TextEncoder().encode(text).length > maxBytes) {
    return refuse('too_long')
  }
  if (controlCharacter.test(text)) return refuse('control_characters')

  const found = parseFirstLink(trimmed)
  if (found.ok) return found
  // A link wrapped over two lines: URL parsers drop the break, so visitors are used to its working.
  const joined = trimmed.replace(lineBreaks, '')
  const retried = joined === trimmed ? found : parseFirstLink(joined)
  return retried.ok ? retried : found
}

/** When the post was made, to the second, as its id tells; null for an id that holds no such time. */
export function postedAt(postId: string): Date | null {
  if (!postIdPattern.test(postId)) return null
  const date = new Date(Number(BigInt(postId) >> 32n) * 1000)
  // The platform's forerunner opened in 2014: an earlier time means the id was made another way.
  return date.getUTCFullYear() < 2014 ? null : date
}

function refuse(reason: LinkRefusal): ParsedLink {
  return { ok: false, reason }
}

function parseFirstLink(text: string): ParsedLink {
  const words = text.split(linkEnds).filter((word) => word !== '')
  const [only] = words
  if (words.length === 1 && only !== undefined && digitsOnly.test(only)) {
    return postIdPattern.test(only) ? post(only) : refuse('bad_id')
  }

  let homePageSeen = false
  for (const word of words) {
    if (hasOtherScheme(word)) return refuse('not_platform')
    const start = word.search(webLinkStart)
    if (start >= 0) return parseLink(word.slice(start))

    const bare = `https://${word.replace(openingMarks, '')}`
    const url = platformUrl(bare)
    if (url === null) continue
    // "from tiktok.com: https://…": the name alone is not yet the link.
    if (url.pathname === '/' && url.search === '') homePageSeen = true
    else return parseLink(bare)
  }
  return refuse(homePageSeen ? 'unknown_path' : 'not_platform')
}

/** Only the end of a scheme counts: URL fields drop line breaks, so 'this' + 'https://…' is one word. */
function hasOtherScheme(word: string): boolean {
  const match = schemeStart.exec(word)
  const scheme = match?.[1]?.toLowerCase()
  if (scheme === undefined) return false
  const web = scheme.endsWith('http') || scheme.endsWith('https')
  return refusedSchemes.has(scheme) || (match?.[2] !== undefined && !web)
}

/** Cuts closing brackets, full stops and glued text of other scripts: no post link ends with them. */
function withoutTail(link: string): string {
  let end = link.length
  while (end > 0 && !closingCharacter.test(link.charAt(end - 1))) end -= 1
  return link.slice(0, end)
}

/** Null for every other host, an address, a host with a port, credentials or a closing dot. */
function platformUrl(link: string): URL | null {
  let url: URL
  try {
    url = new URL(withoutTail(link))
  } catch {
    return null
  }
  if (url.username !== '' || url.password !== '' || url.port !== '') return null
  return postHosts.has(url.hostname) || url.hostname === appShareHost ? url : null
}

function parseLink(link: string): ParsedLink {
  const url = platformUrl(link)
  if (url === null) return refuse('not_platform')
  const path = url.pathname
    .split('/')
    .map(decoded)
    .filter((segment) => segment !== '')
  if (path[0] === 'i18n' && path[1] === 'share') path.shift()

  if (url.hostname === appShareHost) {
    return path[0] === 'share' && path[1] === 'video' ? parsePath(path) : refuse('unknown_path')
  }
  const inPath = parsePath(path)
  if (inPath.ok) return inPath

  const feedItem = path[0] === 'foryou' ? url.searchParams.get('item_id') : null
  const item = feedItem ?? url.searchParams.get('share_item_id')
  if (item !== null && postIdPattern.test(item)) return post(item)
  if (feedItem !== null) return refuse('bad_id')

  // What follows a code is mostly the next line of a shared text, glued on by a URL field.
  const codeAllowed = path.length === 1 || inPath.reason === 'unknown_path'
  return (codeAllowed ? parseShort(url.hostname, path) : null) ?? inPath
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function parseShort(host: string, path: string[]): ParsedLink | null {
  const [first = '', second = ''] = path
  const shortHost = shortHosts.find((name) => name === host)
  if (shortHost !== undefined && codePattern.test(first)) {
    return { ok: true, ref: { kind: 'short', host: shortHost, code: first } }
  }
  if (shareHosts.has(host) && first === 't' && codePattern.test(second)) {
    return { ok: true, ref: { kind: 'short', host: 'www.tiktok.com', code: second } }
  }
  return null
}

function parsePath(path: string[]): ParsedLink {
  const [head = '', ...rest] = path
  if (head.startsWith('@')) return parseUserPath(head.slice(1), rest)

  const [next = '', third] = rest
  switch (head) {
    case 'video':
      return postAt(rest, 'video')
    case 'photo':
      return postAt(rest, 'photo')
    case 'v':
      return postAt(next.endsWith('.html') ? [next.slice(0, -5), ...rest.slice(1)] : rest, 'video')
    case 'embed':
      return postAt(next === 'v2' ? rest.slice(1) : rest, 'video')
    case 'player':
      return next === 'v1' ? postAt(rest.slice(1), 'video') : refuse('unknown_path')
    case 'share':
      if (next === 'video') return postAt(rest.slice(1), 'video')
      return refuse((third !== undefined && sharedPages.get(next)) || 'unknown_path')
    default:
      return refuse(pages.get(head) ?? 'unknown_path')
  }
}

function parseUserPath(name: string, rest: string[]): ParsedLink {
  const user = userPattern.test(name) && name !== unknownUser ? name : null
  const [page] = rest
  if (page === 'video' || page === 'photo') return postAt(rest.slice(1), page, user)
  if (page === 'live' || page === 'playlist' || page === 'collection') return refuse(page)
  return refuse('profile')
}

function postAt(rest: string[], media: 'video' | 'photo', user: string | null = null): ParsedLink {
  const [postId = ''] = rest
  if (rest.length > 1) return refuse('unknown_path')
  return postIdPattern.test(postId) ? post(postId, media, user) : refuse('bad_id')
}

function post(
  postId: string,
  media: 'video' | 'photo' = 'video',
  user: string | null = null,
): ParsedLink {
  return { ok: true, ref: { kind: 'post', postId, user, media } }
}

const pages = new Map<string, LinkRefusal>([
  ['live', 'live'],
  ['music', 'sound'],
  ['sound', 'sound'],
  ['tag', 'tag'],
  ['challenge', 'tag'],
  ['collection', 'collection'],
  ['playlist', 'playlist'],
  ['login', 'login'],
  ['signup', 'login'],
])

/** Below /share, followed by the page's own id. */
const sharedPages = new Map<string, LinkRefusal>([...pages, ['user', 'profile']])
