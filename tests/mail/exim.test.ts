// @module-tag whole
import '#tests/support/own-data-dir.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Exim, hasExim, startExim } from '#tests/support/exim.ts'

const { sendMail } = await import('#app/mail/mailer.server.ts')

describe.skipIf(!hasExim())('Exim, as Debian has it', () => {
  let exim: Exim
  beforeAll(async () => {
    exim = await startExim()
  })
  afterAll(() => exim?.close())

  function send(
    mail: { to?: string; subject?: string },
    from = 'site@site.example',
    whenLate = () => {},
  ) {
    return sendMail(
      {
        host: '127.0.0.1',
        port: exim.port,
        user: '',
        password: '',
        encryption: 'None',
        from: { name: 'Clips', address: from },
        replyTo: null,
      },
      {
        to: 'una@users.example',
        subject: 'Your link',
        text: 'Here it is.\n',
        html: null,
        headers: {},
        messageId: '4f0c',
        ...mail,
      },
      AbortSignal.timeout(60_000),
      { limits: { lateMs: 200 }, whenLate },
    )
  }

  test('an email that it checks for seconds arrives once', async () => {
    const whenLate = vi.fn()
    const result = await send({ subject: 'A slow check' }, undefined, whenLate)
    expect(result).toEqual({ ok: true, answer: expect.stringMatching(/^250 OK id=/) })
    expect(whenLate).toHaveBeenCalledOnce()
    await expect.poll(() => exim.mailbox().match(/^Subject: A slow check$/gm) ?? []).toHaveLength(1)
  })

  test('an unknown mailbox gives up this email alone', async () => {
    const result = await send({ to: 'nobody@users.example' })
    expect(result).toMatchObject({ fault: { kind: 'reader', scope: 'mail', permanent: true } })
  })

  test('a refused relay or sender is a setting to mend', async () => {
    expect(await send({ to: 'una@elsewhere.example' })).toMatchObject({
      fault: { kind: 'relay', scope: 'server', permanent: false },
    })
    expect(await send({}, 'stranger@site.example')).toMatchObject({
      fault: { kind: 'sender', scope: 'server', permanent: false },
    })
  })
})
