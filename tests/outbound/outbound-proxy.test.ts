// @module-tag whole
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseOutboundProxy } from '#app/environment/outbound-proxy.ts'
import { en } from '#app/i18n/en.ts'
import type { Resolver } from '#app/outbound/connection.server.ts'
import { createGuardedClient, type GuardedClient } from '#app/outbound/fetch.server.ts'
import { type FakeProxy, startConnectProxy } from '#tests/fakes/connect-proxy.ts'
import { startServer } from '#tests/fakes/http.ts'
import { bytesOf } from '#tests/fakes/media-files.ts'
import { startMediaHost } from '#tests/fakes/media-host.ts'
import { type Platform, platformPost, startPlatform } from '#tests/fakes/platform-pages.ts'
import { selfSigned } from '#tests/fakes/tls.ts'
import { makeYtdlp } from '#tests/fakes/ytdlp.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { closing } from '#tests/support/closing.ts'
import { lookUp, saveLinkIn } from '#tests/support/live-app.ts'

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const publicName: Resolver = async () => [
  { address: '2606:2800:21f:cb07:6820:80da:af6b:8b2c', family: 6 },
  { address: '93.184.215.14', family: 4 },
]
const proxyOf = async (options = {}) => closing(await startConnectProxy(options))

function clientBehind(proxy: string, options = {}): GuardedClient {
  const proxyFor = () => parseOutboundProxy(proxy)
  return closing(createGuardedClient({ trustedUpstreams: [], proxyFor, ...options }))
}

async function answerOf(client: GuardedClient, url: string) {
  const answer = await client.request(url, {})
  if (!answer.ok) return answer.failure
  const read = await client.readBounded(answer.body, 100_000)
  return read.ok ? String(read.bytes) : read.reason
}

/** The bytes of a file, read with a pause after each piece. */
async function fileOf(client: GuardedClient, url: string): Promise<Buffer | string> {
  const answer = await client.open(url, {})
  if (!answer.ok) return answer.failure
  const { flow } = answer
  const chunks: Buffer[] = []
  return new Promise((resolve) => {
    flow.attach({
      write: (chunk) => {
        chunks.push(Buffer.from(chunk))
        setImmediate(() => flow.resume())
        return false
      },
      end: () => resolve(Buffer.concat(chunks)),
      fail: resolve,
    })
  })
}

describe('a client behind the outbound proxy', () => {
  test('S3: resolves names itself and hands over the address that was checked', async () => {
    const tls = selfSigned(['cdn.example'])
    const upstream = closing(await startServer(({ res }) => void res.end('real'), { tls }))
    const proxy = await proxyOf({ leadTo: upstream.hostPort })
    const client = clientBehind(proxy.url, { resolve: publicName, ca: tls.cert })
    expect(await answerOf(client, 'https://cdn.example/')).toBe('real')
    expect(proxy.asked.map(({ target }) => target)).toEqual(['93.184.215.14:443'])
    expect(upstream.requests[0]?.headers.host).toBe('cdn.example')
  })

  test('the host behind the proxy needs a valid certificate', async () => {
    const tls = selfSigned(['other.example'])
    const upstream = closing(await startServer(({ res }) => void res.end('forged'), { tls }))
    const proxy = await proxyOf({ leadTo: upstream.hostPort })
    const client = clientBehind(proxy.url, { resolve: publicName, ca: tls.cert })
    expect(await answerOf(client, 'https://cdn.example/')).toBe('connect')
    expect(await fileOf(client, 'https://cdn.example/')).toBe('connect')
    expect(await answerOf(client, 'https://93.184.215.14/')).toBe('connect')
    expect(upstream.requests).toHaveLength(0)
  })

  test.each([false, true])(
    'reads files through it, to the byte; TLS to the proxy: %s',
    async (on) => {
      const tls = selfSigned(['cdn.example', '127.0.0.1'])
      const body = Buffer.from(
        Array.from({ length: 1_500_000 }, (_, i) => (i * 7 + (i >> 9)) & 255),
      )
      const upstream = closing(await startServer(({ res }) => void res.end(body), { tls }))
      const proxy = await proxyOf({ leadTo: upstream.hostPort, ...(on ? { tls } : {}) })
      const client = clientBehind(proxy.url, { resolve: publicName, ca: tls.cert })
      const got = await fileOf(client, 'https://cdn.example/file')
      expect(got).toBeInstanceOf(Buffer)
      expect(sha(Buffer.from(got))).toBe(sha(body))
    },
  )

  test('reads files of a plain host through it, to the byte', async () => {
    const body = Buffer.from(Array.from({ length: 1_500_000 }, (_, i) => (i * 5 + (i >> 8)) & 255))
    const upstream = closing(await startServer(({ res }) => void res.end(body)))
    const proxy = await proxyOf()
    const client = clientBehind(proxy.url, { trustedUpstreams: [upstream.hostPort] })
    expect(sha(Buffer.from(await fileOf(client, `${upstream.origin}/file`)))).toBe(sha(body))
    expect(proxy.asked).toHaveLength(1)
  })

  test('S3: private addresses and names that lead there never reach the proxy', async () => {
    const proxy = await proxyOf()
    const resolve: Resolver = async () => [{ address: '10.0.0.1', family: 4 }]
    const client = clientBehind(proxy.url, { resolve })
    const urls = ['https://cdn.example/', 'https://169.254.169.254/', 'https://[::1]/']
    for (const url of urls) expect(await answerOf(client, url)).toBe('blocked_address')
    expect(proxy.asked).toEqual([])
  })

  test('sends the credentials of its URL to the proxy only', async () => {
    const upstream = closing(await startServer(({ res }) => void res.end('real')))
    const proxy = await proxyOf({ credentials: 'us er:p@ss' })
    const url = proxy.url.replace('//', '//us%20er:p%40ss@')
    const trustedUpstreams = [upstream.hostPort]
    expect(await answerOf(clientBehind(url, { trustedUpstreams }), upstream.origin)).toBe('real')
    expect(upstream.requests[0]?.headers).not.toHaveProperty('proxy-authorization')
    expect(await answerOf(clientBehind(proxy.url, { trustedUpstreams }), upstream.origin)).toBe(
      'connect',
    )
  })

  test('S6: fails when the proxy is dead, instead of going past it', async () => {
    const upstream = closing(await startServer(({ res }) => void res.end('direct')))
    const proxy = await startConnectProxy()
    await proxy.close()
    const client = clientBehind(proxy.url, { trustedUpstreams: [upstream.hostPort] })
    expect(await answerOf(client, upstream.origin)).toBe('connect')
    expect(await fileOf(client, upstream.origin)).toBe('connect')
    expect(upstream.requests).toHaveLength(0)
  })

  test.each([
    'HTTP/1.1 200 OK\r\n\r\nunasked',
    'HTTP/1.1 302 Found\r\nLocation: /\r\n\r\n',
    'SSH-2.0-OpenSSH\r\n\r\n',
    `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}`,
  ])('refuses a proxy that answers %j', async (answer) => {
    const odd = closing(await startServer(() => {}))
    const server = closing(await oddProxy(answer))
    const client = clientBehind(server.url, { trustedUpstreams: [odd.hostPort] })
    expect(await answerOf(client, odd.origin)).toBe('connect')
  })
})

