import type { Page } from '@playwright/test'
import { posts } from '#tests/fakes/extraction-service.ts'
import { describeMedia } from '#tests/support/describe-media.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test, untilRunning } from './fixtures.ts'

const { postId } = posts.video
const result = `/?post=${postId}`
const opener = (page: Page) => page.locator('summary', { hasText: 'Only a part' })

/** Returns the length of a file that a page links to, in seconds. */
async function secondsOf(page: Page, href: string | null): Promise<number> {
  const answer = await page.request.get(href ?? '')
  expect([href, answer.status()]).toEqual([href, 200])
  expect(answer.headers()['content-disposition']).toContain('_cut.')
  return (await describeMedia(await answer.body())).seconds
}

test('a part is chosen on the track or typed, kept by the address, and saved', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto(result)
  await untilRunning(page)
  await opener(page).click()
  const from = page.getByRole('slider', { name: 'From' })
  await page.getByRole('slider', { name: 'To' }).press('End')
  await from.press('PageUp')
  await from.press('ArrowRight')
  const fields = page.getByRole('textbox', { name: /^(From|To)$/ })
  await expect(fields.first()).toHaveValue('0:01.1')
  await fields.last().fill('1,3')
  await page.getByRole('button', { name: 'Download Now' }).click()
  await expect(page.getByText('Choose at least half a second.')).toBeVisible()
  await expect(fields.last()).toBeFocused()
  await expectAccessible(page)
  // The line below the field is shown again as the mouse leaves it, above the pressed button.
  await fields.last().fill('1,2')
  await page.getByRole('button', { name: 'Download this part' }).click()
  await expect(page.getByText('Choose at least half a second.')).toBeVisible()
  await expect(fields.last()).toBeFocused()
  await fields.last().fill('0:02.6')
  await expect(page).toHaveURL(`${result}&from=1.1&to=2.6`)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

  await page.reload()
  await untilRunning(page)
  await expect(fields.first()).toHaveValue('0:01.1')
  await page.getByRole('button', { name: 'Download this part' }).click()
  const link = page.getByRole('dialog').locator('a[download]')
  expect(await secondsOf(page, await link.getAttribute('href'))).toBeCloseTo(1.5, 1)
  for (const [sound, format] of [
    ['Sound only', 'mp3'],
    ['Original sound', 'm4a'],
  ] as const) {
    await page.getByRole('dialog').press('Escape')
    await page.getByRole('radio', { name: sound }).check()
    await page.getByRole('button', { name: 'Download this part' }).click()
    await expect(link).toHaveAttribute('href', new RegExp(`/${format}\\?.*&from=1.1&to=2.6`))
    // Sound is in pieces of up to 26 ms.
    const seconds = await secondsOf(page, await link.getAttribute('href'))
    expect(Math.abs(seconds - 1.5), format).toBeLessThan(0.08)
  }
})

for (const start of ['', '/de']) {
  test(`“Only a part” would close again once the page runs ${start}`, { tag: '@whole' }, async ({
    page,
  }) => {
    let release = () => {}
    const opened = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/found-post|late-de/, async (route) => {
      await opened
      await route.continue()
    })
    await page.goto(`${start}${result}`, { waitUntil: 'commit' })
    await page.locator('summary:has(.lucide-scissors)').click()
    await untilRunning(page)
    release()
    await expect(page.getByRole('slider')).toHaveCount(2)
  })
}

test('a part in the address is saved even where the code of its fields doesn’t load', {
  tag: '@whole',
}, async ({ page }) => {
  const refused = page.waitForEvent('requestfailed', (request) => /found-post/.test(request.url()))
  await page.route(/found-post/, (route) => route.abort('timedout'))
  await page.goto(`${result}&from=1.1&to=2.6`)
  await untilRunning(page)
  await refused
  await page.getByRole('button', { name: 'Download Now' }).click()
  await expect(page).toHaveURL(/\/prepare\/.*&from=0%3A01\.1&to=0%3A02\.6/)
  const link = page.getByRole('link', { name: 'Download Now' })
  expect(await secondsOf(page, await link.getAttribute('href'))).toBeCloseTo(1.5, 1)
})

test('the page with wrong times can be read and used by everyone', { tag: '@whole' }, async ({
  page,
}) => {
  await page.goto(`${result}&from=2&to=1`)
  await untilRunning(page)
  await expect(page.getByText('Choose an end after the start.')).toBeVisible()
  // As a browser that runs no script sends it.
  await page.locator('input[value=mp4]').evaluate((input: HTMLInputElement) => input.form?.submit())
  await expect(page.getByRole('heading', { name: 'Only a part' })).toBeVisible()
  await expect(page.getByText('Choose an end after the start.')).toBeVisible()
  await expectAccessible(page)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a part is typed into the plain form, and wrong times are said at their field', async ({
    page,
  }) => {
    await page.goto(result)
    await opener(page).click()
    await page.getByRole('textbox', { name: 'From', exact: true }).fill('1.5')
    await page.getByRole('textbox', { name: 'To', exact: true }).fill('0:01,2')
    await page.locator('input[value=mp4]').check()
    await page.getByRole('button', { name: 'Download this part' }).click()
    await expect(page.getByText('Choose an end after the start.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'From', exact: true })).toHaveValue('0:01.5')
    const to = page.getByRole('textbox', { name: 'To', exact: true })
    await expect(to).toHaveValue('0:01.2')
    await expect(to).toHaveAccessibleDescription('Choose an end after the start.')
    await to.fill('2.9')
    await page.getByRole('button', { name: 'Download this part' }).click()
    await expect(page.getByRole('heading', { name: 'Preparing your download...' })).toBeVisible()
    await page.goto(`${page.url()}&ready`)
    const link = page.getByRole('link', { name: 'Download Now' })
    expect(await secondsOf(page, await link.getAttribute('href'))).toBeCloseTo(1.4, 1)
    await page.getByRole('link', { name: 'Back to the video' }).click()
    await expect(page.getByRole('textbox', { name: 'To', exact: true })).toHaveValue('0:02.9')
  })
})
