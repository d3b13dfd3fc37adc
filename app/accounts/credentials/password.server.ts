import type { FieldProblems } from '#app/http/form.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { guessability } from './password-guess.ts'
import { isTooLongForHash, preparedPassword } from './password-hash.server.ts'

/** The first four are settings. */
export type PasswordFault =
  | 'too_short'
  | 'no_uppercase'
  | 'no_number'
  | 'no_special'
  | 'too_long'
  | 'common'
  | 'like_account'

/**
 * Returns all faults of a new password under the current policy. It must not consist of the name or
 * email in `account`.
 */
export function passwordFaults(
  typed: string,
  account: { email: string; name: string },
): PasswordFault[] {
  const password = preparedPassword(typed)
  const policy = settings()
  const faults: PasswordFault[] = []
  // Counts as people do: an emoji or an accented letter is one character.
  if ([...password].length < policy.minPasswordLength) faults.push('too_short')
  if (policy.requireUppercase && !/\p{Lu}/u.test(password)) faults.push('no_uppercase')
  if (policy.requireNumbers && !/\p{Nd}/u.test(password)) faults.push('no_number')
  if (policy.requireSpecial && !/[^\p{L}\p{N}]/u.test(password)) faults.push('no_special')
  if (isTooLongForHash(password)) faults.push('too_long')
  const guess = guessability(password, account)
  if (guess !== null) faults.push(guess)
  return faults
}

/**
 * Reads a new password, typed twice in the fields `password` and `passwordAgain`. Returns all of
 * its problems at once.
 */
export function readNewPassword(
  form: FormData,
  account: { email: string; name: string },
): { password: string; problems: FieldProblems<'password' | 'passwordAgain'> } {
  const typed = form.get('password')
  const password = typeof typed === 'string' ? typed : ''
  const again = form.get('passwordAgain')
  const isSame = typeof again === 'string' && preparedPassword(password) === preparedPassword(again)
  const faults = passwordFaults(password, account)
  return {
    password,
    problems: {
      ...(faults.length > 0 && { password: passwordProblem(faults) }),
      ...(!isSame && {
        passwordAgain: 'The two passwords don’t match.',
      }),
    },
  }
}

export function passwordRules(): string[] {
  const policy = settings()
  return [
    `At least ${policy.minPasswordLength} characters`,
    ...(policy.requireUppercase ? ['An uppercase letter'] : []),
    ...(policy.requireNumbers ? ['A number'] : []),
    ...(policy.requireSpecial ? ['A special character, such as ! or a space'] : []),
  ]
}

export function passwordProblem(faults: PasswordFault[]): string {
  return faults.map(passwordFaultText).join(' ')
}

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
      return 'This password is too easy to guess. Choose another.'
    case 'like_account':
      return 'Don’t use your name or email address as the password.'
  }
}
