// @module-tag whole
import type { Page } from '@playwright/test'
import { catalogue } from '#app/i18n/texts.server.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test, untilRunning } from './fixtures.ts'

const pages = { light: 'rgb(250, 247, 242)', dark: 'rgb(18, 19, 26)' }

const background = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor)

/** The colors of the page in each frame from the first one painted on. */
async function recordFrames(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen = new Set<string>()
    Object.assign(window, { seen })
    const look = () => {
      const { body } = document
      if (body !== null) seen.add(getComputedStyle(body).backgroundColor)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  return () => page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])
}

for (const path of ['/', '/help']) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const other = colorScheme === 'light' ? 'dark' : 'light'

    test.describe(`${path} on a device that is ${colorScheme}`, () => {
      test.use({ colorScheme })

      test(`stays ${other} once chosen, and never flashes the other scheme`, async ({ page }) => {
        await page.goto(path)
        if (path === '/') await untilRunning(page)
        expect(await background(page)).toBe(pages[colorScheme])
        const theme = page.getByRole('combobox', { name: 'Theme' })
        await expect(theme).toHaveValue('system')
        await theme.selectOption(other)
        await expect.poll(() => background(page)).toBe(pages[other])
        const bars = page.locator('meta[name=theme-color][media=all]')
        await expect(bars).toHaveAttribute('content', other === 'dark' ? '#12131a' : '#faf7f2')
        expect(
          await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme),
        ).toBe(other)

        const frames = await recordFrames(page)
        for (const next of [path, '/blog', '/', '/no-such-page']) {
          await page.goto(next)
          await expect(page.getByRole('combobox', { name: 'Theme' })).toHaveValue(other)
          expect([next, await frames()]).toEqual([next, [pages[other]]])
          await expect(bars).toHaveCount(1)
        }

        await page.getByRole('combobox', { name: 'Theme' }).selectOption('system')
        await page.goto(path)
        expect(await background(page)).toBe(pages[colorScheme])
        await expect(bars).toHaveCount(0)
      })
    })
  }
}

test('the theme reaches every open tab, and the back office', async ({ page, context }) => {
  await page.goto('/help')
  const second = await context.newPage()
  await second.goto('/')
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark')
  await expect.poll(() => background(second)).toBe(pages.dark)
  await second.goto('/admin/login')
  await expect(second.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('both switches can be read and used by everyone, in every scheme', async ({ page }) => {
  await page.goto('/help')
  await page.getByRole('banner').locator('details:has(a[hreflang]) summary').click()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark')
  await expectAccessible(page)
})

for (const width of [320, 1440]) {
  for (const language of ['en', 'de', 'fr', 'es', 'pt'] as const) {
    test(`the header of ${width} pixels keeps one line in ${language}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 640 })
      await page.goto(language === 'en' ? '/help' : `/${language}/help`)
      const header = page.getByRole('banner')
      const { height } = (await header.boundingBox()) ?? { height: 0 }
      expect(height).toBe(width === 320 ? 60 : 72)
      const inside = await header.locator('a, summary, select').evaluateAll(
        (parts) =>
          parts
            .filter((part) => part.checkVisibility())
            .map((part) => part.getBoundingClientRect())
            .filter(({ top, right, bottom }) => top < 0 || bottom > 72 || right > innerWidth)
            .length,
      )
      expect(inside).toBe(0)
    })
  }
}

async function changeLanguage(page: Page) {
  await page.goto('/resources?category=audio')
  const menu = page.getByRole('banner').locator('details:has(a[hreflang])')
  await menu.locator('summary').click()
  const german = menu.getByRole('link', { name: 'Deutsch' })
  await expect(german).toHaveAttribute('hreflang', 'de')
  await expect(german).toHaveAttribute('lang', 'de')
  await german.click()
  await expect(page).toHaveURL(/\/de\/resources\?category=audio$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  const label = catalogue('de').languages.label
  await expect(page.locator(`summary[aria-label="${label}: Deutsch"]`)).toBeVisible()
}

test('the language is changed in the header, and the page stays', async ({ page }) => {
  await changeLanguage(page)
  const summary = page.getByRole('banner').locator('details:has(a[hreflang]) summary')
  const english = page.getByRole('banner').getByRole('link', { name: 'English' })
  await summary.click()
  await expect(english).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(english).toBeHidden()
  await expect(summary).toBeFocused()
  await summary.click()
  await page.mouse.click(100, 500)
  await expect(english).toBeHidden()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, colorScheme: 'dark' })

  test('the language is changed as well, and the page follows the system’s theme', async ({
    page,
  }) => {
    await changeLanguage(page)
    await expect(page.getByRole('combobox', { name: catalogue('de').header.theme })).toHaveCount(0)
    await expect(page.locator('body')).toHaveCSS('background-color', pages.dark)
  })
})
