/**
 * A text without its letter case, for comparing and searching. Letters that look the same in one
 * case fold to the same (ß and ss, ς and σ, ı and i), and no letter depends on those beside it, so
 * that what a text contains its folded form contains too.
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
