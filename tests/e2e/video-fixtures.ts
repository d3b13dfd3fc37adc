import type { Locator, Page } from '@playwright/test'
import { type FakePost, fakePost } from '#tests/fakes/extraction-service.ts'
import { addUser, openDatabase, plantSession } from '#tests/support/accounts.ts'
import type { Sql } from '#tests/support/sql.ts'
import { waitForLateParts } from './admin-fixtures.ts'
import { test as base, expect } from './fixtures.ts'

export type Titled = FakePost & { title: string }

/** A signed-in operator, and three videos that a visitor looked up. */
export const test = base.extend<{ db: Sql; videos: [Titled, Titled, Titled] }>({
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) waitForLateParts(page)
    await use(page)
  },
  db: async ({ app }, use) => {
    const db = openDatabase(app)
    await db.run('delete from users; delete from posts; delete from post_status_changes')
    await use(db)
    await db.close()
  },
  videos: [
    async ({ db, context, app }, use, { workerIndex, retry }) => {
      const id = await addUser(db, { email: 'op@site.example', name: 'Olga Operator' })
      const [name = '', value = ''] = (await plantSession(app, db, id)).split('=', 2)
      await context.addCookies([{ name, value: value.replace(/;.*/, ''), url: app.origin }])
      const insert = `insert into posts (post_id, link, title, search_text, kind, author_handle, author_key,
         downloads, first_seen_at, last_seen_at)
         values (@postId, @url, @title, lower(@title), 'video', 'tester', 'tester', @n, @at, @at)`
      const video = async (n: number, title: string): Promise<Titled> => {
        const post = { ...fakePost('video', 9000 + workerIndex * 100 + retry * 10 + n), title }
        // Old ones would be purged.
        const at = Date.now() - 60_000 + n
        await db.run(insert, { postId: post.postId, url: post.url, title, n: n + 1, at })
        return post
      }
      await use([
        await video(0, 'Cat on a roof'),
        await video(1, 'Dog in a pond'),
        await video(2, 'Cat in a box'),
      ])
    },
    { auto: true },
  ],
})

export const cards = (page: Page) =>
  page.getByRole('list', { name: 'Videos' }).getByRole('listitem')
/** The links by which the cards or the rows name their videos. */
export const names = (page: Page) =>
  page.getByRole('main').getByRole('link', { name: /^(Cat|Dog) / })
export const entry = (page: Page, title: string) =>
  cards(page).or(page.getByRole('row')).filter({ hasText: title })

export async function menuOf(page: Page, title: string): Promise<Locator> {
  await entry(page, title).locator('summary').click()
  return entry(page, title).locator('details[open] > summary + *')
}

/** Opens the list of videos and waits until its cards run, which are loaded after the screen. */
export async function openList(page: Page, address = '/admin/videos'): Promise<void> {
  await page.goto(address)
  await untilRunning(page.getByRole('main').locator('summary[aria-label^="Actions for"]').last())
}

/** Waits until React has taken over an element, which may come later than the screen around it. */
export async function untilRunning(element: Locator): Promise<void> {
  const isTaken = () =>
    element.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps')))
  await expect.poll(isTaken).toBe(true)
}

export { expect }
