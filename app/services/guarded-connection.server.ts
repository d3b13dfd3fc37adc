import dns from 'node:dns'
import net from 'node:net'
import tls from 'node:tls'
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

type DialOptions = {
  /** Whether an origin may be dialled although its address is not public. */
  isTrusted: (origin: URL) => boolean
  resolve: Resolver
  /** A certificate authority to trust besides the usual ones, as PEM. */
  ca: string | undefined
  connectMs: number
}

/** Opens a socket at once; `callback` is called when it can be used, or has failed. */
export type Connect = (
  origin: URL,
  callback: (error: Error | null, socket: net.Socket | null) => void,
  /** Where what arrives is read into; without it the socket is a stream. */
  onread?: net.OnReadOpts,
) => net.Socket

const TLS_SESSIONS = 100

/** Opens sockets. No proxy is ever asked, whatever the environment says. */
export function createDialer({ isTrusted, resolve, ca, connectMs }: DialOptions): Connect {
  const trustedLookup = guardedLookup(resolve, () => true)
  const publicLookup = guardedLookup(resolve, isPublicAddress)
  // Made at the first use: reading all certificate authorities takes a while.
  let secureContext: tls.SecureContext | undefined
  const sessions = new Map<string, Buffer>()

  return (origin, callback, onread) => {
    const trusted = isTrusted(origin)
    // A URL writes an IPv6 address in brackets.
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
