// @module-tag whole
import type { Page } from '@playwright/test'
import { languages } from '#app/i18n/languages.ts'
import { signedIn } from '#tests/accounts/admin-world.ts'
import { addUser, openDatabase } from '#tests/support/accounts.ts'
import { crawl } from '#tests/support/crawl.ts'
import { operator, startDemoApp } from '#tests/support/demo-app.ts'
import { htmlFaults } from '#tests/support/html-validate.ts'
import { publicKinds } from '#tests/support/kinds-of-pages.ts'
import { type LiveApp, startLiveApp } from '#tests/support/live-app.ts'
import { absenceOfNu, nuFaults } from '#tests/support/nu-checker.ts'
import type { CheckedPage } from '#tests/support/page-faults.ts'
import { expect, test } from './fixtures.ts'
import { sidewaysAt } from './sideways.ts'

test.describe.configure({ timeout: 1_200_000 })

/**
 * Opens pages; expects that checkers find nothing wrong in them, as served and as they run, and that
 * neither phones nor tablets nor laptops scroll them sideways, even with text twice as large.
 */
async function expectNoFaults(page: Page, addresses: readonly string[]): Promise<void> {
  const desktop = page.viewportSize()
  const served: CheckedPage[] = []
  const running: CheckedPage[] = []
  for (const name of addresses) {
    const answer = await page.goto(name, { waitUntil: 'networkidle' })
    served.push({ name, html: (await answer?.text()) ?? '' })
    running.push({ name: `${name}, as it runs`, html: await page.content() })
    for (const width of [320, 390, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect.soft([name, width, await sidewaysAt(page, '200%')]).toEqual([name, width, []])
    }
    if (desktop !== null) await page.setViewportSize(desktop)
  }
  expect.soft(htmlFaults(served)).toEqual([])
  if (absenceOfNu() === null) expect.soft(nuFaults([...served, ...running])).toEqual([])
}

for (const language of languages) {
  test(`checkers find nothing wrong in the pages in ${language}`, async ({ page }) => {
    await expectNoFaults(page, publicKinds(language))
  })
}

/** What an address has in common with its like: a path without numbers, and each name of its query. */
function traitsOf(address: string): string[] {
  const { pathname, searchParams } = new URL(address)
  const path = pathname.replaceAll(/\/(?=[^/]*[\dA-Z])[^/]+/g, '/:id')
  return [path, ...Array.from(searchParams.keys(), (name) => `${path}?${name}`)]
}

/** Returns a rule that takes an address as long as one of its traits is rare so far. */
function rare(most: number): (address: string) => boolean {
  const counts = new Map<string, number>()
  return (address) => {
    const traits = traitsOf(address)
    const isRare = traits.some((trait) => (counts.get(trait) ?? 0) < most)
    if (isRare) for (const trait of traits) counts.set(trait, (counts.get(trait) ?? 0) + 1)
    return isRare
  }
}

/** Follows the links of the back office, three of each kind. */
async function crawlBackOffice(app: LiveApp) {
  const Cookie = (await signedIn(app, operator.email)).cookie()
  const isRare = rare(3)
  const { pages, broken } = await crawl([`${app.origin}/admin`], {
    get: (address) => fetch(address, { headers: { Cookie, 'Sec-Fetch-Site': 'same-origin' } }),
    // Previews of mails link to an example, and no platform has the demo's posts.
    follows: (address) =>
      /^\/admin(?!.*\/(?:example|download|file\/[^/]+)$)/.test(new URL(address).pathname) &&
      isRare(address),
  })
  return { Cookie, broken, oneOfEach: [...pages.keys()].filter(rare(1)) }
}

async function startEmptyApp(): Promise<LiveApp> {
  const app = await startLiveApp({ LOG_LEVEL: 'warn' })
  const db = openDatabase(app)
  await addUser(db, operator)
  await db.close()
  return app
}

for (const [what, start] of [
  ['with data', startDemoApp],
  ['that is empty', startEmptyApp],
] as const) {
  test(`no link of a back office ${what} leads to nothing, and checkers find nothing wrong`, async ({
    page,
  }) => {
    const app = await start()
    const { Cookie, broken, oneOfEach } = await crawlBackOffice(app)
    expect.soft(broken).toEqual([])
    const cookies = Cookie.split('; ').map((pair) => {
      const [name = '', value = ''] = pair.split('=', 2)
      return { name, value, url: app.origin }
    })
    await page.context().addCookies(cookies)
    await expectNoFaults(page, oneOfEach)
    await page.goto('about:blank')
    await app.close()
  })
}
