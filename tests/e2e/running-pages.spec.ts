// @module-tag whole
import type { Page } from '@playwright/test'
import type { Language } from '#app/i18n/catalogue.ts'
import { languages } from '#app/i18n/languages.ts'
import { catalogue } from '#app/i18n/texts.server.ts'
import { posts } from '#tests/fakes/extraction-service.ts'
import { expect, test, untilRunning } from './fixtures.ts'

const downloaderPages = [
  '/download',
  '/tiktok-downloader-pc',
  '/free-tiktok-downloader-mp4',
  '/tiktok-downloader-chrome-extension',
]
const home = (language: Language) => (language === 'en' ? '/' : `/${language}`)
const inLanguage = (language: Language, path: string) =>
  language === 'en' ? path : `/${language}${path}`

/** What the policy refuses from now on. */
async function refusals(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const refused: string[] = []
    Object.assign(window, { refused })
    document.addEventListener('securitypolicyviolation', (event) => {
      refused.push(`${event.violatedDirective} ${event.blockedURI}`)
    })
  })
  return () => page.evaluate(() => ('refused' in window ? (window.refused as string[]) : ['none']))
}

const field = (page: Page) => page.getByLabel('TikTok link')
/** What to do about a text that is no link, at every width. */
const copyLink = 'In the app, use Share → Copy link, then paste it here.'
const download = (page: Page) => page.getByRole('button', { name: 'Download', exact: true })

// The fixture fails a test on any error in the console, as React's of a page that differs.
for (const [timezoneId, locale] of [
  ['Asia/Tokyo', 'ja-JP'],
  ['America/Los_Angeles', 'de-DE'],
] as const) {
  test.describe(`in ${timezoneId}, ${locale}`, () => {
    test.use({ timezoneId, locale })

    for (const language of languages) {
      test(`every page with the downloader is taken over as it is in ${language}`, async ({
        page,
      }) => {
        const refused = await refusals(page)
        const t = catalogue(language)
        const result = `${home(language)}?url=${encodeURIComponent(posts.hd.url)}`
        const pages = downloaderPages.map((path) => inLanguage(language, path))
        for (const path of [home(language), result, ...pages]) {
          await page.goto(path)
          const title = await page.title()
          await untilRunning(page)
          expect([path, await refused()]).toEqual([path, []])
          await expect(page).toHaveTitle(title)
          await expect(page.locator('link[rel=canonical]')).toHaveCount(1)
        }
        await page.getByLabel(t.downloader.label).fill(posts.hd.url)
        await page.getByRole('button', { name: t.downloader.submit, exact: true }).click()
        await expect(page.getByRole('radio', { name: / HD / })).toBeVisible()
        expect(await refused()).toEqual([])
      })
    }
  })
}

test('a document stays as it was served when its page is taken over', async ({ page }) => {
  for (const path of downloaderPages) {
    await page.route('**/assets/*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: '' }),
    )
    await page.goto(path)
    const served = await page.locator('.page-content .prose').allInnerTexts()
    await page.unroute('**/assets/*.js')
    await page.goto(path)
    await untilRunning(page)
    await field(page).fill('x')
    await download(page).click()
    await expect(page.getByRole('alert')).not.toBeEmpty()
    expect(await page.locator('.page-content .prose').allInnerTexts()).toEqual(served)
  }
})

test('a link is looked up without loading a page, by one request', async ({ page }) => {
  await page.goto('/download')
  await untilRunning(page)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // Browsers look at the icon again for each new address.
    if (!/^\/(cover|assets|beacon|favicon)/.test(pathname)) {
      asked.push(`${request.method()} ${pathname}`)
    }
  })
  await field(page).fill(posts.video.url)
  await download(page).click()
  await expect(page.getByRole('article')).toBeVisible()
  await expect(page.getByRole('article').getByRole('heading').first()).toBeFocused()
  expect(asked).toEqual(['POST /download.data'])
})

