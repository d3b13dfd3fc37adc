import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { readerWatch } from './slow-readers.server.ts'

/** Browsers send one request at a time per connection, and proxies only a few more. */
const most = 10
const unanswered = new WeakMap<Duplex, Set<ServerResponse>>()

/**
 * Counts a connection's open requests, and calls `onClose` when this one is answered. Returns false
 * if there are too many: answers that a client doesn't read would fill the memory. It also does
 * once the server has closed its half, since the request would have its effect and no answer.
 */
export function admitRequest(
  { socket }: IncomingMessage,
  res: ServerResponse,
  onClose: () => void,
): boolean {
  const open = unanswered.get(socket) ?? watched(socket)
  if (open.size >= most || socket.writableEnded) return false
  open.add(res)
  readerWatch.add(res)
  // A single listener, since streams add many of their own to an answer.
  res.on('close', () => {
    // An answer can emit `close` twice, see below.
    if (!open.delete(res)) return
    readerWatch.forget(res)
    onClose()
  })
  return true
}

/** Returns true if part of an answer has been sent, and the rest hasn't. */
export function hasBegunAnswer(socket: Duplex): boolean {
  return [...(unanswered.get(socket) ?? [])].some(({ headersSent }) => headersSent)
}

function watched(socket: IncomingMessage['socket']): Set<ServerResponse> {
  const open = new Set<ServerResponse>()
  unanswered.set(socket, open)
  socket.once('close', () => {
    // Node 22 closes only the current answer. The others would never release their resources.
    for (const res of open) {
      res.destroy()
      res.emit('close')
    }
  })
  return open
}
