// @module-tag module
import '#tests/support/own-data-dir.ts'

import { beforeEach, expect, test } from 'vitest'
import { lastOutages } from '#app/download/extraction/platform-status.server.ts'
import { recordOutages } from '#app/notices/source-outages.server.ts'
import { db } from '#db/engine.ts'
import { endpointAt, forgetWebhooks } from './webhooks-world.ts'

const minute = 60_000
const start = Date.now()
const x = { source: 'native', platform: 'x' }

beforeEach(async () => {
  await forgetWebhooks()
  const tables = ['source_states', 'source_canaries', 'source_outages', 'platform_outages'] as const
  for (const table of tables) {
    await db.deleteFrom(table).execute()
  }
  await endpointAt({ origin: 'https://hooks.example' }, ['source.failing', 'source.recovered'])
})

const sent = async () => {
  const rows = await db.selectFrom('webhook_deliveries').select('body').orderBy('id').execute()
  return rows
    .map(({ body }) => JSON.parse(body))
    .map(({ type, data }) => `${type} ${data.platform}`)
}
const state = (values: { last_success_at?: number; paused_until?: number }) =>
  db
    .insertInto('source_states')
    .values({ ...x, ...values })
    .onConflict((conflict) => conflict.columns(['source', 'platform']).doUpdateSet(values))
    .execute()

test('a source that is paused is one event, and another one once it has found a post', async () => {
  await state({ last_success_at: start - minute, paused_until: start + minute })
  await recordOutages(start)
  await recordOutages(start + 1)
  expect(await sent()).toEqual(['source.failing x'])
  await recordOutages(start + 2 * minute)
  expect(await sent()).toEqual(['source.failing x'])
  await state({ last_success_at: start + 3 * minute })
  await recordOutages(start + 4 * minute)
  expect(await sent()).toEqual(['source.failing x', 'source.recovered x'])
  expect(await db.selectFrom('source_outages').selectAll().execute()).toEqual([])
  expect(await lastOutages()).toEqual([
    { id: expect.any(Number), platform: 'x', beganAt: start, endedAt: start + 4 * minute },
  ])
})

test('one failed test look-up is chance, two in a row are a failing source', async () => {
  const canary = { ...x, checked_at: start, failures: 1, failure: 'It timed out' }
  await db.insertInto('source_canaries').values(canary).execute()
  await recordOutages(start)
  expect(await sent()).toEqual([])
  await db.updateTable('source_canaries').set({ failures: 2 }).execute()
  await recordOutages(start)
  expect(await sent()).toEqual(['source.failing x'])
  await db
    .updateTable('source_canaries')
    .set({ failures: 0, checked_at: start + minute })
    .execute()
  await recordOutages(start + minute)
  expect(await sent()).toEqual(['source.failing x', 'source.recovered x'])
})

test('a platform that is off neither fails nor recovers', async () => {
  const reddit = { source: 'native', platform: 'reddit' }
  await db
    .insertInto('source_states')
    .values({ ...reddit, paused_until: start + minute })
    .execute()
  await recordOutages(start)
  await db
    .insertInto('source_outages')
    .values({ ...reddit, since: start })
    .execute()
  await recordOutages(start)
  expect(await sent()).toEqual([])
  expect(await db.selectFrom('source_outages').selectAll().execute()).toEqual([])
})
