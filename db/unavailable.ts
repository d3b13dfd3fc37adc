/**
 * Another program holds the database, its server cannot be reached, the disk is full, the disk fails,
 * or the database is damaged.
 */
export type UnavailableReason = 'busy' | 'unreachable' | 'full' | 'disk' | 'damaged'

export const unavailableTexts: Record<UnavailableReason, string> = {
  busy: 'Another program has locked the database',
  unreachable: 'The database server can’t be reached',
  full: 'The disk is full: nothing can be written to the database',
  disk: 'The database can’t be written to the disk',
  damaged: 'The database is damaged',
}

/**
 * The database cannot take this now, and may a little later; a damaged one, once it is mended.
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

/** Whether a write failed for want of room, so that it will not fit until someone makes some. */
export function isOutOfRoom(error: unknown): error is DatabaseUnavailableError {
  return error instanceof DatabaseUnavailableError && ['full', 'disk'].includes(error.reason)
}
