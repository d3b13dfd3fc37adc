import { sameCharacters } from '#app/http/same-text.ts'

/**
 * Folds letter case and other bytes of the same text, for comparing and searching. Letters that
 * look alike in one case fold alike (ß and ss, ς and σ, ı and i). No letter depends on its
 * neighbors, so substrings stay substrings. What was folded stays as it is.
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

/** Letters and signs without a plain form in Unicode, as keyboards that lack them write them. */
const plainForms: Readonly<Record<string, string>> = {
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  '’': "'",
  '‐': '-',
  '–': '-',
}

/**
 * Folds text for sorting and searching: like `foldCase`, and without the accents of Latin, Greek
 * and Cyrillic letters, so that Ángel is beside Angela and found without an accent. Two people can
 * share what this returns, so identities are compared by `foldCase`.
 */
export function foldText(text: string): string {
  return foldCase(text)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^ -~]/g, (letter) => plainForms[letter] ?? letter)
    .normalize('NFC')
}
