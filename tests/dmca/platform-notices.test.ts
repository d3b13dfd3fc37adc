// @module-tag process
import { parse } from 'csv-parse/sync'
import { afterAll, describe, expect, test } from 'vitest'
import { fakePost } from '#tests/fakes/extraction-posts.ts'
import { type PlayedBluesky, startBluesky } from '#tests/fakes/platforms/bluesky.ts'
import { type PlayedX, startX } from '#tests/fakes/platforms/x.ts'
import { posterPath } from '#tests/support/dmca.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import { lookUp } from '#tests/support/live-app.ts'
import { reportsOf, startDmcaWorld } from './dmca-world.ts'

let x: PlayedX
let bluesky: PlayedBluesky

/** Bluesky is switched off. */
const world = startDmcaWorld(async () => {
  x = await startX()
  bluesky = await startBluesky()
  return [x, bluesky]
}, ['tiktok', 'x'])
const { act, file } = reportsOf(world)
afterAll(() => Promise.all([x?.close(), bluesky?.close()]))

const page = async (path: string) =>
  (await (await fetch(world.app.origin + path)).text()).replaceAll('<!-- -->', '')

describe('a notice about posts of several platforms', () => {
  test('names each on its status page, and blocks each on its own platform', async () => {
    const tiktok = fakePost('video', world.serial)
    const id = x.ids.video
    expect((await lookUp(world.app, x.link('video'))).status).toBe(200)
    const report = await file([tiktok.url, `https://twitter.com/another/status/${id}?s=20`])
    expect(await page(report.status)).toContain(`X ${id}: `)
    await act(report.id, 'approve', { note: '' })
    expect((await lookUp(world.app, x.link('video'))).status).toBe(451)
    expect((await lookUp(world.app, tiktok.url)).status).toBe(451)
    expect((await lookUp(world.app, x.link('gif'))).status).toBe(200)
    const counter = await page(await posterPath(world.olga, report.id))
    expect(counter).toContain(`X ${id}`)
    expect(select(elementsOf(counter), 'input', { value: `x:${id}` })).toHaveLength(1)
    await act(report.id, 'reopen', { note: 'A mistake' })
    expect((await lookUp(world.app, x.link('video'))).status).toBe(200)
  })

  test('can name posts of a platform that is off, by links that only it can resolve too', async () => {
    expect((await lookUp(world.app, bluesky.handleLink('video'))).status).not.toBe(200)
    const { id, status } = await file([bluesky.handleLink('video'), bluesky.link('gallery')])
    const named = await world.db.rows(
      'select post_id from dmca_report_posts where report_id = ? order by post_id',
      id,
    )
    const keys = [bluesky.id('video'), bluesky.id('gallery')].map((own) => `bluesky:${own}`)
    expect(named.map(({ post_id }) => post_id)).toEqual(keys.sort())
    expect(await page(status)).toContain(`Bluesky ${bluesky.id('video')}: `)
    expect(await act(id, 'approve', { note: '' })).not.toContain('failed')
    const removed = "select count(*) from posts where platform = 'bluesky' and status = 'removed'"
    expect(await world.db.value(removed)).toBe(2)
  })

  test('is found by its platforms in the list and the export', async () => {
    const links = [fakePost('video', world.serial).url, x.link('clips')]
    const both = await file(links, { workTitle: 'Uncommon of two' })
    await file([fakePost('video', world.serial).url], { workTitle: 'Uncommon of one' })
    const listed = async (search: string) => {
      const html = await world.olga.html(`/admin/dmca${search}`)
      return [...html.matchAll(/data-report="DMCA-0*(\d+)"/g)].map(([, id]) => Number(id))
    }
    expect(await listed('?q=uncommon&platform=x')).toEqual([both.id])
    expect(await listed('?q=uncommon&platform=tiktok')).toHaveLength(2)
    expect(await listed('?q=uncommon&platform=pinterest')).toEqual([])
    const html = await world.olga.html('/admin/dmca?platform=x')
    const count = (await listed('?platform=x')).length
    expect(html).toContain(`All (${count})`)
    expect(html).toContain('TikTok, X')
    const csv = await (await world.olga.get('/admin/dmca/export.csv?platform=x&q=uncommon')).text()
    const rows: Record<string, string>[] = parse(csv, { columns: true, bom: true })
    expect(rows.map(({ platforms }) => platforms)).toEqual(['tiktok x'])
  })

  test('can be sent with a form that lists its platforms, those that are off too', async () => {
    const hint = /Up to 50\. Any link that leads to a single post on [^<]*/.exec(
      await page('/dmca/notice'),
    )?.[0]
    expect(hint).toContain('TikTok, X, Bluesky')
  })
})
