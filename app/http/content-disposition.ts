import { encodeExtended, format } from 'content-disposition'
import { reservedCharacters, safeFileName, trimEnds } from './safe-file-name.ts'

/**
 * Returns a Content-Disposition value (RFC 6266), with an ASCII name for old browsers. That name is
 * always in quotes, as programs expect it that look for them.
 */
export function contentDisposition(fileName: string, type: 'attachment' | 'inline'): string {
  const name = safeFileName(fileName)
  const plain = trimEnds(
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[^\x20-\x7e]/gu, '_')
      // Splitting a ligature or a full-width form can bring a reserved character back.
      .replace(reservedCharacters, '_'),
  )
  const ascii = plain === '' ? 'file' : plain
  // As in forms, where values are always in quotes.
  const header = format({ type, parameters: { filename: ascii } }, { multipart: true })
  return ascii === name ? header : `${header}; filename*=${encodeExtended(name)}`
}
