// @module-tag process
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fakePost, posts } from '#tests/fakes/extraction-service.ts'
import { fileOf } from '#tests/fakes/media-files.ts'
import { openDatabase } from '#tests/support/accounts.ts'
import {
  type LiveApp,
  linksIn,
  lookUp,
  prepareLinkIn,
  saveLinkIn,
  startLiveApp,
} from '#tests/support/live-app.ts'
import { inLayout, packetsOf, readClip } from './engine/clips.ts'

const cut = '&from=13.3&to=16.7'
const indexLast = { indexLast: true, gap: 3_000_000, longPositions: false }
let app: LiveApp

beforeAll(async () => {
  app = await startLiveApp({ TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'warn' })
})
afterAll(() => app.close())

beforeEach(() => {
  app.media.files.set('video.mp4', fileOf(readClip('b-frames'), 'video/mp4'))
})

async function saveLink(format = 'mp4'): Promise<string> {
  const { html } = await lookUp(app, posts.video.url)
  return app.origin + (await saveLinkIn(app, html, format))
}

let visitors = 0
/** Asks as a visitor of a network of their own, since each has its limits. */
function ask(href: string, init: RequestInit & { headers?: Record<string, string> } = {}) {
  visitors += 1
  const network = `10.${visitors >> 8}.${visitors & 255}.1`
  return fetch(href, { ...init, headers: { ...init.headers, 'x-forwarded-for': network } })
}

async function bytesOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer())
}

describe('a saved part of a clip', () => {
  test('has its length, its type and a name of its own', async () => {
    const link = (await saveLink()) + cut
    const response = await ask(link)
    const bytes = await bytesOf(response)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('video/mp4')
    expect(response.headers.get('content-disposition')).toMatch(/filename="cleanclip_\d+_cut\.mp4"/)
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    expect(bytes.toString('latin1', 4, 8)).toBe('ftyp')
    expect(bytes.length).toBeLessThan(readClip('b-frames').length)
    const head = await ask(link, { method: 'HEAD' })
    for (const name of ['content-length', 'etag', 'accept-ranges']) {
      expect(head.headers.get(name)).toBe(response.headers.get(name))
    }
    const after = await ask(link, { headers: { range: `bytes=${bytes.length}-` } })
    expect([after.status, after.headers.get('content-range')]).toEqual([
      416,
      `bytes */${bytes.length}`,
    ])
    const other = await ask(link, { headers: { range: 'bytes=5-9', 'if-range': '"another"' } })
    expect([other.status, (await bytesOf(other)).equals(bytes)]).toEqual([200, true])
  })

  test('is byte for byte the same after its line was cut 50 times', async () => {
    const link = (await saveLink()) + cut
    const whole = await ask(link)
    const etag = whole.headers.get('etag') ?? ''
    const wanted = await bytesOf(whole)
    const pieces: Buffer[] = []
    let had = 0
    for (let line = 0; line <= 50; line += 1) {
      const response = await ask(link, { headers: { range: `bytes=${had}-`, 'if-range': etag } })
      expect(response.status).toBe(206)
      if (line === 50) pieces.push(await bytesOf(response))
      else {
        const reader = response.body?.getReader()
        const first = Buffer.from((await reader?.read())?.value ?? [])
        await reader?.cancel()
        pieces.push(first.subarray(0, Math.ceil((wanted.length / 52) * (line % 2 ? 1.7 : 0.2))))
      }
      had += pieces.at(-1)?.length ?? 0
    }
    expect(Buffer.concat(pieces).equals(wanted)).toBe(true)
  })

  test('takes from the media host its index and what it is made of, in few requests', async () => {
    const clip = inLayout(readClip('b-frames'), indexLast)
    const more = Buffer.concat([clip, Buffer.from([0, 0x3d, 9, 0]), Buffer.from('free')])
    const padded = Buffer.concat([more, Buffer.alloc(4_000_000 - 8)])
    app.media.files.set('video.mp4', fileOf(padded, 'video/mp4'))
    const link = (await saveLink()) + cut
    app.media.requests.length = 0
    const bytes = await bytesOf(await ask(link))
    const asked = app.media.requests.filter(({ url }) => url.includes('video.mp4'))
    expect(asked.length).toBeLessThanOrEqual(12)
    const taken = asked.reduce((sum, { sent }) => sum + sent, 0)
    expect(taken).toBeLessThan(readClip('b-frames').length + 1_000_000)
    app.media.files.set('video.mp4', fileOf(readClip('b-frames'), 'video/mp4'))
    // The same samples, in a file whose index is elsewhere.
    expect((await bytesOf(await ask((await saveLink()) + cut))).equals(bytes)).toBe(true)
  })

  test('is refused where there is none: times that make no sense, and files that have none', async () => {
    const link = await saveLink()
    for (const times of ['&from=5&to=3', '&from=x&to=3', '&from=1&to=1.2', '&from=1:99&to=200']) {
      expect((await ask(link + times)).status, times).toBe(403)
    }
    for (const format of ['mp4', 'mp3', 'm4a']) {
      const late = await ask(`${await saveLink(format)}&from=60&to=70`)
      expect([format, late.status, await late.text()]).toEqual([
        format,
        404,
        expect.stringContaining('The video ends before this part'),
      ])
    }
    app.media.files.set(
      'video.mp4',
      fileOf(
        Buffer.from(readClip('b-frames').map((byte, at) => (at < 100 ? byte : 0))),
        'video/mp4',
      ),
    )
    expect((await ask(link + cut)).status).toBe(502)
  })

  test('is reached without a script', async () => {
    const { html } = await lookUp(app, posts.video.url)
    const prepare = app.origin + (await prepareLinkIn(app, html, 'mp4'))
    // Within the length that the source states.
    const part = '&from=1.2&to=2.5'
    const page = await (await ask(`${prepare}${part}&ready`)).text()
    const link = linksIn(page, '/save/').find((href) => href.includes('/mp4?'))
    expect(link).toContain(part)
    expect((await ask(app.origin + link)).headers.get('content-disposition')).toContain('_cut.mp4')
    const wrong = await ask(`${prepare}&from=9&to=2`)
    expect([wrong.status, await wrong.text()]).toEqual([
      400,
      expect.stringContaining('Choose a time before the video’s end.'),
    ])
  })
})

