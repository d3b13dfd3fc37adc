// @module-tag process
import http from 'node:http'
import net from 'node:net'
import { describe, expect, test } from 'vitest'
import {
  type ConnectProxyLimits,
  createConnectProxy,
} from '#app/download/extraction/ytdlp/connect-proxy.server.ts'
import { createTiktokHosts } from '#app/download/platforms/tiktok/hosts.ts'
import { parseOutboundProxy } from '#app/environment/outbound-proxy.ts'
import type { Resolver } from '#app/outbound/connection.server.ts'
import { createGuardedClient } from '#app/outbound/fetch.server.ts'
import { startConnectProxy } from '#tests/fakes/connect-proxy.ts'
import { type Handler, startServer } from '#tests/fakes/http.ts'
import { closing } from '#tests/support/closing.ts'

type Tunnel = { status: number | string; socket: net.Socket | null }

/** The proxy as a child process meets it, before the real platform's hosts or a test origin. */
function proxyOf({
  testOrigin = null,
  resolve = () => Promise.reject(new Error('asked for a name')),
  limits = {},
  outbound,
}: {
  testOrigin?: string | null
  resolve?: Resolver
  limits?: Partial<ConnectProxyLimits>
  /** The operator's own proxy, as OUTBOUND_PROXY names it. */
  outbound?: string
} = {}) {
  const trustedUpstreams = testOrigin === null ? [] : [new URL(testOrigin).host]
  const proxyFor = () => (outbound === undefined ? null : parseOutboundProxy(outbound))
  const client = closing(createGuardedClient({ trustedUpstreams, resolve, proxyFor }))
  const hosts = createTiktokHosts({ testOrigin, cdnHosts: () => ['tiktokcdn.com'] })
  return closing(createConnectProxy({ client, mayReach: hosts.isPage, limits }))
}

function connect(proxyUrl: string, authority: string): Promise<Tunnel> {
  const { hostname: host, port, username, password } = new URL(proxyUrl)
  const credentials = Buffer.from(`${username}:${password}`).toString('base64')
  const headers = { 'Proxy-Authorization': `Basic ${credentials}` }
  return new Promise((resolve) => {
    const request = http.request({ host, port, method: 'CONNECT', path: authority, headers })
    request.on('connect', ({ statusCode = 0 }, socket: net.Socket) => {
      socket.on('error', () => undefined)
      if (statusCode !== 200) socket.destroy()
      resolve({ status: statusCode, socket: statusCode === 200 ? socket : null })
    })
    request.on('error', ({ message }) => resolve({ status: message, socket: null }))
    request.end()
  })
}

async function openTo(proxyUrl: string, authority: string): Promise<net.Socket> {
  const { status, socket } = await connect(proxyUrl, authority)
  if (socket === null) throw new Error(`The proxy said ${status}`)
  return socket
}

function textOf(socket: net.Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes
    })
    socket.on('close', () => resolve(text))
  })
}

const origin = async (handler: Handler) => closing(await startServer(handler))

