import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import type SQLite from 'better-sqlite3'
import { parse } from 'csv-parse/sync'
import { type FakePost, fakePost } from '#tests/fakes/extraction-service.ts'
import { addUser, openDatabase, plantSession } from '#tests/support/accounts.ts'
import { lookUp } from '#tests/support/live-app.ts'
import { expectAccessible } from './accessible.ts'
import { test as base, expect } from './fixtures.ts'

type Titled = FakePost & { title: string }

/** A signed-in operator, and three videos that a visitor looked up. */
const test = base.extend<{ db: SQLite.Database; videos: [Titled, Titled, Titled] }>({
  db: async ({ app }, use) => {
    const db = openDatabase(app)
    db.exec('delete from users; delete from posts; delete from post_status_changes')
    await use(db)
    db.close()
  },
  videos: [
    async ({ db, context, app }, use, { workerIndex, retry }) => {
      const id = addUser(db, { email: 'op@site.example', name: 'Olga Operator' })
      const [name = '', value = ''] = plantSession(db, id).split('=', 2)
      await context.addCookies([{ name, value: value.replace(/;.*/, ''), url: app.origin }])
      const insert = db.prepare(
        `insert into posts (post_id, link, title, search_text, kind, author_handle, author_key,
         downloads, first_seen_at, last_seen_at)
         values (@postId, @url, @title, lower(@title), 'video', 'tester', 'tester', @n, @at, @at)`,
      )
      const video = (n: number, title: string): Titled => {
        const post = { ...fakePost('video', 9000 + workerIndex * 100 + retry * 10 + n), title }
        // Old ones would be purged.
        const at = Date.now() - 60_000 + n
        insert.run({ postId: post.postId, url: post.url, title, n: n + 1, at })
        return post
      }
      await use([video(0, 'Cat on a roof'), video(1, 'Dog in a pond'), video(2, 'Cat in a box')])
    },
    { auto: true },
  ],
})

const cards = (page: Page) => page.getByRole('list', { name: 'Videos' }).getByRole('listitem')
/** The links by which the cards or the rows name their videos. */
const names = (page: Page) => page.getByRole('main').getByRole('link', { name: /^(Cat|Dog) / })
const entry = (page: Page, title: string) =>
  cards(page).or(page.getByRole('row')).filter({ hasText: title })

async function menuOf(page: Page, title: string): Promise<Locator> {
  await entry(page, title).locator('summary').click()
  return entry(page, title).locator('details[open] > summary + *')
}

async function giveReason(page: Page, reason: string, button: string): Promise<void> {
  await page.getByLabel('Reason').fill(reason)
  await page.getByRole('button', { name: button }).click()
}

