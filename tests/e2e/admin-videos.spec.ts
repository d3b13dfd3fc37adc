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
      const decide = async (item: string, reason: string, button: string) => {
        await (await menuOf(page, cat.title)).getByText(item, { exact: true }).click()
        if (!javaScriptEnabled) return giveReason(page, reason, `${button} this video`)
        const form = page.getByRole('dialog').getByRole('form')
        await form.getByLabel('Reason').fill(reason)
        await form.getByRole('button', { name: button }).click()
        await expect(form).toHaveCount(0)
        await page.keyboard.press('Escape')
      }
      await page.goto('/admin/videos?q=roof')
      await decide('Flag Content', 'A complaint', 'Flag')
      await expect(page.getByText(`${cat.title} is flagged for review.`)).toBeVisible()
      expect(new URL(page.url()).search).toBe('?q=roof')
      await page.locator('summary[aria-label^=Notifications]').click()
      await expect(page.locator('summary[aria-label^=Notifications] + *')).toContainText(
        '1 flagged video to review',
      )
      await page.goto('/admin/videos?q=roof')
      await decide('Remove', 'A notice', 'Remove')
      await expect(entry(page, cat.title)).toContainText('Removed')
      expect((await lookUp(app, cat.url)).status).toBe(451)
      await decide('Restore', 'Withdrawn', 'Restore')
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
      // Without JavaScript the link leads to the page itself.
      if (javaScriptEnabled) await page.getByRole('link', { name: 'Open the video’s page' }).click()
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

