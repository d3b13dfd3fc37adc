import { z } from 'zod'

/** On one line: one spelling, no control characters, runs of white space as one space. */
export function foldLine(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
}

/** What somebody typed into a field of one line, so many characters at most. */
export const oneLine = (longest: number) =>
  z.string().transform(foldLine).pipe(z.string().max(longest))

/** What somebody typed into a field of several lines, so many characters at most. */
export const severalLines = (longest: number) =>
  z
    .string()
    .transform((text) => text.normalize('NFC').replace(/\r\n?/g, '\n').trim())
    .pipe(z.string().max(longest))
