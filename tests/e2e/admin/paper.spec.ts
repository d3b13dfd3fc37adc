// @module-tag whole
import type { Page } from '@playwright/test'
import { fakePost } from '#tests/fakes/extraction-service.ts'
import { absenceOfPdftotext, pdfToText } from '#tests/support/pdftotext.ts'
import { expect, test } from '../admin-fixtures.ts'
import { fileNotice } from '../dmca-fixtures.ts'

test.use({ ownApp: 'paper' })

const absence = absenceOfPdftotext()

/** The text of a page on paper without blanks and hyphens, printed without backgrounds as browsers do. */
async function printed(page: Page): Promise<string> {
  const text = pdfToText(await page.pdf({ format: 'A4' }))
  return text.replaceAll(/[\s-]/g, '').toLowerCase()
}

/** How sections begin and end, folded or not, and what is said outside of them. */
function textsOnPaper(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isOnPaper = (element: Element) =>
      element.closest(
        '[hidden], [data-bulk], [data-stays-folded], .sr-only, option, script, noscript',
      ) === null && element.closest('.print\\:hidden') === null
    const texts = (within: Element) =>
      [...within.querySelectorAll('*')]
        .filter((element) => element.childElementCount === 0 && isOnPaper(element))
        .map(({ textContent }) => textContent.replaceAll(/[\s-]/g, '').toLowerCase())
        .filter((text) => text.length > 3)
    const main = document.querySelector('main')
    if (main === null) return []
    return [main, ...main.querySelectorAll('details')]
      .map(texts)
      .flatMap((all) => [...all.slice(0, 3), ...all.slice(-3)])
  })
}

/** What is pale on white paper, stays in place over each page, or was on the screen alone. */
function wrongOnPaper(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number)
    const light = (color: string) => {
      const [r = 0, g = 0, b = 0] = channels(color).map((value) => {
        const part = value / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const keepsBackground = (element: Element) => {
      for (let at: Element | null = element; at !== null; at = at.parentElement) {
        const { printColorAdjust, backgroundColor } = getComputedStyle(at)
        if (printColorAdjust === 'exact' && channels(backgroundColor)[3] !== 0) return true
      }
      return false
    }
    return [...document.body.querySelectorAll('*')].flatMap((element) => {
      if (!element.checkVisibility({ visibilityProperty: true })) return []
      const { position, color } = getComputedStyle(element)
      const name = `<${element.localName} class="${element.getAttribute('class') ?? ''}">`
      const says = [...element.childNodes].some(
        ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim() !== '',
      )
      const isPale = says && 1.05 / (light(color) + 0.05) < 4.5 && !keepsBackground(element)
      const stays = position === 'fixed' || position === 'sticky'
      return [...(isPale ? [`pale: ${name}`] : []), ...(stays ? [`${position}: ${name}`] : [])]
    })
  })
}

test('help, articles, legal pages, results, batches, reports and figures are whole and readable on paper', async ({
  page,
  app,
  db,
}) => {
  test.skip(absence !== null, absence ?? '')
  const post = fakePost('video', 40)
  await page.goto('/batch')
  await page.getByRole('button', { name: 'Paste' }).waitFor()
  await page.getByLabel('Post links').fill([post.url, fakePost('hd', 40).url].join('\n'))
  await page.getByRole('button', { name: 'Look up all' }).click()
  await expect(page.getByText('2 of 2 ready')).toBeVisible()
  const batch = new URL(page.url()).pathname
  const report = await fileNotice(app, db, 'First film', 1, post)
  const addresses = [
    '/help',
    '/blog/why-watermarked-copies-look-worse',
    '/blog/save-tiktok-slideshow-images',
    '/dmca',
    '/privacy',
    '/',
    '/statistics',
    '/supported',
    '/status',
    `/?url=${encodeURIComponent(post.url)}`,
    batch,
    `/admin/dmca/${report.id}`,
    '/admin/dmca',
    '/admin',
    '/admin/analytics',
    '/admin/settings/api',
    '/admin/system',
  ]
  for (const address of addresses) {
    for (const theme of ['the system’s', 'chosen here'] as const) {
      await page.emulateMedia({ colorScheme: theme === 'chosen here' ? 'light' : 'dark' })
      await page.goto(address)
      if (theme === 'chosen here') {
        await page.evaluate(() =>
          Object.assign(document.documentElement.dataset, { theme: 'dark' }),
        )
      }
      await page.evaluate(() => {
        for (const section of document.querySelectorAll('details')) section.open = false
      })
      const texts = await textsOnPaper(page)
      expect([address, texts.length > 2]).toEqual([address, true])
      const paper = await printed(page)
      const lost = texts.filter((text) => !paper.includes(text))
      expect([address, theme, lost]).toEqual([address, theme, []])
      expect([address, paper.includes('skiptocontent')]).toEqual([address, false])
      await page.emulateMedia({ media: 'print' })
      expect([address, theme, await wrongOnPaper(page)]).toEqual([address, theme, []])
      await page.emulateMedia({ media: null })
    }
  }
})

test('browsers that can’t unfold sections by a style sheet open them for paper, and close them again', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const supports = CSS.supports.bind(CSS)
    CSS.supports = (...asked: [string]) =>
      !asked[0].includes('details-content') && supports(...asked)
  })
  for (const address of ['/', '/help', '/admin/analytics']) {
    await page.goto(address)
    const states = () =>
      page
        .locator('main details')
        .evaluateAll((all) => all.map((one) => one instanceof HTMLDetailsElement && one.open))
    const before = await states()
    expect([address, before.includes(false)]).toEqual([address, true])
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    const open = page.locator('main details:not(.print\\:hidden, .print\\:hidden *)')
    await expect(open).toHaveCount(await page.locator(`main details[open]`).count())
    // Those that close each other have had time to.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
    await expect(open).toHaveCount(await page.locator(`main details[open]`).count())
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await expect.poll(states).toEqual(before)
  }
})
