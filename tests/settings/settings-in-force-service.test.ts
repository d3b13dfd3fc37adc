// @module-tag whole
import { describe, expect, test } from 'vitest'
import { catalogue } from '#app/i18n/texts.server.ts'
import type { Behaviour } from '#tests/fakes/extraction-answers.ts'
import { siteRelativeData, succeed, videoData } from '#tests/fakes/extraction-answers.ts'
import { type FakePost, fakePost } from '#tests/fakes/extraction-service.ts'
import { createBrowser } from '#tests/support/accounts.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import { linksIn, lookUp, saveLinkIn } from '#tests/support/live-app.ts'
import { startSettingsWorld } from './settings-in-force-world.ts'

const world = startSettingsWorld()
const t = catalogue('en')

let serial = 0
const freshPost = (): FakePost => fakePost('video', ++serial)

const statusOf = async (post: FakePost) => (await lookUp(world.app, post.url)).status
const errorIn = (html: string) => select(elementsOf(html), 'div', { role: 'alert' })[0]?.text ?? ''
const down: Behaviour = ({ call }) => void call.res.writeHead(500).end()
const titled =
  (title: string): Behaviour =>
  (lookup) =>
    succeed(lookup, { ...videoData(lookup), title })

async function saveOf(post: FakePost): Promise<string> {
  const { html } = await lookUp(world.app, post.url)
  return saveLinkIn(world.app, html)
}

const get = (path: string) => fetch(world.app.origin + path, { redirect: 'manual' })

describe('the address of the extraction service', () => {
  test('S50: look-ups fail without one and work with one, both at once', async () => {
    const post = freshPost()
    await world.set({ extractionUrl: '' })
    const without = await lookUp(world.app, post.url)
    expect([without.status, errorIn(without.html)]).toEqual([
      503,
      expect.stringContaining(t.errors.unexpected),
    ])
    expect(world.service.lookups(post.postId)).toBe(0)
    const waiting = await world.browser.html('/admin/notifications')
    expect(waiting).toContain('No source of posts is set up')
    expect(linksIn(waiting, '/admin/settings/api')).not.toEqual([])
    await world.set({ extractionUrl: world.service.endpoint })
    const live = await lookUp(world.app, post.url)
    expect(live.html).toContain('Test pattern with a tone')
    expect(world.service.lookups(post.postId)).toBe(1)
    expect(await world.browser.html('/admin/notifications')).not.toContain('No source')
  })

  test('S50: another service is asked at once, however badly the former one did', async () => {
    // Enough failures to open its circuit breaker.
    const failing = [freshPost(), freshPost(), freshPost(), freshPost(), freshPost()]
    for (const { postId } of failing) world.service.script(postId, down)
    expect(await Promise.all(failing.map(statusOf))).toEqual([503, 503, 503, 503, 503])
    const post = freshPost()
    world.service.script(post.postId, down)
    expect(await statusOf(post)).toBe(503)
    // Without the retries of a service that is well.
    expect(world.service.lookups(post.postId)).toBe(1)
    await world.set({ extractionUrl: world.spare.endpoint })
    expect(await statusOf(post)).toBe(200)
    expect(world.spare.lookups(post.postId)).toBe(1)
    // Nor does it stick to the former one, should it come back.
    await world.set({ extractionUrl: world.service.endpoint })
    expect(await statusOf(freshPost())).toBe(200)
  })

  test('S50: another service does not wait for what the former one refused for a day', async () => {
    const [refused, post] = [freshPost(), freshPost()]
    world.service.script(refused.postId, 'dailyLimit')
    expect(await statusOf(refused)).toBe(503)
    expect(await statusOf(post)).toBe(503)
    await world.set({ extractionUrl: world.spare.endpoint })
    expect(await statusOf(post)).toBe(200)
  })

  test('S50: files are not asked of a service that is no longer in force', async () => {
    const post = freshPost()
    const own: Behaviour = (lookup) => succeed(lookup, siteRelativeData(lookup))
    world.service.script(post.postId, own)
    world.spare.script(post.postId, own)
    const href = await saveOf(post)
    // The look-up has its cover fetched meanwhile.
    const cover = expect.objectContaining({ url: `/video/cover/${post.postId}.jpg` })
    await expect.poll(() => world.service.requests).toContainEqual(cover)
    await world.set({ extractionUrl: world.spare.endpoint })
    world.service.requests.length = 0
    const saved = await get(href)
    expect([saved.status, (await saved.arrayBuffer()).byteLength]).toEqual([
      200,
      world.media.files.get('video.mp4')?.size,
    ])
    expect(world.service.requests).toEqual([])
  })
})

