import type { Landing, LinkRefusal, RefusedLink } from '#app/download/platforms/link.ts'
import type { Catalogue } from '#app/i18n/catalogue.ts'

/** A problem as shown to the visitor: SPEC's message and one line about what to do next. */
export type ProblemTexts = {
  message: keyof Catalogue['errors']
  hint: keyof Catalogue['hints'] | null
  /** The name of the site that the hint is about. */
  site?: string
}

export const landingHints: Record<Landing, NonNullable<ProblemTexts['hint']>> = {
  profile: 'profile',
  live: 'live',
  sound: 'sound',
  tag: 'tag',
  collection: 'collection',
  playlist: 'playlist',
  story: 'unsupported',
  private: 'private',
  shop: 'shop',
  invite: 'invite',
  effect: 'effect',
  place: 'place',
  discover: 'discover',
  about: 'about',
  help: 'help',
  app_store: 'appStore',
  elsewhere: 'elsewhere',
  unknown_path: 'unknownPath',
}

const hints: Partial<Record<LinkRefusal, ProblemTexts['hint']>> = {
  ...landingHints,
  login: 'login',
  bad_id: 'badId',
  other_site: 'otherSite',
  switched_off: 'switchedOff',
}

export function refusalTexts({ reason, site }: RefusedLink): ProblemTexts {
  return {
    message: reason === 'empty' ? 'empty' : 'invalid',
    hint: hints[reason] ?? 'copyLink',
    ...(site !== undefined && { site }),
  }
}
