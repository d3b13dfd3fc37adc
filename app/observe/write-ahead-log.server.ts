import { env } from '#app/env.server.ts'
import { pauseAutocheckpoints } from '#db/sqlite/autocheckpoint.ts'
import { maintain } from '#db/sqlite/database-process.ts'
import { fileBytes } from '#db/sqlite/file-bytes.ts'
import { log } from './log.server.ts'

/**
 * The database's write-ahead log grows while any program keeps a read transaction open: a backup
 * for seconds, a forgotten shell for days. Until it's cut back, less important work waits or is
 * dropped.
 */

type Limits = {
  /** In bytes. Without such a reader, the log never exceeds 64 MB for long. */
  high: number
  full: number
  /** In bytes. A longer log is checkpointed by a process of its own, not by our commits. */
  fold: number
  /** The least time between two such processes, in milliseconds. */
  foldEveryMs: number
}

const usualLimits: Limits = {
  high: 256 * 1024 ** 2,
  full: 1024 ** 3,
  fold: 16 * 1024 ** 2,
  foldEveryMs: 10_000,
}
let limits = usualLimits

const checkEveryMs = 1000
let watch: NodeJS.Timeout | null = null

let folding = false
let lastFold = Number.NEGATIVE_INFINITY
/** Failed checkpoints in a row. */
let failures = 0
/** After this many, our commits do the checkpoints again: slower, but the log stays bounded. */
const enoughFailures = 3

/** Sets other limits, so that tests needn't write a gigabyte. */
export function limitLog(other: Partial<Limits>): void {
  limits = { ...usualLimits, ...other }
}

/**
 * Returns how full the log is. At `high`, moving, deleting and counting pairs of dimensions wait.
 * At `full`, events are dropped too. Reads the file's size, which takes microseconds.
 */
export function logState(): 'fine' | 'high' | 'full' {
  const bytes = logBytes()
  if (bytes < limits.high) return 'fine'
  return bytes < limits.full ? 'high' : 'full'
}

export function logBytes(): number {
  return fileBytes(`${env.DATABASE_FILE}-wal`)
}

/** Starts a checkpoint in a process of its own whenever the log is long, until our process ends. */
export function watchLog(): void {
  checkLog()
  watch ??= setInterval(checkLog, checkEveryMs).unref()
}

/** Stops `watchLog`. For tests. */
export function stopWatchingLog(): void {
  if (watch !== null) clearInterval(watch)
  watch = null
}

function checkLog(): void {
  const long = logBytes() > limits.fold
  // Paused while a reader holds the log: the first commit after it would checkpoint all at once.
  pauseAutocheckpoints(long && failures < enoughFailures)
  if (long && !folding && performance.now() - lastFold > limits.foldEveryMs) void fold()
}

/** Copies the log into the database as far as readers allow, in a process of its own. */
async function fold(): Promise<void> {
  folding = true
  const folded = await maintain({ kind: 'fold', file: env.DATABASE_FILE })
  folding = false
  lastFold = performance.now()
  failures = folded.ok ? 0 : failures + 1
  if (!folded.ok) log.warn({ problem: folded.text }, 'write-ahead log not folded in')
  checkLog()
}
