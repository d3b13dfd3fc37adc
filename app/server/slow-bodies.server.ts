import type { IncomingMessage, ServerResponse } from 'node:http'
import { largeFormBytes } from '#app/http/large-forms.ts'
import { requestUrl } from './incoming-request.server.ts'
import { refuseReader } from './refused-page.server.ts'

const bodyMs = 28_000
/** A body that flows has longer: a second for this many bytes of what a form can have. */
const bytesPerSecond = 1024
const mostBytes = 64 * 1024

const tooSlow = { status: 408, why: 'slow', line: 'Request Timeout' } as const

/**
 * Cuts off a request whose body takes too long. Node's own limit for requests has to suit slow lines
 * and a large form, so it's only for those whose page still reads them.
 */
export function limitBody(req: IncomingMessage, res: ServerResponse): void {
  const { headers, socket } = req
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
  const start = performance.now()
  const before = socket.bytesRead
  const check = () => {
    if (req.complete) return
    if (!res.writableEnded) {
      if (largeFormBytes({ url: requestUrl(req).href }) !== null) return
      const bytes = Math.min(socket.bytesRead - before, mostBytes)
      const leftMs = bodyMs + (bytes / bytesPerSecond) * 1000 - (performance.now() - start)
      if (leftMs > 0) {
        timer = setTimeout(check, leftMs)
        return
      }
    }
    if (res.headersSent) socket.destroy()
    else refuseReader(req, res, tooSlow, { Connection: 'close' })
  }
  let timer = setTimeout(check, bodyMs)
  req.once('close', () => clearTimeout(timer))
}
