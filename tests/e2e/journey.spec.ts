import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { devices } from '@playwright/test'
import { posts } from '#tests/fakes/extraction-service.ts'
import { sha256Of } from '#tests/fakes/media-files.ts'
import { describeMedia } from '#tests/support/describe-media.ts'
import type { LiveApp } from '#tests/support/live-app.ts'
import { expect, test, untilRunning } from './fixtures.ts'

async function savedFile(download: Download): Promise<Buffer> {
  expect(await download.failure()).toBeNull()
  return readFile(await download.path())
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function sha256OfFake(app: LiveApp, name: string): string {
  const file = app.media.files.get(name)
  if (file === undefined) throw new Error(`The fake media host has no ${name}`)
  return sha256Of(file)
}

async function pasteAndDownload(page: Page, link: string, { script = true } = {}): Promise<void> {
  await page.goto('/')
  if (script) await untilRunning(page)
  await page.getByLabel('TikTok link').fill(link)
  await page.getByRole('button', { name: 'Download', exact: true }).click()
}

test.describe('with JavaScript', () => {
  test('a visitor saves the MP4, byte for byte, after the countdown', async ({ page, app }) => {
    await page.clock.install()
    await pasteAndDownload(page, posts.video.url)
    const card = page.getByRole('article')
    await expect(card.getByRole('heading', { level: 2 })).toBeVisible()
    await expect(card.getByRole('img', { name: 'Cover of the post' })).toHaveJSProperty(
      'complete',
      true,
    )
    expect(page.url()).toBe(`${app.origin}/`)
    // The clock stands still from here on, but for what the test says.
    await page.clock.pauseAt(Date.now() + 60_000)

    await card.getByRole('link', { name: 'Download Now' }).click()
    const dialog = page.getByRole('dialog', { name: 'Preparing your download...' })
    await expect(dialog).toContainText('Your download will be ready in 8 seconds')
    await page.clock.runFor(3000)
    await expect(dialog).toContainText('Your download will be ready in 5 seconds')
    await expect(dialog.getByRole('link', { name: 'Download Now' })).toBeHidden()

    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await card.getByRole('link', { name: 'Download Now' }).click()
    await expect(dialog).toContainText('Your download will be ready in 8 seconds')
    await page.clock.runFor(8500)

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('link', { name: 'Download Now' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^cleanclip_\d{17}\.mp4$/)
    expect(sha256(await savedFile(download))).toBe(sha256OfFake(app, 'video.mp4'))
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
  })

  test('a visitor saves the sound as an MP3 with its title', async ({ page }) => {
    await pasteAndDownload(page, posts.video.url)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'MP3 sound' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^cleanclip_\d{17}\.mp3$/)
    const sound = describeMedia(await savedFile(download))
    expect(sound).toMatchObject({
      codecs: ['mp3'],
      bitRate: 192_000,
      tags: { title: 'Test pattern with a tone #testing', artist: 'The Tester' },
    })
    expect(sound.seconds).toBeCloseTo(3, 0)
  })

  test('HD is offered with its size, and only where there is an HD file', async ({ page, app }) => {
    await pasteAndDownload(page, posts.hd.url)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /^HD video .*B$/ }).click(),
    ])
    expect(sha256(await savedFile(download))).toBe(sha256OfFake(app, 'hd.mp4'))
    await pasteAndDownload(page, posts.video.url)
    await expect(page.getByRole('link', { name: 'MP3 sound' })).toBeVisible()
    await expect(page.getByRole('link', { name: /HD video/ })).toHaveCount(0)
  })

  test('a slideshow gives each image, all of them as a zip, and the sound', async ({ page }) => {
    await page.clock.install()
    await pasteAndDownload(page, posts.slideshow.url)
    const [image] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Save image 2' }).click(),
    ])
    expect(image.suggestedFilename()).toMatch(/\.jpg$/)
    await page.getByRole('link', { name: 'Download Now' }).click()
    await page.clock.runFor(8500)
    const [zip] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('link', { name: 'Download Now' }).click(),
    ])
    expect(zip.suggestedFilename()).toMatch(/^cleanclip_\d{17}\.zip$/)
    expect((await savedFile(zip)).subarray(0, 2).toString()).toBe('PK')
  })

  test('the form says Processing while it waits, and errors clear on typing', async ({ page }) => {
    await page.goto('/')
    await untilRunning(page)
    const button = page.getByRole('button', { name: 'Download', exact: true })
    await button.click()
    const error = page.getByRole('alert')
    await expect(error).toHaveText('Please enter a TikTok URL')
    const field = page.getByLabel('TikTok link')
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await field.fill('https://faketiktok.example/video/1')
    await expect(error).toBeEmpty()
    await button.click()
    await expect(error).toContainText('Please enter a valid TikTok URL')
    await expect(field).toHaveValue('https://faketiktok.example/video/1')
    await field.fill(posts.slow.url)
    await button.click()
    await expect(page.getByRole('button', { name: 'Processing' })).toBeDisabled()
    await expect(page.getByRole('link', { name: 'Download Now' })).toBeVisible()
    await expect(button).toBeEnabled()
    await field.fill(posts.parsingFailed.url)
    await button.click()
    await expect(error).toContainText(
      'Failed to fetch video data. Please check the URL and try again.',
    )
    await expect(page.getByRole('article')).toHaveCount(0)
  })

  test('Paste fills the field, and says why when it cannot', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/')
    await untilRunning(page)
    await page.evaluate((text) => navigator.clipboard.writeText(text), posts.video.url)
    await page.getByRole('button', { name: 'Paste' }).click()
    await expect(page.getByLabel('TikTok link')).toHaveValue(posts.video.url)
    await page.evaluate(() => navigator.clipboard.writeText('  '))
    await page.getByRole('button', { name: 'Paste' }).click()
    const error = page.getByRole('alert')
    await expect(error).toHaveText('No content found in clipboard. Please copy a TikTok URL first.')
    await page.evaluate(() => {
      navigator.clipboard.readText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    })
    await page.getByRole('button', { name: 'Paste' }).click()
    await expect(error).toHaveText(
      'Clipboard access denied. Please allow clipboard permissions in your browser or paste the URL manually using Ctrl+V (Cmd+V on Mac).',
    )
    await page.evaluate(() => {
      navigator.clipboard.readText = () => Promise.reject(new Error('no'))
    })
    await page.getByRole('button', { name: 'Paste' }).click()
    await expect(error).toHaveText(
      'Unable to access clipboard. Please paste the URL manually using Ctrl+V (Cmd+V on Mac).',
    )
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page itself counts down, moves on, and gives the file', async ({ page, app }) => {
    await pasteAndDownload(page, posts.video.url, { script: false })
    await page.getByRole('link', { name: 'Download Now' }).click()
    await expect(page.getByRole('heading', { name: 'Preparing your download...' })).toBeVisible()
    await expect(page.getByText('Your download will be ready in 8 seconds')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Download Now' })).toHaveCount(0)
    const save = page.getByRole('link', { name: 'Download Now' })
    await expect(save).toBeVisible({ timeout: 15_000 })
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
    expect(download.suggestedFilename()).toMatch(/^cleanclip_\d{17}\.mp4$/)
    expect(sha256(await savedFile(download))).toBe(sha256OfFake(app, 'video.mp4'))
  })

  test('errors come back on the page with what was typed', async ({ page }) => {
    await pasteAndDownload(page, 'https://evil.example/?tiktok.com', { script: false })
    await expect(page.getByRole('alert')).toContainText('Please enter a valid TikTok URL')
    await expect(page.getByLabel('TikTok link')).toHaveValue('https://evil.example/?tiktok.com')
    await expect(page.getByRole('button', { name: 'Paste' })).toBeHidden()
    await pasteAndDownload(page, '', { script: false })
    await expect(page.getByRole('alert')).toHaveText('Please enter a TikTok URL')
  })

  test('a link shared into the site by its address is looked up', async ({ page }) => {
    await page.goto(`/?url=${encodeURIComponent(posts.video.shortUrls.vm)}`)
    await expect(page.getByRole('link', { name: 'Download Now' })).toBeVisible()
  })
})

