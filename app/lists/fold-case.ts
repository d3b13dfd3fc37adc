import { sameCharacters } from '#app/http/same-text.ts'

/**
 * Folds letter case and other bytes of the same text, for comparing and searching. Letters that look
 * alike in one case fold alike (ß and ss, ς and σ, ı and i). No letter depends on its neighbors, so
 * substrings stay substrings. What was folded stays as it is.
 */
export function foldCase(text: string): string {
  return (
    sameCharacters(text)
      // ẞ is lower case ß before it's ss.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .replaceAll('ς', 'σ')
      .replaceAll('i\u0307', 'i')
      .normalize('NFC')
  )
}
