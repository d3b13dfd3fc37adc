import type { Platform } from '#app/environment/platform-names.ts'
import { blueskyLinks } from './bluesky/link.ts'
import { facebookLinks } from './facebook/link.ts'
import { instagramLinks } from './instagram/link.ts'
import {
  type FullRef,
  type ParsedLink,
  type PlatformLinks,
  type PostRef,
  pathOf,
  unescaped,
} from './link.ts'
import { pinterestLinks } from './pinterest/link.ts'
import { splitKey } from './platform-key.ts'
import { redditLinks } from './reddit/link.ts'
import { snapchatLinks } from './snapchat/link.ts'
import { streamableLinks } from './streamable/link.ts'
import { tiktokLinks } from './tiktok/link.ts'
import { unreadLinks } from './unread-link.ts'
import { xLinks } from './x/link.ts'

/**
 * Platforms that are off unless an operator turns them on. In browsers their links are the server's
 * to read, so that pages stay small for the sites without them.
 */
const seldom: readonly PlatformLinks[] =
  import.meta.env?.SSR === false
    ? [
        unreadLinks(
          'instagram',
          /(?:^|\.)instagr(?:am\.com|\.am)$/,
          'https://www.instagram.com/p/',
        ),
        unreadLinks(
          'facebook',
          /(?:^|\.)(?:facebook\.com|fb\.(?:com|watch))$/,
          'https://www.facebook.com/reel/',
        ),
        unreadLinks('snapchat', /(?:^|\.)snapchat\.com$/, 'https://www.snapchat.com/spotlight/'),
        unreadLinks('reddit', /(?:^|\.)redd(?:it\.com|\.it)$/, 'https://www.reddit.com/comments/'),
        unreadLinks('streamable', /(?:^|\.)streamable\.com$/, 'https://streamable.com/'),
      ]
    : [instagramLinks, facebookLinks, snapchatLinks, redditLinks, streamableLinks]

/** The links of all platforms. A new one is added here, and in `platforms.ts`. */
const all: readonly PlatformLinks[] = [tiktokLinks, xLinks, blueskyLinks, pinterestLinks, ...seldom]

/** Well-known sites that aren't supported, by the last labels of their hosts. */
const named: readonly (readonly [host: RegExp, site: string])[] = [
  [/(?:^|\.)(?:youtube\.com|youtu\.be)$/, 'YouTube'],
  [/(?:^|\.)threads\.(?:net|com)$/, 'Threads'],
  [/(?:^|\.)(?:douyin|iesdouyin)\.com$/, 'Douyin'],
  [/(?:^|\.)(?:kuaishou|kwai)\.com$/, 'Kuaishou'],
  [/(?:^|\.)(?:xiaohongshu\.com|xhslink\.com|rednote\.com)$/, 'Xiaohongshu'],
  [/(?:^|\.)(?:vimeo\.com)$/, 'Vimeo'],
  [/(?:^|\.)(?:twitch\.tv)$/, 'Twitch'],
  [/(?:^|\.)(?:dailymotion\.com|dai\.ly)$/, 'Dailymotion'],
  [/(?:^|\.)(?:linkedin\.com|lnkd\.in)$/, 'LinkedIn'],
  [/(?:^|\.)(?:tumblr\.com)$/, 'Tumblr'],
  [/(?:^|\.)(?:t\.me|telegram\.org)$/, 'Telegram'],
  [/(?:^|\.)(?:whatsapp\.com|wa\.me)$/, 'WhatsApp'],
  [/(?:^|\.)(?:vk\.com|vk\.ru)$/, 'VK'],
  [/(?:^|\.)(?:likee\.video)$/, 'Likee'],
  [/(?:^|\.)(?:bilibili\.com|b23\.tv)$/, 'Bilibili'],
  [/(?:^|\.)(?:9gag\.com)$/, '9GAG'],
]

/** Returns the platforms whose links are read here, those that are off too. */
export function linkedPlatforms(): Platform[] {
  return all.map(({ platform }) => platform)
}

/** Returns the links of the platform at a host. Null if it is none's. */
export function linksAt(host: string): PlatformLinks | null {
  return all.find(({ isHost }) => isHost(host)) ?? null
}

/** Returns the name of a well-known site that isn't supported. Null for others. */
export function otherSite(host: string): string | null {
  return named.find(([pattern]) => pattern.test(host))?.[1] ?? null
}

function linksOf(platform: Platform): PlatformLinks {
  const links = all.find((one) => one.platform === platform)
  if (links === undefined) throw new TypeError(`No links of ${platform}`)
  return links
}

/** Parses a post's key. Null if it is none. */
export function parsePostKey(key: string): FullRef | null {
  const { platform, id } = splitKey(key)
  const links = all.find((one) => one.platform === platform)
  return links?.isId(id) === true ? refOfKey(key) : null
}

/** Returns what is known of a post by its key alone. */
export function refOfKey(postId: string): FullRef {
  const { platform } = splitKey(postId)
  return { kind: 'post', platform, postId, user: null, media: 'video' }
}

/** Builds a link from the parsed parts, so that it holds nothing else of the visitor's text. */
export function postUrl(ref: PostRef): string {
  return linksOf(ref.platform).url(ref)
}

/** Parses a link on a platform's host, or says which other site it is on. */
export function parsePlatformLink(url: URL): ParsedLink {
  const links = linksAt(url.hostname)
  if (links !== null) return links.parse(url)
  const site = otherSite(url.hostname)
  return site === null
    ? { ok: false, reason: 'not_platform' }
    : { ok: false, reason: 'other_site', site }
}

const handlePattern = /^\w[\w.-]{0,199}$/

/**
 * Returns the creator in a link to their page. Null for any other text, also for a post's link:
 * most sites don't check the name in it, so it can be anyone's.
 */
export function creatorOfLink(written: string): { platform: Platform; handle: string } | null {
  const text = unescaped(written)
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  const links = url === null ? null : linksAt(url.hostname)
  if (url === null || links === null) return null
  const parsed = links.parse(url)
  if (parsed.ok || parsed.reason !== 'profile') return null
  const path = pathOf(url)
  const { profileName = ([head = '']) => head } = links
  const handle = (profileName(path) ?? '').replace(/^@/, '')
  const isHandle = handlePattern.test(handle) && !handle.endsWith('.php')
  return isHandle ? { platform: links.platform, handle } : null
}

/** Parses a link in a platform's own scheme, such as `at://`. Null for any other text. */
export function parsePlatformUri(text: string): ParsedLink | null {
  for (const { parseUri } of all) {
    const parsed = parseUri?.(text) ?? null
    if (parsed !== null) return parsed
  }
  return null
}
