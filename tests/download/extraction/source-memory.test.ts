// @module-tag module
import '#tests/support/own-data-dir.ts'

import { beforeAll, expect, test, vi } from 'vitest'
import { changeSettings } from '#app/settings/settings.server.ts'
import { db } from '#db/engine.ts'

const leaving = new AbortController()
let leavesMeanwhile = false

vi.mock(import('#app/download/extraction/sources.server.ts'), async (original) => ({
  ...(await original()),
  hasReachedPlatform: () => true,
  extractor: () => ({ mode: 'live' }) as never,
  platformsInForce: () => [],
  sourcesInForce: () => [
    {
      name: 'native',
      isConfigured: true,
      status: { breaker: 'closed', queued: 0, quotaLeft: null, pausedUntil: null },
    } as never,
  ],
}))
vi.mock(import('#app/download/extraction/source-test.server.ts'), async (original) => ({
  ...(await original()),
  tryCanaries: async () => {
    if (leavesMeanwhile) leaving.abort()
    return { works: false, text: 'The post is gone' }
  },
}))

beforeAll(async () => {
  const state = { platform: 'tiktok', last_failure_at: 5, last_failure_cause: 'timeout' }
  await db
    .insertInto('source_states')
    .values([
      { ...state, source: 'native', last_success_at: null },
      { ...state, source: 'service', last_success_at: 3 },
    ])
    .execute()
})

test('a source that has never found a post would count as one that has', async () => {
  const { lastSuccessOf } = await import('#app/download/extraction/source-record.server.ts')
  expect([lastSuccessOf('native'), lastSuccessOf('service')]).toEqual([null, 3])
})

test('a test look-up that the server’s stop cut short would count as a failure', async () => {
  const { testQuietSources } = await import('#app/download/extraction/source-canary.server.ts')
  const failures = async () =>
    (await db.selectFrom('source_canaries').select('failures').execute()).map((row) => row.failures)
  await testQuietSources(leaving.signal)
  expect(await failures()).toEqual([1])
  leavesMeanwhile = true
  await testQuietSources(leaving.signal)
  expect(await failures()).toEqual([1])
})

test('a source that only ever failed would show as working after a change of the test posts', async () => {
  const { hasPassedTest } = await import('#app/download/extraction/source-canary.server.ts')
  const { platformStates } = await import('#app/download/extraction/platform-states.server.ts')
  const canaryLinks = ['https://www.tiktok.com/@a/video/7000000000000000001']
  await changeSettings({ canaryLinks }, { id: null, label: 'test', requestId: null })
  expect([hasPassedTest('native'), platformStates()[0]]).toEqual([
    false,
    { platform: 'tiktok', state: 'untried' },
  ])
  await expect.poll(() => db.selectFrom('source_canaries').selectAll().execute()).toEqual([])
})
