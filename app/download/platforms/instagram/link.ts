import {
  type LinkRefusal,
  type ParsedLink,
  type PlatformLinks,
  pathOf,
  refuse,
} from '#app/download/platforms/link.ts'
import { platformKey, splitKey } from '#app/download/platforms/platform-key.ts'

const siteHost = /^(?:(?:www\.|m\.)?instagram\.com|(?:www\.)?instagr\.am)$/
const postPaths = new Set(['p', 'reel', 'reels', 'tv'])
const codePattern = /^[\w-]{5,11}$/
/** The code of a private account's post goes on after the usual one. */
const privatePattern = /^[\w-]{12,60}$/
const sharePattern = /^[\w-]{5,60}$/
const userPattern = /^[\w.]{1,30}$/

export const instagramLinks: PlatformLinks = {
  platform: 'instagram',
  isHost: (host) => siteHost.test(host),
  isId: (id) => codePattern.test(id),
  parse,
  url: (ref) =>
    ref.kind === 'short'
      ? `https://www.instagram.com/share/${ref.code}`
      : `https://www.instagram.com/p/${splitKey(ref.postId).id}/`,
}

function parse(url: URL): ParsedLink {
  const path = pathOf(url)
  const [head = '', second = '', third = ''] = path
  if (head === 'share') return share(path.slice(1))
  if (head === 'reels' && second === 'audio') return refuse('sound')
  if (head === 'explore') return refuse(explored.get(second) ?? 'discover')
  if (postPaths.has(head)) return post(second, null)
  const page = pages.get(head)
  if (page !== undefined) return refuse(page)
  if (!userPattern.test(head)) return refuse('unknown_path')
  if (postPaths.has(second) && third !== '') return post(third, head)
  return refuse(second === 'live' ? 'live' : 'profile')
}

function post(code: string, user: string | null): ParsedLink {
  if (privatePattern.test(code)) return refuse('private')
  if (!codePattern.test(code)) return refuse('bad_id')
  const postId = platformKey('instagram', code)
  return { ok: true, ref: { kind: 'post', platform: 'instagram', postId, user, media: 'video' } }
}

/** Parses what follows /share/: a code, after the kind of the post in some links. */
function share(path: string[]): ParsedLink {
  const code = path.at(-1) ?? ''
  const isKnown = path.length === 1 || (path.length === 2 && postPaths.has(path[0] ?? ''))
  if (!isKnown || !sharePattern.test(code)) return refuse('unknown_path')
  const ref = {
    kind: 'short',
    platform: 'instagram',
    host: 'www.instagram.com',
    code: path.join('/'),
  } as const
  return { ok: true, ref }
}

const explored = new Map<string, LinkRefusal>([
  ['tags', 'tag'],
  ['locations', 'place'],
])

const pages = new Map<string, LinkRefusal>([
  ['accounts', 'login'],
  ['stories', 'story'],
  ['s', 'story'],
  ['direct', 'unknown_path'],
  ['about', 'about'],
  ['legal', 'about'],
  ['developer', 'about'],
  ['', 'unknown_path'],
])
