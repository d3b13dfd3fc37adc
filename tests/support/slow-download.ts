import http from 'node:http'

export type SlowDownload = {
  status: number
  /** What has come so far. */
  received(): Buffer
  /** Reads the rest as fast as it comes. */
  hurry(): void
  /** Resolves when it is over, with whether all of it came. */
  ended: Promise<boolean>
}

/**
 * Downloads as a visitor with a slow connection does, of so many bytes in a millisecond. Resolves once
 * the first bytes have come.
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
      // A download that is cut off has ended too.
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
