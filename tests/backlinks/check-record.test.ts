// @module-tag module
import '#tests/support/own-data-dir.ts'

import { expect, test } from 'vitest'
import { recordCheck, statusAfterCheck } from '#app/backlinks/check-record.server.ts'
import type { LinkCheck } from '#app/backlinks/checker/link-checker.server.ts'
import { db, transact } from '#db/engine.ts'
import type { BacklinkStatus } from '#db/schema.ts'
import fc from '#tests/support/cases.ts'

const day = 86_400_000
const url = 'https://blog.example/links'
const seen = { statusCode: 200, finalUrl: url } as const
const found = { ...seen, outcome: 'found', anchor: 'Clips', rel: '' } as LinkCheck
const missing = { ...seen, outcome: 'missing' } as LinkCheck
const gone = { ...seen, outcome: 'http_error', statusCode: 410 } as LinkCheck

type Known = { status: BacklinkStatus; date_acquired?: number; misses?: number }

/** Records checks of a backlink in turn; returns what is known of it then. */
async function after(known: Known, ...checks: LinkCheck[]) {
  const { seq } = await db
    .insertInto('backlinks')
    .values({
      ...{ url, url_key: url, domain: 'blog.example', anchor_text: '', search_text: '' },
      ...{ domain_authority: 1, created_at: 1, updated_at: 1, ...known },
    })
    .returning('seq')
    .executeTakeFirstOrThrow()
  for (const check of checks) {
    await transact((trx) => recordCheck(trx, { seq, url }, check, 20_000 * day + 5))
  }
  const columns = ['status', 'alert', 'date_acquired'] as const
  const row = db.selectFrom('backlinks').select(columns).where('seq', '=', seq)
  const result = await row.executeTakeFirstOrThrow()
  await db.deleteFrom('backlinks').where('seq', '=', seq).execute()
  return result
}

test('operators would be alarmed of a link that is not lost, or of one a second time', async () => {
  expect(await after({ status: 'active' }, missing)).toMatchObject({ status: 'active', alert: 0 })
  expect(await after({ status: 'pending' }, missing)).toMatchObject({ status: 'pending', alert: 0 })
  for (const status of ['active', 'pending'] as const) {
    expect(await after({ status }, missing, missing)).toMatchObject({ status: 'lost', alert: 1 })
    expect(await after({ status }, gone)).toMatchObject({ status: 'broken', alert: 1 })
  }
  // Noticed already.
  expect(await after({ status: 'lost' }, gone)).toMatchObject({ status: 'broken', alert: 0 })
  expect(await after({ status: 'broken', misses: 1 }, missing)).toMatchObject({
    status: 'lost',
    alert: 0,
  })
})

test('a link’s day would be another than that on which it was first found', async () => {
  const known = { status: 'active', date_acquired: 3 * day } as const
  expect(await after({ status: 'pending' }, missing)).toMatchObject({ date_acquired: 0 })
  expect(await after({ status: 'pending' }, found)).toMatchObject({ date_acquired: 20_000 * day })
  expect(await after(known, found)).toMatchObject({ date_acquired: 3 * day })
  expect(await after(known, missing)).toMatchObject({ date_acquired: 3 * day })
})

const outcomes = ['found', 'missing', 'http_error', 'issue'] as const
const statuses = ['active', 'pending', 'lost', 'broken'] as const

test('it is lost only after two looks in a row that missed it; issues change nothing', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...statuses),
      fc.array(fc.constantFrom(...outcomes)),
      (status, history) => {
        let standing: ReturnType<typeof statusAfterCheck> = { status, misses: 0 }
        for (const [index, outcome] of history.entries()) {
          const before = standing
          standing = statusAfterCheck(before, outcome)
          const judged = history.slice(0, index + 1).filter((past) => past !== 'issue')
          const [last, second] = [judged.at(-1), judged.at(-2)]
          if (outcome === 'issue') expect(standing).toEqual(before)
          if (outcome === 'found') expect(standing.status).toBe('active')
          if (outcome === 'http_error') expect(standing.status).toBe('broken')
          if (before.status !== 'lost' && standing.status === 'lost') {
            expect([last, second]).toEqual(['missing', 'missing'])
          }
          if (last === 'missing' && second === 'missing') expect(standing.status).toBe('lost')
        }
      },
    ),
  )
})
