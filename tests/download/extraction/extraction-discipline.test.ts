// @module-tag process
import { describe, expect, test, vi } from 'vitest'
import { createSingleFlight } from '#app/outbound/single-flight.ts'
import type { LookupResult } from '#app/posts/extracted-post.server.ts'
import { type Behaviour, fail, messages } from '#tests/fakes/extraction-answers.ts'
import { fakePost, posts } from '#tests/fakes/extraction-service.ts'
import { reason, refOf, retryAfter, startService, startWorld } from './extraction-world.ts'

function gapsOf(times: number[]): number[] {
  return times.slice(1).map((time, index) => time - (times[index] ?? 0))
}

describe.concurrent('pace', () => {
  test('requests start at most once per interval, so that the service refuses none', async (context) => {
    const { service, extractor, lookupPost } = await startWorld(context, {
      // Measured at the other end, which is late at times on a busy machine: hence some reserve.
      minIntervalMs: () => 1400,
      service: { rateLimit: true },
    })
    const lookups = [0, 1, 2].map((serial) => lookupPost('video', serial))
    expect(extractor.status().queued).toBe(2)
    expect((await Promise.all(lookups)).map(reason)).toEqual(['ok', 'ok', 'ok'])
    expect(service.requests).toHaveLength(3)
    for (const gap of gapsOf(service.requests.map(({ at }) => at)))
      expect(gap).toBeGreaterThan(1000)
  })

  test('a request that can’t start in time is refused at once', async (context) => {
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
  test('holds everyone back for at least 1.1 s, then the refused one goes first', async (context) => {
    const { service, lookupPost } = await startWorld(context, { minIntervalMs: () => 300 })
    const lookups = [lookupPost('perSecondOnce'), lookupPost('video'), lookupPost('hd')]
    expect((await Promise.all(lookups)).map(reason)).toEqual(['ok', 'ok', 'ok'])
    const asked = service.requests.map(({ url }) => new URL(url, service.origin).searchParams)
    const { perSecondOnce, video, hd } = posts
    expect(asked.map((search) => search.get('url'))).toEqual(
      [perSecondOnce, perSecondOnce, video, hd].map(({ url }) => url),
    )
    expect(gapsOf(service.requests.map(({ at }) => at))[0]).toBeGreaterThan(1050)
  })

  test('of several look-ups at once counts as one, and is forgotten after an answer', async (context) => {
    let timeoutMs = 15_000
    const { service, lookupPost } = await startWorld(context, { timeoutMs: () => timeoutMs })
    const serials = [1, 2]
    const bothAsked = Promise.withResolvers<void>()
    for (const serial of serials) {
      const refuse: Behaviour = async (lookup) => {
        if (service.requests.length === 2) bothAsked.resolve()
        await bothAsked.promise
        fail(lookup, messages.perSecond)
      }
      service.script(fakePost('parsingFailed', serial).postId, refuse, 'parsingFailed')
    }
    const start = performance.now()
    const results = await Promise.all(serials.map((serial) => lookupPost('parsingFailed', serial)))
    expect(results.map(reason)).toEqual(['not_found', 'not_found'])
    expect(performance.now() - start).toBeLessThan(2200)
    timeoutMs = 1000
    expect(retryAfter(await lookupPost('perSecondAlways'))).toBe(2)
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

test('R7: the first look-up of a new process would end the hold that a service has asked of others', async (context) => {
  let releases = 0
  const other = await startService(context)
  let endpoint = ''
  const { service, lookupPost } = await startWorld(context, {
    endpoint: () => endpoint,
    gate: {
      reserve: async () => 0,
      hold: async () => {},
      release: async () => {
        releases += 1
      },
    },
    trusted: [other.hostPort],
  })
  endpoint = service.endpoint
  expect(reason(await lookupPost('video'))).toBe('ok')
  expect(releases).toBe(0)
  endpoint = other.endpoint
  expect(reason(await lookupPost('video', 1))).toBe('ok')
  expect(releases).toBe(1)
})
