import type { DeviceKind } from '#app/download/device.ts'
import type { Offer, PostView } from '#app/download/offers.server.ts'
import type { Catalogue, Language } from '#app/i18n/catalogue.ts'
import { fill, plural } from '#app/i18n/catalogue.ts'
import { formatBytes } from '#app/i18n/format.ts'
import { imageIndex, type SaveFormat, withImages } from '#app/posts/save-format.ts'

/** What a visitor wants of a post; `images` are those ticked for the ZIP, none for all. */
export type Choice = { format: SaveFormat; images: readonly number[] }

/** Finds the offer that a choice is about; undefined when the post has no such format. */
export function chosenOffer(post: PostView, { format, images }: Choice): Offer | undefined {
  const found = [...post.formats, ...post.images].find((offer) => offer.format === format)
  return found === undefined ? undefined : withChosenImages(found, images)
}

/** A ZIP's offer for the ticked images alone; every other offer as it is. */
export function withChosenImages(offer: Offer, images: readonly number[]): Offer {
  if (offer.format !== 'zip' || images.length === 0) return offer
  return {
    ...offer,
    images: images.length,
    prepareHref: withImages(offer.prepareHref, images),
    saveHref: withImages(offer.saveHref, images),
  }
}

/** iOS keeps a ZIP as any file; its share sheet is needed for what goes into Photos. */
export function sharesFile(offer: Offer, device: DeviceKind): boolean {
  return device === 'ios' && offer.format !== 'zip'
}

/** What a row says of a format: its name, and what is known of the file. */
export function offerTexts(
  { format, quality, images, bytes }: Offer,
  t: Catalogue,
  language: Language,
): { name: string; details: string[] } {
  const index = imageIndex(format)
  const known = [
    format === 'mp3' ? t.result.mp3Quality : quality,
    images === null ? null : plural(t.result.zipImages, images, language),
    bytes === null ? null : formatBytes(bytes, language),
  ]
  return {
    name: index === null ? format.toUpperCase() : fill(t.result.image, { number: index + 1 }),
    details: known.filter((detail) => detail !== null),
  }
}
