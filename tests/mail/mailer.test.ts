// @module-tag module
import '#tests/support/own-data-dir.ts'
import { afterEach, describe, expect, test } from 'vitest'
import type { OutgoingMail, MailServer as Settings } from '#app/mail/mailer.server.ts'
import {
  type MailServer,
  type MailServerFault,
  type MailServerOptions,
  startMailServer,
} from '#tests/fakes/mail-server.ts'
import fc, { cases } from '#tests/support/cases.ts'

const { sendMail } = await import('#app/mail/mailer.server.ts')
const { mailRetryMs } = await import('#app/mail/outbox-delivery.server.ts')

let server: MailServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

async function start(options?: MailServerOptions): Promise<MailServer> {
  server = await startMailServer(options)
  return server
}

const mail: OutgoingMail = {
  to: 'una@users.example',
  subject: 'Your link',
  text: 'Here it is: https://site.example/reset/abc\n',
  html: null,
  headers: {},
  messageId: '4f0c',
}

function send(
  { port }: Pick<MailServer, 'port'>,
  settings: Partial<Settings> = {},
  {
    signal = AbortSignal.timeout(20_000),
    ...changed
  }: Partial<OutgoingMail> & {
    signal?: AbortSignal
  } = {},
) {
  const usual: Settings = {
    host: '127.0.0.1',
    port,
    user: '',
    password: '',
    encryption: 'None',
    from: { name: 'Clip Site', address: 'site@site.example' },
    replyTo: null,
  }
  return sendMail({ ...usual, ...settings }, { ...mail, ...changed }, signal)
}

/** The kind of a fault, and what operators read. */
async function faultOf(sent: ReturnType<typeof send>) {
  const result = await sent
  if (result.ok) throw new Error(`It was sent: ${result.answer}`)
  return result.fault
}

