import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import { createServer } from 'node:http'
import { type Duplex, pipeline } from 'node:stream'
import type { GuardedClient } from '#app/outbound/fetch.server.ts'

type ProxyLease = {
  /** The proxy's URL with the lease's own credentials, secret until `end`. */
  url: string
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
  /** Per lease, at a time. */
  connections: number
  /** Per lease in all, in both directions. */
  bytes: number
  /** A lease's lifetime. */
  ms: number
}

const usualLimits: ConnectProxyLimits = { connections: 6, bytes: 32 * 1024 * 1024, ms: 30_000 }
const mostConnections = 32
const headMs = 5_000
const authorityPattern = /^(?:\[[\da-f:.]{2,45}\]|[\w.-]{1,253}):\d{1,5}$/i

/**
 * The only way out for programs that we start: an HTTP proxy on loopback. It answers only CONNECT
 * with a lease's credentials, and only for hosts that `mayReach` allows; `client` then applies the
 * address rules of all outgoing calls. Starts listening at the first lease.
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

  async function connect(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // The child can leave at any time.
    socket.on('error', () => {})
    const lease = leaseOf(request.headers['proxy-authorization'])
    if (lease === null) return refuse(socket, '407 Proxy Authentication Required')
    const target = targetOf(request.url ?? '', mayReach)
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
    // The child can have left while the connection was made.
    if (socket.destroyed) {
      upstream.destroy()
      return
    }
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    if (head.length > 0) upstream.write(head)
    joinSockets(socket, upstream, (bytes) => {
      lease.bytesLeft -= bytes
      return lease.bytesLeft >= 0
    })
  }

  function leaseOf(authorization: string | undefined): OpenLease | null {
    const given = Buffer.from(authorization ?? '')
    for (const lease of leases) {
      const isSame = given.length === lease.authorization.length
      if (isSame && timingSafeEqual(given, lease.authorization)) return lease
    }
    return null
  }

  return {
    async lease() {
      listening ??= listen(connect)
      // A failed start is tried again at the next lease.
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

/** Returns null for forbidden targets. The test origin can be without TLS, the platform never. */
function targetOf(authority: string, mayReach: (target: URL) => boolean): URL | null {
  if (!authorityPattern.test(authority)) return null
  for (const scheme of ['https', 'http']) {
    const text = `${scheme}://${authority}`
    const target = URL.canParse(text) ? new URL(text) : null
    if (target !== null && mayReach(target)) return target
  }
  return null
}

/** Starts a server on loopback that answers CONNECT only. */
async function listen(
  connect: (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>,
): Promise<{ server: Server; port: number }> {
  const server = createServer({ maxHeaderSize: 8192, connectionsCheckingInterval: 1000 })
  server.headersTimeout = headMs
  server.requestTimeout = headMs
  server.maxConnections = mostConnections
  server.on('request', (_request, response) => {
    response.writeHead(405, { connection: 'close' }).end()
  })
  server.on('connect', (request, socket, head) => {
    connect(request, socket, head).catch(() => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // An idle proxy must not keep the process alive.
  server.unref()
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port')
  return { server, port: address.port }
}

/** Passes bytes on in both directions until either side ends, or `spend` returns false. */
function joinSockets(socket: Duplex, upstream: Duplex, spend: (bytes: number) => boolean): void {
  for (const side of [socket, upstream]) {
    // A pipeline adds seven listeners of `close` to each. Node takes over ten for a leak.
    side.setMaxListeners(20)
    side.on('data', (bytes: Buffer) => {
      if (!spend(bytes.length)) socket.destroy()
    })
  }
  pipeline(socket, upstream, socket, () => {
    socket.destroy()
    upstream.destroy()
  })
}

function refuse(socket: Duplex, status: string): void {
  if (socket.destroyed) return
  const challenge = status.startsWith('407')
    ? 'Proxy-Authenticate: Basic realm="cleanclip"\r\n'
    : ''
  socket.end(`HTTP/1.1 ${status}\r\n${challenge}Connection: close\r\nContent-Length: 0\r\n\r\n`)
}
