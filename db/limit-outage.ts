/** While limits can't be counted in the shared database, each process counts for itself. */
export type LimitOutage = {
  /** Unix milliseconds. */
  since: number
  /** The first error's text. */
  text: string
}

/** Faults that are closer to each other are one outage. */
const quietMs = 10_000

let outage: LimitOutage | null = null
let latestFault = 0
const listeners = new Set<(outage: LimitOutage | null) => void>()

/** Returns null while limits are shared, or there is one process. */
export function limitOutage(): LimitOutage | null {
  return outage
}

/** Stores an outage's first error. */
export function noteLimitFault(error: unknown): void {
  latestFault = Date.now()
  if (outage !== null) return
  change({ since: Date.now(), text: error instanceof Error ? error.message : String(error) })
}

/** The database has counted. */
export function noteLimitShared(): void {
  if (outage !== null && Date.now() - latestFault >= quietMs) change(null)
}

function change(next: LimitOutage | null): void {
  outage = next
  for (const listener of listeners) listener(outage)
}

/** Calls `listener` when an outage begins, and with null when it ends. */
export function onLimitOutage(listener: (outage: LimitOutage | null) => void): void {
  listeners.add(listener)
}
