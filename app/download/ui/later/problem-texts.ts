import type { SaveRefusal, SaveRefusalName } from '#app/download/save/save-refusal.ts'
import type { Catalogue, Language } from '#app/i18n/catalogue.ts'
import { plural } from '#app/i18n/catalogue.ts'
import type { SaveStatus } from './follow-save.ts'
import type { SaveCheck } from './use-save-check.ts'

const texts = {
  expired: ['expiredTitle', 'expired'],
  invalid: ['invalidTitle', 'invalid'],
  removed: ['removedTitle', null],
  noSuchFile: ['noSuchFileTitle', 'noSuchFile'],
  noSound: ['noSoundTitle', 'noSound'],
  pastEnd: ['pastEndTitle', 'pastEnd'],
  busy: ['busyTitle', 'busy'],
  unavailable: ['unavailableTitle', 'unavailable'],
  refused: ['refusedTitle', 'refused'],
  tooLarge: ['tooLargeTitle', 'tooLarge'],
} as const satisfies Record<SaveRefusalName, readonly [string, string | null]>

/** Those that another try doesn't change. */
const lasting: readonly SaveRefusalName[] = ['removed', 'noSound', 'pastEnd', 'refused', 'tooLarge']

/** Used where the server names no wait. */
const usualSeconds = 15

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

type Failure = {
  title: string
  text: string
  canRetry: boolean
  /** True if the post's other formats are worth a try. */
  others: boolean
  /** Seconds until another try makes sense, or null if unknown. */
  retryAfterSeconds: number | null
}

/** Returns the texts for a file that can't be saved or a download that broke off, or null. */
export function failureTexts(
  known: SaveCheck | SaveStatus,
  t: Catalogue,
  language: Language,
): Failure | null {
  const plain = { canRetry: true, others: false, retryAfterSeconds: null }
  switch (known.state) {
    case 'silent':
      return { ...plain, title: t.saveProblem.unavailableTitle, text: t.saveProblem.silent }
    case 'failed':
      return { ...plain, title: t.saveProblem.unavailableTitle, text: t.hints.siteFailed }
    case 'stopped':
      return { ...plain, title: t.saveProblem.stoppedTitle, text: t.saveProblem.stopped }
    case 'notStarted':
      return { ...plain, title: t.saveProblem.notStartedTitle, text: t.saveProblem.notStarted }
    case 'refused': {
      const { name, othersMayWork, retryAfterSeconds } = known.refusal
      return {
        ...refusalTexts(known.refusal, t, language),
        canRetry: !lasting.includes(name),
        others: othersMayWork,
        retryAfterSeconds: name === 'busy' ? retryAfterSeconds : null,
      }
    }
    default:
      return null
  }
}
