// @module-tag whole
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fill } from '#app/i18n/catalogue.ts'
import { en } from '#app/i18n/en.ts'
import { bytesOf } from '#tests/fakes/media-files.ts'
import { type MediaHost, startMediaHost } from '#tests/fakes/media-host.ts'
import {
  oddShortLink,
  type Platform,
  platformPost,
  startPlatform,
} from '#tests/fakes/platform-pages.ts'
import { openDatabase } from '#tests/support/accounts.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { linksIn, lookUp, saveLinkIn } from '#tests/support/live-app.ts'
import { unzip } from '#tests/support/unzip.ts'

let foreign: MediaHost
let platform: Platform
let app: AppServer

async function startNative(): Promise<AppServer> {
  const TRUSTED_UPSTREAMS = `${platform.hostPort},${foreign.hostPort}`
  return startApp({ ...platform.env, TRUSTED_UPSTREAMS, LOG_LEVEL: 'debug' })
}

beforeAll(async () => {
  foreign = await startMediaHost()
  platform = await startPlatform({ foreignOrigin: foreign.origin })
  app = await startNative()
})
afterAll(async () => {
  await discardApp(app)
  await Promise.all([platform.close(), foreign.close()])
})

async function saveLink(link: string, format = 'mp4'): Promise<string> {
  const { status, html } = await lookUp(app, link)
  expect(status, html.slice(0, 300)).toBe(200)
  return app.origin + (await saveLinkIn(app, html, format))
}

