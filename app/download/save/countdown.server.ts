import { LRUCache } from 'lru-cache'
import { settings } from '#app/settings/settings.server.ts'
import { hourMs } from '#app/time/durations.ts'

/**
 * Recent waits by address and by post or batch, only in memory. Other processes don't know them, so
 * their visitors wait once more.
 */
const waited = new LRUCache<string, true>({ max: 20_000, ttl: hourMs })

/** Records a wait for a post or a batch, so that its other formats need no countdown. */
export function noteWaited(address: string, waitsFor: string): void {
  waited.set(`${address} ${waitsFor}`, true)
}

/**
 * Returns the countdown of a page without JavaScript, which reloads itself with `ready`. For
 * `waitsFor` see `countdownFor`.
 */
export function pageCountdown(url: URL, address: string, waitsFor: string) {
  const isOver = url.searchParams.has('ready')
  const seconds = isOver ? settings().countdownSeconds : countdownFor(address, waitsFor)
  if (isOver) noteWaited(address, waitsFor)
  const ready = isOver || seconds === 0
  return {
    ready,
    seconds,
    /** Returns the page's refresh header. Null if the visitor has to press a button. */
    refresh(saveHref: string | null): string | null {
      if (ready) return seconds === 0 && saveHref !== null ? `0;url=${saveHref}` : null
      const next = new URLSearchParams(url.searchParams)
      next.set('ready', '')
      return `${seconds};url=${url.pathname}?${next}`
    },
  }
}

/** Returns a visitor's seconds to wait before the next file of a post or a batch; 0 for none. */
export function countdownFor(address: string, waitsFor: string): number {
  const { countdownSeconds, countdownPer } = settings()
  return countdownPer === 'post' && waited.has(`${address} ${waitsFor}`) ? 0 : countdownSeconds
}
