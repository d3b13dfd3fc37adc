// @module-tag whole
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bytesOf } from '#tests/fakes/media-files.ts'
import { startMediaHost } from '#tests/fakes/media-host.ts'
import { type Platform, platformPost, startPlatform } from '#tests/fakes/platform-pages.ts'
import { makeYtdlp } from '#tests/fakes/ytdlp.ts'
import { discardApp, startApp } from '#tests/support/app-server.ts'
import { formatsIn, linksIn, lookUp, saveLinkIn } from '#tests/support/live-app.ts'
import { type ModeratedApp, startModeratedApp } from '#tests/support/moderated-app.ts'

let platform: Platform
let foreign: Awaited<ReturnType<typeof startMediaHost>>
let world: ModeratedApp
let app: ModeratedApp['app']

beforeAll(async () => {
  foreign = await startMediaHost()
  platform = await startPlatform({ foreignOrigin: foreign.origin })
  world = await startModeratedApp({ ...platform.env, TRUSTED_PROXIES: '127.0.0.1' })
  app = world.app
})
afterAll(async () => {
  await Promise.all([world.close(), platform.close(), foreign.close()])
})

let networks = 0

/** Fetches a path as a visitor of a network of their own. */
function get(path: string, init: RequestInit = {}): Promise<Response> {
  networks += 1
  return fetch(app.origin + path, { ...init, headers: { 'x-forwarded-for': `10.1.${networks}.1` } })
}

async function linkTo(post: { url: string }, format: string): Promise<string> {
  const { html } = await lookUp(app, post.url)
  return saveLinkIn(app, html, format)
}

function captionLinks(html: string): string[] {
  return linksIn(html, '/captions-').map((href) => /captions-[\w-]+/.exec(href)?.[0] ?? '')
}

describe('captions', () => {
  test('are offered by language in both types, the spoken one first, and only from the platform', async () => {
    const { html } = await lookUp(app, platformPost('captions', 1).url)
    const languages = ['en', 'de', 'pt-BR', 'pt-PT']
    expect(captionLinks(html)).toEqual(
      languages.flatMap((one) => [`captions-${one}-srt`, `captions-${one}-vtt`]),
    )
    const none = await lookUp(app, platformPost('video', 61).url)
    expect(none.html).not.toContain('Captions')
  })

  test('are saved as SRT and as WebVTT, named with their language', async () => {
    const post = platformPost('captions', 2)
    const srt = await get(await linkTo(post, 'captions-en-srt'))
    expect(srt.status).toBe(200)
    expect(srt.headers.get('content-type')).toBe('application/x-subrip; charset=utf-8')
    expect(srt.headers.get('content-disposition')).toMatch(
      /^attachment; filename="cleanclip_\d{17}_en\.srt"/,
    )
    const text = await srt.text()
    expect(srt.headers.get('content-length')).toBe(String(Buffer.byteLength(text)))
    expect(text).toBe(
      '1\n00:00:00,000 --> 00:00:01,240\nHello & welcome,\nto the test pattern\n\n' +
        '2\n00:00:01,240 --> 00:00:02,900\nI <3 tones\n',
    )
    const vtt = await get(await linkTo(post, 'captions-de-vtt'))
    expect(vtt.headers.get('content-type')).toBe('text/vtt; charset=utf-8')
    expect(await vtt.text()).toBe('WEBVTT\n\n00:00:00.000 --> 00:00:01.240\nHallo und willkommen\n')
  })

  test('are listed on the countdown page of another format, and count down like one', async () => {
    const post = platformPost('captions', 3)
    const save = await linkTo(post, 'captions-pt-BR-srt')
    expect(save).toMatch(/^\/save\/\d+\/captions-pt-BR-srt\?e=/)
    const { html } = await lookUp(app, post.url)
    const [prepare = ''] = linksIn(html, '/captions-en-vtt')
    const page = await (await get(`${prepare}&ready`)).text()
    expect(captionLinks(page)).toContain('captions-de-srt')
    expect(page).toContain('VTT')
  })

  test('come from yt-dlp as from the page', async () => {
    const ytdlp = makeYtdlp(platform.origin)
    const env = { ...platform.env, EXTRACTION_SOURCES: 'ytdlp', YTDLP_PATH: ytdlp.path }
    const other = await startApp({ ...env, LOG_LEVEL: 'warn' })
    try {
      const { html } = await lookUp(other, platformPost('captions_one', 4).url)
      expect(captionLinks(html)).toEqual(['captions-en-srt', 'captions-en-vtt'])
      const response = await fetch(
        other.origin + (await saveLinkIn(other, html, 'captions-en-vtt')),
      )
      expect(await response.text()).toContain('to the test pattern')
    } finally {
      await discardApp(other)
      ytdlp.remove()
    }
  })

  test('S77: with markup, control characters and impossible times come out as plain text', async () => {
    const post = platformPost('captions_bad', 1)
    const vtt = await (await get(await linkTo(post, 'captions-en-vtt'))).text()
    const srt = await (await get(await linkTo(post, 'captions-en-srt'))).text()
    expect(vtt).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nfirst\n\n00:00:02.000 --> 00:00:03.000\n' +
        'second &lt;script&gt;alert(1) &lt;img src=x onerror=alert(2)&gt;[31m\n1\n' +
        '00:00:09.000 --&gt; 00:00:10.000 {\\an8}\n',
    )
    expect(srt).toContain('second ‹script>alert(1) ‹img src=x onerror=alert(2)>')
    expect(srt).toContain('00:00:09.000 → 00:00:10.000 (\\an8}')
    expect(srt.match(/-->/g)).toHaveLength(2)
  })

  test('S77: that are too large, endless, missing, empty or no captions are refused with a sentence', async () => {
    const post = platformPost('captions_bad', 2)
    const { html } = await lookUp(app, post.url)
    const refusals: [language: string, status: number, title: string][] = [
      ['de', 413, 'This file is too large'],
      ['fr', 413, 'This file is too large'],
      ['es', 404, 'That format isn’t available for this post'],
      ['it', 404, 'That format isn’t available for this post'],
      ['ja', 404, 'That format isn’t available for this post'],
      ['nl', 502, 'The post’s site won’t send this file'],
      ['pl', 404, 'That format isn’t available for this post'],
    ]
    foreign.requests.length = 0
    for (const [language, status, title] of refusals) {
      const response = await get(await saveLinkIn(app, html, `captions-${language}-srt`))
      expect([language, response.status]).toEqual([language, status])
      expect(await response.text()).toContain(title)
    }
    expect(foreign.requests).toEqual([])
  })

  test('with a link for another language, type or post are refused', async () => {
    const link = await linkTo(platformPost('captions', 5), 'captions-en-srt')
    for (const forged of [
      'captions-de-srt',
      'captions-en-vtt',
      'captions-EN-srt',
      'captions-en-',
    ]) {
      expect((await get(link.replace('captions-en-srt', forged))).status).toBe(403)
    }
    const other = platformPost('captions', 6).postId
    expect((await get(link.replace(/\d{19}/, other))).status).toBe(403)
  })
})

