import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { type ParsedMail, parseMail } from './mail-text.ts'
import { selfSigned } from './tls.ts'

/** What the server does wrong, until it is told otherwise. */
export type MailServerFault =
  /** Takes the connection and never says a word. */
  | 'hang'
  /** Takes the whole mail and never says whether it keeps it. */
  | 'hang_at_end'
  /** No mail from anyone now. */
  | 'busy'
  /** Not from a stranger the first time. */
  | 'greylist'
  | 'unknown_recipient'
  | 'spam'
  | 'sender_refused'
  /** Not with this sender, said at the recipient as Postfix does. */
  | 'sender_not_owned'
  /** Takes the whole mail and cuts the connection instead of an answer. */
  | 'cut_at_end'

export type MailServerOptions = {
  port?: number
  host?: string
  /** TLS from the first byte. */
  implicitTls?: boolean
  /** Whether STARTTLS is offered; `required`: no mail without it. */
  startTls?: 'offered' | 'required' | 'none'
  /** Who may send; without it no one has to sign in. */
  login?: { user: string; password: string }
}

export type ReceivedMail = ParsedMail & {
  envelope: { from: string; to: string[] }
  /** Whether it came over TLS. */
  encrypted: boolean
  user: string | null
}

export type MailServer = {
  port: number
  /** What was taken, the oldest first. */
  received: ReceivedMail[]
  /** How many connections there were, the ones that came to nothing too. */
  connections: () => number
  fault: MailServerFault | null
  /** What it waits for before it says that it keeps a mail. */
  answering: Promise<void> | null
  /** The first mail, taken before or after the call, that fits. */
  mail(fits?: (mail: ReceivedMail) => boolean): Promise<ReceivedMail>
  /** The next connection from now on. */
  connection(): Promise<void>
  close(): Promise<void>
}

const waitMs = 60_000

/** A mail server as there are many, over real connections, with a certificate of its own making. */
export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const { port = 0, host = '127.0.0.1', implicitTls = false, startTls = 'offered', login } = options
  const received: ReceivedMail[] = []
  const waiting = new Set<() => void>()
  const connecting = new Set<() => void>()
  let connections = 0

  const handlers: SMTPServerOptions = {
    onConnect(_session, callback) {
      connections += 1
      for (const tell of connecting) tell()
      connecting.clear()
      if (state.fault === 'hang') return
      callback(state.fault === 'busy' ? refusal(421, 'Come back in an hour') : null)
    },
    onAuth({ username, password }, _session, callback) {
      const right = username === login?.user && password === login?.password
      if (right) callback(null, { user: username })
      else callback(refusal(535, 'Wrong user or password'))
    },
    onMailFrom(_address, session, callback) {
      if (startTls === 'required' && !session.secure) {
        return callback(refusal(530, 'Must issue a STARTTLS command first'))
      }
      if (state.fault === 'sender_refused') {
        return callback(refusal(553, 'Sender address rejected: not yours'))
      }
      callback()
    },
    onRcptTo(_address, _session, callback) {
      if (state.fault === 'greylist') return callback(refusal(450, 'Greylisted, try again later'))
      if (state.fault === 'sender_not_owned') {
        return callback(refusal(553, '5.7.1 Sender address rejected: not owned by user site'))
      }
      if (state.fault === 'unknown_recipient') {
        return callback(refusal(550, 'No such mailbox\u0007'))
      }
      callback()
    },
    async onData(stream, session, callback) {
      // Whoever breaks off in the middle, such as an app that is being stopped, sent nothing.
      const raw = await text(stream).catch(() => null)
      if (raw === null) return
      if (state.fault === 'hang_at_end') return
      if (state.fault === 'spam') return callback(refusal(554, 'Looks like spam'))
      const { mailFrom, rcptTo } = session.envelope
      received.push({
        ...parseMail(raw),
        envelope: {
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
        },
        encrypted: session.secure,
        user: typeof session.user === 'string' ? session.user : null,
      })
      await state.answering
      if (state.fault === 'cut_at_end') cut(server)
      else callback(null, `queued as ${received.length}`)
      for (const look of waiting) look()
    },
  }

  const server = new SMTPServer({
    ...selfSigned(),
    ...handlers,
    name: 'mail.fake.example',
    secure: implicitTls,
    authOptional: login === undefined,
    disabledCommands: [
      ...(startTls === 'none' ? ['STARTTLS' as const] : []),
      ...(login === undefined ? ['AUTH' as const] : []),
    ],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 1,
    logger: false,
  })
  // Clients that break off are what these tests are about.
  server.on('error', () => {})
  server.listen(port, host)
  await once(server.server, 'listening')
  const address = server.server.address()
  if (address === null || typeof address === 'string')
    throw new Error('The mail server has no port')

  const state: MailServer = {
    port: address.port,
    received,
    connections: () => connections,
    fault: null,
    answering: null,
    mail(fits = () => true) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look)
          const subjects = received.map(({ subject }) => subject).join(', ')
          reject(new Error(`No such mail came; there were: ${subjects}`))
        }, waitMs)
        const look = () => {
          const found = received.find(fits)
          if (found === undefined) return
          clearTimeout(timer)
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      })
    },
    connection: () => new Promise((resolve) => connecting.add(resolve)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        cut(server)
      }),
  }
  return state
}

function cut(server: SMTPServer): void {
  for (const connection of server.connections) connection.close()
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
