// @module-tag process
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { fill } from '#app/i18n/catalogue.ts'
import { de } from '#app/i18n/de.ts'
import { en } from '#app/i18n/en.ts'
import { canaryLinks } from '#app/settings/canary-links.ts'
import { makeBatch } from '#tests/download/batch-world.ts'
import {
  landingLink,
  landings,
  oddShortLink,
  type Platform,
  platformPost,
  startPlatform,
} from '#tests/fakes/platform-pages.ts'
import { startX } from '#tests/fakes/platforms/x.ts'
import { discardApp } from '#tests/support/app-server.ts'
import { startAppWith } from '#tests/support/app-with-settings.ts'
import { closing } from '#tests/support/closing.ts'
import { noticeFields, sendNotice } from '#tests/support/dmca.ts'
import { type ModeratedApp, startModeratedApp } from '#tests/support/moderated-app.ts'

/** What one visitor's links do to the look-ups of others, on a site as it comes. */

// The tests sign forms as the app does, so that none has to wait for a person's pace.
const secret = 'a secret that the test and the app share'
process.env.SESSION_SECRET = secret
const { stampForm } = await import('#app/http/form-stamp.server.ts')

let platform: Platform
let world: ModeratedApp

beforeAll(async () => {
  platform = await startPlatform()
  world = await startModeratedApp({
    ...platform.env,
    EXTRACTION_API_URL: '',
    TRUSTED_PROXIES: '127.0.0.1',
    SESSION_SECRET: secret,
  })
})
afterAll(async () => {
  await world?.close()
  await platform.close()
})

async function lookUp(link: string, network: string, path = '/') {
  const response = await fetch(world.app.origin + path, {
    method: 'POST',
    headers: { 'X-Forwarded-For': network },
    body: new URLSearchParams({ url: link }),
  })
  const html = (await response.text()).replaceAll('&#x27;', "'")
  return { status: response.status, html, retryAfter: response.headers.get('retry-after') }
}

const attack = (link: string) => lookUp(link, '198.51.100.66')
let honest = 0
/** The status of an ordinary visitor's look-up of a post that no one has asked for before. */
async function freshLookUp(): Promise<number> {
  honest += 1
  return (await lookUp(platformPost('video', honest).url, `192.0.2.${honest}`)).status
}

function failKnown(name: string | null): void {
  for (const link of canaryLinks) platform.setBehaviour(link.split('/').at(-1) ?? '', name)
}

const pageText = async (path: string) => (await fetch(world.app.origin + path)).text()

test('R32: a visitor’s odd, dead and refused links leave other visitors’ look-ups working', {
  tags: 'whole',
}, async () => {
  const { postId } = platformPost('video', 900)
  const indexOf = (url: string) => landings.findIndex(([known]) => known.includes(url))
  for (const url of ['/sticker/', '/view/product/', '/place/']) {
    expect((await attack(landingLink(indexOf(url)))).status).toBe(404)
  }
  expect(await freshLookUp()).toBe(200)
  const about = await attack(oddShortLink('A', postId))
  expect([about.status, about.html]).toEqual([404, expect.stringContaining(en.hints.about)])
  expect(await freshLookUp()).toBe(200)
  const dead = await attack(oddShortLink('N', postId))
  expect([dead.status, dead.html]).toEqual([404, expect.stringContaining(en.hints.gone)])
  expect(await freshLookUp()).toBe(200)
  for (const name of ['forbidden', 'challenge', 'region_page', 'decoy', 'too_many'] as const) {
    const refused = await attack(platformPost(name, 901).url)
    expect(refused.status).toBe(503)
    if (name !== 'decoy') expect(Number(refused.retryAfter)).toBeLessThanOrEqual(60)
  }
  expect(await freshLookUp()).toBe(200)
  for (let round = 0; round < 12; round += 1) {
    const links = [0, 1, 2].map((n) => landingLink((3 * round + n) % landings.length))
    await Promise.all(links.map(attack))
  }
  expect(await freshLookUp()).toBe(200)
  expect(await pageText('/')).not.toContain('look-ups are paused')
  // A known post was asked for: the next test's has to be a minute later.
  await world.restart()
})

