// @module-tag module
import { once } from 'node:events'
import { describe, expect, test, vi } from 'vitest'
import { createChain, type SourceAnswer } from '#app/download/extraction/extraction-chain.ts'
import { withBreaker } from '#app/download/extraction/source-breaker.ts'
import type { PostRef } from '#app/download/platforms/link.ts'
import type { SourceName } from '#app/environment/source-names.ts'
import type {
  ExtractedPost,
  Extractor,
  LookupFailure,
  LookupResult,
  NotFoundReason,
  UnavailableCause,
} from '#app/posts/extracted-post.server.ts'
import { holdClock } from '#tests/support/held-clock.ts'

const post: ExtractedPost = {
  source: 'service',
  platform: 'tiktok',
  fetchedAt: new Date(0),
  postId: '7345678900000000001',
  title: '',
  author: { handle: null, name: null },
  cover: null,
  video: null,
  hd: null,
  sound: null,
  images: [],
  captions: [],
  durationSeconds: null,
  isSilent: false,
  moreVideos: [],
  isSensitive: false,
  region: null,
  postedAt: null,
  counts: { plays: null, likes: null, comments: null, shares: null },
  expiresAt: null,
  session: null,
}
const found: LookupResult = { ok: true, post }
const ref: PostRef = {
  kind: 'post',
  platform: 'tiktok',
  postId: post.postId,
  user: null,
  media: 'video',
}

const notFound = (reason: NotFoundReason): LookupResult => ({
  ok: false,
  failure: { kind: 'not_found', reason },
})
const fault = (cause: UnavailableCause): LookupResult => ({
  ok: false,
  failure: { kind: 'unavailable', cause, retryAfterSeconds: null },
})

type Fake = Extractor & { asked: number; limits: (number | undefined)[] }

function fake(
  name: SourceName,
  answer: LookupResult | ((signal: AbortSignal) => Promise<LookupResult>),
): Fake {
  return {
    name,
    mode: 'live',
    asked: 0,
    limits: [],
    async lookup(_, signal, terms) {
      this.asked += 1
      this.limits.push(terms?.withinMs)
      return typeof answer === 'function' ? answer(signal) : answer
    },
    status: () => ({ breaker: 'closed', queued: 0, quotaLeft: null }),
  }
}

const limits: Record<string, number> = { native: 12_000, service: 15_000, ytdlp: 25_000 }

function chainOf(
  fakes: readonly Extractor[],
  { timeoutMs = 30_000, isBlocked = async () => false } = {},
) {
  const answers: SourceAnswer[] = []
  const chain = createChain({
    sources: () => fakes.map((extractor) => ({ extractor, limitMs: limits[extractor.name] ?? 0 })),
    timeoutMs: () => timeoutMs,
    isBlocked,
    onAnswer: (answer) => answers.push(answer),
  })
  const lookup = (signal = new AbortController().signal) => chain.lookup(ref, signal)
  return { chain, lookup, answers }
}

const three = (...answers: Parameters<typeof fake>[1][]): [Fake, Fake, Fake] => {
  const [native = found, service = found, ytdlp = found] = answers
  return [fake('native', native), fake('service', service), fake('ytdlp', ytdlp)]
}
const asked = (fakes: readonly Fake[]) => fakes.map((one) => one.asked)

