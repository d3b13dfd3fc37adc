import type { Server } from 'node:http'
import { isProxy, plainAddress } from '#app/http/client-address.server.ts'
import { networkOf } from '#app/http/ip-address.ts'

const most = 20_000
const mostOfOne = 500

/**
 * Returns the max open connections for a process's limit of open files (`Max open files` in Linux's
 * `/proc/self/limits`). Leaves a quarter for the database, upstream connections and audio
 * processes. Without that line a fixed maximum applies.
 */
export function connectionLimit(limits: string | null): number {
  const [, files] = /^Max open files +(\d+)/m.exec(limits ?? '') ?? []
  return files === undefined ? most : Math.min(most, Math.floor(Number(files) * 0.75))
}

/**
 * Returns the maximum number of connections per client. A browser opens six, and a large office or
 * a mobile network can be one client. It takes eight clients to use up all of them.
 */
export function clientConnectionLimit(all: number): number {
  return Math.min(mostOfOne, Math.floor(all / 8))
}

/**
 * Closes each new connection of a network (see `networkOf`) beyond `most`. Proxies have no such
 * limit, since they pass on everyone's requests.
 */
export function limitClientConnections(server: Server, most: number): void {
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const address = plainAddress(socket.remoteAddress ?? '')
    if (address === '' || isProxy(address)) return
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
