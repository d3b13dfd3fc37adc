// @module-tag module
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { liveCursor, onTopicTold, topicChanged, topicsSince } from '#app/live/live-topics.server.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  // Past the rest of what the test before has told.
  vi.advanceTimersByTime(60_000)
})
afterEach(() => {
  vi.useRealTimers()
})

test('several changes are announced as one, a moment later', () => {
  const before = liveCursor()
  const listener = vi.fn()
  const forget = onTopicTold(listener)
  for (let n = 0; n < 5; n += 1) topicChanged('jobs')
  expect(topicsSince(before)).toEqual([])
  vi.advanceTimersByTime(100)
  expect(topicsSince(before)).toEqual(['jobs'])
  expect(topicsSince(liveCursor())).toEqual([])
  expect(listener).toHaveBeenCalledTimes(1)
  forget()
  topicChanged('backups')
  vi.advanceTimersByTime(100)
  expect(listener).toHaveBeenCalledTimes(1)
})

test.each([
  ['outbox', 1_000],
  ['downloads', 5_000],
] as const)(
  '%s is announced at most once in %i ms, and the last change is not lost',
  (topic, restMs) => {
    let told = 0
    const forget = onTopicTold(() => {
      told += 1
    })
    for (let ms = 0; ms <= 2 * restMs; ms += 50) {
      topicChanged(topic)
      vi.advanceTimersByTime(50)
    }
    expect(told).toBe(2)
    const seen = liveCursor()
    vi.advanceTimersByTime(restMs)
    expect(topicsSince(seen)).toEqual([topic])
    forget()
  },
)

test('with a cursor of another run, everything counts as changed', () => {
  expect(topicsSince('').length).toBeGreaterThan(5)
  expect(topicsSince('x.y.9').length).toBeGreaterThan(5)
})
