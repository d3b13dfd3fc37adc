import { describe, expect, test, vi } from 'vitest'
import type { LookupResult } from '#app/services/extractor.server.ts'
import { createSingleFlight } from '#app/services/single-flight.ts'
import { fakePost, posts } from '#tests/fakes/extraction-service.ts'
import { reason, refOf, retryAfter, startService, startWorld } from './extraction-world.ts'

function gapsOf(times: number[]): number[] {
  return times.slice(1).map((time, index) => time - (times[index] ?? 0))
}

describe.concurrent('pace', () => {
  test('requests start at most once per interval, so that the service refuses none', async (context) => {
    const { service, extractor, lookupPost } = await startWorld(context, {
      minIntervalMs: () => 1100,
      service: { rateLimit: true },
    })
    const lookups = [0, 1, 2, 3].map((serial) => lookupPost('video', serial))
    expect(extractor.status().queued).toBe(3)
    expect((await Promise.all(lookups)).map(reason)).toEqual(['ok', 'ok', 'ok', 'ok'])
    expect(service.requests).toHaveLength(4)
    // Measured at the other end, where the way there takes a little more or less each time.
    for (const gap of gapsOf(service.requests.map(({ at }) => at)))
      expect(gap).toBeGreaterThan(1000)
  })

  test('who cannot have a turn in time is told so at once', async (context) => {
    const { service, lookupPost } = await startWorld(context, {
      minIntervalMs: () => 1000,
      timeoutMs: () => 2500,
      queueLimit: 200,
    })
    const start = performance.now()
    const lookups = Array.from({ length: 50 }, async (_, serial) => {
      const result = await lookupPost('video', serial)
      return { result, after: performance.now() - start }
    })
    const answers = await Promise.all(lookups)
    const refused = answers.filter(({ result }) => !result.ok)
    expect(refused).toHaveLength(47)
    for (const { result, after } of refused) {
      expect([reason(result), retryAfter(result)]).toEqual(['queue_full', 3])
      expect(after).toBeLessThan(500)
    }
    expect(service.requests).toHaveLength(3)
  })

  test('the queue has a limit, and a visitor who leaves it costs no request', async (context) => {
    const { service, extractor, lookup, lookupPost } = await startWorld(context, {
      minIntervalMs: () => 300,
      queueLimit: 2,
    })
    const visitor = new AbortController()
    const [first, leaving, third, refused] = [
      lookupPost('video', 1),
      lookup(fakePost('video', 2).url, visitor.signal),
      lookupPost('video', 3),
      lookupPost('video', 4),
    ]
    expect(reason(await refused)).toBe('queue_full')
    visitor.abort()
    expect(reason(await leaving)).toBe('aborted')
    expect(extractor.status().queued).toBe(1)
    expect([reason(await first), reason(await third)]).toEqual(['ok', 'ok'])
    expect(service.requests).toHaveLength(2)
  })

  test('R1: 1,000 look-ups of one post make one request', async (context) => {
    const { service, extractor } = await startWorld(context)
    const flights = createSingleFlight<string, LookupResult>()
    const ref = refOf(posts.slow.url)
    const stays = new AbortController().signal
    const leaves = new AbortController()
    const ask = (signal: AbortSignal) =>
      flights.run(posts.slow.postId, (shared) => extractor.lookup(ref, shared), signal)
    const left = Array.from({ length: 100 }, () => ask(leaves.signal).catch(() => 'left'))
    const stayed = Array.from({ length: 900 }, () => ask(stays))
    await vi.waitFor(() => expect(service.requests).toHaveLength(1))
    leaves.abort()
    expect(new Set(await Promise.all(left))).toEqual(new Set(['left']))
    expect((await Promise.all(stayed)).every(({ ok }) => ok)).toBe(true)
    expect(service.requests).toHaveLength(1)
  })
})

