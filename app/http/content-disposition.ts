const MAX_BYTES = 180

// Control characters; marks that reorder or hide text; separators of lines and paragraphs.
const INVISIBLE =
  /[\p{Cc}\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff\ufffd\p{Noncharacter_Code_Point}]/gu
// What a file system, a shell or a header would read as its own; all kinds of slash and quote.
const RESERVED = /["'`\\/:*?<>|%;\u2018-\u201f\u2044\u2215\u29f8\uff02\uff07\uff0f\uff3c]/gu
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/**
 * A name that every file system takes and no header is broken by: without control characters,
 * quotes, slashes and marks that reorder text, at most 180 bytes, its ending kept. Never empty.
 */
export function safeFileName(text: string): string {
  const clean = text
    .slice(0, 4096)
    .toWellFormed()
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(RESERVED, '')
    .replace(/\s/gu, ' ')
  const name = trimEnds(clean)
  if (name === '') return 'file'
  return shorten(DEVICE.test(name) ? `_${name}` : name)
}

/** A Content-Disposition value by RFC 6266, with the RFC 8187 form for a name outside ASCII. */
export function contentDisposition(fileName: string, type: 'attachment' | 'inline'): string {
  const name = safeFileName(fileName)
  const plain = trimEnds(
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[^\x20-\x7e]/gu, '_')
      // Taking a ligature or a full-width form apart may bring a reserved character back.
      .replace(RESERVED, '_'),
  )
  const fallback = `${type}; filename="${plain === '' ? 'file' : plain}"`
  return plain === name ? fallback : `${fallback}; filename*=UTF-8''${encodeExtended(name)}`
}

/** Leading dots hide a file, trailing ones and blanks are dropped by Windows. */
function trimEnds(name: string): string {
  let start = 0
  let end = name.length
  while (start < end && ' .'.includes(name.charAt(start))) start += 1
  while (end > start && ' .'.includes(name.charAt(end - 1))) end -= 1
  return name.slice(start, end)
}

function shorten(name: string): string {
  if (Buffer.byteLength(name) <= MAX_BYTES) return name
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? ''
  let left = MAX_BYTES - ending.length
  let stem = ''
  for (const character of name.slice(0, name.length - ending.length)) {
    left -= Buffer.byteLength(character)
    if (left < 0) break
    stem += character
  }
  return `${trimEnds(stem)}${ending}`
}

function encodeExtended(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