describe('a cover', () => {
  test('is saved in its largest size, byte for byte, with its type', async () => {
    const post = platformPost('captions_one', 1)
    const { html } = await lookUp(app, post.url)
    expect(formatsIn(html).at(-1)).toBe('cover')
    const response = await get(await saveLinkIn(app, html, 'cover'))
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="cleanclip_\d{17}_cover\.jpg"/,
    )
    const file = platform.files.get('image-2.jpg')
    if (file === undefined) throw new Error('The platform has no such picture')
    expect(Buffer.from(await response.arrayBuffer()).equals(bytesOf(file))).toBe(true)
  })

  test('of a photo post is a file too, as that of a video', async () => {
    const { html } = await lookUp(app, platformPost('slideshow', 61).photoUrl)
    expect(formatsIn(html)).toContain('cover')
  })
})

test('Captions and covers are counted by their own names, for the post and for the site', async () => {
  const post = platformPost('captions', 8)
  const { html } = await lookUp(app, post.url)
  for (const format of ['captions-en-srt', 'captions-de-vtt', 'cover']) {
    await (await get(await saveLinkIn(app, html, format))).arrayBuffer()
  }
  const counted = () =>
    world.db.rows(
      `select a.kind, n from post_activity a join posts on seq = post_seq
       where post_id = ? and a.kind <> 'lookup' order by a.kind`,
      post.postId,
    )
  await expect.poll(counted).toEqual([
    { kind: 'captions', n: 2 },
    { kind: 'cover', n: 1 },
  ])
  const page = await (await world.operator.get(`/admin/videos/${post.postId}`)).text()
  expect(page).toMatch(/>Captions<\/th>/)
  expect(page).toMatch(/>Cover<\/th>/)
})

test('A removed post gives neither captions nor a cover', async () => {
  const post = platformPost('captions', 7)
  const { html } = await lookUp(app, post.url)
  const links = [
    await saveLinkIn(app, html, 'captions-en-srt'),
    await saveLinkIn(app, html, 'cover'),
  ]
  await world.change('remove', [post.postId])
  for (const link of links) expect((await get(link)).status).toBe(451)
})
