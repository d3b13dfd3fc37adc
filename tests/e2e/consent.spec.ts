import type { BrowserContext, Page } from '@playwright/test'
import { posts } from '#tests/fakes/extraction-service.ts'
import { type AppServer, discardApp } from '#tests/support/app-server.ts'
import { startAppWith } from '#tests/support/app-with-settings.ts'
import { test as base, expect, untilCardRuns, untilRunning } from './fixtures.ts'
import { goOffline } from './go-offline.ts'

/** An app with all tags, in demo mode: every link is found. */
const test = base.extend<{ outside: Outside }, { tagged: AppServer }>({
  tagged: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const app = await startAppWith({
        analyticsTagId: 'G-TEST12345',
        heatmapId: 'heatmap123',
        socialPixelId: '123456789012345',
      })
      await use(app)
      await discardApp(app)
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ tagged }, use) => use(tagged.origin),
  outside: async ({ context, tagged }, use) => use(await watchOutside(context, tagged.origin)),
})

type Outside = { requests: URL[]; hosts(): string[]; told(event: string): URL[] }

/** Stands for the companies' scripts: they report whatever they are told, each in its own way. */
const scripts: Record<string, string> = {
  'www.googletagmanager.com': `
    const tell = (call) => {
      if (call[0] !== 'event') return
      const facts = encodeURIComponent(JSON.stringify(call[2]))
      // What is sent while a page is left, a browser's tools do not show.
      sessionStorage.setItem('last told', JSON.stringify(call))
      navigator.sendBeacon('https://region1.google-analytics.com/g/collect?event=' + call[1] + '&facts=' + facts)
    }
    const location = [...dataLayer].find((call) => call[0] === 'config')[2]
    navigator.sendBeacon('https://www.google-analytics.com/g/collect?event=config&facts=' + encodeURIComponent(JSON.stringify(location)))
    for (const call of dataLayer) tell(call)
    dataLayer.push = (call) => { tell(call); return Array.prototype.push.call(dataLayer, call) }`,
  'www.clarity.ms': `
    const waiting = window.clarity.q
    window.clarity = (...call) => {
      if (call[0] === 'event') fetch('https://c.clarity.ms/collect?event=' + call[1], { mode: 'no-cors', keepalive: true })
    }
    for (const call of waiting) window.clarity(...call)`,
  'connect.facebook.net': `
    fbq.callMethod = (...call) => {
      if (!/^track/.test(call[0])) return
      new Image().src = 'https://www.facebook.com/tr/?event=' + call[1] + '&from=' + encodeURIComponent(document.referrer)
    }
    for (const call of fbq.queue) fbq.callMethod(...call)`,
}

async function watchOutside(context: BrowserContext, origin: string): Promise<Outside> {
  const requests: URL[] = []
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== origin && url.protocol !== 'data:') requests.push(url)
  })
  await context.route(
    (url) => url.origin !== origin,
    (route) => {
      const body = scripts[new URL(route.request().url()).hostname]
      if (body === undefined) return route.fulfill({ status: 204 })
      return route.fulfill({ contentType: 'text/javascript', body: `{${body}}` })
    },
  )
  return {
    requests,
    hosts: () => [...new Set(requests.map(({ hostname }) => hostname))].sort(),
    told: (event) => requests.filter(({ searchParams }) => searchParams.get('event') === event),
  }
}

const banner = (page: Page) => page.getByRole('complementary', { name: 'Third-party tools' })

async function accept(page: Page): Promise<void> {
  await banner(page).getByRole('button', { name: 'Accept' }).click()
  await expect(banner(page)).toHaveCount(0)
}

const measuring = ['c.clarity.ms', 'connect.facebook.net', 'region1.google-analytics.com']

test('nothing from third parties is loaded before a visitor has agreed', async ({
  page,
  outside,
}) => {
  for (const path of ['/', '/help', '/blog']) {
    await page.goto(path)
    await expect(banner(page)).toBeVisible()
    await page.mouse.wheel(0, 3000)
    await page.waitForLoadState('networkidle')
  }
  expect(outside.requests).toEqual([])
})

test('nothing from third parties is loaded after a visitor has declined', {
  tag: '@whole',
}, async ({ page, outside }) => {
  await page.goto('/help')
  await banner(page).getByRole('button', { name: 'Decline' }).click()
  await expect(page).toHaveURL(/\/help$/)
  for (const path of ['/', '/help']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await expect(banner(page)).toHaveCount(0)
  }
  expect(outside.requests).toEqual([])
})

