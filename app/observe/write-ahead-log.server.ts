import { env } from '#app/env.server.ts'
import { pauseAutocheckpoints } from '#db/autocheckpoint.ts'
import { fileBytes } from '#db/file-bytes.ts'
import { maintain } from './database-process.server.ts'
import { log } from './log.server.ts'

/**
 * The database's write-ahead log grows as long as any program reads from one and the same moment: a
 * backup for seconds, a forgotten shell for days. What can wait, or is least missed, gives way.
 */

type Limits = {
  /** In bytes. Without such a reader the log is cut back to 64 MB at the latest. */
  high: number
  full: number
  /** In bytes: above this, the log is folded in by a process of its own, and not by our commits. */
  fold: number
  /** The shortest time between two such processes, in milliseconds. */
  foldEveryMs: number
}

const usualLimits: Limits = {
  high: 256 * 1024 ** 2,
  full: 1024 ** 3,
  fold: 16 * 1024 ** 2,
  foldEveryMs: 10_000,
}
let limits = usualLimits

const lookEveryMs = 1000
let watch: NodeJS.Timeout | null = null

let folding = false
let lastFold = Number.NEGATIVE_INFINITY
/** Failed folds in a row. */
let failures = 0
/** After so many, our commits fold the log in again: slowly, but it stays bounded. */
const enoughFailures = 3

/** Sets other limits, for tests that need not write a gigabyte. */
export function limitLog(other: Partial<Limits>): void {
  limits = { ...usualLimits, ...other }
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

/** Has a long log folded in by a process of its own, from now on until the process ends. */
export function watchLog(): void {
  look()
  watch ??= setInterval(look, lookEveryMs).unref()
}

/** Stops what `watchLog` started; for tests. */
export function stopWatchingLog(): void {
  if (watch !== null) clearInterval(watch)
  watch = null
}

function look(): void {
  const long = logBytes() > limits.fold
  // Before the reader leaves: the first commit after that would fold in all that it held back.
  pauseAutocheckpoints(long && failures < enoughFailures)
  if (long && !folding && performance.now() - lastFold > limits.foldEveryMs) void fold()
}

/** Folds the log into the database as far as readers let it, in a process of its own. */
async function fold(): Promise<void> {
  folding = true
  const folded = await maintain({ kind: 'fold', file: env.DATABASE_FILE })
  folding = false
  lastFold = performance.now()
  failures = folded.ok ? 0 : failures + 1
  if (!folded.ok) log.warn({ problem: folded.text }, 'write-ahead log not folded in')
  look()
}
