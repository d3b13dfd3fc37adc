import { settings } from './settings.server.ts'

/** The places of advertisements, by what is around them. */
export const adPlaces = ['banner', 'content', 'dialog'] as const
export type AdPlace = (typeof adPlaces)[number]

/** The HTML of an advertisement; '' for none. */
export function adHtml(place: AdPlace): string {
  const { adBanner, adContent, adDialog } = settings()
  return { banner: adBanner, content: adContent, dialog: adDialog }[place]
}

/** The places that have something to show. */
export function filledAdPlaces(): AdPlace[] {
  return adPlaces.filter((place) => adHtml(place) !== '')
}