test('a visitor who agrees is measured by the tags that the operator wants, as stated', async ({
  page,
  outside,
}) => {
  await page.goto('/help?utm_source=letter&mail=a%40b.example')
  await accept(page)
  await expect.poll(outside.hosts).toEqual(expect.arrayContaining(measuring))
  await expect.poll(() => outside.told('page_view')).toHaveLength(2)
  await expect.poll(() => outside.told('PageView')).toHaveLength(1)
  const [config] = outside.told('config')
  expect(JSON.parse(config?.searchParams.get('facts') ?? '{}')).toMatchObject({
    page_location: page.url().replace(/&mail=.*/, ''),
    allow_google_signals: false,
  })

  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  const quarters = () =>
    outside
      .told('scroll')
      .flatMap(({ searchParams }) => JSON.parse(searchParams.get('facts') ?? '[]'))
      .map(({ percent_scrolled }) => percent_scrolled)
  await expect.poll(quarters).toEqual([25, 50, 75, 100])

  // A document that no tag runs in keeps what the page before has told at its end.
  await page.goto('/consent')
  const last = await page.evaluate(() => JSON.parse(sessionStorage.getItem('last told') ?? '{}'))
  expect(last).toMatchObject({ 0: 'event', 1: 'time_on_page', 2: { seconds: expect.any(Number) } })
})