test('a visitor reads in their language what a short link to no post leads to', async () => {
  const shop = await lookUp(landingLink(0), '192.0.2.200', '/de')
  expect([shop.status, shop.html]).toEqual([404, expect.stringContaining(de.hints.shop)])
  const store = await lookUp(landingLink(12), '192.0.2.200')
  expect([store.status, store.html]).toEqual([404, expect.stringContaining(en.hints.appStore)])
})

test('R32: after a confirmed refusal nothing is asked, and every page shows when look-ups go on', async () => {
  const line = 'TikTok look-ups are paused. Back in about 1 minute.'
  // Kept in memory from here on.
  for (const path of ['/', '/de', '/download', '/batch']) {
    expect(/are paused|pausieren/.test(await pageText(path))).toBe(false)
  }
  failKnown('forbidden')
  const posts = ['challenge', 'forbidden', 'video', 'video', 'video', 'video']
  const links = posts.map((name, n) => platformPost(name, 950 + n).url)
  const batch = await makeBatch(() => world.app, links)
  const { html, states } = await batch.done()
  expect(states).toEqual(new Array(6).fill('refused'))
  expect(html.split(line).length - 1).toBeGreaterThanOrEqual(6)
  const asked = platform.requests.length
  const pages = posts.map((name, n) => platform.pages(platformPost(name, 950 + n).postId))
  expect(pages.slice(2)).toEqual([0, 0, 0, 0])

  const single = await lookUp(platformPost('video', 960).url, '192.0.2.201')
  expect([single.status, single.html]).toEqual([503, expect.stringContaining(line)])
  expect(Number(single.retryAfter)).toBeGreaterThan(20)
  expect(Number(single.retryAfter)).toBeLessThanOrEqual(60)
  for (const path of ['/', '/download', '/batch']) expect(await pageText(path)).toContain(line)
  expect(await pageText('/de')).toContain('In etwa 1 Minute geht es weiter.')
  expect(platform.requests.length).toBe(asked)

  // It outlives a restart, and ends when an operator's test works.
  await world.restart()
  expect((await lookUp(platformPost('video', 961).url, '192.0.2.202')).status).toBe(503)
  failKnown(null)
  const test = await world.operator.post('/admin/settings/api', {
    intent: 'test',
    source: 'native',
  })
  expect((await test.text()).includes('It works')).toBe(true)
  for (const path of ['/', '/de', '/download', '/batch']) {
    expect(/are paused|pausieren/.test(await pageText(path))).toBe(false)
  }
  expect(await freshLookUp()).toBe(200)
  expect((await pageText(batch.path)).includes(line)).toBe(false)
})

