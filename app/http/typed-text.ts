import { z } from 'zod'

/** Normalizes a line: NFC, no control characters, single spaces. */
export function foldLine(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
}

export const oneLine = (longest: number) =>
  z.string().transform(foldLine).pipe(z.string().max(longest))

export const severalLines = (longest: number) =>
  z
    .string()
    .transform((text) => text.normalize('NFC').replace(/\r\n?/g, '\n').trim())
    .pipe(z.string().max(longest))
