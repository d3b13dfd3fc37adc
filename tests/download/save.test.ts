// @module-tag process
import { createHash, createHmac, hkdfSync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { posts } from '#tests/fakes/extraction-service.ts'
import { bytesOf, sha256Of } from '#tests/fakes/media-files.ts'
import { filesAsked } from '#tests/fakes/media-host.ts'
import fc from '#tests/support/cases.ts'
import { describeMedia } from '#tests/support/describe-media.ts'
import {
  chooseLinkIn,
  type LiveApp,
  linksIn,
  lookUp,
  prepareLinkIn,
  saveLinkIn,
  startLiveApp,
} from '#tests/support/live-app.ts'
import { unzip } from '#tests/support/unzip.ts'
import { makeBatch } from './batch-world.ts'
import { packetsOf } from './engine/clips.ts'

const secret = 'a secret that is known to this test only'
let app: LiveApp

beforeAll(async () => {
  app = await startLiveApp({
    SESSION_SECRET: secret,
    LOG_LEVEL: 'warn',
    TRUSTED_PROXIES: '127.0.0.1',
  })
})
afterAll(() => app.close())

/** The link to a post's file, as its result card gives it. */
async function saveLink(link: string, format: string): Promise<string> {
  const { html } = await lookUp(app, link)
  return app.origin + (await saveLinkIn(app, html, format))
}

function file(name: string) {
  const found = app.media.files.get(name)
  if (found === undefined) throw new Error(`The fake media host has no ${name}`)
  return found
}

async function sha256(response: Response): Promise<string> {
  const bytes = Buffer.from(await response.arrayBuffer())
  return createHash('sha256').update(bytes).digest('hex')
}

function formatsIn(html: string): (string | undefined)[] {
  return [...html.matchAll(/<input[^>]* name="format"[^>]* value="([^"]+)"/g)].map(([, v]) => v)
}

/** Signs a link as the app does, from the outside. */
function forge(purpose: string, postId: string, format: string, expires: number): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'cleanclip download links', 32))
  const message = [purpose, postId, format, expires].join('\n')
  const signature = createHmac('sha256', key).update(message).digest('base64url')
  return `${app.origin}/save/${postId}/${format}?e=${expires}&s=${signature}`
}

const soon = () => Math.floor(Date.now() / 1000) + 300

