/** A text as one line: a line break in a header field of a mail would begin another one. */
export function headerLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
