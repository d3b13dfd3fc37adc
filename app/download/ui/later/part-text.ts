import { localeOf } from '#app/i18n/format.ts'
import { timeText } from '#app/posts/read-part.ts'
import type { SavePart } from '#app/posts/save-part.ts'

/** Formats a time as `1:02.5`, with the language's decimal mark. */
export function fieldTime(ms: number, language: string): string {
  return timeText(ms, new Intl.NumberFormat(localeOf(language)).format(0.5).charAt(1))
}

/** Formats a part as `0:13.3–0:21.7`. */
export function partText({ fromMs, toMs }: SavePart, language: string): string {
  return `${fieldTime(fromMs, language)}–${fieldTime(toMs, language)}`
}
