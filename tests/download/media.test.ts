// @module-tag whole
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { pipeline, type Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  createMediaSource,
  type MediaAnswer,
  type MediaRequest,
  type MediaSource,
  type OpenedMedia,
} from '#app/download/media/media.server.ts'
import { createTiktokHosts } from '#app/download/platforms/tiktok/hosts.ts'
import { BodyError, createGuardedClient } from '#app/outbound/fetch.server.ts'
import { type FakeServer, type Handler, sendChunks, startServer } from '#tests/fakes/http.ts'
import { bytesOf, type MediaFile, sha256Of } from '#tests/fakes/media-files.ts'
import { type MediaHost, startMediaHost } from '#tests/fakes/media-host.ts'
import { selfSigned } from '#tests/fakes/tls.ts'
import fc, { cases } from '#tests/support/cases.ts'
import { closing } from '#tests/support/closing.ts'

const tls = selfSigned()

/** Out of reach of any test: what ends is ended by something else. */
const noLimits = { connectMs: 600_000, headersMs: 600_000, bodyIdleMs: 600_000 }

type SourceOptions = Parameters<typeof createMediaSource>[0] & { limits: Partial<typeof noLimits> }

/** For hosts that are silent. */
const impatient = { limits: { headersMs: 300, bodyIdleMs: 300 } }

function sourceFor(
  upstream: FakeServer,
  { limits, ...options }: Partial<SourceOptions> = {},
): MediaSource {
  const client = closing(
    createGuardedClient({
      trustedUpstreams: [upstream.hostPort],
      ca: tls.cert,
      limits: { ...noLimits, ...limits },
    }),
  )
  return createMediaSource({
    client,
    allowedHosts: () => ['tiktokcdn.com'],
    serviceOrigins: () => [],
    hostsOf: () => createTiktokHosts({ testOrigin: null, cdnHosts: () => [] }),
    maxBytes: () => 500_000_000,
    minBytesPerSecond: 1000,
    idleMs: () => 600_000,
    sampleFolder: 'tests/fakes/media',
    ...options,
  })
}

async function world(options: Partial<SourceOptions> = {}, secure = false) {
  const host = closing(await startMediaHost(secure ? { tls } : {}))
  const source = sourceFor(host, options)
  const open = (path: string, request: Partial<MediaRequest> = {}) => {
    const { signal } = new AbortController()
    return source.open(host.origin + path, { method: 'GET', accept: 'video', signal, ...request })
  }
  return { host, source, open, video: fileOf(host, 'video.mp4') }
}

async function handled(handler: Handler, options: Partial<SourceOptions> = {}) {
  const upstream = closing(await startServer(handler))
  const source = sourceFor(upstream, options)
  const open = (path = '/', request: Partial<MediaRequest> = {}) => {
    const { signal } = new AbortController()
    return source.open(upstream.origin + path, {
      method: 'GET',
      accept: 'video',
      signal,
      ...request,
    })
  }
  return { upstream, open }
}

function fileOf(host: MediaHost, name: string): MediaFile {
  const file = host.files.get(name)
  if (file === undefined) throw new Error(`no file ${name}`)
  return file
}

function opened(answer: MediaAnswer): OpenedMedia {
  if (!answer.ok) throw new Error(answer.failure)
  return answer.media
}

async function bytes(answer: Promise<MediaAnswer>): Promise<Buffer> {
  return buffer(opened(await answer).body)
}

async function digest(body: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of body) hash.update(chunk)
  return hash.digest('hex')
}

async function breakOf(answer: Promise<MediaAnswer>): Promise<string> {
  try {
    await digest(opened(await answer).body)
    return 'whole'
  } catch (error) {
    return error instanceof BodyError ? error.failure : String(error)
  }
}

