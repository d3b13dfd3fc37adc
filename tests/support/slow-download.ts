import http from 'node:http'

export type SlowDownload = {
  status: number
  received(): Buffer
  /** Reads the rest at full speed. */
  hurry(): void
  /** Resolves at the end: true if all of it was received. */
  ended: Promise<boolean>
}

/**
 * Downloads at `bytesPerMs`, like a visitor with a slow connection. Resolves once the first bytes
 * have arrived.
 */
export function downloadSlowly(
  url: string,
  bytesPerMs: number,
  headers: Record<string, string> = {},
): Promise<SlowDownload> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent: false, headers }, (response) => {
      const chunks: Buffer[] = []
      let bytes = 0
      let isSlow = true
      let timer: NodeJS.Timeout | undefined
      const ended = new Promise<boolean>((end) => {
        response.once('close', () => end(bytes === Number(response.headers['content-length'])))
      })
      // A truncated download also ends.
      response.on('error', () => {})
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        bytes += chunk.length
        if (isSlow) {
          response.pause()
          timer = setTimeout(() => response.resume(), chunk.length / bytesPerMs)
        }
        resolve({
          status: response.statusCode ?? 0,
          received: () => Buffer.concat(chunks),
          hurry() {
            isSlow = false
            clearTimeout(timer)
            response.resume()
          },
          ended,
        })
      })
    })
    request.once('error', reject)
  })
}
