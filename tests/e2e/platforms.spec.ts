// @module-tag whole
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { PLATFORMS } from '#app/environment/platform-names.ts'
import { mediaFiles, sha256Of } from '#tests/fakes/media-files.ts'
import { ids as facebookIds } from '#tests/fakes/platforms/facebook.ts'
import { posts as instagramPosts } from '#tests/fakes/platforms/instagram.ts'
import { pinLink } from '#tests/fakes/platforms/pinterest.ts'
import { postLink as redditLink } from '#tests/fakes/platforms/reddit.ts'
import { ids as snapchatIds } from '#tests/fakes/platforms/snapchat.ts'
import { videoLink } from '#tests/fakes/platforms/streamable.ts'
import { makeDataFolder } from '#tests/support/data-folder.ts'
import { countdownMs } from '#tests/support/default-settings.ts'
import { startLiveApp } from '#tests/support/live-app.ts'
import { type PlatformFakes, startPlatformFakes } from '#tests/support/platform-fakes.ts'
import { test as base, expect, untilRunning } from './fixtures.ts'

const test = base.extend<object, { fakes: PlatformFakes }>({
  fakes: [
    async ({ ownApp: _ }, use) => {
      const fakes = await startPlatformFakes()
      await use(fakes)
      await fakes.close()
    },
    { scope: 'worker' },
  ],
  app: [
    async ({ fakes }, use) => {
      const dataDir = await makeDataFolder({
        countdownPer: 'format',
        extractionRequestsPerSecond: 1000,
        platforms: [...PLATFORMS],
        sensitivePlatforms: ['x'],
      })
      const app = await startLiveApp({ LOG_LEVEL: 'warn', ...fakes.env }, fakes.hosts, dataDir)
      await use(app)
      await app.close()
    },
    { scope: 'worker' },
  ],
})
test.use({ ownApp: 'platforms' })

const files = mediaFiles()

/** Expects one of the files that platforms serve, or an MP4 that is joined from several. */
async function expectFile(download: Download, name: string): Promise<void> {
  expect(await download.failure()).toBeNull()
  const saved = await readFile(await download.path())
  if (name === 'joined') {
    expect(saved.subarray(4, 8).toString()).toBe('ftyp')
    expect(saved.includes('soun') && saved.includes('vide')).toBe(true)
    return
  }
  const file = files.get(name)
  if (file === undefined) throw new Error(`There is no ${name}`)
  expect(createHash('sha256').update(saved).digest('hex')).toBe(sha256Of(file))
}

async function lookUp(page: Page, link: string, { script = true } = {}): Promise<void> {
  await page.goto('/')
  if (script) await untilRunning(page)
  await page.getByLabel('TikTok link').fill(link)
  await page.getByRole('button', { name: 'Download', exact: true }).click()
}

/** Chooses a format, waits for its countdown and saves it. */
async function saveAs(page: Page, format: RegExp): Promise<Download> {
  await page.getByRole('radio', { name: format }).check()
  await page.getByRole('button', { name: 'Download Now' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.clock.runFor(countdownMs)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download Now' }).click(),
  ])
  return download
}

/** Goes on from the formats, over the page that counts down without a script. */
async function saveFromPage(page: Page): Promise<Download> {
  await page.getByRole('button', { name: 'Download Now' }).click()
  const save = page.getByRole('link', { name: 'Download Now' })
  await expect(save).toBeVisible({ timeout: 60_000 })
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
  return download
}

/** Each platform's link, its mark on the card, a format and the file behind it. */
const posts = [
  ['X', ({ x }: PlatformFakes) => x.link('video'), /720p/, 'video.mp4'],
  ['Bluesky', ({ bluesky }: PlatformFakes) => bluesky.link('video'), /MP4/, 'video.mp4'],
  ['Pinterest', () => pinLink('video'), /MP4/, 'video.mp4'],
  ['Instagram', () => `https://www.instagram.com/reel/${instagramPosts.reel}/`, /MP4/, 'video.mp4'],
  ['Facebook', () => `https://www.facebook.com/reel/${facebookIds.video}`, /MP4/, 'video.mp4'],
  ['Snapchat', () => `https://www.snapchat.com/spotlight/${snapchatIds.clip}`, /MP4/, 'video.mp4'],
  ['Reddit', () => redditLink('video'), /720p/, 'joined'],
  ['Streamable', () => videoLink('video'), /MP4/, 'video.mp4'],
] as const

