import { once } from 'node:events'
import net from 'node:net'

/** A request as it came over a raw connection. */
export interface RawCall {
  socket: net.Socket
  path: string
  /** Counts the requests of one connection, from 1. */
  turn: number
}

export interface RawHost {
  origin: string
  hostPort: string
  /** How many connections were ever made. */
  connections(): number
  close(): Promise<void>
}

/** A host that keeps every connection open and sends whatever `answer` writes, byte for byte. */
export async function startRawHost(answer: (call: RawCall) => void): Promise<RawHost> {
  const sockets = new Set<net.Socket>()
  let connections = 0
  const server = net.createServer({ noDelay: true }, (socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    let heads = ''
    let turn = 0
    socket.on('data', (chunk: Buffer) => {
      heads += chunk.toString('latin1')
      for (let end = heads.indexOf('\r\n\r\n'); end >= 0; end = heads.indexOf('\r\n\r\n')) {
        const [, path = ''] = heads.slice(0, end).split(' ')
        heads = heads.slice(end + 4)
        turn += 1
        answer({ socket, path, turn })
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const hostPort = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  return {
    origin: `http://${hostPort}`,
    hostPort,
    connections: () => connections,
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** A whole answer that keeps its connection, with a Content-Length `short` bytes too small. */
export function wireAnswer(body: Buffer | string, short = 0): Buffer {
  const bytes = Buffer.from(body)
  const head = `HTTP/1.1 200 OK\r\nContent-Length: ${bytes.length - short}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), bytes])
}
