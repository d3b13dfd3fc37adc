import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { type Call, sendChunks } from './http.ts'

/** What a bot challenge looks like to a client: HTML, with a script to tell if it got through. */
export const challengePage =
  '<!doctype html><html><head><title>Just a moment...</title></head>' +
  '<body><script>alert(document.domain)</script></body></html>'

/** Gives `bytes` at a steady pace; at less than 20 a second one by one, each as its own packet. */
export async function sendSlowly(
  call: Call,
  chunks: Iterable<Uint8Array>,
  bytesPerSecond: number,
): Promise<void> {
  const pause = Math.max(50, 1000 / bytesPerSecond)
  const step = Math.max(1, Math.round((bytesPerSecond * pause) / 1000))
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.byteLength; at += step) {
      await sendChunks(call, [chunk.subarray(at, at + step)])
      await wait(pause, undefined, { signal: call.signal })
    }
  }
}

/** Goes on as long as the client takes it. */
export async function sendEndless(call: Call, chunk: Uint8Array): Promise<void> {
  while (!call.signal.aborted) {
    await sendChunks(call, [chunk])
    // A client that reads as fast as this writes must not keep the event loop to itself.
    await new Promise((resolve) => setImmediate(resolve))
  }
}

let zippedZeros: Buffer | undefined

/** 1 MB that unpacks to 1 GB of zeros. The headers are the caller's, but for Content-Encoding. */
export async function sendGzipBomb(call: Call): Promise<void> {
  zippedZeros ??= gzipSync(Buffer.alloc(16 * 1024 * 1024))
  call.res.setHeader('Content-Encoding', 'gzip')
  for (let member = 0; member < 64; member += 1) await sendChunks(call, [zippedZeros])
  call.res.end()
}

/** Bytes that are no HTTP. */
export async function sendMalformed(call: Call): Promise<void> {
  const { socket } = call.req
  socket.end('\u0000\u0001 this is not HTTP\r\n\r\n')
  if (!socket.destroyed) await once(socket, 'close')
}
