import { type Catalogue, fill, type Language, plural } from '#app/i18n/catalogue.ts'

/** Used where no wait is known. */
const usualSeconds = 60

/** Returns what to do after a problem, and when; `site` is the one that it is about. */
export function hintText(
  hint: keyof Catalogue['hints'],
  { retryAfterSeconds, site = '' }: { retryAfterSeconds?: number | null; site?: string },
  t: Catalogue,
  language: Language,
): string {
  const seconds = retryAfterSeconds ?? usualSeconds
  if (hint === 'paused') return pausedText(seconds, t, language, site)
  return fill(plural(t.hints[hint], seconds, language), { site })
}

/** Rounds to minutes, or to hours from 90 minutes. */
export function pausedText(
  seconds: number,
  t: Catalogue,
  language: Language,
  site: string,
): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  const text =
    minutes < 90
      ? plural(t.hints.paused, minutes, language)
      : plural(t.hints.pausedHours, Math.round(minutes / 60), language)
  return fill(text, { site })
}
