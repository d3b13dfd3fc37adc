// @module-tag whole
import type { Locator, Page } from '@playwright/test'
import { languages } from '#app/i18n/languages.ts'
import { posts } from '#tests/fakes/extraction-service.ts'
import { expect, test, untilRunning } from './fixtures.ts'
import { withoutAspectRatio } from './without-aspect-ratio.ts'

const phone = { width: 360, height: 640 }

function headerLook(page: Page) {
  return page.getByRole('banner').evaluate((header) => {
    const { backgroundColor, boxShadow } = getComputedStyle(header)
    return { clear: backgroundColor === 'rgba(0, 0, 0, 0)', shadow: boxShadow !== 'none' }
  })
}

async function scrollTo(page: Page, top: number) {
  await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top)
}

for (const path of ['/', '/help']) {
  test(`the header of ${path} is see-through at the top and solid after 20 pixels`, async ({
    page,
  }) => {
    await page.goto(path)
    expect(await headerLook(page)).toEqual({ clear: true, shadow: false })
    await scrollTo(page, 19)
    expect(await headerLook(page)).toEqual({ clear: true, shadow: false })
    await scrollTo(page, 22)
    await expect.poll(() => headerLook(page)).toEqual({ clear: false, shadow: true })
    await scrollTo(page, 0)
    await expect.poll(() => headerLook(page)).toEqual({ clear: true, shadow: false })
  })
}

test('bold text has each letter in bold', { tag: '@gate' }, async ({ page }) => {
  await page.goto('/')
  const notBolder = await page.evaluate(async () => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    const weights = [400, 500, 600, 700, 800]
    const faces = weights.map((weight) => document.fonts.load(`${weight} 40px "Figtree Text"`))
    if (canvas === null || (await Promise.all(faces)).flat().length < weights.length) return null
    const inkOf = (letter: string, weight: number) => {
      canvas.clearRect(0, 0, 60, 60)
      canvas.font = `${weight} 40px "Figtree Text"`
      canvas.fillText(letter, 10, 45)
      return canvas.getImageData(0, 0, 60, 60).data.reduce((sum, value) => sum + value, 0)
    }
    const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789äöüßéñçã?!'
    return [...letters].filter((letter) => {
      const inks = weights.map((weight) => inkOf(letter, weight))
      return inks.some((ink, index) => ink <= 1.02 * (inks[index - 1] ?? 0))
    })
  })
  expect(notBolder).toEqual([])
})

test('a keyboard reaches the content without passing the header', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await skip.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('TikTok link')).toBeFocused()
})

test('a keyboard stops at a table or code only where it scrolls', async ({ page }) => {
  const found = new Set<string>()
  for (const path of ['/privacy', '/blog/save-tiktok-slideshow-images', '/api']) {
    await page.goto(path)
    for (const width of [1280, 320, 1280]) {
      await page.setViewportSize({ width, height: 640 })
      const parts = () =>
        page.locator('.prose :is(pre, table)').evaluateAll((all) =>
          all.map((part) => {
            const { scrollWidth, clientWidth } = part
            return {
              scrolls: scrollWidth > clientWidth,
              stops: part.getAttribute('tabindex') === '0',
            }
          }),
        )
      const wrong = async () => (await parts()).filter(({ scrolls, stops }) => scrolls !== stops)
      await expect.poll(wrong, `${path} at ${width} pixels`).toEqual([])
      for (const { scrolls } of await parts())
        found.add(`${width}: ${scrolls ? 'scrolls' : 'fits'}`)
    }
  }
  expect([...found]).toEqual(expect.arrayContaining(['1280: fits', '320: scrolls']))
})

test('the whole form is on the first screen of a small phone', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto('/')
  await expect(page.getByLabel('TikTok link')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeInViewport({
    ratio: 1,
  })
  await expect(page.getByText('Copy link from TikTok app → Paste here → Download')).toBeInViewport({
    ratio: 1,
  })
})

