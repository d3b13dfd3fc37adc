// @module-tag module
import '#tests/support/own-data-dir.ts'

import { expect, test, vi } from 'vitest'
import { type LookupAsker, whileAsking } from '#app/download/lookup/lookup-askers.server.ts'
import { askOnce } from '#app/download/lookup/lookup-claim.server.ts'
import { db } from '#db/engine.ts'
import { limits } from '#tests/support/limits.ts'

const key = '7345678900000000001'
const gone = { kind: 'not_found', reason: 'unknown' } as const

test('S81: a batch that waits for another process’s look-up doesn’t hurry it, a visitor does', async () => {
  const claim = { key, token: 'elsewhere', claimed_until: Date.now() + 600_000, failure: null }
  await db.insertInto('lookup_claims').values(claim).execute()
  const stored = vi.fn(async () => null)
  const ask = vi.fn(async () => ({ ok: false, failure: gone }) as const)
  const wait = (asker: LookupAsker) =>
    whileAsking(key, asker, () => askOnce(key, { ask, stored }, new AbortController().signal))
  const isUrgent = async () =>
    (await db.selectFrom('lookup_claims').select('is_urgent').executeTakeFirstOrThrow()).is_urgent

  const batch = wait({ network: '192.0.2.1', ofBatch: true })
  await vi.waitUntil(() => stored.mock.calls.length === 3, { timeout: limits.poll })
  expect(await isUrgent()).toBe(0)
  const visitor = wait({ network: '192.0.2.2' })
  await expect.poll(isUrgent).toBe(1)

  await db
    .updateTable('lookup_claims')
    .set({ failure: JSON.stringify(gone) })
    .execute()
  expect(await batch).toEqual({ ok: false, failure: gone })
  expect(await visitor).toEqual({ ok: false, failure: gone })
  expect(ask).not.toHaveBeenCalled()
})
