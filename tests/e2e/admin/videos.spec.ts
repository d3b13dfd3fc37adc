// @module-tag whole
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { lookUp } from '#tests/support/live-app.ts'
import { expectAccessible } from '../accessible.ts'
import {
  cards,
  entry,
  expect,
  menuOf,
  names,
  openList,
  test,
  untilRunning,
} from '../video-fixtures.ts'
import { withoutAspectRatio } from '../without-aspect-ratio.ts'

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
    const show = async (page: Page, address: string) => {
      if (javaScriptEnabled) await openList(page, address)
      else await page.goto(address)
    }

    test('search, filter, order and view are one address', async ({ page }) => {
      await page.goto('/admin/videos')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Videos')
      await expect(names(page)).toHaveText(['Cat in a box', 'Dog in a pond', 'Cat on a roof'])
      await page.getByLabel('Search by title, link or @creator').fill('CAT')
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Apply' }).click()
      await expect(names(page)).toHaveText(['Cat in a box', 'Cat on a roof'])
      await page.getByRole('link', { name: 'List' }).click()
      await expect(page.getByRole('table')).toBeVisible()
      await expect(names(page)).toHaveText(['Cat in a box', 'Cat on a roof'])
      await page.getByRole('link', { name: 'Downloads' }).click()
      await expect(page).toHaveURL(/direction=desc.*sort=downloads/)
      await page.getByRole('link', { name: 'Downloads' }).click()
      await expect(names(page)).toHaveText(['Cat on a roof', 'Cat in a box'])
      await page.reload()
      await expect(names(page)).toHaveText(['Cat on a roof', 'Cat in a box'])
      expect(new URL(page.url()).search).toBe('?direction=asc&q=CAT&sort=downloads&view=list')
      await page.getByRole('link', { name: 'Grid' }).click()
      await expect(cards(page)).toHaveCount(2)
      await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Removed (0)' })
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Apply' }).click()
      await expect(page.getByText('No videos match')).toBeVisible()
    })

    test('a video is flagged, removed and restored from its menu, each with a reason', {
      tag: javaScriptEnabled ? '@gate' : [],
    }, async ({ page, videos: [cat], app }) => {
      const decide = async (item: string, reason: string, button: string) => {
        await (await menuOf(page, cat.title)).getByText(item, { exact: true }).click()
        if (!javaScriptEnabled) return giveReason(page, reason, `${button} this video`)
        const form = page.getByRole('dialog').getByRole('form')
        await form.getByLabel('Reason').fill(reason)
        await form.getByRole('button', { name: button }).click()
        await expect(form).toHaveCount(0)
        await page.keyboard.press('Escape')
      }
      await show(page, '/admin/videos?q=roof')
      await decide('Flag Content', 'A complaint', 'Flag')
      await expect(
        page.locator('[data-flash]').filter({ hasText: `${cat.title} is flagged for review.` }),
      ).toBeVisible()
      expect(new URL(page.url()).search).toBe('?q=roof')
      await page.locator('summary[aria-label^=Notifications]').click()
      await expect(page.locator('summary[aria-label^=Notifications] + *')).toContainText(
        '1 flagged video to review',
      )
      await show(page, '/admin/videos?q=roof')
      await decide('Remove', 'A notice', 'Remove')
      await expect(entry(page, cat.title)).toContainText('Removed')
      expect((await lookUp(app, cat.url)).status).toBe(451)
      await decide('Restore', 'Withdrawn', 'Restore')
      await expect(entry(page, cat.title)).toContainText('Active')
      expect((await lookUp(app, cat.url)).status).toBe(200)
    })

    test('many are selected and removed at once', async ({ page }) => {
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
        await expect(page.locator('[data-flash]')).toContainText('2 videos are')
        expect(page.url()).toContain(`/admin/videos${view}`)
      }
    })

    test('a video’s page shows its preview, its history and the decisions', async ({
      page,
      videos: [, dog],
      app,
    }) => {
      await lookUp(app, dog.url)
      await show(page, '/admin/videos')
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
      await page.getByRole('link', { name: 'Block creator' }).click()
      await giveReason(page, 'Spam', 'Block the creator')
      await expect(
        page.locator('[data-flash]').filter({ hasText: /^@tester is blocked now\.$/ }),
      ).toBeVisible()
      expect((await lookUp(app, dog.url)).status).toBe(451)
      await page.getByRole('link', { name: 'Unblock creator' }).click()
      await giveReason(page, 'Sorry', 'Unblock the creator')
      await expect(
        page.locator('[data-flash]').filter({ hasText: '@tester is not blocked now.' }),
      ).toBeVisible()
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
  '/creators',
  '/creators/block?creator=tester',
]
for (const screen of screens) {
  test(`/admin/videos${screen} is accessible, and fits a phone`, {
    tag: screen === '' ? '@gate' : [],
  }, async ({ page, videos: [cat, dog], app }) => {
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

test('the last row’s menu opens upward if it would end below the window', async ({ page }) => {
  for (const view of ['', '?view=list']) {
    await openList(page, `/admin/videos${view}`)
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

test('cards keep room for their covers in a browser without aspect-ratio', async ({ page }) => {
  await withoutAspectRatio(page)
  await openList(page, '/admin/videos')
  const lowest = await page
    .locator('[data-no-cover]')
    .evaluateAll((all) => Math.min(...all.map((cover) => cover.getBoundingClientRect().height)))
  expect(lowest).toBeGreaterThan(90)
  expect(lowest).toBeLessThan(Infinity)
})

test('arrows go from card to card, and the ring is round the card', async ({ page }) => {
  await openList(page, '/admin/videos')
  await page.keyboard.press('j')
  const ringed = page.locator('[data-row]:has([data-row-link]:focus)')
  await expect(ringed).toContainText('Cat in a box')
  await expect(ringed).toHaveCSS('outline-style', 'solid')
  await expect(ringed.locator('[data-row-link]')).toHaveCSS('outline-style', 'none')
  await page.keyboard.press('ArrowRight')
  await expect(ringed).toContainText('Dog in a pond')
  await page.keyboard.press('ArrowLeft')
  await expect(ringed).toContainText('Cat in a box')
  await page.setViewportSize({ width: 360, height: 700 })
  await page.keyboard.press('ArrowDown')
  await expect(ringed).toContainText('Dog in a pond')
})

test('Ctrl and Enter send a reason', async ({ page, videos: [cat] }) => {
  await page.goto(`/admin/videos/change/flag?id=${cat.postId}`)
  await page.getByLabel('Reason').fill('Spam')
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('[data-flash]').filter({ hasText: 'flagged' })).toBeVisible()
})

test('the bulk bar counts selected videos in both views', async ({ page }) => {
  for (const view of ['', '?view=list']) {
    await page.goto(`/admin/videos${view}`)
    await entry(page, 'Cat on a roof').getByRole('checkbox').check()
    await entry(page, 'Cat in a box').getByRole('checkbox').check()
    // What CSS counts is no text of the page, but screen readers are told it.
    await expect.poll(() => spoken(page)).toMatch(/\b2\s+selected\b/)
  }
})

test('what was opened and selected before the cards loaded stays so', async ({
  page,
  videos: [cat],
}) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/post-cards-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/admin/videos', { waitUntil: 'load' })
  await entry(page, 'Dog in a pond').getByRole('checkbox').check()
  const menu = await menuOf(page, cat.title)
  await expect(menu).toBeVisible()
  const loaded = page.waitForResponse('**/assets/post-cards-*.js')
  held.resolve()
  await loaded
  await untilRunning(cards(page).last().locator('summary'))
  await expect(entry(page, 'Dog in a pond').getByRole('checkbox')).toBeChecked()
  await menu.getByText('Remove', { exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveAccessibleName(cat.title)
})

test('a phone would show neither what a video looks like nor how often it was saved, and a box without words', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/videos?view=list')
  const row = entry(page, 'Dog in a pond')
  const name = row.getByRole('link', { name: 'Dog in a pond' })
  const [line, picture, title, counts] = await Promise.all(
    [row, row.locator('svg').first(), name, row.getByText('2 downloads')].map((part) =>
      part.boundingBox(),
    ),
  )
  if (!line || !picture || !title || !counts) throw new Error('Something of the row isn’t shown')
  expect(line.height).toBeLessThan(72)
  expect(picture.x).toBeLessThan(title.x)
  expect(counts.x + counts.width).toBeLessThan(line.x + line.width)
  for (const list of ['/admin/videos?view=list', '/admin/users']) {
    await page.goto(list)
    const words = await page.getByText('Select all on this page').boundingBox()
    expect(words?.width).toBeGreaterThan(100)
    const [all, first] = await Promise.all(
      [
        page.getByLabel('Select all on this page'),
        page.getByRole('cell').getByRole('checkbox').first(),
      ].map((box) => box.boundingBox()),
    )
    expect(Math.abs((all?.x ?? 0) - (first?.x ?? 99))).toBeLessThan(1)
  }
})
