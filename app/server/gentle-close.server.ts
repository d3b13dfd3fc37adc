import type { IncomingMessage, Server } from 'node:http'
import { Server as NetServer } from 'node:net'

type Socket = IncomingMessage['socket']

/** Time for a new connection to send a request's first bytes. */
const firstBytesMs = 1000

/**
 * Returns a function that closes a server: it accepts no more connections, and closes each open one
 * once no answer is being sent on it. Call it before the server listens.
 *
 * Node's own `server.close` cuts off the unsent part of an answer to a slow client, and leaves
 * connections open whose answers end later.
 */
export function createGentleClose(server: Server): () => void {
  const open = new Map<Socket, { answers: number; bytesRead: number }>()
  let closing = false

  server.on('connection', (socket) => {
    open.set(socket, { answers: 0, bytesRead: 0 })
    socket.once('close', () => open.delete(socket))
  })
  server.on('request', ({ socket }, res) => {
    const state = open.get(socket)
    if (state === undefined) return
    state.answers += 1
    res.once('close', () => {
      state.answers -= 1
      state.bytesRead = socket.bytesRead
      if (closing && state.answers === 0) socket.destroySoon()
    })
  })

  function endIdle(isEnded: (socket: Socket) => boolean): void {
    for (const [socket, { answers, bytesRead }] of open) {
      // More bytes mean that another request has begun.
      const isIdle = answers === 0 && socket.bytesRead === bytesRead
      if (isIdle && isEnded(socket)) socket.destroy()
    }
  }

  return () => {
    if (closing) return
    closing = true
    NetServer.prototype.close.call(server)
    endIdle(({ bytesRead }) => bytesRead > 0)
    setTimeout(() => endIdle(() => true), firstBytesMs).unref()
  }
}
