import type { Catalogue } from '#app/i18n/catalogue.ts'
import type { LinkRefusal } from '#app/posts/post-link.ts'

/** A problem as the visitor sees it: SPEC's message, and one line that says what to do next. */
export type ProblemTexts = {
  message: keyof Catalogue['errors']
  hint: keyof Catalogue['hints'] | null
}

const hints: Partial<Record<LinkRefusal, ProblemTexts['hint']>> = {
  profile: 'profile',
  live: 'live',
  sound: 'sound',
  tag: 'tag',
  collection: 'collection',
  playlist: 'playlist',
  login: 'login',
  bad_id: 'badId',
  unknown_path: 'unknownPath',
}

/** Returns the texts for a link that is no post's. */
export function refusalTexts(reason: LinkRefusal): ProblemTexts {
  return {
    message: reason === 'empty' ? 'empty' : 'invalid',
    hint: hints[reason] ?? 'copyLink',
  }
}
