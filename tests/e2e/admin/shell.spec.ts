// @module-tag whole
import type { Locator, Page } from '@playwright/test'
import { addUser } from '#tests/support/accounts.ts'
import { expectAccessible } from '../accessible.ts'
import { addMembers, choose, expect, menuOf, rowOf, test } from '../admin-fixtures.ts'
import { untilRunning } from '../video-fixtures.ts'

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('on a phone the menu leads everywhere, and nothing is wider than the screen', async ({
      page,
      db,
    }) => {
      const members = await addMembers(db)
      await page.setViewportSize({ width: 320, height: 640 })
      for (const path of [
        '/admin',
        '/admin/users',
        '/admin/users/new',
        `/admin/users/${members.get('Anna Aster')}`,
        `/admin/users/delete?id=${members.get('Anna Aster')}`,
        '/admin/users?q=nobody',
        '/admin/audit',
        '/admin/inbox',
        '/admin/notifications',
      ]) {
        await page.goto(path)
        const wide = page.locator('html')
        expect(await wide.evaluate((html) => html.scrollWidth), path).toBeLessThanOrEqual(320)
      }
      await page.goto('/admin/audit')
      await page.locator('summary[aria-label="Menu"]').click()
      const menu = page.getByRole('navigation', { name: 'Admin' }).locator('visible=true')
      await expect(menu.getByRole('link', { name: 'Audit log' })).toHaveAttribute(
        'aria-current',
        'page',
      )
      await menu.getByRole('link', { name: 'Users' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')
      await choose(page, 'Bert Birch', 'Ban')
      await expect(page.locator('[data-flash]')).toContainText('Bert Birch is banned')
      await page.locator('summary[aria-label="Menu"]').click()
      await page.getByRole('button', { name: 'Sign out' }).locator('visible=true').click()
      await expect(page).toHaveURL(/\/$/)
    })

    test('the bell counts and lists what needs attention', async ({ page }) => {
      await page.goto('/admin')
      const bell = page.locator('summary[aria-label^="Notifications"]')
      const label = await bell.getAttribute('aria-label')
      const waiting = Number(/(\d+) waiting/.exec(label ?? '')?.[1])
      await bell.click()
      await expect(page.getByRole('link', { name: /Email isn’t set up/ })).toBeVisible()
      await page.getByRole('link', { name: 'Open notifications' }).click()
      // Other tests of this app may have left things that wait, too.
      const items = page.getByRole('heading', { level: 2 })
      await expect(items.filter({ hasText: 'Email isn’t set up' })).toHaveCount(1)
      await expect(items).toHaveCount(waiting)
    })
  })
}

test.describe('comforts of JavaScript', () => {
  test('one box ticks all, Shift a run of them', async ({ page, db }) => {
    await addMembers(db)
    await page.goto('/admin/users')
    const boxes = page.getByRole('cell').getByRole('checkbox')
    const ticked = page.getByRole('cell').getByRole('checkbox', { checked: true })
    const all = page.getByLabel('Select all on this page')
    await all.check()
    await expect(ticked).toHaveCount(5)
    await all.uncheck()
    await boxes.nth(0).click()
    await boxes.nth(3).click({ modifiers: ['Shift'] })
    await expect(ticked).toHaveCount(4)
    await expect(all).toHaveJSProperty('indeterminate', true)
  })

  test('a link that disappears with its view leaves the focus on the page', async ({
    page,
    db,
  }) => {
    await addMembers(db)
    await page.goto('/admin/users?q=aster')
    const clear = page.getByRole('link', { name: 'Clear' })
    await untilRunning(clear)
    await clear.press('Enter')
    await expect(page.getByRole('rowheader')).toHaveCount(5)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })

  test('a menu closes on Escape, with the focus back, and when something else is pressed', async ({
    page,
    db,
  }) => {
    await addMembers(db)
    await page.goto('/admin/users')
    const menu = await menuOf(page, 'Anna Aster')
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(rowOf(page, 'Anna Aster').locator('summary')).toBeFocused()
    await menuOf(page, 'Anna Aster')
    await page.getByRole('heading', { level: 1 }).click()
    await expect(menu).toBeHidden()
    await menuOf(page, 'Anna Aster')
    // By the keyboard, since the open menu may lie above this row's button.
    await rowOf(page, 'Cleo Cedar').locator('summary').press('Enter')
    await expect(menu).toBeHidden()
  })
})

const pages = [
  '/admin/users',
  '/admin/users?q=nobody',
  '/admin/users/new',
  '/admin/users/{id}',
  '/admin/users/delete?id={id}',
  '/admin/audit',
  '/admin/inbox',
  '/admin/notifications',
  '/admin/nowhere',
]

test.describe('everyone can use, in both color schemes,', () => {
  for (const path of pages) {
    test(path, async ({ page, db }) => {
      // Long pages are read by axe in four states.
      const id = (await addMembers(db)).get('Anna Aster') ?? ''
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        await page.goto(path.replace('{id}', id))
        await expectAccessible(page)
      }
    })
  }

  test('an open menu and the bar for ticked rows', async ({ page, db }) => {
    await addMembers(db)
    await page.goto('/admin/users')
    await page.getByLabel('Select Bert Birch').check()
    await expectAccessible(page)
    // Open, the menu covers the bar.
    await page.getByLabel('Select Bert Birch').uncheck()
    await menuOf(page, 'Dora Aster')
    await expectAccessible(page)
  })
})

