// @module-tag process
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakePost, fakePost, posts } from '#tests/fakes/extraction-service.ts'
import { type LiveApp, lookUp, saveLinkIn, startLiveApp } from '#tests/support/live-app.ts'
import { downloadSlowly } from '#tests/support/slow-download.ts'

let app: LiveApp

beforeAll(async () => {
  app = await startLiveApp({ LOG_LEVEL: 'warn' })
})
afterAll(() => app.close())

async function saveLink(post: FakePost, format = 'mp4'): Promise<string> {
  return app.origin + (await saveLinkIn(app, (await lookUp(app, post.url)).html, format))
}

const ticket = 'a1b2c3d4e5f6g7h8'
/** How far the download has come that a link with a ticket began. */
async function progress(link: string) {
  const answer = await fetch(`${link}&state`)
  return answer.ok ? answer.json() : answer.status
}

test('A visitor reads how much has left, and that it was all sent only once it was', async () => {
  const link = `${await saveLink(fakePost('big', 11))}&t=${ticket}`
  expect(await progress(link)).toEqual({ state: 'unknown' })
  const download = await downloadSlowly(link, 2_000)
  const first = await progress(link)
  expect(first).toEqual({ state: 'sending', sent: expect.any(Number), total: 24_000_000 })
  expect(first.sent).toBeGreaterThan(0)
  await expect.poll(async () => (await progress(link)).sent).toBeGreaterThan(first.sent)
  download.hurry()
  expect(await download.ended).toBe(true)
  await expect.poll(() => progress(link)).toEqual({ state: 'sent', direct: true })
})

test.each([
  ['hd', posts.hd],
  ['mp3', posts.video],
  ['zip', posts.slideshow],
  ['image-2', posts.slideshow],
] as const)('So they do for %s, whether its length is known or not', async (format, post) => {
  const link = `${await saveLink(post, format)}&t=${ticket}`
  const answer = await fetch(link)
  // A proxy would take in what its visitor has not read.
  expect(answer.headers.get('x-accel-buffering')).toBe('no')
  await answer.arrayBuffer()
  await expect.poll(() => progress(link)).toEqual({ state: 'sent', direct: true })
})

test('Behind a proxy, which may hold what was sent, it is not called saved', async () => {
  const link = `${await saveLink(posts.video)}&t=${ticket}proxied`
  await (await fetch(link, { headers: { Via: '1.1 proxy' } })).arrayBuffer()
  await expect.poll(() => progress(link)).toEqual({ state: 'sent', direct: false })
})

test('A canceled download has stopped, and is complete once the browser has fetched the rest', async () => {
  const link = `${await saveLink(fakePost('big', 12))}&t=${ticket}`
  const leaving = new AbortController()
  const answer = await fetch(link, { signal: leaving.signal })
  await answer.body?.getReader().read()
  leaving.abort()
  await expect.poll(() => progress(link)).toEqual({ state: 'stopped' })
  await (await fetch(link, { headers: { range: 'bytes=23000000-' } })).arrayBuffer()
  await expect.poll(() => progress(link)).toEqual({ state: 'stopped' })
  await (await fetch(link, { headers: { range: 'bytes=1000-' } })).arrayBuffer()
  await expect.poll(() => progress(link)).toEqual({ state: 'sent', direct: true })
})

test('A file that breaks off or is refused is reported as such', async () => {
  const broken = fakePost('video', 13)
  const link = `${await saveLink(broken)}&t=${ticket}`
  app.media.setBehaviour(`/post/${broken.postId}/video.mp4`, 'cut/20000')
  await fetch(link).then(
    (answer) => answer.arrayBuffer().catch(() => null),
    () => null,
  )
  await expect.poll(() => progress(link)).toEqual({ state: 'stopped' })
  app.media.setBehaviour(`/post/${broken.postId}/video.mp4`, '500')
  await fetch(link)
  const refusal = { name: 'unavailable', retryAfterSeconds: null, othersMayWork: true }
  expect(await progress(link)).toEqual({ state: 'refused', refusal })
})

test('No one without the link’s signature and the ticket learns anything of a download', async () => {
  const link = await saveLink(fakePost('video', 14))
  await (await fetch(`${link}&t=${ticket}`)).arrayBuffer()
  await expect.poll(() => progress(`${link}&t=${ticket}`)).toMatchObject({ state: 'sent' })
  expect(await progress(`${link}&t=${ticket}x`)).toEqual({ state: 'unknown' })
  expect(await progress(link)).toEqual({ state: 'unknown' })
  expect(await progress(`${link.replace(/s=[^&]*/, 's=forged')}&t=${ticket}`)).toBe(403)
  const [, other] = link.split('/mp4')
  expect(await progress(`${link.split('/save/')[0]}/save/1/mp4${other}&t=${ticket}`)).toBe(403)
})
