import { z } from 'zod'
import {
  address,
  type JsonObject,
  listOf,
  number,
  objectsIn,
  parseJson,
  pixels,
  text,
} from '#app/download/platforms/answer-json.ts'
import { chooseByHeight } from '#app/download/platforms/choose-by-height.ts'
import { dashFiles } from '#app/download/platforms/dash.ts'
import { byKind, type FoundFile, type PostFound } from '#app/download/platforms/found-post.ts'
import type { HostRules } from '#app/download/platforms/hosts.ts'
import {
  isMetaFile,
  metaAddress,
  metaAddresses,
  metaExpiry,
  metaFile,
} from '#app/download/platforms/meta-files.ts'
import { scriptsAbout } from '#app/download/platforms/page-scripts.ts'
import type { MediaFile, PostVideo } from '#app/posts/extracted-post.server.ts'
import { isLost, lostFile } from '#app/posts/lost-files.ts'

export const pageHost = 'www.instagram.com'

export const instagramHosts: HostRules = {
  platform: 'instagram',
  isPageHost: (host) => host === pageHost,
  isFile: isMetaFile,
}

const mostValues = 400_000
const mostManifest = 1_000_000
const mostSlides = 50
const earliestYear = 2010
const longestVideo = 86_400
const photoType = 1

export type InstagramReading =
  | { kind: 'post'; post: PostFound }
  /** For signed-in people only, mostly for their age. `ruling` is the site's own word for it. */
  | { kind: 'gated'; ruling: string }
  | { kind: 'gone' }
  /** The page of nothing: the site sends it for a post to those that it wants to slow down. */
  | { kind: 'shell' }
  | { kind: 'shape' }

const Sized = z.object({ url: address, width: pixels, height: pixels })
const Slide = z.object({
  media_type: number,
  video_versions: listOf(Sized.extend({ type: number }), 20),
  image_versions2: z.object({ candidates: listOf(Sized, mostSlides) }).catch({ candidates: [] }),
  has_audio: z.boolean().nullable().catch(null),
  video_duration: number,
  video_dash_manifest: z.string().max(mostManifest).catch(''),
})
type Slide = z.infer<typeof Slide>

const Post = Slide.extend({
  caption: z.object({ text }).nullable().catch(null),
  taken_at: number,
  user: z.object({ username: text, full_name: text }).nullable().catch(null),
  carousel_media: listOf(Slide, mostSlides),
})
type Post = z.infer<typeof Post>

