import type { IncomingMessage, ServerResponse } from 'node:http'
import { readerWatch } from './slow-readers.server.ts'

/** Browsers wait for an answer before they ask again, and proxies send few requests ahead. */
const most = 10
const unanswered = new WeakMap<IncomingMessage['socket'], Set<ServerResponse>>()

/**
 * Counts a connection's requests until they are answered; then calls `onClose`. False for one too
 * many: whoever asks on and on without reading would fill the memory with answers.
 */
export function mayAsk(
  { socket }: IncomingMessage,
  res: ServerResponse,
  onClose: () => void,
): boolean {
  const open = unanswered.get(socket) ?? watched(socket)
  if (open.size >= most) return false
  open.add(res)
  readerWatch.add(res)
  // Streams add many listeners of their own to an answer, so that this is the one for all.
  res.on('close', () => {
    // Below, an answer can hear of its end twice.
    if (!open.delete(res)) return
    readerWatch.forget(res)
    onClose()
  })
  return true
}

function watched(socket: IncomingMessage['socket']): Set<ServerResponse> {
  const open = new Set<ServerResponse>()
  unanswered.set(socket, open)
  socket.once('close', () => {
    // Node 22 closes only the one whose turn it was; what the others hold would never be free.
    for (const res of open) {
      res.destroy()
      res.emit('close')
    }
  })
  return open
}
