import type { PublicPath } from '#app/i18n/public-path.ts'
import type { ExtractedPost } from '#app/posts/extracted-post.server.ts'
import type { SaveFormat } from '#app/posts/save-format.ts'
import { signLink } from '#app/secrets/signed-link.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { type FileFacts, type PostFacts, postFacts } from './post-facts.server.ts'

/** A file on offer, with its links. All of them work for ten minutes. */
export type Offer = {
  format: SaveFormat
  bytes: number | null
  /** What there is to know of the picture, as `1080p HEVC`; null when the source does not say. */
  quality: string | null
  /** How many images a ZIP holds; null for every other format. */
  images: number | null
  /** The page that counts down; its script-free reader is led on to the file. */
  prepareHref: `/prepare/${string}`
  saveHref: `/save/${string}`
  /** The file to be looked at instead of saved. */
  viewHref: `/save/${string}`
}

/** What the result card shows of a post. */
export type PostView = {
  postId: string
  title: string
  author: string | null
  kind: 'video' | 'slideshow'
  durationSeconds: number | null
  coverHref: string | null
  /** What can be saved, the best picture first. Never empty. */
  formats: Offer[]
  /** What is chosen until the visitor chooses. */
  mainFormat: SaveFormat
  /** Each image of a slideshow by itself. */
  images: Offer[]
  /** Where a form without JavaScript goes with the chosen format; `query` is the link's signature. */
  choose: { path: PublicPath; query: { e: string; s: string } }
  /** What the visitor waits before a file. */
  countdownSeconds: number
}

/** Chooses the formats a post is offered in and signs their links. */
export function postView(post: ExtractedPost): PostView {
  return viewOf(postFacts(post))
}

/** The same of what is known of a post; a slideshow's single images can be left out. */
export function viewOf(post: PostFacts, { withImages = true } = {}): PostView {
  const { postId, hd, video } = post
  const slideshow = post.images > 0
  const formats: Offer[] = []
  if (slideshow) formats.push({ ...offer(postId, 'zip'), images: post.images })
  if (!slideshow && hd !== null) formats.push(offer(postId, 'hd', hd))
  if (!slideshow) formats.push(offer(postId, 'mp4', video))
  if (post.hasSound) formats.push(offer(postId, 'mp3'))
  const signed = new URLSearchParams(signLink('choose', postId, 'any'))
  const images = Array.from({ length: withImages ? post.images : 0 }, (_, index) =>
    offer(postId, `image-${index + 1}`),
  )
  return {
    postId,
    title: post.title,
    author: post.author,
    kind: slideshow ? 'slideshow' : 'video',
    durationSeconds: post.durationSeconds,
    coverHref: post.hasCover ? `/cover/${postId}?${signLink('cover', postId, 'cover')}` : null,
    formats,
    mainFormat: slideshow ? 'zip' : 'mp4',
    images,
    choose: {
      path: `/prepare/${postId}`,
      query: { e: signed.get('e') ?? '', s: signed.get('s') ?? '' },
    },
    countdownSeconds: settings().countdownSeconds,
  }
}

/** HEVC is named because not every player shows it. */
function qualityOf(file: FileFacts | null): string | null {
  if (file === null) return null
  const { width, height, codec } = file
  const lines = width !== null && height !== null ? `${Math.min(width, height)}p` : null
  const parts = [lines, codec === 'hevc' ? 'HEVC' : null].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(' ')
}

/** Signs the links to one format of a post. */
export function offer(postId: string, format: SaveFormat, file: FileFacts | null = null): Offer {
  const path = `${postId}/${format}`
  return {
    format,
    bytes: file?.bytes ?? null,
    quality: qualityOf(file),
    images: null,
    prepareHref: `/prepare/${path}?${signLink('prepare', postId, format)}`,
    saveHref: `/save/${path}?${signLink('save', postId, format)}`,
    viewHref: `/save/${path}?view&${signLink('view', postId, format)}`,
  }
}
