import { DatabaseUnavailableError, type UnavailableReason, wordsOf } from './unavailable.ts'

/** Something that a database server doesn't do for now. */
type Outage = {
  /** Unix milliseconds. */
  since: number
  /** Null for a statement's own fault. */
  reason: UnavailableReason | null
  /** The latest error's text, or that of the one before a server couldn't be reached. */
  text: string
}

/** Notes one kind of outage, for the whole process. */
function createOutage() {
  let outage: Outage | null = null
  let endsAt = Number.NEGATIVE_INFINITY
  const listeners = new Set<(outage: Outage | null) => void>()

  function tell(next: Outage | null): void {
    outage = next
    for (const listener of listeners) listener(outage)
  }

  return {
    /** Returns null while there is none. */
    current: (): Outage | null => outage,
    /** Notes an error. What works within `quietMs` doesn't end the outage. */
    noteFault(error: unknown, quietMs = 0): void {
      endsAt = Math.max(endsAt, performance.now() + quietMs)
      const reason = error instanceof DatabaseUnavailableError ? error.reason : null
      const latest = { reason, text: wordsOf(error) }
      if (outage === null) tell({ since: Date.now(), ...latest })
      // A server that has no room for its log says so, and ends.
      else if (reason !== 'unreachable' || outage.reason === reason) {
        outage = { ...outage, ...latest }
      }
    },
    noteWorks(): void {
      if (outage !== null && performance.now() >= endsAt) tell(null)
    },
    /** Calls `listener` when an outage begins, and with null when it ends. */
    onChange(listener: (outage: Outage | null) => void): void {
      listeners.add(listener)
    },
  }
}

/** The server can't be written to, or refuses something that the site needs. */
export const databaseOutage = createOutage()
/** The server gives fewer connections than the settings ask for. */
export const connectionOutage = createOutage()
/** Limits can't be counted in the shared database, so each process counts for itself. */
export const limitOutage = createOutage()
