const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

export type Random = ReturnType<typeof createRandom>

/** Returns a random number generator; the same seed gives the same numbers. */
export function createRandom(seed: number) {
  let state = seed >>> 0
  /** Mulberry32: small, and even enough for demo rows. */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const at = <T>(list: readonly T[], index: number) => list[index] as T
  return {
    /** Returns an integer from 0, below `limit`. */
    below,
    /** Returns an integer; both ends are possible. */
    between: (low: number, high: number) => low + below(high - low + 1),
    chance: (share: number) => next() < share,
    pick: <T>(list: readonly T[]): T => at(list, below(list.length)),
    /** Picks a list's first items often, the last ones rarely. */
    pickEarly: <T>(list: readonly T[]): T => at(list, Math.floor(next() ** 2.2 * list.length)),
    /** Returns 1 to about `scale`: most are small, a few are huge. */
    tail: (scale: number) => Math.max(1, Math.round(scale * next() ** 6)),
    letters: (count: number) => Array.from({ length: count }, () => alphabet[below(64)]).join(''),
  }
}
