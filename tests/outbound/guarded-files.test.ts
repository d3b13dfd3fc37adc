// @module-tag process
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { createMediaSource } from '#app/download/media/media.server.ts'
import { createTiktokHosts } from '#app/download/platforms/tiktok/hosts.ts'
import { createGuardedClient, type GuardedClient } from '#app/outbound/fetch.server.ts'
import { sendBody } from '#app/outbound/send-body.server.ts'
import { type FakeServer, type Handler, sendChunks, startServer } from '#tests/fakes/http.ts'
import { startMediaHost } from '#tests/fakes/media-host.ts'
import { selfSigned } from '#tests/fakes/tls.ts'
import { closing } from '#tests/support/closing.ts'

const tls = selfSigned()

/** Without a limit of time that a test could reach. */
function clientFor(upstream: { hostPort: string }, limitMs = 600_000): GuardedClient {
  const limits = { connectMs: 600_000, headersMs: limitMs, bodyIdleMs: limitMs }
  const trustedUpstreams = [upstream.hostPort]
  return closing(createGuardedClient({ trustedUpstreams, ca: tls.cert, limits }))
}

const server = async (handler: Handler, options = {}): Promise<FakeServer> =>
  closing(await startServer(handler, options))

/** What a call for a file comes to: its body, or why there is none, or not all of it. */
async function read(client: GuardedClient, url: string, headers: Record<string, string> = {}) {
  const answer = await client.open(url, { headers })
  if (!answer.ok) return answer.failure
  const { promise, resolve } = Promise.withResolvers<string>()
  let text = ''
  answer.flow.attach({
    write: (chunk) => {
      text += chunk.toString('latin1')
      return true
    },
    end: () => resolve(text),
    fail: (failure) => resolve(`${failure} after ${text.length}`),
  })
  return promise
}

describe('files on their way to visitors', () => {
  const size = 12_000_000
  const pieceSize = 60_000

  /** Bytes that are the same nowhere else in any of the files. */
  function* piecesOf(file: number) {
    let state = file * 7919 + 1
    for (let at = 0; at < size; at += pieceSize) {
      const words = new Uint32Array(pieceSize / 4)
      for (let n = 0; n < words.length; n += 1) {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
        words[n] = state
      }
      const piece = Buffer.from(words.buffer)
      if (at === 0) piece.write('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1')
      yield piece
    }
  }

  function hashOf(file: number): string {
    const hash = createHash('sha256')
    for (const piece of piecesOf(file)) hash.update(piece)
    return hash.digest('hex')
  }

  async function readSlowly(url: string, isSlow: boolean): Promise<string> {
    const [answer] = await once(http.get(url, { agent: false }), 'response')
    const hash = createHash('sha256')
    let count = 0
    for await (const chunk of answer) {
      hash.update(chunk)
      count += 1
      if (isSlow && count % 8 === 0) await wait(4)
    }
    return hash.digest('hex')
  }

  test.each([
    ['http', 'with a length'],
    ['https', 'with a length'],
    ['http', 'in chunks'],
    ['https', 'in chunks'],
  ])('R3: many at once from %s, %s, to quick and slow readers, never mix', async (scheme, how) => {
    const host = await server(
      async (call) => {
        const length = how === 'with a length' ? { 'Content-Length': size } : {}
        call.res.writeHead(200, length)
        await sendChunks(call, piecesOf(Number(call.url.pathname.slice(1))))
        call.res.end()
      },
      scheme === 'https' ? { tls } : {},
    )
    const source = createMediaSource({
      client: clientFor(host),
      allowedHosts: () => [],
      serviceOrigins: () => [],
      hostsOf: () => createTiktokHosts({ testOrigin: null, cdnHosts: () => [] }),
      maxBytes: () => 100_000_000,
      minBytesPerSecond: 1,
      idleMs: () => 600_000,
      sampleFolder: 'tests/fakes/media',
    })
    const front = await server(async ({ req, res, signal }) => {
      const request = { method: 'GET', accept: 'video', signal } as const
      const answer = await source.open(host.origin + req.url, request)
      if (!answer.ok) return void res.writeHead(502).end(answer.failure)
      res.writeHead(answer.media.status, answer.media.headers)
      sendBody(answer.media.body, res, () => {})
    })
    const files = [1, 2, 3, 4, 5, 6]
    const got = files.map((file) => readSlowly(`${front.origin}/${file}`, file % 2 === 0))
    expect(await Promise.all(got)).toEqual(files.map(hashOf))
  })
})

