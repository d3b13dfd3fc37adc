// @module-tag whole
import { once } from 'node:events'
import { get } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fakePost, posts } from '#tests/fakes/extraction-service.ts'
import { bytesOf } from '#tests/fakes/media-files.ts'
import { linksIn } from '#tests/support/live-app.ts'
import { type ModeratedApp, startModeratedApp } from '#tests/support/moderated-app.ts'
import { unzip } from '#tests/support/unzip.ts'
import { batchAt, makeBatch, sendLinks, type VisitorsBatch } from './batch-world.ts'

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

  test('has names of the kind that the visitor chose', async () => {
    const batch = await makeBatch(app, [posts.video.url, posts.slideshow.url])
    await batch.done()
    const headers = { cookie: 'file-names=creator_id_date' }
    const response = await fetch(await batch.zipLink('mp4'), { headers })
    const names = unzip(Buffer.from(await response.arrayBuffer())).map(({ name }) => name)
    const day = new Date().toISOString().slice(0, 10)
    expect(names.slice(0, 2)).toEqual([
      `01 The Tester_${posts.video.postId}_${day}.mp4`,
      `02 The Tester_${posts.slideshow.postId}_${day}/1.jpg`,
    ])
  })

  test('has HD if there is any, or the sound alone', async () => {
    const links = [posts.video.url, posts.hd.url]
    const { files: hd } = await zipOf(links, 'hd')
    expect(hd.map(({ content }) => content)).toEqual([file('video.mp4'), file('hd.mp4')])
    const { files: sounds } = await zipOf([posts.silent.url, posts.video.url], 'mp3')
    expect(sounds.map(({ name }) => name.slice(-4))).toEqual(['.mp3', '.txt'])
    expect(textOf(sounds)).toEqual([expect.stringContaining('This post has no sound')])
  })

  test('R10: leaves out a file that fails, is cut off or was refused, and names it in plain words', async () => {
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
        /^https:\/\/www\.tiktok\.com\/@someone: Please enter a valid TikTok URL This link leads to a profile/,
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
    await expect
      .poll(() => world.operator.html('/admin/system'))
      .toMatch(/\b0 of \d+ downloads running/)
    // A stop waits for downloads that run.
    await world.restart()
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
    await expect.poll(events).toEqual([
      { kind: 'lookup', post: null, format: null, error: 'link: profile' },
      { kind: 'lookup', post: null, format: null, error: 'not_found' },
      { kind: 'lookup', post: video.postId, ...none },
      { kind: 'lookup', post: slideshow.postId, ...none },
      { kind: 'save', post: video.postId, format: 'mp4', error: null },
      { kind: 'save', post: slideshow.postId, format: 'zip', error: null },
    ])
    const downloads = 'select downloads from posts where post_id = ?'
    await expect.poll(() => world.db.row(downloads, video.postId)).toEqual({ downloads: 1 })
  })
})

