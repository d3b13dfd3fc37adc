/** Formats for text pages, which never run React. The app's own are in `format.ts`. */

/** Formats a whole number: `1,500`, `1.500` in German. */
export function formatNumber(value: number, language: string): string {
  return new Intl.NumberFormat(language).format(value)
}

/** Formats a time's UTC day in the language's long form: `3 May 2026`. */
export function formatDay(at: number, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(at)
}
