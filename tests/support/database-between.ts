import { once } from 'node:events'
import net from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * Stands between an app and its database. Returns the URL there, and what makes it silent, forget its
 * connections, end them until it accepts new ones, restart, or lead to another server.
 */
export async function databaseBetween(url: string) {
  let { hostname, port } = new URL(url)
  const sockets = new Set<net.Socket>()
  let isSilent = false
  let refuses = false
  let refused = 0
  const server = net.createServer((inner) => {
    if (refuses) {
      refused += 1
      inner.destroy()
      return
    }
    const outer = net.connect(Number(port), hostname)
    for (const socket of [inner, outer]) {
      sockets.add(socket.on('error', () => {}))
      if (isSilent) socket.pause()
    }
    if (isSilent) return
    inner.pipe(outer)
    outer.pipe(inner)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const target = new URL(url)
  target.host = `127.0.0.1:${(server.address() as net.AddressInfo).port}`
  return {
    url: target.href,
    silence() {
      isSilent = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    /** Loses all connections without a word, as a firewall does. New ones work. */
    forget() {
      for (const socket of sockets) socket.unpipe().pause()
      sockets.clear()
    },
    refuse() {
      refuses = true
      for (const socket of sockets) socket.destroy()
    },
    accept() {
      refuses = false
    },
    /** Connects to another server from now on. Connections that were made stay, as at a failover. */
    next(to: string) {
      ;({ hostname, port } = new URL(to))
    },
    /** Loses all connections as a machine does that restarts: clients hear of it when they send. */
    restart() {
      for (const socket of sockets) {
        socket.unpipe().once('data', () => socket.destroy())
        socket.resume()
      }
    },
    refused: () => refused,
  }
}
