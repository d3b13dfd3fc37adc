// @module-tag whole
import type { Page } from '@playwright/test'
import { languages } from '#app/i18n/languages.ts'
import { catalogue } from '#app/i18n/texts.server.ts'
import { fakePost, posts } from '#tests/fakes/extraction-service.ts'
import { expectAccessible } from './accessible.ts'
import { untilControlled } from './controlled.ts'
import { expect, test, untilRunning } from './fixtures.ts'
import { goOffline } from './go-offline.ts'

test.use({ serviceWorkers: 'allow' })

/** What the worker keeps, as paths. */
function kept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
}

test('without a network a visitor gets the offline page, in their language, that leads on by itself', async ({
  page,
  context,
}) => {
  const t = catalogue('de')
  await page.goto('/de/help')
  await untilControlled(page)
  await goOffline(context)
  await page.goto('/de/blog')
  await expect(page).toHaveTitle(`${t.offline.title} · Cleanclip`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.offline.title)
  await expect(page.getByText(t.offline.text)).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  // Drawn as the site is, with its own font.
  const font = await page.evaluate(async () => {
    await document.fonts.ready
    return [...document.fonts].filter(({ status }) => status === 'loaded').length
  })
  expect(font).toBeGreaterThan(0)
  await expectAccessible(page)

  const load = page.waitForEvent('load')
  await page.getByRole('link', { name: t.offline.again }).click()
  await load
  await expect(page).toHaveTitle(`${t.offline.title} · Cleanclip`)

  await context.setOffline(false)
  await expect(page).not.toHaveTitle(`${t.offline.title} · Cleanclip`)
  await expect(page).toHaveURL(/\/de\/blog$/)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(t.offline.title)
})

test('a form that is sent without a network says so, keeps what was typed and is sent later', {
  tag: '@gate',
}, async ({ page, context }) => {
  const t = catalogue('fr')
  await page.goto('/fr/contact/message')
  await untilControlled(page)
  const form = page.locator('main form')
  await form.locator('textarea').fill('Bonjour, ce message doit rester.')
  await form.locator('input[type=email]').fill('anna@site.example')
  const send = form.locator('button[type=submit]')
  await goOffline(context)
  for (const _ of [1, 2]) {
    await send.click()
    await expect(form.getByRole('alert')).toHaveText(t.saveProblem.silent)
  }
  await expectAccessible(page)
  await expect(form.locator('textarea')).toHaveValue('Bonjour, ce message doit rester.')
  await context.setOffline(false)
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await send.click()
  expect((await sent).postData()).toContain('ce+message+doit+rester')
})

test('a form is sent by an older browser that only believes that it’s offline', {
  tag: '@gate',
}, async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false })
    // As in Safari 15.
    Reflect.deleteProperty(HTMLFormElement.prototype, 'requestSubmit')
    Object.defineProperty(SubmitEvent.prototype, 'submitter', { get: () => undefined })
  })
  await page.goto('/fr/contact/message')
  const form = page.locator('main form')
  await form.locator('textarea').fill('Bonjour, ce message doit partir.')
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await form.locator('button[type=submit]').click()
  expect((await sent).postData()).toContain('ce+message+doit+partir')
})

test('a form would be lost where the device has a connection that leads nowhere', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => true })
  })
  await page.goto('/fr/contact/message')
  await untilControlled(page)
  const form = page.locator('main form')
  await form.locator('textarea').fill('Bonjour, ce message doit rester.')
  await goOffline(context)
  const send = form.locator('button[type=submit]')
  await send.click()
  await expect(form.getByRole('alert')).toHaveText(catalogue('fr').saveProblem.silent)
  await expect(form.locator('textarea')).toHaveValue('Bonjour, ce message doit rester.')
  await context.setOffline(false)
  // A line that stands still: two presses send the form once.
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/health', async (route) => {
    await answered
    await route.continue()
  })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) sent.push(request.method())
  })
  await send.click()
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await send.dispatchEvent('click')
  const loaded = page.waitForEvent('load')
  answer()
  await loaded
  // The message's page is redirected to.
  expect(sent).toEqual(['POST', 'GET'])
})

