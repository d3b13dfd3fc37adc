// @module-tag module
import '#tests/support/own-data-dir.ts'
import { expect, test } from 'vitest'
import {
  cachedExtraction,
  cacheExtraction,
  forgetExtraction,
  forgetExtractions,
  holdExtraction,
} from '#app/download/extraction/extraction-cache.server.ts'
import type { ExtractedPost } from '#app/posts/extracted-post.server.ts'
import { savePost } from '#app/posts/post.server.ts'
import { db } from '#db/engine.ts'
import { extracted } from '#tests/support/extracted-post.ts'

const now = Date.now()
const later = now + 60_000
let serial = 7_345_678_000_000_000_000n

async function newPost(): Promise<ExtractedPost> {
  serial += 1n
  const post: ExtractedPost = {
    ...extracted(String(serial)),
    source: 'native',
    expiresAt: new Date(later),
    session: {
      profile: 'tiktok_guest',
      userAgent: 'A browser',
      cookies: { tt_chain_token: 'the-secret-token' },
    },
  }
  await savePost(post, `https://www.tiktok.com/@_/video/${post.postId}`, now)
  return post
}

test('S59: a stored answer comes back complete, and its session is only on disk encrypted', async () => {
  const post = await newPost()
  await cacheExtraction(post, now, later)
  expect(await cachedExtraction(post.postId, now)).toEqual(post)
  const row = await db
    .selectFrom('extractions')
    .selectAll()
    .where('post_id', '=', post.postId)
    .executeTakeFirstOrThrow()
  expect(row.session).toMatch(/^v1\.[\w-]+$/)
  expect(JSON.stringify(row)).not.toContain('the-secret-token')
  expect(JSON.parse(row.answer)).not.toHaveProperty('session')
})

test('S59: an encrypted session doesn’t open under another post, and the answer counts as missing', async () => {
  const [one, two] = [await newPost(), await newPost()]
  await cacheExtraction(one, now, later)
  await cacheExtraction(two, now, later)
  await db
    .updateTable('extractions')
    .set((eb) => ({
      session: eb
        .selectFrom('extractions as other')
        .select('other.session')
        .where('other.post_id', '=', two.postId),
    }))
    .where('post_id', '=', one.postId)
    .execute()
  expect(await cachedExtraction(one.postId, now)).toBeNull()
  expect(await cachedExtraction(two.postId, now)).toEqual(two)
})

test('an answer held in memory counts until it ends, is written or is forgotten', async () => {
  const post = await newPost()
  holdExtraction(post, now, later)
  expect(await cachedExtraction(post.postId, now)).toBe(post)
  expect(await cachedExtraction(post.postId, later)).toBeNull()
  holdExtraction(post, now, later)
  await forgetExtraction(post.postId)
  expect(await cachedExtraction(post.postId, now)).toBeNull()
  holdExtraction(post, now, later)
  await forgetExtractions()
  expect(await cachedExtraction(post.postId, now)).toBeNull()
  // Memory is bounded: the oldest go first.
  holdExtraction(post, now, later)
  for (let n = 0; n < 200; n += 1) holdExtraction({ ...post, postId: `${n}` }, now, later)
  expect(await cachedExtraction(post.postId, now)).toBeNull()
  expect(await cachedExtraction('199', now)).not.toBeNull()
})
