// @module-tag module
import '#tests/support/own-data-dir.ts'

import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { makeBatch, readBatch } from '#app/download/batch/batch.server.ts'
import { returnLink, takeLink } from '#app/download/batch/link-queue.server.ts'
import { env } from '#app/env.server.ts'
import { db, transact } from '#db/engine.ts'
import { openSql } from '#tests/support/sql.ts'

beforeEach(async () => {
  await db.deleteFrom('batches').execute()
  await db.deleteFrom('jobs').execute()
})

let line = 0
async function addBatch(address: string, links: number): Promise<{ id: number; token: string }> {
  const asker = {
    ...{ address, method: 'POST', headers: new Headers(), url: new URL('http://site.example') },
    ...{ operator: false, proxyCountry: null },
  }
  const rows = Array.from({ length: links }, () => {
    line += 1
    return { line, link: `link ${line}`, postId: null, problem: null }
  })
  const made = await makeBatch(rows, asker)
  if (typeof made === 'string') throw new Error(made)
  return made
}

let at = Date.now()
/** Takes a link for a job, a millisecond after the one before. */
async function take(jobId: number) {
  at += 1
  const link = await transact((trx) => takeLink(trx, jobId, at))
  if (link === null) throw new Error('no link waits')
  return link
}
const count = async (table: 'batches' | 'jobs') =>
  (await db.selectFrom(table).select('id').execute()).length

test('S67: networks take turns, and so do each one’s batches', async () => {
  const [first, second] = [await addBatch('192.0.2.1', 2), await addBatch('192.0.2.1', 2)]
  const other = await addBatch('192.0.2.2', 3)
  const order: number[] = []
  for (let job = 1; job <= 7; job += 1) order.push((await take(job)).batchId)
  const turns = [first, other, second, other, first, other, second]
  expect(order).toEqual(turns.map(({ id }) => id))
  expect(await transact((trx) => takeLink(trx, 8))).toBeNull()
})

test('R16: a job that was left goes on with its link, and a returned one is taken again', async () => {
  const { token } = await addBatch('192.0.2.1', 3)
  const states = async () => (await readBatch(token))?.rows.map(({ state }) => state)
  const left = await take(1)
  const next = await take(2)
  expect(next.id).not.toBe(left.id)
  expect(await take(1)).toEqual(left)
  expect(await states()).toEqual(['looking', 'looking', 'waiting'])
  await transact((trx) => returnLink(trx, left))
  expect(await states()).toEqual(['waiting', 'looking', 'waiting'])
  expect((await take(3)).id).toBe(left.id)
})

test('R16: a batch is stored with a job for each of its links, or not at all', async () => {
  await addBatch('192.0.2.1', 3)
  expect([await count('batches'), await count('jobs')]).toEqual([1, 3])
  const sql = openSql(env.DATA_DIR)
  onTestFinished(() => sql.close())
  await sql.withTrigger('before insert on jobs', { failWith: 'No room' }, async () => {
    await expect(addBatch('192.0.2.1', 3)).rejects.toThrow('No room')
  })
  expect([await count('batches'), await count('jobs')]).toEqual([1, 3])
})
