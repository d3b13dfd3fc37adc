// @module-tag module

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { failed, unavailable } from '#app/download/extraction/lookup-result.ts'
import { type BreakerOptions, withBreaker } from '#app/download/extraction/source-breaker.ts'
import type { PostRef } from '#app/download/platforms/link.ts'
import type { LookupResult, UnavailableCause } from '#app/posts/extracted-post.server.ts'
import fc from '#tests/support/cases.ts'
import { extracted } from '#tests/support/extracted-post.ts'

const known = ['7000000000000000001', '7000000000000000002']
const never = new AbortController().signal
const minute = 60_000

type Say = UnavailableCause | 'ok' | 'gone' | 'rate_limited'

function answerOf(say: Say): LookupResult {
  if (say === 'ok') return { ok: true, post: extracted('7300000000000000000') }
  if (say === 'rate_limited') return failed({ kind: 'rate_limited', retryAfterSeconds: 45 })
  return say === 'gone' ? failed({ kind: 'not_found', reason: 'gone' }) : unavailable(say)
}

/** A source that says of each post what it is told to, and of known posts what `ofKnown` is. */
function world(ofKnown: Say = 'ok', options: BreakerOptions = {}) {
  const state = { ofKnown, says: 'ok' as Say, known: 0, visitors: 0 }
  const source = withBreaker(
    {
      name: 'native',
      mode: 'live',
      async lookup(ref) {
        const isKnown = ref.kind === 'post' && known.includes(ref.postId)
        state[isKnown ? 'known' : 'visitors'] += 1
        return answerOf(isKnown ? state.ofKnown : state.says)
      },
      status: () => ({ breaker: 'closed', queued: 0, quotaLeft: null }),
    },
    { knownPosts: () => known, ...options },
  )
  const look = (say: Say, { post = 1, network = '192.0.2.1', short = false } = {}) => {
    state.says = say
    const ref: PostRef = short
      ? { kind: 'short', platform: 'tiktok', host: 'vm.tiktok.com', code: `Z${post}` }
      : {
          kind: 'post',
          platform: 'tiktok',
          postId: String(7300000000000000000n + BigInt(post)),
          user: null,
          media: 'video',
        }
    const asker = { isLow: () => false, networks: () => [network] }
    return source.lookup(ref, never, { asker })
  }
  return { state, source, look }
}

const failureOf = (result: LookupResult) => (result.ok ? 'ok' : result.failure)
const paused = (seconds: number, because: UnavailableCause) => ({
  kind: 'unavailable',
  cause: 'breaker_open',
  because,
  retryAfterSeconds: seconds,
})

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('R32: a source is never paused by visitors’ links while known posts work', () => {
  const say = fc.constantFrom<Say[]>(
    ...(['ok', 'gone', 'challenged', 'blocked', 'shape', 'connect', 'timeout'] as const),
    ...(['http_status', 'bad_answer', 'too_large', 'incomplete_answer', 'queue_full'] as const),
  )
  const asked = fc.record({
    say,
    post: fc.nat(40),
    network: fc.nat(9).map((n) => `192.0.2.${n}`),
    short: fc.boolean(),
    gapMs: fc.nat(90_000),
  })

  test('R32: whatever they paste, the next fresh post is asked for and found', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(asked, { maxLength: 40 }),
        fc.constantFrom<Say>('ok', 'gone'),
        async (all, ofKnown) => {
          const { look, source } = world(ofKnown)
          for (const { say: says, gapMs, ...options } of all) {
            await look(says, options)
            expect(source.status().breaker).toBe('closed')
            await vi.advanceTimersByTimeAsync(gapMs)
          }
          expect(failureOf(await look('ok', { post: 99 }))).toBe('ok')
        },
      ),
    )
  })

  test('R32: one network’s failing links pause nothing, even if known posts fail', async () => {
    const { look, source, state } = world('timeout')
    for (let post = 0; post < 30; post += 1) await look('timeout', { post, short: post % 2 === 0 })
    expect([source.status().breaker, state.known]).toEqual(['closed', 0])
  })

  test('R32: short links that are refused or lead nowhere don’t count as refusals', async () => {
    const { look, source, state } = world('blocked')
    for (const say of ['blocked', 'challenged', 'shape', 'shape', 'shape'] as const) {
      await look(say, { short: true, post: state.visitors })
    }
    expect([source.status().breaker, state.known]).toEqual(['closed', 0])
  })
})

