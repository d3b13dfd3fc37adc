// @module-tag process
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { faultyAddress, succeed, videoData } from '#tests/fakes/extraction-answers.ts'
import { fakePost } from '#tests/fakes/extraction-service.ts'
import { bytesOf, fileOf } from '#tests/fakes/media-files.ts'
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
  return { status: response.status, etag: response.headers.get('etag'), bytes }
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
    'always-part',
  ])('from a media host of the kind %s', async (kind) => {
    const link = signedLink(app, { purpose: 'save', postId: await lookedUp(kind), format: 'mp4' })
    const whole = await ask(link)
    expect([whole.status, whole.bytes.equals(videoBytes())]).toEqual([200, true])
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

  test('never by a tag where the length is unknown', async () => {
    const postId = await lookedUp('nothing-told')
    const link = signedLink(app, { purpose: 'save', postId, format: 'mp4' })
    const whole = await ask(link)
    expect([whole.status, whole.etag]).toEqual([200, null])
    const again = await ask(link, { range, 'if-range': `"${'0'.repeat(12)}-1000"` })
    expect([again.status, again.bytes.equals(videoBytes())]).toEqual([200, true])
  })
})
