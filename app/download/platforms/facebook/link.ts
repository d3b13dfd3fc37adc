import {
  type LinkRefusal,
  type ParsedLink,
  type PlatformLinks,
  pathOf,
  queryOf,
  refuse,
} from '#app/download/platforms/link.ts'
import { platformKey, splitKey } from '#app/download/platforms/platform-key.ts'

const siteHost = /^(?:(?:www|m|web|mbasic|touch|[a-z]{2}-[a-z]{2})\.)?(?:facebook|fb)\.com$/
const shortHost = /^(?:www\.)?fb\.watch$/
/** Without a leading zero, which would make two keys of one video. */
const idPattern = /^[1-9]\d{4,19}$/
const codePattern = /^[\w-]{4,60}$/
const userPattern = /^[\w.-]{1,80}$/

export const facebookLinks: PlatformLinks = {
  platform: 'facebook',
  isHost: (host) => siteHost.test(host) || shortHost.test(host),
  isId: (id) => idPattern.test(id),
  parse,
  profileName: ([folder = '', name = '']) => {
    if (folder === 'pg') return name
    return folder === 'people' || folder === 'pages' ? null : folder
  },
  url: (ref) =>
    ref.kind === 'short'
      ? `https://${ref.host}/${ref.code}`
      : `https://www.facebook.com/reel/${splitKey(ref.postId).id}`,
}

function parse(url: URL): ParsedLink {
  const whole = pathOf(url)
  const path = whole[0] === 'pg' ? whole.slice(1) : whole
  const [head = '', second = ''] = path
  const query = queryOf(url).get('v') ?? ''
  if (shortHost.test(url.hostname)) return short('fb.watch', head)
  if (head === 'reel' || head === 'reels') return reel(second)
  if (head === 'watch') return watched(query, second)
  if (head === 'video.php') return video(query, null)
  if (head === 'share') return shared(path.slice(1))
  const page = pages.get(head)
  if (page !== undefined) return refuse(page)
  if (!userPattern.test(head)) return refuse('unknown_path')
  if (second === 'videos' && path.length > 2) return video(path.at(-1) ?? '', head)
  if (second === 'live') return refuse('live')
  return refuse(otherPosts.has(second) ? 'unknown_path' : 'profile')
}

function reel(id: string): ParsedLink {
  if (id === 'audio') return refuse('sound')
  return id === '' ? refuse('discover') : video(id, null)
}

/** Parses /watch: a video's page, or the site's own choice of videos. */
function watched(id: string, section: string): ParsedLink {
  if (id !== '') return video(id, null)
  if (section === 'hashtag') return refuse('tag')
  return refuse(section === 'live' ? 'live' : 'discover')
}

function video(id: string, user: string | null): ParsedLink {
  if (!idPattern.test(id)) return refuse('bad_id')
  const postId = platformKey('facebook', id)
  return { ok: true, ref: { kind: 'post', platform: 'facebook', postId, user, media: 'video' } }
}

/** Parses what follows /share/. Only `r` and `v` are certain to be videos. */
function shared([first = '', second]: string[]): ParsedLink {
  if (second === undefined) return short('www.facebook.com', first, 'share/')
  const isVideo = first === 'r' || first === 'v'
  return isVideo ? short('www.facebook.com', second, `share/${first}/`) : refuse('unknown_path')
}

function short(host: string, code: string, folder = ''): ParsedLink {
  if (code === '') return refuse('unknown_path')
  if (!codePattern.test(code)) return refuse('bad_id')
  return { ok: true, ref: { kind: 'short', platform: 'facebook', host, code: `${folder}${code}` } }
}

const otherPosts = new Set(['posts', 'photos', 'albums', 'events', 'videos'])

const pages = new Map<string, LinkRefusal>([
  ['', 'unknown_path'],
  ['login', 'login'],
  ['login.php', 'login'],
  ['checkpoint', 'login'],
  ['stories', 'story'],
  ['story.php', 'unknown_path'],
  ['permalink.php', 'unknown_path'],
  ['photo', 'unknown_path'],
  ['photo.php', 'unknown_path'],
  ['groups', 'unknown_path'],
  ['events', 'unknown_path'],
  ['plugins', 'unknown_path'],
  ['profile.php', 'profile'],
  ['people', 'profile'],
  ['pages', 'profile'],
  ['hashtag', 'tag'],
  ['search', 'discover'],
  ['marketplace', 'shop'],
  ['places', 'place'],
  ['about', 'about'],
  ['help', 'about'],
  ['policies', 'about'],
  ['privacy', 'about'],
])
