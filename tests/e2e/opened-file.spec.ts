import type { Page } from '@playwright/test'
import { type FakePost, fakePost } from '#tests/fakes/extraction-service.ts'
import { addUser, openDatabase, plantSession } from '#tests/support/accounts.ts'
import { type LiveApp, lookUp } from '#tests/support/live-app.ts'
import { signedLink } from '#tests/support/signed-link.ts'
import { expect, test } from './fixtures.ts'
import { expectPlays, expectPlaysAndSeeks } from './player.ts'

let serial = 8_800

async function lookedUp(app: LiveApp, name: Parameters<typeof fakePost>[0]): Promise<FakePost> {
  serial += 1
  const post = fakePost(name, serial + test.info().workerIndex * 100)
  expect((await lookUp(app, post.url)).status).toBe(200)
  return post
}

async function expectOpensAndPlays(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expectPlaysAndSeeks(page)
}

async function expectShown(page: Page, address: string): Promise<void> {
  await page.goto(address)
  const width = () => page.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(width, address).toBeGreaterThan(0)
}

async function signIn(page: Page, app: LiveApp): Promise<void> {
  const db = openDatabase(app)
  const email = `opens-${test.info().workerIndex}-${serial}@site.example`
  const id = await addUser(db, { email, name: 'Olga Operator' })
  const [name = '', value = ''] = (await plantSession(app, db, id)).split('=', 2)
  await db.close()
  await page.context().addCookies([{ name, value: value.replace(/;.*/, ''), url: app.origin }])
}

test.describe('a file that is opened as a page of its own', () => {
  test('plays and seeks if it is a video, or a part of one', async ({ page, app }) => {
    const { postId } = await lookedUp(app, 'hd')
    for (const format of ['mp4', 'hd']) {
      await expectOpensAndPlays(page, signedLink(app, { purpose: 'view', postId, format }))
    }
    const whole = signedLink(app, { purpose: 'view', postId, format: 'mp4' })
    await expectOpensAndPlays(page, `${whole}&from=0.5&to=2`)
  })

  test('plays if it is a sound', async ({ page, app }) => {
    const { postId } = await lookedUp(app, 'video')
    const link = (format: string) => signedLink(app, { purpose: 'view', postId, format })
    // An MP3 is made while it is sent, so no one knows its length yet.
    await page.goto(link('mp3'))
    await expectPlays(page)
    await expectOpensAndPlays(page, link('m4a'))
  })

  test('shows if it is a picture', async ({ page, app }) => {
    const { postId } = await lookedUp(app, 'slideshow')
    for (const format of ['image-1', 'image-2', 'cover']) {
      await expectShown(page, signedLink(app, { purpose: 'view', postId, format }))
    }
  })

  test('plays or shows for operators, too', async ({ page, app }) => {
    const video = await lookedUp(app, 'video')
    const photos = await lookedUp(app, 'slideshow')
    await signIn(page, app)
    await expectOpensAndPlays(page, `/admin/videos/${video.postId}/file/mp4`)
    await expectShown(page, `/admin/videos/${photos.postId}/file/image-1`)
  })

  test('runs no script, whatever it holds', async ({ page, app }) => {
    const { postId } = await lookedUp(app, 'video')
    const answer = await page.goto(signedLink(app, { purpose: 'view', postId, format: 'mp4' }))
    const policy = answer?.headers()['content-security-policy'] ?? ''
    expect(policy).toMatch(/^default-src 'none';.* sandbox allow-same-origin$/)
    expect(answer?.headers()['x-content-type-options']).toBe('nosniff')
  })
})
