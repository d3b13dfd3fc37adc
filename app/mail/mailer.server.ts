import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { env } from '#app/env.server.ts'
import { minuteMs, secondMs } from '#app/time/durations.ts'
import { headerLine } from './header-line.ts'
import { type MailFault, mailFault } from './mail-fault.ts'

/**
 * The mail server that operators set up. Private addresses are allowed: only operators can enter
 * one, and a relay on the local network is common.
 */
export type MailServer = {
  host: string
  port: number
  /** Empty if the server needs no sign-in. */
  user: string
  password: string
  /** TLS: STARTTLS, or nothing is sent. SSL: TLS from the first byte. None: plain text. */
  encryption: 'TLS' | 'SSL' | 'None'
  from: { name: string; address: string }
  /** Null for the sender. */
  replyTo: string | null
}

export type OutgoingMail = {
  to: string
  subject: string
  text: string
  html: string | null
  headers: Readonly<Record<string, string>>
  /** Unique part without the host; stays the same when a mail is sent again. */
  messageId: string
}

/** Time limits for a server, by RFC 5321 (4.5.3.2): many check a mail before they answer. */
const usualLimits = {
  connectMs: 30 * secondMs,
  greetingMs: 5 * minuteMs,
  silenceMs: 10 * minuteMs,
  /** After that long without an answer to a whole mail, `whenLate` is called. */
  lateMs: 10 * secondMs,
}

type Options = { limits?: Partial<typeof usualLimits>; whenLate?: () => void }

const quitMs = 2 * secondMs

const siteHost = new URL(env.APP_URL).hostname
const localHosts = new Set(['localhost', '127.0.0.1', '::1'])

/**
 * Hands one mail to the mail server over a connection of its own. Resolves with the server's final
 * answer; never throws for an outside failure. `signal` must abort eventually: nothing else ends a
 * server that answers one byte at a time.
 */
export async function sendMail(
  server: MailServer,
  mail: OutgoingMail,
  signal: AbortSignal,
  { limits, whenLate }: Options = {},
): Promise<{ ok: true; answer: string } | { ok: false; fault: MailFault }> {
  const { connectMs, lateMs, ...silence } = { ...usualLimits, ...limits }
  const connection = connect(server, silence)
  let isWhole = false
  let late: NodeJS.Timeout | undefined
  const broken = new Promise<never>((_, reject) => {
    connection.on('error', reject)
    const abort = () => reject(fault('EABORT', 'It took too long'))
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
  })
  broken.catch(() => {})
  const connecting = setTimeout(() => {
    if (connection.stage === 'init') connection.emit('error', fault('ETIMEDOUT', 'No connection'))
  }, connectMs)
  /** Waits for one step of the conversation. */
  const step = <Result>(begin: (done: (error?: Error | null, result?: Result) => void) => void) =>
    Promise.race([
      broken,
      new Promise<Result | undefined>((resolve, reject) => {
        begin((error, result) => (error ? reject(error) : resolve(result)))
      }),
    ])
  try {
    const message = compose(server, mail)
    const bytes = await message.build()
    await step((done) => connection.connect(done))
    if (server.user !== '') {
      checkSignIn(connection.lastServerResponse || '')
      const credentials = { user: server.user, pass: server.password }
      await step((done) => connection.login({ credentials }, done))
    }
    const body = Readable.from([bytes])
    body.once('end', () => {
      isWhole = true
      late = setTimeout(() => whenLate?.(), lateMs)
    })
    const envelope = { ...message.getEnvelope(), size: bytes.length }
    const info = await step<SMTPConnection.SentMessageInfo>((done) =>
      connection.send(envelope, body, done),
    )
    leave(connection)
    return {
      ok: true,
      answer: headerLine(info?.response ?? '')
        .slice(0, 300)
        .toWellFormed(),
    }
  } catch (error) {
    const isRefusal = error instanceof Error && 'response' in error
    if (isRefusal && !connection.destroyed) leave(connection)
    else connection.close()
    return { ok: false, fault: mailFault(error, server, isWhole) }
  } finally {
    clearTimeout(connecting)
    clearTimeout(late)
  }
}

function connect(
  server: MailServer,
  { greetingMs, silenceMs }: { greetingMs: number; silenceMs: number },
): SMTPConnection {
  return new SMTPConnection({
    host: server.host,
    port: server.port,
    secure: server.encryption === 'SSL',
    requireTLS: server.encryption === 'TLS',
    ignoreTLS: server.encryption === 'None',
    // Many servers refuse a name without a dot; a bracketed address is always valid.
    name: siteHost.includes('.') && !/^[\d.[]/.test(siteHost) ? siteHost : '[127.0.0.1]',
    tls: {
      minVersion: 'TLSv1.2',
      // Connections to this machine can't be intercepted; local relays sign their own certificates.
      rejectUnauthorized: !localHosts.has(server.host.toLowerCase()),
    },
    // It bounds connecting and the greeting together.
    connectionTimeout: greetingMs,
    greetingTimeout: greetingMs,
    socketTimeout: silenceMs,
    maxResponseSize: 64 * 1024,
  } satisfies SMTPConnection.Options & { maxResponseSize: number })
}

function compose(server: MailServer, mail: OutgoingMail) {
  return new MailComposer({
    from: { name: headerLine(server.from.name), address: headerLine(server.from.address) },
    to: { name: '', address: headerLine(mail.to) },
    ...(server.replyTo !== null && {
      replyTo: { name: '', address: headerLine(server.replyTo) },
    }),
    subject: headerLine(mail.subject),
    text: mail.text,
    ...(mail.html !== null && { html: mail.html }),
    headers: {
      // Otherwise autoresponders answer it (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      ...Object.fromEntries(
        Object.entries(mail.headers).map(([name, value]) => [
          name.replace(/[^\w-]/g, ''),
          headerLine(value),
        ]),
      ),
    },
    messageId: `<${headerLine(mail.messageId)}@${siteHost}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
}

/** Throws if the server's answer to EHLO offers no sign-in with a password. */
function checkSignIn(answer: string): void {
  const offered = [...answer.matchAll(/^250[ -]AUTH[ =](.*)$/gim)].map(([, names = '']) => names)
  if (/\b(PLAIN|LOGIN|CRAM-MD5)\b/i.test(offered.join(' '))) return
  throw fault('ENOAUTH', offered.join(' ').trim())
}

/** Says goodbye as RFC 5321 asks, without waiting for it. */
function leave(connection: SMTPConnection): void {
  connection.quit()
  setTimeout(() => connection.close(), quitMs).unref()
}

function fault(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}
