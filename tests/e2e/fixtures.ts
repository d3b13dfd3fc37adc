import { test as base, expect, type Page } from '@playwright/test'
import { type LiveApp, startLiveApp } from '#tests/support/live-app.ts'

/** Pages open on a live app of their worker; a test fails on any error in the browser's console. */
export const test = base.extend<{ quietConsole: undefined }, { app: LiveApp }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const app = await startLiveApp({ LOG_LEVEL: 'warn' })
      await use(app)
      await app.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ app }, use) => use(app.origin),
  quietConsole: [
    async ({ page }, use) => {
      const errors: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text())
      })
      page.on('pageerror', (error) => errors.push(String(error)))
      await use(undefined)
      // A refused look-up answers with a 4xx or 5xx on purpose, and browsers log that as an error, as
      // they do where a test takes the connection away.
      // Mails are shown in frames whose sandbox refuses Playwright's own scripts.
      const meant =
        /status of (4\d\d|502|503)|ERR_(TIMED_OUT|INTERNET_DISCONNECTED)|Blocked script execution in '\S+\/body\.html/
      expect(errors.filter((text) => !meant.test(text))).toEqual([])
    },
    { auto: true },
  ],
})

/** Waits until a page with the downloader runs: its small buttons are there from then on. */
export async function untilRunning(page: Page): Promise<void> {
  await page.locator('#downloader button[type=button]').first().waitFor({ state: 'attached' })
}

export { expect }
