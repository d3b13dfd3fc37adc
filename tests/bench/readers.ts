import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

export type ReadResult = { bytes: number; seconds: number }

/**
 * Reads an address with many clients at once, until each has read `times` whole files.
 * With `signal` they stop in the middle. Each client comes from a network of its own, as seen through a trusted proxy.
 */
export async function readAtOnce(
  address: string,
  clients: number,
  times: number,
  bytesPerSecond: number | null = null,
  signal?: AbortSignal,
): Promise<ReadResult> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients })
  const started = performance.now()
  const counts = await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      // Slow readers come one after the other: it is not their coming that is measured.
      if (bytesPerSecond !== null) await wait(client * 20)
      let bytes = 0
      for (let n = 0; n < times; n += 1) {
        bytes += await readOnce(address, agent, client, bytesPerSecond, signal)
      }
      return bytes
    }),
  )
  agent.destroy()
  return {
    bytes: counts.reduce((sum, bytes) => sum + bytes, 0),
    seconds: (performance.now() - started) / 1000,
  }
}

function readOnce(
  address: string,
  agent: http.Agent,
  client: number,
  bytesPerSecond: number | null,
  signal?: AbortSignal,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'X-Forwarded-For': `198.51.${client >> 8}.${client & 255}` }
    const request = http.get(address, { agent, headers }, (answer) => {
      if (signal?.aborted) answer.destroy()
      signal?.addEventListener('abort', () => answer.destroy())
      if (answer.statusCode !== 200) {
        reject(new Error(`${address} answered ${answer.statusCode}`))
        answer.resume()
        return
      }
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytesPerSecond === null) return
        answer.pause()
        setTimeout(() => answer.resume(), (chunk.length / bytesPerSecond) * 1000)
      })
      answer.on('end', () => resolve(bytes))
      answer.on('close', () => resolve(bytes))
      answer.on('error', (error) => (signal?.aborted ? resolve(bytes) : reject(error)))
    })
    request.on('error', reject)
  })
}
