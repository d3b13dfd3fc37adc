import {
  type LinkRefusal,
  type ParsedLink,
  type PlatformLinks,
  type PostRef,
  pathOf,
  queryOf,
  refuse,
} from '#app/download/platforms/link.ts'

/** The unknown user in rebuilt links. Too short to be a real one. */
const unknownUser = '_'

export const shortHosts = ['vm.tiktok.com', 'vt.tiktok.com'] as const
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

/** 2^53 has 16 digits, 2^63 has 19; a leading zero would make two keys of one post. */
const postIdPattern = /^[1-9]\d{15,18}$/
const codePattern = /^[\w-]{1,21}$/
const userPattern = /^[\w.-]{1,80}$/

export const tiktokLinks: PlatformLinks = {
  platform: 'tiktok',
  isHost: (host) => postHosts.has(host) || host === appShareHost,
  isId: (id) => postIdPattern.test(id),
  parse,
  url,
}

/** Returns the second a post was made, read from its id, or null if the id holds no such time. */
export function postedAt(postId: string): Date | null {
  if (!postIdPattern.test(postId)) return null
  const date = new Date(Number(BigInt(postId) >> 32n) * 1000)
  // The platform's predecessor opened in 2014: an earlier time means a different kind of id.
  return date.getUTCFullYear() < 2014 ? null : date
}

function url(ref: PostRef): string {
  if (ref.kind === 'short') {
    return `https://${ref.host}/${ref.host === 'www.tiktok.com' ? 't/' : ''}${ref.code}`
  }
  return `https://www.tiktok.com/@${ref.user ?? unknownUser}/${ref.media}/${ref.postId}`
}

function parse(url: URL): ParsedLink {
  const path = pathOf(url)
  const query = queryOf(url)
  if (path[0] === 'i18n' && path[1] === 'share') path.shift()

  if (url.hostname === appShareHost) {
    return path[0] === 'share' && path[1] === 'video' ? parsePath(path) : refuse('unknown_path')
  }
  const inPath = parsePath(path)
  if (inPath.ok) return inPath

  const feedItem = path[0] === 'foryou' ? query.get('item_id') : null
  const item = feedItem ?? query.get('share_item_id')
  if (item !== null && postIdPattern.test(item)) return post(item)
  if (feedItem !== null) return refuse('bad_id')

  // Text after a code is mostly the next line of a shared text, joined on by a URL field.
  const codeAllowed = path.length === 1 || inPath.reason === 'unknown_path'
  return (codeAllowed ? parseShort(url.hostname, path) : null) ?? inPath
}

function parseShort(host: string, path: string[]): ParsedLink | null {
  const [first = '', second = ''] = path
  const shortHost = shortHosts.find((name) => name === host)
  if (shortHost !== undefined && codePattern.test(first)) {
    return { ok: true, ref: { kind: 'short', platform: 'tiktok', host: shortHost, code: first } }
  }
  if (shareHosts.has(host) && first === 't' && codePattern.test(second)) {
    return {
      ok: true,
      ref: { kind: 'short', platform: 'tiktok', host: 'www.tiktok.com', code: second },
    }
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
      return postAt([next.replace(/\.html$/, ''), ...rest.slice(1)], 'video')
    case 'embed':
      return postAt(next === 'v2' ? rest.slice(1) : rest, 'video')
    case 'player':
      return next === 'v1' ? postAt(rest.slice(1), 'video') : refuse('unknown_path')
    case 'view':
      return refuse(next === 'product' ? 'shop' : 'unknown_path')
    case 'share':
      if (next === 'video') return postAt(rest.slice(1), 'video')
      return refuse((third !== undefined && sharedPages.get(next)) || 'unknown_path')
    default:
      // A country's page about the platform, as /hk/about.
      if (/^[a-z]{2}$/.test(head) && next === 'about') return refuse('about')
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
  return { ok: true, ref: { kind: 'post', platform: 'tiktok', postId, user, media } }
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
  ['shop', 'shop'],
  ['ug', 'invite'],
  ['invite', 'invite'],
  ['effect', 'effect'],
  ['sticker', 'effect'],
  ['place', 'place'],
  ['discover', 'discover'],
  ['search', 'discover'],
  ['about', 'about'],
  ['legal', 'about'],
  ['safety', 'about'],
  ['community-guidelines', 'about'],
])

/** Below /share, followed by the page's own id. */
const sharedPages = new Map<string, LinkRefusal>([...pages, ['user', 'profile']])
