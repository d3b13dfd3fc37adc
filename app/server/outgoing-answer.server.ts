import type { IncomingMessage, ServerResponse } from 'node:http'
import { compressedBody, isCompressible } from '#app/http/compression.server.ts'
import { dataEnding } from '#app/http/page-address.ts'
import { secureHeaders } from '#app/http/secure-headers.server.ts'
import type { StreamedBody } from '#app/http/streamed-response.server.ts'
import { isReaderGone, sendBody } from '#app/outbound/send-body.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { readerWatch } from './slow-readers.server.ts'

export async function sendPage(
  req: IncomingMessage,
  res: ServerResponse,
  response: Response,
  plain: Buffer,
): Promise<void> {
  const type = response.headers.get('content-type')
  const accepted = settings().compression ? req.headers['accept-encoding'] : undefined
  const { body, encoding } = await compressedBody(plain, type, accepted)
  copyHeaders(res, response, isData(req) ? 'private, no-cache' : 'no-cache')
  if (encoding !== null) res.setHeader('Content-Encoding', encoding)
  // In one line, since nginx obeys only the last of several.
  if (isCompressible(type)) res.setHeader('Vary', varyOn(response.headers, 'Accept-Encoding'))
  // HEAD and 304 describe a body that isn't sent, so a length set by a route stays.
  const bodiless = req.method === 'HEAD' || response.status === 304 || response.status === 204
  if (!bodiless) res.setHeader('Content-Length', body.length)
  res.writeHead(response.status)
  res.end(body)
}

/** Returns an answer's `Vary` with one more name. */
export function varyOn(headers: Headers, name: string): string {
  return [headers.get('vary'), name].filter(Boolean).join(', ')
}

export function sendFile(
  res: ServerResponse,
  response: Response,
  { body, onEnd, onStart }: StreamedBody,
): void {
  copyHeaders(res, response, 'no-cache')
  // A pipeline adds seven listeners of `close` to the server's. Node takes over ten for a leak.
  res.setMaxListeners(20)
  res.writeHead(response.status)
  const { socket } = res
  const before = socket?.bytesWritten ?? 0
  const silentMs = readerWatch.sendsFile(res, performance.now())
  const sent = () => (socket === null ? 0 : socket.bytesWritten - socket.writableLength - before)
  onStart?.(sent, silentMs)
  // The server's own limit would end a slow reader, whose system takes nothing for minutes.
  res.setTimeout(0)
  // Errors destroy the socket, so that a partial file never looks complete.
  sendBody(body, res, (error) => {
    const bytes = (socket?.bytesWritten ?? 0) - before
    onEnd(error === null, bytes, error !== null && isReaderGone(error))
  })
}

/** A page's data is for the page that asks, even if a shared cache is told to keep what it can. */
function isData({ url = '' }: IncomingMessage): boolean {
  return url.split('?', 1)[0]?.endsWith(dataEnding) === true
}

/** Caches may keep pages, redirects and 404s as long as they like, unless `keeping` is there. */
function copyHeaders(res: ServerResponse, response: Response, keeping: string): void {
  res.setHeader('Cache-Control', keeping)
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') res.setHeader(name, value)
  }
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) res.setHeader('Set-Cookie', cookies)
}

export function refuse(
  res: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  setSecureHeaders(res)
  const own = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
  res.writeHead(status, { ...own, ...headers })
  res.end(`${text}\n`)
}

export function setSecureHeaders(res: ServerResponse): void {
  for (const [name, value] of Object.entries(secureHeaders)) res.setHeader(name, value)
}
