// @module-tag module
import '#tests/support/own-data-dir.ts'

import { beforeEach, expect, test } from 'vitest'
import { readStatus } from '#app/download/extraction/platform-status.server.ts'
import { db } from '#db/engine.ts'

const hourMs = 3_600_000
const now = Date.UTC(2026, 10, 28, 5, 30)
const hour = now - (now % hourMs)

beforeEach(async () => {
  for (const table of ['source_hours', 'source_days', 'platform_outages'] as const) {
    await db.deleteFrom(table).execute()
  }
})

const add = (
  source: string,
  outcome: string,
  lookups: number,
  { platform = 'tiktok', at = hour, ms_class = 20 } = {},
) =>
  db
    .insertInto('source_hours')
    .values({ source, platform, hour: at, outcome, ms_class, lookups })
    .execute()
const of = async (platform: string) =>
  (await readStatus(now)).find((one) => one.platform === platform)

test('a look-up that the second source answers would count as failed', async () => {
  await add('native', 'timeout', 3)
  await add('service', 'found', 3)
  expect(await of('tiktok')).toMatchObject({ hoursPercent: 100 })
  await add('service', 'timeout', 1)
  expect(await of('tiktok')).toMatchObject({ hoursPercent: 75 })
})

test('posts that don’t exist would make a platform look broken', async () => {
  await add('native', 'no_post', 50)
  expect(await of('tiktok')).toMatchObject({ hoursPercent: null })
  await add('native', 'found', 1)
  expect(await of('tiktok')).toMatchObject({ hoursPercent: 100 })
})

test('the bars would be at the wrong hour or day', async () => {
  await add('native', 'found', 1, { at: hour - 23 * hourMs })
  await add('native', 'timeout', 1, { at: hour - 24 * hourMs })
  await add('native', 'timeout', 1)
  const day = now - (now % (24 * hourMs))
  const counts = { source: 'native', platform: 'tiktok', found: 1, failed: 3 }
  await db
    .insertInto('source_days')
    .values([
      { ...counts, day },
      { ...counts, day: day - 30 * 24 * hourMs },
    ])
    .execute()
  const { hours = [], days = [] } = (await of('tiktok')) ?? {}
  expect(hours.map(({ percent }) => percent)).toEqual([100, ...new Array(22).fill(null), 0])
  expect(hours.at(-1)?.at).toBe(hour)
  expect(days.map(({ percent }) => percent)).toEqual([...new Array(29).fill(null), 25])
})

test('a platform that takes long would seem to work as usual', async () => {
  await add('native', 'found', 2, { ms_class: 20 })
  await add('native', 'found', 3, { ms_class: 28 })
  expect(await of('tiktok')).toMatchObject({ medianMs: 16_384 })
})

test('a platform that fails would be shown without its beginning', async () => {
  await db
    .insertInto('platform_outages')
    .values({ platform: 'x', began_at: now - hourMs })
    .execute()
  expect(await of('x')).toMatchObject({ state: 'failing', failingSince: now - hourMs })
})