test('a requested download is reported to tags once, by the next page and without the post', {
  tag: '@whole',
}, async ({ page, outside }) => {
  await page.goto('/')
  await untilRunning(page)
  await accept(page)
  // The banner's scripts come last: pressed before them, it is a form that reloads the page.
  await untilRunning(page)
  await page.getByLabel('TikTok link').fill(posts.video.url)
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  // The result is a document of its own.
  await expect(page).toHaveURL(/\?post=/)
  await untilRunning(page)
  await page.getByRole('button', { name: 'Download Now' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goto('/help')
  await expect.poll(() => outside.told('download_attempt')).toHaveLength(3)
  expect(outside.requests.map(String).join('\n')).not.toContain(posts.video.postId)
})

/** Keeps all that a tag can read of the page, as long as it runs and in every page of the tab. */
const spy = `
  const spy = () => {
    const kept = new Set(JSON.parse(sessionStorage.getItem('spied') ?? '[]'))
    const history = window.navigation?.entries().map(({ url }) => url ?? 'hidden') ?? []
    for (const text of [location.href, document.title, document.referrer, ...history]) kept.add(text)
    sessionStorage.setItem('spied', JSON.stringify([...kept]))
  }
  spy()
  setInterval(spy, 10)
  for (const event of ['popstate', 'hashchange', 'pagehide', 'pageshow']) addEventListener(event, spy)
  for (const change of ['pushState', 'replaceState']) {
    const original = history[change]
    history[change] = (...given) => { Reflect.apply(original, history, given); spy() }
  }`

test('a result keeps its address beside third-party tags, which never learn of it', {
  tag: '@whole',
}, async ({ page, context, outside }) => {
  await context.route('https://www.googletagmanager.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `{${spy}}` }),
  )
  const found = page.locator('#result-title')
  const address = new RegExp(`\\?post=${posts.video.postId}(#downloader)?$`)
  const lookUp = async () => {
    await page.getByLabel('TikTok link').fill(posts.video.url)
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    await expect(found).toBeVisible()
    await expect(page).toHaveURL(address)
  }
  // Before the visitor has answered, the page leads to the result without being loaded again.
  await page.goto('/download')
  await untilRunning(page)
  await lookUp()
  // biome-ignore lint/performance/useDomNodeTextContent: a locator's, which is never null
  const title = await found.innerText()
  await expect(page).toHaveTitle(new RegExp(`^${title.slice(0, 20)}`))
  await page.goto('/')
  await untilRunning(page)
  await accept(page)
  await expect.poll(outside.hosts).toEqual(expect.arrayContaining(['www.googletagmanager.com']))
  await untilRunning(page)
  await lookUp()
  await expect(page).toHaveTitle(new RegExp(`^${title.slice(0, 20)}`))
  await page.reload()
  await expect(found).toBeVisible()
  await page.goBack()
  await expect(found).toHaveCount(0)
  await page.goForward()
  await expect(found).toBeVisible()
  // A page that is loaded anew shares its document with the result that it came from.
  await untilCardRuns(page)
  await page.getByRole('button', { name: 'Download Now' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.evaluate(() => history.pushState(null, '', '/'))
  await page.reload()
  await page.waitForLoadState('networkidle')
  await page.goBack()
  await expect(page).toHaveURL(address)
  await page.goto('/help')
  await page.waitForLoadState('networkidle')
  const spied: string[] = await page.evaluate(() => {
    return JSON.parse(sessionStorage.getItem('spied') ?? '[]')
  })
  expect(spied.some((text) => text.endsWith('/help'))).toBe(true)
  const knowing = spied.filter(
    (text) => text.includes('post=') || text.includes(title.slice(0, 20)),
  )
  expect(knowing).toEqual([])
})

test('what the page before had in its address is not passed on', { tag: '@whole' }, async ({
  page,
  outside,
}) => {
  await page.goto('/')
  await accept(page)
  // What the first page is still telling is not the matter.
  await page.waitForLoadState('networkidle')
  await page.goto('/consent')
  outside.requests.length = 0
  await page.goto(`/?url=${encodeURIComponent(posts.video.url)}`)
  await page.waitForLoadState('networkidle')
  expect(outside.requests).toEqual([])
  await page.getByRole('contentinfo').getByRole('link', { name: 'Help' }).click()
  await expect.poll(() => outside.told('PageView')).toHaveLength(1)
  const origin = `${new URL(page.url()).origin}/`
  expect(outside.told('PageView')[0]?.searchParams.get('from')).toBe(origin)
})

test('an answer does not cost a visitor the post that they have looked up', {
  tag: '@whole',
}, async ({ page, outside }) => {
  await page.goto('/')
  await untilRunning(page)
  await page.getByLabel('TikTok link').fill(posts.video.url)
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  const save = page.getByRole('button', { name: 'Download Now' }).first()
  await expect(save).toBeVisible()
  await accept(page)
  await expect(save).toBeVisible()
  expect(outside.requests).toEqual([])
  await page.goto('/help')
  await expect.poll(outside.hosts).toEqual(expect.arrayContaining(measuring))
})

test('a visitor who changes their mind at the foot of a page is measured no more', {
  tag: '@whole',
}, async ({ page, outside, context }) => {
  await page.goto('/')
  await accept(page)
  await expect.poll(outside.hosts).toEqual(expect.arrayContaining(measuring))
  await page.evaluate(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: as the tags' scripts do
    document.cookie = '_ga=GA1.1; path=/'
  })
  await page.getByRole('contentinfo').getByRole('link', { name: 'Cookie choices' }).click()
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByRole('status')).toContainText('You declined')
  expect((await context.cookies()).map(({ name }) => name)).toEqual([
    expect.stringMatching(/^cleanclip-consent-\d+$/),
  ])
  outside.requests.length = 0
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  expect(outside.requests).toEqual([])
})

test('an answer without a network says so, keeps the page and is given later', {
  tag: '@whole',
}, async ({ page, context }) => {
  for (const path of ['/help', '/', '/contact/message']) {
    await context.clearCookies()
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await goOffline(context)
    const choice = banner(page).getByRole('button', { name: 'Decline' })
    await choice.click()
    await expect(banner(page).getByRole('alert')).toContainText('This site didn’t respond')
    await context.setOffline(false)
    await choice.click()
    await expect(banner(page)).toHaveCount(0)
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  }
})

test('the question covers neither the form of a small phone nor what the keyboard reaches', {
  tag: '@whole',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/')
  const form = await page.getByLabel('TikTok link').boundingBox()
  const question = await banner(page).boundingBox()
  expect((form?.y ?? 0) + (form?.height ?? 0)).toBeLessThan(question?.y ?? 0)
  for (const button of await banner(page).getByRole('button').all()) {
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  const legal = page.getByRole('contentinfo').getByText('Independent of TikTok')
  const [text, below] = [await legal.boundingBox(), await banner(page).boundingBox()]
  expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
})

test('the question is read before the page, and zoomed to 400% it scrolls away with it', {
  tag: '@whole',
}, async ({ page }) => {
  for (const path of ['/help', '/']) {
    await page.setViewportSize({ width: 320, height: 256 })
    await page.goto(path)
    const readFirst = await page
      .locator('aside[data-consent], main')
      .evaluateAll((parts) => parts.map(({ localName }) => localName))
    expect([path, ...readFirst]).toEqual([path, 'aside', 'main'])
    const scrollDown = () => page.evaluate(() => scrollBy({ top: 600, behavior: 'instant' }))
    await scrollDown()
    await expect(banner(page)).not.toBeInViewport()
    await page.setViewportSize({ width: 1280, height: 800 })
    await scrollDown()
    await expect(banner(page)).toBeInViewport({ ratio: 1 })
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor answers, is led back, and is not asked again', async ({ page, outside }) => {
    await page.goto('/es/help')
    const question = page.getByRole('complementary', { name: 'Herramientas de terceros' })
    await question.getByRole('button', { name: 'Rechazar' }).click()
    await expect(page).toHaveURL(/\/es\/help$/)
    await expect(question).toHaveCount(0)
    expect(outside.requests).toEqual([])
  })
})
