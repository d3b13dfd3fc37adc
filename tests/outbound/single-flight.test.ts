// @module-tag module
import { describe, expect, test, vi } from 'vitest'
import { createSingleFlight } from '#app/outbound/single-flight.ts'

const never = new AbortController().signal

/** Work that ends when it is told to. */
function heldWork() {
  const held = Promise.withResolvers<string>()
  const work = vi.fn((_signal: AbortSignal) => held.promise)
  return { ...held, work, signal: () => work.mock.calls[0]?.[0] }
}

describe('R1: single flight', () => {
  test('1,000 callers for one key share one call and all get its result', async () => {
    const flights = createSingleFlight<string, string>()
    const { work, resolve } = heldWork()
    const calls = Array.from({ length: 1000 }, () => flights.run('a', work, never))
    resolve('done')
    expect(new Set(await Promise.all(calls))).toEqual(new Set(['done']))
    expect([work.mock.calls.length, flights.size]).toEqual([1, 0])
  })

  test('keys do not wait for each other, and a finished call is not remembered', async () => {
    const flights = createSingleFlight<string, string>()
    const work = vi.fn(async () => 'done')
    await Promise.all([flights.run('a', work, never), flights.run('b', work, never)])
    await flights.run('a', work, never)
    expect(work).toHaveBeenCalledTimes(3)
  })

  test('an error reaches every caller, even one thrown at once, and the next caller starts a new call', async () => {
    const flights = createSingleFlight<string, string>()
    const { work, reject } = heldWork()
    const calls = [flights.run('a', work, never), flights.run('a', work, never)]
    reject(new Error('down'))
    for (const call of calls) await expect(call).rejects.toThrow('down')
    const throwing = () => {
      throw new Error('at once')
    }
    await expect(flights.run('a', throwing, never)).rejects.toThrow('at once')
    expect(await flights.run('a', async () => 'done', never)).toBe('done')
  })

  test('a visitor who leaves drops out alone; the others get the result', async () => {
    const flights = createSingleFlight<string, string>()
    const { work, resolve, signal } = heldWork()
    const visitor = new AbortController()
    const left = flights.run('a', work, visitor.signal)
    const stayed = flights.run('a', work, never)
    visitor.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    expect(signal()?.aborted).toBe(false)
    resolve('done')
    expect(await stayed).toBe('done')
  })

  test('the call ends when the last visitor has left, and no one can join it after that', async () => {
    const flights = createSingleFlight<string, string>()
    const { work, reject, signal } = heldWork()
    const visitors = [new AbortController(), new AbortController()]
    const calls = visitors.map((visitor) => flights.run('a', work, visitor.signal))
    for (const visitor of visitors) visitor.abort()
    for (const call of calls) await expect(call).rejects.toThrow()
    expect([signal()?.aborted, flights.size]).toEqual([true, 0])

    const next = heldWork()
    const late = flights.run('a', next.work, never)
    // The ended call fails after the next one has begun, and must not take its place with it.
    reject(new Error('ended'))
    await new Promise(setImmediate)
    expect(flights.size).toBe(1)
    next.resolve('fresh')
    expect(await late).toBe('fresh')
  })

  test('a caller that has already left starts nothing', async () => {
    const flights = createSingleFlight<string, string>()
    const work = vi.fn(async () => 'done')
    await expect(flights.run('a', work, AbortSignal.abort())).rejects.toThrow()
    expect(work).not.toHaveBeenCalled()
  })

  test('an abort after the result changes nothing', async () => {
    const flights = createSingleFlight<string, string>()
    const visitor = new AbortController()
    const { work, resolve, signal } = heldWork()
    const call = flights.run('a', work, visitor.signal)
    resolve('done')
    expect(await call).toBe('done')
    visitor.abort()
    expect(signal()?.aborted).toBe(false)
  })
})
