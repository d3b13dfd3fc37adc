import createHeader from 'content-disposition'
import { reservedCharacters, safeFileName, trimEnds } from './safe-file-name.ts'

/** Returns a Content-Disposition value (RFC 6266), with an ASCII name for old browsers. */
export function contentDisposition(fileName: string, type: 'attachment' | 'inline'): string {
  const name = safeFileName(fileName)
  const ascii = trimEnds(
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[^\x20-\x7e]/gu, '_')
      // Splitting a ligature or a full-width form can bring a reserved character back.
      .replace(reservedCharacters, '_'),
  )
  return createHeader(name, { type, fallback: ascii === '' ? 'file' : ascii })
}
