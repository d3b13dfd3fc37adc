import type { IncomingMessage, ServerResponse } from 'node:http'
import { largeFormBytes } from '#app/http/large-forms.ts'
import { requestUrl } from './incoming-request.server.ts'
import { refuse } from './outgoing-answer.server.ts'

const bodyMs = 28_000

/**
 * Cuts off a request whose body takes too long. Node's own limit for requests has to suit slow lines
 * and a large form, so it's only for those whose page still reads them.
 */
export function limitBody(req: IncomingMessage, res: ServerResponse): void {
  const { headers } = req
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
  const timer = setTimeout(() => {
    if (req.complete) return
    const isRead = !res.writableEnded && largeFormBytes({ url: requestUrl(req).href }) !== null
    if (isRead) return
    if (res.headersSent) req.socket.destroy()
    else refuse(res, 408, 'Request Timeout', { Connection: 'close' })
  }, bodyMs)
  req.once('close', () => clearTimeout(timer))
}
