// @module-tag whole
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Exim, hasExim, startExim } from '#tests/support/exim.ts'
import { handOver } from './hand-over.ts'

describe.skipIf(!hasExim())('Exim, as Debian has it', () => {
  let exim: Exim
  beforeAll(async () => {
    exim = await startExim()
  })
  afterAll(() => exim?.close())

  test('an email that it checks for seconds arrives once', async () => {
    const whenLate = vi.fn()
    const result = await handOver(exim.port, { subject: 'A slow check', whenLate })
    expect(result).toEqual({ ok: true, answer: expect.stringMatching(/^250 OK id=/) })
    expect(whenLate).toHaveBeenCalledOnce()
    await expect.poll(() => exim.mailbox().match(/^Subject: A slow check$/gm) ?? []).toHaveLength(1)
  })

  test('an unknown mailbox gives up this email alone', async () => {
    const result = await handOver(exim.port, { to: 'nobody@users.example' })
    expect(result).toMatchObject({ fault: { kind: 'reader', scope: 'mail', permanent: true } })
  })

  test('a refused relay or sender is a setting to mend', async () => {
    expect(await handOver(exim.port, { to: 'una@elsewhere.example' })).toMatchObject({
      fault: { kind: 'relay', scope: 'server', permanent: false },
    })
    expect(await handOver(exim.port, { from: 'stranger@site.example' })).toMatchObject({
      fault: { kind: 'sender', scope: 'server', permanent: false },
    })
  })
})
