// @module-tag module
import '#tests/support/own-data-dir.ts'

import { expect, test, vi } from 'vitest'
import { lookUpLink } from '#app/download/lookup/lookup.server.ts'
import { extracted } from '#tests/support/extracted-post.ts'

const asked = vi.fn()
/** When the addresses of what is found end. */
let expiresAt: Date | null = null

vi.mock(import('#app/download/extraction/sources.server.ts'), async (original) => ({
  ...(await original()),
  extractor: () => ({
    mode: 'live' as const,
    status: () => ({ breaker: 'closed' as const, queued: 0, quotaLeft: null }),
    async lookup(ref) {
      asked()
      return { ok: true, post: { ...extracted(ref.kind === 'post' ? ref.postId : ''), expiresAt } }
    },
  }),
}))

test('a visitor would get a link that ends before its file has begun', async () => {
  const { signal } = new AbortController()
  const asker = { network: '192.0.2.1' }
  const askedFor = async (postId: string, leftMs: number) => {
    expiresAt = new Date(Date.now() + leftMs)
    asked.mockClear()
    for (const _ of [1, 2]) {
      expect(
        (await lookUpLink(`https://www.tiktok.com/@x/video/${postId}`, signal, asker)).ok,
      ).toBe(true)
    }
    return asked.mock.calls.length
  }
  expect(await askedFor('7300000000000000011', 10 * 60_000)).toBe(1)
  expect(await askedFor('7300000000000000012', 50_000)).toBe(2)
})
