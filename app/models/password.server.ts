import { isTooLongForHash } from '#app/services/password-hash.server.ts'
import { foldCase } from '#app/utils/fold-case.ts'
import { commonPasswords } from './common-passwords.ts'
import { settings } from './settings.server.ts'

/** What is wrong with a new password; the first four are settings. */
export type PasswordFault =
  | 'too_short'
  | 'no_uppercase'
  | 'no_number'
  | 'no_special'
  | 'too_long'
  | 'common'
  | 'like_account'

/** Every fault of a new password by the policy in force; `account` is what it must not consist of. */
export function passwordFaults(
  password: string,
  account: { email: string; name: string },
): PasswordFault[] {
  const policy = settings()
  const faults: PasswordFault[] = []
  // What people count: an emoji or an accented letter is one character.
  if ([...password].length < policy.minPasswordLength) faults.push('too_short')
  if (policy.requireUppercase && !/\p{Lu}/u.test(password)) faults.push('no_uppercase')
  if (policy.requireNumbers && !/\p{Nd}/u.test(password)) faults.push('no_number')
  if (policy.requireSpecial && !/[^\p{L}\p{N}]/u.test(password)) faults.push('no_special')
  if (isTooLongForHash(password)) faults.push('too_long')
  if (isCommon(password)) faults.push('common')
  if (isLikeAccount(password, account)) faults.push('like_account')
  return faults
}

/** The rules in force, for the form: a sentence each. */
export function passwordRules(): string[] {
  const policy = settings()
  return [
    `At least ${policy.minPasswordLength} characters`,
    ...(policy.requireUppercase ? ['An uppercase letter'] : []),
    ...(policy.requireNumbers ? ['A number'] : []),
    ...(policy.requireSpecial ? ['A special character, such as ! or a space'] : []),
  ]
}

/** What to tell somebody whose password has a fault. */
export function passwordFaultText(fault: PasswordFault): string {
  switch (fault) {
    case 'too_short':
      return `Use at least ${settings().minPasswordLength} characters.`
    case 'no_uppercase':
      return 'Use at least one uppercase letter.'
    case 'no_number':
      return 'Use at least one number.'
    case 'no_special':
      return 'Use at least one special character.'
    case 'too_long':
      return 'Use at most 72 bytes: 72 plain letters, fewer with accents or emoji.'
    case 'common':
      return 'This password is among the first to be guessed. Choose another.'
    case 'like_account':
      return 'Do not use your name or email address as the password.'
  }
}

const digitLetters: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** Decoration does not help: `P@ssw0rd2024!!` is `password` to whoever guesses. */
function isCommon(password: string): boolean {
  const folded = foldCase(password)
  const plain = folded.replace(/[^\p{L}\p{N}]/gu, '')
  const core = folded.replace(/[\d\P{L}]+$|^[\d\P{L}]+/gu, '')
  const letters = [...core].map((character) => digitLetters[character] ?? character).join('')
  const candidates = [
    folded,
    plain,
    core,
    letters,
    letters.replace(/[^\p{L}]/gu, ''),
    plain.replace(/\d/g, ''),
  ]
  return (
    candidates.some((candidate) => commonPasswords.has(candidate)) ||
    new Set(folded).size <= 3 ||
    isRun(folded)
  )
}

/** A sequence of neighbouring characters, such as `abcdefghijkl`, up or down. */
function isRun(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)))
  return codes.length > 3 && steps.size === 1 && (steps.has(1) || steps.has(-1))
}

function isLikeAccount(password: string, account: { email: string; name: string }): boolean {
  const letters = foldCase(password).replace(/[^\p{L}]/gu, '')
  const [localPart = ''] = account.email.split('@', 1)
  return [account.email, localPart, account.name]
    .map((text) => foldCase(text).replace(/[^\p{L}]/gu, ''))
    .some((text) => text.length >= 3 && letters === text)
}