describe('a file', () => {
  test.each([false, true])('comes as the host has it, byte for byte (TLS: %s)', async (secure) => {
    const { host, open } = await world({}, secure)
    for (const path of ['/media/video.mp4', '/media/moov-last.mp4', '/media/hd.mp4']) {
      const media = opened(await open(path))
      const file = fileOf(host, path.slice('/media/'.length))
      expect(media).toMatchObject({ status: 200, kind: 'mp4', totalBytes: file.size })
      expect(await digest(media.body)).toBe(sha256Of(file))
    }
  })

  test('is recognized by its bytes, and refused where something else is expected', async () => {
    const { open } = await world()
    const kindOf = async (name: string, accept: MediaRequest['accept']) => {
      const answer = await open(`/media/${name}`, { accept })
      if (!answer.ok) return answer.failure
      answer.media.body.destroy()
      return answer.media.kind
    }
    expect(await kindOf('music.mp3', 'audio')).toBe('mp3')
    expect(await kindOf('music-bare.mp3', 'audio')).toBe('mp3')
    expect(await kindOf('music.m4a', 'audio')).toBe('m4a')
    // MP4 brands with nothing but sound: never saved as a video.
    expect(await kindOf('video.mp4', 'audio')).toBe('m4a')
    expect(await kindOf('image-1.jpg', 'image')).toBe('jpeg')
    expect(await kindOf('image.webp', 'image')).toBe('webp')
    expect(await kindOf('image.webp', 'video')).toBe('not_media')
    expect(await kindOf('music.mp3', 'video')).toBe('not_media')
    expect(await kindOf('video.mp4', 'image')).toBe('not_media')
  })

  test('S11: only harmless headers reach the visitor', async () => {
    const { open, video } = await world()
    const media = opened(await open('/fault/set-cookie'))
    media.body.destroy()
    expect(media.headers).toEqual({
      'accept-ranges': 'bytes',
      'content-length': String(video.size),
      etag: video.etag,
      'last-modified': 'Wed, 01 Jan 2025 00:00:00 GMT',
    })
  })

  test('S11: only a well-formed range is passed on from the visitor', async () => {
    const { host, open, video } = await world()
    const ranges = ['bytes=0-99', 'bytes=0-9,20-29', 'bytes=0-5\r\nCookie: a=1', 'lines=1-2']
    for (const range of ranges)
      (await bytes(open('/media/video.mp4', { range, ifRange: video.etag }))).length
    const sent = host.requests.map(({ headers }) => {
      const { range, cookie, ...others } = headers
      return { range, ifRange: headers['if-range'], cookie, names: Object.keys(others).sort() }
    })
    const usual = ['accept', 'accept-encoding', 'connection', 'host', 'referer', 'user-agent']
    expect(sent[0]).toMatchObject({ range: 'bytes=0-99', ifRange: video.etag })
    for (const { range, cookie, names } of sent.slice(1)) {
      expect([range, cookie, names]).toEqual([undefined, undefined, usual])
    }
    expect(host.requests[0]?.headers['user-agent']).toMatch(/^Mozilla\/5\.0 .*Chrome/)
    expect(host.requests[0]?.headers.referer).toBe('https://www.tiktok.com/')
  })

  test("the service's own media are asked for with its own address as referer", async () => {
    const host = closing(await startMediaHost())
    const source = sourceFor(host, { serviceOrigins: () => ['https://other.example', host.origin] })
    const { signal } = new AbortController()
    const request = { method: 'GET', accept: 'video', signal } as const
    opened(await source.open(`${host.origin}/media/video.mp4`, request)).body.destroy()
    expect(host.requests[0]?.headers.referer).toBe(`${host.origin}/`)
  })

  test('a HEAD is answered without one upstream, which hosts refuse', async () => {
    const { host, open, video } = await world()
    const media = opened(await open('/media/video.mp4', { method: 'HEAD', range: 'bytes=5-9' }))
    expect(media).toMatchObject({ status: 200, kind: 'mp4', totalBytes: video.size })
    expect(media.headers).toMatchObject({
      'content-length': String(video.size),
      'accept-ranges': 'bytes',
    })
    expect(media.headers).not.toHaveProperty('content-range')
    expect(await buffer(media.body)).toHaveLength(0)
    expect(host.requests.map(({ method }) => method)).toEqual(['GET'])
    const unranged = opened(await open('/fault/ignore-range', { method: 'HEAD' }))
    expect(unranged.headers).toMatchObject({ 'content-length': String(video.size) })
  })
})