async function save(link: string, headers: Record<string, string> = {}) {
  const response = await fetch(link, { headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes, sha: sha(bytes) }
}

const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

function fileBytes(name: string): Buffer {
  const file = platform.files.get(name)
  if (file === undefined) throw new Error(`The platform has no ${name}`)
  return bytesOf(file)
}

/** Requests for files of one post since the fake started. */
const mediaRequests = (postId: string) =>
  platform.requests.filter(
    ({ url, path: at }) =>
      // The cover that is kept for operators is fetched beside what visitors ask for.
      url.includes(postId) && !at.startsWith('/@') && !at.includes('/cover.'),
  )

/** The same without its pictures: the cover is fetched by itself. */
const videoRequests = (postId: string) =>
  mediaRequests(postId).filter(({ path: at }) => !at.startsWith('/media/p/'))

describe('a clip from the platform itself', () => {
  test('is saved as MP4, as HD and as MP3, and its open URLs get no cookie', async () => {
    const { postId, url } = platformPost('hd')
    expect((await lookUp(app, url)).html).toMatch(/1080p.*HEVC/)
    const mp4 = await save(await saveLink(url))
    expect([mp4.status, mp4.sha]).toEqual([200, sha(fileBytes('video.mp4'))])
    const hd = await save(await saveLink(url, 'hd'))
    expect([hd.status, hd.sha]).toEqual([200, sha(fileBytes('hevc.mp4'))])
    const mp3 = await save(await saveLink(url, 'mp3'))
    expect([mp3.status, mp3.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
    expect(mp3.bytes.subarray(0, 3).toString('latin1')).toBe('ID3')
    const asked = videoRequests(postId)
    expect(asked.length).toBeGreaterThan(0)
    for (const { headers, path: at } of asked) {
      expect(at).toMatch(/^\/(?:aweme|media\/[bp])\//)
      expect(headers).not.toHaveProperty('cookie')
    }
    // One page was enough for all of it.
    expect(platform.pages(postId)).toBe(1)
  })

  test('is found by its short link', async () => {
    const { postId } = platformPost('video', 7)
    const link = await saveLink(oddShortLink('H', postId))
    expect(link).toContain(`/save/${postId}/mp4`)
    expect((await save(link)).sha).toBe(sha(fileBytes('video.mp4')))
  })

  test('S59: gated files get the guest cookies of their own page, never of another', async () => {
    const posts = [platformPost('open_refused', 1), platformPost('open_refused', 2)]
    const links: string[] = []
    for (const { url } of posts) links.push(await saveLink(url))
    const saved = await Promise.all([...links, ...links].map((link) => save(link)))
    for (const { status, sha: got } of saved) {
      expect([status, got]).toEqual([200, sha(fileBytes('video.mp4'))])
    }
    for (const { postId } of posts) {
      const gated = mediaRequests(postId).filter(({ path: at }) => at.startsWith('/media/a/'))
      expect(gated.length).toBeGreaterThan(0)
      const own = [...platform.grants.values()].find((grant) => grant.postId === postId)
      for (const { headers } of gated) {
        expect(headers.cookie?.split('; ')).toContain(`tt_chain_token=${own?.token}`)
        expect(headers.cookie).not.toMatch(/sessionid|csrf/)
        expect(headers['user-agent']).toBe(own?.userAgent)
        expect(headers.referer).toBe('https://www.tiktok.com/')
      }
    }
  })

  test('S59: a redirect to a host of another kind gets neither cookie nor Referer', async () => {
    const saved = await save(await saveLink(platformPost('foreign_media').url))
    expect([saved.status, saved.sha]).toEqual([200, sha(fileBytes('video.mp4'))])
    expect(foreign.requests.length).toBeGreaterThan(0)
    for (const { headers } of foreign.requests) {
      expect(headers).not.toHaveProperty('cookie')
      expect(headers).not.toHaveProperty('referer')
    }
  })

  test('S59: a token is only on disk encrypted, and in no page, answer, log line or figure', async () => {
    const { postId, url } = platformPost('open_refused', 3)
    await save(await saveLink(url))
    const token = [...platform.grants.values()].find((grant) => grant.postId === postId)?.token
    const db = openDatabase(app)
    const row = await db.row('select answer, session from extractions where post_id = ?', postId)
    await db.close()
    expect(row).toMatchObject({ session: expect.stringMatching(/^v1\.[\w-]{40,}$/) })
    const data = await fetch(`${app.origin}/_.data?index`, {
      method: 'POST',
      body: new URLSearchParams({ url }),
    })
    const texts = [
      (await lookUp(app, url)).html,
      await data.text(),
      app.lines.join('\n'),
      JSON.stringify(row),
      ...readdirSync(app.dataDir, { withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => readFileSync(path.join(app.dataDir, name), 'latin1')),
    ]
    expect(token).toMatch(/^TOKEN-\d+$/)
    for (const text of texts) expect(text.includes(String(token))).toBe(false)
    for (const text of texts) expect(text.includes('must-never-be-kept')).toBe(false)
  })

  test('of pictures is saved one by one and as a ZIP; pictures get a Referer and no cookie', async () => {
    const { postId, photoUrl } = platformPost('slideshow')
    const image = await save(await saveLink(photoUrl, 'image-2'))
    expect([image.status, image.sha]).toEqual([200, sha(fileBytes('image-2.jpg'))])
    const zip = await save(await saveLink(photoUrl, 'zip'))
    const zipped = unzip(zip.bytes).map(({ content }) => sha(content))
    expect(zipped).toContain(sha(fileBytes('image-3.jpg')))
    expect(zipped).toContain(sha(fileBytes('music.mp3')))
    const pictures = mediaRequests(postId).filter(({ path: at }) => at.startsWith('/media/p/'))
    for (const { headers } of pictures) {
      expect(headers.referer).toBe('https://www.tiktok.com/')
      expect(headers).not.toHaveProperty('cookie')
    }
  })

  test('has its cover, fetched by the server', async () => {
    const { html } = await lookUp(app, platformPost('video', 8).url)
    const [cover = ''] = linksIn(html, '/cover/')
    expect((await save(app.origin + cover)).sha).toBe(sha(fileBytes('cover.jpg')))
  })

  test('comes from the next mirror when one refuses it', async () => {
    const { postId, url } = platformPost('first_mirror_dead')
    expect((await save(await saveLink(url))).sha).toBe(sha(fileBytes('video.mp4')))
    const mirrors = videoRequests(postId).map(({ path: at }) => at.split('/')[5] ?? at)
    expect(mirrors).toEqual(
      ['/aweme/v1/play/', 'v16', 'v19'].map((part) => part.split('/')[5] ?? part),
    )
    expect(platform.pages(postId)).toBe(1)
  })

  test('of pictures is whole in its ZIP when the first mirror refuses them', async () => {
    const { postId, photoUrl } = platformPost('slideshow_dead_mirror')
    const zip = await save(await saveLink(photoUrl, 'zip'))
    const names = ['image-1.jpg', 'image-2.jpg', 'image-3.jpg', 'music.mp3']
    const zipped = unzip(zip.bytes).map(({ content }) => sha(content))
    expect(zipped).toEqual(names.map((name) => sha(fileBytes(name))))
    expect(platform.pages(postId)).toBe(1)
  })

  test('S10: that turns out to be a page is looked up once more, and never sent', async () => {
    const { postId, url } = platformPost('html_as_mp4')
    const saved = await save(await saveLink(url))
    expect(saved.status).toBe(404)
    expect(saved.bytes.includes('Just a moment')).toBe(false)
    expect(platform.pages(postId)).toBe(2)
  })

  test('S4: whose host sends us to a forbidden address is reported as that host’s refusal', async () => {
    const { postId, url } = platformPost('forbidden_media')
    const { status, bytes } = await save(await saveLink(url))
    const page = bytes.toString()
    expect([status, page.includes(en.saveProblem.refusedTitle)]).toEqual([502, true])
    expect(page).not.toContain(en.saveProblem.noSuchFileTitle)
    // A new look-up can bring other addresses.
    expect(platform.pages(postId)).toBe(2)
  })

  test('R10: whose token expires midway is resumed with a new one, byte for byte', async () => {
    const { postId, url } = platformPost('token_dies')
    const link = await saveLink(url)
    const response = await fetch(link)
    const etag = response.headers.get('etag') ?? ''
    const chunks: Uint8Array[] = []
    await expect(async () => {
      for await (const chunk of response.body ?? []) chunks.push(chunk)
    }).rejects.toThrow()
    const got = Buffer.concat(chunks)
    expect(got.length).toBeLessThan(3_000_000)
    const rest = await save(link, { range: `bytes=${got.length}-`, 'if-range': etag })
    expect(rest.status).toBe(206)
    expect(sha(Buffer.concat([got, rest.bytes]))).toBe(sha(fileBytes('big.mp4')))
    expect(platform.pages(postId)).toBe(2)
  })

  test('R10: is never continued with another variant’s bytes', async () => {
    const { postId, url } = platformPost('variant_changes')
    const link = await saveLink(url)
    const start = await save(link, { range: 'bytes=0-999' })
    expect(start.status).toBe(206)
    const db = openDatabase(app)
    await db.run('delete from extractions where post_id = ?', postId)
    await db.close()
    expect((await save(link, { range: 'bytes=1000-1999' })).status).toBe(416)
    const etag = start.headers.get('etag') ?? ''
    const whole = await save(link, { range: 'bytes=1000-', 'if-range': etag })
    expect([whole.status, whole.sha]).toEqual([200, sha(fileBytes('hd.mp4'))])
    expect(whole.headers.get('etag')).not.toBe(etag)
  })

  test('logs the platform’s reason for a refusal, but no link', async () => {
    const { postId, url } = platformPost('audit')
    await lookUp(app, `${url}?_t=a-name`)
    const line = await app.said('10231 status_audit_not_pass')
    expect(JSON.parse(line)).toMatchObject({ source: 'native', reason: 'restricted' })
    expect(line).not.toMatch(new RegExp(`${postId}|tester|a-name`))
  })

  test.for([
    ['private', 'private'],
    ['age', 'age'],
    ['region', 'region'],
    ['reviewing', 'restricted'],
    ['deleted', 'gone'],
    ['story', 'unsupported'],
  ] as const)('that is %s is refused with the reason', async ([name, hint]) => {
    const { postId, url } = platformPost(name)
    const { status, html } = await lookUp(app, url)
    expect(status).toBe(404)
    const text = html.replaceAll('&#x27;', "'")
    expect(text).toContain(en.errors.failed)
    expect(text).toContain(fill(en.hints[hint], { site: 'TikTok' }))
    expect(platform.pages(postId)).toBe(1)
  })
})

test('an origin for the platform that is not trusted stops the start with a text', async () => {
  const env = { ...platform.env, TRUSTED_UPSTREAMS: foreign.hostPort }
  await expect(startApp(env)).rejects.toThrow(/PLATFORM_ORIGINS: must be .*TRUSTED_UPSTREAMS/)
  await expect(startApp({ EXTRACTION_SOURCES: 'native,ytdl' })).rejects.toThrow(
    /EXTRACTION_SOURCES: must be native, service, ytdlp, demo/,
  )
})
