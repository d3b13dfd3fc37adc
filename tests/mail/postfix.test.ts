// @module-tag whole
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hasPostfix, type Postfix, startPostfix } from '#tests/support/postfix.ts'
import { handOver } from './hand-over.ts'

describe.skipIf(!hasPostfix())('Postfix, as Debian has it', () => {
  let postfix: Postfix
  beforeAll(async () => {
    postfix = await startPostfix()
  })
  afterAll(() => postfix?.close())

  const delivered = (subject: string) =>
    postfix.mailbox().match(new RegExp(`^Subject: ${subject}$`, 'gm')) ?? []

  test('an email arrives once and whole', async () => {
    const text = `Grüße,\n.\n..${'x'.repeat(1200)}\nFrom here on.\n`
    const result = await handOver(postfix.port, { subject: 'All of it', text })
    expect(result).toEqual({ ok: true, answer: expect.stringMatching(/^250 2\.0\.0 Ok: queued/) })
    await expect.poll(() => delivered('All of it')).toHaveLength(1)
    expect(postfix.mailbox().replaceAll('=\n', '')).toContain(
      `Gr=C3=BC=C3=9Fe,\n.\n..${'x'.repeat(1200)}\n`,
    )
  })

  test('an email that it checks for seconds arrives once', async () => {
    const whenLate = vi.fn()
    const mail = { to: 'slow@users.example', subject: 'A slow check', whenLate }
    expect(await handOver(postfix.port, mail)).toMatchObject({ ok: true })
    expect(whenLate).toHaveBeenCalledOnce()
    await expect.poll(() => delivered('A slow check')).toHaveLength(1)
  })

  test('an unknown mailbox, or an email over its size, gives up this email alone', async () => {
    const unknown = await handOver(postfix.port, { to: 'nobody@users.example' })
    expect(unknown).toMatchObject({
      fault: {
        kind: 'reader',
        scope: 'mail',
        permanent: true,
        text: expect.stringContaining('5.1.1'),
      },
    })
    const large = await handOver(postfix.port, { text: 'A line of it.\n'.repeat(20_000) })
    expect(large).toMatchObject({ fault: { scope: 'mail', permanent: true } })
  })

  test('a refused relay or sender is a setting to mend', async () => {
    expect(await handOver(postfix.port, { to: 'una@elsewhere.example' })).toMatchObject({
      fault: { kind: 'relay', scope: 'server', permanent: false },
    })
    expect(await handOver(postfix.port, { from: 'stranger@site.example' })).toMatchObject({
      fault: {
        kind: 'sender',
        scope: 'server',
        permanent: false,
        text: expect.stringContaining('Sender address rejected: not owned by user'),
      },
    })
  })
})
