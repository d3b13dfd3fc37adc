import { createTransport } from 'nodemailer'
import { env } from '#app/env.server.ts'
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

const connectMs = 10_000
const greetingMs = 10_000
const silenceMs = 30_000

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
): Promise<{ ok: true; answer: string } | { ok: false; fault: MailFault }> {
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.encryption === 'SSL',
    requireTLS: server.encryption === 'TLS',
    ignoreTLS: server.encryption === 'None',
    auth: server.user === '' ? undefined : { user: server.user, pass: server.password },
    // Many servers refuse a name without a dot; a bracketed address is always valid.
    name: siteHost.includes('.') && !/^[\d.[]/.test(siteHost) ? siteHost : '[127.0.0.1]',
    tls: {
      minVersion: 'TLSv1.2',
      // Connections to this machine can't be intercepted; local relays sign their own certificates.
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
      signal,
    })
    return { ok: true, answer: headerLine(info.response).slice(0, 300).toWellFormed() }
  } catch (error) {
    return { ok: false, fault: mailFault(error, server) }
  } finally {
    transport.close()
  }
}
