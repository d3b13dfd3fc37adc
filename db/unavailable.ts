/**
 * File locked by another program; server too slow, or unreachable; disk full, or failing; database
 * damaged.
 */
export type UnavailableReason = 'busy' | 'slow' | 'unreachable' | 'full' | 'disk' | 'damaged'

export const unavailableTexts: Record<UnavailableReason, string> = {
  busy: 'Another program has locked the database',
  slow: 'The database took too long',
  unreachable: 'The database server can’t be reached',
  full: 'The disk is full: nothing can be written to the database',
  disk: 'The database can’t be written to the disk',
  damaged: 'The database is damaged',
}

/**
 * The database can't do this now. Retrying may help later; if it is damaged, after a repair.
 * Nothing was written.
 */
export class DatabaseUnavailableError extends Error {
  readonly reason: UnavailableReason

  constructor(reason: UnavailableReason, options?: ErrorOptions) {
    super(unavailableTexts[reason], options)
    this.name = 'DatabaseUnavailableError'
    this.reason = reason
  }
}

/** A database must not be used; the message is for the operator. */
export class DatabaseStartError extends Error {}

/**
 * Returns what the operator reads if a fault of the database ends a start or a command. Returns null
 * for other errors.
 */
function endText(error: unknown): string | null {
  if (error instanceof DatabaseStartError) return error.message
  if (error instanceof DatabaseUnavailableError) {
    const cause = error.cause instanceof AggregateError ? error.cause.errors[0] : error.cause
    return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message
  }
  // An answer of PostgreSQL, such as to a role that may not read a table.
  if (!(error instanceof Error && 'severity' in error && 'code' in error)) return null
  return `The database refuses what Cleanclip needs: ${error.message} (${error.code})`
}

/** Ends a start or a command for a fault of the database, with its text. Throws other errors. */
export function endForFault(error: unknown): never {
  const text = endText(error)
  if (text === null) throw error
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

/** Returns true if the disk refused a write, and will until someone makes room. */
export function isOutOfRoom(error: DatabaseUnavailableError): boolean {
  return error.reason === 'full' || error.reason === 'disk'
}

/**
 * Runs a write that the site can temporarily do without. If nothing can be written now, runs
 * `instead` with the reason. Throws every other error.
 */
export async function writeOr<T>(
  write: () => Promise<T>,
  instead: (error: DatabaseUnavailableError) => T | Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError)) throw error
    return instead(error)
  }
}

/** Like `writeOr`, but only for a full disk: operators must be able to sign in to make room. */
export function writeIfRoom<T>(write: () => Promise<T>, instead: () => T | Promise<T>): Promise<T> {
  return writeOr(write, (error) => {
    if (!isOutOfRoom(error)) throw error
    return instead()
  })
}
