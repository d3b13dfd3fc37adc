/** The longest name that archives, sync services and file systems all take, in bytes of UTF-8. */
export const fileNameBytes = 200

// Control characters, halves of characters, marks that reorder or hide text, and line and paragraph
// separators.
const invisible =
  /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff\ufffd\p{Noncharacter_Code_Point}]/gu
// Special to file systems, shells or headers, with all kinds of slashes and quotes.
export const reservedCharacters =
  /["'`\\/:*?<>|%;\u2018-\u201f\u2044\u2215\u29f8\uff02\uff07\uff0f\uff3c]/gu
/** Windows also takes superscript digits, and ignores spaces before the dot. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])(?= *(?:\.|$))/i

/**
 * Returns a name that is safe on every file system, in ZIPs and in headers: no control characters,
 * quotes, slashes or marks that reorder text, at most 200 bytes, with its extension. Never empty.
 * Our own, since libraries allow names that hide or reorder their extension.
 */
export function safeFileName(text: string): string {
  const name = avoidDevices(trimEnds(safeText(text)))
  if (name === '') return 'file'
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? ''
  if (byteLength(name) <= fileNameBytes) return name
  const start = name.slice(0, name.length - extension.length)
  const cut = trimEnds(cutToBytes(start, fileNameBytes - extension.length))
  return `${cut === '' ? 'file' : cut}${extension}`
}

/** Returns a text's part that is safe anywhere in a name. Can be empty. */
export function safeText(text: string): string {
  return (
    text
      .slice(0, 4096)
      .normalize('NFC')
      .replace(invisible, '')
      .replace(reservedCharacters, '')
      .replace(/\s/gu, ' ')
      // A removed character can have kept a letter and its accent apart.
      .normalize('NFC')
  )
}

/** Windows opens a device instead of a file of its name, whatever the extension. */
export function avoidDevices(name: string): string {
  return device.test(name) ? `_${name}` : name
}

/** Leading dots hide a file; Windows drops trailing dots and spaces. */
export function trimEnds(name: string): string {
  let start = 0
  let end = name.length
  while (start < end && ' .'.includes(name.charAt(start))) start += 1
  while (end > start && ' .'.includes(name.charAt(end - 1))) end -= 1
  return name.slice(start, end)
}

export const byteLength = (text: string) => new TextEncoder().encode(text).length

/** Firefox before 125 has none: its preview of a long name may end within a character. */
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter('en') : null

/** Returns as many of a text's first characters, as readers see them, as fit into `most` bytes. */
export function cutToBytes(text: string, most: number): string {
  if (byteLength(text) <= most) return text
  const characters =
    segmenter === null ? [...text] : Array.from(segmenter.segment(text), ({ segment }) => segment)
  let left = most
  const end = characters.findIndex((character) => {
    left -= byteLength(character)
    return left < 0
  })
  return characters.slice(0, end).join('')
}