describe('R32: a refusal', () => {
  test('R32: is confirmed with a known post, at most one a minute, and until then asks visitors to try again soon', async () => {
    const { look, state } = world()
    for (let post = 0; post < 20; post += 1) {
      expect(failureOf(await look('challenged', { post }))).toEqual({
        kind: 'unavailable',
        cause: 'challenged',
        retryAfterSeconds: 20,
      })
    }
    expect(state).toMatchObject({ known: 1, visitors: 20 })
    await vi.advanceTimersByTimeAsync(minute)
    await look('blocked')
    expect(state.known).toBe(2)
  })

  test('R32: that is confirmed pauses for a minute, and the look-ups that met it report the cause', async () => {
    const { look, state, source } = world('blocked')
    const both = await Promise.all([look('blocked', { post: 1 }), look('blocked', { post: 2 })])
    expect(both.map(failureOf)).toEqual([
      { ...paused(60, 'blocked'), met: 'blocked' },
      { ...paused(60, 'blocked'), met: 'blocked' },
    ])
    expect(state).toMatchObject({ known: 1, visitors: 2 })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(failureOf(await look('ok', { post: 3 }))).toEqual(paused(40, 'blocked'))
    expect(failureOf(await look('ok', { post: 4, short: true }))).toEqual(paused(40, 'blocked'))
    expect(state.visitors).toBe(2)
    expect(source.status()).toMatchObject({ breaker: 'open', pausedUntil: Date.now() + 40_000 })
  })

  test('R32: is tried again with known posts alone, after twice the time up to an hour', async () => {
    const { look, state, source } = world('challenged')
    await look('challenged')
    const waits: number[] = []
    for (let round = 0; round < 9; round += 1) {
      const { pausedUntil } = source.status()
      waits.push(((pausedUntil ?? 0) - Date.now()) / minute)
      await vi.advanceTimersByTimeAsync((pausedUntil ?? 0) - Date.now())
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
    expect(state).toMatchObject({ known: 10, visitors: 1 })
    state.ofKnown = 'gone'
    await vi.advanceTimersByTimeAsync(60 * minute)
    expect(source.status()).toMatchObject({ breaker: 'closed', pausedUntil: null })
    expect(failureOf(await look('ok'))).toBe('ok')
    state.ofKnown = 'blocked'
    expect(failureOf(await look('blocked'))).toMatchObject(paused(60, 'blocked'))
  })

  test('R32: that begins a pause sends away those who wait', async () => {
    const source = withBreaker({
      name: 'native',
      mode: 'live',
      async lookup(ref, signal) {
        if (ref.kind === 'post' && ref.postId.endsWith('9')) {
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
          return failed({ kind: 'aborted' })
        }
        return unavailable('blocked')
      },
      status: () => ({ breaker: 'closed', queued: 0, quotaLeft: null }),
    })
    const post = (postId: string) =>
      source.lookup({ kind: 'post', platform: 'tiktok', postId, user: null, media: 'video' }, never)
    const waiting = post('7300000000000000009')
    await post('7300000000000000001')
    expect(failureOf(await waiting)).toEqual(paused(60, 'blocked'))
  })

  test('R32: is over as soon as an operator’s test works', async () => {
    const { look, state, source } = world('blocked')
    await look('blocked')
    state.ofKnown = 'ok'
    const ref = {
      kind: 'post',
      platform: 'tiktok',
      postId: known[0] ?? '',
      user: null,
      media: 'video',
    } as const
    expect((await source.tryOut(ref, never)).ok).toBe(true)
    expect(source.status().breaker).toBe('closed')
  })
})

describe('R32: pages that can’t be read', () => {
  test('R32: count for three different posts, with a known post that fails', async () => {
    const { look, source, state } = world('shape')
    for (const post of [1, 1, 1, 2]) await look('shape', { post })
    expect([source.status().breaker, state.known]).toEqual(['closed', 0])
    expect(failureOf(await look('shape', { post: 3 }))).toMatchObject(paused(60, 'shape'))
  })
})

describe('R7: failures', () => {
  test('R7: of five posts asked for by three networks pause for ten seconds if a known post fails', async () => {
    const { look, source, state } = world('connect')
    for (let post = 0; post < 9; post += 1)
      await look('timeout', { post, network: `192.0.2.${post % 2}` })
    expect([source.status().breaker, state.known]).toEqual(['closed', 0])
    expect(failureOf(await look('timeout', { post: 9, network: '192.0.2.2' }))).toEqual({
      ...paused(10, 'connect'),
      met: 'timeout',
    })
    await vi.advanceTimersByTimeAsync(10_000 + 20_100)
    expect(state.known).toBe(3)
    state.ofKnown = 'ok'
    await vi.advanceTimersByTimeAsync(40_000)
    expect(source.status().breaker).toBe('closed')
  })

  test('R7: are forgotten after a post is found, and when a known post works', async () => {
    const { look, source, state } = world('connect')
    const fail = (post: number) => look('timeout', { post, network: `192.0.2.${post}` })
    for (const post of [1, 2, 3, 4]) await fail(post)
    await look('ok')
    for (const post of [1, 2, 3, 4]) await fail(post)
    state.ofKnown = 'gone'
    await fail(5)
    state.ofKnown = 'connect'
    await vi.advanceTimersByTimeAsync(minute)
    await fail(6)
    expect([source.status().breaker, state.known]).toEqual(['closed', 1])
  })
})

describe('R32: a rate limit', () => {
  test('R32: would be met again and again, although a known post met it too', async () => {
    const { look, source } = world('rate_limited', { countsLimits: true, refusedMs: 10 * minute })
    expect(failureOf(await look('rate_limited'))).toMatchObject(paused(600, 'blocked'))
    expect(source.status().breaker).toBe('open')
  })

  test('R32: would stop the platform because of one link', async () => {
    const { look, source, state } = world('ok', { countsLimits: true })
    const limited = { kind: 'rate_limited', retryAfterSeconds: 45 }
    expect(failureOf(await look('rate_limited'))).toEqual(limited)
    expect([source.status().breaker, state.known]).toEqual(['closed', 1])
  })

  test('R32: would pause a service that waits by itself', async () => {
    const { look, source, state } = world('rate_limited')
    await look('rate_limited')
    expect([source.status().breaker, state.known]).toEqual(['closed', 0])
  })
})
