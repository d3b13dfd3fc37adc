import { challengePage, sendEndless, sendGzipBomb, sendMalformed, sendSlowly } from './bodies.ts'
import { type Call, cut, sendChunks } from './http.ts'
import { begin, serve } from './media-answer.ts'
import { bytesOf, type MediaFile } from './media-files.ts'
import { oddHeaders } from './media-headers.ts'

interface FaultCall {
  call: Call
  /** The file the rest of the path names; the plain video when it names none. */
  file: MediaFile
  /** The number after the fault's name. */
  number: number | undefined
  /** How often this path was asked for, this time included. */
  times: number
  /** The path's parts after name and number. */
  rest: string[]
}

export type Fault = (fault: FaultCall) => void | Promise<void>

const video = { 'Content-Type': 'video/mp4' }

/** Sends the first bytes of the part that was asked for under a right head, and leaves it at that. */
async function serveSome({ call, file }: FaultCall, bytes: number): Promise<void> {
  const part = begin(call, file)
  if (part !== null) {
    await sendChunks(call, file.chunks(part[0], Math.min(part[1], part[0] + bytes)))
  }
}

async function serveSlowly({ call, file }: FaultCall, bytesPerSecond: number): Promise<void> {
  const part = begin(call, file)
  if (part === null) return
  await sendSlowly(call, file.chunks(...part), bytesPerSecond)
  call.res.end()
}

async function serveCut(fault: FaultCall): Promise<void> {
  await serveSome(fault, fault.number ?? 1000)
  cut(fault.call)
}

async function serveWithLength({ call, file }: FaultCall, error: number): Promise<void> {
  const length = String(file.size + error)
  call.res.writeHead(200, { ...video, 'Content-Length': length, Connection: 'close' })
  await sendChunks(call, file.chunks(0, file.size))
  cut(call)
}

function refuse({ call }: FaultCall): void {
  call.res.writeHead(403, { 'Content-Type': 'text/plain' }).end()
}

/** By the name after /fault/. Besides these, /fault/{400 to 599} answers that status. */
export const faults: ReadonlyMap<string, Fault> = new Map<string, Fault>([
  ['hang-headers', () => undefined],

  // Stops after {number} bytes (1000).
  ['hang-body', (fault) => serveSome(fault, fault.number ?? 1000)],

  // One byte a second.
  ['trickle', (fault) => serveSlowly(fault, 1)],

  // {number} bytes a second (10,000).
  ['rate', (fault) => serveSlowly(fault, fault.number ?? 10_000)],

  // The first {number} bytes (1000), and then 20 a second: it neither ends nor falls silent.
  [
    'crawl',
    async (fault) => {
      const part = begin(fault.call, fault.file)
      if (part === null) return
      const [start, end] = part
      const crawlsAt = Math.min(end, start + (fault.number ?? 1000))
      await sendChunks(fault.call, fault.file.chunks(start, crawlsAt))
      await sendSlowly(fault.call, fault.file.chunks(crawlsAt, end), 20)
      fault.call.res.end()
    },
  ],

  // The connection ends after {number} bytes (1000) of the part that was asked for.
  ['cut', serveCut],

  // As `cut`, but the first time only: the Range request that follows succeeds.
  ['cut-once', (fault) => (fault.times === 1 ? serveCut(fault) : serve(fault.call, fault.file))],

  // The connection ends before any answer.
  ['reset', ({ call }) => void call.req.socket.destroy()],

  // Content-Length is 1000 less than what comes.
  ['short-length', (fault) => serveWithLength(fault, -1000)],

  // Content-Length is 1000 more than what comes.
  ['long-length', (fault) => serveWithLength(fault, 1000)],

  // A bot challenge: HTML with status 200.
  ['html', ({ call }) => void call.res.setHeader('Content-Type', 'text/html').end(challengePage)],

  // The same under a video's type.
  ['html-as-mp4', ({ call }) => void call.res.writeHead(200, video).end(challengePage)],

  // No known kind of media, under a video's type.
  ['garbage', ({ call }) => void call.res.writeHead(200, video).end(Buffer.alloc(5000, 0xa7))],

  // Status 200 and nothing.
  ['empty', ({ call }) => void call.res.writeHead(200, { ...video, 'Content-Length': 0 }).end()],

  // 302 to the query's `to`; without one to the rest of the path.
  [
    'redirect',
    ({ call, rest }) => {
      const to = call.url.searchParams.get('to') ?? `/${rest.join('/')}`
      call.res.writeHead(302, { Location: to }).end()
    },
  ],

  // 302 to itself.
  [
    'redirect-loop',
    ({ call }) => void call.res.writeHead(302, { Location: call.url.pathname }).end(),
  ],

  // Headers that must not reach a visitor.
  [
    'set-cookie',
    ({ call, file }) =>
      serve(call, file, {
        'Set-Cookie': 'upstream=1; Path=/',
        Location: 'https://evil.example/',
        Refresh: '0; url=https://evil.example/',
        'Content-Disposition': 'inline; filename="evil.html"',
        'Access-Control-Allow-Origin': '*',
        'Strict-Transport-Security': 'max-age=0',
        'X-Upstream-Secret': 'secret',
      }),
  ],

  ...oddHeaders,

  // Chunked.
  ['no-length', ({ call, file }) => serve(call, file, { 'Content-Length': undefined })],

  // Good {number} times (1), then 403.
  [
    'dead-after',
    (fault) => (fault.times <= (fault.number ?? 1) ? serve(fault.call, fault.file) : refuse(fault)),
  ],

  // 403 {number} times (1), then good.
  [
    'alive-after',
    (fault) => (fault.times > (fault.number ?? 1) ? serve(fault.call, fault.file) : refuse(fault)),
  ],

  [
    'gzip-bomb',
    ({ call }) => {
      call.res.setHeader('Content-Type', 'video/mp4')
      return sendGzipBomb(call)
    },
  ],

  // A video that never ends.
  [
    'endless',
    ({ call, file }) => {
      call.res.writeHead(200, video)
      return sendEndless(call, bytesOf(file, 0, 64 * 1024))
    },
  ],

  // 200 and the whole file, whatever Range says.
  [
    'ignore-range',
    ({ call, file }) => {
      delete call.req.headers.range
      return serve(call, file, { 'Accept-Ranges': undefined })
    },
  ],

  // 206 with the part one byte behind the one asked for.
  [
    'wrong-range',
    ({ call, file }) => {
      const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(call.req.headers.range ?? '') ?? []
      if (first !== undefined) call.req.headers.range = `bytes=${Number(first) + 1}-${last}`
      return serve(call, file)
    },
  ],

  // Another ETag at each request: the file changed between two parts.
  [
    'etag-change',
    ({ call, file, times }) => {
      const changed = { ...file, etag: `"version-${times}"` }
      return serve(call, changed)
    },
  ],

  // More header bytes than a client should take.
  ['huge-headers', ({ call, file }) => serve(call, file, { 'X-Padding': 'x'.repeat(100_000) })],

  ['malformed', ({ call }) => sendMalformed(call)],
])
