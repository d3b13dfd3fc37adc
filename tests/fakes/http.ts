import { once } from 'node:events'
import http, { type IncomingHttpHeaders } from 'node:http'
import https from 'node:https'
import net from 'node:net'

interface RecordedRequest {
  method: string
  /** Path and query as they came. */
  url: string
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** Milliseconds of `performance.now()`, for telling the time between two requests. */
  at: number
  /** Body bytes handed to the socket so far. */
  sent: number
  /** 'aborted' when the connection ended before the answer was whole, whoever ended it. */
  state: 'open' | 'finished' | 'aborted'
}

export interface Call {
  req: http.IncomingMessage
  res: http.ServerResponse
  url: URL
  record: RecordedRequest
  /** Aborted when the connection is gone. */
  signal: AbortSignal
}

export type Handler = (call: Call) => void | Promise<void>

export interface ServerOptions {
  tls?: { key: string; cert: string }
  /** 0 (the default) takes a free one. */
  port?: number
  /** Requests are kept for the server's life; a bench turns that off. */
  record?: boolean
}

export interface FakeServer {
  origin: string
  /** As TRUSTED_UPSTREAMS wants it. */
  hostPort: string
  /** In order of arrival. Empty it with `requests.length = 0`. */
  requests: RecordedRequest[]
  openSockets(): number
  close(): Promise<void>
}

/** A real server on 127.0.0.1. An error in `handler` is thrown outside of it, so that a test fails. */
export async function startServer(
  handler: Handler,
  options: ServerOptions = {},
): Promise<FakeServer> {
  const requests: RecordedRequest[] = []
  const sockets = new Set<net.Socket>()
  let origin = ''

  const listener: http.RequestListener = (req, res) => {
    const url = new URL(origin + (req.url ?? '/'))
    const record: RecordedRequest = {
      method: req.method ?? '',
      url: req.url ?? '',
      path: url.pathname,
      headers: req.headers,
      body: '',
      at: performance.now(),
      sent: 0,
      state: 'open',
    }
    if (options.record !== false) requests.push(record)

    const gone = new AbortController()
    res.on('close', () => {
      record.state = res.writableFinished ? 'finished' : 'aborted'
      gone.abort()
    })
    answer({ req, res, url, record, signal: gone.signal }).catch((error: unknown) => {
      if (gone.signal.aborted) return
      setImmediate(() => {
        throw error
      })
    })
  }

  async function answer(call: Call): Promise<void> {
    if (call.req.method === 'POST') {
      for await (const chunk of call.req) call.record.body += String(chunk)
    }
    await handler(call)
  }

  const server = options.tls
    ? https.createServer(options.tls, listener)
    : http.createServer(listener)
  // Longer than any test: a reused connection must not be closed under the client's hands.
  server.keepAliveTimeout = 600_000
  server.on('connection', (socket: net.Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // A client that leaves in the middle of an answer is what many tests are about.
    socket.on('error', () => undefined)
  })
  const port = await listen(server, options.port)
  const hostPort = `127.0.0.1:${port}`
  origin = `${options.tls ? 'https' : 'http'}://${hostPort}`

  return {
    origin,
    hostPort,
    requests,
    openSockets: () => sockets.size,
    close: () => closeServer(server, sockets),
  }
}

/** Accepts connections and never says a word: neither TLS nor HTTP gets anywhere. */
export async function startSilentServer(): Promise<FakeServer> {
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    socket.resume()
  })
  const hostPort = `127.0.0.1:${await listen(server)}`
  return {
    origin: `http://${hostPort}`,
    hostPort,
    requests: [],
    openSockets: () => sockets.size,
    close: () => closeServer(server, sockets),
  }
}

/** Writes each chunk, waiting for the client to take it; stops when the client is gone. */
export async function sendChunks(call: Call, chunks: Iterable<Uint8Array>): Promise<void> {
  const { res, record, signal } = call
  for (const chunk of chunks) {
    if (signal.aborted) return
    record.sent += chunk.byteLength
    if (!res.write(chunk)) await once(res, 'drain', { signal })
  }
}

/** Destroys the connection once what was written before has left. */
export function cut(call: Call): void {
  const { socket } = call.res
  if (!socket) return
  const whenSent = () => (socket.writableLength === 0 ? socket.destroy() : setImmediate(whenSent))
  setImmediate(whenSent)
}

async function listen(server: net.Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not a TCP server')
  return address.port
}

async function closeServer(server: net.Server, sockets: Set<net.Socket>): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  for (const socket of sockets) socket.destroy()
  await closed
}
