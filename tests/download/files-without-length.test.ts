// @module-tag whole
import { afterAll, beforeAll, expect, test } from 'vitest'
import { en } from '#app/i18n/en.ts'
import { type Data, succeed, videoData } from '#tests/fakes/extraction-answers.ts'
import { type FakePost, fakePost } from '#tests/fakes/extraction-service.ts'
import { bytesOf } from '#tests/fakes/media-files.ts'
import { type RawHost, startRawHost } from '#tests/fakes/raw-host.ts'
import { openDatabase } from '#tests/support/accounts.ts'
import { type LiveApp, lookUp, saveLinkIn, startLiveApp } from '#tests/support/live-app.ts'
import type { Sql } from '#tests/support/sql.ts'

let app: LiveApp
let host: RawHost
let db: Sql

beforeAll(async () => {
  // /{file}/{how its end is marked}
  host = await startRawHost(({ socket, path }) => {
    const [, name = '', mark] = path.split('/')
    const file = bytes(name)
    const isChunked = mark === 'chunked'
    const encoding = isChunked ? 'Transfer-Encoding: chunked\r\n' : ''
    socket.write(`HTTP/1.1 200 OK\r\n${encoding}Connection: close\r\n\r\n`)
    if (isChunked) socket.write(`${file.length.toString(16)}\r\n`)
    socket.write(file)
    socket.end(isChunked ? '\r\n0\r\n\r\n' : '')
  })
  app = await startLiveApp({}, [host.hostPort])
  db = openDatabase(app)
})
afterAll(async () => {
  await db?.close()
  await Promise.all([app?.close(), host?.close()])
})

function bytes(name: string): Buffer {
  const file = app.media.files.get(name)
  if (file === undefined) throw new Error(`No file ${name}`)
  return bytesOf(file)
}

// Programs are not counted in the figures.
const headers = {
  'user-agent':
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
}

let serial = 700

/** Saves a new post's file as a visitor does; `data` is what the look-up says of it. */
async function save(data: Data, format = 'mp4') {
  serial += 1
  const post = fakePost('video', serial)
  app.extraction.script(post.postId, (lookup) => succeed(lookup, { ...videoData(lookup), ...data }))
  const link = await saveLinkIn(app, (await lookUp(app, post.url)).html, format)
  const answer = await fetch(app.origin + link, { headers })
  const body = await answer.arrayBuffer().then(Buffer.from, () => 'cut' as const)
  return { post, status: answer.status, body }
}

const at = (name: string, mark: 'close' | 'chunked') => `${host.origin}/${name}/${mark}`

async function downloads({ postId }: FakePost): Promise<unknown> {
  return db.value('select downloads from posts where post_id = ?', postId)
}

test('R27: a file whose end only the connection marks could be cut, and would be taken for whole', async () => {
  const play = at('video.mp4', 'close')
  const images = [at('image-1.jpg', 'close')]
  const refusals = [
    await save({ play, size: null }),
    await save({ play, size: bytes('video.mp4').length }),
    await save({ images, play: null, size: null }, 'image-1'),
  ]
  for (const { status, body } of refusals) {
    expect(status).toBe(502)
    expect(body.toString()).toContain(en.saveProblem.unavailable)
  }
  const ids = refusals.map(({ post }) => post.postId)
  const failed = `select count(*) from analytics_events
    where error is not null and post in (${ids.map(() => '?').join(', ')})`
  await expect.poll(() => db.value(failed, ...ids)).toBe(refusals.length)
  expect(await Promise.all(refusals.map(({ post }) => downloads(post)))).toEqual([0, 0, 0])
})

test('R27: a file in chunks marks its end, and counts', async () => {
  const { post, status, body } = await save({ play: at('video.mp4', 'chunked'), size: null })
  expect(status).toBe(200)
  expect(Buffer.compare(bytes('video.mp4'), Buffer.from(body))).toBe(0)
  await expect.poll(() => downloads(post)).toBe(1)
})
