// @module-tag module
import '#tests/support/own-data-dir.ts'

import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { moderatePosts, restoreStatuses } from '#app/moderation/post-moderation.server.ts'
import { savePost } from '#app/posts/post.server.ts'
import { purgeOldPosts } from '#app/posts/post-retention.server.ts'
import { db } from '#db/engine.ts'
import { extracted } from '#tests/support/extracted-post.ts'

const actor = { id: 'op', label: 'op@site.example', requestId: null }
const ids = ['7345678900000000001', '7345678900000000002', '7345678900000000003'] as const
const [first, second, third] = ids

async function lookUpAll(at = Date.now()): Promise<void> {
  await db.deleteFrom('posts').execute()
  // Rows are not where their ids are in order.
  for (const id of ids.toReversed()) {
    await savePost(extracted(id), `https://www.tiktok.com/@a/video/${id}`, at)
  }
}

const statuses = async () =>
  (await db.selectFrom('posts').select('status').orderBy('post_id').execute()).map(
    ({ status }) => status,
  )

/** Another process, which counts what visitors did with several posts in one transaction. */
async function counting() {
  const other = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('begin')
  return {
    count: (id: string) =>
      other.query('update posts set lookups = lookups + 1 where post_id = $1', [id]),
    commit: () => other.query('commit'),
  }
}

async function untilItWaits(): Promise<void> {
  const waiting = sql<{ n: number }>`select count(*) as n from pg_locks
    join pg_stat_activity using (pid) where not granted and datname = current_database()`
  await expect.poll(async () => (await waiting.execute(db)).rows[0]?.n).toBeGreaterThan(0)
}

/** Begins to count the first post, then does `work`, which must not keep the others from being counted. */
async function whileCounting(work: () => Promise<unknown>): Promise<void> {
  const other = await counting()
  await other.count(first)
  const done = work()
  done.catch(() => {})
  await untilItWaits()
  await other.count(second)
  await other.count(third)
  await other.commit()
  await done
}

test('posts that are removed while they are counted end in no deadlock, whatever their order', async () => {
  await lookUpAll()
  await whileCounting(() => moderatePosts('remove', [third, second, first], 'x', actor))
  expect(await statuses()).toEqual(['removed', 'removed', 'removed'])
})

test('nor do posts that get back statuses of several kinds', async () => {
  await lookUpAll()
  await moderatePosts('remove', ids.toReversed(), 'x', actor)
  const was = { active: [third], flagged: [second, first], removed: [] }
  await whileCounting(() => restoreStatuses(was, actor))
  expect(await statuses()).toEqual(['flagged', 'flagged', 'active'])
})

test('old posts that are deleted while one of them is counted', async () => {
  await lookUpAll(0)
  const other = await counting()
  await other.count(second)
  expect(await purgeOldPosts(1)).toBe(2)
  await other.commit()
  expect(await purgeOldPosts(1)).toBe(1)
})
