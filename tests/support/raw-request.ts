import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'

export type RawAnswer = {
  status: number
  headers: IncomingHttpHeaders
  /** The header lines as sent, names and values in turn. */
  rawHeaders: string[]
  body: Buffer
}

/** Sends exactly what it is given, and returns the response bytes unchanged. */
export function rawRequest(
  address: string,
  {
    method,
    headers,
    body,
  }: { method: string; headers: Record<string, string>; body?: string | Buffer },
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(address, { method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        const { statusCode = 0, headers: received, rawHeaders } = answer
        resolve({ status: statusCode, headers: received, rawHeaders, body: Buffer.concat(chunks) })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** A client without cookies that requests addresses and sends forms. */
export function strangerTo(app: () => { origin: string }) {
  return {
    ask: (target: string, headers: Record<string, string> = {}, method = 'GET') =>
      rawRequest(app().origin + target, { method, headers }),
    send: (target: string, body: string, headers: Record<string, string> = {}) =>
      fetch(app().origin + target, {
        method: 'POST',
        redirect: 'manual',
        body,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      }),
  }
}

/**
 * Sends bytes that no HTTP client would; returns the response, with status 0 for none. With `stay`
 * the server ends the connection: a slow request needs that and `Connection: close`.
 */
export function rawBytes(
  origin: string,
  bytes: string,
  { stay = false } = {},
): Promise<Pick<RawAnswer, 'status' | 'body'>> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      if (stay) socket.write(bytes)
      else socket.end(bytes)
    })
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    // A refusal during sending often resets the connection.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString('latin1')
      const [, status = '0'] = /^HTTP\/1\.1 (\d{3})/.exec(text) ?? []
      resolve({
        status: Number(status),
        body: Buffer.from(text.split('\r\n\r\n').slice(1).join('\r\n\r\n')),
      })
    })
  })
}
