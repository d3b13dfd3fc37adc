import { whenNpmEnds } from './npm-end.ts'

/**
 * Ends the process gently on every signal that would end it, also while it starts. Import it before
 * anything that takes long.
 */

/** npm can pass on a Ctrl+C that this process gets from the terminal too. */
const repeatMs = 500

let end: (() => void) | null = null
let askedAt: number | null = null

/** Ends the process: at once while it starts, since it has nothing to finish, else gently. */
export function askToEnd(): void {
  if (askedAt !== null) return
  askedAt = performance.now()
  if (end === null) process.exit(0)
  end()
}

/** Calls `gently` once when the process is asked to end. */
export function whenAskedToEnd(gently: () => void): void {
  end = gently
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const) {
  process.on(signal, () => {
    if (askedAt !== null && performance.now() - askedAt > repeatMs) process.exit(1)
    askToEnd()
  })
}

// Without a listener, SIGUSR1 opens Node's debugger to every account of the machine, and SIGUSR2
// ends the process.
for (const signal of ['SIGUSR1', 'SIGUSR2'] as const) process.on(signal, () => {})

whenNpmEnds(askToEnd)
