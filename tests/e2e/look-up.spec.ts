import type { Page } from '@playwright/test'
import { languages } from '#app/i18n/languages.ts'
import { catalogue } from '#app/i18n/texts.server.ts'
import { posts } from '#tests/fakes/extraction-service.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { expect, test, untilRunning } from './fixtures.ts'
import { goOffline } from './go-offline.ts'

const field = (page: Page) => page.getByLabel('TikTok link')
const button = (page: Page) => page.getByRole('button', { name: 'Download', exact: true })
const title = (page: Page) => page.locator('#result-title')
const resultPath = ({ postId }: { postId: string }, page = '/') => `${page}?post=${postId}`
const pathOf = (page: Page) => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

async function lookUp(page: Page, link: string): Promise<void> {
  await field(page).fill(link)
  await button(page).click()
}

/** The requests that a page makes of the server to look something up. */
function lookUps(page: Page): string[] {
  const made: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.endsWith('.data')) made.push(`${request.method()} ${pathname}${search}`)
  })
  return made
}

test('a result is there again by Back, Forward, reload and in a second tab', async ({
  page,
  context,
}) => {
  await page.goto('/')
  await untilRunning(page)
  const requests = lookUps(page)
  await lookUp(page, posts.video.url)
  await expect(title(page)).toBeFocused()
  expect(pathOf(page)).toBe(resultPath(posts.video))
  await lookUp(page, posts.longTitle.url)
  await expect(title(page)).toContainText('A very long title.')
  // The same link once more is the same place.
  await button(page).click()
  await expect.poll(() => requests.length).toBe(3)
  await expect(title(page)).toBeFocused()
  await page.goBack()
  await expect(title(page)).toHaveText('Test pattern with a tone #testing')
  // A visitor with several tabs tells them apart.
  await expect(page).toHaveTitle(/^Test pattern with a tone #testing/)
  await expect(field(page)).toHaveValue(posts.video.url)
  await page.goBack()
  await expect(title(page)).toHaveCount(0)
  await expect(field(page)).toHaveValue('')
  await page.goForward()
  await expect(title(page)).toBeVisible()
  expect(requests).toEqual(['POST /_.data', 'POST /_.data', 'POST /_.data'])

  await page.reload()
  await expect(title(page)).toBeVisible()
  await untilRunning(page)
  await page.goForward()
  await expect(title(page)).toContainText('A very long title.')
  expect(requests.slice(3)).toHaveLength(1)
  const tab = await context.newPage()
  await tab.goto(page.url())
  await expect(title(tab)).toContainText('A very long title.')
})

test('on a downloader page the visitor stays there', async ({ page }) => {
  await page.goto('/de/download')
  await untilRunning(page)
  await page.getByLabel('TikTok-Link').fill(posts.video.url)
  await page.getByRole('button', { name: 'Herunterladen', exact: true }).click()
  await expect(title(page)).toBeInViewport()
  expect(pathOf(page)).toBe(resultPath(posts.video, '/de/download'))
  await page.reload()
  await expect(title(page)).toBeVisible()
})

test('a running look-up can be canceled or overtaken, and shows when it takes long', {
  tag: '@whole',
}, async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  await untilRunning(page)
  // One answer never comes.
  await page.route('**/_.data*', async (route) => {
    if (route.request().postData()?.includes(posts.hd.postId) !== true) await route.continue()
  })
  await lookUp(page, posts.hd.url)
  await expect(page.getByRole('button', { name: 'Processing' })).toBeVisible()
  await expect(page.locator('#downloader')).toHaveAttribute('aria-busy', 'true')
  await page.clock.runFor(5000)
  await expect(page.getByText('Still trying…')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(field(page)).toBeFocused()
  await expect(button(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0)

  await button(page).click()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await lookUp(page, posts.video.url)
  await expect(title(page)).toHaveText('Test pattern with a tone #testing')
})

test('several links would show no sign of life while the line stands still', {
  tag: '@whole',
}, async ({ page }) => {
  await page.goto('/')
  await untilRunning(page)
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  // Asked for first. Once the page leaves, Playwright waits until it has.
  await page.route('**/health', async (route) => {
    await answered
    await route.continue()
  })
  const links = `${posts.video.url} ${posts.hd.url}`
  for (const ends of ['canceled', 'answered']) {
    await lookUp(page, links)
    await expect(page.getByRole('button', { name: 'Processing' })).toBeVisible()
    await expect(page.locator('#downloader')).toHaveAttribute('aria-busy', 'true')
    if (ends === 'canceled') {
      await page.getByRole('button', { name: 'Cancel' }).click()
      await expect(button(page)).toBeVisible()
      await expect(field(page)).toHaveValue(links)
    }
  }
  answer()
  await expect(page).toHaveURL(/\/batch\/[\w-]{22}$/)
})

test('a link is taken from a paste anywhere, from a drop, and from the Paste button', {
  tag: '@whole',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  await untilRunning(page)
  const copy = (text: string) => page.evaluate((it) => navigator.clipboard.writeText(it), text)
  await copy(`Look! ${posts.video.url}?is_copy_url=1 #fun`)
  await page.keyboard.press('ControlOrMeta+V')
  await expect(title(page)).toBeFocused()
  await expect(field(page)).toHaveValue(posts.video.url)

  await page.getByRole('button', { name: 'Clear the link' }).click()
  await expect(field(page)).toHaveValue('')
  await copy(`from a chat: ${posts.longTitle.shortUrls.vm}`)
  await page.getByRole('button', { name: 'Paste' }).click()
  await expect(title(page)).toContainText('A very long title.')

  await page.goto('/')
  await untilRunning(page)
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.setData('text/plain', text)
    for (const type of ['dragover', 'drop']) {
      const event = new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer })
      document.querySelector('#features')?.dispatchEvent(event)
    }
  }, posts.video.url)
  await expect(title(page)).toBeVisible()
})

