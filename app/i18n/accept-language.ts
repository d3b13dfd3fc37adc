import Negotiator from 'negotiator'

const maxLength = 500

/** Returns the `available` language that an Accept-Language header prefers, or null. */
export function preferredLanguage<T extends string>(
  header: string | null,
  available: readonly T[],
): T | null {
  const headers = { 'accept-language': (header ?? '').slice(0, maxLength) }
  for (const range of new Negotiator({ headers }).languages()) {
    const wanted = range.toLowerCase()
    const language = available.find((name) => wanted === name || wanted.startsWith(`${name}-`))
    if (language !== undefined) return language
  }
  return null
}
