import type { Kysely } from 'kysely'
import { upkeepTogether } from '#db/reads.ts'
import type { Database } from '#db/schema.ts'

/**
 * The one timer of what a process asks its database all the time. On a database server, what is
 * asked with a pulse is one statement.
 */

/** Signals are followed within two seconds, and jobs of other processes begin within 1.2. */
const pulseMs = 1_150
/** While no other process is alive. One that starts is noticed at the next pulse. */
const alonePulseMs = 1_800

type Work = {
  /**
   * Gets the connection for what is asked together. It is to ask before it waits for more, and
   * never rejects.
   */
  run: (together: Kysely<Database>) => Promise<void>
  /** Runs at the nearest pulse; at each if left out. */
  everyMs?: number
}
type Part = Work & { ranAt: number; running: Promise<void> | null }

const parts = new Set<Part>()
let intervalMs = pulseMs
let timer: NodeJS.Timeout | undefined

function pulse(): void {
  timer = setTimeout(pulse, intervalMs).unref()
  const now = performance.now()
  for (const part of parts) {
    const { ranAt, everyMs = 0, running } = part
    if (running !== null || now - ranAt < everyMs - intervalMs / 2) continue
    part.ranAt = now
    part.running = part.run(upkeepTogether).finally(() => {
      part.running = null
    })
  }
}

/**
 * Does work with each pulse from the next on, unless it is still being done. Returns a function
 * that ends this, and resolves once none is being done.
 */
export function onPulse(work: Work): () => Promise<void> {
  const part: Part = { ...work, ranAt: performance.now(), running: null }
  parts.add(part)
  timer ??= setTimeout(pulse, intervalMs).unref()
  return async () => {
    parts.delete(part)
    if (parts.size === 0) {
      clearTimeout(timer)
      timer = undefined
    }
    await part.running
  }
}

/** Sets whether other processes have to be heard, from the next pulse on. */
export function setAlone(isAlone: boolean): void {
  intervalMs = isAlone ? alonePulseMs : pulseMs
}
