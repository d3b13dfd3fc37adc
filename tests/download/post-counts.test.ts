// @module-tag module
import '#tests/support/own-data-dir.ts'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { countDownload, countLookup, flushCounts } from '#app/download/lookup/post-counts.server.ts'
import { savePost } from '#app/posts/post.server.ts'
import { db } from '#db/engine.ts'
import { DatabaseUnavailableError } from '#db/unavailable.ts'
import { extracted } from '#tests/support/extracted-post.ts'
import { testEngine } from '#tests/support/sql.ts'

const postId = '7345678900000000001'

afterEach(async () => {
  vi.restoreAllMocks()
  await db.deleteFrom('post_activity').execute()
  await db.deleteFrom('posts').execute()
})

/** Has the next transaction fail, before or after it has committed. */
function failOnce(moment: 'before' | 'after'): void {
  const transaction = db.transaction()
  vi.spyOn(db, 'transaction').mockImplementationOnce(() =>
    Object.assign(transaction, {
      execute: async (work: Parameters<typeof transaction.execute>[0]) => {
        if (moment === 'after') await db.transaction().execute(work)
        throw new DatabaseUnavailableError('unreachable')
      },
    }),
  )
}

const counted = () =>
  db.selectFrom('posts').select(['lookups', 'downloads']).executeTakeFirstOrThrow()

test('counts that could not be written are written the next time, with those that came since', async () => {
  await savePost(extracted(postId), `https://www.tiktok.com/@somebody/video/${postId}`, 1)
  countLookup(postId)
  failOnce('before')
  await flushCounts()
  expect(await counted()).toEqual({ lookups: 0, downloads: 0 })
  countLookup(postId)
  countDownload(postId, 'mp4')
  await flushCounts()
  expect(await counted()).toEqual({ lookups: 2, downloads: 1 })
})

test('a count that fails is tried again by itself', async () => {
  await savePost(extracted(postId), `https://www.tiktok.com/@somebody/video/${postId}`, 1)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  countLookup(postId)
  failOnce('before')
  await flushCounts()
  vi.advanceTimersByTime(1_000)
  vi.useRealTimers()
  await expect.poll(counted).toEqual({ lookups: 1, downloads: 0 })
})

// To a file no connection can break.
test.runIf(testEngine === 'postgres')(
  'counts are written once though the answer to their COMMIT was lost',
  async () => {
    await savePost(extracted(postId), `https://www.tiktok.com/@somebody/video/${postId}`, 1)
    countLookup(postId)
    failOnce('after')
    await flushCounts()
    countLookup(postId)
    await flushCounts()
    expect(await counted()).toEqual({ lookups: 2, downloads: 0 })
    const activity = await db.selectFrom('post_activity').select(['kind', 'n']).execute()
    expect(activity).toEqual([{ kind: 'lookup', n: 2 }])
  },
)
