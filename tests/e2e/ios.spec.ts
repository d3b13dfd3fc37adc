// @module-tag whole
import { devices, type Page } from '@playwright/test'
import { fakePost, posts } from '#tests/fakes/extraction-service.ts'
import { openDatabase } from '#tests/support/accounts.ts'
import { countdownMs } from '#tests/support/default-settings.ts'
import type { LiveApp } from '#tests/support/live-app.ts'
import { expect, test, untilRunning } from './fixtures.ts'

/** What the stubbed share sheet does with a file. */
type Sheet = 'taken' | 'AbortError' | 'NotAllowedError' | 'missing'

/** Gives the page an iPhone's share sheet, and what its app on the home screen says of itself. */
async function withSheet(page: Page, sheet: Sheet, standalone = false): Promise<void> {
  await page.addInitScript(
    ({ sheet, standalone }) => {
      const shared: string[] = []
      Object.assign(window, { shared, sheet })
      Object.assign(navigator, { standalone })
      if (sheet === 'missing') {
        Object.assign(navigator, { canShare: undefined, share: undefined })
        return
      }
      navigator.canShare = () => true
      navigator.share = async (data) => {
        const now = String(Reflect.get(window, 'sheet'))
        if (now !== 'taken') throw new DOMException('', now)
        shared.push(...(data?.files ?? []).map((file) => `${file.name} ${file.type} ${file.size}`))
      }
    },
    { sheet, standalone },
  )
}

const sharedOn = (page: Page) => page.evaluate(() => String(Reflect.get(window, 'shared')))
const turnSheet = (page: Page, sheet: Sheet) =>
  page.evaluate((next) => Object.assign(window, { sheet: next }), sheet)

