import { mkdirSync } from 'node:fs'
import { type BrowserContextOptions, chromium } from '@playwright/test'

/**
 * Makes the press kit's screenshots of the home page, and the web app manifest's of a result, from a
 * site that runs in demo mode:
 *   node tests/tools/make-press-screenshots.ts http://localhost:3000
 * CHROMIUM_PATH names a browser where Playwright has none of its own.
 */

const [address] = process.argv.slice(2)
if (address === undefined) throw new Error('Give the address of a running site')

const folder = 'public'
const result = `${address}/?url=https://www.tiktok.com/@demo/video/7123456789012345678`
const wide = { viewport: { width: 1440, height: 900 } }
const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  colorScheme: 'light',
}
const shots: { file: string; options: BrowserContextOptions; page?: string }[] = [
  { file: 'press/home-light.png', options: { ...wide, colorScheme: 'light' } },
  { file: 'press/home-dark.png', options: { ...wide, colorScheme: 'dark' } },
  { file: 'press/home-phone.png', options: phone },
  { file: 'app-wide.png', options: { ...wide, colorScheme: 'light' }, page: result },
  { file: 'app-narrow.png', options: phone, page: result },
]

mkdirSync(`${folder}/press`, { recursive: true })
const executablePath = process.env.CHROMIUM_PATH
const browser = await chromium.launch({
  ...(executablePath !== undefined && { executablePath }),
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-quic',
    '--disable-background-networking',
  ],
})
try {
  for (const { file, options, page: shown = address } of shots) {
    // Nothing moves, so that the picture is the same each time.
    const context = await browser.newContext({ ...options, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.goto(shown, { waitUntil: 'networkidle' })
    // The page runs once the form has its small buttons.
    await page.locator('#downloader button[type=button]').first().waitFor({ state: 'attached' })
    await page.evaluate(() => document.fonts.ready)
    // A site that looks up links doesn't say this.
    await page.getByText('Demo mode:').evaluateAll((notes) => {
      for (const note of notes) note.remove()
    })
    await page.screenshot({ path: `${folder}/${file}` })
    await context.close()
    process.stdout.write(`${folder}/${file}\n`)
  }
} finally {
  await browser.close()
}