for (const [site, link, format, file] of posts) {
  test(`a visitor could not save a video of ${site}, or would not see where it is from`, async ({
    page,
    fakes,
  }) => {
    await page.clock.install()
    await lookUp(page, link(fakes))
    const card = page.getByRole('article')
    await expect(card).toContainText(site)
    await expectFile(await saveAs(page, format), file)
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const [site, link, format, file] of posts) {
    test(`a visitor could not save a video of ${site} without a script`, async ({
      page,
      fakes,
    }) => {
      await lookUp(page, link(fakes), { script: false })
      const card = page.getByRole('article')
      await expect(card).toContainText(site)
      await page.getByRole('radio', { name: format }).check()
      await expectFile(await saveFromPage(page), file)
    })
  }

  test('the second video of a post could not be reached without a script', async ({
    page,
    fakes,
  }) => {
    await lookUp(page, fakes.x.link('clips'), { script: false })
    await page.getByRole('link', { name: 'Video 2' }).click()
    await expect(page).toHaveURL(/&item=2/)
    // It is silent, as what the site calls a GIF.
    await expect(page.getByRole('radio')).toHaveCount(3)
    await page.getByRole('radio', { name: /MP4/ }).check()
    await expectFile(await saveFromPage(page), 'silent.mp4')
  })

  test('the cover of a sensitive post would be shown unasked, or never', async ({
    page,
    fakes,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await lookUp(page, fakes.x.link('sensitive'), { script: false })
    const cover = page.locator('details:has(img[alt="Post cover"])').first()
    await expect(cover).not.toHaveAttribute('open')
    await expect(cover.locator('.veil')).toHaveCSS('filter', /blur/)
    await cover.locator('summary').click()
    await expect(cover.locator('.veil')).toHaveCSS('filter', 'none')
  })
})

test('a visitor would not get the other videos of a post, nor the one that the link names', async ({
  page,
  fakes,
}) => {
  await page.clock.install()
  await lookUp(page, `${fakes.x.link('clips')}/video/2`)
  await expect(page.getByRole('link', { name: 'Video 2' })).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('radio', { name: /MP3|M4A/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Video 3' }).click()
  await expect(page.getByRole('link', { name: 'Video 3' })).toHaveAttribute('aria-current', 'true')
  expect(page.url()).toContain('item=3')
  const download = await saveAs(page, /1080p/)
  expect(download.suggestedFilename()).toMatch(/^cleanclip_\d{17}_3\.mp4$/)
  await expectFile(download, 'hd.mp4')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  const sound = await saveAs(page, /MP3/)
  expect(sound.suggestedFilename()).toMatch(/_3\.mp3$/)
  expect(await sound.failure()).toBeNull()
})

test('a post with pictures and a video would lose one of them, in its rows or its ZIP', async ({
  page,
  fakes,
}) => {
  await page.clock.install()
  await lookUp(page, fakes.x.link('mixed'))
  await expect(page.getByRole('link', { name: /^Save image/ })).toHaveCount(2)
  const download = await saveAs(page, /All files/)
  expect(download.suggestedFilename()).toMatch(/\.zip$/)
  expect(await download.failure()).toBeNull()
  const zip = await readFile(await download.path())
  for (const name of ['/1.jpg', '/2.mp4', '/3.jpg']) expect(zip.includes(name), name).toBe(true)
})

test('recent downloads would mix up posts of two sites, or not say where they are from', async ({
  page,
  fakes,
}) => {
  await page.clock.install()
  await lookUp(page, fakes.x.link('video'))
  await saveAs(page, /720p/)
  await expect(page.getByRole('dialog')).toContainText('Saved')
  await page.goto('/')
  const recent = page.getByRole('link', { name: /two clips/ })
  await expect(recent).toContainText('X · MP4')
  await recent.click()
  await expect(page.getByRole('article')).toContainText('by A B')
})

test('the line below the field would not name the other sites', async ({ page }) => {
  await page.goto('/')
  await page
    .getByRole('link', { name: /^Also from X, Bluesky, Pinterest, .* and Streamable$/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Supported sites')
})
