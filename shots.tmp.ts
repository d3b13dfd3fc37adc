import { chromium } from '@playwright/test'
import { posts } from '#tests/fakes/extraction-service.ts'
import { startLiveApp } from '#tests/support/live-app.ts'
const app = await startLiveApp({ LOG_LEVEL: 'warn' })
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium' })
const out = '/tmp/shots'
const only = process.argv[2]
try {
  for (const [w, h] of [[360, 740], [768, 1024], [1024, 768], [1440, 900]] as const)
    for (const scheme of ['light', 'dark'] as const) {
      if (only && !`${w}${scheme}`.includes(only)) continue
      const context = await browser.newContext({ viewport: { width: w, height: h }, colorScheme: scheme })
      const page = await context.newPage()
      page.on('console', (m) => m.type() === 'error' && console.log(w, scheme, m.text()))
      page.on('pageerror', (e) => console.log(w, scheme, String(e)))
      await page.goto(app.origin)
      await page.locator('.paste-button').waitFor()
      await page.screenshot({ path: `${out}/${w}-${scheme}-0.png` })
      await page.getByLabel('TikTok link').fill(posts.slow.url)
      await page.getByRole('button', { name: 'Download', exact: true }).click()
      await page.locator('.skeleton').waitFor()
      await page.waitForTimeout(300)
      await page.screenshot({ path: `${out}/${w}-${scheme}-1.png` })
      await page.locator('#result-title').waitFor()
      await page.waitForTimeout(1500)
      await page.screenshot({ path: `${out}/${w}-${scheme}-2.png` })
      const box = await page.getByRole('link', { name: 'Download Now' }).boundingBox()
      console.log(w, scheme, page.url(), await page.evaluate(() => scrollY), box && Math.round(box.y + box.height), h)
      await context.close()
      if (scheme === 'dark') continue
      const plain = await browser.newContext({ viewport: { width: w, height: h }, javaScriptEnabled: false })
      const p = await plain.newPage()
      await p.goto(app.origin)
      await p.getByLabel('TikTok link').fill(posts.video.url)
      await p.getByRole('button', { name: 'Download', exact: true }).click()
      await p.locator('#result-title').waitFor()
      await p.waitForTimeout(1200)
      await p.screenshot({ path: `${out}/${w}-plain.png` })
      console.log(w, 'plain', p.url())
      await plain.close()
    }
} finally {
  await browser.close()
  await app.close()
}