test('an empty or wrong link is refused without asking the server', async ({ page }) => {
  await page.goto('/')
  await untilRunning(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await download(page).click()
  await expect(page.getByRole('alert')).toContainText('Please enter a TikTok URL')
  await expect(page.getByText(copyLink)).toBeVisible()
  await expect(field(page)).toBeFocused()
  for (const text of ['https://www.tiktok.com/@someone', 'nonsense']) {
    await field(page).fill(text)
    await download(page).click()
    await expect(page.getByRole('alert')).toContainText('Please enter a valid TikTok URL')
    const hint = text === 'nonsense' ? copyLink : 'This link leads to a profile.'
    await expect(page.getByText(hint)).toBeVisible()
  }
  expect(asked).toEqual([])
})

test('a visitor whose network fails keeps the page and can try again', async ({ page }) => {
  await page.goto('/')
  await untilRunning(page)
  await field(page).fill(posts.video.url)
  await page.route('**/_.data', (route) => route.abort('internetdisconnected'))
  await download(page).click()
  await expect(page.getByRole('alert')).toContainText(
    'An error occurred while processing your request. Please try again.',
  )
  await expect(page.getByText('Check your connection, then try again.')).toBeVisible()
  await expect(field(page)).toHaveValue(posts.video.url)
  await page.unroute('**/_.data')
  await download(page).click()
  await expect(page.getByRole('article')).toBeVisible()
})

test('a form that is sent before the scripts have loaded shows the post on a plain page', async ({
  page,
}) => {
  await page.route('**/assets/*.js', () => undefined)
  await page.goto('/', { waitUntil: 'commit' })
  await field(page).fill(posts.video.url)
  await download(page).click()
  await expect(page.getByRole('article')).toBeVisible()
  await page.getByRole('button', { name: 'Download Now' }).click()
  await expect(page.getByRole('heading', { name: 'Preparing your download...' })).toBeVisible()
})

test('going to an address that leads nowhere shows the page for that, and Back returns', async ({
  page,
}) => {
  await page.goto('/')
  await untilRunning(page)
  const answer = page.waitForResponse(/\/no\/such\/page\.data/)
  // As the browser does on Back to an entry of this document.
  await page.evaluate(() => {
    history.pushState(null, '', '/no/such/page')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  expect((await answer).status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.goBack()
  await expect(field(page)).toBeVisible()
})

test.describe('for a visitor who saves data', () => {
  test.use({ extraHTTPHeaders: { 'Save-Data': 'on' } })

  test('no script is loaded, and a link is looked up all the same', async ({ page }) => {
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    await page.goto('/')
    await page.waitForLoadState('networkidle')
    await field(page).fill(posts.video.url)
    expect(scripts).toEqual([])
    await download(page).click()
    await expect(page.getByRole('article')).toBeVisible()
    // A browser that saves data says so after a redirect too. This test's header is left out there, so
    // that page loads its scripts; it is left before those of the next one are counted.
    const result = page.url()
    await page.goto('about:blank')
    scripts.length = 0
    await page.goto(result)
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('article')).toBeVisible()
    expect(scripts).toEqual([])
    await page.getByRole('button', { name: 'Download Now' }).click()
    await expect(page).toHaveURL(/\/prepare\//)
  })
})

test('S61: a title with a script in it stays text, and the page runs beside it', async ({
  page,
}) => {
  const refused = await refusals(page)
  page.on('dialog', () => expect('a dialog').toBe('never opened'))
  await page.goto(`/?url=${encodeURIComponent(posts.hostileTitle.url)}`)
  await untilRunning(page)
  await expect(page.getByRole('article').getByRole('heading').first()).toContainText('onerror')
  expect(await refused()).toEqual([])
})

test.describe('in a browser that lacks something the pages use', () => {
  // React Router's inline script fails there, and nothing depends on it.
  test.use({ quietConsole: undefined })

  for (const missing of ['AbortSignal.timeout', 'TextEncoderStream']) {
    test(`the page stays as the server sent it without ${missing}`, async ({ page }) => {
      await page.addInitScript((name) => {
        if (name === 'TextEncoderStream') Reflect.deleteProperty(window, name)
        else Reflect.deleteProperty(AbortSignal, 'timeout')
      }, missing)
      await page.goto('/')
      await page.waitForLoadState('networkidle')
      await expect(page.getByRole('button', { name: 'Paste' })).toHaveCount(0)
      await field(page).fill(posts.video.url)
      await download(page).click()
      await expect(page).toHaveURL(/\?post=\d+#downloader$/)
      await expect(page.locator('#result-title')).toBeVisible()
      // A batch's page needs the reloads and the button of pages without scripts.
      await page.goto('/batch')
      await page.getByLabel('Post links').fill(posts.video.url)
      await page.getByRole('button', { name: 'Look up all' }).click()
      await expect(page.getByRole('link', { name: 'Save 1 as ZIP' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Show' })).toBeVisible()
    })
  }
})
