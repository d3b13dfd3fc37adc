// @module-tag module
import { expect, test } from 'vitest'
import '#tests/support/own-data-dir.ts'

test('posts that no one asked for in 90 days are forgotten, blocked ones are not', async () => {
  const { db } = await import('#db/engine.ts')
  const { purgeOldPosts } = await import('#app/posts/post-retention.server.ts')
  const { changePostStatus } = await import('#app/posts/blocking.server.ts')
  const { savePost } = await import('#app/posts/post.server.ts')
  const { extracted } = await import('#tests/support/extracted-post.ts')
  const now = Date.now()
  const days = (count: number) => now - count * 86_400_000
  await savePost(extracted('7000000000000000001'), 'https://www.tiktok.com/@a/video/1', days(91))
  await savePost(extracted('7000000000000000002'), 'https://www.tiktok.com/@a/video/2', days(89))
  await savePost(extracted('7000000000000000003'), 'https://www.tiktok.com/@a/video/3', days(91))
  for (const { seq } of await db.selectFrom('posts').select('seq').execute()) {
    const row = { demo: 0, type: 'image/webp', bytes: Buffer.from('a cover') } as const
    await db
      .insertInto('post_covers')
      .values({ post_seq: seq, tried_at: now, ...row })
      .execute()
  }
  await changePostStatus(db, {
    postIds: ['7000000000000000003'],
    to: 'removed',
    reason: 'a notice',
    actor: { id: null, label: 'test', requestId: null },
  })
  expect(await purgeOldPosts(90, now)).toBe(1)
  const kept = await db.selectFrom('posts').select('post_id').orderBy('post_id').execute()
  expect(kept.map(({ post_id }) => post_id)).toEqual(['7000000000000000002', '7000000000000000003'])
  // The audit log can't forget, so it never learns a title.
  const audited = await db.selectFrom('audit_log').selectAll().execute()
  expect(audited).toMatchObject([{ object_label: 'post 7000000000000000003' }])
  expect(JSON.stringify(audited)).not.toContain('A title')
  // The covers went with their post.
  const covers = await db
    .selectFrom('post_covers')
    .innerJoin('posts', 'posts.seq', 'post_covers.post_seq')
    .select('posts.post_id')
    .orderBy('posts.post_id')
    .execute()
  expect(covers).toEqual(kept)
  const all = await db.selectFrom('post_covers').select('post_seq').execute()
  expect(all).toHaveLength(2)
})
