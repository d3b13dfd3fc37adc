import type { IncomingMessage, ServerResponse } from 'node:http'
import { readerWatch } from './slow-readers.server.ts'

/** Browsers wait for an answer before they ask again, and proxies send few requests ahead. */
const most = 10
const unanswered = new WeakMap<IncomingMessage['socket'], number>()

/**
 * Counts a connection's requests until they are answered. False for one too many: whoever asks on
 * and on without reading would fill the memory with answers.
 */
export function mayAsk({ socket }: IncomingMessage, res: ServerResponse): boolean {
  const count = unanswered.get(socket) ?? 0
  if (count >= most) return false
  unanswered.set(socket, count + 1)
  readerWatch.add(res)
  // Streams add many listeners of their own to an answer, so that this is the one for both.
  res.once('close', () => {
    unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1)
    readerWatch.forget(res)
  })
  return true
}
