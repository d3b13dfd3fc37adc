import { once } from 'node:events'
import http, { type IncomingHttpHeaders } from 'node:http'
import https from 'node:https'
import net from 'node:net'

export interface FakeProxy {
  /** As OUTBOUND_PROXY wants it, without credentials. */
  url: string
  /** What it was asked for: every CONNECT and every other request. */
  asked: { method: string; target: string; headers: IncomingHttpHeaders }[]
  close(): Promise<void>
}

interface ProxyOptions {
  tls?: { key: string; cert: string }
  /** The user and password that it wants, as `user:password`. */
  credentials?: string
  /** Where connections really lead, as `host:port`; to where they are asked for unless given. */
  leadTo?: string
}

/** A CONNECT proxy on 127.0.0.1 as a company has one. It applies no rules of its own. */
export async function startConnectProxy(options: ProxyOptions = {}): Promise<FakeProxy> {
  const asked: FakeProxy['asked'] = []
  const sockets = new Set<net.Socket>()
  const keep = (socket: net.Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  }
  const server = options.tls ? https.createServer(options.tls) : http.createServer()
  server.on('connection', keep)
  server.on('request', (req, res) => {
    asked.push({ method: req.method ?? '', target: req.url ?? '', headers: req.headers })
    res.writeHead(400).end()
  })
  server.on('connect', (req, socket: net.Socket) => {
    const target = req.url ?? ''
    asked.push({ method: 'CONNECT', target, headers: req.headers })
    const { credentials } = options
    const wanted = `Basic ${Buffer.from(credentials ?? '').toString('base64')}`
    if (credentials !== undefined && req.headers['proxy-authorization'] !== wanted) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
      return
    }
    const { hostname, port } = new URL(`http://${options.leadTo ?? target}`)
    const upstream = net.connect({ host: hostname.replace(/[[\]]/g, ''), port: Number(port) })
    keep(upstream)
    socket.on('error', () => upstream.destroy())
    upstream.once('connect', () => {
      socket.write('HTTP/1.1 200 OK\r\nVia: fake\r\n\r\n')
      socket.pipe(upstream).pipe(socket)
    })
    upstream.on('error', () => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not a TCP server')
  return {
    url: `${options.tls ? 'https' : 'http'}://127.0.0.1:${address.port}`,
    asked,
    async close() {
      for (const socket of sockets) socket.destroy()
      if (!server.listening) return
      server.close()
      await once(server, 'close')
    },
  }
}
