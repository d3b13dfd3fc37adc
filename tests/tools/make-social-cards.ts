import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { articleCards, cardSize, siteCards, stamped, stampOf } from './social-card.ts'

/**
 * Draws the site's social cards into public/ and each article's into public/blog-cards/. Run it
 * after a change of the home page's headline, of an article's title or of a cover, with
 * CHROMIUM_PATH set where Playwright has no browser of its own:
 * `node tests/tools/make-social-cards.ts`
 */

const cards = articleCards()
const current = new Set(cards.map(({ file }) => path.basename(file)))
mkdirSync('public/blog-cards', { recursive: true })
for (const file of globSync('public/blog-cards/*.png')) {
  if (!current.has(path.basename(file))) rmSync(file)
}

const executablePath = process.env.CHROMIUM_PATH
const browser = await chromium.launch({
  ...(executablePath !== undefined && { executablePath }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
const page = await browser.newPage({ viewport: cardSize })
for (const { file, html, stamp } of [...siteCards(), ...cards]) {
  if (existsSync(file) && stampOf(readFileSync(file)) === stamp) continue
  await page.setContent(html)
  await page.evaluate(() => document.fonts.ready)
  writeFileSync(file, stamped(await page.screenshot(), stamp))
  process.stdout.write(`${file}\n`)
}
await browser.close()
