import {
  type LinkRefusal,
  type ParsedLink,
  type PlatformLinks,
  type PostRef,
  pathOf,
  refuse,
} from '#app/download/platforms/link.ts'
import { platformKey, splitKey } from '#app/download/platforms/platform-key.ts'
import { isDid, isHostName, isRecordKey, splitPostId } from './did.ts'

const site = 'bsky.app'
const hosts = new Set([site, 'www.bsky.app', 'main.bsky.dev'])
/** Sites with the same posts below the same paths, for chats that show no previews of Bluesky. */
const mirrorHost = /^(?:www\.|[a-z]\.)?(?:fxbsky|bskyx|bskx|vxbsky)\.app$/
const uriPattern = /^at:\/\/([^/?#]+)(?:\/([^/?#]*))?(?:\/([^/?#]*))?/i
const postCollection = 'app.bsky.feed.post'

export const blueskyLinks: PlatformLinks = {
  platform: 'bluesky',
  isHost: (host) => hosts.has(host) || mirrorHost.test(host),
  isId: (id) => splitPostId(id) !== null,
  parse,
  parseUri,
  profileName: ([, actor = '']) => actor,
  url,
}

function url(ref: PostRef): string {
  const { did: actor, rkey } =
    ref.kind === 'short' ? splitCode(ref.code) : (splitPostId(splitKey(ref.postId).id) ?? nothing)
  return `https://${site}/profile/${actor}/post/${rkey}`
}

const nothing = { did: '', rkey: '' }

/** Splits the code of a link with a handle, which `parse` made. */
function splitCode(code: string): typeof nothing {
  const [did = '', rkey = ''] = code.split('/')
  return { did, rkey }
}

function parse(url: URL): ParsedLink {
  const [head = '', actor = '', page, rkey = ''] = pathOf(url)
  if (head !== 'profile') return refuse(pages.get(head) ?? 'unknown_path')
  if (page === 'post') return postOf(actor, rkey)
  if (page === 'feed' || page === 'lists') return refuse('collection')
  return refuse(actor === '' ? 'unknown_path' : 'profile')
}

function parseUri(text: string): ParsedLink | null {
  const [, actor, collection = '', rkey = ''] = uriPattern.exec(text) ?? []
  if (actor === undefined) return null
  if (collection === '') return refuse('profile')
  return collection === postCollection ? postOf(actor, rkey) : refuse('unknown_path')
}

function postOf(written: string, rkey: string): ParsedLink {
  const actor = written.toLowerCase()
  if (!isRecordKey(rkey)) return refuse('bad_id')
  if (isDid(actor)) {
    const postId = platformKey('bluesky', `${actor}:${rkey}`)
    return {
      ok: true,
      ref: { kind: 'post', platform: 'bluesky', postId, user: null, media: 'video' },
    }
  }
  if (!isHostName(actor)) return refuse('bad_id')
  return {
    ok: true,
    ref: { kind: 'short', platform: 'bluesky', host: site, code: `${actor}/${rkey}` },
  }
}

const pages = new Map<string, LinkRefusal>([
  ['search', 'discover'],
  ['feeds', 'discover'],
  ['hashtag', 'tag'],
  ['starter-pack', 'collection'],
  ['lists', 'collection'],
  ['support', 'about'],
])
