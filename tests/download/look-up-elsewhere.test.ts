// @module-tag module
import '#tests/support/own-data-dir.ts'

import { expect, test, vi } from 'vitest'
import { cacheExtraction } from '#app/download/extraction/extraction-cache.server.ts'
import { lookUpOnce } from '#app/download/lookup.server.ts'
import { createPacer } from '#app/outbound/pacer.ts'
import { savePost } from '#app/posts/post.server.ts'
import { extracted } from '#tests/support/extracted-post.ts'

const asked = vi.fn()
/** The gate that one request passes in a while; it is shut until the test opens it. */
const pacer = createPacer({ intervalMs: () => 0, queueLimit: 10 })

vi.mock(import('#app/download/extraction/sources.server.ts'), async (original) => ({
  ...(await original()),
  extractor: () => ({
    mode: 'live' as const,
    status: () => ({ breaker: 'closed' as const, queued: 0, quotaLeft: null }),
    async lookup(_, signal) {
      await pacer.acquire({ signal })
      if (signal.aborted) return { ok: false, failure: { kind: 'aborted' } }
      asked()
      return { ok: true, post: extracted('7300000000000000001') }
    },
  }),
}))

const ref = { kind: 'post', postId: '7300000000000000001', user: null, media: 'video' } as const

test('a source is asked once: what another process has found meanwhile is in the cache', async () => {
  const { signal } = new AbortController()
  const fresh = await lookUpOnce(ref, signal)
  expect(fresh.ok && fresh.isCached).toBeUndefined()
  expect(asked).toHaveBeenCalledTimes(1)
  const post = extracted(ref.postId)
  const now = Date.now()
  await savePost(post, 'https://www.tiktok.com/@x/video/1', now)
  await cacheExtraction(post, now, now + 60_000)
  const known = await lookUpOnce(ref, signal)
  expect(known).toMatchObject({ ok: true, isCached: true, post: { postId: ref.postId } })
  expect(asked).toHaveBeenCalledTimes(1)
})
