import {
  isListedHost,
  type LinkRefusal,
  type ParsedLink,
  type PlatformLinks,
  pathOf,
  queryOf,
  refuse,
} from '#app/download/platforms/link.ts'
import { platformKey, splitKey } from '#app/download/platforms/platform-key.ts'

/** Pinterest's sites, as yt-dlp lists them. */
const domains =
  'com fr de ch jp cl ca it co.uk nz ru com.au at pt co.kr es com.mx dk ph th com.uy co nl info kr ie vn com.vn ec mx in pe co.at hu co.in co.nz id com.ec com.py tw be uk com.bo com.pe'
    .split(' ')
    .map((domain) => `pinterest.${domain}`)
const shortHosts = new Set(['pin.it', 'www.pin.it'])

/** Without a leading zero, which would make two keys of one pin. */
const idPattern = /^[1-9]\d{4,24}$/
const codePattern = /^[A-Za-z\d]{1,32}$/
const userPattern = /^[\w-]{1,60}$/

export const pinterestLinks: PlatformLinks = {
  platform: 'pinterest',
  isHost: (host) => shortHosts.has(host) || isListedHost(host, domains),
  isId: (id) => idPattern.test(id),
  parse,
  url: (ref) =>
    ref.kind === 'short'
      ? `https://pin.it/${ref.code}`
      : `https://www.pinterest.com/pin/${splitKey(ref.postId).id}/`,
}

function parse(url: URL): ParsedLink {
  const [head = '', second = ''] = pathOf(url)
  if (shortHosts.has(url.hostname)) return short(head)
  if (head === 'pin') return second === '' ? refuse('bad_id') : pin(second)
  if (head === 'url_shortener') return short(second)
  // The official embed's frame.
  if (head === 'ext' && second === 'embed.html') return pin(queryOf(url).get('id') ?? '')
  const page = pages.get(head)
  if (page !== undefined) return refuse(page)
  if (head === '' || !userPattern.test(head)) return refuse('unknown_path')
  return refuse(second === '' || second.startsWith('_') ? 'profile' : 'collection')
}

/** Parses a pin's segment of the path: its id, mostly alone, or after its title and two hyphens. */
function pin(segment: string): ParsedLink {
  if (segment === 'create') return refuse('unknown_path')
  const id = segment.split('--').at(-1) ?? ''
  if (!idPattern.test(id)) return refuse('bad_id')
  const postId = platformKey('pinterest', id)
  return {
    ok: true,
    ref: { kind: 'post', platform: 'pinterest', postId, user: null, media: 'video' },
  }
}

function short(code: string): ParsedLink {
  if (code === '') return refuse('unknown_path')
  if (!codePattern.test(code)) return refuse('bad_id')
  return { ok: true, ref: { kind: 'short', platform: 'pinterest', host: 'pin.it', code } }
}

const pages = new Map<string, LinkRefusal>([
  ['login', 'login'],
  ['signup', 'login'],
  ['ideas', 'discover'],
  ['explore', 'discover'],
  ['search', 'discover'],
  ['today', 'discover'],
  ['topics', 'discover'],
  ['categories', 'discover'],
  ['shopping', 'shop'],
  ['shop', 'shop'],
  ['invite', 'invite'],
  ['about', 'about'],
  ['source', 'unknown_path'],
  ['pin-builder', 'unknown_path'],
  ['pin-creation-tool', 'unknown_path'],
  ['settings', 'unknown_path'],
  ['business', 'unknown_path'],
  ['resource', 'unknown_path'],
  ['ext', 'unknown_path'],
  ['_', 'unknown_path'],
])
