import { type IncomingHttpHeaders, request } from 'node:http'

export type RawAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** Sends nothing but what it is told to, and hands the bytes over as they came. */
export function rawRequest(
  address: string,
  { method, headers }: { method: string; headers: Record<string, string> },
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(address, { method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        const { statusCode = 0, headers: received } = answer
        resolve({ status: statusCode, headers: received, body: Buffer.concat(chunks) })
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}
