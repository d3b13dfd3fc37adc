import { test } from 'vitest'
import { startLiveApp } from '#tests/support/live-app.ts'
import { plugIn, unplug } from './own-network.ts'
import { heading, link, text } from './page.ts'
import { canUnplug, onApp, runsScripts } from './world.ts'

const here = onApp(() => startLiveApp({ LOG_LEVEL: 'warn' }))

test.runIf(runsScripts && canUnplug)(
  'a visitor without a network gets the offline page',
  async (context) => {
    const { page, app } = here
    await page.open('/help')
    if ((await page.script('return "serviceWorker" in navigator')) !== true) context.skip()
    await page.untilScript('return navigator.serviceWorker.controller !== null', true)
    await page.untilScript('return navigator.onLine', true)
    // Browsers still reach this machine without a network.
    await app.stop()
    unplug()
    context.onTestFinished(plugIn)
    await page.untilScript('return navigator.onLine', false)
    await page.open('/blog')
    await page.see(heading('You’re offline'))
    await page.see(text('This page loads by itself as soon as you’re back online.'))
    await page.see(link('Try again'))
    // Drawn as the site is.
    await page.untilScript('return getComputedStyle(document.body).display', 'flex')
  },
)