describe('a part', () => {
  test('any split of a file returns the same bytes', async () => {
    const { host, open, video } = await world()
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: video.size - 1 }), { maxLength: 8 })
    const whole = sha256Of(video)
    const property = fc.asyncProperty(cuts, fc.nat(1e9), fc.boolean(), async (at, id, open_end) => {
      const path = `/post/${id}/video.mp4`
      const starts = [0, ...at.toSorted((a, b) => a - b)]
      const hash = createHash('sha256')
      for (const [index, start] of starts.entries()) {
        const end = (starts[index + 1] ?? video.size) - 1
        const isLast = end === video.size - 1
        const range = `bytes=${start}-${isLast && open_end ? '' : end}`
        const media = opened(await open(path, { range }))
        expect(media).toMatchObject({ status: 206, kind: 'mp4', totalBytes: video.size })
        expect(media.headers).toMatchObject({
          'content-range': `bytes ${start}-${end}/${video.size}`,
          'content-length': String(end - start + 1),
        })
        hash.update(await buffer(media.body))
      }
      expect(hash.digest('hex')).toBe(whole)
      // Telling what the file is took one more request at most, not one for each part.
      const asked = host.requests.splice(0).filter((request) => request.path === path)
      expect(asked.length).toBeLessThanOrEqual(starts.length + 1)
    })
    await fc.assert(property, { numRuns: cases(40) })
  })

  test('ends and out-of-reach parts are answered as in RFC 9110', async () => {
    const { open, video } = await world()
    const path = '/media/video.mp4'
    expect(await bytes(open(path, { range: 'bytes=-10' }))).toEqual(bytesOf(video).subarray(-10))
    expect(await bytes(open(path, { range: 'bytes=-999999999' }))).toEqual(bytesOf(video))
    expect(await bytes(open(path, { range: 'bytes=50000-99999999' }))).toEqual(
      bytesOf(video, 50_000),
    )
    const beyond = { ok: false, failure: 'range_not_satisfiable', totalBytes: video.size }
    expect(await open(path, { range: `bytes=${video.size}-` })).toEqual(beyond)
    expect(await open(path, { range: 'bytes=-0' })).toEqual(beyond)
  })

  test('If-Range returns the part of the same file, or all of another', async () => {
    const { open, video } = await world()
    const statusOf = async (path: string, ifRange: string) => {
      const media = opened(await open(path, { range: 'bytes=10-19', ifRange }))
      return [media.status, (await buffer(media.body)).length]
    }
    const date = 'Wed, 01 Jan 2025 00:00:00 GMT'
    const part = [206, 10]
    const whole = [200, video.size]
    expect(await statusOf('/media/video.mp4', video.etag)).toEqual(part)
    expect(await statusOf('/media/video.mp4', date)).toEqual(part)
    expect(await statusOf('/media/video.mp4', '"another"')).toEqual(whole)
    expect(await statusOf('/media/video.mp4', `W/${video.etag}`)).toEqual(whole)
    expect(await statusOf('/media/video.mp4', 'nonsense')).toEqual(whole)
    expect(await statusOf('/media/video.mp4', 'Thu, 02 Jan 2025 00:00:00 GMT')).toEqual(whole)
    // An upstream that does not know If-Range sends the part of a file that is another one by now.
    const { open: openOther } = await handled(async ({ req, res }) => {
      const file = bytesOf(video)
      const isPart = req.headers.range !== undefined
      const [first = 0, last = file.length - 1] = (req.headers.range?.match(/\d+/g) ?? []).map(
        Number,
      )
      const range = isPart ? { 'content-range': `bytes ${first}-${last}/${file.length}` } : {}
      res.writeHead(isPart ? 206 : 200, { etag: '"new"', ...range })
      res.end(file.subarray(first, last + 1))
    })
    const other = opened(await openOther('/', { range: 'bytes=10-19', ifRange: '"old"' }))
    expect(other.status).toBe(200)
    expect(await buffer(other.body)).toEqual(bytesOf(video))
  })

  test('an upstream that ignores ranges is passed on as a full answer', async () => {
    const { open, video } = await world()
    const media = opened(await open('/fault/ignore-range', { range: 'bytes=100-199' }))
    expect(media).toMatchObject({ status: 200, headers: { 'accept-ranges': 'none' } })
    expect(await digest(media.body)).toBe(sha256Of(video))
  })

  test('an upstream that sends another part than requested is refused', async () => {
    const { open } = await world()
    const answer = await open('/fault/wrong-range', { range: 'bytes=100-199' })
    expect(answer).toEqual({ ok: false, failure: 'unavailable' })
  })
})

