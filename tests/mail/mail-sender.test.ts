// @module-tag module
import '#tests/support/own-data-dir.ts'

import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { systemActor } from '#app/audit/audit.server.ts'
import { startSender, stopSender, wakeSender } from '#app/mail/mail-sender.server.ts'
import { enqueueMail } from '#app/mail/outbox.server.ts'
import { changeSettings } from '#app/settings/settings.server.ts'
import { db } from '#db/engine.ts'

vi.mock(import('#app/mail/mailer.server.ts'), async (original) => ({
  ...(await original()),
  sendMail: async () => ({ ok: true as const, answer: '250 queued' }),
}))
// The database takes longer to claim mails than the mail server to take them.
vi.mock(import('#app/mail/outbox-delivery.server.ts'), async (original) => {
  const { claimMails, ...others } = await original()
  return {
    ...others,
    claimMails: async (...claim) => {
      const mails = await claimMails(...claim)
      await wait(50)
      return mails
    },
  }
})

test('everything queued is sent at once, even if emails finish while more are claimed', async () => {
  await changeSettings({ smtpHost: '127.0.0.1' }, systemActor)
  for (let n = 0; n < 8; n += 1) {
    await enqueueMail({ to: 'a@example.org', subject: 'S', body: { title: 'T', parts: ['P'] } })
  }
  startSender()
  await wakeSender()
  const states = await db.selectFrom('outbox').select('state').distinct().execute()
  expect(states).toEqual([{ state: 'sent' }])
  await stopSender()
})
