// @module-tag module
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createCircuitBreaker, type Verdict } from '#app/outbound/circuit-breaker.ts'

const options = { failures: 3, coolDownMs: 1000, maxCoolDownMs: 3000 }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function breakerOf() {
  const breaker = createCircuitBreaker(options)
  return {
    ...breaker,
    /** Makes calls that end one after the other; tells how many were let through. */
    call: (...verdicts: Verdict[]) =>
      verdicts.filter((verdict) => {
        const permit = breaker.enter()
        permit?.settle(verdict)
        return permit !== null
      }).length,
  }
}

describe('R7: circuit breaker', () => {
  test('opens after failures in a row, and then allows no calls', () => {
    const breaker = breakerOf()
    expect(breaker.call('failure', 'failure')).toBe(2)
    expect(breaker.state()).toBe('closed')
    expect(breaker.call('failure', 'success', 'success')).toBe(1)
    expect(breaker.state()).toBe('open')
    expect(breaker.retryAfterMs()).toBe(1000)
  })

  test('stays closed if there is a success between failures', () => {
    const breaker = breakerOf()
    for (let round = 0; round < 10; round += 1) {
      breaker.call('failure', 'unknown', 'failure', 'success')
    }
    expect([breaker.state(), breaker.retryAfterMs()]).toEqual(['closed', 0])
  })

  test('lets a single probe through after the cool-down, and closes when it succeeds', () => {
    const breaker = breakerOf()
    breaker.call('failure', 'failure', 'failure')
    vi.advanceTimersByTime(999)
    expect(breaker.enter()).toBeNull()
    vi.advanceTimersByTime(1)
    expect(breaker.state()).toBe('half_open')
    const probe = breaker.enter()
    expect(probe?.probe).toBe(true)
    expect(breaker.enter()).toBeNull()
    probe?.settle('success')
    expect(breaker.state()).toBe('closed')
    expect(breaker.enter()?.probe).toBe(false)
  })

  test('waits longer after each failed probe, up to the limit, and starts over after recovery', () => {
    const breaker = breakerOf()
    breaker.call('failure', 'failure', 'failure')
    for (const coolDown of [2000, 3000, 3000]) {
      vi.advanceTimersByTime(breaker.retryAfterMs())
      expect(breaker.call('failure')).toBe(1)
      expect([breaker.state(), breaker.retryAfterMs()]).toEqual(['open', coolDown])
    }
    vi.advanceTimersByTime(3000)
    breaker.call('success', 'failure', 'failure', 'failure')
    expect(breaker.retryAfterMs()).toBe(1000)
  })

  test('a probe whose visitor left makes room for the next one', () => {
    const breaker = breakerOf()
    breaker.call('failure', 'failure', 'failure')
    vi.advanceTimersByTime(1000)
    expect(breaker.call('unknown')).toBe(1)
    expect(breaker.state()).toBe('half_open')
    expect(breaker.call('success')).toBe(1)
    expect(breaker.state()).toBe('closed')
  })

  test('a call from before the opening neither closes it nor counts again', () => {
    const breaker = breakerOf()
    const late = [breaker.enter(), breaker.enter()]
    breaker.call('failure', 'failure', 'failure')
    late[0]?.settle('success')
    late[1]?.settle('failure')
    expect([breaker.state(), breaker.retryAfterMs()]).toEqual(['open', 1000])
  })

  test('counts only the first verdict of a call', () => {
    const breaker = breakerOf()
    const permit = breaker.enter()
    for (let times = 0; times < 5; times += 1) permit?.settle('failure')
    expect(breaker.state()).toBe('closed')
  })

  test('R14: doesn’t stay open when the clock is set back', () => {
    const breaker = breakerOf()
    breaker.call('failure', 'failure', 'failure')
    vi.setSystemTime(0)
    vi.advanceTimersByTime(1000)
    expect(breaker.state()).toBe('half_open')
  })
})
