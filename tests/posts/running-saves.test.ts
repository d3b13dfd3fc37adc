// @module-tag module
import { describe, expect, onTestFinished, test } from 'vitest'
import { admitStream, type StreamSlot } from '#app/posts/running-saves.server.ts'

function admit(address: string, limit: number) {
  const admission = admitStream('save', '7300000000000000001', address, limit)
  if (admission.ok) onTestFinished(() => admission.slot.release())
  return admission
}

test('a site that may send two files at once would send a third', () => {
  const first = admit('192.0.2.1', 2)
  expect(first.ok && admit('198.51.100.1', 2).ok).toBe(true)
  expect(admit('203.0.113.1', 2)).toEqual({ ok: false, reason: 'too_many_in_all' })
  const { slot } = first as { slot: StreamSlot }
  slot.release()
  expect(admit('203.0.113.1', 2).ok).toBe(true)
})

test('a network could take more than its twelve places', () => {
  const admitted = Array.from({ length: 13 }, () => admit('192.0.2.1', 100))
  expect(admitted.filter(({ ok }) => ok)).toHaveLength(12)
  expect(admitted.at(-1)).toEqual({ ok: false, reason: 'too_many_here' })
})

/** A stream whose reader has taken nothing for so many seconds. */
function silent(address: string, seconds: number, limit: number): { gaveWay: () => boolean } {
  const admission = admit(address, limit)
  if (!admission.ok) throw new Error(admission.reason)
  admission.slot.measure(
    () => 1000,
    () => seconds * 1000,
  )
  return { gaveWay: () => admission.slot.gaveWay() }
}

describe('S67: readers that take nothing give way', () => {
  test('only when slots are short, only after 90 seconds, and the first silent first', () => {
    const streams = [100, 300, 89].map((seconds, n) => silent(`192.0.2.${n}`, seconds, 3))
    const gaveWay = () => streams.map((one) => one.gaveWay())
    expect(gaveWay()).toEqual([false, false, false])
    expect(admit('203.0.113.1', 3).ok).toBe(true)
    expect(gaveWay()).toEqual([false, true, false])
    expect(admit('203.0.113.2', 3).ok).toBe(true)
    expect(gaveWay()).toEqual([true, true, false])
    expect(admit('203.0.113.3', 3)).toEqual({ ok: false, reason: 'too_many_in_all' })
  })

  test('those of the network with the most first, and before its quicker ones', () => {
    const single = silent('192.0.2.1', 500, 5)
    const many = [0, 200, 100, 0].map((seconds) => silent('198.51.100.1', seconds, 5))
    expect(admit('203.0.113.1', 5).ok).toBe(true)
    expect([single, ...many].map((one) => one.gaveWay())).toEqual([
      ...[false, false, true, false, false],
    ])
  })

  test('a network with many downloads would take the place of another’s only one', () => {
    const single = silent('192.0.2.1', 500, 4)
    for (let n = 0; n < 3; n += 1) silent('198.51.100.1', 0, 4)
    expect(admit('198.51.100.1', 4)).toEqual({ ok: false, reason: 'too_many_in_all' })
    expect(single.gaveWay()).toBe(false)
    expect(admit('203.0.113.1', 4).ok).toBe(true)
    expect(single.gaveWay()).toBe(true)
  })

  test('twelve connections that a phone has lost would keep its network out', () => {
    const lost = Array.from({ length: 12 }, (_, n) => silent('2001:db8::1', 80 + n, 100))
    expect(admit('2001:db8::2', 100).ok).toBe(true)
    expect(lost.map((one) => one.gaveWay()).indexOf(true)).toBe(11)
    expect(admit('2001:db8::2', 100).ok).toBe(true)
    expect(admit('2001:db8::2', 100)).toEqual({ ok: false, reason: 'too_many_here' })
  })
})
