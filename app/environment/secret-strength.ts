/** Shorter secrets could be guessed. */
export const minSecretLength = 32
/** Random text of this length has more. A file zeroed by a power cut, or a held key, has fewer. */
const fewestCharacters = 8

/** Control characters, such as NUL, and U+FFFD, which replaces bytes that aren't text. */
const noText = /[\p{C}\ufffd]/u
const repetition = /^(.{1,15}?)\1+.?$/su

/** Returns why a secret is unusable, as a predicate, or null if it is usable. */
export function secretFault(secret: string): string | null {
  if (secret.length < minSecretLength) return 'is too short'
  if (noText.test(secret)) return 'has bytes that are no text'
  if (new Set(secret).size < fewestCharacters || repetition.test(secret)) {
    return 'repeats a few characters'
  }
  return null
}
