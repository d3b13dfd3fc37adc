// @module-tag module
import '#tests/support/own-data-dir.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { AnalyticsEvent } from '#app/analytics/batch.server.ts'
import { createEventQueue } from '#app/analytics/event-queue.server.ts'
import { DatabaseUnavailableError } from '#db/unavailable.ts'
import { pageView } from '#tests/support/visitor-events.ts'

// Fake timers leave these as they are.
vi.mock(import('node:timers/promises'), async (original) => {
  const timers = await original()
  const wait = (ms?: number, value?: unknown) =>
    new Promise((resolve) => setTimeout(resolve, ms, value))
  return { ...timers, setTimeout: wait as typeof timers.setTimeout }
})

const events = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => pageView({ at: from + n }))

/** A queue whose batches wait until they are let through, or fail. */
function slowQueue() {
  const written: number[] = []
  let open = 0
  const ends: ((error?: Error) => void)[] = []
  const queue = createEventQueue(async (batch: AnalyticsEvent[]) => {
    open += 1
    expect(open).toBe(1)
    try {
      await new Promise<void>((resolve, reject) => {
        ends.push((error) => (error === undefined ? resolve() : reject(error)))
      })
      written.push(...batch.map(({ at }) => at))
    } finally {
      open -= 1
    }
  })
  return { queue, written, ends }
}

test('batches are written one after the other, in order, while new events arrive', async () => {
  const { queue, written, ends } = slowQueue()
  for (const event of events(0, 200)) queue.add(event)
  await expect.poll(() => ends).toHaveLength(1)
  for (const event of events(200, 400)) queue.add(event)
  const flushed = queue.flush()
  for (let n = 0; queue.stats().queued > 0; n += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(n)
    ends[n]?.()
    await new Promise(setImmediate)
  }
  await flushed
  expect(written).toEqual(Array.from({ length: 400 }, (_, n) => n))
})

test('failed writes are retried, and nothing is lost or written twice', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const written: number[] = []
  const errors = [new DatabaseUnavailableError('busy'), new Error('no'), new Error('no')]
  const failing: boolean[] = []
  const queue = createEventQueue(async (batch) => {
    failing.push(queue.stats().failing)
    const error = errors.shift()
    if (error !== undefined) throw error
    written.push(...batch.map(({ at }) => at))
  })
  for (const event of events(0, 150)) queue.add(event)
  await new Promise(setImmediate)
  await vi.advanceTimersByTimeAsync(20)
  expect(failing).toHaveLength(2)
  queue.add(pageView({ at: 150 }))
  await vi.advanceTimersByTimeAsync(3_000)
  expect(written).toEqual(Array.from({ length: 151 }, (_, n) => n))
  // That another program writes is no failure.
  expect(failing).toEqual([false, false, true, true, false])
  expect(queue.stats()).toEqual({ queued: 0, dropped: 0, failing: false })
})

test('a database that accepts no writes costs bounded memory, and delays a stop by 5 s at most', {
  tags: 'whole',
}, async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { queue, written } = slowQueue()
  for (const event of events(0, 20_500)) queue.add(event)
  expect(queue.stats()).toMatchObject({ queued: 20_000, dropped: 500 })
  const flushed = vi.fn()
  void queue.flush().then(flushed)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(flushed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(flushed).toHaveBeenCalled()
  expect([written, queue.stats().queued]).toEqual([[], 20_000])
})
