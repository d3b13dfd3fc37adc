import type { IncomingMessage, ServerResponse } from 'node:http'
import { largeFormBytes } from '#app/http/large-forms.ts'
import { requestUrl } from './incoming-request.server.ts'
import { refuseReader } from './refused-page.server.ts'

const bodyMs = 28_000
/** For a large form whose page reads it. */
const largeMs = 298_000
/** A body that flows has longer: a second for this many bytes of what its form can have. */
const bytesPerSecond = 1024
const mostBytes = 64 * 1024

const tooSlow = { status: 408, why: 'slow', line: 'Request Timeout' } as const

/** Cuts off a request whose body takes too long. Node's own limit knows neither forms nor lines. */
export function limitBody(req: IncomingMessage, res: ServerResponse): void {
  const { headers, socket } = req
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
  const start = performance.now()
  const before = socket.bytesRead
  const check = () => {
    if (req.complete) return
    // Once its page has answered, it reads no more of a large form.
    const mayTakeMs = res.writableEnded ? 0 : limitMs(req, socket.bytesRead - before)
    const leftMs = mayTakeMs - (performance.now() - start)
    if (leftMs > 0) {
      timer = setTimeout(check, Math.min(leftMs, bodyMs))
      return
    }
    if (res.headersSent) socket.destroy()
    else refuseReader(req, res, tooSlow, { Connection: 'close' })
  }
  let timer = setTimeout(check, bodyMs)
  const stop = () => {
    clearTimeout(timer)
    socket.off('close', stop)
  }
  req.once('close', stop)
  // A request that is answered before all of it has come doesn't close with its connection.
  socket.once('close', stop)
}

/** Returns how long a body can take of which this many bytes have arrived. */
function limitMs(req: IncomingMessage, bytes: number): number {
  const largest = largeFormBytes({ url: requestUrl(req).href })
  const leastMs = largest === null ? bodyMs : largeMs
  return leastMs + (Math.min(bytes, largest ?? mostBytes) / bytesPerSecond) * 1000
}
