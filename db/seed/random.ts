/** Numbers that are the same again for the same seed. */
export type Random = {
  /** A whole number from 0, below `limit`. */
  below(limit: number): number
  /** A whole number; both ends are possible. */
  between(low: number, high: number): number
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
  /** The first ones of a list often, the last ones seldom. */
  pickEarly<T>(list: readonly T[]): T
  /** From 1 up to about `scale`: most are small, a few are huge. */
  tail(scale: number): number
  letters(count: number): string
  /** Numbers of their own, which stay when more or fewer are drawn here. */
  fork(name: string): Random
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  /** Mulberry32: small, and even enough for made-up rows. */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const at = <T>(list: readonly T[], index: number): T => {
    const item = list[index]
    if (item === undefined) throw new Error('There is nothing to pick from')
    return item
  }
  return {
    below,
    between: (low, high) => low + below(high - low + 1),
    chance: (share) => next() < share,
    pick: (list) => at(list, below(list.length)),
    pickEarly: (list) => at(list, Math.floor(next() ** 2.2 * list.length)),
    tail: (scale) => Math.max(1, Math.round(scale * next() ** 6)),
    letters: (count) => Array.from({ length: count }, () => alphabet[below(64)]).join(''),
    fork: (name) => createRandom([...name].reduce(mix, seed >>> 0)),
  }
}

function mix(state: number, letter: string): number {
  return (Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193) ^ (state >>> 13)) >>> 0
}
