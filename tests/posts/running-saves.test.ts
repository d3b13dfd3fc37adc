// @module-tag module
import { expect, onTestFinished, test } from 'vitest'
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
