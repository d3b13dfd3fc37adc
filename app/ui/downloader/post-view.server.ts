import type { PublicPath } from '#app/i18n/public-path.ts'
import { canMakeMp3 } from '#app/models/upstream.server.ts'
import type { ExtractedPost, MediaFile } from '#app/services/extractor.server.ts'
import { signLink } from '#app/services/signed-link.server.ts'
import type { SaveFormat } from '#app/utils/save-format.ts'

/** A file on offer, with its links. All of them work for ten minutes. */
export type Offer = {
  format: SaveFormat
  bytes: number | null
  /** What there is to know of the picture, as `1080p HEVC`; null when the source does not say. */
  quality: string | null
  /** The page that counts down; its script-free reader is led on to the file. */
  prepareHref: PublicPath
  saveHref: PublicPath
  /** The file to be looked at instead of saved. */
  viewHref: PublicPath
}

/** What the result card shows of a post. */
export type PostView = {
  postId: string
  title: string
  author: string | null
  kind: 'video' | 'slideshow'
  durationSeconds: number | null
  coverHref: string | null
  main: Offer
  others: Offer[]
  images: { number: number; saveHref: PublicPath; viewHref: PublicPath }[]
}

/** Chooses the formats a post is offered in and signs their links. */
export function postView(post: ExtractedPost): PostView {
  const { postId, images } = post
  const slideshow = images.length > 0
  const others: Offer[] = slideshow ? [offer(postId, 'zip', null)] : []
  if (!slideshow && post.hd !== null) {
    others.push(offer(postId, 'hd', post.hd.bytes, qualityOf(post.hd)))
  }
  if (canMakeMp3 && (post.sound !== null || post.video !== null)) {
    others.push(offer(postId, 'mp3', null))
  }
  return {
    postId,
    title: post.title,
    author: post.author.name ?? post.author.handle,
    kind: slideshow ? 'slideshow' : 'video',
    durationSeconds: post.durationSeconds,
    coverHref:
      post.cover === null ? null : `/cover/${postId}?${signLink('cover', postId, 'cover')}`,
    main: slideshow
      ? offer(postId, 'zip', null)
      : offer(postId, 'mp4', post.video?.bytes ?? null, qualityOf(post.video)),
    others,
    images: images.map((_, index) => {
      const { saveHref, viewHref } = offer(postId, `image-${index + 1}`, null)
      return { number: index + 1, saveHref, viewHref }
    }),
  }
}

/** HEVC is named because not every player shows it. */
function qualityOf(file: MediaFile | null): string | null {
  if (file === null) return null
  const { width, height, codec } = file
  const lines = width !== null && height !== null ? `${Math.min(width, height)}p` : null
  const parts = [lines, codec === 'hevc' ? 'HEVC' : null].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(' ')
}

/** Signs the links to one format of a post. */
export function offer(
  postId: string,
  format: SaveFormat,
  bytes: number | null,
  quality: string | null = null,
): Offer {
  const path = `${postId}/${format}`
  return {
    format,
    bytes,
    quality,
    prepareHref: `/prepare/${path}?${signLink('prepare', postId, format)}`,
    saveHref: `/save/${path}?${signLink('save', postId, format)}`,
    viewHref: `/save/${path}?view&${signLink('view', postId, format)}`,
  }
}
