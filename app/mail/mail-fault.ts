import type { MailFaultScope } from '#db/schema.ts'
import { headerLine } from './header-line.ts'
import type { MailServer } from './mailer.server.ts'
import { readAnswer, type SmtpStep, type SmtpSubject } from './smtp-answer.ts'

export type MailFault = {
  kind: MailFaultKind
  /**
   * `server`: it accepts no mail from us for now. `ours`: it rejected this one for a reason that
   * isn't the recipient's, so the settings or the server can mend it. `mail`: it rejected this one.
   * `unknown`: it got all of it and gave no answer.
   */
  scope: MailFaultScope
  /** True if sending the same mail again can't succeed. */
  permanent: boolean
  /** For operators: the problem and its remedy, with the server's answer if there is one. */
  text: string
}

type MailFaultKind =
  | SmtpSubject
  | 'host_not_found'
  | 'no_connection'
  | 'timeout'
  | 'no_encryption'
  | 'bad_certificate'
  | 'no_password'
  | 'no_sign_in'
  | 'unknown'
  | 'sign_in'
  | 'mail_refused'
  | 'aborted'

type Trouble = {
  code?: string
  /** The system's code, if nodemailer replaced it. */
  originalCode?: string
  command?: string
  response?: string
  responseCode?: number
  message: string
}

type Server = Pick<MailServer, 'host' | 'port' | 'user' | 'from' | 'encryption'>

const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/

/** `isWhole`: true if the server had got the whole mail, down to its final dot. */
export function mailFault(error: unknown, server: Server, isWhole = false): MailFault {
  const trouble: Trouble = error instanceof Error ? error : { message: String(error) }
  const { code = '', originalCode = '', message } = trouble
  const { host, port } = server
  const at = `${host}:${port}`
  const { response } = trouble
  const why = response === undefined ? ` (${short(message)})` : said(response)
  const fault = (kind: MailFaultKind, text: string): MailFault => ({
    kind,
    scope: 'server',
    permanent: false,
    text,
  })

  if (isWhole && response === undefined) {
    const text = `It isn’t known whether ${at} took the email: it got all of it and didn’t answer.`
    return { kind: 'unknown', scope: 'unknown', permanent: false, text }
  }
  if (code === 'EABORT') return fault('aborted', `${at} didn’t finish in time.`)
  if (code === 'EDNS' || ['ENOTFOUND', 'EAI_AGAIN', 'ENODATA'].includes(originalCode)) {
    return fault('host_not_found', `The name ${host} was not found. Check the host.`)
  }
  if (certificateCodes.test(originalCode) || certificateCodes.test(code)) {
    return fault('bad_certificate', certificateText(at, originalCode || code))
  }
  if (code === 'ETLS' || originalCode.startsWith('ERR_SSL')) {
    return fault(
      'no_encryption',
      `No encrypted connection to ${at}: choose another encryption or port.${why}`,
    )
  }
  if (response !== undefined) return refusal(trouble, response, server)
  if (code === 'ENOAUTH') return fault('no_sign_in', noSignInText(at, message, server.encryption))
  if (code === 'EAUTH') {
    return fault('no_password', `A user is set for ${at} without a password. Enter it again.`)
  }
  if (code === 'EENVELOPE' || code === 'EMESSAGE') {
    return { kind: 'mail_refused', scope: 'mail', permanent: true, text: `It can’t be sent.${why}` }
  }
  if (code === 'ETIMEDOUT' || originalCode === 'ETIMEDOUT') {
    return fault('timeout', `${at} didn’t answer in time. Check the host, port and encryption.`)
  }
  return fault('no_connection', `No connection to ${at}.${why}`)
}

const steps: Readonly<Record<string, SmtpStep>> = {
  EHLO: 'hello',
  HELO: 'hello',
  STARTTLS: 'encryption',
  'MAIL FROM': 'sender',
  'RCPT TO': 'recipient',
  DATA: 'message',
}

