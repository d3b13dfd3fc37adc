// @module-tag module
import './quick-retries.ts'

import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Behaviour } from '#tests/fakes/extraction-answers.ts'
import { type PostName, posts } from '#tests/fakes/extraction-service.ts'
import { startSilentServer } from '#tests/fakes/http.ts'
import { reason, startService, startWorld } from './extraction-world.ts'

describe.concurrent('a look-up', () => {
  test('asks as in SPEC 7, for the rebuilt link, without anything of the visitor', async (context) => {
    const { service, lookup } = await startWorld(context)
    const result = await lookup(`${posts.hd.url}?utm_source=x&_r=1#fragment`)
    expect(result).toMatchObject({ ok: true, post: { postId: posts.hd.postId } })
    const [request] = service.requests
    const url = new URL(request?.url ?? '', service.origin)
    expect([request?.method, url.pathname]).toEqual(['GET', '/api/'])
    expect(Object.fromEntries(url.searchParams)).toEqual({ url: posts.hd.url, hd: '1' })
    expect(Object.keys(request?.headers ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'accept-language',
      'connection',
      'host',
      'user-agent',
    ])
    expect(request?.headers).toMatchObject({
      accept: 'application/json',
      'user-agent': expect.stringMatching(/^Mozilla\/5\.0 .*Chrome/),
    })
  })

  test('of a short link hands it on as it is, and learns the post from the answer', async (context) => {
    const { service, lookup } = await startWorld(context)
    for (const link of Object.values(posts.video.shortUrls)) {
      expect(await lookup(link)).toMatchObject({ ok: true, post: { postId: posts.video.postId } })
      const asked = new URL(service.requests.at(-1)?.url ?? '', service.origin)
      expect(asked.searchParams.get('url')).toBe(link)
    }
    expect(reason(await lookup(posts.idMissing.shortUrls.vm))).toBe('incomplete_answer')
  })

  test('works with the endpoint however the operator typed it', {
    tags: 'whole',
  }, async (context) => {
    let endpoint: string | null = null
    const { service, lookupPost } = await startWorld(context, { endpoint: () => endpoint })
    const asked = () => new URL(service.requests.at(-1)?.url ?? '', service.origin)
    for (const path of ['', '/', '/api', '/api/', '/api/?key=abc', '/api/?url=old&hd=0']) {
      endpoint = service.origin + path
      expect(reason(await lookupPost('video')), path).toBe('ok')
      expect(asked().pathname).toBe('/api/')
      expect(asked().searchParams.getAll('url')).toEqual([posts.video.url])
      expect(asked().searchParams.get('key')).toBe(path.includes('key') ? 'abc' : null)
    }
    endpoint = `${service.origin}/other/path`
    expect(reason(await lookupPost('video'))).toBe('http_status')
    expect(asked().pathname).toBe('/other/path')
    for (const none of [null, 'not an address', 'ftp://a.example/']) {
      endpoint = none
      expect(reason(await lookupPost('video'))).toBe('not_configured')
    }
  })

  test('S5: follows a redirect within the service, and none to anywhere else', async (context) => {
    const { lookupPost } = await startWorld(context)
    expect(reason(await lookupPost('redirect'))).toBe('ok')
    expect(reason(await lookupPost('redirectPrivate'))).toBe('blocked_address')
    expect(reason(await lookupPost('redirectLoop'))).toBe('http_status')
  })

  test('S3: never reaches a private address that is not trusted', async (context) => {
    const other = await startService(context)
    const { lookupPost } = await startWorld(context, { endpoint: () => other.endpoint })
    expect(reason(await lookupPost('video'))).toBe('blocked_address')
    expect([other.requests.length, other.openSockets()]).toEqual([0, 0])
  })

  test('reports the service’s quota to the operator', async (context) => {
    const { extractor, lookupPost } = await startWorld(context)
    expect(extractor.status()).toMatchObject({ breaker: 'closed', queued: 0, quotaLeft: null })
    await lookupPost('video')
    expect(extractor.status()).toMatchObject({ breaker: 'closed', queued: 0, quotaLeft: 9000 })
  })
})

const file = (name: string) => expect.stringMatching(new RegExp(`/post/\\d+/${name}$`))
const ownFile = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/video\//)
const at = (url: unknown) => ({ addresses: [{ url }] })
const unknownSize = { video: { bytes: null } }

