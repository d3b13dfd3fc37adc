import { z } from 'zod'

/** Zero-width blanks, direction marks, and letters that are blank. Emoji can end with others. */
const blank = /[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff]/

/** Trims what can't be seen too, so that a text that is required isn't blank to the eye. */
export function trimUnseen(text: string): string {
  let [from, to] = [0, text.length]
  while (from < to && blank.test(text.charAt(from))) from += 1
  while (to > from && blank.test(text.charAt(to - 1))) to -= 1
  return text.slice(from, to)
}

/** Normalizes a line: NFC, no control characters, single spaces. */
export function foldLine(text: string): string {
  return trimUnseen(text.normalize('NFC').replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' '))
}

export const oneLine = (longest: number) =>
  z.string().transform(foldLine).pipe(z.string().max(longest))

export const severalLines = (longest: number) =>
  z
    .string()
    .transform((text) => trimUnseen(text.normalize('NFC').replace(/\r\n?/g, '\n')))
    .pipe(z.string().max(longest))
