const maxLength = 500

/**
 * The language among `available` that a browser asks for most, by its Accept-Language header; null
 * when it asks for none of them, or says nothing.
 */
export function preferredLanguage<T extends string>(
  header: string | null,
  available: readonly T[],
): T | null {
  let best: T | null = null
  let bestWeight = 0
  for (const item of (header ?? '').slice(0, maxLength).split(',')) {
    const [range = '', ...parameters] = item
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/)
    const language = available.find((name) => range === name || range.startsWith(`${name}-`))
    if (language === undefined) continue
    const given = parameters.find((parameter) => parameter.startsWith('q='))
    const weight = given === undefined ? 1 : Number(given.slice(2))
    // Of two with the same weight the first counts, and what is no number counts for nothing.
    if (weight > bestWeight && weight <= 1) {
      best = language
      bestWeight = weight
    }
  }
  return best
}