/** Reads the page of the post with a code, and no other post on it. Never throws. */
export function readPage(html: string, code: string): InstagramReading {
  const pk = numberOf(code)
  let stub: Post | null = null
  let hasFiles = false
  let gate: JsonObject | null = null
  for (const content of scriptsAbout(html, namedBy(code))) {
    hasFiles ||= /(?:cdninstagram\.com|fbcdn\.net)/.test(content)
    for (const one of objectsIn(parseJson(content), { most: mostValues })) {
      if (!isAsked(one, code, pk)) continue
      if (one.if_not_gated_logged_out === null) gate = one
      if (!hasMedia(one)) continue
      const parsed = Post.safeParse(one)
      if (!parsed.success) continue
      // Pictures alone can be a foretaste of the same post.
      const isWhole = parsed.data.video_versions.length + parsed.data.carousel_media.length > 0
      const post = isWhole ? postOf(parsed.data, code) : null
      if (post !== null) return { kind: 'post', post }
      stub ??= parsed.data
    }
  }
  const photo = stub === null ? null : postOf(stub, code)
  if (photo !== null) return { kind: 'post', post: photo }
  if (gate !== null) return { kind: 'gated', ruling: JSON.stringify(gate.gating_ruling ?? null) }
  if (hasFiles) return { kind: 'shape' }
  return { kind: /page isn(?:['’]|&#0?39;|&#x27;)t available/i.test(html) ? 'gone' : 'shell' }
}

/** A link alone, in which a slash is before the code, is in the page of nothing too. */
export const namedBy = (code: string) => new RegExp(`(?<![/\\w-])${code}(?![\\w-])`)

function isAsked({ code, shortcode, pk }: JsonObject, asked: string, number: string): boolean {
  const named = code ?? shortcode
  return typeof named === 'string' ? named === asked : String(pk ?? '') === number
}

function hasMedia(one: JsonObject): boolean {
  return 'video_versions' in one || 'image_versions2' in one || 'carousel_media' in one
}

/** Returns the post's number, which its code is in base 64. */
function numberOf(code: string): string {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  let value = 0n
  for (const digit of code) value = value * 64n + BigInt(digits.indexOf(digit))
  return String(value)
}

/** Reads a post's data. Null if it has no file that is whole and its own. */
export function postIn(data: unknown, code: string): PostFound | null {
  const parsed = Post.safeParse(data)
  return parsed.success ? postOf(parsed.data, code) : null
}

/** Returns the post with its files. Null if it has none that is whole and its own. */
function postOf(data: Post, id: string): PostFound | null {
  const slides = data.carousel_media.length > 0 ? data.carousel_media : [data]
  const { videos, images, order } = byKind(
    slides.flatMap((slide, index) => fileOf(slide, index + 1) ?? []),
  )
  const [first, ...moreVideos] = videos
  const shown = images.find((image) => !isLost(image))
  if (first === undefined && shown === undefined) return null
  const { caption, user, taken_at: seconds } = data
  const postedAt = new Date((seconds ?? Number.NaN) * 1000)
  const handle = user?.username ?? ''
  const files = videos.flatMap(({ video, hd, cover }) => [video, hd, cover])
  return {
    id,
    title: caption?.text ?? '',
    author: { handle: /^[\w.]{1,30}$/.test(handle) ? handle : null, name: user?.full_name ?? null },
    ...first,
    cover: first?.cover ?? pictureOf(data, 'cover') ?? shown ?? null,
    moreVideos,
    images,
    ...order,
    postedAt: postedAt.getUTCFullYear() >= earliestYear ? postedAt : null,
    expiresAt: metaExpiry([...files, ...images]),
  }
}

function fileOf(slide: Slide, position: number): FoundFile | null {
  const video = videoOf(slide, position)
  if (video !== null) return { kind: 'video', file: video }
  if (!isPhoto(slide)) return null
  const key = `image-${position}`
  const [listed] = slide.image_versions2.candidates
  return { kind: 'image', file: pictureOf(slide, key) ?? lostFile(listed?.url, key) }
}

/** True for a picture that isn't a video's first one. */
function isPhoto({ media_type, video_versions, video_duration }: Slide): boolean {
  if (media_type !== null) return media_type === photoType
  return video_versions.length === 0 && video_duration === null
}

function videoOf(slide: Slide, position: number): PostVideo | null {
  const files = new Map<string, MediaFile>()
  for (const [index, { url, type, width, height }] of slide.video_versions.entries()) {
    const own = metaAddress(url)
    // The three that are listed are mostly one.
    if (own === null || files.has(own.pathname)) continue
    const known = { codec: 'h264', width, height } as const
    const key = `video-${position}.${type ?? index + 1}`
    files.set(own.pathname, metaFile(own, key, known))
  }
  const chosen = chooseByHeight([...files.values()])
  if (chosen === null) return null
  const seconds = slide.video_duration ?? 0
  return {
    ...chosen,
    hd: chosen.hd ?? joinedHd(slide, position),
    cover: pictureOf(slide, `cover-${position}`),
    captions: [],
    durationSeconds: seconds > 0 && seconds <= longestVideo ? seconds : null,
    isSilent: slide.has_audio === false,
  }
}

/**
 * Returns the size above the files that have picture and sound in one, which are 720p at most. It
 * lists picture and sound apart. Null without one that plays everywhere.
 */
function joinedHd(slide: Slide, position: number): MediaFile | null {
  const own = dashFiles(slide.video_dash_manifest).flatMap((file) => {
    const url = metaAddress(file.url)
    return url === null ? [] : [{ ...file, addresses: metaAddresses(url) }]
  })
  const isSilent = slide.has_audio === false
  const sound = own.filter(({ kind }) => kind === 'sound').map(({ addresses }) => addresses)
  const pictures = own.filter(({ kind, width, height }) => {
    const lines = Math.min(width ?? 0, height ?? 0)
    return kind === 'picture' && lines > 720 && lines <= 1080
  })
  const [best] = pictures.toSorted((a, b) => (b.height ?? 0) - (a.height ?? 0))
  if (best === undefined || (sound.length === 0 && !isSilent)) return null
  const { width, height, addresses: picture } = best
  return {
    addresses: [],
    bytes: null,
    codec: 'h264',
    width,
    height,
    variantKey: `video-${position}.dash`,
    join: { kind: 'tracks', picture, sound: isSilent ? [] : (sound[0] ?? []) },
  }
}

/** Returns the largest form of a picture. Null without one on the site's own hosts. */
function pictureOf({ image_versions2 }: Slide, key: string): MediaFile | null {
  const [largest] = image_versions2.candidates
    .flatMap(({ url, width, height }) => {
      const own = metaAddress(url)
      return own === null ? [] : [{ url: own, width, height }]
    })
    .toSorted((a, b) => (b.width ?? 0) * (b.height ?? 0) - (a.width ?? 0) * (a.height ?? 0))
  if (largest === undefined) return null
  const { url, ...size } = largest
  return metaFile(url, key, size)
}
