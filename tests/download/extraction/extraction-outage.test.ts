// @module-tag process
import { describe, expect, test, vi } from 'vitest'
import { posts } from '#tests/fakes/extraction-service.ts'
import { reason, retryAfter, startService, startWorld } from './extraction-world.ts'

describe.concurrent('R7: a service that is down', () => {
  const breaker = { failures: 2, coolDownMs: 700, maxCoolDownMs: 5000 }

  test('is paused after look-ups fail with all retries, and used again once it’s back', async (context) => {
    const { service, extractor, lookupPost } = await startWorld(context, { breaker })
    const failing = [lookupPost('status500', 1), lookupPost('status531', 1)]
    expect((await Promise.all(failing)).map(reason)).toEqual(['http_status', 'http_status'])
    expect([service.requests.length, extractor.status().breaker]).toEqual([6, 'open'])

    const start = performance.now()
    const answers = await Promise.all([1, 2, 3, 4].map((serial) => lookupPost('video', serial)))
    expect(answers.map(reason)).toEqual(new Array(4).fill('breaker_open'))
    expect(answers.map(retryAfter)).toEqual(new Array(4).fill(1))
    expect(performance.now() - start).toBeLessThan(200)
    expect(service.requests).toHaveLength(6)

    await vi.waitFor(() => expect(extractor.status().breaker).toBe('half_open'), 2000)
    const failedProbe = await Promise.all([lookupPost('status500', 2), lookupPost('video', 5)])
    expect(failedProbe.map(reason)).toEqual(['http_status', 'breaker_open'])
    expect(service.requests).toHaveLength(7)

    await vi.waitFor(() => expect(extractor.status().breaker).toBe('half_open'), 3000)
    const probe = await Promise.all([lookupPost('video', 6), lookupPost('video', 7)])
    expect(probe.map(reason)).toEqual(['ok', 'breaker_open'])
    expect(extractor.status().breaker).toBe('closed')
    expect(reason(await lookupPost('video', 8))).toBe('ok')
  })

  test('keeps no one waiting for a request that can’t succeed', async (context) => {
    const { service, lookupPost } = await startWorld(context, {
      breaker: { ...breaker, failures: 1 },
      minIntervalMs: () => 2000,
    })
    const start = performance.now()
    const failing = lookupPost('tooBig')
    const waiting = [1, 2, 3, 4, 5].map((serial) => lookupPost('video', serial))
    expect(reason(await failing)).toBe('too_large')
    expect((await Promise.all(waiting)).map(reason)).toEqual(new Array(5).fill('breaker_open'))
    expect(performance.now() - start).toBeLessThan(1500)
    expect(service.requests).toHaveLength(1)
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
    await vi.waitFor(() => expect(service.requests).toHaveLength(5))
    visitor.abort()
    expect(reason(await left)).toBe('aborted')
    expect(extractor.status().breaker).toBe('closed')
    expect(reason(await lookupPost('video'))).toBe('ok')
  })

  test('is concluded from a timed-out look-up if the service had enough time', async (context) => {
    const { extractor, lookupPost } = await startWorld(context, {
      breaker: { ...breaker, failures: 1 },
      // The second one has 0.8 s left after its wait, and the third 1.6 s: half of 2 s is enough.
      timeoutMs: () => 2000,
      minIntervalMs: () => 1200,
    })
    const [, late] = await Promise.all([lookupPost('video'), lookupPost('hangBody')])
    expect([reason(late), extractor.status().breaker]).toEqual(['timeout', 'closed'])
    expect(reason(await lookupPost('hangHeaders'))).toBe('timeout')
    expect(extractor.status().breaker).toBe('open')
  })

  test('R5: leaves no connection behind', async (context) => {
    const { service, lookupPost } = await startWorld(context)
    expect(reason(await lookupPost('status500'))).toBe('http_status')
    await vi.waitFor(() => expect(service.openSockets()).toBe(0), 1000)
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
