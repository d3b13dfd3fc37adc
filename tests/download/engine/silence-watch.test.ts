// @module-tag module
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSilenceWatch, type SilenceWatch } from '#app/download/engine/silence-watch.ts'

let usedMs: number | null
let ended: string[]
let watch: SilenceWatch

beforeEach(() => {
  vi.useFakeTimers()
  usedMs = 1000
  ended = []
  watch = createSilenceWatch(
    { silenceMs: 20_000, busyMs: 5000 },
    async () => usedMs,
    (detail) => {
      ended.push(detail)
      watch.stop()
    },
  )
})
afterEach(() => {
  watch.stop()
  vi.useRealTimers()
})

/** Lets time pass, of which the thread gets a share of a processor, and asks for bytes each 100 ms. */
async function reads(ms: number, share: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 100) {
    watch.heard()
    watch.waits()
    watch.heard()
    if (usedMs !== null) usedMs += 100 * share
    await vi.advanceTimersByTimeAsync(100)
  }
}

test('S15: a file that has its bytes read again and again would hold up all others for minutes', async () => {
  await reads(5000, 1)
  expect(ended).toEqual([])
  await reads(3000, 1)
  expect(ended).toEqual([expect.stringMatching(/made nothing in \d+ ms of processor time/)])
})

test('a visitor of a busy machine, where a thread gets little processor time, keeps their MP3', async () => {
  await reads(60_000, 0.05)
  expect(ended).toEqual([])
})

test('a long MP3 isn’t ended while it is being made', async () => {
  for (let second = 0; second < 60; second += 1) {
    await reads(1000, 1)
    watch.made()
  }
  expect(ended).toEqual([])
})

test('S15: a thread that is never heard from again is ended by the clock, whatever is known of it', async () => {
  usedMs = null
  watch.heard()
  await vi.advanceTimersByTimeAsync(19_000)
  expect(ended).toEqual([])
  await vi.advanceTimersByTimeAsync(2000)
  expect(ended).toEqual(['made nothing for 20000 ms'])
})

test('a slow media host or reader doesn’t cost a visitor their MP3', async () => {
  watch.heard()
  watch.waits()
  await vi.advanceTimersByTimeAsync(100_000)
  expect(ended).toEqual([])
})
