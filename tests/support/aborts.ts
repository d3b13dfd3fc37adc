import { connect } from 'node:net'
import fc from './cases.ts'
import { limits } from './limits.ts'

/** A request as bytes, with what a visitor who stays receives. */
export type Abortable = { request: string; status: string; answerBytes: number }

type Abort = {
  /** While the request is sent, once it is, or while the answer arrives. */
  during: 'request' | 'wait' | 'answer'
  /** The part of it that was sent or received by then. */
  part: number
  how: 'destroy' | 'resetAndDestroy'
}

const abort: fc.Arbitrary<Abort> = fc.noBias(
  fc.record({
    during: fc.constantFrom('request', 'wait', 'answer', 'answer'),
    part: fc.nat(1000).map((thousandths) => thousandths / 1000),
    how: fc.constantFrom('destroy', 'resetAndDestroy'),
  }),
)

/** Returns a GET request whose answer ends its connection. */
export function get(target: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n${lines.join('')}\r\n`
}

/** Returns a form as a browser sends it. */
export function form(target: string, fields: Record<string, string>): string {
  const body = new URLSearchParams(fields).toString()
  const head = [
    `POST ${target} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Connection: close',
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${body.length}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

/**
 * Sends a request and measures its answer: whole, or up to the end of the first event of a stream.
 * Fails if it isn’t what was asked for.
 */
export async function abortable(origin: string, request: string): Promise<Abortable> {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(request))
  const chunks: Buffer[] = []
  for await (const chunk of socket) {
    chunks.push(chunk)
    if (chunk.includes('\n\n') && isEventStream.test(String(chunks[0]))) break
  }
  const answer = Buffer.concat(chunks)
  const status = statusOf(answer)
  if (status !== '200' && status !== '303') throw new Error(`${status} for ${request}`)
  return { request, status, answerBytes: answer.length }
}

const isEventStream = /^content-type: text\/event-stream/im

/**
 * Sends a request `times` times, `lanes` at once, each aborted at a random point of it or of its
 * answer. Returns the statuses that were received, with `none` for no answer.
 */
export async function abortAtRandom(
  origin: string,
  { request, answerBytes }: Abortable,
  { times, seed, lanes = 6 }: { times: number; seed: number; lanes?: number },
): Promise<Set<string>> {
  const aborts = fc.sample(abort, { numRuns: times, seed })
  const statuses = new Set<string>()
  const lane = async () => {
    for (let next = aborts.pop(); next !== undefined; next = aborts.pop()) {
      const { during, part, how } = next
      const sent = during === 'request' ? request.slice(0, part * request.length) : request
      const wanted = during === 'answer' ? part * answerBytes : 0
      statuses.add(await abortOne(origin, sent, wanted, how))
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return statuses
}

function statusOf(answer: Buffer): string {
  return answer.toString('latin1', 'HTTP/1.1 '.length, 'HTTP/1.1 200'.length)
}

/** Leaves at once if nothing of the answer is wanted. Returns its status, or `none`. */
function abortOne(
  origin: string,
  sent: string,
  answerBytes: number,
  how: Abort['how'],
): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = 0
    let status = 'none'
    const { hostname, port } = new URL(origin)
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      socket.write(sent, () => {
        if (answerBytes < 1) socket[how]()
      })
    })
    const timer = setTimeout(() => reject(new Error(`No more than ${received} bytes`)), limits.poll)
    socket.on('data', (chunk: Buffer) => {
      if (received === 0) status = statusOf(chunk)
      received += chunk.length
      if (received >= answerBytes) socket[how]()
    })
    socket
      .on('error', () => {})
      .once('close', () => {
        clearTimeout(timer)
        resolve(status)
      })
  })
}
