// @module-tag whole
import type { Page } from '@playwright/test'
import { type Language, plural } from '#app/i18n/catalogue.ts'
import { catalogue } from '#app/i18n/texts.server.ts'
import { posts } from '#tests/fakes/extraction-service.ts'
import { countdownSeconds, expect, test, untilRunning } from './fixtures.ts'

/** Those whose words are longest. */
const long: Language[] = ['de', 'fr', 'pt', 'es']

/** What is wider than the screen, by its tag and text; empty when nothing scrolls sideways. */
function sideways(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5)
      .map((element) => `${element.tagName} ${element.textContent.trim().slice(0, 60)}`)
  })
}

/** Texts that do not fit into their box. */
function cutOff(page: Page): Promise<string[]> {
  return page
    .locator('h1, h2, h3, h4, p, td, a, button')
    .evaluateAll((boxes) =>
      boxes
        .filter((box) => box.clientWidth > 1 && box.scrollWidth > box.clientWidth + 1)
        .map((box) => box.textContent.trim()),
    )
}

for (const language of long) {
  const t = catalogue(language)

  test(`the long words of ${language} fit on the smallest phone`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    const pages = ['', '/help', '/download', '/tiktok-downloader-chrome-extension', '/blog']
    const others = ['/resources', '/statistics', '/backlink-builder', '/press-kit', '/no-page']
    for (const path of [...pages, ...others]) {
      await page.goto(`/${language}${path}`)
      expect([path, await sideways(page), await cutOff(page)]).toEqual([path, [], []])
    }
    await page.goto(`/${language}`)
    await untilRunning(page)
    await page.locator('summary[aria-controls=site-nav]').click()
    expect(await sideways(page)).toEqual([])
  })

  test(`a result and its countdown in ${language} fit on the smallest phone`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.clock.install()
    await page.goto(`/${language}`)
    await untilRunning(page)
    for (const link of [posts.slideshow.url, posts.hd.url]) {
      await page.getByLabel(t.downloader.label).fill(link)
      await page.getByRole('button', { name: t.downloader.submit, exact: true }).click()
      await expect(page.getByRole('article')).toBeVisible()
      expect([await sideways(page), await cutOff(page)]).toEqual([[], []])
    }
    await page.getByRole('button', { name: t.result.downloadNow }).click()
    const dialog = page.getByRole('dialog', { name: t.prepare.title })
    await expect(dialog).toContainText(plural(t.prepare.countdown, countdownSeconds, language))
    await page.clock.runFor((countdownSeconds - 1) * 1000)
    await expect(dialog).toContainText(plural(t.prepare.countdown, 1, language))
    expect([await sideways(page), await cutOff(page)]).toEqual([[], []])
    await page.clock.runFor(1500)
    const ready = page.getByRole('dialog', { name: t.prepare.ready })
    await expect(ready.getByRole('link', { name: t.prepare.downloadNow })).toBeVisible()
    expect([await sideways(page), await cutOff(page)]).toEqual([[], []])
  })

  test(`the form in ${language} is on the first screen of a small phone, uncovered`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto(`/${language}`)
    await untilRunning(page)
    await expect(page.getByLabel(t.downloader.label)).toBeInViewport({ ratio: 1 })
    const submit = page.getByRole('button', { name: t.downloader.submit, exact: true })
    await expect(submit).toBeInViewport({ ratio: 1 })
    const free = await page.getByLabel(t.downloader.label).evaluate((field) => {
      const end = field.getBoundingClientRect().right
      const { paddingRight, borderRightWidth } = getComputedStyle(field)
      return end - Number.parseFloat(paddingRight) - Number.parseFloat(borderRightWidth)
    })
    const paste = await page.getByRole('button', { name: t.downloader.paste }).boundingBox()
    expect(paste?.x).toBeGreaterThanOrEqual(free)
  })

  test(`the script speaks ${language} too: clipboard and errors`, async ({ page }) => {
    await page.goto(`/${language}`)
    await untilRunning(page)
    await page.evaluate(() => {
      navigator.clipboard.readText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    })
    await page.getByRole('button', { name: t.downloader.paste }).click()
    const error = page.getByRole('alert')
    await expect(error).toHaveText(t.errors.clipboardDenied)
    await page.getByRole('button', { name: t.downloader.submit, exact: true }).click()
    await expect(error).toContainText(t.errors.empty)
    await expect(error).toContainText(t.hints.copyLink)
    await page.getByLabel(t.downloader.label).fill(posts.parsingFailed.url)
    await page.getByRole('button', { name: t.downloader.submit, exact: true }).click()
    await expect(error).toContainText(t.errors.failed)
    await expect(error).toContainText(t.hints.notFound)
  })
}

test('a visitor changes the language and keeps the page and its filter', async ({ page }) => {
  await page.goto('/resources?category=audio')
  const languages = page.getByRole('navigation', { name: 'Language' })
  await languages.getByRole('link', { name: 'Deutsch' }).click()
  await expect(page).toHaveURL(/\/de\/resources\?category=audio$/)
  await expect(page.getByRole('heading', { level: 2, name: 'Audio' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  const german = page.getByRole('navigation', { name: 'Sprache' })
  await expect(german.getByRole('link', { name: 'Deutsch' })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await german.getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL(/\/resources\?category=audio$/)
})