test('R32: twenty dead, odd and foreign links in a batch say why, and cost ten good ones nothing', async () => {
  const x = closing(await startX())
  const own = closing(await startPlatform())
  const app = await startAppWith(
    { batchLinks: 30, rateLimitPerMinute: 10_000, extractionRequestsPerSecond: 1000 },
    {
      ...own.env,
      PLATFORM_ORIGINS: `${own.env.PLATFORM_ORIGINS},${x.env.PLATFORM_ORIGINS}`,
      TRUSTED_UPSTREAMS: `${own.env.TRUSTED_UPSTREAMS},${x.env.TRUSTED_UPSTREAMS}`,
      LOG_LEVEL: 'info',
    },
  )
  onTestFinished(() => discardApp(app))
  const postOf = (serial: number) => platformPost('video', 970 + serial)
  const odd = (letter: string) => oddShortLink(letter, platformPost('video', 980).postId)
  const on = (site: string, hint: string) => fill(hint, { site })
  const { hints } = en
  const bad: [link: string, sentence: string | RegExp][] = [
    [odd('N'), hints.gone],
    [odd('Z'), hints.gone],
    [odd('O'), /TikTok turned this look-up away/],
    [odd('G'), /TikTok turned this look-up away/],
    [odd('X'), hints.elsewhere],
    [platformPost('code_odd', 980).url, hints.notFound],
    [x.shortLink('shown'), hints.notFound],
    ['https://www.youtube.com/watch?v=abc', on('YouTube', hints.otherSite)],
    ['https://vimeo.com/12345', on('Vimeo', hints.otherSite)],
    ['https://shop.example/cable', hints.copyLink],
    ['https://www.instagram.com/p/DFQe23tOWKz/', on('Instagram', hints.switchedOff)],
    ['https://www.tiktok.com/@tester', hints.profile],
    ['https://www.tiktok.com/@tester/live', hints.live],
    ['https://www.tiktok.com/@tester/video/734567', hints.badId],
    ['https://www.tiktok.com/login', hints.login],
    ['https://www.tiktok.com/tag/cats', hints.tag],
    ['https://www.tiktok.com/music/sound-7345678', hints.sound],
    ['https://www.tiktok.com/discover/cats', hints.discover],
    ['https://www.tiktok.com/sticker/ears-12345', hints.effect],
    ['https://www.tiktok.com/place/Berlin-12345', hints.place],
  ]
  const good = [
    oddShortLink('M', postOf(0).postId),
    `${postOf(1).url}%3F_t%3DX`,
    postOf(2).url.replaceAll('/', '\\/'),
    x.shortLink('page'),
    ...(['clips', 'mixed', 'gif', 'photos', 'wrapped', 'short_form'] as const).map(x.link),
  ]
  // Two bad ones before each good one.
  const links = good.flatMap((link, index) => [
    ...bad.slice(2 * index, 2 * index + 2).map(([one]) => one),
    link,
  ])
  const { html, states } = await (await makeBatch(() => app, links)).done()
  expect(states).toEqual(good.flatMap(() => ['refused', 'refused', 'ready']))
  const rows = html.replaceAll('&#x27;', "'").split(/<li[^>]*data-state="\w+"/)
  const refusedRows = rows.slice(1).filter((_, index) => states[index] === 'refused')
  for (const [index, [link, sentence]] of bad.entries()) {
    const wanted = typeof sentence === 'string' ? expect.stringContaining(sentence) : null
    expect([link, refusedRows[index]]).toEqual([link, wanted ?? expect.stringMatching(sentence)])
  }
  // The next visitor notices nothing, and operators read what the links answered.
  const body = new URLSearchParams({ url: postOf(9).url })
  expect((await fetch(app.origin, { method: 'POST', body })).status).toBe(200)
  expect(await (await fetch(app.origin)).text()).not.toContain('look-ups are paused')
  const told = app.lines.filter((line) => line.includes('what the link answered')).join('\n')
  expect(told).toMatch(/"302 to www\.tiktok\.com\/login"|"302, no target/)
  expect(told).not.toMatch(/\bZ[A-Z]_|734567/)
})

test('R32: the DMCA form explains what a short link to no post leads to', async () => {
  const fields = noticeFields([landingLink(0)], stampForm(Date.now() - 60_000))
  const refused = await sendNotice(world.app, fields)
  const html = (await refused.text()).replaceAll('&#x27;', "'")
  expect([refused.status, html.includes(en.hints.shop)]).toEqual([400, true])
  expect(await freshLookUp()).toBe(200)
})

test('S50: Test look-up without an address tries the sources that are used', {
  tags: 'whole',
}, async () => {
  const page = '/admin/settings/api'
  const press = async () => {
    const fields = { intent: 'test extractionUrl', extractionUrl: '' }
    return (await world.operator.post(page, fields)).text()
  }
  failKnown('forbidden')
  await world.restart()
  const failed = await press()
  expect(failed).toMatch(/TikTok’s own pages: It doesn’t work: it refused this server’s address/)
  // One failed test by hand is enough to say so.
  expect(await world.operator.html(page)).toContain('Test look-ups fail')
  failKnown(null)
  await world.restart()
  expect(await press()).toMatch(/TikTok’s own pages: It works: video/)
  expect(await world.operator.html(page)).not.toContain('Test look-ups fail')
})
