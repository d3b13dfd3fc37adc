// @module-tag whole
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakePost, fakePost, posts } from '#tests/fakes/extraction-service.ts'
import { addUser, createBrowser, openDatabase } from '#tests/support/accounts.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import { type LiveApp, linksIn, saveLinkIn, startLiveApp } from '#tests/support/live-app.ts'
import { runJob } from '#tests/support/recurring-jobs.ts'
import { signedLink } from '#tests/support/signed-link.ts'
import type { Sql } from '#tests/support/sql.ts'

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const player = 'AppleCoreMedia/1.0.0.22B83 (iPhone; U; CPU OS 18_1 like Mac OS X; en_us)'

let app: LiveApp
let db: Sql

beforeAll(async () => {
  app = await startLiveApp({ TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'warn' })
  db = openDatabase(app)
})
afterAll(async () => {
  await db?.close()
  await app?.close()
})

/** A request of an iPhone at `address`; Safari navigates, its player asks for pieces. */
function ask(target: string, address: string, headers: Record<string, string> = {}) {
  return fetch(new URL(target, app.origin), {
    headers: {
      'User-Agent': iphone,
      'X-Forwarded-For': address,
      'Sec-Fetch-Dest': 'document',
      ...headers,
    },
  })
}

function piece(target: string, address: string, range: string) {
  return ask(target, address, { 'User-Agent': player, 'Sec-Fetch-Dest': 'video', Range: range })
}

/** The page with a post's result. */
async function page(post: FakePost, address: string): Promise<string> {
  const response = await fetch(`${app.origin}/`, {
    method: 'POST',
    headers: { 'User-Agent': iphone, 'X-Forwarded-For': address },
    body: new URLSearchParams({ url: post.url }),
  })
  return response.text()
}

/** What an iPhone's page offers to open. */
async function openLink(post: FakePost, address: string, format = 'mp4'): Promise<string> {
  const [link] = linksIn(await page(post, address), `/${format}?view&`)
  if (link === undefined) throw new Error(`Nothing to open of ${post.name}`)
  return link
}

/** What a page's script fetches, to have it at hand for the share sheet. */
function fetchFor(link: string, address: string) {
  return ask(link, address, { 'Sec-Fetch-Dest': 'empty' })
}

function tellShared(file: string, address: string) {
  return fetch(new URL('/beacon', app.origin), {
    method: 'POST',
    headers: { 'User-Agent': iphone, 'X-Forwarded-For': address, 'Sec-Fetch-Site': 'same-origin' },
    body: new URLSearchParams({ kind: 'shared', file }),
  })
}

let agents = 0

const savesOf = (post: FakePost) =>
  db.rows<Record<string, unknown>>(
    `select * from analytics_events where kind = 'save' and post = ? order by id`,
    post.postId,
  )
const downloadsOf = ({ postId }: FakePost) =>
  db.value('select downloads from posts where post_id = ?', postId)

let marks = 0

/** What was counted of a post, once all before this is written: a last save of another post is. */
async function counted(post: FakePost) {
  const link = await saveLinkIn(app, await page(posts.noTitle, '198.51.100.250'))
  await (await ask(link, '198.51.100.250')).arrayBuffer()
  marks += 1
  const counts = async () => [
    await downloadsOf(posts.noTitle),
    (await savesOf(posts.noTitle)).length,
  ]
  await expect.poll(counts).toEqual([marks, marks])
  return { saves: await savesOf(post), downloads: await downloadsOf(post) }
}

const whole = (response: Response) => response.arrayBuffer().then((bytes) => bytes.byteLength)

