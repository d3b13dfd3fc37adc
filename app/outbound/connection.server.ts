import dns from 'node:dns'
import net from 'node:net'
import tls from 'node:tls'
import { LRUCache } from 'lru-cache'
import type { OutboundProxy } from '#app/environment/outbound-proxy.ts'
import { isPublicAddress } from '#app/http/ip-address.ts'

/** Resolves a host name. Rejects if it has no addresses. */
export type Resolver = (hostname: string) => Promise<readonly dns.LookupAddress[]>

/** The host is neither public nor trusted. Nothing was sent to it. */
export class BlockedAddressError extends Error {
  readonly code = 'ERR_BLOCKED_ADDRESS'
}

class ConnectTimeoutError extends Error {
  readonly code = 'ERR_CONNECT_TIMEOUT'
}

/** The system's resolver, which reads /etc/hosts. */
export const systemResolver: Resolver = (hostname) => dns.promises.lookup(hostname, { all: true })

/**
 * Returns a `lookup` for net.connect and tls.connect that only yields allowed addresses. Each
 * connection resolves its name once and dials the addresses that were checked, so a name that
 * resolves differently the next time gains nothing.
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

type DialOptions = {
  /** Allows an origin even if its address isn't public. */
  isTrusted: (origin: URL) => boolean
  resolve: Resolver
  /** One more certificate authority to trust, as PEM. */
  ca: string | undefined
  connectMs: number
  /** Returns the proxy for an origin. Null for a direct connection. */
  proxyFor: (origin: URL) => OutboundProxy | null
}

/**
 * Starts to connect. Destroy the returned socket to end the attempt. `callback` gets the error or
 * the socket to use, which behind a proxy is another one.
 */
export type Connect = (
  origin: URL,
  callback: (error: Error | null, socket: net.Socket | null) => void,
  /** Memory to read into. Without it the socket is read as a stream. */
  onread?: net.OnReadOpts,
) => net.Socket

const TLS_SESSIONS = 100

const MAX_PROXY_HEAD = 8 * 1024

/**
 * Creates a function that opens sockets. Its only proxies are those of `proxyFor`, never those of
 * the environment. Even for a proxy it resolves names itself and passes on the checked address.
 */
export function createDialer(options: DialOptions): Connect {
  const { isTrusted, resolve, ca, connectMs, proxyFor } = options
  const trustedLookup = guardedLookup(resolve, () => true)
  const publicLookup = guardedLookup(resolve, isPublicAddress)
  // Created at the first use, since reading all certificate authorities takes a while.
  let secureContext: tls.SecureContext | undefined
  const sessions = new LRUCache<string, Buffer>({ max: TLS_SESSIONS })

  return (origin, callback, onread) => {
    const trusted = isTrusted(origin)
    // URLs put IPv6 addresses in brackets.
    const host = origin.hostname.replace(/^\[(.*)\]$/, '$1')
    const secure = origin.protocol === 'https:'
    const port = Number(origin.port) || (secure ? 443 : 80)
    const address = {
      host,
      port,
      noDelay: true,
      highWaterMark: 16 * 1024,
      lookup: trusted ? trustedLookup : publicLookup,
      autoSelectFamily: true,
      ...(onread === undefined ? {} : { onread }),
    }
    // Node doesn't call `lookup` for a host that is an address.
    if (!trusted && net.isIP(host) !== 0 && !isPublicAddress(host)) {
      const refused = new net.Socket().destroy(new BlockedAddressError(host))
      watch(refused)
      return refused
    }
    const proxy = proxyFor(origin)
    if (proxy !== null) return connectThrough(proxy)
    const socket = secure ? startTls(address) : net.connect(address)
    const settle = watch(socket)
    socket.once(secure ? 'secureConnect' : 'connect', () => settle(null, socket))
    return socket

    function startTls(over: object): tls.TLSSocket {
      const session = sessions.get(`${host}:${port}`)
      const socket = tls.connect({
        ...over,
        servername: net.isIP(host) === 0 ? host : '',
        secureContext: usualContext(),
        ALPNProtocols: ['http/1.1'],
        ...(session === undefined ? {} : { session }),
      })
      socket.on('session', (fresh: Buffer) => sessions.set(`${host}:${port}`, fresh))
      return socket
    }

    function connectThrough(proxy: OutboundProxy): net.Socket {
      const raw = new net.Socket()
      const settle = watch(raw)
      const ready = (socket: net.Socket) => {
        if (onread !== undefined) readInto(socket, onread)
        settle(null, socket)
      }
      address.lookup(host, { all: true }, (error, found) => {
        if (raw.destroyed) return
        const target = error === null ? chooseAddress(found) : null
        if (target === null) {
          raw.destroy(error ?? new Error(`There is no address for ${host}`))
          return
        }
        openTunnel(raw, proxy, usualContext, { address: target, port }, (tunnel) => {
          if (!secure) return ready(tunnel)
          const socket = startTls({ socket: tunnel, host })
          socket.once('secureConnect', () => ready(socket))
          socket.on('error', (failure) => settle(failure, null))
        })
      })
      return raw
    }

    /** Ends an attempt that takes too long. The returned function reports the outcome, once. */
    function watch(socket: net.Socket) {
      const timer = setTimeout(() => socket.destroy(new ConnectTimeoutError(host)), connectMs)
      let settled = false
      const settle = (error: Error | null, ready: net.Socket | null) => {
        clearTimeout(timer)
        if (settled) return
        settled = true
        callback(error, ready)
      }
      const closed = () => settle(new Error('The connection was closed while it was made'), null)
      socket.on('error', (error) => settle(error, null))
      socket.once('close', closed)
      return settle
    }
  }

  function usualContext(): tls.SecureContext {
    secureContext ??= tls.createSecureContext(
      ca === undefined ? {} : { ca: [...tls.getCACertificates('default'), ca] },
    )
    return secureContext
  }
}

