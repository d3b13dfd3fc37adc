// @module-tag module
import '#tests/support/own-data-dir.ts'

import { expect, test } from 'vitest'
import type { Job } from '#app/jobs/job.ts'
import { markAgainSoon, noteHandedOver } from '#app/mail/handed-over.server.ts'
import { sendQueuedMail } from '#app/mail/mail-sender.server.ts'
import { enqueueMail } from '#app/mail/outbox.server.ts'
import { db, transact } from '#db/engine.ts'

/** Queues a mail. Returns how an older database that has it as unsent finds it after a while. */
async function queue({ isPrivate = false } = {}) {
  const body = { title: 'T', parts: ['P'] }
  const id = await enqueueMail({ to: 'a@site.example', subject: 'S', body, isPrivate })
  const row = () =>
    db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { id, isPrivate, messageId: (await row()).message_id, row }
}

test('emails that this process has sent would be sent again by others after a failover that lost that', async () => {
  const [open, secret, other] = [await queue(), await queue({ isPrivate: true }), await queue()]
  for (const mail of [open, secret]) noteHandedOver(mail)
  // The older database has given the number of a lost mail to another one.
  noteHandedOver({ ...other, messageId: 'lost' })
  await markAgainSoon()
  expect(await open.row()).toMatchObject({ state: 'sent', content: expect.any(String) })
  expect(await secret.row()).toMatchObject({ state: 'sent', content: null })
  expect(await other.row()).toMatchObject({ state: 'waiting', sent_at: null })
})

test('an email that this process has sent would be sent again by itself', async () => {
  const mail = await queue()
  noteHandedOver(mail)
  const ended: string[] = []
  const job: Job<'mail'> = {
    id: 1,
    payload: { mail: mail.id },
    attempt: 2,
    isLastAttempt: false,
    signal: new AbortController().signal,
    isStopping: () => false,
    write: transact,
    async end(work = async () => {}) {
      ended.push('done')
      await transact(work)
    },
    async retry() {
      ended.push('to be retried')
    },
    async giveBack() {
      ended.push('given back')
    },
  }
  await sendQueuedMail(job)
  expect(ended).toEqual(['done'])
  expect(await mail.row()).toMatchObject({ state: 'sent' })
})
