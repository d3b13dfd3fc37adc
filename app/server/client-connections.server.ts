import type { Server } from 'node:http'
import { isTrustedProxy, plainAddress } from '#app/http/client-address.server.ts'
import { networkOf } from '#app/http/ip-address.ts'

/** The addresses of a proxy on this machine, even if TRUSTED_PROXIES doesn't contain it. */
const thisMachine: ReadonlySet<string> = new Set(['127.0.0.1', '::1'])

/**
 * Closes each new connection of a network (see `networkOf`) beyond `most`. Proxies have no such limit,
 * since they pass on everyone's requests.
 */
export function limitClientConnections(server: Server, most: number): void {
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const address = plainAddress(socket.remoteAddress ?? '')
    if (address === '' || thisMachine.has(address) || isTrustedProxy(address)) return
    const network = networkOf(address)
    const count = (open.get(network) ?? 0) + 1
    if (count > most) {
      socket.destroy()
      return
    }
    open.set(network, count)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left === 0) open.delete(network)
      else open.set(network, left)
    })
  })
}
