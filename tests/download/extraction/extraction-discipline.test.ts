// @module-tag module
import { describe, expect, test, vi } from 'vitest'
import { createSingleFlight } from '#app/outbound/single-flight.ts'
import type { Extractor, LookupResult } from '#app/posts/extracted-post.server.ts'
import { type Behaviour, fail, messages, succeed } from '#tests/fakes/extraction-answers.ts'
import { fakePost, posts } from '#tests/fakes/extraction-service.ts'
import { holdClock } from '#tests/support/held-clock.ts'
import { reason, refOf, retryAfter, startService, startWorld } from './extraction-world.ts'

/** Waits until so many look-ups are queued, and moves the clock on until the next of them start. */
async function startsAfter(
  { status }: Extractor,
  queued: number,
  leastMs: number,
  mostMs = leastMs,
): Promise<void> {
  const left = () => status().queued
  // A poll moves a held clock on by its interval.
  await expect.poll(left, { interval: 0 }).toBe(queued)
  vi.advanceTimersByTime(leastMs - 1)
  expect(left()).toBe(queued)
  vi.advanceTimersByTime(mostMs - leastMs + 1)
  expect(left()).toBeLessThan(queued)
}

/** A refusal's least wait, and up to a quarter more. */
const firstRefusal = [1100, 1375] as const
const secondRefusal = [2200, 2750] as const

describe('pace', () => {
  test('requests start at most once per interval, so that the service refuses none', async (context) => {
    holdClock()
    const { service, extractor, lookupPost } = await startWorld(context, {
      minIntervalMs: () => 1000,
      service: { rateLimit: true },
    })
    const lookups = [0, 1, 2].map((serial) => lookupPost('video', serial))
    expect(extractor.status().queued).toBe(2)
    expect(await lookups[0]?.then(reason)).toBe('ok')
    await startsAfter(extractor, 2, 1000)
    expect(await lookups[1]?.then(reason)).toBe('ok')
    await startsAfter(extractor, 1, 1000)
    expect(await lookups[2]?.then(reason)).toBe('ok')
    expect(service.requests).toHaveLength(3)
  })

  test('a request that can’t start in time is refused at once', async (context) => {
    holdClock()
    const { service, lookupPost } = await startWorld(context, {
      minIntervalMs: () => 1000,
      timeoutMs: () => 2500,
      queueLimit: 200,
    })
    const lookups = Array.from({ length: 50 }, (_, serial) => lookupPost('video', serial))
    for (const refused of await Promise.all(lookups.slice(3))) {
      expect([reason(refused), retryAfter(refused)]).toEqual(['queue_full', 3])
    }
    for (const lookup of lookups.slice(0, 3)) {
      expect(reason(await lookup)).toBe('ok')
      vi.advanceTimersByTime(1000)
    }
    expect(service.requests).toHaveLength(3)
  })
})

describe('a queue', () => {
  test('the queue has a limit, and a visitor who leaves it costs no request', async (context) => {
    holdClock()
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
    expect(reason(await first)).toBe('ok')
    await startsAfter(extractor, 1, 300)
    expect(reason(await third)).toBe('ok')
    expect(service.requests).toHaveLength(2)
  })

  test('R1: 1,000 look-ups of one post make one request', async (context) => {
    const { service, extractor } = await startWorld(context)
    const flights = createSingleFlight<string, LookupResult>()
    const ref = refOf(posts.video.url)
    const hasLeft = Promise.withResolvers<void>()
    service.script(posts.video.postId, async (lookup) => {
      await hasLeft.promise
      succeed(lookup, { play: '/a.mp4' })
    })
    const stays = new AbortController().signal
    const leaves = new AbortController()
    const ask = (signal: AbortSignal) =>
      flights.run(posts.video.postId, (shared) => extractor.lookup(ref, shared), signal)
    const left = Array.from({ length: 100 }, () => ask(leaves.signal).catch(() => 'left'))
    const stayed = Array.from({ length: 900 }, () => ask(stays))
    await context.expect.poll(() => service.requests.length).toBe(1)
    leaves.abort()
    expect(new Set(await Promise.all(left))).toEqual(new Set(['left']))
    hasLeft.resolve()
    expect((await Promise.all(stayed)).every(({ ok }) => ok)).toBe(true)
    expect(service.requests).toHaveLength(1)
  })
})

