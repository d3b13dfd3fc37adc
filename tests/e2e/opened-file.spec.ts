import type { Page } from '@playwright/test'
import { type FakePost, fakePost } from '#tests/fakes/extraction-service.ts'
import { addUser, openDatabase, plantSession } from '#tests/support/accounts.ts'
import { type LiveApp, lookUp } from '#tests/support/live-app.ts'
import { signedLink } from '#tests/support/signed-link.ts'
import { expect, test } from './fixtures.ts'

let serial = 8_800

async function lookedUp(app: LiveApp, name: Parameters<typeof fakePost>[0]): Promise<FakePost> {
  serial += 1
  const post = fakePost(name, serial + test.info().workerIndex * 100)
  expect((await lookUp(app, post.url)).status).toBe(200)
  return post
}

const read = (page: Page, name: 'readyState' | 'currentTime' | 'seeking') =>
  page.locator('video').evaluate((media: HTMLMediaElement, name) => Number(media[name]), name)

/** The page is a player: it loads the file by a request of its own, and plays it. */
async function expectPlays(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect.poll(() => read(page, 'readyState'), address).toBe(4)
  await page.locator('video').evaluate((media: HTMLMediaElement) => {
    media.muted = true
    return media.play()
  })
  await expect.poll(() => read(page, 'currentTime'), address).toBeGreaterThan(0)
}

async function expectPlaysAndSeeks(page: Page, address: string): Promise<void> {
  await expectPlays(page, address)
  const player = page.locator('video')
  const middle = await player.evaluate((media: HTMLMediaElement) => {
    media.pause()
    media.currentTime = media.duration / 2
    return media.duration / 2
  })
  await expect.poll(() => read(page, 'seeking')).toBe(0)
  expect(await read(page, 'currentTime')).toBeCloseTo(middle, 1)
  expect(await player.evaluate((media: HTMLMediaElement) => media.error?.code ?? null)).toBeNull()
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
  const [name = '', value = ''] = (await plantSession(db, id)).split('=', 2)
  await db.close()
  await page.context().addCookies([{ name, value: value.replace(/;.*/, ''), url: app.origin }])
}

test.describe('a file that is opened as a page of its own', () => {
  test('plays and seeks if it is a video, or a part of one', async ({ page, app }) => {
    const { postId } = await lookedUp(app, 'hd')
    for (const format of ['mp4', 'hd']) {
      await expectPlaysAndSeeks(page, signedLink(app, { purpose: 'view', postId, format }))
    }
    const whole = signedLink(app, { purpose: 'view', postId, format: 'mp4' })
    await expectPlaysAndSeeks(page, `${whole}&from=0.5&to=2`)
  })

  test('plays if it is a sound', async ({ page, app }) => {
    const { postId } = await lookedUp(app, 'video')
    const link = (format: string) => signedLink(app, { purpose: 'view', postId, format })
    // An MP3 is made while it is sent, so no one knows its length yet.
    await expectPlays(page, link('mp3'))
    await expectPlaysAndSeeks(page, link('m4a'))
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
    await expectPlaysAndSeeks(page, `/admin/videos/${video.postId}/file/mp4`)
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