describe('What a visitor without JavaScript sees of their downloads', () => {
  const get = async (path: string) => (await fetch(app().origin + path)).text()
  /** What the page says of the ZIP, and the mark of each row that has a file. */
  const told = async (batch: VisitorsBatch) => {
    const { html } = await batch.page()
    const [, zip = null] = /data-zip="(\w+)"/.exec(html) ?? []
    const rows = html.split('data-state="ready"').slice(1)
    return { zip, saved: rows.map((row) => /\bsvg>\s*(Saved|Sent)</.exec(row)?.[1] ?? null) }
  }

  test('the ZIP has a countdown with the way back, and is called saved once it was sent', async () => {
    const batch = await makeBatch(app, [
      posts.video.url,
      posts.mediaCut.url,
      posts.slideshow.url,
      'https://www.tiktok.com/@someone',
    ])
    const { html } = await batch.done()
    expect(await told(batch)).toEqual({ zip: null, saved: [null, null, null] })
    const [prepare = ''] = linksIn(html, `${batch.path}/prepare/mp4`)
    const counting = await get(prepare)
    expect(counting).toContain('Preparing your download...')
    expect(counting).toMatch(/http-equiv="refresh" content="\d+;url=[^"]*prepare\/mp4\?ready=/)
    expect(linksIn(counting, '/zip/')).toEqual([])
    const ready = await get(`${prepare}?ready`)
    expect(ready).toContain('Your download is ready')
    expect(linksIn(ready, `${batch.path}?format=mp4`)).toHaveLength(1)
    const [link = ''] = linksIn(ready, '/zip/mp4?')
    await (await fetch(app().origin + link)).arrayBuffer()
    // The clip that broke off isn't in the ZIP, so it isn't saved.
    await expect.poll(() => told(batch)).toEqual({ zip: 'sent', saved: ['Saved', null, 'Saved'] })
    const wrong = `${batch.path.slice(0, -1)}${batch.path.endsWith('A') ? 'B' : 'A'}`
    expect((await fetch(`${app().origin}${wrong}/prepare/mp4`)).status).toBe(404)
  })

  test('a ZIP that stopped is shown as stopped, can be tried again, and marks no row as saved', async () => {
    const batch = await makeBatch(app, [posts.video.url, fakePost('mediaSlow', 60).url])
    await batch.done()
    const link = `${await batch.zipLink()}&t=a1b2c3d4e5f6g7h8`
    const state = async () => (await fetch(`${link}&state`)).json()
    expect((await fetch(`${link}&check`)).status).toBe(204)
    expect(await state()).toEqual({ state: 'unknown' })
    const leaving = new AbortController()
    const answer = await fetch(link, { signal: leaving.signal })
    await answer.body?.getReader().read()
    await expect.poll(state).toMatchObject({ state: 'sending', total: null })
    expect((await told(batch)).zip).toBe('sending')
    expect((await batch.page()).html).toContain(
      `http-equiv="refresh" content="5;url=${batch.path}"`,
    )
    leaving.abort()
    await expect.poll(() => told(batch)).toEqual({ zip: 'stopped', saved: [null, null] })
    const { html } = await batch.page()
    expect(html).toContain('The download stopped')
    // The button, and the link beside what is said.
    expect(linksIn(html, `${batch.path}/prepare/mp4`)).toHaveLength(2)
    expect((await fetch(`${link.replace(/s=[^&]*/, 's=forged')}&state`)).status).toBe(403)
  })

  test('a file that is saved from its row marks that row alone, on this page alone', async () => {
    const links = [posts.video.url, posts.hd.url]
    const [batch, other] = [await makeBatch(app, links), await makeBatch(app, links)]
    await Promise.all([batch.done(), other.done()])
    const [prepare = ''] = linksIn((await batch.page()).html, `/prepare/${posts.hd.postId}/mp4`)
    const ready = await get(`${prepare}&ready`)
    expect(linksIn(ready, batch.path).filter((href) => href === batch.path)).toHaveLength(1)
    const [save = ''] = linksIn(ready, `/save/${posts.hd.postId}/mp4?e=`)
    await fetch(app().origin + save, { method: 'HEAD' })
    await fetch(`${app().origin}${save}&check`)
    const part = async (range: string) => {
      const headers = { range, via: '1.1 proxy' }
      await (await fetch(app().origin + save, { headers })).arrayBuffer()
    }
    await part('bytes=0-99')
    await part('bytes=-1')
    expect((await told(batch)).saved).toEqual([null, null])
    await part('bytes=100-')
    await expect.poll(async () => (await told(batch)).saved).toEqual([null, 'Sent'])
    expect((await told(other)).saved).toEqual([null, null])
  })

  test('one row can have another format than all, and the ZIP has it', async () => {
    const batch = await makeBatch(app, [posts.video.url, posts.hd.url])
    const { html } = await batch.done()
    const [, first = ''] = /<select[^>]* name="(format-\d+)"/.exec(html) ?? []
    const query = `format=hd&${first}=mp3&format-999999=mp3&${first.replace(/\d+/, 'x')}=hd`
    const page = await get(`${batch.path}?${query}`)
    expect(linksIn(page, `/prepare/${posts.video.postId}/mp3`)).toHaveLength(1)
    expect(linksIn(page, `/prepare/${posts.hd.postId}/hd`)).toHaveLength(1)
    const [prepare = ''] = linksIn(page, `${batch.path}/prepare/hd`)
    const ready = await get(`${prepare}&ready`)
    expect(linksIn(ready, `${batch.path}?format=hd&${first}=mp3`)).toHaveLength(1)
    const [link = ''] = linksIn(ready, '/zip/hd?')
    const files = unzip(Buffer.from(await (await fetch(app().origin + link)).arrayBuffer()))
    expect(files.map(({ name }) => name.slice(-4))).toEqual(['.mp3', '.mp4'])
    expect(files[1]?.content).toEqual(file('hd.mp4'))
  })
})
