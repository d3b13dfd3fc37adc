// @module-tag module
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type AcquireRequest, createPacer, type Pacer } from '#app/outbound/pacer.ts'
import fc, { cases } from '#tests/support/cases.ts'

const interval = 1100
let never: AbortSignal
let start: number
let log: string[]

beforeEach(() => {
  vi.useFakeTimers()
  never = new AbortController().signal
  start = performance.now()
  log = []
})
afterEach(() => {
  vi.useRealTimers()
})

function pacerOf(queueLimit = 10, intervalMs = () => interval): Pacer {
  return createPacer({ intervalMs, queueLimit })
}

const batch = { isLow: () => true, networks: () => [] }

/** Logs when and how the turn came. */
async function take(pacer: Pacer, name: string, request: Partial<AcquireRequest> = {}) {
  const turn = await pacer.acquire({ signal: never, ...request })
  log.push(`${name} ${turn.ok ? 'ok' : turn.reason} at ${performance.now() - start}`)
}

describe('pacer', () => {
  test('lets callers start in order, one per interval, the first one at once', async () => {
    const pacer = pacerOf()
    for (const name of ['a', 'b', 'c']) void take(pacer, name)
    expect(pacer.waiting).toBe(2)
    await vi.advanceTimersByTimeAsync(5000)
    expect(log).toEqual(['a ok at 0', 'b ok at 1100', 'c ok at 2200'])
    void take(pacer, 'd')
    await vi.advanceTimersByTimeAsync(0)
    expect(log.at(-1)).toBe('d ok at 5000')
  })

  test('refuses at once when the queue is full', async () => {
    const pacer = pacerOf(1)
    for (const name of ['a', 'b', 'c']) void take(pacer, name)
    await vi.advanceTimersByTimeAsync(0)
    expect(log).toEqual(['a ok at 0', 'c full at 0'])
    await vi.advanceTimersByTimeAsync(interval)
    expect(log.at(-1)).toBe('b ok at 1100')
  })

  test('refuses at once callers whose turn would come too late, and returns how long it would take', async () => {
    const pacer = pacerOf()
    void take(pacer, 'a')
    void take(pacer, 'b')
    const turn = await pacer.acquire({ signal: never, withinMs: 2000 })
    expect(turn).toEqual({ ok: false, reason: 'full', waitMs: 2 * interval })
  })

  test('an aborted caller leaves the queue, and the next one moves up', async () => {
    const pacer = pacerOf()
    const visitor = new AbortController()
    void take(pacer, 'a')
    void take(pacer, 'b', { signal: visitor.signal })
    void take(pacer, 'c')
    visitor.abort()
    await vi.advanceTimersByTimeAsync(interval)
    expect(log).toEqual(['a ok at 0', 'b aborted at 0', 'c ok at 1100'])
    await take(pacer, 'd', { signal: visitor.signal })
    expect(log.at(-1)).toBe('d aborted at 1100')
  })

  test('keeps no timer once the last caller has gone', async () => {
    const pacer = pacerOf()
    const visitor = new AbortController()
    void take(pacer, 'a')
    void take(pacer, 'b', { signal: visitor.signal })
    visitor.abort()
    expect([vi.getTimerCount(), pacer.waiting]).toEqual([0, 0])
  })

  test('a second attempt goes first, past the limit', async () => {
    const pacer = pacerOf(1)
    void take(pacer, 'a')
    void take(pacer, 'b')
    void take(pacer, 'again', { first: true })
    await vi.advanceTimersByTimeAsync(2 * interval)
    expect(log).toEqual(['a ok at 0', 'again ok at 1100', 'b ok at 2200'])
  })

  test('a hold stops everyone, and a shorter one doesn’t end it', async () => {
    const pacer = pacerOf()
    void take(pacer, 'a')
    void take(pacer, 'b')
    pacer.hold(5000)
    pacer.hold(1000)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(log).toEqual(['a ok at 0', 'b ok at 5000'])
  })

  test('a shorter interval applies to callers that already wait', async () => {
    let setting = 60_000
    const pacer = pacerOf(10, () => setting)
    void take(pacer, 'a')
    void take(pacer, 'b')
    await vi.advanceTimersByTimeAsync(2000)
    setting = 500
    await vi.advanceTimersByTimeAsync(1000)
    expect(log).toEqual(['a ok at 0', 'b ok at 3000'])
  })

  test('whatever callers do, no two start within the interval and none is forgotten', async () => {
    const moves = fc.array(
      fc.record({
        after: fc.nat(3000),
        leaves: fc.option(fc.nat(5000)),
        hold: fc.option(fc.nat(4000)),
        first: fc.boolean(),
      }),
      { maxLength: 30 },
    )
    await fc.assert(
      fc.asyncProperty(moves, async (steps) => {
        const pacer = pacerOf(5)
        const starts: number[] = []
        let answered = 0
        let held = Number.NEGATIVE_INFINITY
        for (const { after, leaves, hold, first } of steps) {
          await vi.advanceTimersByTimeAsync(after)
          const visitor = new AbortController()
          void pacer.acquire({ signal: visitor.signal, first }).then((turn) => {
            answered += 1
            if (!turn.ok) return
            expect(performance.now()).toBeGreaterThanOrEqual(held)
            starts.push(performance.now())
          })
          if (leaves !== null) setTimeout(() => visitor.abort(), leaves)
          await vi.advanceTimersByTimeAsync(0)
          if (hold === null) continue
          held = Math.max(held, performance.now() + hold)
          pacer.hold(hold)
        }
        await vi.advanceTimersByTimeAsync(60_000)
        expect(answered).toBe(steps.length)
        const gaps = starts.slice(1).map((time, index) => time - (starts[index] ?? 0))
        expect(gaps.every((gap) => gap >= interval)).toBe(true)
      }),
      { numRuns: cases(50) },
    )
  })

  test('S81: batches wait for everything else, until a visitor waits for the same post', async () => {
    const pacer = pacerOf(2)
    let urgent = ''
    const later = (name: string) =>
      take(pacer, name, { asker: { isLow: () => urgent !== name, networks: () => [] } })
    void take(pacer, 'first')
    void later('batch 1')
    void later('batch 2')
    // Two wait already, but are in no one's way.
    void take(pacer, 'single 1')
    void take(pacer, 'single 2')
    void later('batch 3')
    urgent = 'batch 2'
    await vi.advanceTimersByTimeAsync(10 * interval)
    expect(log).toEqual([
      'first ok at 0',
      'batch 3 full at 0',
      `batch 2 ok at ${interval}`,
      `single 1 ok at ${2 * interval}`,
      `single 2 ok at ${3 * interval}`,
      `batch 1 ok at ${4 * interval}`,
    ])
  })

  test('S81: returns at once how long a batch would wait behind singles, and a single without batches', async () => {
    const pacer = pacerOf()
    void take(pacer, 'first')
    void take(pacer, 'batch', { asker: batch })
    const single = await pacer.acquire({ signal: never, withinMs: 1 })
    expect(single).toEqual({ ok: false, reason: 'full', waitMs: interval })
    const later = await pacer.acquire({ signal: never, withinMs: 1, asker: batch })
    expect(later).toEqual({ ok: false, reason: 'full', waitMs: 2 * interval })
  })

  test('S62: networks are served in turn, so that a newcomer waits one place', async () => {
    const pacer = pacerOf()
    const of = (network: string, name: string) =>
      take(pacer, name, { asker: { isLow: () => false, networks: () => [network] } })
    for (const name of ['a1', 'a2', 'a3', 'a4']) void of('a', name)
    for (const name of ['b1', 'b2']) void of('b', name)
    await vi.advanceTimersByTimeAsync(interval)
    void of('c', 'c1')
    await vi.advanceTimersByTimeAsync(10 * interval)
    expect(log.map((line) => line.slice(0, 2))).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
  })

  test('S62: a full queue takes a newcomer in the place of the last of the network with most', async () => {
    const pacer = pacerOf(4)
    const of = (network: string, name: string) =>
      take(pacer, name, { asker: { isLow: () => false, networks: () => [network] } })
    void of('a', 'a0')
    for (const name of ['a1', 'a2', 'a3']) void of('a', name)
    void of('b', 'b1')
    void of('c', 'c1')
    void of('a', 'a4')
    await vi.advanceTimersByTimeAsync(10 * interval)
    expect(log).toEqual([
      'a0 ok at 0',
      'a3 full at 0',
      'a4 full at 0',
      `b1 ok at ${interval}`,
      `c1 ok at ${2 * interval}`,
      `a1 ok at ${3 * interval}`,
      `a2 ok at ${4 * interval}`,
    ])
  })

  test('S62: whatever others send, how long a caller would wait is what it waits at most', async () => {
    const callers = fc.array(
      fc.record({ network: fc.constantFrom('a', 'b', 'c'), after: fc.nat(2000) }),
      { minLength: 1, maxLength: 25 },
    )
    await fc.assert(
      fc.asyncProperty(callers, async (steps) => {
        const pacer = pacerOf(100)
        const who = (network: string) => ({ isLow: () => false, networks: () => [network] })
        const ask = (network: string, withinMs: number) =>
          pacer.acquire({ signal: never, withinMs, asker: who(network) })
        for (const { network, after } of steps) {
          void ask(network, 1e9)
          await vi.advanceTimersByTimeAsync(after)
        }
        const start = performance.now()
        const expected = await ask('newcomer', -1)
        if (expected.ok || expected.reason !== 'full') throw new Error('was served')
        // One place for each of the other networks, however much they sent.
        expect(expected.waitMs).toBeLessThanOrEqual(3 * interval)
        const served = ask('newcomer', 1e9)
        await vi.advanceTimersByTimeAsync(expected.waitMs)
        expect(await served).toEqual({ ok: true })
        expect(performance.now() - start).toBeLessThanOrEqual(expected.waitMs)
        await vi.advanceTimersByTimeAsync(100 * interval)
      }),
      { numRuns: cases(50) },
    )
  })
})
