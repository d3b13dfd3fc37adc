// @module-tag module
import '#tests/support/own-data-dir.ts'

import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { keepSentMails, mailsAreHeld, noteHandedOver } from '#app/mail/handed-over.server.ts'
import { enqueueMail } from '#app/mail/outbox.server.ts'
import { operatorNotices } from '#app/notices/notification.server.ts'
import { log } from '#app/observe/log.server.ts'
import { instances } from '#app/processes/instances.server.ts'
import { watchLosses } from '#app/system/older-database.server.ts'
import { systemStatus } from '#app/system/system-status.server.ts'
import { db } from '#db/engine.ts'
import { clock, newProcess } from './processes-world.ts'

// Time that a test moves, of the heartbeat every two seconds.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

/** What operators are told, by System and the bell. */
async function told() {
  const [parts, { waiting }] = await Promise.all([systemStatus(), operatorNotices()])
  return [
    parts.find(({ name }) => name === 'Changes')?.text,
    waiting.find(({ id }) => id === 'lost-changes')?.title,
  ]
}

test('after a failover that lost changes no one would be told, and emails would be sent again', async () => {
  const said = vi.spyOn(log, 'error').mockReturnValue()
  onTestFinished(() => said.mockRestore())
  watchLosses()
  keepSentMails()
  await instances.begin('build')
  onTestFinished(() => instances.end())
  const body = { title: 'T', parts: ['P'] }
  const id = await enqueueMail({ to: 'a@site.example', subject: 'S', body })
  const row = () =>
    db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { message_id: messageId } = await row()
  noteHandedOver({ id, messageId, isPrivate: false })
  expect(await told()).toEqual([undefined, undefined])
  expect(mailsAreHeld()).toBe(false)

  // As on a standby that hasn't received the last six seconds.
  await db
    .updateTable('instances')
    .set((eb) => ({ seen_at: eb('seen_at', '-', 6_000) }))
    .execute()
  vi.advanceTimersByTime(2_000)

  const title = /^The database is about 6 s older than what was seen at \d\d:\d\d/
  await expect.poll(told).toEqual([expect.stringMatching(title), expect.stringMatching(title)])
  expect(said).toHaveBeenCalledWith(
    { lostSeconds: 6 },
    'the database is older than it was: changes were lost',
  )
  await expect.poll(async () => (await row()).state).toBe('sent')
  // Others may still have to mark theirs.
  expect(mailsAreHeld()).toBe(true)
  vi.advanceTimersByTime(15_000)
  expect(mailsAreHeld()).toBe(false)
})

test('an entry of the audit log that another version made would take System and the bell with it', async () => {
  const loss = (after: object) => ({
    ...{ at: Date.now(), actor_label: 'system', action: 'database.older', outcome: 'success' },
    after: JSON.stringify(after),
  })
  const seenAt = new Date().toISOString()
  const entries = [{ seenAt: 'later', lostSeconds: 7 }, { lost: '7 s' }, { seenAt, lostSeconds: 9 }]
  await db
    .insertInto('audit_log')
    .values(entries.map(loss) as never)
    .execute()
  const title = /^The database is about 9 s older/
  expect(await told()).toEqual([expect.stringMatching(title), expect.stringMatching(title)])
})

test('operators would be alarmed by a process that was frozen for an hour, not by one whose start was lost', async () => {
  const { instances: frozen } = newProcess('frozen')
  const heard = vi.fn()
  frozen.onLoss(heard)
  await frozen.begin('build')
  onTestFinished(() => frozen.end())
  const seenAt = async () =>
    (await db.selectFrom('instances').select('seen_at').executeTakeFirst())?.seen_at
  async function beatAfter(ms: number): Promise<void> {
    await db.deleteFrom('instances').execute()
    clock.ms += ms
    vi.advanceTimersByTime(2_000)
    await expect.poll(seenAt).toBe(clock.ms)
  }
  await beatAfter(60 * 60_000)
  expect(heard).not.toHaveBeenCalled()
  await beatAfter(2_000)
  await expect.poll(() => heard.mock.calls).toEqual([[expect.objectContaining({})]])
})
