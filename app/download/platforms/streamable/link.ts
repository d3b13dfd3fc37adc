import {
  type LinkRefusal,
  type ParsedLink,
  type PlatformLinks,
  pathOf,
  refuse,
} from '#app/download/platforms/link.ts'
import { platformKey, splitKey } from '#app/download/platforms/platform-key.ts'

const hosts = new Set(['streamable.com', 'www.streamable.com'])
/** Codes have three to six characters so far. */
const codePattern = /^[a-z\d]{2,12}$/
/** The official embeds' frames, and the pages of clips: /s/CODE/NAME. */
const framePaths = new Set(['e', 'o', 's'])

export const streamableLinks: PlatformLinks = {
  platform: 'streamable',
  isHost: (host) => hosts.has(host),
  isId: (id) => codePattern.test(id),
  parse,
  url: (ref) =>
    `https://streamable.com/${ref.kind === 'short' ? ref.code : splitKey(ref.postId).id}`,
}

function parse(url: URL): ParsedLink {
  const [head = '', second] = pathOf(url)
  if (framePaths.has(head)) return video(second ?? '')
  const page = pages.get(head)
  if (page !== undefined) return refuse(page)
  return head === '' || second !== undefined ? refuse('unknown_path') : video(head)
}

function video(code: string): ParsedLink {
  if (!codePattern.test(code)) return refuse('bad_id')
  const postId = platformKey('streamable', code)
  return {
    ok: true,
    ref: { kind: 'post', platform: 'streamable', postId, user: null, media: 'video' },
  }
}

const pages = new Map<string, LinkRefusal>([
  ['login', 'login'],
  ['signup', 'login'],
  ['terms', 'about'],
  ['privacy', 'about'],
  ['documentation', 'about'],
  ['about', 'about'],
  ['pricing', 'unknown_path'],
  ['settings', 'unknown_path'],
  ['upload', 'unknown_path'],
  ['videos', 'unknown_path'],
])
