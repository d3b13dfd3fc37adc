import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { fakePost, posts } from '#tests/fakes/extraction-service.ts'
import { sha256Of } from '#tests/fakes/media-files.ts'
import { countdownMs, countdownText } from '#tests/support/default-settings.ts'
import { describeMedia } from '#tests/support/describe-media.ts'
import type { LiveApp } from '#tests/support/live-app.ts'
import { countdownSeconds, expect, test, untilRunning } from './fixtures.ts'

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

/** Chooses a format, waits for its countdown and saves it. */
async function saveAs(page: Page, format: RegExp): Promise<Download> {
  await page.getByRole('radio', { name: format }).check()
  await page.getByRole('button', { name: 'Download Now' }).click()
  return saveFromDialog(page)
}

async function saveFromDialog(page: Page): Promise<Download> {
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.clock.runFor(countdownMs)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download Now' }).click(),
  ])
  return download
}

/** The names in a ZIP, by its entries' local headers. */
function namesInZip(bytes: Buffer): string[] {
  const names: string[] = []
  for (let at = bytes.indexOf('PK\x03\x04'); at >= 0; at = bytes.indexOf('PK\x03\x04', at + 4)) {
    names.push(bytes.subarray(at + 30, at + 30 + bytes.readUInt16LE(at + 26)).toString())
  }
  return names
}

