// @module-tag process
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { succeed, videoData } from '#tests/fakes/extraction-answers.ts'
import { type FakePost, fakePost } from '#tests/fakes/extraction-service.ts'
import { filesAsked } from '#tests/fakes/media-host.ts'
import { linksIn, lookUp, prepareLinkIn, saveLinkIn } from '#tests/support/live-app.ts'
import { type ModeratedApp, startModeratedApp } from '#tests/support/moderated-app.ts'

const unavailable = 'This post isn’t available here.'

let world: ModeratedApp
let serial = 100

beforeAll(async () => {
  world = await startModeratedApp()
})
afterAll(() => world?.close())

/** A post that no other test has seen. */
function freshPost(name: Parameters<typeof fakePost>[0] = 'video'): FakePost {
  serial += 1
  return fakePost(name, serial)
}

/** Everything a visitor is given after looking the post up. */
async function linksOf(post: FakePost) {
  const { status, html } = await lookUp(world.app, post.url)
  expect(status).toBe(200)
  const shown = linksIn(html, post.postId).filter((href) => /^\/(save|cover)\//.test(href))
  return [...shown, await prepareLinkIn(world.app, html), await saveLinkIn(world.app, html)]
}

async function statusOf(href: string): Promise<number> {
  const response = await fetch(world.app.origin + href, { redirect: 'manual' })
  await response.body?.cancel()
  return response.status
}

const upstreamCalls = () => world.extraction.requests.length + filesAsked(world.media)

/** Every public way to write a post's link, and one no one has seen before. */
function formsOf({ postId, shortUrls }: FakePost): string[] {
  return [
    `https://www.tiktok.com/@tester/video/${postId}`,
    `https://www.tiktok.com/@tester/photo/${postId}?lang=en#top`,
    `https://www.tiktok.com/@somebody.else/video/${postId}`,
    `tiktok.com/@/video/${postId}/`,
    `https://m.tiktok.com/v/${postId}.html`,
    `HTTP://WWW.TIKTOK.COM/v/${postId}`,
    `https://www.tiktok.com/embed/v2/${postId}`,
    `https://www.tiktok.com/embed/${postId}`,
    `https://www.tiktok.com/player/v1/${postId}`,
    `https://www.tiktok.com/share/video/${postId}`,
    `https://www.tiktok.com/i18n/share/video/${postId}`,
    `https://www.tiktokv.com/share/video/${postId}/`,
    `https://www.tiktok.com/foryou?item_id=${postId}`,
    `https://www.tiktok.com/@x?share_item_id=${postId}`,
    `Look at this: https://www.tiktok.com/@tester/video/${postId}，nice`,
    postId,
    ...Object.values(shortUrls),
  ]
}

describe('S9: a removed post', () => {
  test('is refused by every form of its link, and asks no one outside about it', async () => {
    const post = freshPost()
    // Known by its short links before, as most are.
    for (const link of Object.values(post.shortUrls)) {
      expect((await lookUp(world.app, link)).status).toBe(200)
    }
    expect((await world.change('remove', [post.postId])).status).toBe(302)
    const before = upstreamCalls()
    for (const link of formsOf(post)) {
      const { status, html } = await lookUp(world.app, link)
      expect([link, status, html.includes(unavailable)]).toEqual([link, 451, true])
      expect(linksIn(html, `/${post.postId}/`)).toEqual([])
    }
    expect(upstreamCalls()).toBe(before)
  })

  test('is refused by a short link that no one has used here yet', async () => {
    const post = freshPost()
    await lookUp(world.app, post.url)
    await world.change('remove', [post.postId])
    const { status, html } = await lookUp(world.app, post.shortUrls.vt)
    expect([status, html.includes(unavailable)]).toEqual([451, true])
    const stored = await world.db.value(
      'select count(*) from extractions where post_id = ?',
      post.postId,
    )
    expect(stored).toBe(0)
  })

  test('is gone at once from links already given out: files, views, covers, countdowns', async () => {
    const post = freshPost('hd')
    const links = await linksOf(post)
    const kinds = new Set(links.map((href) => href.split(/[/?]/)[1]))
    expect([...kinds].sort()).toEqual(['cover', 'prepare', 'save'])
    for (const href of links) expect([href, await statusOf(href)]).toEqual([href, 200])
    await world.change('remove', [post.postId])
    const before = upstreamCalls()
    for (const href of links) expect([href, await statusOf(href)]).toEqual([href, 451])
    expect(upstreamCalls()).toBe(before)
    const [save = ''] = links.filter((href) => href.startsWith('/save/'))
    const page = await fetch(world.app.origin + save)
    expect(await page.text()).toContain('This post isn’t available here')
    expect(page.headers.get('cache-control')).toBe('no-store')
  })

  test('leaves no cached cover in browsers', async () => {
    const links = await linksOf(freshPost())
    const cover = links.find((href) => href.startsWith('/cover/'))
    const response = await fetch(world.app.origin + cover)
    await response.body?.cancel()
    expect(response.headers.get('cache-control')).toContain('no-store')
  })

  test('cuts off a running download right away, never as a complete file', async () => {
    const post = freshPost('mediaCrawl')
    const other = freshPost('mediaSlow')
    const start = async (target: FakePost) => {
      const href = (await linksOf(target)).find((link) => /^\/save\/\d+\/mp4/.test(link))
      const response = await fetch(world.app.origin + href)
      expect(response.status).toBe(200)
      const reader = response.body?.getReader()
      if (reader === undefined) throw new Error('No body')
      await reader.read()
      return reader
    }
    const [cut, left] = [await start(post), await start(other)]
    const ended = (async () => {
      for (;;) if ((await cut.read()).done) return 'whole'
    })().catch(() => 'cut')
    await world.change('remove', [post.postId])
    expect(await ended).toBe('cut')
    expect((await left.read()).done).toBe(false)
    await left.cancel()
  })

  test('is refused in a download whose file was still being opened', async () => {
    const post = freshPost('mediaHangHeaders')
    const href = (await linksOf(post)).find((link) => /^\/save\/\d+\/mp4/.test(link))
    const before = filesAsked(world.media)
    const answer = fetch(world.app.origin + href).then((response) => response.status)
    await expect.poll(() => filesAsked(world.media)).toBeGreaterThan(before)
    await world.change('remove', [post.postId])
    expect(await answer).toBe(451)
  })

  test('is cut off in a cover that is being sent', async () => {
    const post = freshPost()
    const cover = (await linksOf(post)).find((href) => href.startsWith('/cover/'))
    world.media.setBehaviour(`/post/${post.postId}/cover.jpg`, 'crawl/2000')
    const reader = (await fetch(world.app.origin + cover)).body?.getReader()
    await reader?.read()
    const ended = (async () => {
      for (;;) if ((await reader?.read())?.done !== false) return 'whole'
    })().catch(() => 'cut')
    await world.change('remove', [post.postId])
    expect(await ended).toBe('cut')
  })

  test('is refused if it was removed during its look-up', async () => {
    const post = freshPost()
    const removed = Promise.withResolvers<void>()
    world.extraction.script(post.postId, async (lookup) => {
      await removed.promise
      succeed(lookup, videoData(lookup))
    })
    const calls = world.extraction.requests.length
    const answer = lookUp(world.app, post.shortUrls.vm)
    await expect.poll(() => world.extraction.requests.length).toBeGreaterThan(calls)
    // Its row is not there yet: another process, such as a restore of a backup, would make it.
    await world.db.run(
      `insert into posts (post_id, link, title, search_text, kind, status, first_seen_at, last_seen_at)
         values (?, '', '', '', 'video', 'removed', 1, 0)`,
      post.postId,
    )
    removed.resolve()
    expect((await answer).status).toBe(451)
  })

  test('stays refused after a restart, in look-ups and links already given out', async () => {
    const post = freshPost()
    const links = await linksOf(post)
    await world.change('remove', [post.postId])
    await world.restart()
    expect((await lookUp(world.app, post.url)).status).toBe(451)
    for (const href of links) expect([href, await statusOf(href)]).toEqual([href, 451])
  })

  test('is served again once it is restored, looked up afresh', async () => {
    const post = freshPost()
    const links = await linksOf(post)
    const asked = world.extraction.lookups(post.postId)
    await world.change('remove', [post.postId])
    expect((await lookUp(world.app, post.url)).status).toBe(451)
    await world.change('restore', [post.postId], 'The claimant withdrew')
    expect((await lookUp(world.app, post.url)).status).toBe(200)
    expect(world.extraction.lookups(post.postId)).toBe(asked + 1)
    for (const href of links) expect([href, await statusOf(href)]).toEqual([href, 200])
  })

  test('affects no other posts', async () => {
    const [post, other] = [freshPost(), freshPost()]
    await lookUp(world.app, post.url)
    await world.change('remove', [post.postId])
    expect((await lookUp(world.app, other.url)).status).toBe(200)
  })
})

describe('a flagged post', () => {
  test('keeps working, and is listed for operators until it’s dealt with', async () => {
    const post = freshPost()
    const links = await linksOf(post)
    await world.change('flag', [post.postId], 'Somebody complained')
    expect((await lookUp(world.app, post.url)).status).toBe(200)
    for (const href of links) expect([href, await statusOf(href)]).toEqual([href, 200])
    expect(await world.operator.html('/admin/notifications')).toContain('1 flagged video to review')
    await world.change('restore', [post.postId], 'It is in order')
    expect(await world.operator.html('/admin/notifications')).not.toContain('flagged video')
  })
})

describe('the posts of a blocked creator', () => {
  test('are refused like removed ones, however the creator is named, until they’re unblocked', async () => {
    const [known, slow, unnamed] = [freshPost(), freshPost('mediaCrawl'), freshPost('noAuthor')]
    const links = await linksOf(known)
    const running = (await linksOf(slow)).find((href) => /^\/save\/\d+\/mp4/.test(href))
    const reader = (await fetch(world.app.origin + running)).body?.getReader()
    await reader?.read()
    const ended = (async () => {
      for (;;) if ((await reader?.read())?.done !== false) return 'whole'
    })().catch(() => 'cut')

    expect((await world.changeCreator('block', '@Tester')).status).toBe(302)
    expect(await ended).toBe('cut')
    expect(await world.db.value('select count(*) from extractions')).toBe(0)
    const before = upstreamCalls()
    for (const link of formsOf(known)) {
      if (link.includes('vm.') || link.includes('vt.') || link.includes('/t/')) continue
      expect([link, (await lookUp(world.app, link)).status]).toEqual([link, 451])
    }
    for (const href of links) expect([href, await statusOf(href)]).toEqual([href, 451])
    // A post no one has looked up yet: its link names the creator.
    expect((await lookUp(world.app, freshPost().url)).status).toBe(451)
    expect((await lookUp(world.app, unnamed.url)).status).toBe(451)
    expect(upstreamCalls()).toBe(before)
    // Neither a short link nor a bare id tells: the answer does.
    expect((await lookUp(world.app, freshPost().shortUrls.vm)).status).toBe(451)
    expect((await lookUp(world.app, freshPost().postId)).status).toBe(451)
    // An answer without a creator is no one's.
    expect((await lookUp(world.app, unnamed.postId)).status).toBe(200)

    await world.restart()
    expect((await lookUp(world.app, known.url)).status).toBe(451)
    await world.changeCreator('unblock', 'tester', 'Settled')
    expect((await lookUp(world.app, known.url)).status).toBe(200)
    for (const href of links) expect([href, await statusOf(href)]).toEqual([href, 200])
    const actions = await world.db.rows(
      "select action, object_id from audit_log where action like 'author.%' order by seq",
    )
    expect(actions).toEqual([
      { action: 'author.blocked', object_id: 'tester' },
      { action: 'author.unblocked', object_id: 'tester' },
    ])
  })

  test('are those once looked up under their name, even if later answers don’t name them', async () => {
    const post = freshPost()
    await lookUp(world.app, post.postId)
    await world.db.run('delete from extractions')
    world.extraction.script(post.postId, 'noAuthor')
    expect((await lookUp(world.app, post.postId)).status).toBe(200)
    await world.changeCreator('block', 'tester')
    expect((await lookUp(world.app, post.postId)).status).toBe(451)
    await world.changeCreator('unblock', 'tester', 'Settled')
  })
})