test('a link isn’t tried again without a network, and its page stays', async ({
  page,
  context,
  app,
}) => {
  const posts = [720, 721].map((serial) => fakePost('video', serial))
  for (const { postId } of posts) {
    app.extraction.script(postId, 'status500', 'status500', 'status500', 'video')
  }
  await page.goto('/batch')
  await page.getByLabel('Post links').fill(posts.map(({ url }) => url).join('\n'))
  await page.getByRole('button', { name: 'Look up all' }).click()
  const all = page.locator('form', { hasText: 'Try all 2 again' })
  await expect(all).toBeVisible({ timeout: 60_000 })
  await untilControlled(page)
  const one = page.getByRole('listitem').first().locator('form')
  await goOffline(context)
  for (const form of [one, all]) {
    await form.getByRole('button').click()
    await expect(form.getByRole('alert')).toContainText('This site didn’t respond')
  }
  await context.setOffline(false)
  await all.getByRole('button').click()
  await expect(page.getByText('2 of 2 ready')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('This site didn’t respond')).toHaveCount(0)
})

test('several links stay in the field without a network, and are sent once there is one', async ({
  page,
  context,
}) => {
  const links = `${posts.video.url}\n${fakePost('hd', 1).url}`
  await page.goto('/')
  await untilControlled(page)
  await untilRunning(page)
  await goOffline(context)
  const field = page.getByLabel('TikTok link')
  await field.fill(links.replace('\n', ' '))
  const press = page.getByRole('button', { name: 'Download', exact: true })
  await press.click()
  await expect(page.getByRole('alert').first()).toContainText('You’re offline')
  await expect(field).toHaveValue(links.replace('\n', ' '))
  await context.setOffline(false)
  await press.click()
  await expect(page).toHaveURL(/\/batch\/[\w-]{22}$/)
})

test('a language that was opened later has its offline page too', async ({ page, context }) => {
  await page.goto('/')
  await untilControlled(page)
  for (const language of languages) {
    const path = language === 'en' ? '/help' : `/${language}/help`
    await page.goto(path)
    await expect
      .poll(() => kept(page))
      .toContain(language === 'en' ? '/offline' : `/${language}/offline`)
  }
  for (const language of languages) {
    const { offline } = catalogue(language)
    await goOffline(context)
    await page.goto(language === 'en' ? '/terms' : `/${language}/terms`)
    await expect(page).toHaveTitle(`${offline.title} · Cleanclip`)
    // It loads the page by itself, which would cut off the next one's load.
    const load = page.waitForEvent('load')
    await context.setOffline(false)
    await load
    await expect(page).not.toHaveTitle(`${offline.title} · Cleanclip`)
  }
})

test('S76: the service worker keeps nothing but the offline page and hashed files', async ({
  page,
}) => {
  await page.goto('/')
  await untilControlled(page)
  await untilRunning(page)
  await page.getByLabel('TikTok link').fill(posts.video.url)
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  await expect(page.getByRole('article')).toBeVisible()
  for (const path of ['/help', '/blog', `/?url=${posts.video.postId}`]) await page.goto(path)
  const files = await kept(page)
  expect(files).toContain('/offline')
  expect(files.filter((path) => path !== '/offline' && !path.startsWith('/assets/'))).toEqual([])
})

test('a worker of an older build leaves with everything that it kept', async ({ page }) => {
  await page.goto('/help')
  await untilControlled(page)
  await page.evaluate(async () => {
    await (await caches.open('offline-0123456789abcdef')).put('/old', new Response('old'))
    const registration = await navigator.serviceWorker.ready
    await registration.unregister()
  })
  await page.goto('/help')
  await untilControlled(page)
  await expect.poll(() => kept(page)).not.toContain('/old')
  expect(await kept(page)).toContain('/offline')
})

test('the browser finds no fault in what makes the site installable', async ({ page }) => {
  await page.goto('/')
  const devTools = await page.context().newCDPSession(page)
  const { url, errors } = await devTools.send('Page.getAppManifest')
  expect(url).toMatch(/webmanifest$/)
  expect(errors).toEqual([])
})

test.describe('for a visitor who saves data', () => {
  test.use({ extraHTTPHeaders: { 'Save-Data': 'on' } })

  test('no worker is set up', async ({ page }) => {
    await page.goto('/help')
    await page.waitForLoadState('networkidle')
    const workers = await page.evaluate(async () => {
      return (await navigator.serviceWorker.getRegistrations()).length
    })
    expect(workers).toBe(0)
  })
})
