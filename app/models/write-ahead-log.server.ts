import { env } from '#app/env.server.ts'
import { log } from '#app/services/log.server.ts'
import { fileBytes } from '#db/file-bytes.ts'
import { maintain } from './maintenance.server.ts'

/**
 * The database's write-ahead log grows as long as any program reads from one and the same moment: a
 * backup for seconds, a forgotten shell for days. What can wait, or is least missed, gives way.
 */

type Limits = { high: number; full: number }

/** In bytes. Without such a reader the log is cut back to 64 MB at the latest. */
const usualLimits: Limits = { high: 256 * 1024 ** 2, full: 1024 ** 3 }
let limits = usualLimits

/** So often at most a process is started to fold the log in. */
const foldEveryMs = 10_000
let lastFold = Number.NEGATIVE_INFINITY
let folding = false

/** Sets other limits; for tests, which need not write a gigabyte. */
export function limitLog(other: Limits): void {
  limits = other
}

/**
 * `high`: nothing is moved, deleted or counted in pairs, since that can be done later. `full`: events
 * are dropped too. Reads the size of the file, which takes microseconds.
 */
export function logState(): 'fine' | 'high' | 'full' {
  const bytes = logBytes()
  return bytes < limits.high ? 'fine' : bytes < limits.full ? 'high' : 'full'
}

export function logBytes(): number {
  return fileBytes(`${env.DATABASE_FILE}-wal`)
}

/**
 * Folds the log into the database as far as readers let it, in a process of its own, since it may be
 * a gigabyte. Returns at once; does nothing while it was tried a moment ago.
 */
export function foldLogSoon(): void {
  if (folding || performance.now() - lastFold < foldEveryMs) return
  folding = true
  void maintain({ kind: 'fold', file: env.DATABASE_FILE }).then((folded) => {
    folding = false
    lastFold = performance.now()
    if (!folded.ok) log.warn({ problem: folded.text }, 'write-ahead log not folded in')
  })
}
