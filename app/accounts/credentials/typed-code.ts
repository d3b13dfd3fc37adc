import { sameText } from '#app/http/same-text.ts'

export const appCode = /^\d{6}$/

/**
 * Returns an app or recovery code without what people and keyboards add: blanks, dashes of all
 * kinds, what can’t be seen, a number in a list ("1. "). Digits of every script are the same.
 */
export function typedCode(text: string): string {
  return sameText(text)
    .replace(/^\p{Nd}{1,2}[.):]\s+/u, '')
    .replace(/\p{Nd}/gu, digitOf)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Every script has its ten digits one after the other, from zero. */
function digitOf(digit: string): string {
  const at = digit.codePointAt(0) ?? 0
  let zero = at
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((at - zero) % 10)
}

/**
 * Says that a code is wrong. Names the server's time with every wrong code, since a hint for codes
 * of another time alone would tell a guesser about them.
 */
export function wrongCodeText(wrong: string): string {
  const time = new Date().toISOString().slice(11, 19)
  return `${wrong} The server’s time is ${time} UTC: codes from a device whose clock differs don’t work.`
}
