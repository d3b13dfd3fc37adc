const name = 'letter-keys'

/**
 * False if keys of one letter are turned off on this device, as for people who dictate (WCAG 2.1.4).
 * Only for browsers.
 */
export function lettersAct(): boolean {
  try {
    return localStorage.getItem(name) !== 'off'
  } catch {
    return true
  }
}

/** Throws where a browser stores nothing for the site. */
export function letLettersAct(act: boolean): void {
  if (act) localStorage.removeItem(name)
  else localStorage.setItem(name, 'off')
}