test('the menus of a long list’s last rows end within the page', async ({ page, db }) => {
  for (let n = 10; n < 40; n += 1) {
    await addUser(db, { email: `n${n}@many.example`, name: `Many ${n}`, role: 'user' })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/admin/users')
  const row = page.getByRole('row').last()
  await row.locator('summary').click()
  const menu = await row.locator('details[open] > summary + *').boundingBox()
  const button = await row.locator('summary').boundingBox()
  expect((menu?.y ?? 0) + (menu?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0)
  expect(menu?.y ?? -1).toBeGreaterThan(0)
})

test('a printed page is the page alone', async ({ page }) => {
  await page.emulateMedia({ media: 'print' })
  await page.goto('/admin/dmca')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('navigation').first()).toBeHidden()
})

test('with text twice as large, rows on a phone show their names, and cards on a laptop their words', async ({
  page,
  db,
}) => {
  await addMembers(db)
  const openAt = async (path: string, width: number) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(path)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
  }
  const widthOf = async (part: Locator) => (await part.boundingBox())?.width ?? 0
  await openAt('/admin/users', 390)
  for (const name of ['Anna Aster', 'Dora Aster']) {
    const link = page.getByRole('link', { name, exact: true })
    await expect.poll(() => widthOf(link)).toBeGreaterThan(80)
    const [words, status] = await Promise.all([
      link.boundingBox(),
      rowOf(page, name)
        .getByText(/^(Active|Banned)$/)
        .boundingBox(),
    ])
    expect(status?.y).toBeGreaterThanOrEqual((words?.y ?? 0) + (words?.height ?? 0))
  }
  await openAt('/admin', 1280)
  await expect.poll(() => widthOf(page.getByText('Videos downloaded'))).toBeGreaterThan(200)
})

/** Runs `look` on phones and laptops, with text of these sizes. */
async function atEachSize(
  page: Page,
  path: string,
  sizes: ('100%' | '200%')[],
  look: (size: string) => Promise<void>,
): Promise<void> {
  for (const width of [320, 390, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(path)
    for (const size of sizes) {
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size
      }, size)
      await look(`${width} px, ${size}`)
    }
  }
}

test('at every size, the bar shows the site’s name whole', async ({ page }) => {
  const name = page.getByRole('banner').getByRole('link', { name: 'Cleanclip Admin' })
  await atEachSize(page, '/admin', ['100%', '200%'], async (size) => {
    const cutOff = await name.locator('> span').evaluate((text) => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = text
      const bar = text.closest('header')?.getBoundingClientRect()
      const { top, bottom } = text.getBoundingClientRect()
      const isInBar = bar !== undefined && top >= bar.top && bottom <= bar.bottom
      return [scrollWidth - clientWidth, scrollHeight - clientHeight, isInBar]
    })
    expect([size, ...cutOff]).toEqual([size, 0, 0, true])
  })
})

test('at every width, “Demo data” leaves the logo and its other neighbors in sight', async ({
  page,
  db,
}) => {
  await db.run(`insert into demo_data (id, begun_at, marks) values (1, 1, '{}')`)
  try {
    await atEachSize(page, '/admin', ['100%'], async (size) => {
      const banner = page.getByRole('banner')
      await expect(banner.getByText('Demo data')).toBeVisible()
      const over = await banner.evaluate((bar) => {
        // On phones, the name is for screen readers alone.
        const isSeen = (element: Element): boolean =>
          element === bar ||
          (element.getBoundingClientRect().width > 1 &&
            element.checkVisibility() &&
            (element.parentElement === null || isSeen(element.parentElement)))
        const parts = [...bar.children].flatMap((part) => {
          const boxes = [part, ...part.querySelectorAll('*')]
            .filter(isSeen)
            .map((element) => element.getBoundingClientRect())
          if (boxes.length === 0) return []
          const left = Math.min(...boxes.map((box) => box.left))
          const right = Math.max(...boxes.map((box) => box.right))
          return { left, right, text: part.textContent }
        })
        return parts.flatMap(({ left, right, text }, index) => {
          const next = parts[index + 1]?.left ?? innerWidth
          return left < 0 || right > next + 1 ? `${text}: ${right - next}` : []
        })
      })
      expect([size, ...over]).toEqual([size])
    })
  } finally {
    await db.run('delete from demo_data')
  }
})

test('with text twice as large, the bell’s number leaves the bell and its neighbor in sight', async ({
  page,
}) => {
  const badge = page.locator('[data-waiting]')
  const bell = badge.locator('xpath=..').locator('svg')
  const neighbor = page.getByRole('banner').getByRole('combobox', { name: 'Theme' })
  for (const width of [320, 390, 1024]) {
    for (const size of ['100%', '200%']) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/admin')
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size
      }, size)
      await expect(badge).toBeVisible()
      for (const text of ['4', '99+']) {
        await badge.evaluate((element, text) => element.replaceChildren(text), text)
        const [number, icon, next] = await Promise.all(
          [badge, bell, neighbor].map(async (part) => await part.boundingBox()),
        )
        if (!number || !icon || !next) throw new Error('Not drawn')
        const covered = {
          width: icon.x + icon.width - Math.max(icon.x, number.x),
          height: number.y + number.height - icon.y,
        }
        // A corner of it.
        expect([width, size, text, covered.width < 10, covered.height < 14]).toEqual([
          width,
          size,
          text,
          true,
          true,
        ])
        expect(number.y).toBeGreaterThanOrEqual(0)
        expect(number.x + number.width).toBeLessThanOrEqual(next.x + 1)
        expect(next.x + next.width).toBeLessThanOrEqual(width)
      }
    }
  }
})
