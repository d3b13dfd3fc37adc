// @module-tag process
import { afterAll, beforeAll, expect, test } from 'vitest'
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
const files = new Map<string, Buffer>()

/** `bytes` with a last box that goes on to the end of the file, wherever that is. */
function openEnded(bytes: Buffer): Buffer {
  const tail = Buffer.alloc(100_000, 'x')
  tail.writeUInt32BE(0)
  tail.write('mdat', 4, 'latin1')
  return Buffer.concat([bytes, tail])
}

beforeAll(async () => {
  // /{file}/{bytes that come before the connection ends in order}
  host = await startRawHost(({ socket, path }) => {
    const [, name = '', length] = path.split('/')
    const part = bytes(name).subarray(0, Number(length))
    socket.write('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n')
    socket.end(part)
  })
  app = await startLiveApp({}, [host.hostPort])
  db = openDatabase(app)
  for (const [name, file] of app.media.files) files.set(name, bytesOf(file))
  files.set('open.mp4', openEnded(bytes('video.mp4')))
  files.set('picture.gif', Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(5000)]))
})
afterAll(async () => {
  await db?.close()
  await Promise.all([app?.close(), host?.close()])
})

function bytes(name: string): Buffer {
  const found = files.get(name)
  if (found === undefined) throw new Error(`No file ${name}`)
  return found
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

const at = (name: string, length = bytes(name).length) => `${host.origin}/${name}/${length}`

async function downloads({ postId }: FakePost): Promise<unknown> {
  return db.value('select downloads from posts where post_id = ?', postId)
}

test.each(['video.mp4', 'moov-last.mp4', 'hevc.mp4'])(
  'R27: %s that came whole without a length is a whole file, and counts',
  async (name) => {
    const { post, status, body } = await save({ play: at(name), size: null })
    expect(status).toBe(200)
    expect(Buffer.compare(bytes(name), Buffer.from(body))).toBe(0)
    await expect.poll(() => downloads(post), { timeout: 10_000 }).toBe(1)
  },
)

test('R10, R27: a cut file without a length is never a clean 200, nor a download', async () => {
  const cuts: FakePost[] = []
  for (const name of ['video.mp4', 'moov-last.mp4']) {
    for (const length of [bytes(name).length - 1, Math.floor(bytes(name).length / 2), 300]) {
      const { post, status, body } = await save({ play: at(name, length), size: null })
      if (status === 200) expect([name, length, body]).toEqual([name, length, 'cut'])
      else expect(status).toBe(502)
      cuts.push(post)
    }
  }
  const { post } = await save({ play: at('video.mp4'), size: null })
  await expect.poll(() => downloads(post), { timeout: 10_000 }).toBe(1)
  expect(await Promise.all(cuts.map(downloads))).toEqual(cuts.map(() => 0))
  const ids = cuts.map(({ postId }) => postId)
  const failed = `select count(*) from analytics_events
    where error is not null and post in (${ids.map(() => '?').join(', ')})`
  await expect.poll(() => db.value(failed, ...ids), { timeout: 10_000 }).toBe(cuts.length)
})

test('R27: if the file’s structure can’t tell, the look-up’s size does', async () => {
  const play = at('open.mp4')
  const size = bytes('open.mp4').length
  const whole = await save({ play, size })
  expect([whole.status, whole.body.length]).toEqual([200, size])
  for (const data of [
    { play, size: null },
    { play, size: size + 1 },
    { play: at('open.mp4', size - 1), size },
  ]) {
    expect(await save(data)).toMatchObject({ status: 200, body: 'cut' })
  }
})

test('R27: pictures are checked by their structure, and refused without one', async () => {
  const images = [at('image-1.jpg'), at('image.webp'), at('image-2.jpg', 900), at('picture.gif')]
  const data = { images, play: null, size: null }
  const outcomes = []
  for (const [index] of images.entries()) {
    const { status, body } = await save(data, `image-${index + 1}`)
    outcomes.push(status === 200 ? body : status)
  }
  expect(outcomes[0]).toEqual(bytes('image-1.jpg'))
  expect(outcomes[1]).toEqual(bytes('image.webp'))
  expect(outcomes.slice(2)).toEqual(['cut', 502])
})
