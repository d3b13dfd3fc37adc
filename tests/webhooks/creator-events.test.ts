// @module-tag module
import '#tests/support/own-data-dir.ts'

import { beforeEach, expect, test } from 'vitest'
import { blockCreator, changePostStatus, unblockCreator } from '#app/posts/blocking.server.ts'
import { db } from '#db/engine.ts'
import { endpointAt, forgetWebhooks, operator } from './webhooks-world.ts'

const key = 'somebody'
const ids = ['7000000000000000001', '7000000000000000002', '7000000000000000003']

beforeEach(async () => {
  await forgetWebhooks()
  await db.deleteFrom('posts').execute()
  await db.deleteFrom('blocked_authors').execute()
  // As if they were known from look-ups: the first two are of the same creator.
  await changePostStatus(db, { postIds: ids, to: 'flagged', reason: 'Test', actor: operator })
  await db
    .updateTable('posts')
    .set({ author_key: key })
    .where('post_id', 'in', ids.slice(0, 2))
    .execute()
})

const events = async () => {
  const rows = await db.selectFrom('webhook_deliveries').select('body').orderBy('id').execute()
  return rows.map(({ body }) => JSON.parse(body)).map(({ type, data }) => ({ type, ...data }))
}

test('a program that mirrors posts would go on showing those of a creator who was blocked', async () => {
  await endpointAt({ origin: 'https://hooks.example' }, ['post.blocked', 'post.unblocked'])
  const posts = ids.slice(0, 2)
  await blockCreator(key, 'Test', operator)
  expect(await events()).toEqual([{ type: 'post.blocked', posts }])
  await blockCreator(key, 'Again', operator)
  expect(await events()).toHaveLength(1)
  await unblockCreator(key, 'Test', operator)
  expect((await events()).slice(1)).toEqual([{ type: 'post.unblocked', posts }])
  const rows = await db.selectFrom('webhook_deliveries').select('body').execute()
  expect(JSON.stringify(rows)).not.toContain(key)
})

test('a program would show a post again that was removed on its own', async () => {
  const [removed = ''] = ids
  const change = { postIds: [removed], reason: 'Test', actor: operator }
  await changePostStatus(db, { ...change, to: 'removed' })
  await endpointAt({ origin: 'https://hooks.example' }, ['post.blocked', 'post.unblocked'])
  await blockCreator(key, 'Test', operator)
  await unblockCreator(key, 'Test', operator)
  const posts = ids.slice(1, 2)
  expect(await events()).toEqual([
    { type: 'post.blocked', posts },
    { type: 'post.unblocked', posts },
  ])
})

test('a creator without posts here would send an empty event', async () => {
  await endpointAt({ origin: 'https://hooks.example' }, ['post.blocked'])
  await blockCreator('nobody', 'Test', operator)
  expect(await events()).toEqual([])
})