describe('the second address', () => {
  test('S50: is asked when the first service is down', async () => {
    const [alone, post] = [freshPost(), freshPost()]
    for (const { postId } of [alone, post]) {
      world.service.script(postId, down)
      world.spare.script(postId, titled('From the spare service'))
    }
    expect(errorIn((await lookUp(world.app, alone.url)).html)).toContain(t.errors.unexpected)
    await world.set({ fallbackExtractionUrl: world.spare.endpoint })
    const answer = await lookUp(world.app, post.url)
    expect([answer.status, answer.html.includes('From the spare service')]).toEqual([200, true])
  })

  test('S50: gives files of its own, which are asked for with its own address', async () => {
    const post = freshPost()
    world.service.script(post.postId, down)
    world.spare.script(post.postId, (lookup) => succeed(lookup, siteRelativeData(lookup)))
    await world.set({ fallbackExtractionUrl: world.spare.endpoint })
    const saved = await get(await saveOf(post))
    expect(saved.status).toBe(200)
    await saved.arrayBuffer()
    const media = world.spare.requests.find(({ path }) => path.startsWith('/video/media/play/'))
    expect(media?.headers.referer).toBe(`${world.spare.origin}/`)
  })

  test('S50: visitors read the usual text when both are down', async () => {
    await world.set({ fallbackExtractionUrl: world.spare.endpoint })
    const post = freshPost()
    for (const service of [world.service, world.spare]) service.script(post.postId, down)
    const answer = await lookUp(world.app, post.url)
    expect(answer.status).toBe(503)
    expect(errorIn(answer.html)).toContain(
      'An error occurred while processing your request. Please try again.',
    )
    expect([world.service, world.spare].map(({ lookups }) => lookups(post.postId) > 0)).toEqual([
      true,
      true,
    ])
  })
})

test('S50: requests to the service start no faster than it is set', async () => {
  world.service.requests.length = 0
  const asked = () => world.service.requests.length
  await world.set({ extractionRequestsPerSecond: 0.1, apiTimeoutSeconds: 120 })
  const answers = [1, 2, 3].map(() => statusOf(freshPost()))
  await expect.poll(asked).toBe(1)
  // The next one has its turn ten seconds later, long after these.
  for (let page = 0; page < 3; page += 1) await world.browser.html('/admin/settings/api')
  expect(asked()).toBe(1)
  await world.set({ extractionRequestsPerSecond: 1000 })
  expect(await Promise.all(answers)).toEqual([200, 200, 200])
  expect(asked()).toBe(3)
})

test('S50: a service that does not answer is given up after the API timeout', async () => {
  const [patient, hasty] = [freshPost(), freshPost()]
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const waits: Behaviour = async (lookup) => {
    await held
    succeed(lookup, videoData(lookup))
  }
  for (const { postId } of [patient, hasty]) world.service.script(postId, waits)
  await world.set({ apiTimeoutSeconds: 120 })
  const first = statusOf(patient)
  await expect.poll(() => world.service.lookups(patient.postId)).toBe(1)
  await world.set({ apiTimeoutSeconds: 5 })
  const begin = performance.now()
  const late = first.then(() => 'the patient one')
  expect(await Promise.race([statusOf(hasty), late])).toBe(503)
  expect(performance.now() - begin).toBeGreaterThan(4500)
  release()
  expect(await first).toBe(200)
})

test('S50: a look-up is answered from what is known for as long as it is set', async () => {
  const post = freshPost()
  const asked = async () => {
    expect(await statusOf(post)).toBe(200)
    return world.service.lookups(post.postId)
  }
  await world.set({ cacheMinutes: 60 })
  expect([await asked(), await asked()]).toEqual([1, 1])
  const age = "update extractions set fetched_at = fetched_at - 600000 where post_id = '%'"
  await world.db.run(age.replace('%', post.postId))
  expect(await asked()).toBe(1)
  await world.set({ cacheMinutes: 5 })
  expect([await asked(), await asked()]).toEqual([2, 2])
  await world.set({ cacheMinutes: 0 })
  expect([await asked(), await asked()]).toEqual([3, 4])
})

test('S50: files are fetched from the media hosts on the list alone', async () => {
  const failures = () => world.db.column("select error from analytics_events where kind = 'save'")
  const ask = async () => {
    const post = freshPost()
    const play = `https://cdn.unlisted.invalid/${post.postId}.mp4`
    world.service.script(post.postId, (lookup) => succeed(lookup, { ...videoData(lookup), play }))
    // Programs are not counted, browsers are.
    const file = await createBrowser(world.app).get(await saveOf(post))
    expect(file.status).toBe(502)
  }
  await ask()
  await expect.poll(failures).toEqual(['media: blocked'])
  await world.set({ mediaHosts: ['tiktokcdn.com', 'unlisted.invalid'] })
  await ask()
  // Now it is asked for, and there is no such host.
  await expect.poll(failures).toEqual(['media: blocked', 'media: unavailable'])
})
