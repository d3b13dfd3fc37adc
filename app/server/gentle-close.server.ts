import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'

type Socket = IncomingMessage['socket']
type Connection = {
  answers: number
  bytesRead: number
  /** Bytes that it had sent when its newest request arrived. */
  sentBefore: number
  /** True once it has been idle for the keep-alive time. */
  isOver: boolean
}

/** Time for a new connection to send a request's first bytes. */
const firstBytesMs = 1000
/**
 * The system takes megabytes of an answer before its client reads them. A smaller answer than this
 * isn't waited for, since pages are sent often and read at once.
 */
const waitedBytes = 64 * 1024
/** Max time to read what the system holds of a file: 4 MB at 1 kB/s, see slow-readers.server.ts. */
const readMs = 70 * 60_000

export type GentleClose = {
  /**
   * Accepts no more connections, and closes each open one once no answer is being sent on it and
   * its client has read a large one.
   */
  close(): void
  /** Cuts off all answers that are still being sent. */
  cutAnswers(): void
}

/**
 * Returns how to close a server. Call it before the server listens.
 *
 * Node's own `server.close` cuts off the unsent part of an answer to a slow client, and leaves
 * connections open whose answers end later. What the system has yet to send after `destroy` is lost
 * if the network ends with the process, as a container's does, or if its client's line stands still
 * for 100 seconds, so the connection is only half closed until the client closes it too. That also
 * goes for one that is closed since no other request came.
 */
export function createGentleClose(server: Server): GentleClose {
  const open = new Map<Socket, Connection>()
  let closing = false

  const isLarge = (socket: Socket, { sentBefore }: Connection) =>
    socket.bytesWritten - sentBefore >= waitedBytes

  server.on('connection', (socket) => {
    const connection = { answers: 0, bytesRead: 0, sentBefore: 0, isOver: false }
    open.set(socket, connection)
    socket.once('close', () => open.delete(socket))
    const { destroySoon } = socket
    // Node calls it too, after an answer with `Connection: close`.
    socket.destroySoon = () => {
      if (!isLarge(socket, connection)) return destroySoon.call(socket)
      socket.setTimeout(server.keepAliveTimeout)
      socket.end()
    }
  })
  // Also for connections whose answer takes too long. Without a listener Node destroys them all.
  server.on('timeout', (socket: Socket) => {
    const connection = open.get(socket)
    if (connection?.answers !== 0 || connection.isOver || !isLarge(socket, connection)) {
      socket.destroy()
      return
    }
    connection.isOver = true
    socket.setTimeout(readMs)
    socket.end()
  })
  // Before the app's own listener, which can answer at once.
  server.prependListener('request', ({ socket }: IncomingMessage, res: ServerResponse) => {
    const connection = open.get(socket)
    if (connection === undefined) return
    connection.answers += 1
    connection.sentBefore = socket.bytesWritten
    res.once('close', () => {
      connection.answers -= 1
      connection.bytesRead = socket.bytesRead
      if (closing && connection.answers === 0) socket.destroySoon()
    })
  })

  function endIdle(isEnded: (socket: Socket) => boolean): void {
    for (const [socket, { answers, bytesRead }] of open) {
      // More bytes mean that another request has begun.
      const isIdle = answers === 0 && socket.bytesRead === bytesRead
      if (isIdle && isEnded(socket)) socket.destroySoon()
    }
  }

  return {
    close() {
      if (closing) return
      closing = true
      NetServer.prototype.close.call(server)
      // Phones that are asleep or gone would delay the stop.
      for (const [socket, { isOver }] of open) if (isOver) socket.destroy()
      endIdle(({ bytesRead }) => bytesRead > 0)
      setTimeout(() => endIdle(() => true), firstBytesMs).unref()
    },
    cutAnswers() {
      for (const socket of open.keys()) {
        if (!socket.writableEnded || socket.writableLength > 0) socket.destroy()
      }
    },
  }
}
