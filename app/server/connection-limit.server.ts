import type { Server } from 'node:http'
import { isTrustedProxy, plainAddress } from '#app/http/client-address.server.ts'
import { networkOf } from '#app/http/ip-address.ts'

const most = 20_000
const mostOfOne = 500

/**
 * Returns how many connections can be open at once, by the process's limit of open files (`Max open
 * files` in Linux's `/proc/self/limits`). A quarter is left for the database, upstream connections and
 * audio processes. Without that line the system's limit is unknown.
 */
export function connectionLimit(limits: string | null): number {
  const [, files] = /^Max open files +(\d+)/m.exec(limits ?? '') ?? []
  return files === undefined ? most : Math.min(most, Math.floor(Number(files) * 0.75))
}

/**
 * Returns how many of them one client can have. A browser opens six, and a large office or a mobile
 * network can be one client. It takes eight clients to use up all of them.
 */
export function clientConnectionLimit(all: number): number {
  return Math.min(mostOfOne, Math.floor(all / 8))
}

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