test.describe('with JavaScript', () => {
  test('a visitor saves the MP4, byte for byte, after the countdown', async ({ page, app }) => {
    await page.clock.install()
    await pasteAndDownload(page, posts.video.url)
    const card = page.getByRole('article')
    await expect(card.getByRole('heading', { level: 2 })).toBeVisible()
    // At this width the drawing beside the form becomes the clip.
    await expect(card.getByRole('img', { name: 'Post cover' })).toBeHidden()
    const cover = page.getByRole('img', { name: 'Post cover' }).locator('img')
    await expect(cover).toHaveJSProperty('complete', true)
    expect(page.url()).toBe(`${app.origin}/?post=${posts.video.postId}`)
    // The clock is stopped from here on, and only moves when the test says so.
    await page.clock.pauseAt(Date.now() + 60_000)

    await card.getByRole('button', { name: 'Download Now' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toHaveAccessibleName('Preparing your download...')
    await expect(dialog).toContainText(countdownText(0, countdownSeconds))
    await page.clock.runFor(3000)
    await expect(dialog).toContainText(countdownText(3, countdownSeconds))
    await expect(dialog.getByRole('link', { name: 'Download Now' })).toBeHidden()

    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await card.getByRole('button', { name: 'Download Now' }).click()
    await expect(dialog).toContainText(countdownText(0, countdownSeconds))
    const before = await dialog.boundingBox()
    await page.clock.runFor(countdownMs)
    await expect(dialog).toHaveAccessibleName('Your download is ready')
    expect(await dialog.boundingBox()).toEqual(before)

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('link', { name: 'Download Now' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^cleanclip_\d{17}\.mp4$/)
    expect(sha256(await savedFile(download))).toBe(sha256OfFake(app, 'video.mp4'))
    await page.clock.resume()
    await expect(dialog).toHaveAccessibleName('Saved')
    await dialog.getByRole('button', { name: 'Save another' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByLabel('TikTok link')).toBeFocused()
    await expect(page.getByLabel('TikTok link')).toHaveValue('')
  })

  test('a visitor names files after the creator and gets an MP3 at 320 kbps, and the device keeps the name', {
    tag: '@whole',
  }, async ({ page }) => {
    await page.clock.install()
    await pasteAndDownload(page, posts.video.url)
    const card = page.getByRole('article')
    await card.getByText('File name and MP3 quality').click()
    await card.getByLabel('File name').selectOption('Creator and title')
    await card.getByLabel('MP3 quality').selectOption('320 kbps')
    const download = await saveAs(page, /MP3 · 320 kbps/)
    expect(download.suggestedFilename()).toBe('The Tester - Test pattern with a tone #testing.mp3')
    expect(await describeMedia(await savedFile(download))).toMatchObject({ bitRate: 320_000 })
    await page.reload()
    await card.getByText('File name and MP3 quality').click()
    await expect(card.getByLabel('File name')).toHaveValue('creator_title')
    await expect(card.getByLabel('MP3 quality')).toHaveValue('192')
  })

  test('a visitor saves the sound as an MP3 with its title', async ({ page }) => {
    await page.clock.install()
    await pasteAndDownload(page, posts.video.url)
    const download = await saveAs(page, /MP3/)
    expect(download.suggestedFilename()).toMatch(/^cleanclip_\d{17}\.mp3$/)
    const sound = await describeMedia(await savedFile(download))
    expect(sound).toMatchObject({
      codecs: ['mp3'],
      bitRate: 192_000,
      tags: { title: 'Test pattern with a tone #testing', artist: 'The Tester' },
    })
    expect(sound.seconds).toBeCloseTo(3, 0)
  })

  test('HD is offered with its size, and only where there is an HD file', {
    tag: '@whole',
  }, async ({ page, app }) => {
    await page.clock.install()
    await pasteAndDownload(page, posts.hd.url)
    const download = await saveAs(page, /^Best quality .*HD .*B$/)
    expect(sha256(await savedFile(download))).toBe(sha256OfFake(app, 'hd.mp4'))
    // The choice is remembered where it can be met.
    await pasteAndDownload(page, posts.hd.url)
    await expect(page.getByRole('radio', { name: /^Best quality/ })).toBeChecked()
    await pasteAndDownload(page, posts.video.url)
    await expect(page.getByRole('radio', { name: /MP4/ })).toBeChecked()
    await expect(page.getByRole('radio', { name: /^Best quality/ })).toHaveCount(0)
  })

  test('a slideshow offers each image, all or some of them as a ZIP, and the sound', async ({
    page,
  }) => {
    await page.clock.install()
    await pasteAndDownload(page, posts.slideshow.url)
    await page.getByRole('link', { name: 'Save image 2' }).click()
    const image = await saveFromDialog(page)
    expect(image.suggestedFilename()).toMatch(/_2\.jpg$/)
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('link', { name: 'Enlarge image 3' }).click()
    await expect(page.getByRole('dialog', { name: 'Image 3 of 3' })).toBeVisible()
    for (const height of [900, 640]) {
      // Whole on the screen, with the buttons: nothing to scroll to.
      await page.setViewportSize({ width: height === 900 ? 1440 : 360, height })
      for (const part of [
        page.getByRole('img', { name: 'Image 3', exact: true }),
        page.getByRole('button', { name: 'Next image' }),
        page.getByRole('dialog').getByRole('button', { name: 'Save image 3' }),
      ]) {
        await expect(part).toBeInViewport({ ratio: 1 })
      }
    }
    await page.keyboard.press('ArrowRight')
    const viewer = page.getByRole('dialog', { name: 'Image 1 of 3' })
    await viewer.getByRole('checkbox', { name: 'In the ZIP' }).check()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name: 'Enlarge image 3' })).toBeFocused()
    const some = await saveAs(page, /^Selected images ZIP · 1 image/)
    expect(namesInZip(await savedFile(some))).toEqual([expect.stringMatching(/\/1\.jpg$/)])
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('checkbox', { name: 'Put image 1 in the ZIP' }).uncheck()
    const all = await saveAs(page, /^All images ZIP · 3 images/)
    expect(all.suggestedFilename()).toMatch(/^cleanclip_\d{17}\.zip$/)
    expect(namesInZip(await savedFile(all))).toHaveLength(4)
  })

  test('a clip plays in its cover, and isn’t loaded before', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await pasteAndDownload(page, posts.video.url)
    const play = page.getByRole('link', { name: 'Play a preview' })
    await expect(play).toBeVisible()
    expect(asked.filter((url) => url.includes('/save/'))).toEqual([])
    await play.click()
    const video = page.locator('video')
    await expect
      .poll(() => video.evaluate((v: HTMLVideoElement) => v.currentTime))
      .toBeGreaterThan(0)
    expect(await video.evaluate((v: HTMLVideoElement) => v.muted)).toBe(true)
  })

  test('a file that isn’t available is reported in the dialog, and Try again saves it', {
    tag: '@whole',
  }, async ({ page, app }) => {
    await page.clock.install()
    const post = fakePost('video', 41)
    await pasteAndDownload(page, post.url)
    await expect(page.getByRole('article')).toBeVisible()
    app.media.setBehaviour(`/post/${post.postId}/video.mp4`, '500')
    await page.getByRole('button', { name: 'Download Now' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toHaveAccessibleName('The file isn’t available right now')
    app.media.setBehaviour(`/post/${post.postId}/video.mp4`, null)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    const download = await saveFromDialog(page)
    expect(sha256(await savedFile(download))).toBe(sha256OfFake(app, 'video.mp4'))
    await expect(page.getByRole('article')).toBeVisible()
  })

  test('a double click on Download Now saves one file and begins no other', async ({ page }) => {
    await page.clock.install()
    const saves: string[] = []
    page.on('download', (download) => saves.push(download.suggestedFilename()))
    await pasteAndDownload(page, posts.hd.url)
    await page.getByRole('button', { name: 'Download Now' }).dblclick()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toHaveAccessibleName('Preparing your download...')
    await page.clock.runFor(countdownMs)
    await dialog.getByRole('link', { name: 'Download Now' }).dblclick()
    await expect(dialog).toHaveAccessibleName('Saved')
    expect(saves).toHaveLength(1)
  })

  test('a download shows how far it is, and one that breaks off is neither saved nor listed', async ({
    page,
    app,
  }) => {
    await page.clock.install()
    app.media.setBehaviour('/big/24000000', 'rate/2000000')
    await pasteAndDownload(page, fakePost('big', 43).url)
    await page.getByRole('button', { name: 'Download Now' }).click()
    const download = await saveFromDialog(page)
    const dialog = page.getByRole('dialog')
    await expect(dialog).toHaveAccessibleName('Download started')
    await expect(dialog).toContainText(/[1-9].* of 24 MB/)
    await download.cancel()
    await expect(dialog).toHaveAccessibleName('The download stopped')
    await expect(page.getByText('Recent downloads')).toHaveCount(0)
    app.media.setBehaviour('/big/24000000', null)
    const [again] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Try again' }).click(),
    ])
    expect(await again.failure()).toBeNull()
    await expect(dialog).toHaveAccessibleName('Saved')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('region', { name: 'Recent downloads' })).toBeVisible()
  })

  test('a cover that cannot be loaded leaves no gap, before and after the page runs', {
    tag: '@whole',
  }, async ({ page }) => {
    await pasteAndDownload(page, posts.coverDead.url)
    await expect(
      page.getByRole('link', { name: 'Play a preview' }).locator('> svg').filter({ visible: true }),
    ).toHaveCount(1)
    await expect(page.getByRole('img', { name: 'Post cover' })).toHaveCount(0)
    await page.reload()
    await untilRunning(page)
    await expect(page.getByRole('img', { name: 'Post cover' })).toHaveCount(0)
  })

  test('what was saved is listed on this device only', async ({ page }) => {
    await page.clock.install()
    const post = fakePost('video', 42)
    await pasteAndDownload(page, post.url)
    await saveAs(page, /MP4/)
    await expect(page.getByRole('dialog')).toHaveAccessibleName('Saved')
    const told: string[] = []
    page.on('request', (request) => {
      told.push(`${request.url()} ${request.postData() ?? ''} ${JSON.stringify(request.headers())}`)
    })
    await page.goto('/download')
    const recent = page.getByRole('region', { name: 'Recent downloads' })
    await expect(recent.getByRole('link')).toHaveAttribute('href', `/?post=${post.postId}`)
    await page.waitForLoadState('networkidle')
    // The cover's own link still works; no other request has anything of the list.
    const knowing = told.filter(
      (text) => text.includes(post.postId) || text.includes('Test pattern'),
    )
    expect(knowing.filter((text) => !/^\S+\/cover\/\d+\?e=/.test(text))).toEqual([])
    expect(knowing.length).toBeLessThan(2)
    await recent.getByRole('button', { name: 'Clear' }).click()
    await expect(recent).toHaveCount(0)
  })

  test('the form shows “Processing” while it waits, and errors clear on typing', {
    tag: '@whole',
  }, async ({ page }) => {
    await page.goto('/')
    await untilRunning(page)
    const button = page.getByRole('button', { name: 'Download', exact: true })
    await button.click()
    const error = page.getByRole('alert')
    await expect(error).toContainText('Please enter a TikTok URL')
    const field = page.getByLabel('TikTok link')
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await field.fill('https://faketiktok.example/video/1')
    await expect(error).toBeEmpty()
    await button.click()
    await expect(error).toContainText('Please enter a valid TikTok URL')
    await expect(field).toHaveValue('https://faketiktok.example/video/1')
    await field.fill(posts.slow.url)
    await button.click()
    await expect(page.getByRole('button', { name: 'Processing' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Download Now' })).toBeVisible()
    await expect(button).toBeEnabled()
    await field.fill(posts.parsingFailed.url)
    await button.click()
    await expect(error).toContainText(
      'Failed to fetch video data. Please check the URL and try again.',
    )
    await expect(page.getByRole('article')).toHaveCount(0)
  })

  test('Paste fills the field, or shows why it cannot', async ({ page, context }) => {
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

  test('the page itself counts down, moves on, and downloads the file', async ({ page, app }) => {
    await pasteAndDownload(page, posts.video.url, { script: false })
    await page.getByRole('button', { name: 'Download Now' }).click()
    await expect(page.getByRole('heading', { name: 'Preparing your download...' })).toBeVisible()
    await expect(page.getByText(/ · MP4\b/)).toBeVisible()
    await expect(page.getByText('Test pattern with a tone #testing')).toBeVisible()
    await expect(page.getByText(countdownText(0, countdownSeconds))).toBeVisible()
    await expect(page.getByRole('link', { name: 'Download Now' })).toHaveCount(0)
    const save = page.getByRole('link', { name: 'Download Now' })
    await expect(save).toBeVisible({ timeout: 60_000 })
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
    expect(download.suggestedFilename()).toMatch(/^cleanclip_\d{17}\.mp4$/)
    expect(sha256(await savedFile(download))).toBe(sha256OfFake(app, 'video.mp4'))
    // The other formats are led to from here, and the clip is one step back.
    await expect(page.getByRole('link', { name: /^Sound only/ })).toBeVisible()
    await page.getByRole('link', { name: 'Back to the video' }).click()
    await expect(page.locator('#result-title')).toBeVisible()
  })

  test('the chosen format and the ticked images are what is saved', async ({ page }) => {
    await pasteAndDownload(page, posts.slideshow.url, { script: false })
    await page.getByRole('checkbox', { name: 'Put image 2 in the ZIP' }).check()
    await page.getByRole('button', { name: 'Download Now' }).click()
    const save = page.getByRole('link', { name: 'Download Now' })
    await expect(save).toBeVisible({ timeout: 60_000 })
    const [zip] = await Promise.all([page.waitForEvent('download'), save.click()])
    expect(namesInZip(await savedFile(zip))).toEqual([expect.stringMatching(/\/2\.jpg$/)])
  })

  test('errors come back on the page with what was typed', async ({ page }) => {
    await pasteAndDownload(page, 'https://evil.example/?tiktok.com', { script: false })
    await expect(page.getByRole('alert')).toContainText('Please enter a valid TikTok URL')
    await expect(page.getByLabel('TikTok link')).toHaveValue('https://evil.example/?tiktok.com')
    await expect(page.getByRole('button', { name: 'Paste' })).toBeHidden()
    await pasteAndDownload(page, '', { script: false })
    await expect(page.getByRole('alert')).toContainText('Please enter a TikTok URL')
  })

  test('a link shared into the site by its address is looked up', async ({ page }) => {
    await page.goto(`/?url=${encodeURIComponent(posts.video.shortUrls.vm)}`)
    await expect(page.getByRole('button', { name: 'Download Now' })).toBeVisible()
  })
})
