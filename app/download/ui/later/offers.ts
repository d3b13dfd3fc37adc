import type { Offer, PostView } from '#app/download/lookup/offers.server.ts'
import type { Catalogue, Language } from '#app/i18n/catalogue.ts'
import { fill, plural } from '#app/i18n/catalogue.ts'
import { formatBytes } from '#app/i18n/format.ts'
import type { Mp3Rate } from '#app/posts/mp3-rate.ts'
import {
  captionsOf,
  imageIndex,
  plainFormat,
  type SaveFormat,
  withImages,
} from '#app/posts/save-format.ts'

/** `images` are those ticked for the ZIP, empty for all. */
export type Choice = { format: SaveFormat; images: readonly number[] }

/** Returns the cover for small pictures, where a sensitive post has none. */
export function smallCover({ isSensitive, coverHref }: SmallCoverPost): string | null {
  return isSensitive ? null : coverHref
}

type SmallCoverPost = Pick<PostView, 'isSensitive' | 'coverHref'>

/** Returns a choice's offer, or undefined if the post has no such format. */
export function chosenOffer(post: PostView, { format, images }: Choice): Offer | undefined {
  const captions = post.captions.flatMap(({ files }) => files)
  const found = [...post.formats, ...captions, ...post.images].find(
    (offer) => offer.format === format,
  )
  return found === undefined ? undefined : withChosenImages(found, images)
}

/** Limits a ZIP's offer to the ticked images. Returns other offers as they are. */
export function withChosenImages(offer: Offer, images: readonly number[]): Offer {
  if (offer.format !== 'zip' || images.length === 0) return offer
  return {
    ...offer,
    images: images.length,
    prepareHref: withImages(offer.prepareHref, images),
    saveHref: withImages(offer.saveHref, images),
    viewHref: withImages(offer.viewHref, images),
  }
}

/** Returns an image's number, which is its place in the post. */
export function imageNumber({ format }: Offer): number {
  return (imageIndex(format) ?? 0) + 1
}

/** Returns sentences about what the post has and can't be saved. */
export function lostTexts({ lost }: PostView, { result }: Catalogue): string[] {
  if (lost === undefined) return []
  const { images, of, sound, quality } = lost
  return [
    ...(images > 0 ? [fill(result.lostImages, { n: images, all: of })] : []),
    ...(sound ? [result.lostSound] : []),
    ...(quality ? [result.lostQuality] : []),
  ]
}

/** Sets the bit rate of an MP3's offer. Returns other offers as they are, and all for null. */
export function withMp3Rate(offer: Offer, kbps: Mp3Rate | null): Offer {
  if (kbps === null || offer.kbps === null) return offer
  return {
    ...offer,
    kbps,
    prepareHref: `${offer.prepareHref}&kbps=${kbps}`,
    saveHref: `${offer.saveHref}&kbps=${kbps}`,
    viewHref: `${offer.viewHref}&kbps=${kbps}`,
  }
}

/** Returns a format's advantage over the others, or null for a single image. */
function lead(
  { format: offered, codec, images }: Offer,
  isChoice: boolean,
  { result }: Catalogue,
): string | null {
  const format = plainFormat(offered)
  if (format === 'hd') return result.best
  if (format === 'mp4') return codec === 'h264' ? result.everywhere : result.standard
  if (format === 'mp3') return result.soundOnly
  if (format === 'm4a') return result.originalSound
  if (format === 'cover') return result.cover
  if (format !== 'zip') return null
  if (isChoice) return result.chosenImages
  return images === null ? result.allFiles : result.allImages
}

/** Returns the name, in the page's language, of the language that captions are in. */
export function languageName(tag: string, language: Language): string {
  return new Intl.DisplayNames(language, { type: 'language' }).of(tag) ?? tag
}

/** Returns a row's texts: the format's name, and in small the file's details. */
export function offerTexts(
  offer: Offer,
  t: Catalogue,
  language: Language,
  chosen: readonly number[] = [],
): { name: string; details: string[] } {
  const { quality, codec, images, files = null, kbps, part, bytes } = offer
  const format = plainFormat(offer.format)
  const captions = captionsOf(format)
  if (captions !== null) {
    const details = [languageName(captions.language, language), captions.type.toUpperCase()]
    return { name: t.result.captions, details }
  }
  const index = imageIndex(format)
  const known = [
    index !== null ? 'JPG' : format === 'cover' ? null : format.toUpperCase(),
    kbps === null ? null : fill(t.result.mp3Quality, { rate: kbps }),
    codec === 'hevc' ? 'HEVC' : null,
    images === null ? null : plural(t.result.zipImages, images, language),
    images !== null || files === null ? null : plural(t.result.zipFiles, files, language),
    part ?? null,
    bytes === null ? null : formatBytes(bytes, language),
  ]
  return {
    name:
      index === null
        ? [lead(offer, chosen.length > 0, t), quality].filter((part) => part !== null).join(' ')
        : fill(t.result.image, { number: index + 1 }),
    details: known.filter((detail) => detail !== null),
  }
}
