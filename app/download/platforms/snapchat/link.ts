import {
  type LinkRefusal,
  type ParsedLink,
  type PlatformLinks,
  pathOf,
  refuse,
} from '#app/download/platforms/link.ts'
import { platformKey, splitKey } from '#app/download/platforms/platform-key.ts'

const siteHost = /^(?:www\.|story\.)?snapchat\.com$/
export const shortHost = 't.snapchat.com'
const idPattern = /^[\w-]{8,100}$/
const userPattern = /^[\w.-]{1,30}$/
const codePattern = /^[\w-]{4,40}$/

export const snapchatLinks: PlatformLinks = {
  platform: 'snapchat',
  isHost: (host) => siteHost.test(host) || host === shortHost,
  isId: (id) => idPattern.test(id),
  parse,
  profileName: ([head = '', name = '']) => (head.startsWith('@') ? head : name),
  url: (ref) =>
    ref.kind === 'short'
      ? `https://${shortHost}/${ref.code}`
      : `https://www.snapchat.com/spotlight/${splitKey(ref.postId).id}`,
}

function parse(url: URL): ParsedLink {
  const [head = '', second = '', third = ''] = pathOf(url)
  if (url.hostname === shortHost) {
    if (head === '') return refuse('unknown_path')
    if (!codePattern.test(head)) return refuse('bad_id')
    return { ok: true, ref: { kind: 'short', platform: 'snapchat', host: shortHost, code: head } }
  }
  if (head === 'spotlight') return second === '' ? refuse('discover') : spotlight(second, null)
  if (head === 'o') return spotlight(second, null)
  if (head.startsWith('@')) {
    if (second === 'spotlight' && third !== '') return spotlight(third, head.slice(1))
    return refuse(second.startsWith('highlight') ? 'story' : 'profile')
  }
  return refuse(pages.get(head) ?? 'unknown_path')
}

function spotlight(id: string, name: string | null): ParsedLink {
  if (!idPattern.test(id)) return refuse('bad_id')
  const user = name !== null && userPattern.test(name) ? name : null
  const postId = platformKey('snapchat', id)
  return { ok: true, ref: { kind: 'post', platform: 'snapchat', postId, user, media: 'video' } }
}

const pages = new Map<string, LinkRefusal>([
  ['add', 'profile'],
  ['u', 'profile'],
  ['p', 'story'],
  ['stories', 'story'],
  ['discover', 'discover'],
  ['explore', 'discover'],
  ['topic', 'tag'],
  ['lens', 'effect'],
  ['lenses', 'effect'],
  ['unlock', 'effect'],
  ['place', 'place'],
  ['map', 'place'],
  ['login', 'login'],
  ['accounts', 'login'],
  ['download', 'about'],
  ['privacy', 'about'],
  ['terms', 'about'],
])
