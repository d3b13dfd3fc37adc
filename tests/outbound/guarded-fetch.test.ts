// @module-tag process
import { once } from 'node:events'
import net from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { isPublicAddress } from '#app/http/ip-address.ts'
import {
  BlockedAddressError,
  guardedLookup,
  type Resolver,
} from '#app/outbound/connection.server.ts'
import { createGuardedClient, type GuardedClient } from '#app/outbound/fetch.server.ts'
import { type FakeServer, type Handler, startServer, startSilentServer } from '#tests/fakes/http.ts'
import { type MediaHost, startMediaHost } from '#tests/fakes/media-host.ts'
import { selfSigned } from '#tests/fakes/tls.ts'
import { closing } from '#tests/support/closing.ts'
import { holdClock } from '#tests/support/held-clock.ts'

const server = async (handler: Handler, options = {}): Promise<FakeServer> =>
  closing(await startServer(handler, options))
const mediaHost = async (options = {}): Promise<MediaHost> => closing(await startMediaHost(options))

type Options = Parameters<typeof createGuardedClient>[0]

/** Moves a held clock beyond the rest that a used connection gets, once it is free. */
async function rested(): Promise<void> {
  await turn()
  vi.advanceTimersByTime(400)
}

/** Out of reach of any test: what ends is ended by something else. */
const noLimits = { connectMs: 600_000, headersMs: 600_000, bodyIdleMs: 600_000 }

function client(trusted: readonly FakeServer[], options: Partial<Options> = {}): GuardedClient {
  const trustedUpstreams = trusted.map(({ hostPort }) => hostPort)
  return closing(createGuardedClient({ trustedUpstreams, ...options }))
}

/** A resolver for tests that must not need any. */
const noResolver: Resolver = (hostname) => Promise.reject(new Error(`asked for ${hostname}`))

async function answerOf(guarded: GuardedClient, url: string, init = {}) {
  const answer = await guarded.request(url, init)
  if (!answer.ok) return answer.failure
  const read = await guarded.readBounded(answer.body, 100_000)
  return {
    status: answer.status,
    url: answer.url,
    text: read.ok ? String(read.bytes) : read.reason,
  }
}