function refusal(trouble: Trouble, response: string, server: Server): MailFault {
  const { command = '', responseCode = 0 } = trouble
  const step = command.startsWith('AUTH') ? 'sign-in' : (steps[command] ?? 'greeting')
  const kind = readAnswer(step, response)
  // Servers of another kind answer without a code.
  const isFinal = responseCode < 400 || responseCode >= 500
  const isOne = step === 'recipient' || step === 'message'
  const text = (sentence: string) => `${sentence}${said(response)}`
  const at = `${server.host}:${server.port}`
  if (kind === 'size' && isFinal) {
    return { kind, scope: 'mail', permanent: true, text: text(`The email is too large for ${at}.`) }
  }
  if (!isOne || kind in ourTexts) {
    const sentence =
      kind in ourTexts
        ? ourTexts[kind as keyof typeof ourTexts](at, server)
        : stepText(step, at, isFinal)
    return {
      kind: step === 'sign-in' && kind === 'unclear' ? 'sign_in' : kind,
      scope: 'server',
      permanent: false,
      text: text(sentence),
    }
  }
  if (!isFinal) {
    return { kind, scope: 'mail', permanent: false, text: text(`${at} asked to try again later.`) }
  }
  if (kind === 'reader') {
    return { kind, scope: 'mail', permanent: true, text: text(`${at} refused the recipient.`) }
  }
  const sentence =
    kind === 'spam'
      ? `${at} took the email for spam.`
      : `${at} refused it for a reason that isn’t the address.`
  return { kind, scope: 'ours', permanent: false, text: text(`${sentence} It’s tried again.`) }
}

/** First sentences for what operators can change, or need not. */
const ourTexts = {
  account: (at) => `${at} has blocked the account. Ask the mail provider.`,
  'app-password': (at) =>
    `${at} wants an app password: create one in the account’s settings there and enter it here.`,
  busy: (at) => `${at} isn’t accepting email right now. There’s nothing to change here.`,
  crowd: (at) =>
    `${at} accepts fewer connections, so emails are sent one at a time. There’s nothing to change here.`,
  dmarc: (_at, { from }) =>
    `The DNS records (SPF, DKIM, DMARC) of ${from.address.replace(/.*@/, '')} don’t allow this mail server to send for it. Change the sender or the records.`,
  'encryption-asked': (at) => `${at} wants an encrypted connection: choose TLS or SSL.`,
  limit: (at) =>
    `The account’s sending limit at ${at} is reached. Emails wait until it’s over, or raise the limit there.`,
  mechanism: (at) =>
    `${at} offers no sign-in with a password here: choose another encryption or port, or allow it there.`,
  name: (at) =>
    `${at} doesn’t accept this site’s name. It’s the host of APP_URL, which needs a DNS record.`,
  relay: (at, { user }) =>
    user === ''
      ? `${at} doesn’t forward this site’s email: enter a user and password, or allow this server there.`
      : `${at} doesn’t forward this account’s email: check the user, or allow it there.`,
  reputation: (at) =>
    `${at} blocks this server’s internet address. Ask your provider, or use another mail server.`,
  sender: (at, { from }) =>
    `${at} doesn’t accept ${from.address} as the sender. Change the sender.`,
  'sign-in-asked': (at, { user }) =>
    user === ''
      ? `${at} asks for a user and password.`
      : `${at} doesn’t let this user send with this sender. Check both.`,
  'smtp-off': (at) => `${at} doesn’t let the account send email by SMTP. Allow it at the provider.`,
} satisfies Partial<Record<SmtpSubject, (at: string, server: Server) => string>>

function stepText(step: SmtpStep, at: string, isFinal: boolean): string {
  if (!isFinal) return ourTexts.busy(at)
  if (step === 'sign-in') return `${at} didn’t accept the user and password.`
  if (step === 'sender') return `${at} didn’t accept the sender.`
  return step === 'hello'
    ? ourTexts.name(at)
    : `${at} doesn’t accept email from this server. Check the host and port.`
}

/** `offered` names the ways to sign in that the server has, none of them with a password. */
function noSignInText(at: string, offered: string, encryption: Server['encryption']): string {
  if (offered !== '') return `${ourTexts.mechanism(at)} It offers: ${short(offered)}`
  const way = encryption === 'None' ? 'choose TLS' : 'choose another port'
  return `${at} offers no sign-in over this connection: ${way}, or remove the user.`
}

/** Certificate problems by OpenSSL's names. */
function certificateText(at: string, code: string): string {
  if (code.endsWith('HAS_EXPIRED')) return `The certificate of ${at} has expired.`
  if (code.endsWith('ALTNAME_INVALID')) {
    return `The certificate of ${at} is for another name. Enter the name it was made for.`
  }
  return `The certificate of ${at} isn’t trusted (${code}). If its authority is your own, start the server with NODE_EXTRA_CA_CERTS.`
}

/** Strips the source location that OpenSSL's errors contain. The reason precedes it. */
const opensslError = /\b[0-9A-F]{1,16}:error:[0-9A-F]{1,16}:[^:]*:[^:]*:([^:]+):[^\s)]*/

function said(response: string): string {
  return ` It said: ${short(response)}`
}

function short(text: string): string {
  return headerLine(text).replace(opensslError, '$1').trim().slice(0, 300).toWellFormed()
}