for (const width of [320, 360, 768, 1440]) {
  test(`nothing scrolls sideways on the home page at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 640 })
    await page.goto('/')
    const over = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
    expect(over).toBe(0)
  })
}

test('every control on the home page is large enough for a thumb', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto('/')
  const small = await page.locator('main, header, footer').evaluateAll((parts) =>
    parts
      .flatMap((part) => [...part.querySelectorAll('a, button, summary, input')])
      .filter((element) => element.checkVisibility({ contentVisibilityAuto: true }))
      .map((element) => ({ box: element.getBoundingClientRect(), text: element.textContent }))
      .filter(({ box }) => box.height < 43.9 || box.width < 43.9)
      .map(({ text }) => text),
  )
  expect(small).toEqual([])
})

test('the names in the short footer are equally far apart, and large enough for a thumb', async ({
  page,
}) => {
  await page.goto('/newsletter')
  const gaps = await page.locator('footer nav').evaluateAll((navs) =>
    navs.map((nav) => {
      const boxes = [...nav.querySelectorAll('a')].map((name) => {
        const text = document.createRange()
        text.selectNodeContents(name)
        return text.getBoundingClientRect()
      })
      return boxes.slice(1).map((box, index) => Math.round(box.left - (boxes[index]?.right ?? 0)))
    }),
  )
  expect(gaps.map((ofNav) => new Set(ofNav).size)).toEqual([1, 1])
  const widths = await page
    .locator('footer nav a')
    .evaluateAll((names) => names.map((name) => name.getBoundingClientRect().width))
  expect(Math.min(...widths)).toBeGreaterThanOrEqual(43.9)
})

test('a small screen’s menu closes on Escape and on a press beside it', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto('/')
  await untilRunning(page)
  const button = page.getByRole('banner').locator('summary[aria-controls=site-nav]')
  const link = page.getByRole('banner').getByRole('link', { name: 'DMCA' })
  await button.click()
  await expect(link).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(link).toBeHidden()
  await button.click()
  await page.mouse.click(phone.width / 2, phone.height - 20)
  await expect(link).toBeHidden()
})

test('pictures keep their height in a browser without aspect-ratio', async ({ page }) => {
  await withoutAspectRatio(page)
  await page.setViewportSize(phone)
  const lowest = (pictures: Locator) =>
    pictures.evaluateAll((all) =>
      Math.min(...all.map((picture) => picture.getBoundingClientRect().height)),
    )
  const card = page.locator('[data-result-card]')
  for (const [post, picture] of [
    // One without a cover has nothing inside that is high.
    [posts.coverDead, card.getByRole('link', { name: 'Play a preview' })],
    [posts.slideshow, card.locator('li img')],
  ] as const) {
    await page.goto(`/?url=${encodeURIComponent(post.url)}`)
    await expect(picture.first()).toBeVisible()
    await expect.poll(() => lowest(picture)).toBeGreaterThan(90)
  }
  for (const path of ['/blog', '/blog/save-tiktok-slideshow-images']) {
    await page.goto(path)
    expect(await page.locator('.cover').count()).toBeGreaterThan(2)
    expect(await lowest(page.locator('.cover'))).toBeGreaterThan(90)
  }
})

const faqStates = (page: Page) =>
  page.locator('#faq details').evaluateAll((all) => all.map((item) => item.hasAttribute('open')))

const only = (open: number | null, count: number) =>
  Array.from({ length: count }, (_, index) => index === open)

async function useFaq(page: Page) {
  const questions = page.locator('#faq summary')
  const count = await questions.count()
  expect(count).toBeGreaterThanOrEqual(7)
  expect(await faqStates(page)).toEqual(only(0, count))
  await questions.nth(2).click()
  await expect.poll(() => faqStates(page)).toEqual(only(2, count))
  await questions.nth(2).click()
  await expect.poll(() => faqStates(page)).toEqual(only(null, count))
}

test('one question is open at a time, even in a browser that needs the script for it', async ({
  page,
}) => {
  await page.goto('/')
  await untilRunning(page)
  await useFaq(page)
  await page.addInitScript(() => {
    // An older browser: it can't style what is folded, and the attribute means nothing to it.
    const { supports } = CSS
    Object.assign(CSS, {
      supports: (condition: string, value?: string) =>
        !condition.includes('details-content') &&
        (value === undefined ? supports(condition) : supports(condition, value)),
    })
    Reflect.deleteProperty(HTMLDetailsElement.prototype, 'name')
    document.addEventListener('DOMContentLoaded', () => {
      for (const item of document.querySelectorAll('details')) item.removeAttribute('name')
    })
  })
  await page.reload()
  await untilRunning(page)
  await useFaq(page)
})

test('links of the footer lead to the places of the home page from everywhere', async ({
  page,
}) => {
  await page.goto('/help')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Features' }).click()
  await expect(page).toHaveURL(/\/#features$/)
  await expect(page.locator('#features h2')).toBeInViewport()
  await page.getByRole('contentinfo').getByRole('link', { name: 'How it works' }).click()
  await expect(page).toHaveURL(/\/#how-it-works$/)
  await expect(page.locator('#how-it-works h2')).toBeInViewport()
  await expect(page.getByRole('contentinfo')).toContainText(`© ${new Date().getUTCFullYear()}`)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a page that isn’t there has the field for a link, in every language', async ({ page }) => {
    for (const language of languages) {
      const start = language === 'en' ? '/' : `/${language}`
      await page.goto(language === 'en' ? '/no-such-page' : `${start}/no-such-page`)
      await page.locator('main input[name=url]').fill(posts.video.url)
      await page.locator('main form button').click()
      await expect(page).toHaveURL(({ pathname }) => pathname === start)
      await expect(page.getByRole('article')).toBeVisible()
    }
  })

  test('the menu opens, and a chosen page loads with it closed', async ({ page }) => {
    await page.setViewportSize(phone)
    await page.goto('/')
    await page.getByRole('banner').locator('summary[aria-controls=site-nav]').click()
    await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
    await expect(page).toHaveURL(/\/contact$/)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Contact' })).toBeHidden()
  })

  test('one question is open at a time', async ({ page }) => {
    await page.goto('/')
    const open = page.locator('#faq details[open]')
    await expect(open).toHaveCount(1)
    await page.locator('#faq summary').nth(3).click()
    await expect(open).toHaveCount(1)
    await page.locator('#faq summary').nth(3).click()
    await expect(open).toHaveCount(0)
  })
})

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  const moves = reducedMotion === 'no-preference'
  test(`going to another page ${moves ? 'fades' : 'is instant for a visitor who wants less motion'}`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion })
    await page.addInitScript(() => {
      addEventListener('pagereveal', (event) => {
        const { viewTransition } = event as Event & { viewTransition: unknown }
        Object.assign(window, { fades: viewTransition !== null })
      })
    })
    // From a page that runs to one that is a document, and on to another document.
    await page.goto('/')
    await untilRunning(page)
    const header = page.getByRole('banner')
    for (const [name, path] of [
      ['Help', '/help'],
      ['Terms', '/terms'],
    ] as const) {
      await header.getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(path)
      await expect.poll(() => page.evaluate(() => 'fades' in window && window.fades)).toBe(moves)
    }
  })
}

test('where the browser can install the site, an entry in the footer asks it to, once', async ({
  page,
}) => {
  await page.goto('/help')
  await page.waitForLoadState('networkidle')
  const entry = page.getByRole('contentinfo').getByRole('button', { name: 'Install' })
  await expect(entry).toHaveCount(0)
  const offered = () =>
    page.evaluate(() => {
      const event = new Event('beforeinstallprompt', { cancelable: true })
      Object.assign(event, { prompt: async () => Object.assign(window, { asked: true }) })
      dispatchEvent(event)
      return event.defaultPrevented
    })
  // The browser's own banner is held back.
  expect(await offered()).toBe(true)
  await expect(entry).toBeVisible()
  await entry.click()
  expect(await page.evaluate(() => 'asked' in window)).toBe(true)
  // Whatever the visitor answers: the browser decides when it offers that again.
  await expect(entry).toHaveCount(0)
  await offered()
  await page.evaluate(() => dispatchEvent(new Event('appinstalled')))
  await expect(entry).toHaveCount(0)
})

test('a printed page is its text alone, whole, and dark on white', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  await page.goto('/help')
  await expect(page.getByRole('heading', { name: 'Help', exact: true })).toBeVisible()
  for (const part of [page.getByRole('banner'), page.getByRole('contentinfo')]) {
    await expect(part).toBeHidden()
  }
  await expect(page.getByText('Skip to content')).toBeHidden()
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.getByRole('heading', { name: 'Still stuck?' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Send us a message' })).toBeVisible()
  await page.goto('/blog/save-tiktok-slideshow-images')
  const code = page.locator('pre')
  await expect(code).toHaveCSS('color', 'rgb(0, 0, 0)')
  const cutOff = await code.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(cutOff, 'width of a line that paper cuts off').toBe(0)
})
