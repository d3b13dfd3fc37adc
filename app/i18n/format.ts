/** Formats a size in units of 1000, like file managers. */
export function formatBytes(bytes: number, language: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte']
  let value = bytes
  let unit = 0
  // 999,500 would be rounded to 1,000.
  while (Math.round(value) >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  const text = new Intl.NumberFormat(localeOf(language), {
    style: 'unit',
    unit: units[unit] ?? 'byte',
    // English short units have no plural: 0 byte.
    unitDisplay: unit === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && unit > 0 ? 1 : 0,
  }).format(value)
  // Elsewhere a unit stays on its number's line.
  return language === 'en' ? text : text.replace(' ', '\u00a0')
}

/** Returns the colon after a label, which French sets off. */
export function colon(language: string): string {
  return language === 'fr' ? '\u00a0:' : ':'
}

/** Returns the locale of a language's numbers. */
export function localeOf(language: string): string {
  // Spanish is Latin American here, with a decimal point.
  return language === 'es' ? 'es-419' : language
}

/** Formats seconds as `1:05`. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** Joins names as `X, Bluesky, and Pinterest`. */
export function listOf(
  names: readonly string[],
  language: string,
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string {
  return new Intl.ListFormat(language, { type }).format(names)
}