async function oddProxy(answer: string): Promise<{ url: string; close(): Promise<void> }> {
  const { createServer } = await import('node:net')
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.write(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not a TCP server')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => void server.close(),
  }
}

describe('OUTBOUND_PROXY', () => {
  let platform: Platform
  let proxy: FakeProxy
  let app: AppServer
  const password = 'prox-y-passw0rd'
  const ytdlp = () => makeYtdlp(platform.origin)

  beforeAll(async () => {
    const foreign = await startMediaHost()
    platform = await startPlatform({ foreignOrigin: foreign.origin })
    await foreign.close()
    proxy = await startConnectProxy({ credentials: `operator:${password}` })
    app = await startApp({
      ...platform.env,
      LOG_LEVEL: 'debug',
      HTTP_PROXY: 'http://127.0.0.1:9',
      HTTPS_PROXY: 'http://127.0.0.1:9',
      OUTBOUND_PROXY: proxy.url.replace('//', `//operator:${password}@`),
    })
  })
  afterAll(async () => {
    await discardApp(app)
    await Promise.all([platform.close(), proxy.close()])
  })

  async function save(from: AppServer, link: string) {
    const { status, html } = await lookUp(from, link)
    expect(status, html.slice(0, 300)).toBe(200)
    const response = await fetch(from.origin + (await saveLinkIn(from, html)))
    return sha(Buffer.from(await response.arrayBuffer()))
  }

  test('carries the platform’s pages and files, and its password stays out of the log', async () => {
    const video = platform.files.get('video.mp4')
    if (video === undefined) throw new Error('The platform has no video.mp4')
    expect(await save(app, platformPost('open_refused').url)).toBe(sha(bytesOf(video)))
    const targets = new Set(proxy.asked.map(({ method, target }) => `${method} ${target}`))
    expect([...targets]).toEqual([`CONNECT ${platform.hostPort}`])
    // As many connections as the platform saw: none of them went past the proxy.
    const gated = platform.requests.filter(({ path }) => path.startsWith('/media/a/'))
    expect(gated.length).toBeGreaterThan(0)
    expect(proxy.asked.length).toBeGreaterThan(gated.length)
    const log = app.lines.join('\n')
    expect(log).not.toContain(password)
    expect(log).not.toContain(Buffer.from(`operator:${password}`).toString('base64'))
  })

  test('carries yt-dlp’s requests, too', async () => {
    const fake = ytdlp()
    const own = await startApp({
      ...platform.env,
      EXTRACTION_SOURCES: 'ytdlp',
      YTDLP_PATH: fake.path,
      OUTBOUND_PROXY: proxy.url.replace('//', `//operator:${password}@`),
    })
    try {
      const before = proxy.asked.length
      const { postId, url } = platformPost('video', 77)
      expect((await lookUp(own, url)).status).toBe(200)
      expect(proxy.asked.length).toBeGreaterThan(before)
      expect(platform.pages(postId)).toBe(1)
      expect(JSON.stringify(fake.notes())).not.toContain(password)
    } finally {
      await discardApp(own)
      fake.remove()
    }
  })

  test('that is down counts as an outage: nothing is sent to the platform directly', async () => {
    const dead = await startConnectProxy()
    await dead.close()
    const own = await startApp({ ...platform.env, OUTBOUND_PROXY: dead.url })
    try {
      const { postId, url } = platformPost('video', 78)
      const { status, html } = await lookUp(own, url)
      expect(status).toBe(503)
      expect(html).toContain(en.errors.unexpected)
      expect(platform.pages(postId)).toBe(0)
    } finally {
      await discardApp(own)
    }
  })

  test.each(['proxy.example:3128', 'socks5://127.0.0.1:1080', 'http://proxy:3128/path', 'http://'])(
    'of %j stops the start with a text',
    async (value) => {
      const env = { OUTBOUND_PROXY: value }
      await expect(startApp(env)).rejects.toThrow(/OUTBOUND_PROXY: must be http/)
    },
  )
})
