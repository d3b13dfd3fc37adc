export const letterKeysName = 'letter-keys'

/**
 * False if keys of one letter are turned off on this device, as for people who dictate (WCAG
 * 2.1.4). Only for browsers.
 */
export function lettersAct(): boolean {
  try {
    return localStorage.getItem(letterKeysName) !== 'off'
  } catch {
    return true
  }
}
