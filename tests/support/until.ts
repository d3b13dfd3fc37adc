import { vi } from 'vitest'
import { limits } from './limits.ts'

/**
 * Repeats a check until it passes, and returns its result. For a single value use `expect.poll`;
 * concurrent tests must take `expect` from their context.
 */
export function until<T>(check: () => T | Promise<T>, interval = 50): Promise<T> {
  return vi.waitFor(check, { timeout: limits.poll, interval })
}