describe('a program behind the proxy', () => {
  test.each([
    'localhost:443',
    '127.0.0.1:443',
    '2130706433:443',
    '0x7f000001:443',
    '127.1:443',
    '169.254.169.254:443',
    '169.254.169.254:80',
    '[::1]:443',
    '[::ffff:127.0.0.1]:443',
    '[::ffff:7f00:1]:443',
    '[64:ff9b::7f00:1]:443',
    '[fd00::1]:443',
    'www.tiktok.com:80',
    'www.tiktok.com:8443',
    'www.tiktok.com:22',
    'www.tiktok.com',
    'www.tiktok.com:443@127.0.0.1:443',
    'user@www.tiktok.com:443',
    'www.tiktok.com.evil.example:443',
    'evil-www.tiktok.com:443',
    'v16.tiktokcdn.com:443',
    'example.com:443',
    'https://www.tiktok.com/',
    '*:443',
  ])('S60: reaches the platform’s pages alone, and not %s', async (authority) => {
    const { url } = await proxyOf().lease()
    const { status } = await connect(url, authority)
    // Node's own parser of HTTP refuses some of them with 400.
    expect([400, 403]).toContain(status)
  })

  test.each([
    ['127.0.0.1', 4],
    ['10.0.0.1', 4],
    ['169.254.169.254', 4],
    ['::1', 6],
    ['::ffff:127.0.0.1', 6],
    ['fd00::1', 6],
  ])('S60: a platform’s name that leads to %s is refused', async (address, family) => {
    const { url } = await proxyOf({ resolve: async () => [{ address, family }] }).lease()
    expect((await connect(url, 'www.tiktok.com:443')).status).toBe(403)
  })

  test('S60: a name that rebinds is resolved once for a connection, and never dialled inside', async () => {
    const inner = await origin(({ res }) => void res.end('inside'))
    const page = await origin(({ res }) => void res.end('page'))
    // Shows which address would be dialled, and leads elsewhere.
    const outside = closing(await startConnectProxy({ leadTo: page.hostPort }))
    const answers = ['93.184.215.14']
    const resolve: Resolver = async () => [{ address: answers.shift() ?? '127.0.0.1', family: 4 }]
    const { url } = await proxyOf({ resolve, outbound: outside.url }).lease()
    await openTo(url, 'www.tiktok.com:443')
    expect((await connect(url, 'www.tiktok.com:443')).status).toBe(403)
    expect(outside.asked.map(({ target }) => target)).toEqual(['93.184.215.14:443'])
    expect(inner.openSockets()).toBe(0)
  })

  test('S60: gets no plain HTTP, and nothing without the credentials of a current lease', async () => {
    const page = await origin(({ res }) => void res.end('page'))
    const proxy = proxyOf({ testOrigin: page.origin })
    const lease = await proxy.lease()
    const { origin: at } = new URL(lease.url)
    const status = (await fetch(`${at}/`, { headers: { host: page.hostPort } })).status
    expect(status).toBe(405)
    const guessed = new URL(lease.url)
    guessed.password = 'guessed'
    expect((await connect(guessed.href, page.hostPort)).status).toBe(407)
    expect((await connect(at, page.hostPort)).status).toBe(407)
    lease.end()
    expect((await connect(lease.url, page.hostPort)).status).toBe(407)
    expect(page.requests).toHaveLength(0)
    expect(page.openSockets()).toBe(0)
  })

  test('reaches a page, byte for byte', async () => {
    const page = await origin(({ res }) => void res.end('the page'))
    const { url } = await proxyOf({ testOrigin: page.origin }).lease()
    const socket = await openTo(url, page.hostPort)
    socket.write(`GET /@_/video/1 HTTP/1.1\r\nHost: ${page.hostPort}\r\nConnection: close\r\n\r\n`)
    expect(await textOf(socket)).toContain('the page')
    expect(page.requests[0]).toMatchObject({ path: '/@_/video/1' })
    expect(page.requests[0]?.headers).not.toHaveProperty('proxy-authorization')
  })

  test('S60: its connections are bounded, and end with its lease', async () => {
    const page = await origin(() => {})
    const limits = { connections: 2 }
    const lease = await proxyOf({ testOrigin: page.origin, limits }).lease()
    const open = [await openTo(lease.url, page.hostPort), await openTo(lease.url, page.hostPort)]
    expect((await connect(lease.url, page.hostPort)).status).toBe(503)
    const closed = Promise.all(open.map(textOf))
    lease.end()
    await closed
    await expect.poll(() => page.openSockets()).toBe(0)
  })

  test('S60: its bytes are bounded', async () => {
    const page = await origin(({ res }) => void res.end(Buffer.alloc(3_000_000)))
    const limits = { bytes: 200_000 }
    const { url } = await proxyOf({ testOrigin: page.origin, limits }).lease()
    const socket = await openTo(url, page.hostPort)
    socket.write(`GET / HTTP/1.1\r\nHost: ${page.hostPort}\r\n\r\n`)
    expect((await textOf(socket)).length).toBeLessThan(300_000)
  })

  test('S60: its time is bounded', async () => {
    const page = await origin(() => {})
    const { url } = await proxyOf({ testOrigin: page.origin, limits: { ms: 300 } }).lease()
    expect(await textOf(await openTo(url, page.hostPort))).toBe('')
    expect((await connect(url, page.hostPort)).status).toBe(407)
  })
})

test('S60: the proxy listens on loopback alone', async () => {
  const { url } = await proxyOf().lease()
  expect(new URL(url).hostname).toBe('127.0.0.1')
  const socket = net.connect({ host: '::1', port: Number(new URL(url).port) })
  await expect(
    new Promise((resolve, reject) => socket.on('connect', resolve).on('error', reject)),
  ).rejects.toThrow()
})
