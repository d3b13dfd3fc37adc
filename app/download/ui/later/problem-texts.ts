import type { SaveRefusal, SaveRefusalName } from '#app/download/save-refusal.ts'
import type { Catalogue, Language } from '#app/i18n/catalogue.ts'
import { plural } from '#app/i18n/catalogue.ts'

const texts = {
  expired: ['expiredTitle', 'expired'],
  invalid: ['invalidTitle', 'invalid'],
  removed: ['removedTitle', null],
  noSuchFile: ['noSuchFileTitle', 'noSuchFile'],
  noSound: ['noSoundTitle', 'noSound'],
  busy: ['busyTitle', 'busy'],
  unavailable: ['unavailableTitle', 'unavailable'],
  tooLarge: ['tooLargeTitle', 'tooLarge'],
} as const satisfies Record<SaveRefusalName, readonly [string, string | null]>

/** Seconds that are named where the server named none. */
const usualSeconds = 15

/** Why there is no file, in the page's words. */
export function refusalTexts(
  { name, retryAfterSeconds }: SaveRefusal,
  t: Catalogue,
  language: Language,
): { title: string; text: string } {
  const [title, text] = texts[name]
  return {
    title: t.saveProblem[title],
    text:
      text === null
        ? t.hints.removed
        : plural(t.saveProblem[text], retryAfterSeconds ?? usualSeconds, language),
  }
}
