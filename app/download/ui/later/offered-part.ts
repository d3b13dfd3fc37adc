import type { Offer } from '#app/download/lookup/offers.server.ts'
import { type SavePart, savesPart, withPart } from '#app/posts/save-part.ts'

/**
 * Limits an offer to a part of the clip, with the part's times as text. Returns offers that have no
 * parts as they are.
 */
export function withOfferedPart(offer: Offer, part: SavePart | null, times: string): Offer {
  if (part === null || !savesPart(offer.format)) return offer
  return {
    ...offer,
    part: times,
    // Not known before the file is made.
    bytes: null,
    prepareHref: withPart(offer.prepareHref, part),
    saveHref: withPart(offer.saveHref, part),
    viewHref: withPart(offer.viewHref, part),
  }
}