describe('a call for a file', () => {
  test.each([
    ['reset', 'connect'],
    ['malformed', 'protocol'],
    ['huge-headers', 'protocol'],
    ['hang-headers', 'timeout'],
    ['hang-body/100', 'timeout after 100'],
    ['cut/100', 'connect after 100'],
    ['long-length', /^connect after/],
    ['short-length', /^protocol after/],
  ])('R8: the fault %s is reported as what it is, and leaves no socket', async (fault, outcome) => {
    const host = closing(await startMediaHost())
    const client = clientFor(host, fault.startsWith('hang') ? 300 : undefined)
    expect(await read(client, `${host.origin}/fault/${fault}`)).toMatch(outcome)
    await expect.poll(() => host.openSockets()).toBe(0)
  })

  test('R26: each file has its own connection, which ends with it', async () => {
    for (const options of [{}, { tls }]) {
      const used = new Set<net.Socket>()
      const resumed: boolean[] = []
      const upstream = await server(({ req, res }) => {
        if (req.socket instanceof TLSSocket) resumed.push(req.socket.isSessionReused())
        res.end(`${used.add(req.socket).size}${'x'.repeat(50_000)}`)
      }, options)
      const client = clientFor(upstream)
      for (let n = 1; n < 5; n += 1) {
        expect(await read(client, upstream.origin)).toBe(`${n}${'x'.repeat(50_000)}`)
        await expect.poll(() => upstream.openSockets()).toBe(0)
      }
      // The handshakes after the first are short.
      if ('tls' in options) expect(resumed).toEqual([false, true, true, true])
    }
  })

  test('R6: headers that arrive byte by byte take no longer than the limit', async () => {
    const upstream = await server(({ req, signal }) => {
      req.socket.write('HTTP/1.1 200 OK\r\nA: ')
      const drip = setInterval(() => req.socket.write('x'), 20)
      signal.addEventListener('abort', () => clearInterval(drip))
    })
    expect(await read(clientFor(upstream, 300), upstream.origin)).toBe('timeout')
    await expect.poll(() => upstream.openSockets()).toBe(0)
  })

  test('R8: unsolicited data is never the answer to the next request', async () => {
    let connections = 0
    const sockets = new Set<net.Socket>()
    const upstream = net.createServer((socket) => {
      sockets.add(socket.on('error', () => {}))
      connections += 1
      const own = `answer ${connections}`
      socket.on('data', () => {
        socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${own.length}\r\n\r\n${own}`)
      })
    })
    upstream.listen(0, '127.0.0.1')
    await once(upstream, 'listening')
    const address = upstream.address()
    const hostPort = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    try {
      const client = clientFor({ hostPort })
      expect(await read(client, `http://${hostPort}/`)).toBe('answer 1')
      const [first] = sockets
      first?.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil')
      await expect.poll(() => first?.destroyed).toBe(true)
      expect(await read(client, `http://${hostPort}/`)).toBe('answer 2')
    } finally {
      for (const socket of sockets) socket.destroy()
      upstream.close()
    }
  })

  test('S11: a header with a line break is not sent', async () => {
    const upstream = await server(({ res }) => void res.end('hello'))
    const client = clientFor(upstream)
    const range = 'bytes=0-\r\nCookie: a=1'
    expect(await read(client, upstream.origin, { range })).toBe('protocol')
    expect(await read(client, upstream.origin, { 'a\r\nb': 'c' })).toBe('protocol')
    expect(upstream.requests.length + upstream.openSockets()).toBe(0)
  })
})