describe('responses that aren’t media', () => {
  test.each(['html', 'html-as-mp4', 'garbage', 'empty'])(
    'S10: %s never reaches a visitor, whole or in part',
    async (fault) => {
      const { host, open } = await world()
      const path = `/fault/${fault}`
      const refused = { ok: false, failure: 'not_media' }
      expect(await open(path)).toEqual(refused)
      expect(await open(path, { range: 'bytes=100-' })).toEqual(refused)
      expect(await open(path, { range: 'bytes=0-0' })).toEqual(refused)
      expect(await open(path, { method: 'HEAD' })).toEqual(refused)
      await expect.poll(() => host.openSockets()).toBeLessThanOrEqual(2)
    },
  )

  test('S10: a page that answers ranges under a video type is not delivered in parts', async () => {
    const page = Buffer.from(`<html>${'<script>alert(1)</script>'.repeat(100)}`)
    const { open } = await handled(({ req, res }) => {
      const [first = 0, last = page.length - 1] = (req.headers.range?.match(/\d+/g) ?? []).map(
        Number,
      )
      const end = Math.min(last, page.length - 1)
      res.writeHead(206, {
        'content-type': 'video/mp4',
        'content-range': `bytes ${first}-${end}/${page.length}`,
      })
      res.end(page.subarray(first, end + 1))
    })
    for (const range of ['bytes=6-', 'bytes=1000-1100', 'bytes=0-3']) {
      expect(await open('/', { range })).toEqual({ ok: false, failure: 'not_media' })
    }
  })

  test.each([
    ['403', 'gone'],
    ['404', 'gone'],
    ['410', 'gone'],
    ['429', 'unavailable'],
    ['500', 'unavailable'],
    ['503', 'unavailable'],
    ['416', 'unavailable'],
    ['reset', 'unavailable'],
    ['malformed', 'unavailable'],
    ['huge-headers', 'unavailable'],
    ['redirect-loop', 'unavailable'],
    ['gzip-bomb', 'unavailable'],
    ['hang-headers', 'timeout'],
    ['trickle', 'timeout'],
  ])('the fault %s is reported as %s before any header goes out', async (fault, failure) => {
    const { host, open } = await world(
      failure === 'timeout' ? { ...impatient, idleMs: () => 300 } : {},
    )
    expect(await open(`/fault/${fault}`)).toEqual({ ok: false, failure })
    await expect.poll(() => host.openSockets()).toBe(0)
  })

  test.each([
    'http://cdn.tiktokcdn.com/a.mp4',
    'https://cdn.tiktokcdn.com:8443/a.mp4',
    'https://eviltiktokcdn.com/a.mp4',
    'https://tiktokcdn.com.evil.example/a.mp4',
    'https://tiktokcdn.com@evil.example/a.mp4',
    'https://127.0.0.1/a.mp4',
    'file:///etc/passwd',
    'nonsense',
  ])('S2: %s is not asked', async (url) => {
    const { host, source } = await world()
    const { signal } = new AbortController()
    const answer = await source.open(url, { method: 'GET', accept: 'video', signal })
    expect(answer).toEqual({ ok: false, failure: 'blocked' })
    expect(host.openSockets()).toBe(0)
  })

  test('S13: a file above the cap is refused, and one that hides its size is cut', async () => {
    const { host, open } = await world({ maxBytes: () => 1_000_000 })
    const tooLarge = { ok: false, failure: 'too_large' }
    expect(await open('/big/1000001')).toEqual(tooLarge)
    expect(await open('/big/1000001', { range: 'bytes=0-99' })).toEqual(tooLarge)
    expect(await open('/big/1000001', { method: 'HEAD' })).toEqual(tooLarge)
    expect(await bytes(open('/big/1000000'))).toHaveLength(1_000_000)
    expect(await breakOf(open('/fault/endless'))).toBe('protocol')
    await expect.poll(() => host.openSockets()).toBeLessThanOrEqual(1)
  })
})

