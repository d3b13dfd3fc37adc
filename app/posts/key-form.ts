/** True for text in the form of a post's key. Browsers load it without the parsers of links. */
export function isKey(text: string): boolean {
  return /^(?:\d{6,20}|[a-z]{1,20}:[\w:.%-]{1,180})$/.test(text)
}
