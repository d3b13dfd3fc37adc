import { test as base, expect, type Page } from '@playwright/test'
import { openDatabase } from '#tests/support/accounts.ts'
import { makeDataFolder } from '#tests/support/data-folder.ts'
import { type LiveApp, startLiveApp } from '#tests/support/live-app.ts'

/** Of the shared app: without JavaScript no test can turn a countdown forward. */
export const countdownSeconds = 4

type OfTest = { quietConsole: undefined; sameSettings: undefined }
type OfWorker = { app: LiveApp; ownApp: string | null }

/**
 * Pages open on a live app of their worker; a test fails on any error in the browser's console. Files
 * share the app, in an order that no test can rely on: one whose tests change settings says
 * `test.use({ ownApp: 'its name' })`. Files with the same name would share theirs.
 */
export const test = base.extend<OfTest, OfWorker>({
  ownApp: [null, { scope: 'worker', option: true }],
  app: [
    // Naming the option has Playwright start another app for files that set it.
    async ({ ownApp: _ }, use) => {
      // All visitors are one network here, and would wait for a post once in all files.
      const dataDir = await makeDataFolder({
        countdownPer: 'format',
        countdownSeconds,
        // Look-ups don't wait for each other.
        extractionRequestsPerSecond: 1000,
      })
      const app = await startLiveApp({ LOG_LEVEL: 'warn' }, [], dataDir)
      await use(app)
      await app.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ app }, use) => use(app.origin),
  sameSettings: [
    async ({ app, ownApp }, use) => {
      const before = await settingsOf(app)
      await use(undefined)
      if (ownApp !== null) return
      expect(await settingsOf(app), 'settings that other files meet').toEqual(before)
    },
    { auto: true },
  ],
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
      // Mails are shown in frames whose sandbox refuses Playwright's own scripts. And the router tells
      // of an answer that it drops between its first line and its end: nothing waits for the rest.
      // The browser tells, too, of a fade between two pages that ends because a test reduces motion.
      const meant =
        /status of (4\d\d|502|503)|ERR_(TIMED_OUT|INTERNET_DISCONNECTED)|Blocked script execution in '\S+\/body\.html|^AbortError: (signal is aborted without reason|BodyStreamBuffer was aborted)$|ViewTransition opt-in disabled$/
      expect(errors.filter((text) => !meant.test(text))).toEqual([])
    },
    { auto: true },
  ],
})

async function settingsOf(app: LiveApp): Promise<object[]> {
  const db = openDatabase(app)
  const rows = await db.rows('select name, value from settings order by name')
  await db.close()
  return rows
}

/** Waits until a page with the downloader runs: its small buttons are there from then on. */
export async function untilRunning(page: Page): Promise<void> {
  await page.locator('#downloader button[type=button]').first().waitFor({ state: 'attached' })
}

/** Waits until a found post's card runs, whose code comes after the page's. */
export async function untilCardRuns(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Copy link' }).waitFor()
}

export { expect }