describe('an upstream that fails on the way', () => {
  test('R10: a connection that is cut once is continued, unseen by the visitor', async () => {
    const { host, open } = await world()
    const size = 3_000_000
    const media = opened(await open(`/fault/cut-once/1234567/big/${size}`))
    expect(media.headers['content-length']).toBe(String(size))
    const file = bytesOf((await import('#tests/fakes/media-files.ts')).bigFile(size))
    expect((await buffer(media.body)).equals(file)).toBe(true)
    expect(host.requests.map(({ headers }) => headers.range)).toEqual([
      undefined,
      `bytes=1234567-${size - 1}`,
    ])
    expect(host.requests[1]?.headers['if-range']).toBe(`"big-${size}"`)
  })

  test('R10: a part that is cut is continued at its own place', async () => {
    const { open, video } = await world()
    const path = '/fault/cut-once/10000/media/video.mp4'
    const body = await bytes(open(path, { range: 'bytes=0-39999' }))
    expect(body.equals(bytesOf(video, 0, 40_000))).toBe(true)
  })

  test('R10: a connection that keeps breaking fails the download, never truncates it', async () => {
    const { open } = await world()
    expect(await breakOf(open('/fault/cut/20000'))).toBe('connect')
  })

  test('R49: a host that ends connections which a slow visitor keeps waiting is asked each time', {
    tags: 'gate',
  }, async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { open, host } = await world()
    const size = 5_000_000
    const media = opened(await open(`/fault/cut/1000000/big/${size}`))
    const taken: Buffer[] = []
    let sinceHeld = 0
    const visitor = new Writable({
      highWaterMark: 1,
      write(chunk: Buffer, _encoding, done) {
        taken.push(Buffer.from(chunk))
        sinceHeld += chunk.length
        const take = () => {
          if (media.body.readableLength < 16 * 1024) return void setImmediate(take)
          // For ten minutes, while the host waits.
          vi.advanceTimersByTime(600_000)
          sinceHeld = 0
          done()
        }
        if (sinceHeld < 300_000 || Buffer.concat(taken).length > size - 300_000) done()
        else take()
      },
    })
    await once(media.body.pipe(visitor), 'finish')
    const file = bytesOf((await import('#tests/fakes/media-files.ts')).bigFile(size))
    expect(Buffer.concat(taken).equals(file)).toBe(true)
    expect(host.requests).toHaveLength(5)
  })

  test.each([
    ['another file', { etag: '"b"' }],
    ['another length', { length: 200_001 }],
    ['another place', { shift: 1 }],
    ['all of it', { status: 200 }],
    ['an error', { status: 500 }],
  ])('R10: a cut file is not continued with %s', async (_name, change) => {
    const first = { etag: '"a"', length: 200_000, shift: 0, status: 206 }
    let asked = 0
    const { open } = await handled(async (call) => {
      const { etag, length, shift, status } = asked === 0 ? first : { ...first, ...change }
      asked += 1
      const file = Buffer.alloc(length, 'x')
      file.write('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1')
      if (asked === 1) {
        call.res.writeHead(200, { etag, 'content-length': length })
        await sendChunks(call, [file.subarray(0, 100_000)])
        setImmediate(() => call.req.socket.destroySoon())
        return
      }
      const start = 100_000 + shift
      const range = { 'content-range': `bytes ${start}-${length - 1}/${length}` }
      call.res.writeHead(status, { etag, ...(status === 206 ? range : {}) })
      call.res.end(status === 206 ? file.subarray(start) : file)
    })
    expect(await breakOf(open())).toBe('connect')
    expect(asked).toBe(2)
  })

  test.each([
    ['long-length', 'connect'],
    ['short-length', 'protocol'],
  ])('R11: with %s that stream fails, and no other', async (fault, failure) => {
    const { open, video } = await world()
    const [broken, sound] = await Promise.all([
      breakOf(open(`/fault/${fault}/big/3000000`)),
      bytes(open('/media/video.mp4')),
    ])
    expect(broken).toBe(failure)
    expect(sound.equals(bytesOf(video))).toBe(true)
    expect((await bytes(open('/media/video.mp4'))).length).toBe(video.size)
  })

  test('R11: more bytes than announced on a kept connection fail that stream', async () => {
    const { open } = await handled(({ res }) => {
      const file = Buffer.alloc(500_000, 'x')
      file.write('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1')
      res.writeHead(200, { 'content-length': file.length - 100 }).end(file)
    })
    expect(await breakOf(open())).toBe('protocol')
  })

  test.each(['keep-alive', 'close'])(
    'R10: a chunked answer that is cut is not taken for whole (%s)',
    async (connection) => {
      const { open } = await handled(async (call) => {
        call.res.writeHead(200, { connection })
        const file = Buffer.alloc(50_000, 'x')
        file.write('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1')
        await sendChunks(call, [file])
        setImmediate(() => call.req.socket.destroySoon())
      })
      expect(await breakOf(open())).toBe('connect')
    },
  )

  test('R6: a silent host is given up', async () => {
    const { host, open } = await world(impatient)
    expect(await breakOf(open('/fault/hang-body/20000'))).toBe('timeout')
    await expect.poll(() => host.openSockets()).toBe(0)
    expect(host.requests).toHaveLength(1)
  })

  test('R9: a host that trickles bytes is given up', async () => {
    const { host, open } = await world({ idleMs: () => 400, minBytesPerSecond: 2000 })
    expect(await breakOf(open('/fault/rate/1000'))).toBe('timeout')
    await expect.poll(() => host.openSockets()).toBe(0)
  })

  test('R9: a slow visitor isn’t mistaken for a slow host', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { open } = await world({ idleMs: () => 100, minBytesPerSecond: 1_000_000_000 })
    const media = opened(await open('/big/20000000'))
    const taken: number[] = []
    const visitor = new Writable({
      highWaterMark: 1,
      write(chunk: Buffer, _encoding, done) {
        taken.push(chunk.length)
        // However long it has the chunk, once the host waits for it.
        const take = () => {
          if (media.body.readableLength < 16 * 1024) return void setImmediate(take)
          vi.advanceTimersByTime(1000)
          if (taken.length < 20) done()
        }
        take()
      },
    })
    const failed = once(media.body, 'error')
    media.body.pipe(visitor)
    await expect.poll(() => taken.length).toBe(20)
    expect(media.body.destroyed).toBe(false)
    media.body.destroy(new Error('the test is over'))
    await failed
  })

  test('R10, R13: the visitor sees a broken connection, and the server lives on', async () => {
    const { open, video } = await world(impatient)
    const front = http.createServer(async (req, res) => {
      const answer = await open(req.url ?? '/')
      if (!answer.ok) return void res.writeHead(502).end()
      res.writeHead(answer.media.status, answer.media.headers)
      pipeline(answer.media.body, res, () => {})
    })
    front.listen(0, '127.0.0.1')
    await once(front, 'listening')
    const address = front.address()
    const port = typeof address === 'object' ? address?.port : 0
    const get = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`)
      return answer.arrayBuffer().then(
        ({ byteLength }) => byteLength,
        () => 'broken',
      )
    }
    try {
      for (const fault of ['cut/200000', 'short-length', 'long-length', 'hang-body/200000']) {
        expect([fault, await get(`/fault/${fault}/big/3000000`)]).toEqual([fault, 'broken'])
      }
      expect(await get('/fault/cut-once/20000')).toBe(video.size)
      expect(await get('/fault/no-length')).toBe(video.size)
    } finally {
      front.close()
      front.closeAllConnections()
    }
  })
})

describe('a visitor who leaves', () => {
  test('R3: a visitor who stops reading slows the host, and fills no memory', async () => {
    const { host, open } = await world()
    const media = opened(await open('/big/400000000'))
    media.body.once('readable', () => {})
    const sent = () => host.requests[0]?.sent ?? 0
    let before = -1
    const stands = () => {
      const same = before === sent()
      before = sent()
      return same
    }
    await expect.poll(stands, { interval: 100 }).toBe(true)
    expect(sent()).toBeLessThan(40_000_000)
    expect(media.body.readableLength).toBeLessThan(200_000)
    media.body.destroy()
    await expect.poll(() => host.openSockets()).toBe(0)
  })

  test('R5: frees everything while the upstream is still silent', async () => {
    const { host, open } = await world()
    const controller = new AbortController()
    const answer = open('/fault/hang-headers', { signal: controller.signal })
    await expect.poll(() => host.requests.length).toBe(1)
    controller.abort()
    expect(await answer).toEqual({ ok: false, failure: 'aborted' })
    await expect.poll(() => host.openSockets()).toBe(0)
    expect(await open('/', { signal: controller.signal })).toEqual({
      ok: false,
      failure: 'aborted',
    })
  })

  test('R5: frees everything while a cut file is being continued', async () => {
    const { host, open } = await world()
    const path = '/media/video.mp4'
    host.setBehaviour(path, 'cut/20000')
    const media = opened(await open(path))
    host.setBehaviour(path, 'hang-headers')
    const body = digest(media.body)
    await expect.poll(() => host.requests.length).toBe(2)
    media.body.destroy()
    await expect(body).rejects.toThrow()
    await expect.poll(() => host.openSockets()).toBe(0)
  })

  test.each([
    [750, 'http'],
    [250, 'https'],
  ])(
    'R5: of 1,000 who leave at random, %i by %s, none leaves a socket behind',
    async (visits, scheme) => {
      const { host, open } = await world({}, scheme === 'https')
      const size = 2_000_000
      // Before the connection is there, during the answer's head, or anywhere in the first half.
      const places = fc.sample(fc.integer({ min: -size / 8, max: size / 2 }), visits)
      const visit = async (leaveAfter: number) => {
        const controller = new AbortController()
        const leave = () => controller.abort()
        if (leaveAfter < 0) setImmediate(leave)
        const answer = await open(`/big/${size}`, { signal: controller.signal })
        if (!answer.ok) return
        const { body } = answer.media
        let got = 0
        body.on('data', (chunk: Buffer) => {
          got += chunk.length
          if (got < leaveAfter) return
          if (leaveAfter % 2 === 0) leave()
          else body.destroy()
        })
        await new Promise((closed) => body.once('close', closed))
      }
      const visitors = Array.from({ length: 10 }, async () => {
        for (let next = places.pop(); next !== undefined; next = places.pop()) await visit(next)
      })
      await Promise.all(visitors)
      await expect.poll(() => host.openSockets()).toBe(0)
      expect(host.requests.every(({ state }) => state !== 'open')).toBe(true)
    },
  )
})

describe('a bundled sample', () => {
  test('is served with the same rules', async () => {
    const { source } = await world()
    const { signal } = new AbortController()
    const open = (url: string, request: Partial<MediaRequest> = {}) =>
      source.open(url, { method: 'GET', accept: 'video', signal, ...request })
    const whole = await bytes(open('sample:clip.mp4'))
    expect(whole.length).toBeGreaterThan(1000)
    const { headers } = opened(await open('sample:clip.mp4', { method: 'HEAD' }))
    expect(headers).toMatchObject({ 'content-length': String(whole.length) })

    const part = opened(await open('sample:clip.mp4', { range: 'bytes=100-199' }))
    expect(part).toMatchObject({
      status: 206,
      headers: { 'content-range': `bytes 100-199/${whole.length}`, 'content-length': '100' },
    })
    expect((await buffer(part.body)).equals(whole.subarray(100, 200))).toBe(true)
    const changed = open('sample:clip.mp4', { range: 'bytes=100-199', ifRange: '"other"' })
    expect(await bytes(changed)).toHaveLength(whole.length)
    const same = { range: 'bytes=100-199', ifRange: headers.etag ?? '' }
    expect(await bytes(open('sample:clip.mp4', same))).toHaveLength(100)
    expect(await open('sample:clip.mp4', { range: 'bytes=999999999-' })).toMatchObject({
      failure: 'range_not_satisfiable',
      totalBytes: whole.length,
    })
    expect(await open('sample:clip.mp4', { accept: 'image' })).toMatchObject({
      failure: 'not_media',
    })
  })

  test.each([
    'sample:../../../package.json',
    'sample:/etc/passwd',
    'sample:..',
    'sample:.',
    'sample:',
    'sample:%2e%2e/package.json',
    'sample:missing.mp4',
  ])('%s leads nowhere: a sample is named, never a path', async (url) => {
    const { source } = await world()
    const { signal } = new AbortController()
    const answer = await source.open(url, { method: 'GET', accept: 'video', signal })
    expect(answer).toEqual({ ok: false, failure: 'gone' })
  })
})
