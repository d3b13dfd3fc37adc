import { test } from 'vitest'
import { startLiveApp } from '#tests/support/live-app.ts'
import { heading, link, text } from './page.ts'
import { onApp, runsScripts } from './world.ts'

const here = onApp(() => startLiveApp({ LOG_LEVEL: 'warn' }))

test.runIf(runsScripts)('a visitor without a network gets the offline page', async (context) => {
  const { page, app } = here
  await page.open('/help')
  if ((await page.script('return "serviceWorker" in navigator')) !== true) context.skip()
  await page.untilScript('return navigator.serviceWorker.controller !== null', true)
  await app.stop()
  await page.open('/blog')
  await page.see(heading('You’re offline'))
  await page.see(text('This page needs an internet connection.'))
  await page.see(link('Try again'))
  // Drawn as the site is.
  await page.untilScript('return getComputedStyle(document.body).display', 'flex')
})
