import { z } from 'zod'
import {
  address,
  count,
  isObject,
  listOf,
  number,
  objectsIn,
  parseJson,
  pixels,
  text,
} from '#app/download/platforms/answer-json.ts'
import { fileAt, type PostFound } from '#app/download/platforms/found-post.ts'
import { type HostRules, ownAddress } from '#app/download/platforms/hosts.ts'
import { isListedHost } from '#app/download/platforms/link.ts'
import { scriptWithId } from '#app/download/platforms/page-scripts.ts'
import type { MediaFile, PostVideo } from '#app/posts/extracted-post.server.ts'
import { shortHost } from './link.ts'

export const pageHost = 'www.snapchat.com'

export const snapchatHosts: HostRules = {
  platform: 'snapchat',
  isPageHost: (host) => host === pageHost || host === shortHost,
  isFile: ({ hostname }) => isListedHost(hostname, ['sc-cdn.net']),
}

const scriptId = '__NEXT_DATA__'
const mostValues = 200_000
const mostSnaps = 20
const earliestYear = 2016
const longestVideo = 86_400
const pictureType = 0

export type SnapchatReading =
  | { kind: 'post'; post: PostFound }
  /** The page shows other people's clips instead. */
  | { kind: 'gone' }
  | { kind: 'shape' }

/** A value of its own, or wrapped. */
const Value = z
  .union([z.string(), z.number(), z.object({ value: z.union([z.string(), z.number()]) })])
  .transform((one) => String(typeof one === 'object' ? one.value : one))
  .nullable()
  .catch(null)

const Snap = z.object({
  snapMediaType: number,
  timestampInSec: Value,
  snapUrls: z
    .object({ mediaUrl: Value, mediaPreviewUrl: Value })
    .catch({ mediaUrl: null, mediaPreviewUrl: null }),
})
type Snap = z.infer<typeof Snap>

const Facts = z.object({
  name: text,
  uploadDateMs: number,
  durationMs: number,
  width: pixels,
  height: pixels,
  viewCount: count,
  thumbnailUrl: address.nullable().catch(null),
  creator: z
    .object({ personCreator: z.object({ username: text }) })
    .nullable()
    .catch(null),
})
type Facts = z.infer<typeof Facts>

const Metadata = z.object({
  videoMetadata: Facts.nullable().catch(null),
  description: text,
  engagementStats: z.object({ viewCount: count }).nullable().catch(null),
})

const Story = z.object({
  story: z.object({ storyId: Value, snapList: listOf(Snap, mostSnaps) }),
  metadata: Metadata.nullable().catch(null),
})
type Story = z.infer<typeof Story>

/** Reads the page of the clip with an id, among strangers' clips. Never throws. */
export function readPage(html: string, id: string): SnapchatReading {
  const root = parseJson(scriptWithId(html, scriptId) ?? '')
  let isReadable = false
  for (const one of objectsIn(root, { most: mostValues })) {
    const { spotlightStories: feed } = one
    if (Array.isArray(feed)) isReadable = feed.every((entry) => storyOf(entry) !== null)
    const found = storyOf(one)
    if (found?.story.storyId !== id) continue
    const post = postOf(found, id)
    return post === null ? { kind: 'shape' } : { kind: 'post', post }
  }
  return { kind: isReadable ? 'gone' : 'shape' }
}

/** Returns a clip that names its id. Null for anything else. */
function storyOf(value: unknown): Story | null {
  if (!isObject(value) || !isObject(value.story) || !('snapList' in value.story)) return null
  const { data } = Story.safeParse(value)
  return data === undefined || data.story.storyId === null ? null : data
}

/**
 * Returns the post with its files. Null if it has none on the platform's own hosts. The embed's own
 * file (`contentUrl`) isn't used: people report that it has a watermark.
 */
function postOf({ story, metadata }: Story, id: string): PostFound | null {
  const facts = metadata?.videoMetadata ?? null
  const isOne = story.snapList.length === 1
  const videos = story.snapList.flatMap(
    (snap, index) => videoOf(snap, index + 1, isOne ? facts : null) ?? [],
  )
  const images = story.snapList.flatMap((snap, index) =>
    snap.snapMediaType === pictureType
      ? (fileOf(snap.snapUrls.mediaUrl, `image-${index + 1}`) ?? [])
      : [],
  )
  const [first, ...moreVideos] = videos
  if (first === undefined && images.length === 0) return null
  const seconds = Number(story.snapList[0]?.timestampInSec ?? Number.NaN)
  const postedAt = new Date(facts?.uploadDateMs ?? seconds * 1000)
  const handle = facts?.creator?.personCreator.username ?? ''
  return {
    id,
    title: metadata?.description?.trim() || (facts?.name ?? ''),
    author: { handle: /^[\w.-]{1,30}$/.test(handle) ? handle : null, name: null },
    ...first,
    cover: first?.cover ?? images[0] ?? null,
    moreVideos,
    images,
    postedAt: postedAt.getUTCFullYear() >= earliestYear ? postedAt : null,
    counts: {
      plays: metadata?.engagementStats?.viewCount ?? facts?.viewCount ?? null,
      likes: null,
      comments: null,
      shares: null,
    },
    mayHaveMark: true,
  }
}

function videoOf(snap: Snap, position: number, facts: Facts | null): PostVideo | null {
  if (snap.snapMediaType === pictureType) return null
  const { width = null, height = null } = facts ?? {}
  const video = fileOf(snap.snapUrls.mediaUrl, `video-${position}`, { width, height })
  if (video === null) return null
  const seconds = (facts?.durationMs ?? 0) / 1000
  const cover = snap.snapUrls.mediaPreviewUrl ?? facts?.thumbnailUrl ?? null
  return {
    video,
    hd: null,
    cover: fileOf(cover, `cover-${position}`),
    captions: [],
    durationSeconds: seconds > 0 && seconds <= longestVideo ? seconds : null,
    isSilent: false,
  }
}

function fileOf(
  written: string | null,
  key: string,
  size: Partial<Pick<MediaFile, 'width' | 'height'>> = {},
): MediaFile | null {
  const url = ownAddress(snapchatHosts, written ?? '')
  return url === null ? null : fileAt('snapchat', url.href, key, size)
}