describe('a refusal for speed', () => {
  test('holds everyone back for at least 1.1 s, then the refused one goes first', async (context) => {
    holdClock()
    const { service, extractor, lookupPost } = await startWorld(context, {
      minIntervalMs: () => 300,
    })
    const lookups = [lookupPost('perSecondOnce'), lookupPost('video'), lookupPost('hd')]
    await startsAfter(extractor, 3, ...firstRefusal)
    expect(await lookups[0]?.then(reason)).toBe('ok')
    vi.advanceTimersByTime(300)
    expect(await lookups[1]?.then(reason)).toBe('ok')
    vi.advanceTimersByTime(300)
    expect(await lookups[2]?.then(reason)).toBe('ok')
    const asked = service.requests.map(({ url }) => new URL(url, service.origin).searchParams)
    const { perSecondOnce, video, hd } = posts
    expect(asked.map((search) => search.get('url'))).toEqual(
      [perSecondOnce, perSecondOnce, video, hd].map(({ url }) => url),
    )
  })

  test('of several look-ups at once counts as one, and is forgotten after an answer', async (context) => {
    holdClock()
    let timeoutMs = 15_000
    const { service, extractor, lookupPost } = await startWorld(context, {
      timeoutMs: () => timeoutMs,
    })
    const serials = [1, 2]
    const bothAsked = Promise.withResolvers<void>()
    for (const serial of serials) {
      const refuse: Behaviour = async (lookup) => {
        if (service.requests.length === 2) {
          vi.advanceTimersByTime(1)
          bothAsked.resolve()
        }
        await bothAsked.promise
        fail(lookup, messages.perSecond)
      }
      service.script(fakePost('parsingFailed', serial).postId, refuse, 'parsingFailed')
    }
    const lookups = serials.map((serial) => lookupPost('parsingFailed', serial))
    vi.advanceTimersByTime(10)
    await startsAfter(extractor, 2, ...firstRefusal)
    vi.advanceTimersByTime(10)
    expect((await Promise.all(lookups)).map(reason)).toEqual(['not_found', 'not_found'])
    timeoutMs = 1000
    vi.advanceTimersByTime(10)
    expect(retryAfter(await lookupPost('perSecondAlways'))).toBe(2)
  })

  test('waits longer each time, ends in time, and is not the fault of the service', async (context) => {
    holdClock()
    let timeoutMs = 5000
    const { service, extractor, lookupPost } = await startWorld(context, {
      timeoutMs: () => timeoutMs,
      breaker: { failures: 1, coolDownMs: 60_000, maxCoolDownMs: 60_000 },
    })
    const refused = lookupPost('perSecondAlways')
    await startsAfter(extractor, 1, ...firstRefusal)
    await startsAfter(extractor, 1, ...secondRefusal)
    // A third wait would end too late, so it isn't begun.
    const result = await refused
    expect(reason(result)).toBe('rate_limited')
    expect(retryAfter(result)).toBeGreaterThanOrEqual(5)
    expect(service.requests).toHaveLength(3)
    expect(extractor.status().breaker).toBe('closed')
    // The next visitor is not made to wait for what cannot come in time.
    timeoutMs = 2000
    expect(reason(await lookupPost('video'))).toBe('rate_limited')
    expect(service.requests).toHaveLength(3)
  })

  test('by status 429 waits for as long as it asks for', async (context) => {
    holdClock()
    const { extractor, lookupPost } = await startWorld(context)
    const lookup = lookupPost('status429Once')
    await startsAfter(extractor, 1, ...firstRefusal)
    expect(reason(await lookup)).toBe('ok')
  })
})

describe('a refusal for the day', () => {
  test('is not asked again, and stops all look-ups until the quota is new', async (context) => {
    holdClock()
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

  test('is over at the time the service named', async (context) => {
    holdClock()
    const { service, lookupPost } = await startWorld(context, { minIntervalMs: () => 0 })
    service.script(posts.dailyLimit.postId, ({ call }) => {
      const body = '{"code":-1,"msg":"Free Api Limit: 10000 request/ 1 day."}'
      call.res.writeHead(200, { 'X-Limit-Request-Reset': '1' }).end(body)
    })
    expect(retryAfter(await lookupPost('dailyLimit'))).toBe(1)
    vi.advanceTimersByTime(999)
    expect(reason(await lookupPost('video'))).toBe('daily_limit')
    vi.advanceTimersByTime(1)
    expect(reason(await lookupPost('video'))).toBe('ok')
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
