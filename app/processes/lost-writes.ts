/** What a process wrote, and the database acknowledged and no longer has. By its clock. */
export type LostWrites = {
  /** When the newest of them was written. */
  seenAt: number
  /** When the last one before them was written. */
  heldAt: number
}

/** Notices by a process's heartbeat that the database is older than it was. */
export function createLossWatch({ beatMs, keptMs }: { beatMs: number; keptMs: number }) {
  const listeners: ((lost: LostWrites) => void)[] = []
  let acknowledged: { at: number; firstAt: number } | null = null

  return {
    onLoss(listener: (lost: LostWrites) => void): void {
      listeners.push(listener)
    },
    /** Notes a beat, and the time of the one that the database had before. Null if it had none. */
    noteBeat(at: number, heldBefore: number | null): void {
      const before = acknowledged
      acknowledged = { at, firstAt: before?.firstAt ?? at }
      // Others may have removed the row of a process that was frozen for that long.
      if (before === null || at - before.at >= keptMs) return
      const heldAt = heldBefore ?? before.firstAt - beatMs
      if (heldAt >= before.at) return
      for (const listener of listeners) listener({ seenAt: before.at, heldAt })
    },
  }
}
