/**
 * Folds letter case, for comparing and searching. Letters that look alike in one case fold alike (ß
 * and ss, ς and σ, ı and i). No letter depends on its neighbors, so substrings stay substrings.
 */
export function foldCase(text: string): string {
  return text
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll('i\u0307', 'i')
    .normalize('NFC')
}