describe.concurrent('S14: an answer with a quirk still returns the post', () => {
  const rows: [PostName, object][] = [
    ['video', { title: 'Test pattern with a tone #testing', durationSeconds: 3, hd: null }],
    ['hd', { video: at(file('video.mp4')), hd: at(file('hd.mp4')) }],
    ['siteRelative', { video: at(ownFile), hd: at(ownFile), cover: at(ownFile) }],
    ['slideshow', { video: null, hd: null, sound: at(file('music.mp3')) }],
    ['slideshowOf35', { images: { length: 35 }, durationSeconds: null }],
    ['noTitle', { title: '' }],
    ['noAuthor', { author: { handle: null, name: null } }],
    ['sizeNull', unknownSize],
    ['sizeZero', unknownSize],
    ['sizeMissing', unknownSize],
    ['oddTypes', { hd: null, postId: posts.oddTypes.postId }],
    ['idMissing', { postId: posts.idMissing.postId }],
    ['onlyRequired', { ...unknownSize, region: null, author: { handle: null } }],
    ['imagesEmpty', { images: [], sound: null, video: at(file('video.mp4')) }],
    ['protoFields', { postId: posts.protoFields.postId }],
    ['unknownFields', { title: 'Test pattern with a tone #testing' }],
    ['expiring', { expiresAt: expect.any(Date) }],
    ['expired', { expiresAt: expect.any(Date) }],
    ['hostileTitle', { author: { handle: null }, title: expect.stringContaining('\u2028') }],
    ['longTitle', { title: expect.stringMatching(/^A very.{1994}$/) }],
    ['emojiTitle', { title: expect.stringContaining('👩‍👩‍👧‍👦') }],
    ['controlTitle', { title: expect.stringMatching(/^a Set-Cookie: x=1 \[31m/) }],
    ['loneSurrogateTitle', { title: 'half \ufffd emoji' }],
    ['hostileCover', { cover: at('http://127.0.0.1:1/') }],
  ]
  test.for(rows)('%s', async ([name, expected], context) => {
    const { lookupPost } = await startWorld(context)
    expect(await lookupPost(name)).toMatchObject({ ok: true, post: expected })
  })
})

describe.concurrent('R8: an answer that cannot be used is a plain failure', () => {
  // How often the service is asked: what may be better in a moment is tried three times.
  const rows: [PostName, string, number][] = [
    ['parsingFailed', 'not_found', 1],
    ['unknownFailure', 'not_found', 1],
    ['noMessage', 'not_found', 1],
    ['noData', 'incomplete_answer', 1],
    ['dataString', 'incomplete_answer', 1],
    ['noPlay', 'incomplete_answer', 1],
    ['playNull', 'incomplete_answer', 1],
    ['scriptMedia', 'incomplete_answer', 1],
    ['fileMedia', 'incomplete_answer', 1],
    ['credentialsMedia', 'incomplete_answer', 1],
    ['tooBig', 'too_large', 1],
    ['gzipBomb', 'too_large', 1],
    ['endlessBody', 'too_large', 1],
    ['htmlChallenge', 'bad_answer', 3],
    ['truncatedJson', 'bad_answer', 3],
    ['garbage', 'bad_answer', 3],
    ['emptyBody', 'bad_answer', 3],
    ['jsonArray', 'bad_answer', 3],
    ['jsonNull', 'bad_answer', 3],
    ['deepJson', 'bad_answer', 3],
    ['reset', 'connect', 3],
    ['status403', 'http_status', 3],
    ['status500', 'http_status', 3],
    ['status531', 'http_status', 3],
    ['status429', 'rate_limited', 3],
    ['hangHeaders', 'timeout', 3],
    ['hangBody', 'timeout', 3],
  ]
  test('each kind, asked for as often as makes sense', { tags: 'whole' }, async (context) => {
    const outcomes = rows.map(async ([name]) => {
      const limits = name.startsWith('hang') ? { headersMs: 400, bodyIdleMs: 400 } : {}
      const { service, lookupPost } = await startWorld(context, { limits })
      const result = await lookupPost(name)
      return [name, reason(result), service.requests.length]
    })
    expect(await Promise.all(outcomes)).toEqual(rows)
  })

  test('a response that isn’t HTTP', async (context) => {
    const { lookupPost } = await startWorld(context)
    expect(reason(await lookupPost('malformed'))).toMatch(/^(bad_answer|connect)$/)
  })

  test('and one that fails only once goes unnoticed', async (context) => {
    const names: PostName[] = ['status500Once', 'status429Once', 'resetOnce', 'perSecondOnce']
    const outcomes = names.map(async (name) => {
      const { service, lookupPost } = await startWorld(context)
      return [name, reason(await lookupPost(name)), service.requests.length]
    })
    expect(await Promise.all(outcomes)).toEqual(names.map((name) => [name, 'ok', 2]))
  })
})

describe.concurrent('an answer that is compressed although it was not asked for', () => {
  const packed = (body: Buffer, encoding: string): Behaviour => {
    return ({ call }) => void call.res.setHeader('Content-Encoding', encoding).end(gzipSync(body))
  }

  test('is read', async (context) => {
    const { service, lookupPost } = await startWorld(context)
    const { video, hd } = posts
    service.script(video.postId, packed(Buffer.from('{"code":0,"data":{"play":"/a.mp4"}}'), 'gzip'))
    expect(await lookupPost('video')).toMatchObject({ ok: true, post: { postId: video.postId } })
    service.script(hd.postId, packed(Buffer.from('{}'), 'compress'))
    expect(reason(await lookupPost('hd'))).toBe('bad_answer')
  })

  test('R8: is unpacked to 1 MB and no further', async (context) => {
    const { service, lookupPost } = await startWorld(context)
    service.script(posts.video.postId, packed(Buffer.alloc(32 * 1024 ** 2), 'gzip'))
    expect(reason(await lookupPost('video'))).toBe('too_large')
  })
})

describe.concurrent('R6: a look-up has an end', () => {
  const quick = { timeoutMs: () => 900 }

  test.for(['hangHeaders', 'hangBody', 'trickle'] satisfies PostName[])(
    'when the service does %s',
    async (name, context) => {
      const { service, lookupPost } = await startWorld(context, quick)
      expect(reason(await lookupPost(name))).toBe('timeout')
      await context.expect.poll(() => service.openSockets()).toBe(0)
    },
  )

  test('when nothing comes of the connection', async (context) => {
    const silent = await startSilentServer()
    context.onTestFinished(() => silent.close())
    const { lookupPost } = await startWorld(context, {
      endpoint: () => `https://${silent.hostPort}/api/`,
      trusted: [silent.hostPort],
      limits: { connectMs: 200 },
    })
    expect(reason(await lookupPost('video'))).toBe('timeout')
  })

  test('when no one listens', async (context) => {
    const { service, lookupPost } = await startWorld(context)
    await service.close()
    expect(reason(await lookupPost('video'))).toBe('connect')
  })

  test('R5: when the visitor leaves, and the service is let go at once', async (context) => {
    const { service, lookup } = await startWorld(context)
    for (const name of ['hangHeaders', 'hangBody'] as const) {
      const visitor = new AbortController()
      const result = lookup(posts[name].url, visitor.signal)
      await context.expect.poll(() => service.lookups(posts[name].postId)).toBe(1)
      visitor.abort()
      expect(reason(await result)).toBe('aborted')
      await context.expect.poll(() => service.openSockets()).toBe(0)
    }
    expect(reason(await lookup(posts.video.url, AbortSignal.abort()))).toBe('aborted')
    expect(service.lookups(posts.video.postId)).toBe(0)
  })
})

describe('R8: memory', () => {
  test('stays flat while bodies without an end and gzip bombs come in', async (context) => {
    const { service, lookupPost } = await startWorld(context)
    const usedMb = () => {
      const { heapUsed, external } = process.memoryUsage()
      return (heapUsed + external) / 1024 ** 2
    }
    // The first of each warms up what is allocated once, on the fake's side too.
    await Promise.all([lookupPost('endlessBody'), lookupPost('gzipBomb')])
    const before = usedMb()
    let peak = 0
    for (let round = 1; round <= 15; round += 1) {
      const results = await Promise.all([
        lookupPost('endlessBody', round),
        lookupPost('gzipBomb', round),
      ])
      expect(results.map(reason)).toEqual(['too_large', 'too_large'])
      peak = Math.max(peak, usedMb())
    }
    expect(peak - before).toBeLessThan(100)
    for (const request of service.requests) expect(request.sent).toBeLessThan(16 * 1024 ** 2)
    const open = () => service.requests.filter(({ state }) => state === 'open')
    await context.expect.poll(open).toEqual([])
  })
})