test.describe('the sheet beside the list', () => {
  const sheet = (page: Page) => page.getByRole('dialog')
  const open = async (page: Page, { title }: Titled) => {
    await page.getByRole('link', { name: title }).click()
    await expect(sheet(page)).toHaveAccessibleName(title)
  }

  test('has an address, closes by Back, and moves by J and K', async ({ page, videos }) => {
    const [roof, dog, box] = videos
    await page.goto('/admin/videos?sort=added&direction=desc')
    await open(page, box)
    await expect(page).toHaveURL(`/admin/videos?sort=added&direction=desc&show=${box.postId}`)
    await expect(sheet(page)).toContainText('No report names it.')
    await page.keyboard.press('j')
    await expect(sheet(page)).toHaveAccessibleName(dog.title)
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await expect(sheet(page)).toContainText('Selected')
    await page.reload()
    await expect(sheet(page)).toHaveAccessibleName(roof.title)
    await page.goBack()
    await expect(sheet(page)).toHaveCount(0)
    await expect(names(page)).toHaveCount(3)
  })

  test('gives the focus back to the card, in both views', async ({
    page,
    videos: [, dog, box],
  }) => {
    for (const view of ['', '?view=list']) {
      await page.goto(`/admin/videos${view}`)
      await expect(page.getByRole('button', { name: 'Search and commands' })).toBeVisible()
      await page.keyboard.press('j')
      await expect(page.getByRole('link', { name: box.title })).toBeFocused()
      await page.keyboard.press('e')
      await expect(sheet(page)).toHaveAccessibleName(box.title)
      await page.keyboard.press('j')
      await expect(sheet(page)).toHaveAccessibleName(dog.title)
      await page.keyboard.press('Escape')
      await expect(sheet(page)).toHaveCount(0)
      await expect(page.getByRole('link', { name: dog.title })).toBeFocused()
      await expect(page).toHaveURL(`/admin/videos${view}`)
    }
  })

  test('removes with a reason while the list stays, and Undo brings it back', async ({
    page,
    videos: [cat],
    app,
  }) => {
    await page.goto('/admin/videos?q=cat')
    await (await menuOf(page, cat.title)).getByText('Remove', { exact: true }).click()
    const form = sheet(page).getByRole('form', { name: 'Remove' })
    await form.getByRole('button', { name: 'Copyright' }).click()
    await form.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'is removed' })).toBeVisible()
    await expect(entry(page, cat.title)).toContainText('Removed')
    await expect(sheet(page).getByRole('region', { name: 'Status changes' })).toContainText(
      'Copyright',
    )
    await expect(page).toHaveURL(`/admin/videos?q=cat&show=${cat.postId}`)
    expect((await lookUp(app, cat.url)).status).toBe(451)
    // A message with Undo can be pressed while the sheet is open.
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(entry(page, cat.title)).toContainText('Active')
    expect((await lookUp(app, cat.url)).status).toBe(200)
  })

  test('shows the next status at once on a slow network, and comes back when it is refused', async ({
    page,
    videos: [cat],
    db,
  }) => {
    await page.goto('/admin/videos')
    await open(page, cat)
    await page.keyboard.press('f')
    await sheet(page).getByRole('button', { name: 'Possible privacy issue' }).click()
    // Another operator was first.
    db.prepare("update posts set status = 'removed' where post_id = ?").run(cat.postId)
    const held = Promise.withResolvers<void>()
    await page.route('**/admin/videos.data', async (route) => {
      await held.promise
      await route.continue()
    })
    await sheet(page).getByRole('form').getByRole('button', { name: 'Flag', exact: true }).click()
    await expect(entry(page, cat.title)).toContainText('Flagged')
    await expect(sheet(page).getByRole('form')).toBeHidden()
    held.resolve()
    await expect(page.getByRole('alert')).toContainText('is removed, and so cannot be flagged')
    await expect(sheet(page).getByLabel('Reason')).toHaveValue('Possible privacy issue')
    await expect(entry(page, cat.title)).toContainText('Removed')
  })

  test('plays a removed post, and a card plays while the pointer rests on it', async ({
    page,
    videos: [cat, dog],
    app,
    db,
  }) => {
    await lookUp(app, cat.url)
    await lookUp(app, dog.url)
    db.prepare("update posts set status = 'removed' where post_id = ?").run(cat.postId)
    db.prepare('update posts set title = ? where post_id = ?').run(cat.title, cat.postId)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/file/')) asked.push(new URL(request.url()).pathname)
    })
    const isPlaying = (video: Locator) =>
      video.evaluate((element: HTMLVideoElement) => element.currentTime > 0 && element.muted)
    await page.goto('/admin/videos')
    await entry(page, cat.title).hover()
    const preview = entry(page, cat.title).locator('video')
    await expect.poll(() => isPlaying(preview)).toBe(true)
    expect(new Set(asked)).toEqual(new Set([`/admin/videos/${cat.postId}/file/mp4`]))
    await page.mouse.move(0, 0)
    await expect(page.locator('video')).toHaveCount(0)
    await open(page, cat)
    await expect(sheet(page)).toContainText('Only operators can.')
    await sheet(page)
      .locator('video')
      .evaluate((element: HTMLVideoElement) => {
        element.muted = true
        void element.play()
      })
    await expect.poll(() => isPlaying(sheet(page).locator('video'))).toBe(true)
  })

  test('loads nothing for a card whose reader wants less motion', async ({
    page,
    videos: [cat],
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/admin/videos')
    await entry(page, cat.title).hover()
    // The sheet's request comes later than a preview's would.
    await open(page, cat)
    await expect(sheet(page)).toContainText('No report names it.')
    await expect(cards(page).locator('video')).toHaveCount(0)
  })

  test('is accessible, and comes from below on a phone, as wide as the screen', async ({
    page,
    videos: [cat],
  }) => {
    await page.goto(`/admin/videos?show=${cat.postId}`)
    await expect(sheet(page)).toContainText('No report names it.')
    await page.keyboard.press('r')
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 700 })
    const box = await sheet(page).boundingBox()
    expect([box?.x, box?.width, (box?.y ?? 0) + (box?.height ?? 0)]).toEqual([0, 360, 700])
    await expectAccessible(page)
    await page.mouse.click(180, 40)
    await expect(sheet(page)).toHaveCount(0)
  })
})