describe('an accepted email', () => {
  test('arrives as written, with its sender, reply address and one Message-ID', async () => {
    const fake = await start()
    const text = `Grüße — Zeile eins\n.\n..zwei\nhttps://site.example/${'x'.repeat(300)}\n`
    const headers = {
      'List-Unsubscribe': `<https://site.example/newsletter/unsubscribe/${'t'.repeat(40)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }
    const result = await send(
      fake,
      { replyTo: 'help@site.example' },
      { subject: 'Schöne Grüße 🎬', text, html: '<p>Grüße</p>', headers },
    )
    expect(result).toEqual({ ok: true, answer: expect.stringContaining('queued as 1') })
    const [got] = fake.received
    expect(got?.envelope).toEqual({ from: 'site@site.example', to: ['una@users.example'] })
    expect(got?.subject).toBe('Schöne Grüße 🎬')
    expect(got?.text).toBe(text)
    expect(got?.html).toBe('<p>Grüße</p>')
    expect(got?.headers).toEqual(
      expect.arrayContaining([
        ['from', 'Clip Site <site@site.example>'],
        ['to', 'una@users.example'],
        ['reply-to', 'help@site.example'],
        ['message-id', '<4f0c@localhost>'],
        ['auto-submitted', 'auto-generated'],
        ['list-unsubscribe', headers['List-Unsubscribe']],
        ['list-unsubscribe-post', 'List-Unsubscribe=One-Click'],
      ]),
    )
  })

  test('S39: whatever a subject, name or address holds adds no header and no recipient', {
    tags: 'whole',
  }, async () => {
    const fake = await start()
    const plain = await send(fake)
    expect(plain.ok).toBe(true)
    const names = fake.received[0]?.headers.map(([name]) => name).sort()
    const nasty = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc
        .tuple(
          fc.string(),
          fc.constantFrom('\r\n', '\n', '\r', '\u2028', '\0', '\u0085'),
          fc.string(),
        )
        .map(([a, line, b]) => `${a}${line}Bcc: evil@evil.example${line}${line}${b}`),
    )
    await fc.assert(
      fc.asyncProperty(nasty, nasty, nasty, async (subject, name, value) => {
        fake.received.length = 0
        const result = await send(
          fake,
          { from: { name, address: 'site@site.example' } },
          { subject: `s${subject}`, headers: { 'List-Unsubscribe': `<${value}>` } },
        )
        expect(result.ok).toBe(true)
        const [got] = fake.received
        expect(got?.envelope.to).toEqual(['una@users.example'])
        expect(got?.headers.map(([key]) => key).sort()).toEqual(
          [...(names ?? []), 'list-unsubscribe'].sort(),
        )
        expect(got?.text).toBe(mail.text)
      }),
      { numRuns: cases(60) },
    )
  })

  test('is sent under STARTTLS or TLS when the operator chose so, signed in', async () => {
    const login = { user: 'site', password: 'p ä ss' }
    const offered = await start({ startTls: 'required', login })
    const account = { user: 'site', password: 'p ä ss' }
    expect((await send(offered, { encryption: 'TLS', ...account })).ok).toBe(true)
    expect(offered.received[0]).toMatchObject({ encrypted: true, user: 'site' })
    await offered.close()
    const implicit = await start({ implicitTls: true, login })
    expect((await send(implicit, { encryption: 'SSL', ...account })).ok).toBe(true)
    expect(implicit.received[0]).toMatchObject({ encrypted: true, user: 'site' })
  })
})

describe('a refused email', () => {
  test('nothing listens: the operator reads where', async () => {
    const { port, close } = await start()
    await close()
    server = null
    const fault = await faultOf(send({ port }))
    expect(fault).toMatchObject({ kind: 'no_connection', scope: 'server', permanent: false })
    expect(fault.text).toContain(`127.0.0.1:${port}`)
  })

  test('the host has no address', async () => {
    const fault = await faultOf(send({ port: 25 }, { host: 'nowhere.invalid' }))
    expect(fault).toMatchObject({ kind: 'host_not_found', permanent: false })
  })

  const faults: [MailServerFault, object, string][] = [
    ['busy', { kind: 'busy', scope: 'server', permanent: false }, 'Come back in an hour'],
    ['greylist', { kind: 'greylist', scope: 'mail', permanent: false }, 'Greylisted'],
    ['unknown_recipient', { kind: 'reader', scope: 'mail', permanent: true }, 'No such mailbox'],
    ['spam', { kind: 'spam', scope: 'ours', permanent: false }, 'Looks like spam'],
    ['sender_refused', { kind: 'sender', scope: 'server', permanent: false }, 'not yours'],
    ['cut_at_end', { kind: 'unknown', scope: 'unknown', permanent: false }, 'isn’t known'],
  ]
  test.each(faults)('%s: told apart, with what the server said', async (kind, expected, said) => {
    const fake = await start()
    fake.fault = kind
    const fault = await faultOf(send(fake))
    expect(fault).toMatchObject(expected)
    expect(fault.text).toContain(said)
    expect(fault.text).not.toMatch(/\p{Cc}/u)
  })

  test('a wrong password is reported as a sign-in problem, and is in no text', async () => {
    const fake = await start({ login: { user: 'site', password: 'right' } })
    const fault = await faultOf(send(fake, { user: 'site', password: 'wrong-secret' }))
    expect(fault).toMatchObject({ kind: 'sign_in', scope: 'server', permanent: false })
    expect(fault.text).not.toContain('wrong-secret')
    expect((await faultOf(send(fake))).kind).toBe('sign-in-asked')
  })

  test('never without encryption when the operator chose TLS', async () => {
    const bare = await start({ startTls: 'none' })
    expect((await faultOf(send(bare, { encryption: 'TLS' }))).kind).toBe('no_encryption')
    const { kind, text } = await faultOf(send(bare, { encryption: 'SSL' }))
    expect(kind).toBe('no_encryption')
    expect(text).toMatch(/\(wrong version number\)$/)
    expect(bare.received).toEqual([])
  })

  test('never to a server with an untrusted certificate, except on this machine', async () => {
    const login = { user: 'site', password: 'right' }
    const fake = await start({ host: '0.0.0.0', startTls: 'required', login })
    const elsewhere = { host: '127.0.0.2', encryption: 'TLS', ...login } as const
    expect((await faultOf(send(fake, elsewhere))).kind).toBe('bad_certificate')
    const ssl = await startMailServer({ host: '0.0.0.0', implicitTls: true })
    expect((await faultOf(send(ssl, { ...elsewhere, encryption: 'SSL' }))).kind).toBe(
      'bad_certificate',
    )
    await ssl.close()
    expect((await send(fake, { ...login, encryption: 'TLS' })).ok).toBe(true)
  })
})

const minute = 60_000
const day = 24 * 60 * minute

describe('the waits between an email’s attempts', () => {
  test('double up to two hours, and end between the fourth and the fifth day', () => {
    const waits: number[] = []
    let age = 0
    for (let tries = 1; tries <= 1000; tries += 1) {
      const wait = mailRetryMs(tries, age, 0.5)
      if (wait === null) break
      waits.push(wait)
      age += wait
    }
    expect(waits.slice(0, 9).map((wait) => wait / minute)).toEqual([
      1, 2, 4, 8, 16, 32, 64, 120, 120,
    ])
    expect(age / day).toBeGreaterThan(4)
    expect(age / day).toBeLessThan(5)
  })

  test('go on after an outage that outlasted them, for a few more tries', () => {
    expect(mailRetryMs(1, 20 * day)).not.toBeNull()
    expect(mailRetryMs(5, 20 * day)).toBeNull()
  })

  test('differ, so emails that failed together aren’t retried together', () => {
    const chances = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 41 }), chances, (attempts, chance) => {
        const middle = mailRetryMs(attempts, 0, 0.5) ?? Number.NaN
        const wait = mailRetryMs(attempts, 0, chance)
        expect(wait).toBeGreaterThanOrEqual(Math.floor(middle * 0.8))
        expect(wait).toBeLessThanOrEqual(Math.ceil(middle * 1.2))
      }),
    )
  })
})
