import { readFile } from 'node:fs/promises'
import { fakePost, posts } from '#tests/fakes/extraction-service.ts'
import { bytesOf } from '#tests/fakes/media-files.ts'
import { firstInGate } from '#tests/support/circles.ts'
import type { LiveApp } from '#tests/support/live-app.ts'
import { unzip } from '#tests/support/unzip.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test, untilRunning } from './fixtures.ts'

const links = (from: number) =>
  [
    fakePost('slow', from).url,
    `A message: ${fakePost('hd', from).shortUrls.vm} and more`,
    'https://www.tiktok.com/@someone',
  ].join('\n')

function fileOf(app: LiveApp, name: string): Buffer {
  const file = app.media.files.get(name)
  if (file === undefined) throw new Error(`The fake media host has no ${name}`)
  return bytesOf(file)
}

test.describe('with JavaScript', () => {
  test('a visitor looks several links up and saves all as one ZIP', async ({ page, app }) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Have several links? Paste them all' }).click()
    await expect(page).toHaveURL(`${app.origin}/batch`)
    // Paste is there once the page runs.
    await expect(page.getByRole('button', { name: 'Paste' })).toBeVisible()
    await page.getByRole('button', { name: 'Look up all' }).click()
    await expect(page.getByRole('alert')).toContainText('Please enter a TikTok URL')
    await expectAccessible(page)
    await page.getByLabel('Post links').fill(links(1))
    await page.getByRole('button', { name: 'Look up all' }).click()
    await expect(page).toHaveURL(/\/batch\/[\w-]{22}$/)
    // The page itself must change, without being loaded again.
    await page.evaluate(() => Object.assign(window, { same: true }))
    await expect(page.getByText('Looking up…').first()).toBeVisible()
    await expectAccessible(page)
    await expect(page.getByText('2 of 3 ready')).toBeVisible()
    expect(await page.evaluate(() => 'same' in window)).toBe(true)
    await expectAccessible(page)

    await page.getByLabel('HD if available').check({ force: true })
    await expect(page.getByRole('listitem').nth(1)).toContainText('HD · ')
    await page.getByRole('link', { name: 'Save 2 as ZIP' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('ZIP · 2 videos')
    await expectAccessible(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('link', { name: 'Download Now' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^cleanclip_\d{17}\.zip$/)
    const files = unzip(await readFile(await download.path()))
    expect(files.map(({ content }) => content).slice(0, 2)).toEqual([
      fileOf(app, 'video.mp4'),
      fileOf(app, 'hd.mp4'),
    ])
    expect(files.at(-1)?.content.toString()).toContain('https://www.tiktok.com/@someone: ')

    await expect(page.getByRole('dialog', { name: 'Saved' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Back to your videos' }).click()
    const marks = page.getByRole('listitem').getByText('Saved', { exact: true })
    await expect(marks).toHaveCount(2)

    // The second row's file in another format than all.
    await page
      .getByLabel(/^Format of/)
      .nth(1)
      .selectOption('MP4')
    await expect(page.getByRole('listitem').nth(1)).toContainText('MP4 · ')
    await page
      .getByLabel(/^Format of/)
      .nth(1)
      .selectOption('As above')

    const save = page.getByRole('link', { name: /^Save .*HD/ })
    await save.click()
    await expect(dialog).toContainText('HD')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(save).toBeFocused()

    await page.reload()
    await expect(page.getByLabel('HD if available')).toBeChecked()
    await expect(marks).toHaveCount(2)
    await page.goBack()
    // What was typed isn't sent again by itself.
    await expect(page).toHaveURL(`${app.origin}/batch`)
    await expect(page.getByRole('button', { name: 'Look up all' })).toBeEnabled()
  })

  test('a visitor who goes back from here finds the whole page as it was, even after a reload', async ({
    page,
    app,
  }) => {
    const places = [
      ['/', '#faq summary'],
      ['/download', '.page-content .prose h2'],
    ] as const
    for (const [path, below] of firstInGate(places)) {
      await page.goto(path)
      await untilRunning(page)
      const served = await page.locator(below).allInnerTexts()
      expect(served.length).toBeGreaterThan(2)
      for (const reloads of [false, true]) {
        await page.getByLabel('TikTok link').fill(`${posts.hd.url} ${posts.video.url}`)
        await page.getByRole('button', { name: 'Download', exact: true }).click()
        await expect(page).toHaveURL(/\/batch\/[\w-]{22}$/)
        if (reloads) await page.reload()
        await page.goBack()
        await expect(page).toHaveURL(app.origin + path)
        await expect(page.locator(below)).toHaveText(served, { useInnerText: true })
        await untilRunning(page)
        await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeEnabled()
      }
    }
  })

  test('a page that was open over an upgrade keeps several links, each with its line', {
    tag: '@whole',
  }, async ({ page, app }) => {
    await page.goto('/')
    await untilRunning(page)
    // The server has become another build: what the open page doesn't have yet is gone.
    await page.route('**/assets/*.js', (route) => {
      const isOpenPage = route.request().frame().url() === `${app.origin}/`
      return isOpenPage ? route.fulfill({ status: 404 }) : route.fallback()
    })
    const pasted = [posts.hd.url, 'https://www.tiktok.com/@someone', posts.video.url].join('\n')
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    }, pasted)
    await expect(page).toHaveURL(/\/batch\/[\w-]{22}$/)
    await expect(page.locator('ol > li')).toHaveCount(3)
    await expect(page.getByText('2 of 3 ready')).toBeVisible()
  })

  test('too many links from there are given back, in a field that has the focus', async ({
    page,
  }) => {
    await page.goto('/')
    await untilRunning(page)
    const many = Array.from({ length: 21 }, (_, index) => fakePost('video', 800 + index).url)
    await page.getByLabel('TikTok link').fill(many.join(' '))
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('You pasted 21 links')
    await expect(page.getByLabel('Post links')).toBeFocused()
    await expect(page.getByLabel('Post links')).toHaveValue(many.join(' '))
  })

  test('a visitor tries again what failed for a moment', { tag: '@whole' }, async ({
    page,
    app,
  }) => {
    const post = fakePost('video', 700)
    app.extraction.script(post.postId, 'status500', 'status500', 'status500', 'video')
    await page.goto('/batch')
    await page.getByLabel('Post links').fill(post.url)
    await page.getByRole('button', { name: 'Look up all' }).click()
    const again = page.getByRole('button', { name: `Try tiktok.com/@tester/video/${post.postId}` })
    await expect(again).toBeVisible({ timeout: 60_000 })
    await again.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('1 of 1 ready')).toBeVisible({ timeout: 60_000 })
    await expect(page.getByRole('listitem').first()).toBeFocused()
  })

  test('Look up all stays under the finger when the page starts to run', { tag: '@whole' }, async ({
    page,
  }) => {
    const scripts = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await scripts.promise
      await route.fallback()
    })
    await page.goto('/batch', { waitUntil: 'commit' })
    const button = page.getByRole('button', { name: 'Look up all' })
    await expect(button).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    const before = await button.boundingBox()
    scripts.resolve()
    await expect(page.getByRole('button', { name: 'Paste' })).toBeVisible()
    expect(await button.boundingBox()).toEqual(before)
  })

  test('a visitor who tries again before the page runs keeps their place', {
    tag: '@whole',
  }, async ({ page, app }) => {
    const post = fakePost('video', 710)
    app.extraction.script(post.postId, 'status500', 'status500', 'status500', 'video')
    await page.goto('/batch')
    await page.getByLabel('Post links').fill(post.url)
    await page.getByRole('button', { name: 'Look up all' }).click()
    const again = page.getByRole('button', { name: `Try tiktok.com/@tester/video/${post.postId}` })
    await expect(again).toBeVisible({ timeout: 60_000 })
    const scripts = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await scripts.promise
      await route.fallback()
    })
    await page.goto(`${page.url()}?format=hd`, { waitUntil: 'commit' })
    await again.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\?format=hd#link-\d+$/)
    scripts.resolve()
    await expect(page.getByText('1 of 1 ready')).toBeVisible({ timeout: 60_000 })
    await expect(page.getByRole('listitem').first()).toBeFocused()
    await expect(page.getByLabel('HD if available')).toBeChecked()
  })

  test('the page keeps up to date after questions without an answer', {
    tag: '@whole',
  }, async ({ page }) => {
    await page.route('**/progress', (route) => route.abort('timedout'), { times: 2 })
    await page.goto('/batch')
    await page.getByLabel('Post links').fill(links(20))
    await page.getByRole('button', { name: 'Look up all' }).click()
    await expect(page.getByText('2 of 3 ready')).toBeVisible({ timeout: 60_000 })
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page loads itself until all is there, and everything can be saved', async ({
    page,
    app,
  }) => {
    await page.goto('/batch')
    await page.getByLabel('Post links').fill(links(40))
    await page.getByRole('button', { name: 'Look up all' }).click()
    await expect(page.getByRole('link', { name: 'Refresh' })).toBeVisible()
    await expect(page.getByText('2 of 3 ready')).toBeVisible({ timeout: 60_000 })
    await expect(page.getByRole('link', { name: 'Refresh' })).toHaveCount(0)
    await page.getByLabel('HD if available').check({ force: true })
    await page.getByRole('button', { name: 'Show' }).click()
    await expect(page.getByRole('listitem').nth(1)).toContainText('HD · ')
    await page.getByRole('link', { name: 'Save 2 as ZIP' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Preparing your download...')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download Now' }).click(),
    ])
    const files = unzip(await readFile(await download.path()))
    expect(files[1]?.content).toEqual(fileOf(app, 'hd.mp4'))
    await page.getByRole('link', { name: 'Back to your videos' }).click()
    await expect(page.getByRole('listitem').getByText('Saved', { exact: true })).toHaveCount(2)
    await page.getByRole('link', { name: /^Save .*HD/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Preparing your download...')
  })

  test('a refused text is given back with what is wrong with it', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/batch')
    const hidden = await page
      .getByLabel('Post links')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect(hidden, 'width of the example that a phone cuts off').toBe(0)
    await page.getByLabel('Post links').fill(posts.video.url.slice(0, -5))
    await page.getByRole('button', { name: 'Look up all' }).click()
    await expect(page.getByRole('alert')).toHaveText('Please enter a valid TikTok URL')
    await expect(page.getByLabel('Post links')).toHaveAccessibleDescription(
      /^\S+ This link looks incomplete\./,
    )
    await expect(page.getByLabel('Post links')).toHaveValue(posts.video.url.slice(0, -5))
  })
})
