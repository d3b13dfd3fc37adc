import { createTransport } from 'nodemailer'
import { env } from '#app/env.server.ts'
import { headerLine } from './header-line.ts'
import { type MailFault, mailFault } from './mail-fault.ts'

/**
 * A mail server as the operator has set it up. Private addresses are as good as others: no one but
 * operators can enter one, and a relay in the own network is the usual case.
 */
export type MailServer = {
  host: string
  port: number
  /** Empty for a server that asks for none. */
  user: string
  password: string
  /** TLS: STARTTLS, or nothing is sent. SSL: TLS from the first byte. None: plain text. */
  encryption: 'TLS' | 'SSL' | 'None'
  from: { name: string; address: string }
  /** Where answers go; null for the sender. */
  replyTo: string | null
}

export type OutgoingMail = {
  to: string
  subject: string
  text: string
  html: string | null
  /** Further header fields by their names. */
  headers: Readonly<Record<string, string>>
  /** Unique, without the host; the same when the same mail is sent again. */
  messageId: string
}

export type SendResult = { ok: true; answer: string } | { ok: false; fault: MailFault }

const connectMs = 10_000
const greetingMs = 10_000
const silenceMs = 30_000

const siteHost = new URL(env.APP_URL).hostname
const localHosts = new Set(['localhost', '127.0.0.1', '::1'])

/**
 * Hands one mail to the mail server over a connection of its own; resolves with what the server
 * said at the end. Never throws for an outside failure. `signal` must abort sooner or later: it is
 * what ends a server that answers a byte at a time.
 */
export async function sendMail(
  server: MailServer,
  mail: OutgoingMail,
  signal: AbortSignal,
): Promise<SendResult> {
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.encryption === 'SSL',
    requireTLS: server.encryption === 'TLS',
    ignoreTLS: server.encryption === 'None',
    auth: server.user === '' ? undefined : { user: server.user, pass: server.password },
    // A name without a dot is refused by many servers; an address in brackets is always right.
    name: siteHost.includes('.') && !/^[\d.[]/.test(siteHost) ? siteHost : '[127.0.0.1]',
    tls: {
      minVersion: 'TLSv1.2',
      // No one stands between this machine and itself, and its relay's certificate is its own.
      rejectUnauthorized: !localHosts.has(server.host.toLowerCase()),
    },
    connectionTimeout: connectMs,
    greetingTimeout: greetingMs,
    socketTimeout: silenceMs,
    dnsTimeout: connectMs,
    maxResponseSize: 64 * 1024,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    const info = await transport.sendMail({
      from: { name: headerLine(server.from.name), address: headerLine(server.from.address) },
      to: { name: '', address: headerLine(mail.to) },
      ...(server.replyTo !== null && {
        replyTo: { name: '', address: headerLine(server.replyTo) },
      }),
      subject: headerLine(mail.subject),
      text: mail.text,
      ...(mail.html !== null && { html: mail.html }),
      headers: {
        // Else programs that answer by themselves answer us (RFC 3834).
        'Auto-Submitted': 'auto-generated',
        ...Object.fromEntries(
          Object.entries(mail.headers).map(([name, value]) => [
            headerName(name),
            headerLine(value),
          ]),
        ),
      },
      messageId: `<${headerLine(mail.messageId)}@${siteHost}>`,
      signal,
    })
    return { ok: true, answer: headerLine(info.response).slice(0, 300).toWellFormed() }
  } catch (error) {
    return { ok: false, fault: mailFault(error, server) }
  } finally {
    transport.close()
  }
}

function headerName(name: string): string {
  return name.replace(/[^\w-]/g, '')
}
