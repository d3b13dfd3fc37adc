// @module-tag module
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { createAsk } from '#app/download/platforms/ask.server.ts'
import { createTiktokHosts } from '#app/download/platforms/tiktok/hosts.ts'
import { createGuardedClient } from '#app/outbound/fetch.server.ts'
import { theSite } from '#app/outbound/lookup-asker.ts'
import { closing } from '#tests/support/closing.ts'
import { holdClock } from '#tests/support/held-clock.ts'

type Answer = Awaited<ReturnType<ReturnType<typeof createGuardedClient>['request']>>

/** Fetches pages from a platform whose answer is made up. */
function pagesOf(answer: () => Answer, intervalMs = 0, more: { pacesLookups?: true } = {}) {
  const client = closing(createGuardedClient({ trustedUpstreams: [] }))
  const ask = createAsk({
    client: { ...client, request: async () => answer() },
    hosts: createTiktokHosts({ testOrigin: null, cdnHosts: () => [] }),
    intervalMs: () => intervalMs,
    ...more,
  })
  return (withinMs = 60_000, signal = new AbortController().signal, asked?: Map<string, number>) =>
    ask({ signal, deadline: performance.now() + withinMs, asker: theSite, asked })(
      'https://www.tiktok.com/@a/video/7345678000000000001',
      { maxBytes: 1000 },
    )
}

const answerWith = (status: number, headers: Record<string, string>) => (): Answer => ({
  ok: true,
  ...{
    status,
    headers,
    url: 'https://www.tiktok.com/',
    body: Readable.from([Buffer.from('a page')]),
  },
})

test.each([
  ['timeout', 'timeout'],
  ['aborted', 'timeout'],
  ['connect', 'connect'],
  ['blocked_address', 'blocked_address'],
  ['protocol', 'bad_answer'],
] as const)('a source that fails by %s is shown and counted as %s', async (failure, cause) => {
  const answer = await pagesOf(() => ({ ok: false, failure }))()
  expect(answer).toEqual({
    kind: 'failed',
    failure: { kind: 'unavailable', cause, retryAfterSeconds: null },
  })
})

test('a visitor would see the wrong time to come back where the queue is full', async () => {
  holdClock()
  const fetchPage = pagesOf(answerWith(200, {}), 5000)
  expect(await fetchPage()).toMatchObject({ kind: 'answer' })
  const full = (retryAfterSeconds: number) => ({
    kind: 'failed',
    failure: { kind: 'unavailable', cause: 'queue_full', retryAfterSeconds },
  })
  expect(await fetchPage(1000)).toEqual(full(5))
  // One that was given up says how long it would have waited.
  expect(await fetchPage(60_000, AbortSignal.abort())).toEqual(full(60))
})

test('a visitor would wait for a turn that comes too late for an answer, and be told of a failure', async () => {
  // Nothing that waits ends.
  holdClock()
  const fetchPage = pagesOf(answerWith(200, {}), 10_000, { pacesLookups: true })
  expect(await fetchPage(12_000)).toMatchObject({ kind: 'answer' })
  expect(await fetchPage(12_000)).toMatchObject({
    kind: 'failed',
    failure: { cause: 'queue_full', retryAfterSeconds: 10 },
  })
})

test('only a redirect with an address leads elsewhere', async () => {
  const location = '/@a/video/1'
  expect(await pagesOf(answerWith(302, { location }))()).toEqual({
    kind: 'redirect',
    to: new URL('https://www.tiktok.com/@a/video/1'),
    status: 302,
  })
  expect(await pagesOf(answerWith(302, {}))()).toMatchObject({ kind: 'answer', status: 302 })
  expect(await pagesOf(answerWith(200, { location }))()).toMatchObject({
    kind: 'answer',
    status: 200,
  })
})

test('a look-up of two requests would be lost at a slow pace, or the next one come too early', async () => {
  holdClock()
  const fetchPage = pagesOf(answerWith(200, {}), 100_000, { pacesLookups: true })
  const { signal } = new AbortController()
  const asked = new Map<string, number>()
  for (let request = 0; request < 3; request += 1) {
    expect(await fetchPage(60_000, signal, asked)).toMatchObject({ kind: 'answer' })
  }
  // As long as three turns.
  expect(await fetchPage(60_000, signal, new Map())).toMatchObject({
    kind: 'failed',
    failure: { retryAfterSeconds: 300 },
  })
})
