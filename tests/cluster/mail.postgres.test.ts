// @module-tag whole
import '#tests/support/own-data-dir.ts'

import { expect, onTestFinished, test } from 'vitest'
import { enqueueMail } from '#app/mail/outbox.server.ts'
import { startMailServer } from '#tests/fakes/mail-server.ts'
import { closing } from '#tests/support/closing.ts'
import { startCluster } from '#tests/support/cluster.ts'
import { mailSettings } from '#tests/support/mail.ts'

const mails = Number(process.env.CLUSTER_MAILS ?? 100)
const kills = Number(process.env.CLUSTER_KILLS ?? 2)
/** How many a process hands over at once. */
const inHand = 3

test(
  'R25, R31: emails would be lost with the process that sent them, or go out at each one',
  async () => {
    const server = await startMailServer({ startTls: 'none' })
    onTestFinished(() => server.close())
    const cluster = closing(
      await startCluster({
        dataDir: process.env.DATA_DIR,
        settings: mailSettings(server),
      }),
    )
    const queue = async (name: string, count: number) => {
      for (let n = 0; n < count; n += 1) {
        const body = { title: 'T', parts: ['P'] }
        await enqueueMail({ to: 'a@example.org', subject: `${name} ${n}`, body })
      }
    }
    const received = (name: string) =>
      server.received.filter(({ subject }) => subject.startsWith(name))
    const unsent = () =>
      cluster.db.value<number>("select count(*) from outbox where state <> 'sent'")
    await queue('calm', mails)
    await expect.poll(unsent).toBe(0)
    expect(new Set(received('calm').map(({ subject }) => subject)).size).toBe(mails)
    expect(received('calm')).toHaveLength(mails)

    for (let kill = 1; kill <= kills; kill += 1) {
      const before = received('killed').length
      const part = Math.ceil(mails / kills)
      await queue(`killed ${kill}`, part - inHand)
      const some = before + Math.floor((0.2 + 0.6 * Math.random()) * (part - inHand))
      await expect
        .poll(() => received('killed').length, { interval: 1 })
        .toBeGreaterThanOrEqual(some)
      const { promise, resolve } = Promise.withResolvers<void>()
      server.answering = promise
      await queue(`killed ${kill} late`, inHand)
      const sender = await cluster.owner('mail')
      await sender.stop('SIGKILL')
      server.answering = null
      resolve()
      await cluster.replace(sender)
      await expect.poll(unsent).toBe(0)
      const copies = Map.groupBy(
        received(`killed ${kill} `),
        (mail) => mail.headers.find(([name]) => name === 'message-id')?.[1],
      )
      expect(copies.size).toBe(part)
      const twice = [...copies.values()].filter(({ length }) => length > 1)
      expect(twice.length).toBeLessThanOrEqual(inHand)
      expect(twice.filter(({ length }) => length > 2)).toEqual([])
    }
  },
  240_000 + kills * 30_000,
)
