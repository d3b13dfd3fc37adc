import { vi } from 'vitest'

/** Shorter waits aren't those between two tries. */
const leastMs = 250

/**
 * Has the client wait a twentieth as long before it asks a failing service again. Import it before
 * the client.
 */
vi.mock(import('node:timers/promises'), async (original) => {
  const real = await original()
  const quick: typeof real.setTimeout = (ms = 0, ...rest) =>
    real.setTimeout(ms < leastMs ? ms : ms / 20, ...rest)
  return { ...real, setTimeout: quick }
})
