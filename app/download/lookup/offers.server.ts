import { platformTitles, splitKey } from '#app/download/platforms/platform-key.ts'
import { countdownFor } from '#app/download/save/countdown.server.ts'
import type { PublicPath } from '#app/i18n/public-path.ts'
import type { ExtractedPost } from '#app/posts/extracted-post.server.ts'
import { chosenStyle, type FileNameStyle } from '#app/posts/file-name-style.ts'
import type { Mp3Rate } from '#app/posts/mp3-rate.ts'
import {
  captionFormat,
  captionTypes,
  plainFormat,
  type SaveFormat,
  videoFormat,
} from '#app/posts/save-format.ts'
import { signLink } from '#app/secrets/signed-link.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import {
  type FileFacts,
  imageNumbers,
  type PostFacts,
  pictureQuality,
  postFacts,
  type VideoFacts,
} from './post-facts.server.ts'

/** A file on offer. Its links work for ten minutes. */
export type Offer = {
  format: SaveFormat
  bytes: number | null
  /** The picture's lines, such as `1080p`. Null if unknown. */
  quality: string | null
  /** H.264 plays everywhere, HEVC doesn't. Null if unknown. */
  codec: FileFacts['codec']
  /** The number of images in a ZIP of nothing else. Null for other formats. */
  images: number | null
  /** The number of files in a ZIP that has videos too. */
  files?: number
  /** The times of the part that its links save, as text. Absent for all of the clip. */
  part?: string
  /** An MP3's bit rate. Null for other formats, and where it isn't known before it is made. */
  kbps: Mp3Rate | null
  /** The countdown page, which leads to the file even without a script. */
  prepareHref: `/prepare/${string}`
  saveHref: `/save/${string}`
  /** Opens the file instead of saving it. */
  viewHref: `/save/${string}`
}

/** `language` is a BCP 47 tag. */
export type CaptionOffer = { language: string; files: Offer[] }

export type PostView = {
  postId: string
  title: string
  author: string | null
  /** Set if the files may carry the platform's mark. */
  mayHaveMark?: true
  /** The platform's name. Null for TikTok. */
  site: string | null
  kind: 'video' | 'slideshow'
  durationSeconds: number | null
  coverHref: string | null
  /** The formats to save, the best picture first. Never empty. */
  formats: Offer[]
  /** The format chosen at first. */
  mainFormat: SaveFormat
  /** Their numbers are places in the post, so one can be missing. */
  images: Offer[]
  /** Its files that can't be saved, `images` of its `of`. Unset if it has none. */
  lost?: { images: number; of: number; sound: boolean; quality: boolean }
  /** The number of its videos, and the one that `formats` and the cover are of, from 1. */
  videos: number
  item: number
  /** True for a post that not everyone wants to see. */
  isSensitive: boolean
  /** The files of each language's captions. */
  captions: CaptionOffer[]
  /** The target of the form without JavaScript; `query` is the link's signature. */
  choose: { path: PublicPath; query: { e: string; s: string } }
  /** Seconds before a file; 0 if the server knows that the visitor has waited. */
  countdownSeconds: number
  /** One wait for all formats, or one for each. */
  countdownPer: 'post' | 'format'
  /** The site's style of file names, and the visitor's own. */
  fileNames: { site: FileNameStyle; chosen: FileNameStyle }
}

/** Selects the formats for the visitor at `address` with `cookies` and signs their links. */
export function postView(
  post: ExtractedPost,
  address: string,
  cookies: string | null,
  item = 1,
): PostView {
  return viewOf(postFacts(post), address, { cookies, item })
}

type ViewOptions = { withImages?: boolean; cookies?: string | null; item?: number }

/**
 * The same from a post's facts; single images can be left out. `item` is the video to show of a
 * post with several, or the first if there is no such video.
 */
export function viewOf(
  post: PostFacts,
  address: string,
  { withImages = true, cookies = null, item: asked = 1 }: ViewOptions = {},
): PostView {
  const { postId } = post
  const { platform } = splitKey(postId)
  const slideshow = post.video === null
  const item = asked <= 1 + post.more.length ? asked : 1
  const shown = post.more[item - 2] ?? post
  const numbers = imageNumbers(post)
  const files = slideshow ? 0 : 1 + post.more.length + numbers.length
  const { fileNames } = settings()
  const formats: Offer[] = slideshow
    ? [{ ...offer(postId, 'zip'), images: numbers.length }]
    : videoOffers(postId, shown, item)
  // A slideshow's sound is usually an MP3 already, which is copied at whatever rate it has.
  if (slideshow && post.hasSound) formats.push({ ...offer(postId, 'mp3'), kbps: null })
  if (post.hasM4aSound) formats.push(offer(postId, 'm4a'))
  if (files > 1) formats.push({ ...offer(postId, 'zip'), files })
  if (shown.hasCover) formats.push(offer(postId, videoFormat('cover', item)))
  const signed = new URLSearchParams(signLink('choose', postId, 'any'))
  const images = withImages ? numbers.map((number) => offer(postId, `image-${number}`)) : []
  return {
    postId,
    title: post.title,
    author: post.author,
    ...(post.mayHaveMark && { mayHaveMark: true }),
    site: platform === 'tiktok' ? null : platformTitles[platform],
    kind: slideshow ? 'slideshow' : 'video',
    durationSeconds: shown.durationSeconds,
    coverHref: shown.hasCover ? coverHref(postId, item) : null,
    formats,
    mainFormat: slideshow ? 'zip' : videoFormat(shown.hd?.codec === 'h264' ? 'hd' : 'mp4', item),
    images,
    ...(post.lost && { lost: { ...post.lost, images: post.lost.images.length, of: post.images } }),
    videos: slideshow ? 0 : 1 + post.more.length,
    item,
    isSensitive: post.isSensitive,
    captions: (item === 1 ? post.captions : []).map((language) => ({
      language,
      files: captionTypes.map((type) => offer(postId, captionFormat(language, type))),
    })),
    choose: {
      path: `/prepare/${postId}`,
      query: { e: signed.get('e') ?? '', s: signed.get('s') ?? '' },
    },
    countdownSeconds: countdownFor(address, postId),
    countdownPer: settings().countdownPer,
    fileNames: { site: fileNames, chosen: chosenStyle(cookies, fileNames) },
  }
}

function videoOffers(postId: string, { hd, video, ...sound }: VideoFacts, item: number): Offer[] {
  const of = (format: 'hd' | 'mp4' | 'mp3' | 'm4a', file: FileFacts | null = null) =>
    offer(postId, videoFormat(format, item), file)
  return [
    ...(hd === null ? [] : [of('hd', hd)]),
    of('mp4', video),
    ...(sound.hasSound ? [of('mp3')] : []),
    ...(sound.isSilent ? [] : [of('m4a')]),
  ]
}

function coverHref(postId: string, item: number): string {
  const number = item === 1 ? '' : `item=${item}&`
  return `/cover/${postId}?${number}${signLink('cover', postId, videoFormat('cover', item))}`
}

export function offer(postId: string, format: SaveFormat, file: FileFacts | null = null): Offer {
  const path = `${postId}/${format}`
  return {
    format,
    bytes: file?.bytes ?? null,
    quality: pictureQuality(file),
    codec: file?.codec ?? null,
    images: null,
    kbps: plainFormat(format) === 'mp3' ? settings().mp3Rate : null,
    prepareHref: `/prepare/${path}?${signLink('prepare', postId, format)}`,
    saveHref: `/save/${path}?${signLink('save', postId, format)}`,
    viewHref: `/save/${path}?view&${signLink('view', postId, format)}`,
  }
}