/** Opens the dialog of a post's format, and waits for its countdown. */
async function openDialog(page: Page, link: string, format: RegExp): Promise<void> {
  await page.clock.install()
  await page.goto('/')
  await untilRunning(page)
  await page.getByLabel('TikTok link').fill(link)
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  await page.getByRole('radio', { name: format }).check()
  await page.getByRole('button', { name: 'Download Now' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.clock.runFor(countdownMs)
}

async function downloadsOf(app: LiveApp, postId: string): Promise<unknown> {
  const db = openDatabase(app)
  const downloads = await db.value('select downloads from posts where post_id = ?', postId)
  await db.close()
  return downloads
}

const { userAgent, viewport, isMobile, hasTouch } = devices['iPhone 15']

test.describe('on an iPhone', () => {
  test.use({ userAgent, viewport, isMobile, hasTouch })

  test('the file itself is shared and counted, and a closed share sheet changes nothing', {
    tag: '@gate',
  }, async ({ page, app }) => {
    await withSheet(page, 'AbortError')
    const post = fakePost('video', 81)
    const fetched: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.startsWith('/save/') && !search.includes('check')) fetched.push(request.url())
    })
    await openDialog(page, post.url, /MP4/)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('listitem')).toHaveCount(3)
    await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeVisible()
    const address = page.url()
    const share = dialog.getByRole('button', { name: 'Share to Save' })
    await share.click()
    await expect(dialog).toHaveAccessibleName('Your download is ready')
    expect(page.context().pages()).toHaveLength(1)
    expect(page.url()).toBe(address)
    await turnSheet(page, 'NotAllowedError')
    await share.click()
    await expect(dialog.getByText('Ready. Tap Share to Save again.')).toBeVisible()
    expect(await downloadsOf(app, post.postId)).toBe(0)
    await turnSheet(page, 'taken')
    await share.click()
    await expect(dialog).toHaveAccessibleName('Done')
    expect(await sharedOn(page)).toMatch(/^cleanclip_\d{17}\.mp4 video\/mp4 \d+$/)
    await expect.poll(() => downloadsOf(app, post.postId)).toBe(1)
    expect(fetched).toHaveLength(1)
    await expect(page.getByRole('region', { name: 'Recent downloads' })).toBeAttached()
  })

  test('Open in Safari opens the file in its own tab', async ({ page }) => {
    await withSheet(page, 'missing')
    await openDialog(page, fakePost('video', 82).url, /MP4/)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('link', { name: 'Open in Safari' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Share to Save' })).toHaveCount(0)
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      dialog.getByRole('link', { name: 'Open in Safari' }).click(),
    ])
    expect(tab.url()).toContain('/save/')
    await expect(dialog).toHaveAccessibleName('Your download is ready')
  })

  test('an MP3 is shared or copied, and isn’t offered to be opened', async ({ page }) => {
    await withSheet(page, 'taken')
    await openDialog(page, fakePost('video', 83).url, /MP3/)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('link')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Share to Save' }).click()
    await expect(dialog).toHaveAccessibleName('Done')
    expect(await sharedOn(page)).toMatch(/\.mp3 audio\/mpeg \d+$/)
  })

  test('a photo post’s image is shared, and its ZIP is a plain download', async ({ page }) => {
    await withSheet(page, 'taken')
    await openDialog(page, posts.slideshow.url, /^All images ZIP/)
    const dialog = page.getByRole('dialog')
    const [zip] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('link', { name: 'Download Now' }).click(),
    ])
    expect(zip.suggestedFilename()).toMatch(/\.zip$/)
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('link', { name: 'Save image 2' }).click()
    await page.clock.runFor(countdownMs)
    await dialog.getByRole('button', { name: 'Share to Save' }).click()
    await expect(dialog).toHaveAccessibleName('Done')
    expect(await sharedOn(page)).toMatch(/_2\.jpg image\/jpeg \d+$/)
  })

  test('the app on the home screen shares the ZIP, or leads to Safari, and stays where it is', async ({
    page,
  }) => {
    await withSheet(page, 'AbortError', true)
    await openDialog(page, posts.slideshow.url, /^All images ZIP/)
    const address = page.url()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('link')).toHaveCount(0)
    const share = dialog.getByRole('button', { name: 'Share to Save' })
    await share.click()
    await expect(dialog).toHaveAccessibleName('Your download is ready')
    await turnSheet(page, 'taken')
    await share.click()
    await expect(dialog).toHaveAccessibleName('Done')
    expect(await sharedOn(page)).toMatch(/\.zip application\/zip \d+$/)
    expect(page.url()).toBe(address)
  })

  test('the app on the home screen shares the ZIP of several links once it was pressed', async ({
    page,
  }) => {
    await withSheet(page, 'taken', true)
    await page.clock.install()
    await page.goto('/batch')
    const links = [fakePost('video', 84).url, fakePost('video', 85).url].join('\n')
    await page.getByLabel('Post links').fill(links)
    await page.getByRole('button', { name: 'Look up all' }).click()
    await expect(page.getByText('2 of 2 ready')).toBeVisible()
    const address = page.url()
    await page.getByRole('link', { name: /ZIP/ }).click()
    await page.clock.runFor(countdownMs)
    const dialog = page.getByRole('dialog')
    const share = dialog.getByRole('button', { name: 'Share to Save' })
    await share.click()
    await expect(dialog.getByText('Ready. Tap Share to Save again.')).toBeVisible()
    await share.click()
    await expect(dialog).toHaveAccessibleName('Done')
    expect(await sharedOn(page)).toMatch(/\.zip application\/zip \d+$/)
    expect(page.url()).toBe(address)
  })
})

test.describe('on an iPad', () => {
  const { viewport, isMobile, hasTouch } = devices['iPad (gen 11)']
  const safari =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15'
  test.use({ userAgent: safari, viewport, isMobile, hasTouch })

  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'maxTouchPoints', { value: 5 })
    })
  })

  test('whose Safari calls itself a Mac’s, the MP4 is shared', async ({ page }) => {
    await withSheet(page, 'taken')
    await openDialog(page, fakePost('video', 86).url, /MP4/)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Share to Save' }).click()
    await expect(dialog).toHaveAccessibleName('Done')
    expect(await sharedOn(page)).toMatch(/\.mp4 video\/mp4 \d+$/)
  })

  test('the app on the home screen that can’t share a file leads to Safari', async ({ page }) => {
    await withSheet(page, 'missing', true)
    await openDialog(page, fakePost('video', 87).url, /MP4/)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Open this page in Safari to save the file.')).toBeVisible()
    await expect(dialog.getByRole('link')).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeVisible()
  })
})
