import type { Locator, Page } from '@playwright/test'
import { addUser, openDatabase, plantSession } from '#tests/support/accounts.ts'
import type { Sql } from '#tests/support/sql.ts'
import { test as base, expect } from './fixtures.ts'

/** A signed-in operator and a fresh set of users for each test. */
export const test = base.extend<{ db: Sql; operator: string }>({
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) waitForLateParts(page)
    await use(page)
  },
  db: async ({ app }, use) => {
    const db = openDatabase(app)
    await db.run('delete from users; delete from sign_in_attempts')
    await use(db)
    await db.close()
  },
  operator: [
    async ({ db, context, app }, use) => {
      const id = await addUser(db, { email: 'op@site.example', name: 'Olga Operator' })
      const [name = '', value = ''] = (await plantSession(app, db, id)).split('=', 2)
      await context.addCookies([{ name, value: value.replace(/;.*/, ''), url: app.origin }])
      await use(id)
    },
    { auto: true },
  ],
})

/**
 * Waits after each navigation until a screen of the back office runs with all that it loads after
 * itself, such as its keys: operators look before they press. The site's pages may go on loading, a
 * video for example.
 */
export function waitForLateParts(page: Page): void {
  const waitUntil = (address: string) =>
    new URL(address, 'http://site.example').pathname.startsWith('/admin') ? 'networkidle' : 'load'
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = (address, options) =>
    untilScreenRuns(page, () => goto(address, { waitUntil: waitUntil(address), ...options }))
  page.reload = (options) =>
    untilScreenRuns(page, () => reload({ waitUntil: waitUntil(page.url()), ...options }))
}

/** A slow browser can have all that a screen needs, and still be at work on it. */
async function untilScreenRuns<T>(page: Page, navigate: () => Promise<T>): Promise<T> {
  // The last part that a screen loads asks for live events as soon as it runs.
  const lastPart = page.waitForRequest('**/admin/events*').catch(() => null)
  const answer = await navigate()
  if ((await page.locator('nav[aria-label="Admin"]').count()) === 0) return answer
  const palette = page.locator('button[aria-keyshortcuts^="Control+K"]')
  await palette.waitFor({ state: 'attached' })
  await lastPart
  return answer
}

/** Four users in every status, by their names. */
export async function addMembers(db: Sql): Promise<Map<string, string>> {
  const members = [
    ['Anna Aster', 'active'],
    ['Bert Birch', 'active'],
    ['Cleo Cedar', 'inactive'],
    ['Dora Aster', 'banned'],
  ] as const
  return new Map(
    await Promise.all(
      members.map(async ([name, status]) => {
        const email = `${name.toLowerCase().replace(' ', '.')}@users.example`
        return [name, await addUser(db, { email, name, status, role: 'user' })] as const
      }),
    ),
  )
}

/** Slows the network, and holds back what the server says to screens until the returned function is called. */
export async function holdAnswers(page: Page): Promise<() => void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\.data(\?|$)/, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

export const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** Opens the menu of a row; gives what is in it. */
export async function menuOf(page: Page, name: string): Promise<Locator> {
  const row = rowOf(page, name)
  await row.locator('summary').click()
  return row.locator('details[open] > summary + *')
}

/** Presses an item in the menu of a row. */
export async function choose(page: Page, name: string, item: string): Promise<void> {
  await (await menuOf(page, name)).getByText(item, { exact: true }).click()
}

export { expect }
