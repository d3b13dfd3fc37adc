// @module-tag whole
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pinLink } from '#tests/fakes/platforms/pinterest.ts'
import type { XPostName } from '#tests/fakes/platforms/x.ts'
import { saveTab } from '#tests/settings/settings-world.ts'
import { describeMedia } from '#tests/support/describe-media.ts'
import { formatsIn, linksIn, lookUp, prepareLinkIn, saveLinkIn } from '#tests/support/live-app.ts'
import { type ModeratedApp, startModeratedApp } from '#tests/support/moderated-app.ts'
import { type PlatformFakes, startPlatformFakes } from '#tests/support/platform-fakes.ts'
import { unzip } from '#tests/support/unzip.ts'
import { makeBatch } from './batch-world.ts'

const unavailable = 'This post isn’t available here.'

let fakes: PlatformFakes
let world: ModeratedApp

beforeAll(async () => {
  fakes = await startPlatformFakes()
  world = await startModeratedApp({ ...fakes.env, TRUSTED_UPSTREAMS: fakes.hosts.join() })
})
afterAll(async () => {
  await world?.close()
  await fakes.close()
})

const keyOf = (name: XPostName) => `x:${fakes.x.ids[name]}`
const get = (href: string) => fetch(world.app.origin + href, { redirect: 'manual' })

async function statusOf(href: string): Promise<number> {
  const response = await get(href)
  await response.body?.cancel()
  return response.status
}

/** Everything a visitor is given after a look-up: covers, previews, a countdown and a file. */
async function linksOf(link: string, format = 'mp4'): Promise<string[]> {
  const { status, html } = await lookUp(world.app, link)
  expect(status).toBe(200)
  const shown = linksIn(html, '?').filter((href) => /^\/(save|cover)\//.test(href))
  return [
    ...shown,
    await prepareLinkIn(world.app, html, format),
    await saveLinkIn(world.app, html, format),
  ]
}

test('S9: a removed post of X would still be found, or its files saved with links given out before', async () => {
  const links = await linksOf(fakes.x.link('own'))
  expect(new Set(links.map((href) => href.split('/')[1]))).toEqual(
    new Set(['save', 'cover', 'prepare']),
  )
  for (const href of links) expect([href, await statusOf(href)]).toEqual([href, 200])
  expect((await world.change('remove', [keyOf('own')])).status).toBe(302)
  for (const href of links) expect([href, await statusOf(href)]).toEqual([href, 451])
  const { own: id } = fakes.x.ids
  const forms = [
    `https://x.com/someone_else/status/${id}`,
    `https://twitter.com/a_b/status/${id}/video/1`,
    `https://x.com/i/web/status/${id}`,
    keyOf('own'),
  ]
  for (const link of forms) {
    const { status, html } = await lookUp(world.app, link)
    expect([link, status, html.includes(unavailable)]).toEqual([link, 451, true])
  }
  const batch = await makeBatch(() => world.app, [fakes.x.link('own')])
  expect((await batch.done()).states).toEqual(['refused'])
})

test('S9: a removal would not reach a running download of X, nor one of its later videos', async () => {
  const links = await linksOf(fakes.x.link('held'))
  const response = await get(links.at(-1) ?? '')
  expect(response.status).toBe(200)
  const reader = response.body?.getReader()
  await reader?.read()
  const ended = (async () => {
    for (;;) if ((await reader?.read())?.done !== false) return 'whole'
  })().catch(() => 'cut')
  await world.change('remove', [keyOf('held')])
  expect(await ended).toBe('cut')

  const { html } = await lookUp(world.app, `${fakes.x.link('clips')}/video/3`)
  const third = await saveLinkIn(world.app, html, 'hd-3')
  expect(await statusOf(third)).toBe(200)
  await world.change('remove', [keyOf('clips')])
  expect(await statusOf(third)).toBe(451)
  await world.change('restore', [keyOf('clips')])
  expect((await lookUp(world.app, fakes.x.link('clips'))).status).toBe(200)
})

test('posts with the same number on two sites would share a card, a file, or a removal', async () => {
  const id = fakes.x.ids.video
  const tiktok = `https://www.tiktok.com/@tester/video/${id}`
  const [there, here] = [
    await lookUp(world.app, fakes.x.link('video')),
    await lookUp(world.app, tiktok),
  ]
  expect([there.html.includes('two clips'), here.html.includes('two clips')]).toEqual([true, false])
  const files = [await saveLinkIn(world.app, there.html), await saveLinkIn(world.app, here.html)]
  expect(files[0]).toContain(`/save/x:${id}/`)
  expect(files[1]).toContain(`/save/${id}/`)
  // A link that is signed for one is none for the other.
  expect(await statusOf((files[0] ?? '').replace(`x:${id}`, id))).toBe(403)
  await world.change('remove', [keyOf('video')])
  expect((await lookUp(world.app, fakes.x.link('video'))).status).toBe(451)
  expect((await lookUp(world.app, tiktok)).status).toBe(200)
  expect([await statusOf(files[0] ?? ''), await statusOf(files[1] ?? '')]).toEqual([451, 200])
  await world.change('restore', [keyOf('video')])
})

test('a paused download could not go on once the post’s ZIP was saved', async () => {
  const tag = (tagVideos: 'on' | null) => saveTab(world.operator, 'performance', { tagVideos })
  expect((await tag('on')).status).toBe(302)
  const { html } = await lookUp(world.app, fakes.x.link('clips'))
  const file = world.app.origin + (await saveLinkIn(world.app, html, 'hd'))
  await (await fetch(file)).arrayBuffer()
  await (await get(await saveLinkIn(world.app, html, 'zip'))).arrayBuffer()
  const rest = await fetch(file, { headers: { range: 'bytes=1000-' } })
  await rest.body?.cancel()
  expect(rest.status).toBe(206)
  await tag(null)
})

test('a post with several videos would offer one of them alone, or sound where there is none', async () => {
  const formats = async (query: string) => {
    const page = await fetch(`${world.app.origin}/?post=${keyOf('clips')}${query}`)
    return formatsIn(await page.text())
  }
  expect(await formats('')).toEqual(['hd', 'mp4', 'mp3', 'm4a', 'zip', 'cover'])
  expect(await formats('&item=2')).toEqual(['mp4-2', 'zip', 'cover-2'])
  expect(await formats('&item=3')).toEqual(['hd-3', 'mp4-3', 'mp3-3', 'm4a-3', 'zip', 'cover-3'])
  // There is no fourth one.
  for (const wrong of ['4', '0', '-1', 'x', '99']) {
    expect(await formats(`&item=${wrong}`)).toEqual(await formats(''))
  }
  const named = await fetch(`${world.app.origin}/`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ url: `${fakes.x.link('clips')}/video/2` }),
  })
  expect(named.headers.get('location')).toContain('&item=2#')
  const { html } = await lookUp(world.app, `${fakes.x.link('clips')}/video/3`)
  const sound = await get(await saveLinkIn(world.app, html, 'mp3-3'))
  expect(sound.headers.get('content-disposition')).toContain('_3.mp3')
  expect(await describeMedia(Buffer.from(await sound.arrayBuffer()))).toMatchObject({
    codecs: ['mp3'],
  })
})

