import {
  type LinkRefusal,
  type ParsedLink,
  type PlatformLinks,
  type PostRef,
  pathOf,
  queryOf,
  refuse,
} from '#app/download/platforms/link.ts'
import { platformKey, splitKey } from '#app/download/platforms/platform-key.ts'

const siteHost = /^(?:www\.|mobile\.|m\.)?(?:x|twitter)\.com$/
/** Sites that show the same posts below the same paths, for chats that show no previews of X. */
const mirrorHost = /^(?:www\.|[a-z]\.)?(?:fxtwitter|vxtwitter|twittpr|fixupx|fixvx)\.com$/
const shortHost = 't.co'

/** A leading zero would make two keys of one post. */
const postIdPattern = /^[1-9]\d{0,19}$/
const codePattern = /^[A-Za-z\d]{1,20}$/
const userPattern = /^\w{1,20}$/
/** A post has at most four files. */
const itemPattern = /^[1-4]$/
/** In place of the user's name; the site doesn't check it. */
const anyUser = 'i'

export const xLinks: PlatformLinks = {
  platform: 'x',
  isHost: (host) => siteHost.test(host) || host === shortHost || mirrorHost.test(host),
  isId: (id) => postIdPattern.test(id),
  parse,
  url,
}

function url(ref: PostRef): string {
  if (ref.kind === 'short') return `https://${shortHost}/${ref.code}`
  const { user, item } = ref
  const part = item === undefined ? '' : `/video/${item}`
  return `https://x.com/${user ?? anyUser}/status/${splitKey(ref.postId).id}${part}`
}

function parse(url: URL): ParsedLink {
  const path = pathOf(url)
  const [head = '', next = '', third = ''] = path
  if (url.hostname === shortHost) {
    if (!codePattern.test(head)) return refuse('unknown_path')
    return { ok: true, ref: { kind: 'short', platform: 'x', host: shortHost, code: head } }
  }
  if (head === 'i') {
    if (next === 'status') return postAt(path.slice(2), null)
    if (next === 'web' && third === 'status') return postAt(path.slice(3), null)
    const bookmarked = next === 'bookmarks' ? queryOf(url).get('post_id') : null
    if (bookmarked !== null) return postAt([bookmarked], null)
    return refuse(ownPages.get(next) ?? 'unknown_path')
  }
  if (next === 'status' || next === 'statuses') return postAt(path.slice(2), head)
  const page = pages.get(head)
  if (page !== undefined) return refuse(page)
  if (next === 'lists') return refuse('collection')
  return refuse(userPattern.test(head) ? 'profile' : 'unknown_path')
}

function postAt([id = '', part, number = '']: string[], name: string | null): ParsedLink {
  if (!postIdPattern.test(id)) return refuse('bad_id')
  const user = name !== null && userPattern.test(name) && name !== anyUser ? name : null
  const item = part === 'video' && itemPattern.test(number) ? { item: Number(number) } : {}
  const media = part === 'photo' ? 'photo' : 'video'
  const postId = platformKey('x', id)
  return { ok: true, ref: { kind: 'post', platform: 'x', postId, user, media, ...item } }
}

const pages = new Map<string, LinkRefusal>([
  ['explore', 'discover'],
  ['search', 'discover'],
  ['hashtag', 'tag'],
  ['home', 'unknown_path'],
  ['settings', 'unknown_path'],
  ['messages', 'unknown_path'],
  ['notifications', 'unknown_path'],
  ['login', 'login'],
  ['signup', 'login'],
  ['about', 'about'],
  ['tos', 'about'],
  ['privacy', 'about'],
])

/** Below /i. Spaces are sound, broadcasts are video; both are live or recordings of it. */
const ownPages = new Map<string, LinkRefusal>([
  ['spaces', 'live'],
  ['broadcasts', 'live'],
  ['lists', 'collection'],
  ['bookmarks', 'collection'],
  ['topics', 'tag'],
  ['flow', 'login'],
])
