// @module-tag whole
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sniffMedia } from '#app/download/media/media-type.ts'
import { type FakePost, fakePost } from '#tests/fakes/extraction-service.ts'
import { linksIn, lookUp } from '#tests/support/live-app.ts'
import { type ModeratedApp, startModeratedApp } from '#tests/support/moderated-app.ts'
import { until } from '#tests/support/until.ts'

let world: ModeratedApp
let serial = 900

beforeAll(async () => {
  world = await startModeratedApp()
})
afterAll(() => world?.close())

async function lookedUp(name: Parameters<typeof fakePost>[0] = 'video'): Promise<FakePost> {
  serial += 1
  const post = fakePost(name, serial)
  expect((await lookUp(world.app, post.url)).status).toBe(200)
  return post
}

const kept = ({ postId }: FakePost) =>
  world.db.row<{ type: string | null; bytes: Buffer | null; demo: number }>(
    `select type, bytes, demo from post_covers join posts on seq = post_seq where post_id = ?`,
    postId,
  )

/** What was tried for a post, once it was. */
const tried = (post: FakePost) =>
  until(async () => {
    const row = await kept(post)
    if (row === undefined) throw new Error(`No cover of ${post.postId} yet`)
    return row
  })

const coverHref = ({ postId }: FakePost) => `/admin/videos/${postId}/cover`

async function shownInGrid(post: FakePost): Promise<boolean> {
  const html = await world.operator.html(`/admin/videos?q=${post.postId}`)
  return linksIn(html, '/cover').includes(coverHref(post))
}

describe('the cover of a post', () => {
  test('is stored small, and shown after its answer expires and after a restart', async () => {
    const post = await lookedUp()
    const { type, bytes } = await tried(post)
    expect(type).toBe('image/webp')
    expect(bytes?.length).toBeGreaterThan(500)
    expect(bytes?.length).toBeLessThan(20_000)
    await world.db.run('delete from extractions')
    const asked = [world.extraction.requests.length, world.media.requests.length]
    expect(await shownInGrid(post)).toBe(true)
    await world.restart()
    expect(await shownInGrid(post)).toBe(true)
    const response = await world.operator.get(coverHref(post))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(sniffMedia(Buffer.from(await response.arrayBuffer()))).toBe('webp')
    expect(await world.operator.html(`/admin/videos/${post.postId}`)).toContain(
      `poster="${coverHref(post)}"`,
    )
    expect([world.extraction.requests.length, world.media.requests.length]).toEqual(asked)
  })

  test('is fetched once, however often the post is looked up', async () => {
    const post = await lookedUp('slideshow')
    await tried(post)
    const covers = () => world.media.requests.filter(({ url }) => url.includes('cover')).length
    const before = covers()
    await world.db.run('delete from extractions')
    await Promise.all([lookUp(world.app, post.url), lookUp(world.app, post.url)])
    // The queue is worked off in order: once the next post has its cover, this one had its turn.
    await tried(await lookedUp())
    expect(covers()).toBe(before + 1)
  })

  test('is for operators only once the post is removed, and their page explains it', async () => {
    const post = await lookedUp()
    await tried(post)
    const { html } = await lookUp(world.app, post.url)
    const [publicCover = ''] = linksIn(html, '/cover/')
    expect((await fetch(world.app.origin + publicCover)).status).toBe(200)
    await world.change('remove', [post.postId])
    expect((await fetch(world.app.origin + publicCover)).status).toBe(451)
    expect(await shownInGrid(post)).toBe(true)
    expect((await world.operator.get(coverHref(post))).status).toBe(200)
    const page = await world.operator.html(`/admin/videos/${post.postId}`)
    expect(page).toContain(`poster="${coverHref(post)}"`)
    expect(page).toContain('so visitors can’t see it. Only operators can.')
    const stranger = await fetch(world.app.origin + coverHref(post), { redirect: 'manual' })
    expect(stranger.status).toBe(302)
  })

  test('is a drawn placeholder if the platform sends no picture', async () => {
    for (const name of ['coverHtml', 'coverDead', 'hostileCover'] as const) {
      const post = await lookedUp(name)
      expect([name, await tried(post)]).toMatchObject([name, { type: null, bytes: null }])
      expect(await shownInGrid(post)).toBe(false)
      const grid = await world.operator.html(`/admin/videos?q=${post.postId}`)
      expect(grid).toContain('lucide-clapperboard')
    }
  })

  test('is deleted with its post', async () => {
    const post = await lookedUp()
    await tried(post)
    await world.db.run('delete from posts where post_id = ?', post.postId)
    expect(await kept(post)).toBeUndefined()
    expect((await world.operator.get(coverHref(post))).status).toBe(404)
  })

  test('delays no answer while the media host hangs', async () => {
    const pictures: string[] = []
    try {
      for (let n = 894; n < 900; n += 1) {
        const hung = fakePost('video', n)
        const picture = `/post/${hung.postId}/cover.jpg`
        pictures.push(picture)
        world.media.setBehaviour(picture, 'hang-headers')
        expect((await lookUp(world.app, hung.url)).status).toBe(200)
        // It was answered before its picture was given up.
        expect(await kept(hung)).toBeUndefined()
        const asked = () => world.media.requests.some(({ url }) => url.includes(picture))
        if (n === 894) await expect.poll(asked).toBe(true)
      }
    } finally {
      for (const picture of pictures) world.media.setBehaviour(picture, null)
    }
  })
})
