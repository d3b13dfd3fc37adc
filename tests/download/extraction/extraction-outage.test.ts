// @module-tag module
import './quick-retries.ts'

import { describe, expect, test, vi } from 'vitest'
import { posts } from '#tests/fakes/extraction-service.ts'
import { holdClock } from '#tests/support/held-clock.ts'
import { reason, startService, startWorld } from './extraction-world.ts'

describe('R7: a service that is down', () => {
  const breaker = { failures: 2, coolDownMs: 700, maxCoolDownMs: 5000 }

  test('is asked once per look-up after failures with all retries, until it’s back', async (context) => {
    holdClock()
    const noPace = { minIntervalMs: () => 0 }
    const { service, extractor, lookupPost } = await startWorld(context, { breaker, ...noPace })
    const failing = [lookupPost('status500', 1), lookupPost('status531', 1)]
    expect((await Promise.all(failing)).map(reason)).toEqual(['http_status', 'http_status'])
    expect([service.requests.length, extractor.status().breaker]).toEqual([6, 'open'])
    expect(reason(await lookupPost('status500', 2))).toBe('http_status')
    expect(service.requests).toHaveLength(7)
    vi.advanceTimersByTime(699)
    expect(extractor.status().breaker).toBe('open')
    vi.advanceTimersByTime(1)
    expect(extractor.status().breaker).toBe('half_open')
    expect(reason(await lookupPost('video', 6))).toBe('ok')
    expect(extractor.status().breaker).toBe('closed')
  })

  test('R32: that fails for some links finds the posts that others wait for', async (context) => {
    const { lookupPost } = await startWorld(context, { breaker: { ...breaker, failures: 1 } })
    const failing = lookupPost('tooBig')
    const waiting = [1, 2, 3].map((serial) => lookupPost('video', serial))
    expect(reason(await failing)).toBe('too_large')
    expect((await Promise.all(waiting)).map(reason)).toEqual(['ok', 'ok', 'ok'])
    expect(reason(await lookupPost('video', 4))).toBe('ok')
  })

  test('isn’t concluded from bad links or visitors who leave', async (context) => {
    const { service, extractor, lookup, lookupPost } = await startWorld(context, {
      breaker: { ...breaker, failures: 1 },
    })
    for (const name of ['parsingFailed', 'unknownFailure', 'noPlay', 'noData'] as const) {
      await lookupPost(name)
    }
    const visitor = new AbortController()
    const left = lookup(posts.hangHeaders.url, visitor.signal)
    await context.expect.poll(() => service.requests.length).toBe(5)
    visitor.abort()
    expect(reason(await left)).toBe('aborted')
    expect(extractor.status().breaker).toBe('closed')
    expect(reason(await lookupPost('video'))).toBe('ok')
  })

  test('is concluded from a timed-out look-up if the service had enough time', async (context) => {
    holdClock()
    const { service, extractor, lookupPost } = await startWorld(context, {
      breaker: { ...breaker, failures: 1 },
      // The second one has 2.4 s left after its wait, and the third 4.8 s: half of 6 s is enough.
      timeoutMs: () => 6000,
      minIntervalMs: () => 3600,
    })
    const asked = (times: number) =>
      expect.poll(() => service.requests.length, { interval: 0 }).toBe(times)
    const [first, second] = [lookupPost('video'), lookupPost('hangBody')]
    expect(reason(await first)).toBe('ok')
    vi.advanceTimersByTime(3600)
    await asked(2)
    vi.advanceTimersByTime(2400)
    expect([reason(await second), extractor.status().breaker]).toEqual(['timeout', 'closed'])
    const third = lookupPost('hangHeaders')
    vi.advanceTimersByTime(1200)
    await asked(3)
    vi.advanceTimersByTime(4800)
    expect(reason(await third)).toBe('timeout')
    expect(extractor.status().breaker).toBe('open')
  })

  test('R5: leaves no connection behind', async (context) => {
    // No connection is closed for being idle.
    holdClock()
    const { service, lookupPost } = await startWorld(context, { minIntervalMs: () => 0 })
    expect(reason(await lookupPost('status500'))).toBe('http_status')
    await expect.poll(() => service.openSockets(), { interval: 0 }).toBe(0)
  })

  test('doesn’t count against the service that replaces it', async (context) => {
    const other = await startService(context)
    let endpoint: string | null = null
    const { service, extractor, lookupPost } = await startWorld(context, {
      breaker: { ...breaker, failures: 1 },
      endpoint: () => endpoint,
      trusted: [other.hostPort],
    })
    endpoint = service.endpoint
    await lookupPost('tooBig')
    expect(extractor.status().breaker).toBe('open')
    endpoint = other.endpoint
    expect(extractor.status().breaker).toBe('closed')
    expect(reason(await lookupPost('video'))).toBe('ok')
  })
})

describe.concurrent('a second endpoint', () => {
  test.for([
    ['service.test', 'www.service.test'],
    ['www.service.test', 'service.test'],
  ])('is the same host with or without www: %s, %s', async ([down, up], context) => {
    const service = await startService(context)
    const { port } = new URL(service.origin)
    const { lookup, extractor } = await startWorld(context, {
      endpoint: () => `http://${down}:${port}/api/`,
      trusted: [`${down}:${port}`, `${up}:${port}`],
      resolve: async (hostname) => {
        if (hostname !== up) throw new Error(`no address for ${hostname}`)
        return [{ address: '127.0.0.1', family: 4 }]
      },
      breaker: { failures: 1, coolDownMs: 60_000, maxCoolDownMs: 60_000 },
    })
    expect(reason(await lookup(posts.video.url))).toBe('ok')
    expect(extractor.status().breaker).toBe('open')
    expect(reason(await lookup(posts.dailyLimit.url))).toBe('daily_limit')
    expect(reason(await lookup(posts.hd.url))).toBe('daily_limit')
    expect(service.requests.map(({ headers }) => headers.host)).toEqual([
      `${up}:${port}`,
      `${up}:${port}`,
    ])
  })

  test('answers if the first one fails, and on its own while the first is paused', async (context) => {
    const spare = await startService(context)
    const { service, lookupPost } = await startWorld(context, {
      breaker: { failures: 1, coolDownMs: 60_000, maxCoolDownMs: 60_000 },
      fallbackEndpoint: () => spare.endpoint,
      trusted: [spare.hostPort],
    })
    service.script(posts.video.postId, 'status500')
    expect(reason(await lookupPost('video'))).toBe('ok')
    expect([service.requests.length, spare.requests.length]).toEqual([1, 1])
    expect(reason(await lookupPost('video', 1))).toBe('ok')
    expect([service.requests.length, spare.requests.length]).toEqual([1, 2])
  })

  test('is asked when the first one’s quota is used up, and no quota is mentioned when both are', async (context) => {
    const spare = await startService(context)
    const { service, lookupPost } = await startWorld(context, {
      fallbackEndpoint: () => spare.endpoint,
      trusted: [spare.hostPort],
    })
    spare.script(posts.dailyLimit.postId, 'video')
    expect(reason(await lookupPost('dailyLimit'))).toBe('ok')
    expect(reason(await lookupPost('video'))).toBe('ok')
    expect([service.requests.length, spare.requests.length]).toEqual([1, 2])
    spare.script(posts.dailyLimit.postId)
    expect(reason(await lookupPost('dailyLimit'))).toBe('daily_limit')
  })
})