describe('which addresses it contacts', () => {
  test.each([
    'http://example.com/',
    'https://example.com:8443/',
    'https://example.com:80/',
    'https://user@example.com/',
    'https://user:secret@example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'data:text/plain,hello',
    'javascript:alert(1)',
    'example.com',
    '',
    `https://example.com/${'x'.repeat(9000)}`,
  ])('S2: %j is refused before its name is even looked up', async (url) => {
    const guarded = client([], { resolve: noResolver })
    expect(await answerOf(guarded, url)).toBe('blocked_address')
  })

  test.each([
    '127.0.0.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.0.0.8',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fc00::1]',
    '[fe80::1]',
  ])('S3: https://%s/ is not dialled, although no name is looked up', async (host) => {
    const guarded = client([], { resolve: noResolver })
    expect(await answerOf(guarded, `https://${host}/`)).toBe('blocked_address')
  })

  test('S3: a name with only private addresses is never contacted', async () => {
    const resolve: Resolver = async () => [
      { address: '127.0.0.1', family: 4 },
      { address: '::ffff:10.0.0.1', family: 6 },
      { address: 'fd00::1', family: 6 },
    ]
    const guarded = client([], { resolve })
    expect(await answerOf(guarded, 'https://cdn.example/')).toBe('blocked_address')
  })

  test('S3: of several addresses only the public ones are used', async () => {
    const resolve: Resolver = async () => [
      { address: '10.0.0.1', family: 4 },
      { address: '93.184.215.14', family: 4 },
      { address: '::1', family: 6 },
    ]
    expect(await look(resolve)).toEqual([{ address: '93.184.215.14', family: 4 }])
  })

  test('S4: a name that changes to 127.0.0.1 after its first answer never gets there', async () => {
    const answers = ['93.184.215.14', '127.0.0.1']
    const resolve: Resolver = async () => [{ address: answers.shift() ?? '127.0.0.1', family: 4 }]
    expect(await look(resolve)).toEqual([{ address: '93.184.215.14', family: 4 }])
    await expect(look(resolve)).rejects.toBeInstanceOf(BlockedAddressError)
  })

  test('S4: the checked address is the one contacted: one look-up per connection', async () => {
    const upstream = await server(({ res }) => void res.end('hello'))
    let asked = 0
    const resolve: Resolver = async () => {
      asked += 1
      return [{ address: asked === 1 ? '127.0.0.1' : '192.0.2.1', family: 4 }]
    }
    const port = Number(upstream.hostPort.split(':')[1])
    const lookup = guardedLookup(resolve, (ip) => ip === '127.0.0.1')
    const socket = net.connect({ host: 'rebinding.example', port, lookup, autoSelectFamily: true })
    await once(socket, 'connect')
    expect(socket.remoteAddress).toBe('127.0.0.1')
    expect(asked).toBe(1)
    socket.destroy()
  })

  test('S7: a host that the caller doesn’t allow is never contacted', async () => {
    const guarded = client([], { resolve: noResolver })
    const allowHost = (hostname: string) => hostname === 'cdn.example'
    expect(await answerOf(guarded, 'https://evil.example/', { allowHost })).toBe('blocked_address')
    expect(await answerOf(guarded, 'https://cdn.example/', { allowHost })).toBe('connect')
  })

  test('S2: an upstream is trusted by its exact host and port, in either spelling', async () => {
    const upstream = await server(({ res }) => void res.end('hello'))
    const port = upstream.hostPort.split(':')[1]
    const guarded = client([upstream])
    expect(await answerOf(guarded, `http://127.0.0.1:${port}/`)).toMatchObject({ text: 'hello' })
    expect(await answerOf(guarded, `http://2130706433:${port}/`)).toMatchObject({ text: 'hello' })
    expect(await answerOf(guarded, `http://localhost:${port}/`)).toBe('blocked_address')
    expect(await answerOf(guarded, `http://u:p@127.0.0.1:${port}/`)).toBe('blocked_address')
    expect(upstream.requests).toHaveLength(2)
  })

  test('S6: proxies named in the environment are not asked', async () => {
    const proxy = await server(({ res }) => void res.end('proxied'))
    const upstream = await server(({ res }) => void res.end('direct'))
    const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy']
    const before = { ...process.env }
    for (const name of names) process.env[name] = proxy.origin
    process.env.NODE_USE_ENV_PROXY = '1'
    try {
      const guarded = client([upstream], { resolve: noResolver })
      expect(await answerOf(guarded, upstream.origin)).toMatchObject({ text: 'direct' })
      expect(await answerOf(guarded, 'https://example.com/')).toBe('connect')
      expect(proxy.openSockets() + proxy.requests.length).toBe(0)
    } finally {
      for (const name of [...names, 'NODE_USE_ENV_PROXY']) {
        if (before[name] === undefined) delete process.env[name]
        else process.env[name] = before[name]
      }
    }
  })

  test('an https upstream needs a valid certificate', async () => {
    const tls = selfSigned()
    const upstream = await server(({ res }) => void res.end('hello'), { tls })
    const other = selfSigned(['other.example'])
    const impostor = await server(({ res }) => void res.end('hello'), { tls: other })
    expect(await answerOf(client([upstream]), upstream.origin)).toBe('connect')
    const guarded = client([upstream, impostor], { ca: tls.cert + other.cert })
    expect(await answerOf(guarded, upstream.origin)).toMatchObject({ text: 'hello' })
    expect(await answerOf(guarded, impostor.origin)).toBe('connect')
  })
})

describe('redirects', () => {
  const redirectTo = (location: string, status = 302): Handler => {
    return ({ res }) => void res.writeHead(status, { location }).end()
  }

  test.each([
    'http://127.0.0.1:1/',
    'http://169.254.169.254/latest/meta-data/',
    'https://127.0.0.1/',
    'https://[::ffff:127.0.0.1]/',
    'http://example.com/',
    'https://example.com:444/',
    'https://forbidden.example/',
  ])('S5: a redirect to %s is not followed', async (location) => {
    const upstream = await server(redirectTo(location))
    const guarded = client([upstream], { resolve: noResolver })
    const allowHost = (hostname: string) => hostname !== 'forbidden.example'
    const failure = await answerOf(guarded, upstream.origin, { maxRedirects: 3, allowHost })
    expect(failure).toBe('blocked_address')
    expect(upstream.requests).toHaveLength(1)
  })

  test.each(['file:///etc/passwd', 'https://user:pass@example.com/', 'http://'])(
    'S5: a redirect to %s is no answer',
    async (location) => {
      const upstream = await server(redirectTo(location))
      const guarded = client([upstream], { resolve: noResolver })
      expect(await answerOf(guarded, upstream.origin, { maxRedirects: 3 })).toBe('protocol')
    },
  )

  test('S5: at most as many hops as asked for are followed', async () => {
    const upstream = await server(({ res, url }) => {
      const left = Number(url.pathname.slice(1))
      if (left === 0) res.end('there')
      else res.writeHead(307, { location: `/${left - 1}` }).end('moved')
    })
    const guarded = client([upstream])
    const go = (hops: number) =>
      answerOf(guarded, `${upstream.origin}/${hops}`, { maxRedirects: 3 })
    expect(await go(3)).toMatchObject({ text: 'there', url: `${upstream.origin}/0` })
    expect(await go(4)).toBe('too_many_redirects')
    expect(await answerOf(guarded, `${upstream.origin}/1`)).toMatchObject({ status: 307 })
  })

  test('S11: headers for one origin aren’t sent to another', async () => {
    const target = await server(({ res }) => void res.end('there'))
    const upstream = await server(redirectTo(`${target.origin}/x`, 303))
    const guarded = client([upstream, target])
    const headers = { Authorization: 'Bearer secret', Cookie: 'a=1', 'Content-Type': 'text/plain' }
    const init = { method: 'POST', body: 'payload', headers, maxRedirects: 1 } as const
    expect(await answerOf(guarded, upstream.origin, init)).toMatchObject({ text: 'there' })
    expect(upstream.requests[0]).toMatchObject({ method: 'POST', body: 'payload' })
    expect(target.requests[0]).toMatchObject({ method: 'GET', body: '' })
    const arrived = Object.keys(target.requests[0]?.headers ?? {}).sort()
    expect(arrived).toEqual(['accept-encoding', 'connection', 'host'])
  })
})