describe.concurrent('a refusal for speed', () => {
  test('holds everybody back for at least 1.1 s, and nobody notices', async (context) => {
    const { service, lookupPost } = await startWorld(context)
    const lookups = [lookupPost('perSecondOnce'), lookupPost('slow')]
    expect((await Promise.all(lookups)).map(reason)).toEqual(['ok', 'ok'])
    const later = service.requests.slice(2)
    expect(later).toHaveLength(1)
    expect(gapsOf(service.requests.map(({ at }) => at)).at(-1)).toBeGreaterThan(1050)
  })

  test('waits longer each time, ends in time, and is not the fault of the service', async (context) => {
    let timeoutMs = 5000
    const { service, extractor, lookupPost } = await startWorld(context, {
      timeoutMs: () => timeoutMs,
      breaker: { failures: 1, coolDownMs: 60_000, maxCoolDownMs: 60_000 },
    })
    const start = performance.now()
    const result = await lookupPost('perSecondAlways')
    expect(reason(result)).toBe('rate_limited')
    expect(retryAfter(result)).toBeGreaterThanOrEqual(5)
    expect(performance.now() - start).toBeLessThan(5000)
    const gaps = gapsOf(service.requests.map(({ at }) => at))
    expect(gaps).toHaveLength(2)
    expect(gaps[0]).toBeGreaterThan(1050)
    expect(gaps[1]).toBeGreaterThan(2150)
    expect(extractor.status().breaker).toBe('closed')
    // The next visitor is not made to wait for what cannot come in time.
    timeoutMs = 2000
    const asked = performance.now()
    expect(reason(await lookupPost('video'))).toBe('rate_limited')
    expect(performance.now() - asked).toBeLessThan(500)
    expect(service.requests).toHaveLength(3)
  })

  test('by status 429 waits for as long as it says', async (context) => {
    const { service, lookupPost } = await startWorld(context)
    expect(reason(await lookupPost('status429Once'))).toBe('ok')
    expect(gapsOf(service.requests.map(({ at }) => at))[0]).toBeGreaterThan(1050)
  })
})

describe.concurrent('a refusal for the day', () => {
  test('is not asked again, and stops all look-ups until the quota is new', async (context) => {
    const { service, lookupPost } = await startWorld(context, { minIntervalMs: () => 300 })
    const waiting = [lookupPost('dailyLimit'), lookupPost('video', 1), lookupPost('video', 2)]
    for (const result of await Promise.all(waiting)) {
      expect(result).toEqual({
        ok: false,
        failure: { kind: 'daily_limit', retryAfterSeconds: 3600 },
      })
    }
    expect(reason(await lookupPost('video', 3))).toBe('daily_limit')
    expect(service.requests).toHaveLength(1)
  })

  test('is over when the service said so', async (context) => {
    const { service, lookupPost } = await startWorld(context)
    service.script(posts.dailyLimit.postId, ({ call }) => {
      const body = '{"code":-1,"msg":"Free Api Limit: 10000 request/ 1 day."}'
      call.res.writeHead(200, { 'X-Limit-Request-Reset': '1' }).end(body)
    })
    expect(retryAfter(await lookupPost('dailyLimit'))).toBe(1)
    expect(reason(await lookupPost('video'))).toBe('daily_limit')
    await vi.waitFor(async () => expect(reason(await lookupPost('video'))).toBe('ok'), 3000)
    expect(service.requests).toHaveLength(2)
  })

  test('is believed with a status of its own as well', async (context) => {
    const { service, lookupPost } = await startWorld(context)
    service.script(posts.video.postId, ({ call }) => {
      const body = '{"code":-1,"msg":"Free Api Limit: 10000 request/ 1 day."}'
      call.res.writeHead(429, { 'Content-Type': 'application/json' }).end(body)
    })
    expect(reason(await lookupPost('video'))).toBe('daily_limit')
    expect(service.requests).toHaveLength(1)
  })
})

describe.concurrent('R7: a service that is down', () => {
  const breaker = { failures: 2, coolDownMs: 700, maxCoolDownMs: 5000 }

  test('is left alone after look-ups failed with all their retries, and found again', async (context) => {
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

  test('keeps nobody waiting for a turn that would be in vain', async (context) => {
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

  test('is not what bad links or leaving visitors make of it', async (context) => {
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

  test('does not count against the one that the operator puts in its place', async (context) => {
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

  test('answers where the first one fails, and alone while the first is left alone', async (context) => {
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

  test('is asked when the quota of the first is used up, and no word of it when both are', async (context) => {
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
