// @module-tag module
import '#tests/support/own-data-dir.ts'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recordAudit } from '#app/audit/audit.server.ts'
import { onJobDue } from '#app/jobs/queue.server.ts'
import { liveCursor, topicChanged, topicsSince } from '#app/live/live-topics.server.ts'
import { enqueueMail } from '#app/mail/outbox.server.ts'
import { transact } from '#db/engine.ts'

// Who is told of a change reads it at once, on another connection: it must be committed by then.

const audit = {
  actor: { id: null, label: 'test', requestId: null },
  action: 'job.started',
} as const
const mail = { to: 'a@example.org', subject: 'S', body: { title: 'T', parts: ['P'] } }
const queued = vi.fn()
onJobDue(queued)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  // Past the rest of what the test before has told.
  vi.advanceTimersByTime(60_000)
  queued.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
})

test('changes in a transaction are announced once it is committed', async () => {
  const before = liveCursor()
  await transact(async (trx) => {
    await recordAudit(audit, trx)
    await enqueueMail(mail, trx)
    vi.advanceTimersByTime(10_000)
    expect(topicsSince(before)).toEqual([])
    expect(queued).not.toHaveBeenCalled()
  })
  expect(queued).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(100)
  expect(topicsSince(before)).toEqual(['badge', 'outbox', 'dashboard'])
})

test('changes in a transaction that is rolled back are not announced', async () => {
  const before = liveCursor()
  const undone = transact(async (trx) => {
    await enqueueMail(mail, trx)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  vi.advanceTimersByTime(10_000)
  expect(topicsSince(before)).toEqual([])
  expect(queued).not.toHaveBeenCalled()
})

test('a change that was begun in a transaction and ends after it is announced', async () => {
  const before = liveCursor()
  const goOn = Promise.withResolvers<void>()
  let later: Promise<void> | undefined
  await transact(async () => {
    later = goOn.promise.then(() => topicChanged('jobs'))
  })
  goOn.resolve()
  await later
  vi.advanceTimersByTime(100)
  expect(topicsSince(before)).toEqual(['jobs'])
})
