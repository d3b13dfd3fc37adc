import dns from 'node:dns'
import net from 'node:net'
import tls from 'node:tls'
import type { buildConnector, Client } from 'undici'
import { isPublicAddress } from '#app/utils/ip-address.ts'

/** Finds the addresses of a name. Rejects when there are none. */
export type Resolver = (hostname: string) => Promise<readonly dns.LookupAddress[]>

/** A host that is not on the public internet, and not trusted either. Nothing was sent to it. */
export class BlockedAddressError extends Error {
  readonly code = 'ERR_BLOCKED_ADDRESS'
}

/** Nobody answered at the other end in time. */
class ConnectTimeoutError extends Error {
  readonly code = 'ERR_CONNECT_TIMEOUT'
}

/** The system's resolver, so that /etc/hosts counts. */
export const systemResolver: Resolver = (hostname) => dns.promises.lookup(hostname, { all: true })

/**
 * A `lookup` for net.connect and tls.connect that hands over only addresses which may be dialled.
 * The name is resolved here, once for a connection, and the very addresses that were checked are
 * dialled: a name that answers differently the next time gains nothing.
 */
export function guardedLookup(
  resolve: Resolver,
  mayDial: (ip: string) => boolean,
): net.LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first, ...others] = addresses.filter(({ address }) => mayDial(address))
        if (first === undefined) callback(new BlockedAddressError(hostname), '')
        else if (options.all) callback(null, [first, ...others])
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    )
  }
}

/** One connection to one origin, for one request at a time. */
export type Connection = {
  readonly client: Client
  /** Whether an earlier request has already used it: then it may have died while it was idle. */
  reused: boolean
  /** Whether bytes came that belong to no answer. */
  hasExcess(): boolean
  /** Ends it now, even while it is still being made, and leaves no socket behind. */
  destroy(): void
}

export type ConnectionPool = {
  /** A connection to an origin: one that was used before, where `reuse` allows it and there is one. */
  take(origin: string, trusted: boolean, reuse: boolean): Promise<Connection>
  /** Gives back a connection whose answer was read to its end. */
  release(origin: string, connection: Connection): void
  close(): void
}

export type PoolOptions = {
  resolve: Resolver
  /** A certificate authority to trust besides the usual ones, as PEM. */
  ca: string | undefined
  connectMs: number
}

const IDLE_MS = 4_000
const IDLE_PER_ORIGIN = 8
const TLS_SESSIONS = 100

/**
 * Connections kept for their next request. undici's own pool is not used: it keeps no hold of a
 * socket that is still being made, and does not tell which connection an answer came over. Here an
 * abort ends the one connection of its request at any stage, and stray bytes are seen.
 */
export function createConnectionPool(options: PoolOptions): ConnectionPool {
  const dial = createDialer(options)
  const idle = new Map<string, Connection[]>()
  const all = new Set<Connection>()

  function forget(origin: string, connection: Connection): void {
    all.delete(connection)
    const others = idle.get(origin)?.filter((other) => other !== connection) ?? []
    if (others.length === 0) idle.delete(origin)
    else idle.set(origin, others)
  }

  async function create(origin: string, trusted: boolean): Promise<Connection> {
    // Loaded at the first call: at start it would hold up the first page for nothing.
    const { Client } = await import('undici')
    let socket: net.Socket | null = null
    let destroyed = false
    let leftover = false
    const client = new Client(origin, {
      allowH2: false,
      pipelining: 1,
      maxHeaderSize: 16 * 1024,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      connect: (target, callback) => {
        socket = dial(target, trusted, callback)
        const { unshift } = socket
        // What undici's parser gives back to a socket that it has just closed came after the answer.
        socket.unshift = function (chunk, encoding) {
          leftover ||= this.destroyed && chunk.length > 0
          unshift.call(this, chunk, encoding)
        }
      },
    })
    const connection: Connection = {
      client,
      reused: false,
      hasExcess: () => leftover || isExcess(socket?.errored ?? null),
      destroy() {
        if (destroyed) return
        destroyed = true
        forget(origin, connection)
        client.destroy().catch(() => {})
        socket?.destroy()
      },
    }
    client.on('disconnect', () => connection.destroy())
    client.on('connectionError', () => connection.destroy())
    all.add(connection)
    return connection
  }

  return {
    async take(origin, trusted, reuse) {
      const connection = reuse ? idle.get(origin)?.pop() : undefined
      if (connection === undefined) return create(origin, trusted)
      connection.reused = true
      return connection
    },
    release(origin, connection) {
      const waiting = idle.get(origin) ?? []
      if (!all.has(connection) || waiting.length >= IDLE_PER_ORIGIN) return connection.destroy()
      idle.set(origin, [...waiting, connection])
    },
    close() {
      for (const connection of [...all]) connection.destroy()
    },
  }
}

/** undici's parser met bytes where the next answer should begin. */
function isExcess(error: Error | null): boolean {
  return error?.name === 'HTTPParserError' || error?.message === 'bad response'
}

/** Opens sockets. No proxy is ever asked, whatever the environment says. */
function createDialer({ resolve, ca, connectMs }: PoolOptions) {
  const trustedLookup = guardedLookup(resolve, () => true)
  const publicLookup = guardedLookup(resolve, isPublicAddress)
  // Made at the first use: reading all certificate authorities takes a while.
  let secureContext: tls.SecureContext | undefined
  const sessions = new Map<string, Buffer>()

  return (
    target: buildConnector.Options,
    trusted: boolean,
    callback: buildConnector.Callback,
  ): net.Socket => {
    const host = target.hostname
    const secure = target.protocol === 'https:'
    const port = Number(target.port) || (secure ? 443 : 80)
    const address = {
      host,
      port,
      noDelay: true,
      highWaterMark: 16 * 1024,
      lookup: trusted ? trustedLookup : publicLookup,
      autoSelectFamily: true,
    }
    // The lookup above is never asked about an address that is already one.
    if (!trusted && net.isIP(host) !== 0 && !isPublicAddress(host)) {
      return finish(new net.Socket().destroy(new BlockedAddressError(host)), 'connect')
    }
    if (!secure) return finish(net.connect(address), 'connect')
    const servername = net.isIP(host) === 0 ? host : ''
    secureContext ??= tls.createSecureContext(
      ca === undefined ? {} : { ca: [...tls.getCACertificates('default'), ca] },
    )
    const session = sessions.get(`${host}:${port}`)
    const socket = tls.connect({
      ...address,
      servername,
      secureContext,
      ALPNProtocols: ['http/1.1'],
      ...(session === undefined ? {} : { session }),
    })
    socket.on('session', (fresh: Buffer) => remember(`${host}:${port}`, fresh))
    return finish(socket, 'secureConnect')

    function finish(socket: net.Socket, ready: 'connect' | 'secureConnect'): net.Socket {
      const timer = setTimeout(() => socket.destroy(new ConnectTimeoutError(host)), connectMs)
      let settled = false
      const settle = (error: Error | null) => {
        clearTimeout(timer)
        if (settled) return
        settled = true
        if (error === null) callback(null, socket)
        else callback(error, null)
      }
      socket.once(ready, () => settle(null))
      socket.on('error', (error) => settle(error))
      socket.once('close', () => settle(new Error('The connection was closed while it was made')))
      return socket
    }
  }

  function remember(key: string, session: Buffer): void {
    sessions.delete(key)
    sessions.set(key, session)
    const [oldest] = sessions.keys()
    if (sessions.size > TLS_SESSIONS && oldest !== undefined) sessions.delete(oldest)
  }
}
