// @module-tag process
import { once } from 'node:events'
import { get } from 'node:http'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { fakePost, posts } from '#tests/fakes/extraction-service.ts'
import { bytesOf } from '#tests/fakes/media-files.ts'
import { type ModeratedApp, startModeratedApp } from '#tests/support/moderated-app.ts'
import { unzip } from '#tests/support/unzip.ts'
import { batchAt, makeBatch, sendLinks } from './batch-world.ts'

let world: ModeratedApp
const app = () => world.app

beforeAll(async () => {
  world = await startModeratedApp()
})
afterAll(() => world.close())

function file(name: string): Buffer {
  const found = world.media.files.get(name)
  if (found === undefined) throw new Error(`The fake media host has no ${name}`)
  return bytesOf(found)
}

async function zipOf(links: string[], format: 'mp4' | 'hd' | 'mp3' = 'mp4') {
  const batch = await makeBatch(app, links)
  await batch.done()
  const response = await fetch(await batch.zipLink(format))
  return { response, files: unzip(Buffer.from(await response.arrayBuffer())) }
}

function textOf(files: { name: string; content: Buffer }[]): string[] {
  const list = files.find(({ name }) => name === 'not-saved.txt')
  return list === undefined ? [] : list.content.toString().split('\r\n').slice(2, -1)
}

