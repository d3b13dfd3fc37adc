import { settings } from './settings.server.ts'

export const adPlaces = ['banner', 'content', 'dialog'] as const
export type AdPlace = (typeof adPlaces)[number]

/** Returns '' if the slot is empty. */
export function adHtml(place: AdPlace): string {
  const { adBanner, adContent, adDialog } = settings()
  return { banner: adBanner, content: adContent, dialog: adDialog }[place]
}

export function filledAdPlaces(): AdPlace[] {
  return adPlaces.filter((place) => adHtml(place) !== '')
}
