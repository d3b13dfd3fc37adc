/**
 * For the third-party tags script, which doesn't run on pages with results. Kept for the tab; a
 * browser without storage is treated as having results.
 */
const resultsName = 'results'
const attemptsName = 'attempts'
const attemptsAtMost = 20

export function noteResult(): void {
  write(resultsName, '1')
}

export function mayHaveResults(): boolean {
  return read(resultsName) !== ''
}

/** Keeps a requested download's format for the tags of the next page. */
export function noteAttempt(format: string): void {
  write(attemptsName, [...attempts(), format].slice(-attemptsAtMost).join())
}

/** Returns the kept formats and clears them. */
export function takeAttempts(): string[] {
  const taken = attempts()
  write(attemptsName, '')
  return taken
}

const attempts = () => (read(attemptsName) ?? '').split(',').filter((format) => format !== '')

/** Returns '' if nothing is stored, null if the browser stores nothing. */
function read(name: string): string | null {
  try {
    return sessionStorage.getItem(name) ?? ''
  } catch {
    return null
  }
}

function write(name: string, text: string): void {
  try {
    sessionStorage.setItem(name, text)
  } catch {
    // See `read`.
  }
}