describe('a file that is opened instead of saved, as on an iPhone', () => {
  test('counts as one download once all of it was sent, however often it is played', async () => {
    const link = await openLink(posts.video, '203.0.113.1')
    const size = await whole(await ask(link, '203.0.113.1'))
    await whole(await ask(link, '203.0.113.1'))
    const { saves, downloads } = await counted(posts.video)
    expect(saves).toHaveLength(1)
    expect(saves[0]).toMatchObject({ format: 'mp4', error: null, os: 'iOS', browser: 'Safari' })
    expect(Number(saves[0]?.bytes)).toBeGreaterThanOrEqual(size)
    expect(downloads).toBe(1)
  })

  test('counts when a player fetched it in pieces, but not for reading only its ends', async () => {
    const address = '203.0.113.2'
    const link = await openLink(posts.hd, address)
    const opened = await fetch(new URL(link, app.origin), {
      headers: {
        'User-Agent': iphone,
        'X-Forwarded-For': address,
        Accept: 'text/html,application/xhtml+xml',
        Range: 'bytes=0-999',
      },
    })
    const size = Number(opened.headers.get('content-range')?.split('/')[1])
    await opened.arrayBuffer()
    expect(size).toBeGreaterThan(10_000)
    await whole(await piece(link, address, 'bytes=0-1'))
    await whole(await piece(link, address, `bytes=${size - 3000}-`))
    expect(await counted(posts.hd)).toEqual({ saves: [], downloads: 0 })
    await whole(await piece(link, address, `bytes=2000-${size - 1}`))
    expect(await counted(posts.hd)).toEqual({ saves: [], downloads: 0 })
    await whole(await piece(link, address, 'bytes=1000-2500'))
    await whole(await piece(link, address, 'bytes=0-'))
    const { saves, downloads } = await counted(posts.hd)
    expect(saves).toHaveLength(1)
    // The player names itself otherwise, but it is the same visitor.
    expect(saves[0]).toMatchObject({ error: null, new_visitor: 0, browser: 'Safari' })
    expect(Number(saves[0]?.bytes)).toBeGreaterThanOrEqual(size)
    expect(downloads).toBe(1)
  })

  test('counts as a failed download when it isn’t sent, or not to its end', async () => {
    const gone = await openLink(posts.mediaHtml, '203.0.113.3')
    expect((await ask(gone, '203.0.113.3')).status).toBe(502)
    const { saves, downloads } = await counted(posts.mediaHtml)
    expect(saves.map(({ error }) => error)).toEqual(['media: not_media'])
    expect(downloads).toBe(0)

    const cut = await openLink(posts.mediaCut, '203.0.113.3')
    await expect(ask(cut, '203.0.113.3').then(whole)).rejects.toThrow()
    expect(await counted(posts.mediaCut)).toEqual({ saves: [], downloads: 0 })
    // Its player could come back for the rest until then.
    await db.run('update partial_saves set expires_at = 1')
    await runJob(db, 'expired-answers')
    await expect.poll(async () => (await savesOf(posts.mediaCut)).length).toBe(1)
    const broken = await counted(posts.mediaCut)
    expect(broken.saves.map(({ error }) => error)).toEqual(['not sent whole'])
    expect(broken.downloads).toBe(0)
  })

  test('isn’t a failure when its reader leaves: the player may come back for the rest', async () => {
    const link = await openLink(posts.mediaHangBody, '203.0.113.4')
    const left = new AbortController()
    const response = await fetch(new URL(link, app.origin), {
      headers: { 'User-Agent': iphone, 'X-Forwarded-For': '203.0.113.4' },
      signal: left.signal,
    })
    await response.body?.getReader().read()
    left.abort()
    expect(await counted(posts.mediaHangBody)).toEqual({ saves: [], downloads: 0 })
  })

  test('counts an opened picture, but not one that a page only shows', async () => {
    const link = await openLink(posts.slideshow, '203.0.113.5', 'image-2')
    await whole(await ask(link, '203.0.113.5', { 'Sec-Fetch-Dest': 'image' }))
    expect(await counted(posts.slideshow)).toEqual({ saves: [], downloads: 0 })
    await whole(await ask(link, '203.0.113.5'))
    const { saves, downloads } = await counted(posts.slideshow)
    expect(saves.map(({ format, error }) => [format, error])).toEqual([['image', null]])
    expect(downloads).toBe(1)
  })

  test('doesn’t count when a page fetches it for itself, and counts once when it is shared', {
    tags: 'gate',
  }, async () => {
    const address = '203.0.113.7'
    const post = fakePost('video', 60)
    const link = await openLink(post, address)
    const size = await whole(await fetchFor(link, address))
    await whole(await fetchFor(link, address))
    expect(await counted(post)).toEqual({ saves: [], downloads: 0 })
    expect((await tellShared(link, address)).status).toBe(204)
    await tellShared(link, address)
    await whole(await ask(link, address))
    const { saves, downloads } = await counted(post)
    expect(saves).toHaveLength(1)
    expect(saves[0]).toMatchObject({ format: 'mp4', error: null, os: 'iOS', browser: 'Safari' })
    expect(Number(saves[0]?.bytes)).toBeGreaterThanOrEqual(size)
    expect(downloads).toBe(1)
  })

  test('counts once when it is opened and then fetched and shared', async () => {
    const address = '203.0.113.8'
    const post = fakePost('video', 61)
    const link = await openLink(post, address)
    await whole(await ask(link, address))
    await whole(await fetchFor(link, address))
    await tellShared(link, address)
    const { saves, downloads } = await counted(post)
    expect([saves.length, downloads]).toEqual([1, 1])
  })

  test.each([
    ['a script', { 'Sec-Fetch-Dest': 'empty' }, 0],
    ['a script of an older Safari', { 'Sec-Fetch-Dest': null, Accept: '*/*' }, 0],
    ['a picture of an older Safari', { 'Sec-Fetch-Dest': null, Accept: 'image/webp,*/*' }, 0],
    ['a preview', { 'Sec-Fetch-Dest': 'video' }, 0],
    ['a window', { 'Sec-Fetch-Dest': 'document' }, 1],
    ['a window of an older Safari', { 'Sec-Fetch-Dest': null, Accept: 'text/html,*/*;q=0.8' }, 1],
  ] as const)('counts by who asks for it: %s', async (_, headers, downloads) => {
    const post = fakePost('video', 70 + agents++)
    const address = '203.0.113.9'
    const link = await openLink(post, address)
    const sent = Object.fromEntries(
      Object.entries({ 'User-Agent': iphone, 'X-Forwarded-For': address, ...headers }).filter(
        (header): header is [string, string] => header[1] !== null,
      ),
    )
    await whole(await fetch(new URL(link, app.origin), { headers: sent }))
    expect((await counted(post)).downloads).toBe(downloads)
  })

  test('counts the ZIP of a video made by a page once that was handed over', async () => {
    const address = '203.0.113.11'
    const post = fakePost('slideshow', 63)
    await page(post, address)
    const { postId } = post
    const link = signedLink(app, { purpose: 'view', postId, format: 'zip' }).slice(
      app.origin.length,
    )
    await whole(await fetchFor(link, address))
    expect(await counted(post)).toEqual({ saves: [], downloads: 0 })
    await tellShared(link, address)
    await tellShared(link, address)
    const { saves, downloads } = await counted(post)
    expect([saves.map(({ format }) => format), downloads]).toEqual([['zip'], 1])
  })

  test('isn’t counted as shared without its own link', async () => {
    const address = '203.0.113.10'
    const post = fakePost('video', 62)
    const link = await openLink(post, address)
    const save = link.replace('view&', '')
    for (const wrong of [
      '',
      'x',
      save,
      link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      link.replace('/mp4?', '/hd?'),
      `https://elsewhere.example${link}`,
      `${link}&image=x`,
      link + 'x'.repeat(100),
    ]) {
      expect((await tellShared(wrong, address)).status, wrong).toBe(400)
    }
    expect(await counted(post)).toEqual({ saves: [], downloads: 0 })
  })

  test('doesn’t count when an operator opens it in the back office', async () => {
    await addUser(db, { email: 'ops@site.example' })
    const browser = createBrowser(app, iphone)
    await browser.signIn('ops@site.example')
    await page(posts.sizeNull, '203.0.113.6')
    const html = await browser.html(`/admin/videos/${posts.sizeNull.postId}`)
    const src = select(elementsOf(html), 'video')[0]?.attributes.src ?? ''
    await whole(await browser.get(src))
    expect(await counted(posts.sizeNull)).toEqual({ saves: [], downloads: 0 })
  })
})
