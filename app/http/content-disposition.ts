import createHeader from 'content-disposition'

const maxBytes = 180

// Control characters; marks that reorder or hide text; separators of lines and paragraphs.
const invisible =
  /[\p{Cc}\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff\ufffd\p{Noncharacter_Code_Point}]/gu
// What file systems, shells and headers read as their own; all kinds of slash and quote.
const reserved = /["'`\\/:*?<>|%;\u2018-\u201f\u2044\u2215\u29f8\uff02\uff07\uff0f\uff3c]/gu
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/**
 * Returns a name that every file system takes and that breaks no header: without control characters,
 * quotes, slashes and marks that reorder text, at most 180 bytes, with its extension. Never empty.
 * Our own, since libraries allow names that hide or reorder their extension.
 */
export function safeFileName(text: string): string {
  const clean = text
    .slice(0, 4096)
    .toWellFormed()
    .normalize('NFC')
    .replace(invisible, '')
    .replace(reserved, '')
    .replace(/\s/gu, ' ')
  const name = trimEnds(clean)
  if (name === '') return 'file'
  return shorten(device.test(name) ? `_${name}` : name)
}

/** Returns a Content-Disposition value by RFC 6266. Old browsers get an ASCII name as well. */
export function contentDisposition(fileName: string, type: 'attachment' | 'inline'): string {
  const name = safeFileName(fileName)
  const ascii = trimEnds(
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[^\x20-\x7e]/gu, '_')
      // Splitting a ligature or a full-width form can bring a reserved character back.
      .replace(reserved, '_'),
  )
  return createHeader(name, { type, fallback: ascii === '' ? 'file' : ascii })
}

/** Leading dots hide a file; Windows drops trailing dots and spaces. */
function trimEnds(name: string): string {
  let start = 0
  let end = name.length
  while (start < end && ' .'.includes(name.charAt(start))) start += 1
  while (end > start && ' .'.includes(name.charAt(end - 1))) end -= 1
  return name.slice(start, end)
}

function shorten(name: string): string {
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? ''
  if (Buffer.byteLength(name) <= maxBytes) return name
  const room = new Uint8Array(maxBytes - extension.length)
  // `encodeInto` stops before a character that doesn't fit.
  const { read } = new TextEncoder().encodeInto(name.slice(0, -extension.length || undefined), room)
  return `${trimEnds(name.slice(0, read))}${extension}`
}
