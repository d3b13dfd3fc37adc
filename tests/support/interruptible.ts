import { runInNewContext } from 'node:vm'
import { limits } from './limits.ts'

/**
 * Returns what a function returns. Throws if it still runs after the limit for hangs, which a test's
 * own limit can't end: a loop, or a regular expression. Give it so much that one pass takes no time,
 * and one pass for each character takes minutes.
 */
export function interruptible<T>(run: () => T): T {
  return runInNewContext('run()', { run }, { timeout: limits.poll })
}