test('a ZIP would lack a video or a picture of a mixed post, alone or in a batch', async () => {
  const { html } = await lookUp(world.app, fakes.x.link('clips'))
  const zip = await get(await saveLinkIn(world.app, html, 'zip'))
  const names = unzip(Buffer.from(await zip.arrayBuffer())).map(({ name }) => name)
  expect(names.map((name) => name.slice(name.lastIndexOf('/')))).toEqual([
    '/1.mp4',
    '/2.mp4',
    '/3.jpg',
    '/4.mp4',
  ])
  const batch = await makeBatch(
    () => world.app,
    [fakes.x.link('mixed'), pinLink('video'), fakes.bluesky.link('photos')],
  )
  const { states, html: rows } = await batch.done()
  expect(states).toEqual(['ready', 'ready', 'ready'])
  expect(rows).toContain('Pinterest · ')
  const all = await fetch(await batch.zipLink())
  const inBatch = unzip(Buffer.from(await all.arrayBuffer())).map(({ name }) => name)
  const mixed = inBatch.filter((name) => name.startsWith('01 '))
  expect(mixed.map((name) => name.slice(name.lastIndexOf('/')))).toEqual([
    '/1.jpg',
    '/2.mp4',
    '/3.jpg',
  ])
  expect(inBatch.filter((name) => name.startsWith('02 '))).toHaveLength(1)
  expect(inBatch.filter((name) => name.startsWith('03 ')).length).toBeGreaterThan(1)
})

test('the sounds of a post’s later videos would be missing from a batch', async () => {
  const links = [fakes.x.link('clips'), pinLink('video')]
  const batch = await makeBatch(() => world.app, links)
  await batch.done()
  const all = await fetch(await batch.zipLink('mp3'))
  const files = unzip(Buffer.from(await all.arrayBuffer()))
  // The second of the post's three videos has no sound.
  const endings = files.map(({ name }) => [name.slice(0, 2), name.slice(-6)])
  expect(endings.slice(0, 2)).toEqual([
    ['01', '/1.mp3'],
    ['01', '/2.mp3'],
  ])
  expect(files.map(({ name }) => name.slice(-4))).toEqual(['.mp3', '.mp3', '.mp3'])
  for (const { content } of files) {
    expect(await describeMedia(content)).toMatchObject({ codecs: ['mp3'] })
  }
})

test('a link that is shared from another app, or opened by the bookmarklet, would work for TikTok alone', async () => {
  const shared = await get(`/share?text=${encodeURIComponent(`Look ${fakes.x.link('mixed')}`)}`)
  expect(await shared.text()).toContain(fakes.x.ids.mixed)
  const opened = await get(`/?url=${encodeURIComponent(fakes.bluesky.link('video'))}`)
  expect(opened.status).toBe(303)
  expect(opened.headers.get('location')).toContain('?post=bluesky:did:plc:')
})