/** Prefers IPv4, since many proxies have no IPv6 and only one address is tried. */
function chooseAddress(found: string | dns.LookupAddress[]): string | null {
  if (typeof found === 'string') return found
  const chosen = found.find(({ family }) => family === 4) ?? found[0]
  return chosen?.address ?? null
}

/**
 * Connects `raw` to the proxy and asks it for a tunnel to the target. `opened` gets the tunnel's
 * socket. A failure destroys `raw`.
 */
function openTunnel(
  raw: net.Socket,
  proxy: OutboundProxy,
  context: () => tls.SecureContext,
  target: { address: string; port: number },
  opened: (tunnel: net.Socket) => void,
): void {
  const { secure, host, port, authorization } = proxy
  raw.setNoDelay(true).connect({ host, port, autoSelectFamily: true })
  raw.once('connect', () => {
    if (!secure) return ask(raw)
    const servername = net.isIP(host) === 0 ? host : ''
    const wrapped = tls.connect({ socket: raw, host, servername, secureContext: context() })
    wrapped.on('error', (error) => raw.destroy(error))
    wrapped.once('secureConnect', () => ask(wrapped))
  })

  function ask(socket: net.Socket): void {
    const name = net.isIPv6(target.address) ? `[${target.address}]` : target.address
    const authority = `${name}:${target.port}`
    const credentials = authorization === null ? '' : `Proxy-Authorization: ${authorization}\r\n`
    socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${credentials}\r\n`)
    let head = ''
    const read = () => {
      const bytes: Buffer | null = socket.read()
      head += bytes?.toString('latin1') ?? ''
      const end = head.indexOf('\r\n\r\n')
      if (end < 0 && head.length <= MAX_PROXY_HEAD) return
      socket.off('readable', read).off('end', ended)
      // The target can't have sent anything yet, so nothing must follow the head.
      if (/^HTTP\/1\.[01] 2\d\d\b/.test(head) && end === head.length - 4) opened(socket)
      else raw.destroy(new Error('The outbound proxy refused the connection'))
    }
    const ended = () => raw.destroy(new Error('The outbound proxy closed the connection'))
    socket.on('readable', read).once('end', ended)
  }
}

/** Reads a socket as the `onread` option does, which doesn't work for a socket over another one. */
function readInto(socket: net.Socket, { buffer, callback }: net.OnReadOpts): void {
  socket.on('data', (bytes: Buffer) => {
    let rest = bytes
    while (rest.length > 0) {
      const into = typeof buffer === 'function' ? buffer() : buffer
      const size = rest.copy(into)
      rest = rest.subarray(size)
      if (callback(size, into)) continue
      socket.pause()
      if (rest.length > 0) socket.unshift(rest)
      return
    }
  })
  socket.pause()
}