describe('a saved file', () => {
  test('is what the media host gave, byte for byte, as a real attachment', async () => {
    const response = await fetch(await saveLink(posts.video.url, 'mp4'))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('video/mp4')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="cleanclip_\d{17}\.mp4"/,
    )
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-length')).toBe(String(file('video.mp4').size))
    expect(await sha256(response)).toBe(sha256Of(file('video.mp4')))
  })

  test('has a name of its own, however many are saved within a second', async () => {
    const names: string[] = []
    const slideshow = await lookUp(app, posts.slideshow.url)
    const video = await lookUp(app, posts.hd.url)
    const links = await Promise.all([
      ...['image-1', 'image-2', 'zip', 'mp3'].map((format) =>
        saveLinkIn(app, slideshow.html, format),
      ),
      ...['mp4', 'hd', 'mp3'].map((format) => saveLinkIn(app, video.html, format)),
    ])
    // Names are made when the file is opened, so all within a few milliseconds.
    await Promise.all(
      [...links, ...links, ...links].map(async (link, index) => {
        const headers = { 'x-forwarded-for': `10.0.${index}.1` }
        const response = await fetch(app.origin + link, { method: 'HEAD', headers })
        const disposition = response.headers.get('content-disposition') ?? ''
        names.push(/filename="([^"]+)"/.exec(disposition)?.[1] ?? disposition)
      }),
    )
    const stems = names.map((name) => name.replace(/\.\w+$/, ''))
    expect(new Set(stems).size).toBe(links.length * 3)
    for (const stem of stems) expect(stem).toMatch(/^cleanclip_\d{17}(_[12])?$/)
    expect(stems.filter((stem) => stem.endsWith('_2'))).toHaveLength(3)
  })

  test('of a slideshow has the same name in its own ZIP as in that of several links', async () => {
    const namesIn = async (link: string) => {
      const response = await fetch(link)
      expect(response.headers.get('content-disposition')).toMatch(
        /filename="cleanclip_\d{17}\.zip"/,
      )
      return unzip(Buffer.from(await response.arrayBuffer())).map(({ name }) => name)
    }
    const names = await namesIn(await saveLink(posts.slideshow.url, 'zip'))
    const batch = await makeBatch(() => app, [posts.slideshow.url])
    await batch.done()
    expect(await namesIn(await batch.zipLink())).toEqual(names.map((name) => `01 ${name}`))
    const folder = names[0]?.split('/')[0] ?? ''
    expect(folder).toContain(' - ')
    const parts = ['1.jpg', '2.jpg', '3.jpg', 'sound.mp3']
    expect(names).toEqual(parts.map((part) => `${folder}/${part}`))
  })

  test('is named as the visitor chose, without JavaScript too, and in its ZIP', async () => {
    const { html } = await lookUp(app, posts.emojiTitle.url)
    const choose = async (names: string, cookie = '') => {
      const link = `${app.origin}${chooseLinkIn(html, 'mp4')}&names=${names}`
      const { headers } = await fetch(link, { redirect: 'manual', headers: { cookie } })
      return headers.get('set-cookie')
    }
    const set = await choose('creator_title')
    expect(set).toBe('file-names=creator_title; Max-Age=31536000; Path=/; SameSite=Lax')
    const [cookie = ''] = (set ?? '').split(';')
    const link = app.origin + (await saveLinkIn(app, html))
    const nameOf = async (chosen: string) => {
      const { headers } = await fetch(link, { method: 'HEAD', headers: { cookie: chosen } })
      const disposition = headers.get('content-disposition') ?? ''
      const [, encoded = ''] = /filename\*=UTF-8''([^;]+)$/.exec(disposition) ?? []
      return decodeURIComponent(encoded) || disposition
    }
    expect(await nameOf(cookie)).toBe('The Tester - שלום gnp.exe 👩‍👩‍👧‍👦 مرحبا 🎵 日本語.mp4')
    for (const odd of ['file-names=pattern', 'file-names=..', 'file-names="x']) {
      expect(await nameOf(odd)).toMatch(/filename="cleanclip_\d{17}\.mp4"$/)
    }
    const page = await fetch(`${app.origin}/?post=${posts.emojiTitle.postId}`, {
      headers: { cookie },
    })
    expect(await page.text()).toMatch(/<option value="creator_title" selected=""/)
    expect(await choose('creator_title', cookie)).toBeNull()
    expect(await choose('brand_timestamp', cookie)).toMatch(/^file-names=; Max-Age=0;/)
    expect(await choose('pattern')).toBeNull()

    const zip = await fetch(await saveLink(posts.slideshow.url, 'zip'), {
      headers: { cookie: 'file-names=creator_id_date' },
    })
    const stem = `The Tester_${posts.slideshow.postId}_${new Date().toISOString().slice(0, 10)}`
    expect(zip.headers.get('content-disposition')).toContain(`filename="${stem}.zip"`)
    const entries = unzip(Buffer.from(await zip.arrayBuffer()))
    expect(entries[0]?.name).toBe(`${stem}/1.jpg`)
  })

  test('S8: is an MP3 at the rate that was asked for, of those on offer', async () => {
    const { html } = await lookUp(app, posts.video.url)
    const choose = (format: string, rate: string) =>
      fetch(`${app.origin}${chooseLinkIn(html, format)}&kbps=${rate}`, { redirect: 'manual' })
    const target = (await choose('mp3', '320')).headers.get('location') ?? ''
    expect(target).toMatch(/&kbps=320$/)
    expect((await choose('mp4', '320')).headers.get('location')).not.toContain('kbps')
    const ready = await (await fetch(`${app.origin}${target}&ready`)).text()
    expect(ready).toContain('320 kbps')
    const [save = ''] = linksIn(ready, '/save/').filter((href) => href.includes('/mp3?'))
    expect(save).toMatch(/&kbps=320$/)
    const made = Buffer.from(await (await fetch(app.origin + save)).arrayBuffer())
    const media = await describeMedia(made)
    expect(media.bitRate / 1000).toBeCloseTo(320, -1)
    const { postId } = posts.video
    expect(media.tags).toMatchObject({
      title: 'Test pattern with a tone #testing',
      artist: 'The Tester',
      comment: `https://www.tiktok.com/@tester/video/${postId}`,
      date: new Date(new Date(Number(BigInt(postId) >> 32n) * 1000).toISOString().slice(0, 10)),
    })
    for (const odd of ['', '64', '192.0', '320&kbps=128', 'x']) {
      const [refused, form] = [
        await fetch(save.replace(/^/, app.origin).replace(/kbps=.*/, `kbps=${odd}`)),
        await choose('mp3', odd),
      ]
      const first = odd.startsWith('320')
      expect([odd, refused.status, form.status]).toEqual([
        odd,
        first ? 200 : 403,
        first ? 302 : 403,
      ])
      await refused.body?.cancel()
    }
  })

  test('names no rate for a photo post’s sound, which is copied if it is an MP3', async () => {
    const { html } = await lookUp(app, posts.slideshow.url)
    expect(html).not.toContain('192 kbps')
    const link = await saveLinkIn(app, html, 'mp3')
    const made = Buffer.from(await (await fetch(app.origin + link)).arrayBuffer())
    const { bitRate } = await describeMedia(made)
    const source = await readFile('tests/fakes/media/sound.mp3')
    expect(Math.round(bitRate)).toBe(Math.round((await describeMedia(source)).bitRate))
  })

  test('of a photo post is its sound as it is, where that is an M4A, and its cover', async () => {
    const { html } = await lookUp(app, posts.slideshowAac.url)
    const link = app.origin + (await saveLinkIn(app, html, 'm4a'))
    const response = await fetch(link)
    expect(response.headers.get('content-type')).toBe('audio/mp4')
    const made = await packetsOf(Buffer.from(await response.arrayBuffer()))
    const source = await packetsOf(await readFile('tests/fakes/media/sound.m4a'))
    expect(made.sound.map(({ bytes }) => bytes)).toEqual(source.sound.map(({ bytes }) => bytes))
    const cover = await fetch(app.origin + (await saveLinkIn(app, html, 'cover')))
    expect(cover.headers.get('content-type')).toBe('image/jpeg')
    expect(formatsIn(html)).toEqual(['zip', 'mp3', 'm4a', 'cover'])
    // The row of MP3 copies a sound that is one.
    const { html: other } = await lookUp(app, posts.slideshow.url)
    expect(formatsIn(other)).toEqual(['zip', 'mp3', 'cover'])
  })

  test('can be fetched in any pieces, which together are the file', async () => {
    const link = await saveLink(posts.video.url, 'mp4')
    const { size } = file('video.mp4')
    const cuts = fc.array(fc.integer({ min: 1, max: size - 1 }), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(cuts, fc.ipV4(), async (places, address) => {
        const starts = [0, ...new Set(places)].sort((a, b) => a - b)
        const pieces: Buffer[] = []
        for (const [index, start] of starts.entries()) {
          const end = (starts[index + 1] ?? size) - 1
          const response = await fetch(link, {
            headers: { range: `bytes=${start}-${end}`, 'x-forwarded-for': address },
          })
          expect(response.status).toBe(206)
          expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/${size}`)
          expect(response.headers.get('content-length')).toBe(String(end - start + 1))
          pieces.push(Buffer.from(await response.arrayBuffer()))
        }
        expect(Buffer.concat(pieces).equals(bytesOf(file('video.mp4')))).toBe(true)
      }),
      { numRuns: 8 },
    )
  })

  test('answers HEAD, If-Range and ranges past the end as HTTP requires', async () => {
    const link = await saveLink(posts.video.url, 'mp4')
    const { size } = file('video.mp4')
    const head = await fetch(link, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)])
    const etag = head.headers.get('etag') ?? ''
    const range = { range: 'bytes=10-19' }
    const same = await fetch(link, { headers: { ...range, 'if-range': etag } })
    expect([same.status, (await same.arrayBuffer()).byteLength]).toEqual([206, 10])
    const other = await fetch(link, { headers: { ...range, 'if-range': '"another"' } })
    expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, size])
    const past = await fetch(link, { headers: { range: `bytes=${size}-` } })
    expect([past.status, past.headers.get('content-range')]).toEqual([416, `bytes */${size}`])
  })

  test('is sent even if its cached URL has expired, after one new look-up', async () => {
    const link = await saveLink(posts.mediaDiesThenHeals.url, 'mp4')
    expect((await fetch(link)).status).toBe(200)
  })

  test('cut off by its host never ends as a clean short file', async () => {
    const link = await saveLink(posts.mediaShortLength.url, 'mp4')
    const outcome = await fetch(link).then(
      (response) =>
        response.arrayBuffer().then(
          () => response.status,
          () => 'cut',
        ),
      () => 'cut',
    )
    expect(['cut', 502]).toContain(outcome)
  })

  test('S10: is never HTML, whatever type the host declares', async () => {
    const response = await fetch(await saveLink(posts.mediaHtml.url, 'mp4'))
    expect(response.status).toBe(502)
    const text = await response.text()
    expect(text).toContain('The file isn’t available right now')
    expect(text).not.toContain('alert(')
  })

  test('S11: carries no cookies from the media host', async () => {
    const response = await fetch(await saveLink(posts.mediaSetCookie.url, 'mp4'))
    expect(response.status).toBe(200)
    expect(response.headers.getSetCookie()).toEqual([])
  })

  test('without sound is a clear error instead of an empty MP3', async () => {
    const response = await fetch(await saveLink(posts.silent.url, 'mp3'))
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('This post has no sound')
  })
})

describe('A file is checked before it is saved', () => {
  const check = async (link: string) => {
    const response = await fetch(`${link}&check`)
    const type = response.headers.get('content-type')
    return [response.status, type === null ? null : await response.json()]
  }

  test('without being sent, in every format', async () => {
    for (const format of ['mp4', 'hd', 'mp3']) {
      expect(await check(await saveLink(posts.hd.url, format))).toEqual([204, null])
    }
    for (const format of ['zip', 'mp3', 'image-3']) {
      expect(await check(await saveLink(posts.slideshow.url, format))).toEqual([204, null])
    }
  })

  test('and the page shows why there is none', async () => {
    const link = await saveLink(posts.video.url, 'mp4')
    const sound = await saveLink(posts.video.url, 'mp3')
    app.media.setBehaviour(`/post/${posts.video.postId}/video.mp4`, '500')
    const refused = [502, { name: 'unavailable', retryAfterSeconds: null, othersMayWork: true }]
    expect(await check(link)).toEqual(refused)
    expect(await check(sound)).toEqual(refused)
    app.media.setBehaviour(`/post/${posts.video.postId}/video.mp4`, null)
    expect(await check(link)).toEqual([204, null])
    const { postId } = posts.video
    expect(await check(forge('save', postId, 'mp4', soon() - 301))).toEqual([
      410,
      { name: 'expired', retryAfterSeconds: null, othersMayWork: false },
    ])
    expect(await check(`${app.origin}/save/${postId}/mp4?e=1&s=x`)).toEqual([
      403,
      { name: 'invalid', retryAfterSeconds: null, othersMayWork: false },
    ])
  })
})

describe('A ZIP of chosen images', () => {
  const partsIn = async (link: string) => {
    const response = await fetch(link)
    expect(response.status).toBe(200)
    const files = unzip(Buffer.from(await response.arrayBuffer()))
    return files.map(({ name }) => name.slice(name.indexOf('/') + 1))
  }

  test('has only those, each once and in order', async () => {
    const link = await saveLink(posts.slideshow.url, 'zip')
    expect(await partsIn(`${link}&image=3&image=1&image=3`)).toEqual(['1.jpg', '3.jpg'])
    expect(await partsIn(link)).toEqual(['1.jpg', '2.jpg', '3.jpg', 'sound.mp3'])
  })

  test('S8, S45: is refused for images that no post has, or for too many', async () => {
    const link = await saveLink(posts.slideshow.url, 'zip')
    expect((await fetch(`${link}&image=4`)).status).toBe(404)
    const before = filesAsked(app.media)
    for (const odd of [
      '&image=0',
      '&image=1.5',
      '&image=',
      '&image=..%2F1',
      '&image=1'.repeat(501),
    ]) {
      expect([odd.slice(0, 20), (await fetch(link + odd)).status]).toEqual([odd.slice(0, 20), 403])
    }
    const forged = `${link.replace(/s=[^&]*/, 's=forged')}&image=1`
    expect((await fetch(forged)).status).toBe(403)
    expect(filesAsked(app.media)).toBe(before)
  })

  test('is what a form without JavaScript gets', async () => {
    const { html } = await lookUp(app, posts.slideshow.url)
    const chosen = `${app.origin}${chooseLinkIn(html, 'zip')}&image=2`
    const target = (await fetch(chosen, { redirect: 'manual' })).headers.get('location') ?? ''
    const ready = await (await fetch(`${app.origin}${target}&ready`)).text()
    const [save = ''] = linksIn(ready, '/zip?e=').filter((href) => href.startsWith('/save/'))
    expect(await partsIn(app.origin + save)).toEqual(['2.jpg'])
    // Ticked images are no part of another format.
    const sound = await fetch(`${app.origin}${chooseLinkIn(html, 'mp3')}&image=2`, {
      redirect: 'manual',
    })
    expect(sound.headers.get('location')).not.toContain('image=')
  })
})

describe('The form of a result', () => {
  test('S8: only continues with our own signature', async () => {
    const { html } = await lookUp(app, posts.video.url)
    const link = app.origin + chooseLinkIn(html, 'mp4')
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(302)
    for (const odd of [
      link.replace(/s=[^&]*/, 's=forged'),
      link.replace(/\d{19}/, posts.hd.postId),
      link.replace('format=mp4', 'format=exe'),
    ]) {
      expect((await fetch(odd, { redirect: 'manual' })).status).toBe(403)
    }
  })

  test('S8: renews links for the visitor who got them, however long ago, and for no one else', async () => {
    const renew = async (link: string) => {
      const response = await fetch(link.replace(/\?/, '.data?'), {
        method: 'POST',
        body: new URLSearchParams(),
      })
      return [response.status, await response.text()] as const
    }
    const old = forge('choose', posts.video.postId, 'any', soon() - 3000)
      .replace('/save/', '/prepare/')
      .replace('/any', '')
    const [status, text] = await renew(old)
    expect(status).toBe(200)
    expect(text).toContain(`/save/${posts.video.postId}/mp4?`)
    const [refused, said] = await renew(old.replace(/s=[^&]*/, 's=forged'))
    expect([refused, said.includes('/save/')]).toEqual([403, false])
  })
})

describe('S8: a download link', () => {
  test('works for ten minutes, and an expired one offers to look the post up again', async () => {
    const { postId } = posts.video
    expect((await fetch(forge('save', postId, 'mp4', soon()))).status).toBe(200)
    const before = filesAsked(app.media)
    const response = await fetch(forge('save', postId, 'mp4', soon() - 301))
    expect(response.status).toBe(410)
    const html = await response.text()
    expect(html).toContain('This download link has expired')
    expect(linksIn(html, `/?url=${postId}`)).toHaveLength(1)
    expect(filesAsked(app.media)).toBe(before)
  })

  test('S57: is refused if it would last longer than any link we issue', async () => {
    const { postId } = posts.video
    expect((await fetch(forge('save', postId, 'mp4', soon() + 295))).status).toBe(200)
    const before = [app.media.requests.length, app.extraction.requests.length]
    // What a link of today looks like once the clock is set back by minutes, a day or a year.
    for (const ahead of [60, 86_400, 365 * 86_400]) {
      const response = await fetch(forge('save', postId, 'mp4', soon() + 300 + ahead))
      expect(response.status).toBe(410)
      expect(await response.text()).toContain('This download link has expired')
    }
    expect([app.media.requests.length, app.extraction.requests.length]).toEqual(before)
  })

  test('that was changed or issued for something else is refused without an upstream call', async () => {
    const link = await saveLink(posts.video.url, 'mp4')
    const { html } = await lookUp(app, posts.video.url)
    const countdown = await prepareLinkIn(app, html)
    const { postId } = posts.hd
    const before = app.extraction.requests.length + filesAsked(app.media)
    const bad = [
      link.replace(posts.video.postId, postId),
      link.replace('/mp4?', '/hd?'),
      link.replace(/e=\d+/, 'e=99999999999'),
      `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`,
      link.replace(/&s=.*/, ''),
      forge('view', posts.video.postId, 'mp4', soon()),
      // The countdown's own link would lead past it.
      app.origin + countdown.replace('/prepare/', '/save/'),
      forge('save', posts.video.postId, 'exe', soon()),
    ]
    for (const address of bad)
      expect([address, (await fetch(address)).status]).toEqual([address, 403])
    expect(app.extraction.requests.length + filesAsked(app.media)).toBe(before)
  })
})

describe('limits', () => {
  test('S13: a network with twelve running downloads waits for the next, others don’t', async () => {
    const link = await saveLink(posts.mediaHangBody.url, 'mp4')
    const left = new AbortController()
    const from = (address: string) =>
      fetch(link, { headers: { 'x-forwarded-for': address }, signal: left.signal })
    try {
      // They are held on to: a response that is collected as garbage ends its download.
      const running: Response[] = []
      for (let n = 0; n < 12; n += 1) running.push(await from('203.0.113.5'))
      expect(running.map(({ status }) => status)).toEqual(running.map(() => 200))
      const next = await from('203.0.113.5')
      expect(next.status).toBe(429)
      expect(Number(next.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await from('203.0.113.6')).status).toBe(200)
      expect(running.every(({ bodyUsed }) => !bodyUsed)).toBe(true)
    } finally {
      left.abort()
    }
  })

  test('S13: a network over the limit learns when to come back', async () => {
    const statuses = new Set<number>()
    let last: Response | null = null
    for (let n = 0; n < 101; n += 1) {
      last = await fetch(`${app.origin}/`, {
        method: 'POST',
        body: new URLSearchParams({ url: 'nothing' }),
        headers: { 'x-forwarded-for': '203.0.113.7' },
      })
      statuses.add(last.status)
    }
    expect([...statuses]).toEqual([400, 429])
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
