// @module-tag process
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakePost, fakePost, posts } from '#tests/fakes/extraction-service.ts'
import { type PlayedBluesky, startBluesky } from '#tests/fakes/platforms/bluesky.ts'
import { lookUp, prepareLinkIn, saveLinkIn } from '#tests/support/live-app.ts'
import { type ModeratedApp, startModeratedApp } from '#tests/support/moderated-app.ts'
import { runJob } from '#tests/support/recurring-jobs.ts'

let world: ModeratedApp
let bluesky: PlayedBluesky

beforeAll(async () => {
  bluesky = await startBluesky()
  world = await startModeratedApp(bluesky.env)
})
afterAll(async () => {
  await world?.close()
  await bluesky?.close()
})

const phone =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

function lookUpAsVisitor(link: string) {
  const body = new URLSearchParams({ url: link })
  return fetch(`${world.app.origin}/`, {
    method: 'POST',
    body,
    headers: { 'User-Agent': phone },
    redirect: 'manual',
  })
}

test('look-ups and downloads are counted by platform, failed ones by their link', async () => {
  await lookUpAsVisitor(fakePost('video', 1).url)
  await lookUpAsVisitor(bluesky.link('video'))
  await lookUpAsVisitor(bluesky.link('gone'))
  await lookUpAsVisitor('https://bsky.app/profile/a.test')
  const { html } = await lookUp(world.app, bluesky.link('gif'))
  const prepare = await prepareLinkIn(world.app, html)
  await (await fetch(world.app.origin + prepare, { headers: { 'User-Agent': phone } })).text()
  const attempts = `select format from analytics_events where kind = 'attempt'`
  await expect.poll(() => world.db.rows(attempts)).toHaveLength(1)
  const save = await saveLinkIn(world.app, html)
  const file = await fetch(world.app.origin + save, { headers: { 'User-Agent': phone } })
  await file.arrayBuffer()

  const sums = `select key, lookups, failed_lookups, saves from analytics_days
    where dimension = 'platform' order by key`
  const counted = async () => (await world.db.rows(sums)).find(({ key }) => key === 'bluesky')
  await expect.poll(counted).toMatchObject({ saves: 1 })
  expect(await world.db.rows(sums)).toEqual([
    { key: 'bluesky', lookups: 1, failed_lookups: 1, saves: 1 },
    { key: 'tiktok', lookups: 1, failed_lookups: 0, saves: 0 },
  ])
  const page = await world.operator.html('/admin/analytics')
  expect(page).toContain('Platforms')
  const filtered = await world.operator.html('/admin/analytics?platform=bluesky')
  expect(filtered).toMatch(/Platform(?:<!-- -->)?: <strong>Bluesky<\/strong>/)
})

test('pages that no one reads are left out, and counted as what they are', async () => {
  const kinds: Record<string, RequestInit> = {
    'head request': { method: 'HEAD' },
    prefetch: { headers: { 'Sec-Purpose': 'prefetch' } },
    'no user agent': { headers: { 'User-Agent': '' } },
    'known bot': { headers: { 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' } },
    'headless browser': { headers: { 'User-Agent': phone.replace('Chrome', 'HeadlessChrome') } },
    'privacy signal': { headers: { 'Sec-GPC': '1' } },
  }
  for (const how of Object.values(kinds)) {
    const headers = { 'User-Agent': phone, 'Sec-Fetch-Dest': 'document', ...how.headers }
    await fetch(`${world.app.origin}/press-kit`, { ...how, headers })
  }
  const bots = () => world.db.column('select distinct bot from analytics_events')
  await expect.poll(bots).toEqual(expect.arrayContaining(Object.keys(kinds)))
  const previews: Record<string, string>[] = [
    { 'X-Purpose': 'preview' },
    { 'Sec-Purpose': '', 'X-Moz': 'prefetch' },
  ]
  for (const headers of previews) {
    await fetch(`${world.app.origin}/press-kit`, { headers: { 'User-Agent': phone, ...headers } })
  }
  const prefetches = `select count(*) from analytics_events where bot = 'prefetch'`
  await expect.poll(() => world.db.value(prefetches)).toBe(3)
  // Events are stored in order.
  const views = `select path from analytics_events where path = '/press-kit'`
  expect(await world.db.rows(views)).toEqual([])
})

test('a page that is shown without a request counts as viewed', async () => {
  const tell = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${world.app.origin}/beacon`, {
      method: 'POST',
      headers: { 'User-Agent': phone, ...headers },
      body: new URLSearchParams({ kind: 'view', path }),
    })
  for (const wrong of [
    '/admin',
    '/blog/never-written',
    '/es/blog/never-written',
    '/dmca/status/secret',
  ]) {
    expect([wrong, (await tell(wrong)).status]).toEqual([wrong, 400])
  }
  expect((await tell('/resources', { 'Sec-GPC': '1' })).status).toBe(204)
  expect((await tell('/de/resources')).status).toBe(204)
  const views = `select kind from analytics_events where path = '/resources'`
  await expect.poll(() => world.db.column(views)).toEqual(['page_view'])
})

/** A download's link, without the origin. */
async function saveLink(post: FakePost): Promise<string> {
  return saveLinkIn(world.app, (await lookUp(world.app, post.url)).html)
}

const savesOf = ({ postId }: FakePost) =>
  world.db.rows<{ error: string | null; bytes: number }>(
    `select error, bytes from analytics_events where kind = 'save' and post = ?`,
    postId,
  )

test('a download that goes on after a restart of the server is one, with the bytes of both answers', async () => {
  const post = fakePost('video', 2)
  const link = await saveLink(post)
  const part = async (range: string) => {
    const headers = { 'User-Agent': phone, Range: range }
    const response = await fetch(world.app.origin + link, { headers })
    const size = Number(response.headers.get('content-range')?.split('/')[1])
    return { size, sent: (await response.arrayBuffer()).byteLength }
  }
  const { size } = await part('bytes=0-9999')
  await world.restart()
  await part('bytes=-1')
  expect((await part('bytes=10000-')).sent).toBe(size - 10_000)
  await expect.poll(() => savesOf(post)).toHaveLength(1)
  const [save] = await savesOf(post)
  expect(save?.error).toBeNull()
  expect(Number(save?.bytes)).toBeGreaterThan(size)
  const downloads = () =>
    world.db.value('select downloads from posts where post_id = ?', post.postId)
  await expect.poll(downloads).toBe(1)
})

test('a download that the visitor breaks off counts as failed once it can’t go on', async () => {
  const post = posts.mediaHangBody
  const left = new AbortController()
  const response = await fetch(world.app.origin + (await saveLink(post)), {
    headers: { 'User-Agent': phone },
    signal: left.signal,
  })
  await response.body?.getReader().read()
  left.abort()
  const noted = "select count(*) from partial_saves where failure = 'not sent whole'"
  await expect.poll(() => world.db.value(noted)).toBe(1)
  expect(await savesOf(post)).toEqual([])
  await world.db.run('update partial_saves set expires_at = 1')
  await runJob(world.db, 'expired-answers')
  await expect.poll(() => savesOf(post)).toMatchObject([{ error: 'not sent whole' }])
})