describe('R30: a chain of sources', () => {
  test.each<[string, LookupResult]>([
    ['a connection fault', fault('connect')],
    ['a challenge', fault('challenged')],
    ['a refusal of this server', fault('blocked')],
    ['a changed page', fault('shape')],
    ['a used-up quota', { ok: false, failure: { kind: 'daily_limit', retryAfterSeconds: 60 } }],
    ['a rate limit', { ok: false, failure: { kind: 'rate_limited', retryAfterSeconds: 2 } }],
  ])('R30: %s goes on to the next source', async (_, answer) => {
    const fakes = three(answer, found)
    expect(await chainOf(fakes).lookup()).toEqual(found)
    expect(asked(fakes)).toEqual([1, 1, 0])
  })

  test.each<NotFoundReason>(['private', 'age', 'restricted', 'unsupported'])(
    'R30: %s is final, so no other source is asked to get round it',
    async (reason) => {
      const fakes = three(notFound(reason), found)
      expect(await chainOf(fakes).lookup()).toEqual(notFound(reason))
      expect(asked(fakes)).toEqual([1, 0, 0])
    },
  )

  test.each<NotFoundReason>(['gone', 'region'])(
    'R30: %s is contradicted by one more source at most',
    async (reason) => {
      const contradicted = three(notFound(reason), found)
      expect(await chainOf(contradicted).lookup()).toEqual(found)
      const confirmed = three(notFound(reason), notFound('unknown'), found)
      expect(await chainOf(confirmed).lookup()).toEqual(notFound(reason))
      expect(asked(confirmed)).toEqual([1, 1, 0])
      const faulty = three(notFound(reason), fault('connect'), found)
      expect(await chainOf(faulty).lookup()).toEqual(notFound(reason))
      expect(asked(faulty)).toEqual([1, 1, 0])
      const notAsked = three(notFound(reason), fault('breaker_open'), found)
      expect(await chainOf(notAsked).lookup()).toEqual(found)
    },
  )

  test('R30: the most specific verdict wins, in any order', async () => {
    const verdict = async (...answers: LookupResult[]) => {
      const result = await chainOf(three(...answers)).lookup()
      return result.ok ? 'ok' : failureName(result.failure)
    }
    expect(await verdict(notFound('gone'), notFound('private'))).toBe('private')
    expect(await verdict(notFound('region'), notFound('gone'))).toBe('region')
    expect(await verdict(fault('connect'), notFound('gone'), fault('timeout'))).toBe('gone')
    expect(await verdict(fault('connect'), fault('blocked'), fault('timeout'))).toBe('blocked')
    expect(await verdict(fault('shape'), fault('connect'), fault('breaker_open'))).toBe('shape')
    expect(await verdict(fault('breaker_open'), fault('timeout'), fault('connect'))).toBe('timeout')
  })

  test('R30: all sources share one time budget, and each leaves time to the next', async () => {
    holdClock()
    const hang = async (signal: AbortSignal): Promise<LookupResult> => {
      await once(signal, 'abort')
      return { ok: false, failure: { kind: 'aborted' } }
    }
    const long = three(fault('connect'), fault('connect'), fault('connect'))
    await chainOf(long).lookup()
    const [native, service, ytdlp] = long.map((one) => one.limits[0] ?? 0)
    expect(native).toBe(12_000)
    expect(service).toBe(15_000)
    expect(ytdlp).toBe(25_000)
    const short = [fake('native', hang), fake('service', found)]
    const answer = chainOf(short, { timeoutMs: 4000 }).lookup()
    // A tenth more, for what the source has to clear away.
    await vi.advanceTimersByTimeAsync(2200)
    expect(await answer).toEqual(found)
    expect(short.map((one) => one.limits[0] ?? 0)).toEqual([2000, 1800])
    const left = three(hang, hang, hang)
    const late = chainOf(left, { timeoutMs: 400 }).lookup()
    await vi.advanceTimersByTimeAsync(400)
    expect(await late).toEqual(fault('timeout'))
    expect(left[0].limits[0]).toBe(200)
    const alone = fake('service', found)
    await chainOf([alone], { timeoutMs: 40_000 }).lookup()
    expect(alone.limits[0]).toBe(40_000)
  })

  test('R30: a visitor who leaves ends the look-up, and no further source is asked', async () => {
    const visitor = new AbortController()
    const leaving = async (): Promise<LookupResult> => {
      visitor.abort()
      return fault('connect')
    }
    const fakes = three(leaving, found)
    const { lookup, answers } = chainOf(fakes)
    expect(await lookup(visitor.signal)).toEqual({ ok: false, failure: { kind: 'aborted' } })
    expect(asked(fakes)).toEqual([1, 0, 0])
    expect(answers).toEqual([])
  })

  test('R30: a post taken down meanwhile is not asked for at the next source', async () => {
    const fakes = three(fault('connect'), found)
    const { lookup } = chainOf(fakes, { isBlocked: async () => true })
    expect(await lookup()).toEqual({ ok: false, failure: { kind: 'aborted' } })
    expect(asked(fakes)).toEqual([1, 0, 0])
  })

  test('R30: each source has a breaker of its own, and reports what it is paused for', async () => {
    const native = fake('native', fault('challenged'))
    const service = fake('service', found)
    const guarded = withBreaker(native)
    const { chain, lookup } = chainOf([guarded, service])
    for (let n = 0; n < 3; n += 1) expect(await lookup()).toEqual(found)
    // The post and one that is known to work.
    expect(asked([native, service])).toEqual([2, 3])
    expect(guarded.status().breaker).toBe('open')
    expect(chain.status().breaker).toBe('closed')
    expect(await guarded.lookup(ref, new AbortController().signal)).toMatchObject({
      failure: { cause: 'breaker_open', because: 'challenged', retryAfterSeconds: 60 },
    })
    expect(chain.status().pausedUntil).toBeNull()
    const alone = chainOf([guarded]).chain.status()
    expect(alone).toMatchObject({ breaker: 'open', pausedUntil: guarded.status().pausedUntil })
  })

  test('R32: a pause is reported only when all sources are paused, with the earliest end', async () => {
    const pause = (retryAfterSeconds: number): LookupResult => ({
      ok: false,
      failure: {
        kind: 'unavailable',
        cause: 'breaker_open',
        because: 'blocked',
        retryAfterSeconds,
      },
    })
    const verdict = (...answers: LookupResult[]) => chainOf(three(...answers)).lookup()
    expect(await verdict(pause(300), pause(40), pause(60))).toEqual(pause(40))
    expect(await verdict(pause(300), fault('timeout'), pause(60))).toEqual(fault('timeout'))
    expect(await verdict(pause(300), fault('not_configured'), pause(600))).toEqual(pause(300))
  })

  test('a source that can’t handle a link is skipped', async () => {
    const fakes = three(fault('connect'), found)
    const chain = createChain({
      sources: () =>
        fakes.map((extractor) => ({
          extractor,
          limitMs: 1000,
          supports: () => extractor.name !== 'service',
        })),
      timeoutMs: () => 5000,
      isBlocked: async () => false,
      onAnswer: () => {},
    })
    expect(await chain.lookup(ref, new AbortController().signal)).toEqual(found)
    expect(asked(fakes)).toEqual([1, 0, 1])
  })

  test('without a source the look-up fails, and returns no sample', async () => {
    expect(await chainOf([]).lookup()).toEqual(fault('not_configured'))
  })
})

function failureName(failure: LookupFailure): string {
  if (failure.kind === 'not_found') return failure.reason
  return failure.kind === 'unavailable' ? failure.cause : failure.kind
}
