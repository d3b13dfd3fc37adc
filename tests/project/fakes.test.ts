// @module-tag module
import { createHash } from 'node:crypto'
import { request } from 'node:https'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postedAt } from '#app/download/platforms/tiktok/link.ts'
import { parsePostLink } from '#app/posts/post-link.ts'
import {
  type ExtractionService,
  fakePost,
  posts,
  startExtractionService,
} from '#tests/fakes/extraction-service.ts'
import { bigFile, bytesOf, sha256Of } from '#tests/fakes/media-files.ts'
import { type MediaHost, startMediaHost } from '#tests/fakes/media-host.ts'
import { selfSigned } from '#tests/fakes/tls.ts'
import fc, { cases } from '#tests/support/cases.ts'

let media: MediaHost
let extraction: ExtractionService

beforeAll(async () => {
  media = await startMediaHost()
  extraction = await startExtractionService({ mediaOrigin: media.origin })
})
afterAll(async () => {
  await Promise.all([media.close(), extraction.close()])
})

async function bytesAt(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(media.origin + path, { headers })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

async function lookUp(link: string, more = '') {
  const response = await fetch(`${extraction.endpoint}?url=${encodeURIComponent(link)}${more}`)
  return response.json()
}

describe('the media host', () => {
  test('gives the exact bytes of any range, of a small file and of a big one', async () => {
    const big = bigFile(3_000_000)
    const clip = media.files.get('video.mp4')
    if (!clip) throw new Error('no clip')
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.nat(), fc.nat(200_000), async (small, from, length) => {
        const file = small ? clip : big
        const start = from % file.size
        const end = Math.min(start + length + 1, file.size)
        const { response, bytes } = await bytesAt(small ? '/media/video.mp4' : '/big/3000000', {
          Range: `bytes=${start}-${start + length}`,
        })
        expect(response.status).toBe(206)
        expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${file.size}`)
        expect(bytes.equals(bytesOf(file, start, end))).toBe(true)
      }),
      { numRuns: cases(40) },
    )
  })

  test('knows open, suffix, conditional and impossible ranges', async () => {
    const file = bigFile(5000)
    const { etag } = file
    const open = await bytesAt('/big/5000', { Range: 'bytes=4000-' })
    expect(open.bytes).toEqual(bytesOf(file, 4000))
    const suffix = await bytesAt('/big/5000', { Range: 'bytes=-10' })
    expect(suffix.bytes).toEqual(bytesOf(file, 4990))
    const same = await bytesAt('/big/5000', { Range: 'bytes=1-2', 'If-Range': etag })
    expect(same.response.status).toBe(206)
    const changed = await bytesAt('/big/5000', { Range: 'bytes=1-2', 'If-Range': '"other"' })
    expect(changed.response.status).toBe(200)
    expect(changed.bytes).toEqual(bytesOf(file))
    const beyond = await bytesAt('/big/5000', { Range: 'bytes=5000-' })
    expect(beyond.response.status).toBe(416)
    expect(beyond.response.headers.get('content-range')).toBe('bytes */5000')
  })

  test('sends a big file with the announced checksum', async () => {
    const { bytes } = await bytesAt('/big/3000000')
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256Of(bigFile(3_000_000)))
    expect(bytes.toString('latin1', 4, 8)).toBe('ftyp')
  })

  test('cuts the connection after the given bytes', async () => {
    const response = await fetch(`${media.origin}/fault/cut/5000/media/video.mp4`)
    expect(response.status).toBe(200)
    let got = 0
    const read = async () => {
      for await (const chunk of response.body ?? []) got += chunk.length
    }
    await expect(read()).rejects.toThrow()
    expect(got).toBe(5000)
  })

  test('takes a behavior for a path and drops it again', async () => {
    media.setBehaviour('/post/1/video.mp4', '410')
    expect((await bytesAt('/post/1/video.mp4')).response.status).toBe(410)
    media.setBehaviour('/post/1/video.mp4', null)
    expect((await bytesAt('/post/1/video.mp4')).response.status).toBe(200)
  })
})

describe('the extraction service', () => {
  test('has links that the app reads as the very posts it knows', () => {
    const all = Object.values(posts)
    expect(new Set(all.map((post) => post.postId)).size).toBe(all.length)
    for (const { postId, url, user } of all) {
      expect(BigInt(postId) > 2n ** 53n).toBe(true)
      expect(postedAt(postId)?.getUTCFullYear()).toBe(2024)
      expect(parsePostLink(url)).toMatchObject({
        ok: true,
        ref: { kind: 'post', platform: 'tiktok', postId, user },
      })
    }
  })

  test('resolves links, bare ids and every kind of short link to the same post', async () => {
    const { postId, url, shortUrls } = fakePost('hd', 77)
    for (const link of [url, postId, ...Object.values(shortUrls)]) {
      expect(await lookUp(link, '&hd=1')).toMatchObject({
        code: 0,
        data: { id: postId, hdplay: `${media.origin}/post/${postId}/hd.mp4` },
      })
      expect(parsePostLink(link).ok).toBe(true)
    }
    expect((await lookUp(url)).data).not.toHaveProperty('hdplay')
    expect(await lookUp('https://www.tiktok.com/@tester')).toMatchObject({ code: -1 })
  })

  test('follows a script, step by step', async () => {
    const { postId } = fakePost('video', 78)
    extraction.script(postId, 'perSecondAlways', 'dailyLimit', 'video')
    const codes = []
    for (let i = 0; i < 4; i += 1) codes.push((await lookUp(postId)).code)
    expect(codes).toEqual([-1, -1, 0, 0])
  })

  test('refuses a second look-up within a second when it is set to', async () => {
    const limited = await startExtractionService({ mediaOrigin: media.origin, rateLimit: true })
    const ask = async () => (await fetch(`${limited.endpoint}?url=${posts.video.postId}`)).json()
    expect(await ask()).toMatchObject({ code: 0 })
    expect(await ask()).toMatchObject({ code: -1, msg: 'Free Api Limit: 1 request/second.' })
    await limited.close()
  })
})

test('the made certificate is accepted by those who know it, for its names only', async () => {
  const tls = selfSigned()
  const host = await startMediaHost({ tls })
  const statusOf = (options: object) =>
    new Promise((resolve, reject) => {
      const url = `${host.origin.replace('127.0.0.1', 'localhost')}/media/cover.jpg`
      const call = request(url, { family: 4, ...options }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      call.on('error', reject).end()
    })
  expect(await statusOf({ ca: tls.cert })).toBe(200)
  expect(await statusOf({ ca: tls.cert, host: '127.0.0.1' })).toBe(200)
  await expect(statusOf({})).rejects.toThrow(/self-signed/)
  await expect(statusOf({ ca: tls.cert, servername: 'evil.example' })).rejects.toThrow(/altnames/)
  await host.close()
})
