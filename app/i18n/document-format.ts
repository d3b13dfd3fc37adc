/** Numbers and days in pages of text, which never run React: the app's own are in `format.ts`. */

/** Formats a whole number: `1,500`, `1.500` in German. */
export function formatNumber(value: number, language: string): string {
  return new Intl.NumberFormat(language).format(value)
}

/** Formats the day of a time in UTC: `3 May 2026` in the language's long form. */
export function formatDay(at: number, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(at)
}
