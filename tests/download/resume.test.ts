// @module-tag process
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { faultyAddress, succeed, videoData } from '#tests/fakes/extraction-answers.ts'
import { fakePost } from '#tests/fakes/extraction-service.ts'
import { bytesOf, fileOf } from '#tests/fakes/media-files.ts'
import { filesAsked } from '#tests/fakes/media-host.ts'
import { openDatabase } from '#tests/support/accounts.ts'
import { type LiveApp, lookUp, startLiveApp } from '#tests/support/live-app.ts'
import { signedLink } from '#tests/support/signed-link.ts'

let app: LiveApp
let serial = 400

beforeAll(async () => {
  app = await startLiveApp({ LOG_LEVEL: 'warn', TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => app?.close())

function videoBytes(): Buffer {
  const file = app.media.files.get('video.mp4')
  if (file === undefined) throw new Error('The fake media host has no video')
  return bytesOf(file)
}

/** Looks up a post whose file the media host sends in its own way. Returns its id. */
async function lookedUp(fault: string | null): Promise<string> {
  serial += 1
  const post = fakePost('video', serial)
  app.extraction.script(post.postId, (lookup) => {
    const data = videoData(lookup)
    succeed(lookup, fault === null ? data : { ...data, play: faultyAddress(lookup, fault) })
  })
  expect((await lookUp(app, post.url)).status).toBe(200)
  return post.postId
}

/** Asks as a visitor's program that is about to go on, each from an address of its own. */
async function ask(link: string, headers: Record<string, string> = {}) {
  serial += 1
  const address = `198.51.${serial % 250}.7`
  const response = await fetch(link, { headers: { 'x-forwarded-for': address, ...headers } })
  const bytes = Buffer.from(await response.arrayBuffer())
  const { status, headers: sent } = response
  return { status, etag: sent.get('etag'), ranges: sent.get('accept-ranges'), bytes }
}

const range = 'bytes=1000-'

describe('a download that broke off goes on', () => {
  test.each([
    'no-etag',
    'no-validators',
    'weak-etag',
    'bare-etag',
    'empty-etag',
    'old-dates',
    'empty-encoding',
    'identity-encodings',
    'range-units',
    'no-accept-ranges',
    'always-part',
    'short-part',
    'no-length',
    'etag-change',
  ])('from a media host of the kind %s', async (kind) => {
    const link = signedLink(app, { purpose: 'save', postId: await lookedUp(kind), format: 'mp4' })
    const whole = await ask(link)
    expect([whole.status, whole.bytes.equals(videoBytes())]).toEqual([200, true])
    // A player doesn't try what it's told not to.
    expect(whole.ranges).toBe(kind === 'no-accept-ranges' ? null : 'bytes')
    const tag = whole.etag ?? ''
    expect(tag).toMatch(/^"[^"]+"$/)
    for (const [asked, start] of [
      [range, 1000],
      ['bytes=-500', -500],
    ] as const) {
      const part = await ask(link, { range: asked, 'if-range': tag })
      expect([part.status, part.etag]).toEqual([206, tag])
      expect(part.bytes.equals(videoBytes().subarray(start))).toBe(true)
    }
    const other = await ask(link, { range, 'if-range': `${tag.slice(0, -1)}1"` })
    expect([other.status, other.bytes.length]).toEqual([200, videoBytes().length])
  })

  test.each(['no-etag', 'weak-etag', 'bare-etag'])(
    'from its beginning if the file is another one meanwhile: %s',
    async (kind) => {
      const link = signedLink(app, { purpose: 'save', postId: await lookedUp(kind), format: 'mp4' })
      const tag = (await ask(link)).etag ?? ''
      const before = videoBytes()
      const shorter = before.subarray(0, 30_000)
      app.media.files.set('video.mp4', fileOf(shorter, 'video/mp4'))
      onTestFinished(() => void app.media.files.set('video.mp4', fileOf(before, 'video/mp4')))
      for (const asked of [range, `bytes=${shorter.length + 1}-`]) {
        const answer = await ask(link, { range: asked, 'if-range': tag })
        expect([answer.status, answer.bytes.equals(shorter)]).toEqual([200, true])
        expect(answer.etag).not.toBe(tag)
      }
    },
  )

  test('at the address that a new look-up finds, whose host has another tag', async () => {
    serial += 1
    const post = fakePost('video', serial)
    const at = (fault: string) => (lookup: Parameters<typeof videoData>[0]) =>
      succeed(lookup, { ...videoData(lookup), play: faultyAddress(lookup, fault) })
    app.extraction.script(post.postId, at('dead-after'), at('etag-change'))
    expect((await lookUp(app, post.url)).status).toBe(200)
    const { postId } = post
    const link = (lastsSeconds: number) =>
      signedLink(app, { purpose: 'save', postId, format: 'mp4', lastsSeconds })
    const tag = (await ask(link(300))).etag ?? ''
    for (const seconds of [300, -60]) {
      const part = await ask(link(seconds), { range, 'if-range': tag })
      expect([seconds, part.status, part.etag]).toEqual([seconds, 206, tag])
      expect(part.bytes.equals(videoBytes().subarray(1000))).toBe(true)
    }
    expect(app.extraction.lookups(post.postId)).toBe(2)
  })

  test('never by a tag of ours where the length is unknown', async () => {
    const postId = await lookedUp('nothing-told')
    const link = signedLink(app, { purpose: 'save', postId, format: 'mp4' })
    const whole = await ask(link)
    expect([whole.status, whole.etag]).toEqual([200, null])
    const again = await ask(link, { range, 'if-range': `"${'0'.repeat(12)}-1000"` })
    expect([again.status, again.bytes.equals(videoBytes())]).toEqual([200, true])
  })
})

const hour = 3600

describe('S8: a link that has expired', () => {
  test.each(['save', 'view'] as const)(
    'lets a download go on for six hours: %s',
    async (purpose) => {
      const postId = await lookedUp(null)
      const link = (lastsSeconds: number) =>
        signedLink(app, { purpose, postId, format: 'mp4', lastsSeconds })
      const tag = (await ask(link(300))).etag ?? ''
      for (const seconds of [-1, -601, -6 * hour + 60]) {
        const part = await ask(link(seconds), { range, 'if-range': tag })
        expect([seconds, part.status]).toEqual([seconds, 206])
        expect(part.bytes.equals(videoBytes().subarray(1000))).toBe(true)
      }
      const late = await ask(link(-6 * hour - 60), { range, 'if-range': tag })
      expect(late.status).toBe(410)
    },
  )

  test('begins nothing, and says so before the media host is asked', async () => {
    const postId = await lookedUp(null)
    const save = { purpose: 'save', postId, lastsSeconds: -60 } as const
    const link = signedLink(app, { ...save, format: 'mp4' })
    const { etag } = await ask(signedLink(app, { ...save, format: 'mp4', lastsSeconds: 300 }))
    const tag = etag ?? ''
    const before = filesAsked(app.media)
    const refused: Record<string, string>[] = [
      {},
      { range },
      { 'if-range': tag },
      { range, 'if-range': `W/${tag}` },
      { range, 'if-range': 'Wed, 01 Jan 2025 00:00:00 GMT' },
    ]
    for (const headers of refused) {
      expect([headers, (await ask(link, headers)).status]).toEqual([headers, 410])
    }
    const asked = { range, 'if-range': tag }
    for (const format of ['mp3', 'zip']) {
      expect((await ask(signedLink(app, { ...save, format }), asked)).status).toBe(410)
    }
    expect((await ask(`${link}&check`, asked)).status).toBe(410)
    const head = await fetch(link, { method: 'HEAD', headers: asked })
    expect([head.status, head.headers.get('etag')]).toEqual([410, null])
    expect(filesAsked(app.media)).toBe(before)
  })

  test('counts no share', async () => {
    const postId = await lookedUp(null)
    const file = (lastsSeconds: number) =>
      signedLink(app, { purpose: 'view', postId, format: 'mp4', lastsSeconds }).slice(
        app.origin.length,
      )
    for (const [seconds, status] of [
      [300, 204],
      [-1, 400],
      [-3 * hour, 400],
    ] as const) {
      const answer = await fetch(new URL('/beacon', app.origin), {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams({ kind: 'shared', file: file(seconds) }),
      })
      expect([seconds, answer.status]).toEqual([seconds, status])
    }
  })

  test('gives no byte to another tag, and frees its slot', async () => {
    const postId = await lookedUp(null)
    const link = signedLink(app, { purpose: 'save', postId, format: 'mp4', lastsSeconds: -60 })
    const headers = { 'x-forwarded-for': '203.0.113.5', range, 'if-range': '"another"' }
    // More than a network may have at once.
    for (let n = 0; n < 13; n += 1) {
      const answer = await fetch(link, { headers })
      expect([answer.status, answer.headers.get('etag')]).toEqual([410, null])
      expect(await answer.text()).toContain('This download link has expired')
    }
  })

  test('S9: gives nothing of a post that was taken down', async () => {
    const postId = await lookedUp(null)
    const save = { purpose: 'save', postId, format: 'mp4' } as const
    const { etag } = await ask(signedLink(app, save))
    const db = openDatabase(app)
    await db.run("update posts set status = 'removed' where post_id = ?", postId)
    await db.close()
    const late = signedLink(app, { ...save, lastsSeconds: -60 })
    expect((await ask(late, { range, 'if-range': etag ?? '' })).status).toBe(451)
  })
})
