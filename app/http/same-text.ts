/** Zero-width blanks, direction marks, soft hyphens, variation selectors. */
const unseen = /[\p{Cf}\p{DI}]/gu

/**
 * Returns text in the one spelling of what a person sees: full-width and ASCII forms are the same,
 * as are composed and decomposed letters and blanks of all kinds; what can't be seen is left out.
 */
export function sameText(text: string): string {
  return sameCharacters(text).trim()
}

/** Like `sameText`, but keeps blanks at the ends. */
export function sameCharacters(text: string): string {
  return text.normalize('NFKC').replace(unseen, '')
}