describe('limits and faults', () => {
  const quick = { connectMs: 150, headersMs: 150, bodyIdleMs: 150 }

  test('R6: a host that never finishes the handshake costs no more than the limit', async () => {
    const silent = closing(await startSilentServer())
    const guarded = client([silent], { limits: quick })
    const url = silent.origin.replace('http:', 'https:')
    expect(await answerOf(guarded, url)).toBe('timeout')
    await expect.poll(() => silent.openSockets()).toBe(0)
  })

  test('R6: a name server that never answers costs no more than the limit', async () => {
    const guarded = client([], { limits: quick, resolve: () => new Promise(() => {}) })
    expect(await answerOf(guarded, 'https://cdn.example/')).toBe('timeout')
  })

  test('R6: a host that never answers, or stops, costs no more than the limit', async () => {
    const host = await mediaHost()
    const guarded = client([host], { limits: quick })
    expect(await answerOf(guarded, `${host.origin}/fault/hang-headers`)).toBe('timeout')
    const stopped = await answerOf(guarded, `${host.origin}/fault/hang-body/100`)
    expect(stopped).toMatchObject({ status: 200, text: 'timeout' })
    await expect.poll(() => host.openSockets()).toBe(0)
  })

  test.each([
    ['reset', 'connect'],
    ['malformed', 'protocol'],
    ['huge-headers', 'protocol'],
    ['cut/100', { text: 'cut' }],
    ['long-length', { text: 'cut' }],
    ['endless', { text: 'too_large' }],
    ['gzip-bomb', { text: 'too_large' }],
  ])('R8: the fault %s is reported as what it is', async (fault, outcome) => {
    const host = await mediaHost()
    const guarded = client([host])
    const told = await answerOf(guarded, `${host.origin}/fault/${fault}`)
    if (typeof outcome === 'string') expect(told).toBe(outcome)
    else expect(told).toMatchObject(outcome)
    // An answer that is given up ends its connection: nothing more is read from it.
    await expect.poll(() => host.openSockets()).toBe(0)
    expect(host.requests[0]?.sent ?? 0).toBeLessThan(16 * 1024 * 1024)
  })

  test('R8: a compressed response is declined, and never unpacked', async () => {
    const upstream = await server(({ req, res }) => {
      res.setHeader('content-encoding', 'gzip').end(String(req.headers['accept-encoding']))
    })
    const headers = { 'Accept-Encoding': 'gzip, br' }
    const answer = await answerOf(client([upstream]), upstream.origin, { headers })
    expect(answer).toMatchObject({ text: 'identity' })
  })

  test('a kept connection that died in the meantime is silently replaced', async () => {
    const used = new Set<net.Socket>()
    const upstream = await server(({ req, res }) => {
      if (used.has(req.socket)) req.socket.destroy()
      else res.end('hello')
      used.add(req.socket)
    })
    // No connection is closed for being idle.
    holdClock()
    const guarded = client([upstream])
    for (let i = 0; i < 3; i += 1) {
      expect(await answerOf(guarded, upstream.origin)).toMatchObject({ text: 'hello' })
      await rested()
    }
    expect(used.size).toBe(3)
  })

  test('connections are used again after a rest, one for all requests in a row', async () => {
    const tls = selfSigned()
    const used = new Set<net.Socket>()
    const upstream = await server(
      ({ req, res }) => void res.end(String(used.add(req.socket).size)),
      {
        tls,
      },
    )
    holdClock()
    const guarded = client([upstream], { ca: tls.cert })
    for (let i = 0; i < 4; i += 1) {
      await answerOf(guarded, upstream.origin)
      await rested()
    }
    expect(used.size).toBe(1)
    await guarded.close()
    await expect.poll(() => upstream.openSockets(), { interval: 0 }).toBe(0)
  })
})

