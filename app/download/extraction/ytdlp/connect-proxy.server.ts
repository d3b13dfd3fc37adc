import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import { createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import type { GuardedClient } from '#app/outbound/fetch.server.ts'

/** Leave for one child process to use the proxy. */
type ProxyLease = {
  /** The proxy's URL with the lease's own credentials. A secret until `end`. */
  url: string
  /** Ends the lease and all of its connections. */
  end(): void
}

export type ConnectProxy = {
  lease(): Promise<ProxyLease>
  close(): Promise<void>
}

type OpenLease = {
  authorization: Buffer
  ended: AbortController
  connections: number
  bytesLeft: number
}

export type ConnectProxyLimits = {
  /** Of one lease at a time. */
  connections: number
  /** Of one lease altogether, in both directions. */
  bytes: number
  /** How long a lease can be used. */
  ms: number
}

const usualLimits: ConnectProxyLimits = { connections: 6, bytes: 32 * 1024 * 1024, ms: 30_000 }
const mostConnections = 32
const headMs = 5_000
const authorityPattern = /^(?:\[[\da-f:.]{2,45}\]|[\w.-]{1,253}):\d{1,5}$/i

/**
 * The only way out for a program that we start: an HTTP proxy on loopback. It answers CONNECT alone,
 * and only for hosts that `mayReach` allows; `client` then applies the address rules of every
 * outgoing call. Whoever has no lease is refused. It listens from the first lease on.
 */
export function createConnectProxy(options: {
  client: Pick<GuardedClient, 'tunnel'>
  mayReach: (target: URL) => boolean
  limits?: Partial<ConnectProxyLimits>
}): ConnectProxy {
  const { client, mayReach } = options
  const limits = { ...usualLimits, ...options.limits }
  const leases = new Set<OpenLease>()
  let listening: Promise<{ server: Server; port: number }> | null = null

  async function listen(): Promise<{ server: Server; port: number }> {
    const server = createServer({ maxHeaderSize: 8192, connectionsCheckingInterval: 1000 })
    server.headersTimeout = headMs
    server.requestTimeout = headMs
    server.maxConnections = mostConnections
    server.on('request', (_request, response) => {
      response.writeHead(405, { connection: 'close' }).end()
    })
    server.on('connect', (request, socket, head) => {
      void connect(request, socket, head)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    // A waiting proxy doesn't keep the process alive.
    server.unref()
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('The proxy has no port')
    return { server, port: address.port }
  }

  async function connect(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // The child can leave at any time.
    socket.on('error', () => {})
    const lease = leaseOf(request.headers['proxy-authorization'])
    if (lease === null) return refuse(socket, '407 Proxy Authentication Required')
    const target = targetOf(request.url ?? '')
    if (target === null) return refuse(socket, '403 Forbidden')
    if (lease.connections >= limits.connections) return refuse(socket, '503 Service Unavailable')
    const { signal } = lease.ended
    lease.connections += 1
    socket.once('close', () => {
      lease.connections -= 1
    })
    const end = () => socket.destroy()
    signal.addEventListener('abort', end, { once: true })
    socket.once('close', () => signal.removeEventListener('abort', end))

    const gone = new AbortController()
    socket.once('close', () => gone.abort())
    const opened = await client.tunnel(target, {
      allowHost: (host) => host === target.hostname,
      signal: AbortSignal.any([signal, gone.signal]),
    })
    if (!opened.ok) {
      const isForbidden = opened.failure === 'blocked_address'
      return refuse(socket, isForbidden ? '403 Forbidden' : '502 Bad Gateway')
    }
    const upstream = opened.socket
    // It may have left in the very moment that the connection was made.
    if (socket.destroyed) {
      upstream.destroy()
      return
    }
    upstream.on('error', () => {})
    upstream.once('close', () => socket.destroy())
    socket.once('close', () => upstream.destroy())
    for (const side of [socket, upstream]) {
      side.on('data', (bytes: Buffer) => {
        lease.bytesLeft -= bytes.length
        if (lease.bytesLeft < 0) socket.destroy()
      })
    }
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    if (head.length > 0) upstream.write(head)
    socket.pipe(upstream)
    upstream.pipe(socket)
  }

  function leaseOf(authorization: string | undefined): OpenLease | null {
    const given = Buffer.from(authorization ?? '')
    for (const lease of leases) {
      const isSame = given.length === lease.authorization.length
      if (isSame && timingSafeEqual(given, lease.authorization)) return lease
    }
    return null
  }

  /** Null for what may not be reached. The test origin may be without TLS, the platform never. */
  function targetOf(authority: string): URL | null {
    if (!authorityPattern.test(authority)) return null
    for (const scheme of ['https', 'http']) {
      const text = `${scheme}://${authority}`
      const target = URL.canParse(text) ? new URL(text) : null
      if (target !== null && mayReach(target)) return target
    }
    return null
  }

  return {
    async lease() {
      listening ??= listen()
      // Tried again at the next lease.
      listening.catch(() => {
        listening = null
      })
      const { port } = await listening
      const secret = randomBytes(24).toString('base64url')
      const credentials = Buffer.from(`run:${secret}`).toString('base64')
      const lease: OpenLease = {
        authorization: Buffer.from(`Basic ${credentials}`),
        ended: new AbortController(),
        connections: 0,
        bytesLeft: limits.bytes,
      }
      leases.add(lease)
      const timer = setTimeout(end, limits.ms).unref()
      function end() {
        clearTimeout(timer)
        leases.delete(lease)
        lease.ended.abort()
      }
      return { url: `http://run:${secret}@127.0.0.1:${port}`, end }
    },
    async close() {
      for (const lease of leases) lease.ended.abort()
      leases.clear()
      const open = await listening?.catch(() => null)
      open?.server.closeAllConnections()
      open?.server.close()
    },
  }
}

function refuse(socket: Duplex, status: string): void {
  if (socket.destroyed) return
  const challenge = status.startsWith('407')
    ? 'Proxy-Authenticate: Basic realm="cleanclip"\r\n'
    : ''
  socket.end(`HTTP/1.1 ${status}\r\n${challenge}Connection: close\r\nContent-Length: 0\r\n\r\n`)
}