test('without a connection the visitor reads so, and keeps the page', { tag: '@whole' }, async ({
  page,
  context,
}) => {
  await page.goto('/')
  await untilRunning(page)
  await goOffline(context)
  await lookUp(page, posts.video.url)
  await expect(page.getByRole('alert')).toContainText('You’re offline')
  await context.setOffline(false)
  await button(page).click()
  await expect(title(page)).toBeVisible()
})

test('a form that is sent before the page runs leads to a page that runs', async ({ page }) => {
  await page.route('**/assets/*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  )
  await page.goto('/')
  await field(page).fill(posts.video.url)
  await page.unroute('**/assets/*.js')
  await button(page).click()
  await expect(title(page)).toBeVisible()
  expect(pathOf(page)).toBe(resultPath(posts.video))
  await untilRunning(page)
  await lookUp(page, posts.longTitle.url)
  await expect(title(page)).toContainText('A very long title.')
  await page.goBack()
  await expect(title(page)).toHaveText('Test pattern with a tone #testing')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a result has its address too: reload sends no form, and Back works', async ({ page }) => {
    await page.goto('/tiktok-downloader-pc')
    await lookUp(page, posts.video.shortUrls.vm)
    await expect(title(page)).toBeInViewport()
    expect(pathOf(page)).toBe(resultPath(posts.video, '/tiktok-downloader-pc'))
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.method()))
    await page.reload()
    await expect(title(page)).toBeVisible()
    expect(sent).not.toContain('POST')
    await page.goBack()
    await expect(title(page)).toHaveCount(0)
  })

  test('a text browser shows the cover and its link once', { tag: '@whole' }, async ({ page }) => {
    await page.goto('/')
    await lookUp(page, posts.video.url)
    await expect(title(page)).toBeVisible()
    // What has no layout: every text and every alternative text, whatever styles hide.
    const shown = await page
      .locator('main')
      .evaluate((main) => [
        main.textContent ?? '',
        ...[...main.querySelectorAll('img')].map(({ alt }) => alt),
      ])
    const times = (text: string) => shown.join(' ').split(text).length - 1
    expect([times('Play a preview'), times('Post cover')]).toEqual([1, 1])
  })
})

for (const [width, height] of [
  [360, 740],
  [768, 1024],
  [1024, 768],
  [1440, 900],
] as const) {
  for (const javaScriptEnabled of [true, false]) {
    test.describe(`at ${width} px ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
      test.use({ viewport: { width, height }, javaScriptEnabled })

      test('the result is in sight at once, and nothing is cut by the header', {
        tag: width === 360 ? [] : '@whole',
      }, async ({ page }) => {
        await page.emulateMedia({ reducedMotion: 'reduce' })
        await page.goto('/')
        if (javaScriptEnabled) await untilRunning(page)
        await lookUp(page, posts.video.url)
        await expect(title(page)).toBeInViewport({ ratio: 1 })
        // The card's own cover, or the drawing's where the hero has one.
        const covers = page.getByRole('img', { name: 'Post cover' })
        await expect(covers.filter({ visible: true })).toHaveCount(1)
        await expect(covers.filter({ visible: true })).toBeInViewport({ ratio: 0.9 })
        await expect(page.getByRole('button', { name: 'Download Now' })).toBeInViewport({
          ratio: 1,
        })
        const header = await page.locator('header').boundingBox()
        const headline = await page.getByRole('heading', { level: 1 }).boundingBox()
        if (header === null || headline === null) throw new Error('No header or headline')
        const edge = header.y + header.height
        const whole = headline.y >= edge
        const gone = headline.y + headline.height <= edge
        expect([width, whole || gone]).toEqual([width, true])
      })
    })
  }
}

test.describe('on a small phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })
  let demo: AppServer

  test.beforeAll(async () => {
    demo = await startApp({ EXTRACTION_SOURCES: 'demo', LOG_LEVEL: 'warn' })
  })
  test.afterAll(() => discardApp(demo))

  for (const language of languages) {
    test(`Download Now is in sight after a look-up, also beside all formats and in demo mode, in ${language}`, {
      tag: '@whole',
    }, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const t = catalogue(language)
      await page.goto(`${demo.origin}/${language === 'en' ? '' : language}`)
      await untilRunning(page)
      await page.getByLabel(t.downloader.label).fill(posts.video.url)
      await page.getByRole('button', { name: t.downloader.submit, exact: true }).click()
      await expect(page.getByRole('radio')).toHaveCount(5)
      const main = page.getByRole('button', { name: t.result.downloadNow })
      await expect(main).toBeInViewport({ ratio: 1 })
    })
  }
})