describe('leaving', () => {
  test('R5: a caller that leaves before anything is sent opens no connection', async () => {
    const upstream = await server(({ res }) => void res.end('hello'))
    const signal = AbortSignal.abort()
    expect(await answerOf(client([upstream]), upstream.origin, { signal })).toBe('aborted')
    expect(upstream.openSockets() + upstream.requests.length).toBe(0)
  })

  test('R5: a caller that leaves while connecting, waiting or reading frees the socket', async () => {
    const silent = closing(await startSilentServer())
    const host = await mediaHost()
    const guarded = client([silent, host], { limits: noLimits })
    const leave = async (url: string, when: () => boolean) => {
      const controller = new AbortController()
      const outcome = answerOf(guarded, url, { signal: controller.signal })
      await expect.poll(when).toBe(true)
      controller.abort()
      return outcome
    }
    const connecting = silent.origin.replace('http:', 'https:')
    expect(await leave(connecting, () => silent.openSockets() === 1)).toBe('aborted')
    await expect.poll(() => silent.openSockets()).toBe(0)

    const waiting = `${host.origin}/fault/hang-headers`
    expect(await leave(waiting, () => host.requests.length === 1)).toBe('aborted')
    await expect.poll(() => host.openSockets()).toBe(0)

    const controller = new AbortController()
    const { signal } = controller
    const reading = await guarded.request(`${host.origin}/fault/hang-body`, { signal })
    if (!reading.ok) throw new Error(reading.failure)
    const read = guarded.readBounded(reading.body, 100_000)
    controller.abort()
    expect(await read).toMatchObject({ reason: 'aborted' })
    await expect.poll(() => host.openSockets()).toBe(0)
  })

  test('R5: nothing connects again after an abort', async () => {
    const host = await mediaHost()
    let connections = 0
    const upstream = await server(() => undefined)
    const guarded = client([host, upstream], { limits: noLimits })
    for (let i = 0; i < 50; i += 1) {
      const answer = await guarded.request(`${host.origin}/big/5000000`, {})
      if (!answer.ok) throw new Error(answer.failure)
      await once(answer.body, 'readable')
      answer.body.destroy()
      connections = Math.max(connections, host.openSockets())
    }
    await expect.poll(() => host.openSockets()).toBe(0)
    expect(connections).toBeLessThanOrEqual(3)
  })

  test('R13: a body that breaks off before it’s read does no harm', async () => {
    const host = await mediaHost()
    const guarded = client([host])
    const answer = await guarded.request(`${host.origin}/fault/cut/100`, {})
    if (!answer.ok) throw new Error(answer.failure)
    await expect.poll(() => host.requests[0]?.state).toBe('aborted')
    await turn()
    expect(await guarded.readBounded(answer.body, 1000)).toEqual({ ok: false, reason: 'cut' })
  })
})

/** As net.connect calls it. */
function look(resolve: Resolver): Promise<unknown> {
  return new Promise((done, fail) => {
    guardedLookup(resolve, isPublicAddress)('cdn.example', { all: true }, (error, addresses) => {
      if (error) fail(error)
      else done(addresses)
    })
  })
}

describe('http without TLS', () => {
  test('S2: only calls that opt in can use it, on port 80, for public addresses', async () => {
    const asked: string[] = []
    const resolve: Resolver = async (hostname) => {
      asked.push(hostname)
      return [{ address: '127.0.0.1', family: 4 }]
    }
    const guarded = client([], { resolve })
    const plain = { plainHttp: true }
    expect(await answerOf(guarded, 'http://example.com/')).toBe('blocked_address')
    expect(await answerOf(guarded, 'http://example.com:8080/', plain)).toBe('blocked_address')
    expect(await answerOf(guarded, 'http://127.0.0.1/', plain)).toBe('blocked_address')
    expect(asked).toEqual([])
    expect(await answerOf(guarded, 'http://example.com/', plain)).toBe('blocked_address')
    expect(asked).toEqual(['example.com'])
  })
})