describe('A ZIP of all posts in a batch', () => {
  test('holds every file byte for byte under its own readable name, slideshows in a folder', async () => {
    const { response, files } = await zipOf([
      posts.video.url,
      posts.slideshow.url,
      fakePost('video', 3).url,
      posts.emojiTitle.url,
      posts.controlTitle.url,
      posts.longTitle.url,
      posts.noTitle.url,
    ])
    expect(response.status).toBe(200)
    const { headers } = response
    expect(headers.get('content-type')).toBe('application/zip')
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="cleanclip_\d{17}\.zip"/,
    )
    expect(headers.get('content-security-policy')).toContain('sandbox')
    expect(headers.get('cache-control')).toBe('no-store')
    const names = files.map(({ name }) => name)
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
    const folder = names[1]?.replace(/\/1\.jpg$/, '')
    expect(names.slice(1, 5)).toEqual(
      ['1.jpg', '2.jpg', '3.jpg', 'sound.mp3'].map((name) => `${folder}/${name}`),
    )
    expect(names.map((name) => name.slice(0, 2))).toEqual([
      '01',
      '02',
      '02',
      '02',
      '02',
      '03',
      '04',
      '05',
      '06',
      '07',
    ])
    for (const name of names) {
      expect(name).toMatch(/^\d\d [^/\\:*?"<>|\p{Cc}\p{Bidi_C}]+(\/[\w.]+)?$/u)
      expect(Buffer.byteLength(name)).toBeLessThan(200)
    }
    expect(files[0]?.content).toEqual(file('video.mp4'))
    for (const [index, image] of ['image-1.jpg', 'image-2.jpg', 'image-3.jpg'].entries()) {
      expect(files[index + 1]?.content).toEqual(file(image))
    }
    expect(files.slice(5).every(({ content }) => content.equals(file('video.mp4')))).toBe(true)
  })

  test('has HD if there is any, or the sound alone', async () => {
    const links = [posts.video.url, posts.hd.url]
    const { files: hd } = await zipOf(links, 'hd')
    expect(hd.map(({ content }) => content)).toEqual([file('video.mp4'), file('hd.mp4')])
    const { files: sounds } = await zipOf([posts.silent.url, posts.video.url], 'mp3')
    expect(sounds.map(({ name }) => name.slice(-4))).toEqual(['.mp3', '.txt'])
    expect(textOf(sounds)).toEqual([expect.stringContaining('This post has no sound')])
  })

  test('R10: leaves out a file that fails, is cut off or was refused, and says so plainly', async () => {
    const { files } = await zipOf([
      posts.mediaCut.url,
      posts.video.url,
      posts.mediaDead.url,
      posts.slideshowImageDead.url,
      'https://www.tiktok.com/@someone',
      posts.mediaHtml.url,
    ])
    expect(files.map(({ name }) => name.slice(0, 2))).toEqual(['02', '04', '04', 'no'])
    expect(files[0]?.content).toEqual(file('video.mp4'))
    expect(textOf(files)).toEqual([
      expect.stringMatching(/^01 .+: The file isn’t available right now$/),
      expect.stringMatching(/^03 .+: That format isn’t available for this post$/),
      expect.stringMatching(/^04 .+\/2: That format isn’t available for this post$/),
      expect.stringMatching(
        /^Line 5: Please enter a valid TikTok URL This link leads to a profile/,
      ),
      expect.stringMatching(/^06 .+: The file isn’t available right now$/),
    ])
  })

  test('S9: loses a post that is taken down while it runs, before its turn or halfway through it', async () => {
    const halfway = posts.mediaSlow
    const later = fakePost('video', 8)
    const batch = await makeBatch(app, [posts.video.url, halfway.url, later.url, posts.hd.url])
    await batch.done()
    const response = await fetch(await batch.zipLink())
    const body = response.body
    if (body === null) throw new Error('No body')
    const chunks: Uint8Array[] = []
    let removed: Promise<unknown> | null = null
    for await (const chunk of body) {
      chunks.push(chunk)
      const size = chunks.reduce((sum, { length }) => sum + length, 0)
      // The first file has gone out, and a part of the second one.
      if (removed === null && size > file('video.mp4').length + 5_000) {
        removed = world.change('remove', [halfway.postId, later.postId])
      }
    }
    await removed
    const files = unzip(Buffer.concat(chunks))
    expect(files.map(({ name }) => name.slice(0, 2))).toEqual(['01', '04', 'no'])
    expect(files[1]?.content).toEqual(file('video.mp4'))
    expect(textOf(files)).toEqual([
      expect.stringMatching(/^02 .+: This post isn’t available here$/),
      expect.stringMatching(/^03 .+: This post isn’t available here$/),
    ])
  })

  test('R5: ends with its reader, and frees the slot', async () => {
    const slow = fakePost('mediaSlow', 5)
    const never = fakePost('video', 12)
    const batch = await makeBatch(app, [slow.url, never.url])
    await batch.done()
    const asked = () =>
      world.media.requests.filter(({ url }) => url.includes(never.postId) && url.includes('.mp4'))
        .length
    const before = asked()
    const request = get(await batch.zipLink())
    const [response] = await once(request, 'response')
    await once(response, 'data')
    request.destroy()
    // A stop waits for downloads that run, half a minute at the most.
    const start = performance.now()
    await world.restart()
    expect(performance.now() - start).toBeLessThan(15_000)
    expect(asked()).toBe(before)
  })

  test('S8: has a signed link, for one format and ten minutes', async () => {
    const batch = await makeBatch(app, [posts.video.url])
    await batch.done()
    const link = new URL(await batch.zipLink())
    const other = new URL(link.href.replace('/zip/mp4', '/zip/mp3'))
    const unsigned = new URL(link.href.split('?', 1)[0] ?? '')
    const forged = new URL(
      link.href.replace(/s=(.)/, (_, first) => (first === 'A' ? 's=B' : 's=A')),
    )
    for (const url of [other, unsigned, forged]) {
      const answer = await fetch(url)
      expect([url.pathname.slice(-4), answer.status]).toEqual([url.pathname.slice(-4), 403])
      expect(await answer.text()).toContain('This download link isn’t valid')
    }
    const head = await fetch(link, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'application/zip'])
  })

  test('counts as downloads of its posts, and its links as look-ups, like single ones', async () => {
    const headers = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' }
    const [video, slideshow] = [fakePost('video', 30), fakePost('slideshow', 30)]
    const links = [video.url, slideshow.url, posts.parsingFailed.url, 'https://www.tiktok.com/@x']
    const made = await sendLinks(app(), links.join('\n'), headers)
    const batch = batchAt(app, made.headers.get('location') ?? '')
    await batch.done()
    await (await fetch(await batch.zipLink(), { headers })).arrayBuffer()
    const events = () =>
      world.db.rows(
        "select kind, post, format, error from analytics_events where kind <> 'bot' order by kind, post nulls first, error",
      )
    const none = { format: null, error: null }
    await vi.waitFor(
      async () =>
        expect(await events()).toEqual([
          { kind: 'lookup', post: null, format: null, error: 'link: profile' },
          { kind: 'lookup', post: null, format: null, error: 'not_found' },
          { kind: 'lookup', post: video.postId, ...none },
          { kind: 'lookup', post: slideshow.postId, ...none },
          { kind: 'save', post: video.postId, format: 'mp4', error: null },
          { kind: 'save', post: slideshow.postId, format: 'zip', error: null },
        ]),
      { timeout: 10_000 },
    )
    const downloads = 'select downloads from posts where post_id = ?'
    await vi.waitFor(
      async () => expect(await world.db.row(downloads, video.postId)).toEqual({ downloads: 1 }),
      {
        timeout: 10_000,
      },
    )
  })
})
