// @module-tag module
import '#tests/support/own-data-dir.ts'
import { expect, onTestFinished, test } from 'vitest'
import {
  type ScriptedSmtp,
  type SmtpScript,
  startScriptedSmtp,
} from '#tests/fakes/scripted-smtp.ts'

const { sendMail } = await import('#app/mail/mailer.server.ts')
type Server = Parameters<typeof sendMail>[0]
type Options = Parameters<typeof sendMail>[3]

const mail = {
  to: 'una@users.example',
  subject: 'Your link',
  text: 'Here it is.\n',
  html: null,
  headers: {},
  messageId: '4f0c',
}

async function start(script: SmtpScript): Promise<ScriptedSmtp> {
  const server = await startScriptedSmtp(script)
  onTestFinished(() => server.close())
  return server
}

function send(
  { port }: ScriptedSmtp,
  settings: Partial<Server> = {},
  options: Options & { signal?: AbortSignal } = {},
) {
  const server: Server = {
    host: '127.0.0.1',
    port,
    user: '',
    password: '',
    encryption: 'None',
    from: { name: 'Clips', address: 'site@site.example' },
    replyTo: null,
    ...settings,
  }
  const { signal = AbortSignal.timeout(20_000), ...others } = options
  return sendMail(server, mail, signal, others)
}

async function faultOf(sent: ReturnType<typeof send>) {
  const result = await sent
  if (result.ok) throw new Error(`It was sent: ${result.answer}`)
  return result.fault
}

const unknown = { kind: 'unknown', scope: 'unknown', permanent: false }

test('a server that checks an email before it answers gets it once, and others are let on meanwhile', async () => {
  const { promise: late, resolve: isLate } = Promise.withResolvers<void>()
  const server = await start({ dot: { after: late, text: '250 2.0.0 checked' } })
  const result = await send(server, {}, { limits: { lateMs: 1 }, whenLate: isLate })
  expect(result).toEqual({ ok: true, answer: '250 2.0.0 checked' })
  expect(server.mails).toHaveLength(1)
  await expect.poll(() => server.commands.at(-1)).toBe('QUIT')
})

const lost: [string, SmtpScript][] = [
  ['says nothing', { dot: 'silence' }],
  ['closes the connection', { dot: { cut: '' } }],
  ['says so, but closes within its line', { dot: { cut: '250 2.0.0 Ok' } }],
]
test.each(lost)(
  'a server got all of an email and %s: whether it took it isn’t known',
  async (_name, script) => {
    const fault = await faultOf(send(await start(script), {}, { limits: { silenceMs: 200 } }))
    expect(fault).toMatchObject(unknown)
    expect(fault.text).toContain('It isn’t known whether 127.0.0.1')
  },
)

test('an operator’s test that ends before the answer doesn’t say that nothing was sent', async () => {
  const server = await start({ dot: 'silence' })
  const control = new AbortController()
  const sent = faultOf(
    send(
      server,
      {},
      { signal: control.signal, limits: { lateMs: 1 }, whenLate: () => control.abort() },
    ),
  )
  expect(await sent).toMatchObject(unknown)
})

test('a refusal after the final dot is one, and the server is told goodbye', async () => {
  const server = await start({
    dot: '554-5.7.1 We looked at it\r\n554 5.7.1 Spam message rejected',
  })
  expect(await faultOf(send(server))).toMatchObject({ kind: 'spam', scope: 'ours' })
  await expect.poll(() => server.commands.at(-1)).toBe('QUIT')
})

test('a silent server is given up before its answer to anything else, and nothing was sent', async () => {
  for (const step of ['greeting', 'ehlo', 'mail', 'rcpt', 'data'] as const) {
    const server = await start({ [step]: 'silence' })
    const limits = { silenceMs: 200, greetingMs: 300 }
    const fault = await faultOf(send(server, {}, { limits }))
    expect([step, fault.kind, server.mails.join('')]).toEqual([step, 'timeout', ''])
  }
})

const account = { user: 'site', password: 'secret' }
const without: [string, string, string][] = [
  ['offers no sign-in', '250 mx.example', 'offers no sign-in over this connection: choose TLS'],
  ['is only named so', '250-auth.mx.example\r\n250 SIZE 1', 'choose TLS, or remove the user'],
  ['takes no passwords', '250-mx.example\r\n250 AUTH NTLM GSSAPI', 'It offers: NTLM GSSAPI'],
]
test.each(without)(
  'a server that %s: no email without the sign-in, and no password in clear',
  async (_name, ehlo, words) => {
    const server = await start({ ehlo })
    const fault = await faultOf(send(server, account))
    expect(fault).toMatchObject({ kind: expect.stringMatching('no_sign_in'), scope: 'server' })
    expect(fault.text).toContain(words)
    expect(server.commands.filter((line) => !/^(EHLO|QUIT)/.test(line))).toEqual([])
  },
)

test('a user without a password is a setting to mend', async () => {
  const server = await start({ ehlo: '250-mx.example\r\n250 AUTH PLAIN LOGIN' })
  const fault = await faultOf(send(server, { user: 'site' }))
  expect(fault.text).toContain('without a password')
  expect((await send(server, account)).ok).toBe(true)
})
