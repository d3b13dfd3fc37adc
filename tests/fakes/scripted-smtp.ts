import { once } from 'node:events'
import net from 'node:net'

type Step = 'greeting' | 'ehlo' | 'auth' | 'mail' | 'rcpt' | 'data' | 'dot' | 'quit'

/** Lines without their end, or what happens instead. A late answer waits for a promise. */
type Answer = string | { cut: string } | { after: Promise<unknown>; text: string } | 'silence'

export type SmtpScript = Partial<Record<Step, Answer>>

export type ScriptedSmtp = {
  port: number
  /** What the client sent, without the mails’ own lines. */
  commands: string[]
  /** The mails that were handed over, down to the final dot. */
  mails: string[]
  close(): Promise<void>
}

const usual: Record<Step, string> = {
  greeting: '220 mx.example ESMTP',
  ehlo: '250-mx.example\r\n250-SIZE 1000000\r\n250 PIPELINING',
  auth: '235 2.7.0 Welcome',
  mail: '250 2.1.0 Ok',
  rcpt: '250 2.1.5 Ok',
  data: '354 Go on',
  dot: '250 2.0.0 queued as 1',
  quit: '221 2.0.0 Bye',
}

/** A mail server that answers each step as written, for answers that no usual server gives. */
export async function startScriptedSmtp(script: SmtpScript): Promise<ScriptedSmtp> {
  const commands: string[] = []
  const mails: string[] = []
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    const say = async (step: Step) => {
      const answer = script[step] ?? usual[step]
      if (answer === 'silence') return
      if (typeof answer === 'object' && 'cut' in answer) return socket.end(answer.cut)
      if (typeof answer === 'object') await answer.after
      socket.write(`${typeof answer === 'string' ? answer : answer.text}\r\n`)
      if (step === 'quit') socket.end()
    }
    let rest = ''
    let isMail = false
    let said = say('greeting')
    const then = (step: Step) => {
      said = said.then(async () => void (await say(step)))
    }
    const take = (line: string) => {
      if (isMail) {
        if (line !== '.') return void mails.push(`${mails.pop() ?? ''}${line}\n`)
        isMail = false
        return then('dot')
      }
      commands.push(line)
      const [verb = ''] = line.toLowerCase().split(/[ :]/)
      if (verb === 'data') {
        isMail = true
        mails.push('')
      }
      then(verb in usual ? (verb as Step) : 'auth')
    }
    socket.on('data', (bytes) => {
      const lines = (rest + bytes).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) take(line)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return {
    port: address.port,
    commands,
    mails,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