test('a part is counted as its format', async () => {
  const post = fakePost('video', 7001)
  const { html } = await lookUp(app, post.url)
  for (const format of ['mp4', 'mp3', 'm4a']) {
    const link = app.origin + (await saveLinkIn(app, html, format))
    expect((await bytesOf(await ask(link + cut))).length).toBeGreaterThan(0)
  }
  const db = openDatabase(app)
  const counted = () =>
    db.rows(
      `select a.kind, n from post_activity a join posts on seq = post_seq
       where post_id = ? and a.kind <> 'lookup' order by a.kind`,
      post.postId,
    )
  await expect.poll(counted).toEqual([
    { kind: 'm4a', n: 1 },
    { kind: 'mp3', n: 1 },
    { kind: 'mp4', n: 1 },
  ])
  await db.close()
})

test('a part as MP3 is as long as it was asked for, and is called a cut', async () => {
  const response = await ask((await saveLink('mp3')) + cut)
  expect(response.headers.get('content-disposition')).toContain('_cut.mp3')
  const { sound } = await packetsOf(await bytesOf(response))
  const seconds = sound.reduce((sum, { duration }) => sum + duration, 0)
  expect(Math.abs(seconds - 3.4)).toBeLessThan(0.08)
})

describe('sound as it is', () => {
  test('is copied into a file of its own, named after the post, whole or in part', async () => {
    const link = await saveLink('m4a')
    const response = await ask(link)
    const bytes = await bytesOf(response)
    expect(response.headers.get('content-type')).toBe('audio/mp4')
    expect(response.headers.get('content-disposition')).toMatch(/filename="cleanclip_\d+\.m4a"/)
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    const [made, source] = [await packetsOf(bytes), await packetsOf(readClip('b-frames'))]
    expect(made.video).toEqual([])
    expect(made.sound).toEqual(source.sound)
    for (const text of [posts.video.postId, '\xa9nam', '\xa9ART']) {
      expect(bytes.includes(Buffer.from(text, 'latin1')), text).toBe(true)
    }
    const part = await ask(link + cut)
    expect(part.headers.get('content-disposition')).toContain('_cut.m4a')
    const seconds = (await packetsOf(await bytesOf(part))).sound.length * (1024 / 44_100)
    expect(Math.abs(seconds - 3.4)).toBeLessThan(0.05)
  })

  test('is refused in plain words where the clip has none', async () => {
    app.media.files.set('video.mp4', fileOf(readClip('no-sound'), 'video/mp4'))
    const response = await ask(await saveLink('m4a'))
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('sound')
  })
})
