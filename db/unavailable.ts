/**
 * File locked by another program; server too slow, unreachable, read-only or a standby, or refusing
 * the role; disk full, or failing; database damaged. What operators do about the last ones differs
 * on a server.
 */
export type UnavailableReason =
  | 'busy'
  | 'slow'
  | 'unreachable'
  | 'readOnly'
  | 'refused'
  | 'full'
  | 'serverFull'
  | 'disk'
  | 'damaged'
  | 'serverDamaged'

export const unavailableTexts: Record<UnavailableReason, string> = {
  busy: 'Another program has locked the database',
  slow: 'The database took too long',
  unreachable: 'The database server can’t be reached',
  readOnly: 'The database is read-only',
  refused: 'The database refuses this server',
  full: 'The disk is full: nothing can be written to the database',
  serverFull: 'The database server’s disk is full: nothing can be written',
  disk: 'The database can’t be written to the disk',
  damaged: 'The database is damaged',
  serverDamaged: 'The database is damaged',
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

/** Returns the error of the system or the server: of several attempts to connect, the first. */
export function sourceOf(error: unknown): unknown {
  const cause = error instanceof DatabaseUnavailableError ? (error.cause ?? error) : error
  return cause instanceof AggregateError ? cause.errors[0] : cause
}

/** Returns what the system or the server said. */
export function wordsOf(error: unknown): string {
  const said = sourceOf(error)
  return said instanceof Error ? said.message : String(said)
}

/**
 * Returns what the operator reads if a fault of the database ends a start or a command. Returns
 * null for other errors.
 */
function endText(error: unknown): string | null {
  if (error instanceof DatabaseStartError) return error.message
  if (error instanceof DatabaseUnavailableError) {
    return error.cause === undefined ? error.message : `${error.message}: ${wordsOf(error)}`
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

const outOfRoom: ReadonlySet<UnavailableReason> = new Set(['full', 'serverFull', 'disk'])

/** Returns true if the disk refused a write, and will until someone makes room. */
export function isOutOfRoom({ reason }: DatabaseUnavailableError): boolean {
  return outOfRoom.has(reason)
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
