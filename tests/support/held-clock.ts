import { onTestFinished, vi } from 'vitest'

/**
 * Holds the clock of timers and of `performance.now()` until the test ends: it moves only when the
 * test says so, by `vi.advanceTimersByTime`. Not for concurrent tests. `expect.poll` moves a held
 * clock on by its interval, so that takes `{ interval: 0 }`.
 */
export function holdClock(): void {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  })
  onTestFinished(() => void vi.useRealTimers())
}
