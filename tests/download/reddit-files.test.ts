// @module-tag whole
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostName, postLink, posts, startReddit } from '#tests/fakes/platforms/reddit.ts'
import { describeMedia } from '#tests/support/describe-media.ts'
import { lookUp, saveLinkIn } from '#tests/support/live-app.ts'
import { type ModeratedApp, startModeratedApp } from '#tests/support/moderated-app.ts'
import { unzip } from '#tests/support/unzip.ts'

let reddit: Awaited<ReturnType<typeof startReddit>>
let world: ModeratedApp

beforeAll(async () => {
  reddit = await startReddit()
  world = await startModeratedApp(reddit.env)
})
afterAll(async () => {
  await world.close()
  await reddit.close()
})

const press = (intent: string) =>
  world.operator.post('/admin/settings/api', { intent, platform: 'reddit' })

async function save(link: string, format = 'mp4') {
  const { html } = await lookUp(world.app, link)
  const response = await fetch(world.app.origin + (await saveLinkIn(world.app, html, format)))
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

const find = (name: PostName) => lookUp(world.app, postLink(name))

test('Reddit would be asked before an operator turns it on, or not after it', async () => {
  expect((await find('video')).html).toContain('Reddit is turned off on this site.')
  expect(reddit.requests).toHaveLength(0)
  expect((await press('platform on')).status).toBe(302)
  const { html } = await find('video')
  expect(html).toContain('A paper bird &amp; its paper nest')
})

test('a video would come without its sound, its size or its length', async () => {
  const { response, bytes } = await save('https://v.redd.it/zv89llsvexdz')
  expect(response.headers.get('content-type')).toBe('video/mp4')
  expect(response.headers.get('content-length')).toBe(String(bytes.length))
  const { codecs, seconds } = await describeMedia(bytes)
  expect(codecs).toEqual(['h264', 'aac'])
  expect(seconds).toBeCloseTo(24, 0)
  const mp3 = await save('https://v.redd.it/zv89llsvexdz', 'mp3')
  expect((await describeMedia(mp3.bytes)).codecs).toEqual(['mp3'])
})

test('a removed video would still be saved by its other link', async () => {
  const direct = 'https://v.redd.it/zv89llsvexdz'
  const key = 'reddit:v-zv89llsvexdz'
  const post = `reddit:${posts.video}`
  const statuses = async () => [
    (await find('video')).status,
    (await lookUp(world.app, direct)).status,
  ]
  expect(await statuses()).toEqual([200, 200])
  for (const removed of [key, post]) {
    await world.change('remove', [removed])
    expect(await statuses()).toEqual([451, 451])
    await world.change('restore', [removed])
    expect(await statuses()).toEqual([200, 200])
  }
})

test('a gallery’s pictures would not come as one ZIP', async () => {
  const { bytes } = await save(postLink('gallery'), 'zip')
  expect(unzip(bytes).map(({ name }) => name.slice(-5))).toEqual(
    ['1.jpg', '2.jpg'].map((n) => `/${n}`.slice(-5)),
  )
})

test('visitors would not learn how long Reddit has them wait', async () => {
  await find('lastOne')
  const busy = await find('older')
  expect(busy.status).toBe(503)
  expect(busy.html).toMatch(/\b2\d seconds/)
})
