import { headerLine } from './header-line.ts'

export type MailFault = {
  kind: MailFaultKind
  /** `server`: it accepts no mail from us for now. `mail`: it rejected this one. */
  scope: 'server' | 'mail'
  /** True if sending the same mail again can't succeed. */
  permanent: boolean
  /** For operators: the problem and its remedy, with the server's answer if there is one. */
  text: string
}

type MailFaultKind =
  | 'host_not_found'
  | 'no_connection'
  | 'timeout'
  | 'no_encryption'
  | 'bad_certificate'
  | 'not_a_mail_server'
  | 'sign_in'
  | 'sender_refused'
  | 'busy'
  | 'try_later'
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

const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/

export function mailFault(
  error: unknown,
  { host, port }: { host: string; port: number },
): MailFault {
  const trouble: Trouble = error instanceof Error ? error : { message: String(error) }
  const { code = '', originalCode = '', command = '', responseCode = 0 } = trouble
  const at = `${host}:${port}`
  const said = trouble.response === undefined ? '' : ` It said: ${short(trouble.response)}`
  const why = said === '' ? ` (${short(trouble.message)})` : said
  const server = (kind: MailFaultKind, text: string): MailFault => ({
    kind,
    scope: 'server',
    permanent: false,
    text,
  })

  if (code === 'EABORT') return server('aborted', `${at} didn’t finish in time.`)
  if (code === 'EDNS' || ['ENOTFOUND', 'EAI_AGAIN', 'ENODATA'].includes(originalCode)) {
    return server('host_not_found', `The name ${host} was not found. Check the host.`)
  }
  if (certificateCodes.test(originalCode) || certificateCodes.test(code)) {
    return server(
      'bad_certificate',
      `The certificate of ${at} isn’t trusted (${short(trouble.message)}). Nothing was sent.`,
    )
  }
  if (code === 'ETLS' || originalCode.startsWith('ERR_SSL')) {
    return server(
      'no_encryption',
      `No encrypted connection to ${at}: choose another encryption or port.${why}`,
    )
  }
  if (code === 'EAUTH' || code === 'ENOAUTH' || [530, 534, 535, 538].includes(responseCode)) {
    return server('sign_in', `${at} didn’t accept the user and password.${said}`)
  }
  if (responseCode === 421) return server('busy', `${at} isn’t accepting email right now.${said}`)
  if (command === 'MAIL FROM' && responseCode > 0) {
    return server('sender_refused', `${at} didn’t accept the sender.${said}`)
  }
  if ((command === 'RCPT TO' || command === 'DATA') && responseCode >= 400) {
    return responseCode >= 500
      ? { kind: 'mail_refused', scope: 'mail', permanent: true, text: `${at} refused it.${said}` }
      : {
          kind: 'try_later',
          scope: 'mail',
          permanent: false,
          text: `${at} asked to try again later.${said}`,
        }
  }
  if (code === 'EENVELOPE' || code === 'EMESSAGE') {
    return { kind: 'mail_refused', scope: 'mail', permanent: true, text: `It can’t be sent.${why}` }
  }
  if (code === 'ETIMEDOUT' || originalCode === 'ETIMEDOUT') {
    return server('timeout', `${at} didn’t answer in time. Check the host, port and encryption.`)
  }
  if (code === 'EPROTOCOL') {
    return server('not_a_mail_server', `${at} doesn’t accept email.${why}`)
  }
  return server('no_connection', `No connection to ${at}.${why}`)
}

/** Strips the source location that OpenSSL's errors contain. The reason precedes it. */
const opensslError = /\b[0-9A-F]{1,16}:error:[0-9A-F]{1,16}:[^:]*:[^:]*:([^:]+):[^\s)]*/

function short(text: string): string {
  return headerLine(text).replace(opensslError, '$1').trim().slice(0, 300).toWellFormed()
}