test.describe('on an iPhone', () => {
  const { userAgent, viewport, isMobile, hasTouch } = devices['iPhone 15']
  test.use({ userAgent, viewport, isMobile, hasTouch })

  test('the file itself is shared, and a cancelled share opens the video', async ({ page }) => {
    await page.clock.install()
    await page.addInitScript(() => {
      const shared: string[] = []
      Object.assign(window, { shared, cancelShare: false })
      navigator.canShare = () => true
      navigator.share = async (data) => {
        if ('cancelShare' in window && window.cancelShare === true)
          throw new DOMException('', 'AbortError')
        shared.push(...(data?.files ?? []).map((file) => `${file.name} ${file.type} ${file.size}`))
      }
    })
    await pasteAndDownload(page, posts.video.url)
    await page.getByRole('link', { name: 'Download Now' }).click()
    const dialog = page.getByRole('dialog')
    await page.clock.runFor(8500)
    await expect(dialog.getByRole('listitem')).toHaveCount(3)
    await expect(dialog.getByRole('link', { name: 'Open in Safari' })).toBeVisible()
    await dialog.getByRole('link', { name: 'Share to Save' }).click()
    await expect
      .poll(() => page.evaluate(() => ('shared' in window ? String(window.shared) : '')))
      .toMatch(/^cleanclip_\d{17}\.mp4 video\/mp4 \d+$/)
    await page.evaluate(() => Object.assign(window, { cancelShare: true }))
    const [video] = await Promise.all([
      page.waitForEvent('popup'),
      dialog.getByRole('link', { name: 'Share to Save' }).click(),
    ])
    expect(video.url()).toContain('/save/')
  })
})
