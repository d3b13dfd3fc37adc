// @module-tag module
import '#tests/support/own-data-dir.ts'

import { afterEach, expect, test, vi } from 'vitest'
import { env } from '#app/env.server.ts'
import { listenForMails, wakeSender, wakeSenderNow } from '#app/mail/mail-sender.server.ts'
import { enqueueMail } from '#app/mail/outbox.server.ts'
import {
  claimMails,
  markFailed,
  markSent,
  nextDueMs,
  releaseExpired,
  releaseMail,
} from '#app/mail/outbox-delivery.server.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { db, transact } from '#db/engine.ts'
import { openSql } from '#tests/support/sql.ts'

// As if other processes could claim mails too.
vi.mock(import('#db/engine.ts'), async (original) => ({
  ...(await original()),
  databaseIsShared: true,
}))

afterEach(async () => {
  await db.deleteFrom('outbox').execute()
})

const mail = { to: 'a@example.org', subject: 'S', body: { title: 'T', parts: ['P'] } }
const claimMs = 90_000
const states = async () =>
  (await db.selectFrom('outbox').select(['state', 'attempts']).orderBy('id').execute()).map(
    ({ state, attempts }) => `${state} ${attempts}`,
  )

test('two senders at once never claim the same mail', async () => {
  for (let n = 0; n < 6; n += 1) await enqueueMail(mail, db)
  const claims = await Promise.all([claimMails(3, claimMs), claimMails(3, claimMs)])
  expect(new Set(claims.flat().map(({ id }) => id)).size).toBe(6)
  expect(await claimMails(3, claimMs)).toEqual([])
})

test('a sender that takes over leaves emails that another is still sending, or they would go out twice', async () => {
  await enqueueMail(mail, db)
  const now = steadyNow() + 1_000
  await claimMails(1, claimMs, now)
  await releaseExpired(now + claimMs)
  expect(await states()).toEqual(['sending 1'])
  await releaseExpired(now + claimMs + 1)
  expect(await states()).toEqual(['waiting 1'])
})

test('emails left by a version without claims are released too', async () => {
  await enqueueMail(mail, db)
  await db.updateTable('outbox').set({ state: 'sending' }).execute()
  await releaseExpired()
  expect(await states()).toEqual(['waiting 0'])
})

test('a late sender can’t undo another one’s claim, but its success counts', async () => {
  await enqueueMail(mail, db)
  const now = steadyNow() + 1_000
  const [late] = await claimMails(1, claimMs, now)
  if (late === undefined) throw new Error('a mail is due')
  await releaseExpired(now + claimMs + 1)
  expect(await claimMails(1, claimMs, now + claimMs + 1)).toHaveLength(1)
  await markFailed(late, { permanent: false, text: 'no' })
  await releaseMail(late)
  expect(await states()).toEqual(['sending 2'])
  await markSent({ id: late.id, isPrivate: false })
  expect(await states()).toEqual(['sent 2'])
})

test('an email held back counts as due soon, one retried tomorrow doesn’t', async () => {
  await enqueueMail(mail, db, 5_000)
  expect(await nextDueMs(60_000)).toBeLessThanOrEqual(5_000)
  expect(await nextDueMs(1_000)).toBeNull()
})

test('a process that doesn’t send claims nothing, and tells the one that does', async () => {
  listenForMails()
  await enqueueMail(mail, db)
  await wakeSender()
  await wakeSenderNow()
  expect(await states()).toEqual(['waiting 0'])
  const topics = await db.selectFrom('signals').selectAll().orderBy('topic').execute()
  expect(topics).toEqual(
    expect.arrayContaining([
      { topic: 'mail', version: expect.any(Number) },
      { topic: 'mail-now', version: 1 },
    ]),
  )
})

test('a mail that is on record is no failure when the others cannot be told of it', async () => {
  const other = openSql(env.DATA_DIR)
  await other.withTrigger('before insert on signals', { failWith: 'not now' }, async () => {
    expect(await enqueueMail(mail)).toBeGreaterThan(0)
    // Within a transaction both are kept, or neither.
    await expect(transact((trx) => enqueueMail(mail, trx))).rejects.toThrow('not now')
  })
  await other.close()
  expect(await states()).toEqual(['waiting 0'])
})
