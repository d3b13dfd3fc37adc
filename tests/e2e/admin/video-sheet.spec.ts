// @module-tag whole
import type { Locator, Page } from '@playwright/test'
import { lookUp } from '#tests/support/live-app.ts'
import { expectAccessible } from '../accessible.ts'
import {
  cards,
  entry,
  expect,
  menuOf,
  names,
  openList,
  type Titled,
  test,
} from '../video-fixtures.ts'

const sheet = (page: Page) => page.getByRole('dialog')
const open = async (page: Page, { title }: Titled) => {
  await page.getByRole('link', { name: title }).click()
  await expect(sheet(page)).toHaveAccessibleName(title)
}

test('has an address, closes by Back, and moves by J and K', async ({ page, videos }) => {
  const [roof, dog, box] = videos
  await openList(page, '/admin/videos?sort=added&direction=desc')
  await open(page, box)
  await expect(page).toHaveURL(`/admin/videos?sort=added&direction=desc&show=${box.postId}`)
  await expect(sheet(page)).toContainText('No report names this video.')
  await page.keyboard.press('j')
  await expect(sheet(page)).toHaveAccessibleName(dog.title)
  await page.keyboard.press('j')
  await expect(sheet(page)).toHaveAccessibleName(roof.title)
  await page.keyboard.press('x')
  await expect(sheet(page)).toContainText('Selected')
  await page.reload()
  await expect(sheet(page)).toHaveAccessibleName(roof.title)
  await page.goBack()
  await expect(sheet(page)).toHaveCount(0)
  await expect(names(page)).toHaveCount(3)
})

test('returns the focus to the card, in both views', async ({ page, videos: [, dog, box] }) => {
  for (const view of ['', '?view=list']) {
    await openList(page, `/admin/videos${view}`)
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
  await openList(page, '/admin/videos?q=cat')
  await (await menuOf(page, cat.title)).getByText('Remove', { exact: true }).click()
  const form = sheet(page).getByRole('form', { name: 'Remove' })
  await form.getByRole('button', { name: 'Copyright' }).click()
  await form.getByRole('button', { name: 'Remove' }).click()
  await expect(page.locator('[data-flash]').filter({ hasText: 'is removed' })).toBeVisible()
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
  await openList(page)
  await open(page, cat)
  await page.keyboard.press('f')
  await sheet(page).getByRole('button', { name: 'Possible privacy issue' }).click()
  // Another operator was first.
  await db.run("update posts set status = 'removed' where post_id = ?", cat.postId)
  const held = Promise.withResolvers<void>()
  await page.route('**/admin/videos.data', async (route) => {
    await held.promise
    await route.continue()
  })
  await sheet(page).getByRole('form').getByRole('button', { name: 'Flag', exact: true }).click()
  await expect(entry(page, cat.title)).toContainText('Flagged')
  await expect(sheet(page).getByRole('form')).toBeHidden()
  held.resolve()
  await expect(page.getByRole('alert')).toContainText('is removed, so it can’t be flagged')
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
  await db.run("update posts set status = 'removed' where post_id = ?", cat.postId)
  await db.run('update posts set title = ? where post_id = ?', cat.title, cat.postId)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/file/')) asked.push(new URL(request.url()).pathname)
  })
  const isPlaying = (video: Locator) =>
    video.evaluate((element: HTMLVideoElement) => element.currentTime > 0 && element.muted)
  await openList(page)
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

test('loads nothing for a card whose reader wants less motion', async ({ page, videos: [cat] }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openList(page)
  await entry(page, cat.title).hover()
  // The sheet's request comes later than a preview's would.
  await open(page, cat)
  await expect(sheet(page)).toContainText('No report names this video.')
  await expect(cards(page).locator('video')).toHaveCount(0)
})

test('is accessible, and comes from below on a phone, as wide as the screen', async ({
  page,
  videos: [cat],
}) => {
  await page.goto(`/admin/videos?show=${cat.postId}`)
  await expect(sheet(page)).toContainText('No report names this video.')
  await page.keyboard.press('r')
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 700 })
  const box = await sheet(page).boundingBox()
  expect([box?.x, box?.width, (box?.y ?? 0) + (box?.height ?? 0)]).toEqual([0, 360, 700])
  await expectAccessible(page)
  await page.mouse.click(180, 40)
  await expect(sheet(page)).toHaveCount(0)
})
