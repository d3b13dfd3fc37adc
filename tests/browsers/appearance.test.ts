import { expect, test } from 'vitest'
import { password } from '#tests/support/accounts.ts'
import { operator, startDemoApp } from '#tests/support/demo-app.ts'
import { button, field, heading } from './page.ts'
import { onApp, runsScripts } from './world.ts'

/** What a browser without the newest CSS must still show: measured in the page, on a phone's width. */
const here = onApp(startDemoApp)

/** What is wider than the window, where the page can be scrolled sideways. */
const tooWide = `
  if (document.documentElement.scrollWidth <= innerWidth) return []
  return [...document.body.querySelectorAll('*')]
    .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
    .map((element) => element.tagName + ' ' + element.className).slice(0, 12)`

test.runIf(runsScripts)('no page scrolls sideways on a phone', async () => {
  const { page } = here
  await page.driver.send('resize', { width: 390, height: 844 })
  for (const target of ['/', '/help', '/blog', '/resources', '/dmca', '/contact', '/fr']) {
    await page.open(target)
    expect([target, await page.script(tooWide)]).toEqual([target, []])
  }
  await page.open('/admin/users')
  await page.fill(field('Email'), operator.email)
  await page.fill(field('Password'), password)
  await page.press(button('Sign in'))
  await page.see(heading('Users'))
  for (const target of [
    '/admin',
    '/admin/users',
    '/admin/videos',
    '/admin/dmca',
    '/admin/settings',
  ]) {
    await page.open(target)
    expect([target, await page.script(tooWide)]).toEqual([target, []])
  }
})

test.runIf(runsScripts)(
  'a filter on the blog is under the finger, not under a card’s link',
  async () => {
    const { page } = here
    await page.open('/blog')
    const isFree = `
    const chip = document.querySelector('main nav a')
    const { x, y, width, height } = chip.getBoundingClientRect()
    return chip.contains(document.elementFromPoint(x + width / 2, y + height / 2))`
    expect(await page.script(isFree)).toBe(true)
  },
)

test.runIf(runsScripts)('the styles are there, and the footer ends the page', async () => {
  const { page } = here
  await page.driver.send('resize', { width: 1280, height: 1000 })
  await page.open('/no-such-page')
  expect(await page.script('return getComputedStyle(document.body).display')).toBe('flex')
  const isAtEnd = `
    const { bottom } = document.querySelector('footer').getBoundingClientRect()
    return Math.abs(Math.max(innerHeight, document.documentElement.scrollHeight) - bottom) < 1`
  expect(await page.script(isAtEnd)).toBe(true)
})