/** The texts of a page as the browser tells them to a screen reader. */
async function spoken(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  const texts = nodes.filter(({ role }) => role?.value === 'StaticText')
  return texts.map(({ name }) => String(name?.value ?? '').trim()).join(' ')
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('search, filter, order and view are one address', async ({ page }) => {
      await page.goto('/admin/videos')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Videos')
      await expect(names(page)).toHaveText(['Cat in a box', 'Dog in a pond', 'Cat on a roof'])
      await page.getByLabel('Search by title or link').fill('CAT')
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Apply' }).click()
      await expect(names(page)).toHaveText(['Cat in a box', 'Cat on a roof'])
      await page.getByRole('link', { name: 'List' }).click()
      await expect(page.getByRole('table')).toBeVisible()
      await expect(names(page)).toHaveText(['Cat in a box', 'Cat on a roof'])
      await page.getByRole('link', { name: 'Downloads' }).click()
      await page.getByRole('link', { name: 'Downloads' }).click()
      await expect(names(page)).toHaveText(['Cat on a roof', 'Cat in a box'])
      await page.reload()
      await expect(names(page)).toHaveText(['Cat on a roof', 'Cat in a box'])
      expect(new URL(page.url()).search).toBe('?direction=asc&q=CAT&sort=downloads&view=list')
      await page.getByRole('link', { name: 'Grid' }).click()
      await expect(cards(page)).toHaveCount(2)
      await page.getByLabel('Status').selectOption({ label: 'Removed (0)' })
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Apply' }).click()
      await expect(page.getByText('No videos match')).toBeVisible()
    })

    test('a video is flagged, removed and restored from its menu, each with a reason', async ({
      page,
      videos: [cat],
      app,
    }) => {
      await page.goto('/admin/videos?q=roof')
      await (await menuOf(page, cat.title)).getByText('Flag Content').click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Flag this video?')
      await giveReason(page, 'A complaint', 'Flag this video')
      await expect(page.getByRole('status')).toHaveText(`${cat.title} is flagged for review.`)
      expect(new URL(page.url()).search).toBe('?q=roof')
      await page.locator('summary[aria-label^=Notifications]').click()
      await expect(page.locator('summary[aria-label^=Notifications] + *')).toContainText(
        '1 flagged video to review',
      )
      await page.goto('/admin/videos?q=roof')
      await (await menuOf(page, cat.title)).getByText('Remove', { exact: true }).click()
      await giveReason(page, 'A notice', 'Remove this video')
      await expect(entry(page, cat.title)).toContainText('Removed')
      expect((await lookUp(app, cat.url)).status).toBe(451)
      await (await menuOf(page, cat.title)).getByText('Restore').click()
      await giveReason(page, 'Withdrawn', 'Restore this video')
      await expect(entry(page, cat.title)).toContainText('Active')
      expect((await lookUp(app, cat.url)).status).toBe(200)
    })

    test('many are ticked and removed at once', async ({ page }) => {
      for (const view of ['', '?view=list']) {
        await page.goto(`/admin/videos${view}`)
        await expect(page.locator('[data-bulk]')).toBeHidden()
        await entry(page, 'Cat on a roof').getByRole('checkbox').check()
        await entry(page, 'Dog in a pond').getByRole('checkbox').check()
        const doing = view === '' ? 'Remove' : 'Restore'
        await page.locator('[data-bulk]').getByRole('button', { name: doing }).click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${doing} 2 videos?`)
        await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2)
        await giveReason(page, 'Together', `${doing} 2 videos`)
        await expect(page.getByRole('status')).toContainText('2 videos are')
        expect(page.url()).toContain(`/admin/videos${view}`)
      }
    })

    test('the page of a video shows its preview, its history and what was decided', async ({
      page,
      videos: [, dog],
      app,
    }) => {
      await lookUp(app, dog.url)
      await page.goto('/admin/videos')
      await entry(page, 'Test pattern').getByRole('link', { name: 'Test pattern' }).click()
      const video = page.locator('video')
      await expect(video).toHaveAttribute('src', `/admin/videos/${dog.postId}/file/mp4`)
      await page.getByRole('link', { name: 'Flag Content' }).click()
      await giveReason(page, 'Let us look again', 'Flag this video')
      await expect(page.getByRole('heading', { name: 'Status changes' })).toBeVisible()
      await expect(page.getByRole('region', { name: 'Status changes' })).toContainText(
        'Let us look again',
      )
      await expect(page.getByRole('region', { name: 'Status changes' })).toContainText(
        'op@site.example',
      )
      const source = page.getByRole('link', { name: 'Open Source' })
      await expect(source).toHaveAttribute('href', dog.url)
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Download' }).click()
      expect((await download).suggestedFilename()).toMatch(/\.mp4$/)
      await page.getByRole('link', { name: 'Block author' }).click()
      await giveReason(page, 'Spam', 'Block the author')
      await expect(page.getByRole('status')).toHaveText('@tester is blocked now.')
      expect((await lookUp(app, dog.url)).status).toBe(451)
      await page.getByRole('link', { name: 'Unblock author' }).click()
      await giveReason(page, 'Sorry', 'Unblock the author')
      expect((await lookUp(app, dog.url)).status).toBe(200)
    })

    test('the export has what the filters show', async ({ page }) => {
      await page.goto('/admin/videos?q=cat')
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Export CSV' }).click()
      const file = await (await download).path()
      const rows = parse(await readFile(file), { columns: true, bom: true }) as { title: string }[]
      expect(rows.map(({ title }) => title).sort()).toEqual(['Cat in a box', 'Cat on a roof'])
    })
  })
}

const screens = [
  '',
  '?view=list',
  '?q=nothing',
  '/DOG',
  '/change/remove?id=CAT&id=DOG',
  '/change/restore?id=CAT',
  '/authors',
  '/authors/block?author=tester',
]
for (const screen of screens) {
  test(`/admin/videos${screen} is accessible, and fits a phone`, async ({
    page,
    videos: [cat, dog],
    app,
  }) => {
    await lookUp(app, dog.url)
    await page.goto(`/admin/videos${screen.replace('CAT', cat.postId).replace('DOG', dog.postId)}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 700 })
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBe(0)
  })
}

test('the menu of the last row opens upwards where it would end below the window', async ({
  page,
}) => {
  for (const view of ['', '?view=list']) {
    await page.goto(`/admin/videos${view}`)
    const summary = page.locator('main summary[aria-label^="Actions for"]').last()
    const { y = 0, height = 0 } = (await summary.boundingBox()) ?? {}
    await page.setViewportSize({ width: 1280, height: Math.ceil(y + height + 20) })
    await summary.click()
    const panel = page.locator('main details[open] > summary + *')
    const fits = () =>
      panel.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      })
    await expect.poll(fits).toBe(true)
  }
})

test('the bar of the ticked counts them in both views', async ({ page }) => {
  for (const view of ['', '?view=list']) {
    await page.goto(`/admin/videos${view}`)
    await entry(page, 'Cat on a roof').getByRole('checkbox').check()
    await entry(page, 'Cat in a box').getByRole('checkbox').check()
    // What CSS counts is no text of the page, but screen readers are told it.
    await expect.poll(() => spoken(page)).toMatch(/\b2\s+selected\b/)
  }
})
