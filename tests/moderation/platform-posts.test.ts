// @module-tag process
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fakePost } from '#tests/fakes/extraction-service.ts'
import { type PlayedX, startX } from '#tests/fakes/platforms/x.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import { linksIn, lookUp, prepareLinkIn, saveLinkIn } from '#tests/support/live-app.ts'
import { type ModeratedApp, startModeratedApp } from '#tests/support/moderated-app.ts'
import { addRows } from '#tests/support/rows.ts'

let world: ModeratedApp
let x: PlayedX

beforeAll(async () => {
  x = await startX()
  world = await startModeratedApp(x.env)
})
afterAll(async () => {
  await world?.close()
  await x?.close()
})

const statusOf = async (href: string) => {
  const response = await fetch(world.app.origin + href, { redirect: 'manual' })
  await response.body?.cancel()
  return response.status
}

async function linksOf(link: string, postId: string): Promise<string[]> {
  const { status, html } = await lookUp(world.app, link)
  expect(status).toBe(200)
  const shown = linksIn(html, encodeURIComponent(postId)).concat(linksIn(html, postId))
  const given = shown.filter((href) => /^\/(save|cover)\//.test(href))
  return [...given, await prepareLinkIn(world.app, html), await saveLinkIn(world.app, html)]
}

describe('S9: a removed post of another platform', () => {
  test('is refused by every form of its link, in links already given out and in a running download', async () => {
    const id = x.ids.held
    const links = await linksOf(x.link('held'), `x:${id}`)
    const kinds = new Set(links.map((href) => href.split(/[/?]/)[1]))
    expect([...kinds].sort()).toEqual(['cover', 'prepare', 'save'])
    const response = await fetch(world.app.origin + links.at(-1))
    const reader = response.body?.getReader()
    await reader?.read()
    const ended = (async () => {
      for (;;) if ((await reader?.read())?.done !== false) return 'whole'
    })().catch(() => 'cut')

    expect((await world.change('remove', [`x:${id}`])).status).toBe(302)
    expect(await ended).toBe('cut')
    const asked = x.asked().length
    for (const link of [
      x.link('held'),
      `https://twitter.com/a_b/status/${id}`,
      `https://x.com/i/web/status/${id}`,
      `https://fxtwitter.com/another/status/${id}/video/1`,
      `x:${id}`,
    ]) {
      expect([link, (await lookUp(world.app, link)).status]).toEqual([link, 451])
    }
    for (const href of links) expect([href, await statusOf(href)]).toEqual([href, 451])
    expect(x.asked()).toHaveLength(asked)
    const stored = 'select count(*) from extractions where post_id = ?'
    expect(await world.db.value(stored, `x:${id}`)).toBe(0)
    await world.restart()
    expect((await lookUp(world.app, x.link('held'))).status).toBe(451)
  })

  test('leaves TikTok’s post with the same number alone', async () => {
    const post = fakePost('video', 4_321)
    expect((await lookUp(world.app, post.url)).status).toBe(200)
    await world.change('remove', [`x:${post.postId}`])
    await addRows(world.db, 'posts', [{ post_id: `x:${post.postId}`, platform: 'x' }])
    await world.change('remove', [`x:${post.postId}`])
    expect((await lookUp(world.app, post.url)).status).toBe(200)
    expect((await lookUp(world.app, `x:${post.postId}`)).status).toBe(451)
  })
})

describe('a creator of another platform', () => {
  test('is blocked from their post’s page, and never with TikTok’s of the same handle', async () => {
    await lookUp(world.app, x.link('video'))
    await addRows(world.db, 'posts', [{ author_handle: 'A_B', author_key: 'a_b', title: 'Other' }])
    const page = elementsOf(await world.operator.html(`/admin/videos/x:${x.ids.video}`))
    const block = select(page, 'a').find(({ text }) => text === 'Block creator')
    const href = block?.attributes.href ?? ''
    expect(await world.operator.html(href)).toContain('Block @a_b on X?')
    const creator = new URLSearchParams(href.split('?')[1]).get('creator') ?? ''
    await world.changeCreator('block', creator)
    expect(await world.db.rows('select author_key from blocked_authors')).toEqual([
      { author_key: 'x:a_b' },
    ])
    expect((await lookUp(world.app, x.link('video'))).status).toBe(451)
    expect((await lookUp(world.app, x.link('gif'))).status).toBe(451)
    const list = await world.operator.html('/admin/videos/creators')
    expect(list).toContain('@a_b on X is blocked now.')
    expect(list).toContain('href="/admin/videos?q=%40x%3Aa_b"')
    expect(await world.operator.html('/admin/videos?q=%40a_b')).not.toContain('Creator blocked')
    expect(await world.operator.html('/admin/videos?q=%40x%3Aa_b')).toContain('Creator blocked')
    await world.changeCreator('unblock', 'https://x.com/A_B')
    expect((await lookUp(world.app, x.link('video'))).status).toBe(200)

    await world.changeCreator('block', '@a_b')
    expect((await lookUp(world.app, x.link('video'))).status).toBe(200)
    await world.changeCreator('block', 'x:a_b')
    const shown = async (search: string) =>
      select(elementsOf(await world.operator.html(`/admin/videos/creators${search}`)), 'th', {
        scope: 'row',
      }).length
    expect([await shown(''), await shown('?platform=x'), await shown('?platform=tiktok')]).toEqual([
      2, 1, 1,
    ])
    await world.changeCreator('unblock', 'x:a_b')
    await world.changeCreator('unblock', 'a_b')
  })
})

describe('the list of videos', () => {
  test('has a platform to filter by once there are two, on screen, in counts and in the export', async () => {
    await lookUp(world.app, x.link('clips'))
    await addRows(world.db, 'posts', [{ title: 'A dance' }])
    const all = await world.operator.html('/admin/videos?view=list')
    const options = select(elementsOf(all), 'select', { name: 'platform' })
    expect(options).toHaveLength(1)
    expect(select(elementsOf(all), 'th', { scope: 'col' }).map(({ text }) => text)).toContain(
      'Platform',
    )
    const ofX = await world.operator.html('/admin/videos?view=list&platform=x')
    expect(ofX).toContain('two clips')
    expect(ofX).not.toContain('A dance')
    const count = Number(await world.db.value("select count(*) from posts where platform = 'x'"))
    expect(ofX).toContain(`All (${count})`)
    expect(await world.operator.html('/admin/videos?platform=pinterest')).toContain(
      'No videos match',
    )
    const csv = await (await world.operator.get('/admin/videos/export.csv?platform=x')).text()
    const rows: Record<string, string>[] = parse(csv, { columns: true, bom: true })
    expect(rows.map(({ platform }) => platform)).toEqual(Array(count).fill('x'))
  })

  test.each([
    ['its link', () => x.link('clips')],
    ['a mirror’s link', () => `https://vxtwitter.com/a_b/status/${x.ids.clips}?s=20`],
    ['its key', () => `x:${x.ids.clips}`],
  ])('a post of another platform is found by %s, in the palette too', async (_, link) => {
    await lookUp(world.app, x.link('clips'))
    const q = new URLSearchParams({ q: link() })
    expect(await world.operator.html(`/admin/videos?${q}`)).toContain('1–1 of 1')
    const found = (await (await world.operator.get(`/admin/search?${q}`)).json()) as {
      found: { group: string; to: string; detail: string }[]
    }
    expect(found.found.filter(({ group }) => group === 'Videos')).toMatchObject([
      { to: `/admin/videos/x:${x.ids.clips}`, detail: '@a_b on X' },
    ])
  })

  test('a creator is suggested with their platform', async () => {
    await lookUp(world.app, x.link('clips'))
    expect(await world.operator.html('/admin/videos?q=%40a_')).toContain('@a_b on X · ')
  })
})
