import {
  isListedHost,
  type LinkRefusal,
  type ParsedLink,
  type PlatformLinks,
  type PostRef,
  pathOf,
  refuse,
} from '#app/download/platforms/link.ts'
import { platformKey, splitKey } from '#app/download/platforms/platform-key.ts'

const domains = ['reddit.com', 'redd.it']
/** Without a leading zero, which would make two keys of one post. */
const idPattern = /^[1-9a-z][\da-z]{0,9}$/
const videoPattern = /^[\da-z]{5,20}$/
const namePattern = /^[\w-]{2,40}$/
const codePattern = /^[A-Za-z\d]{1,20}$/
const videoPrefix = 'v-'

export const redditLinks: PlatformLinks = {
  platform: 'reddit',
  isHost: (host) => isListedHost(host, domains),
  isId: (id) => idPattern.test(id) || videoOf(id) !== null,
  parse,
  profileName: ([, user = '']) => user,
  url,
}

/**
 * Returns the name of the video that an id stands for. A link to a video's own page doesn't name
 * its post, so it has a key of its own, such as `reddit:v-zv89llsvexdz`. Null for a post's id.
 */
export function videoOf(id: string): string | null {
  const video = id.startsWith(videoPrefix) ? id.slice(videoPrefix.length) : ''
  return videoPattern.test(video) ? video : null
}

/** Returns the name of the video at an address. Null for any other address. */
export function videoAt(address: string): string | null {
  const link = URL.parse(address)
  const [name = ''] = link?.hostname === 'v.redd.it' ? pathOf(link) : []
  return videoPattern.test(name) ? name : null
}

/** Returns the key of the video at an address. Null for any other address. */
export function videoKeyAt(address: string): string | null {
  const name = videoAt(address)
  return name === null ? null : platformKey('reddit', videoPrefix + name)
}

function url(ref: PostRef): string {
  if (ref.kind === 'short') return `https://www.reddit.com/${ref.code}`
  const { id } = splitKey(ref.postId)
  const video = videoOf(id)
  return video === null ? `https://www.reddit.com/comments/${id}/` : `https://v.redd.it/${video}`
}

function parse(link: URL): ParsedLink {
  const [head = '', second = '', third = '', fourth = ''] = pathOf(link)
  switch (link.hostname) {
    case 'v.redd.it':
      return head === '' ? refuse('unknown_path') : video(head)
    case 'redd.it':
    case 'www.redd.it':
      return head === '' ? refuse('unknown_path') : post(head)
  }
  if (!isListedHost(link.hostname, ['reddit.com'])) return refuse('unknown_path')
  if (head === 'comments' || head === 'gallery') return post(second)
  if (head === 'video') return video(second)
  const page = pages.get(head)
  if (page !== undefined) return refuse(page)
  if (!['r', 'u', 'user'].includes(head) || !namePattern.test(second)) return refuse('unknown_path')
  if (third === 'comments') return post(fourth)
  if (third === 's') return share(`${head}/${second}/s`, fourth)
  return refuse(head === 'r' ? 'collection' : 'profile')
}

function post(id: string): ParsedLink {
  const lower = id.toLowerCase()
  return idPattern.test(lower) ? full(lower) : refuse('bad_id')
}

function video(name: string): ParsedLink {
  return videoPattern.test(name) ? full(videoPrefix + name) : refuse('bad_id')
}

function full(id: string): ParsedLink {
  const postId = platformKey('reddit', id)
  return { ok: true, ref: { kind: 'post', platform: 'reddit', postId, user: null, media: 'video' } }
}

function share(folder: string, code: string): ParsedLink {
  if (!codePattern.test(code)) return refuse('bad_id')
  const host = 'www.reddit.com'
  return { ok: true, ref: { kind: 'short', platform: 'reddit', host, code: `${folder}/${code}` } }
}

const pages = new Map<string, LinkRefusal>([
  ['login', 'login'],
  ['register', 'login'],
  ['search', 'discover'],
  ['explore', 'discover'],
  ['topics', 'discover'],
  ['live', 'live'],
  ['rpan', 'live'],
  ['about', 'about'],
  ['policies', 'about'],
])
