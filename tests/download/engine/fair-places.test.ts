// @module-tag module
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFairPlaces, type PlacedJob } from '#app/download/engine/fair-places.ts'

let log: string[]
beforeEach(() => {
  vi.useFakeTimers()
  log = []
})
afterEach(() => vi.useRealTimers())

function world() {
  const places = createFairPlaces<PlacedJob>({ places: 2, queueLimit: 8 })
  /** A job of the network that its name begins with. */
  function enter(name: string, behindSince: number | null = null) {
    const job: PlacedJob = {
      network: name.slice(0, 1),
      start: () => log.push(`${name} starts`),
      giveWay() {
        log.push(`${name} gives way`)
        places.leave(job)
      },
      behindMs: () => (behindSince === null ? 0 : performance.now() - behindSince),
    }
    if (!places.enter(job)) log.push(`${name} refused`)
    return job
  }
  return { places, enter }
}

test('S67: one network’s slow readers would keep both MP3 workers and the whole queue', () => {
  const { places, enter } = world()
  const jobs = Array.from({ length: 12 }, (_, n) => enter(`a${n}`, performance.now()))
  expect(log).toEqual(['a0 starts', 'a1 starts', 'a10 refused', 'a11 refused'])
  // Alone it keeps all it has.
  vi.advanceTimersByTime(60_000)
  expect(log).toHaveLength(4)
  for (const name of ['b0', 'c0', 'd0']) enter(name)
  expect(log.slice(4)).toEqual(['a9 gives way', 'a8 gives way', 'a7 gives way'])
  vi.advanceTimersByTime(2_000)
  expect(log.slice(7)).toEqual(['a0 gives way', 'b0 starts', 'a1 gives way', 'c0 starts'])
  const [b0] = places.running()
  if (b0 !== undefined) places.leave(b0)
  expect(log.at(-1)).toBe('d0 starts')
  expect(jobs).toHaveLength(12)
})

test('S67: a network’s second job that takes long would keep others waiting, and its only one goes on', () => {
  const { enter } = world()
  enter('a0')
  enter('a1')
  enter('b0')
  vi.advanceTimersByTime(9_000)
  expect(log).toEqual(['a0 starts', 'a1 starts'])
  vi.advanceTimersByTime(2_000)
  expect(log.slice(2)).toEqual(['a0 gives way', 'b0 starts'])
  enter('c0')
  vi.advanceTimersByTime(60_000)
  expect(log).toHaveLength(4)
})

test('a network’s two readers that read nothing would keep its next ones from an MP3 for good', () => {
  const { enter } = world()
  enter('a0', performance.now())
  enter('a1', performance.now())
  vi.advanceTimersByTime(100_000)
  enter('a2')
  expect(log).toEqual(['a0 starts', 'a1 starts'])
  vi.advanceTimersByTime(21_000)
  expect(log.slice(2)).toEqual(['a0 gives way', 'a2 starts'])
  vi.advanceTimersByTime(600_000)
  expect(log).toHaveLength(4)
})
