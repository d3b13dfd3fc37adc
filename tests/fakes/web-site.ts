import { once } from 'node:events'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import {
  type Call,
  cut,
  type FakeServer,
  type ServerOptions,
  sendChunks,
  startServer,
} from './http.ts'

/** One answer of the site; what is left out is a 200 with an empty HTML page. */
export type SitePage = {
  status?: number
  type?: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  fault?: SiteFault
}

type SiteFault =
  /** Takes the request and never answers. */
  | 'silent'
  /** The head and some bytes, then nothing more. */
  | 'stall'
  /** A byte each 20 ms, for ever. */
  | 'trickle'
  /** Bytes for ever, as fast as they are taken. */
  | 'endless'
  /** The connection ends in the middle of the body. */
  | 'cut'
  /** No HTTP at all. */
  | 'garbage'

export type WebSite = FakeServer & {
  /** Puts a page at a path (with its query, if any); null takes it away. */
  set(path: string, page: SitePage | string | null): void
}

/** Someone's site: pages at paths, a robots.txt where there is one, 404 for all else. */
export async function startWebSite(options: ServerOptions = {}): Promise<WebSite> {
  const pages = new Map<string, SitePage>()
  const server = await startServer((call) => answer(call, pages.get(call.record.url)), options)
  return {
    ...server,
    set(path, page) {
      if (page === null) pages.delete(path)
      else pages.set(path, typeof page === 'string' ? { body: page } : page)
    },
  }
}

/** A page with something in its body. */
export function html(body: string, head = ''): string {
  return `<!doctype html><html><head><title>A page</title>${head}</head><body>${body}</body></html>`
}

export const redirectTo = (location: string, status = 302): SitePage => ({
  status,
  headers: { location },
})

/** The page as servers send it that compress without being asked. */
export function compressed(body: string, encoding: 'gzip' | 'br'): SitePage {
  const bytes = encoding === 'br' ? brotliCompressSync(body) : gzipSync(body)
  return { headers: { 'content-encoding': encoding }, body: bytes }
}

async function answer(call: Call, page: SitePage | undefined): Promise<void> {
  const { res, signal } = call
  const {
    status = 200,
    type = 'text/html; charset=utf-8',
    headers = {},
    body = '',
    fault,
  } = page ?? { status: 404, body: html('<p>Not found</p>') }
  if (fault === 'silent') return
  if (fault === 'garbage') {
    res.socket?.end('this is not HTTP\r\n\r\n')
    return
  }
  res.writeHead(status, { 'content-type': type, ...headers })
  if (fault === undefined) {
    res.end(body)
    return
  }
  res.write(body.length === 0 ? '<p>so far' : body)
  if (fault === 'cut') cut(call)
  if (fault === 'endless') await sendChunks(call, endless())
  while (fault === 'trickle' && !signal.aborted) {
    res.write(' ')
    await once(AbortSignal.timeout(20), 'abort')
  }
}

function* endless(): Generator<Uint8Array> {
  const chunk = Buffer.alloc(16 * 1024, ' <p>more</p>')
  while (true) yield chunk
}
