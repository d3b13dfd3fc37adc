// @module-tag whole
import { describe, expect, test } from 'vitest'
import { fakePost, posts } from '#tests/fakes/extraction-service.ts'
import { startSettingsWorld } from '#tests/settings/settings-in-force-world.ts'
import { openDatabase } from '#tests/support/accounts.ts'
import { lookUp } from '#tests/support/live-app.ts'
import { testEngine } from '#tests/support/sql.ts'
import { batchAt, makeBatch, sendLinks } from './batch-world.ts'

const world = startSettingsWorld({ rateLimitPerMinute: 10_000 }, { TRUSTED_PROXIES: '127.0.0.1' })
const app = () => world.app

/** The posts that the service was asked for. */
const order = () =>
  world.service.requests
    .map(({ url, body }) => /73456789\d{11}/.exec(decodeURIComponent(`${url} ${body}`))?.[0])
    .filter((id) => id !== undefined)

describe('The page for several links', () => {
  test('S50, S81: is gone everywhere while the setting is 0, and otherwise takes that many links', async () => {
    const read = async (path: string) => {
      const response = await fetch(app().origin + path)
      return { status: response.status, html: await response.text() }
    }
    const batch = await makeBatch(app, [posts.video.url])
    expect((await read('/')).html).toContain('href="/batch"')
    await world.set({ batchLinks: 2 })
    expect((await read('/batch')).html).toContain('Up to 2 links')
    const three = [1, 2, 3].map((serial) => fakePost('video', serial).url).join('\n')
    expect((await sendLinks(app(), three)).status).toBe(400)
    expect(await (await fetch(`${app().origin}/site.webmanifest`)).text()).toContain('/batch')
    await world.set({ batchLinks: 0 })
    expect(await (await fetch(`${app().origin}/site.webmanifest`)).text()).not.toContain('/batch')
    for (const path of ['/batch', '/es/batch', batch.path, `${batch.path}/progress`]) {
      expect([path, (await read(path)).status]).toEqual([path, 404])
    }
    expect((await sendLinks(app(), posts.video.url)).status).toBe(404)
    for (const page of ['/', '/help', '/download']) {
      expect([page, (await read(page)).html.includes('/batch"')]).toEqual([page, false])
    }
  })

  test('S13, S81: counts each link as a look-up of its network', async () => {
    await world.set({ rateLimitPerMinute: 3 })
    // There, a limit that is changed keeps what was counted before.
    if (testEngine === 'postgres') await world.db.run('delete from rate_limits')
    const links = [11, 12, 13, 14].map((serial) => fakePost('video', serial).url)
    const made = await sendLinks(app(), links.join('\n'))
    expect(made.status).toBe(303)
    const { html, states } = await batchAt(app, made.headers.get('location') ?? '').done()
    expect(states).toEqual(['ready', 'ready', 'ready', 'refused'])
    expect(html).toMatch(
      /That was a lot of requests from your network\. Try again in \d+ seconds?\./,
    )
    expect((await lookUp(app(), links[0] ?? '')).status).toBe(429)
    const again = await sendLinks(app(), links.join('\n'))
    expect([again.status, Number(again.headers.get('retry-after'))]).toEqual([
      429,
      expect.toSatisfy((seconds: number) => seconds > 0 && seconds <= 60),
    ])
    expect(await again.text()).toContain('That was a lot of requests from your network.')
  })

  test('S81: takes only as many batches from all visitors as there is room for', async () => {
    const db = openDatabase(app())
    const now = Date.now()
    const insert = 'insert into batches (token_hash, created_at, expires_at) values (?, ?, ?)'
    await db.runEach(
      insert,
      Array.from({ length: 2000 }, (_, index) => [`x${index}`, now, now + 600_000]),
    )
    const full = await sendLinks(app(), posts.video.url)
    expect([full.status, full.headers.get('retry-after')]).toEqual([503, '300'])
    expect(await full.text()).toContain('This site is very busy right now.')
    await db.run("delete from batches where token_hash like 'x%'")
    await db.close()
    expect((await sendLinks(app(), posts.video.url)).status).toBe(303)
  })

  test('S67: one network’s batches leave room for others, and take turns with theirs', async () => {
    await world.set({ extractionRequestsPerSecond: 2, cacheMinutes: 60 })
    world.service.requests.length = 0
    const from = (address: string) => ({ 'X-Forwarded-For': address })
    const linksOf = (batch: number) =>
      Array.from({ length: 4 }, (_, n) => fakePost('video', 7000 + 10 * batch + n).url).join('\n')
    const statuses: number[] = []
    for (let batch = 0; batch < 6; batch += 1) {
      // Each from another part of one /48.
      const address = `2001:db8:9:${(batch * 256).toString(16)}::1`
      statuses.push((await sendLinks(app(), linksOf(batch), from(address))).status)
    }
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429])
    const mine = fakePost('video', 7900)
    const made = await sendLinks(app(), mine.url, from('203.0.113.40'))
    expect(made.status).toBe(303)
    const before = order().length
    const { states } = await batchAt(app, made.headers.get('location') ?? '').done()
    expect(states).toEqual(['ready'])
    // Two can have had their turn already, and the network has one more.
    expect(order().indexOf(mine.postId)).toBeLessThanOrEqual(before + 3)

    // Half of all places are taken, by many networks and this one.
    await world.db.run("update batch_links set state = 'refused' where state = 'waiting'")
    const now = Date.now()
    const insert =
      'insert into batches (token_hash, created_at, expires_at, network) values (?, ?, ?, ?)'
    await world.db.runEach(
      insert,
      Array.from({ length: 1000 }, (_, index) => [`x${index}`, now, now + 600_000, `n${index}`]),
    )
    const again = await sendLinks(app(), mine.url, from('2001:db8:9::2'))
    expect(again.status).toBe(429)
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await sendLinks(app(), mine.url, from('203.0.113.41'))).status).toBe(303)
    await world.db.run('delete from batches')
  })

  test('S81: looks up two links at a time, and a visitor’s single link before them', async () => {
    await world.set({ extractionRequestsPerSecond: 2, cacheMinutes: 60 })
    const links = Array.from({ length: 8 }, (_, index) => fakePost('video', 300 + index))
    const single = fakePost('video', 399)
    world.service.requests.length = 0
    const batch = await makeBatch(
      app,
      links.map(({ url }) => url),
    )
    await expect.poll(() => order().length).toBeGreaterThan(0)
    const { states } = await batch.page()
    expect(states.filter((state) => state === 'looking').length).toBeLessThanOrEqual(2)
    expect((await lookUp(app(), single.url)).status).toBe(200)
    // A slow machine has begun with some; in the batch's own turn it would be the last.
    expect(order().indexOf(single.postId)).toBeLessThan(links.length - 2)
    // A link of the batch that a visitor wants too doesn't wait for the others.
    const wanted = links[7]
    if (wanted === undefined) throw new Error('no link')
    expect((await lookUp(app(), wanted.url)).status).toBe(200)
    expect(order().length).toBeLessThan(links.length + 1)
    expect((await batch.done()).states).toEqual(links.map(() => 'ready'))
    expect(world.service.lookups(wanted.postId)).toBe(1)
  })
})

test('A batch’s page learns that it has changed, and when no more is to come', async () => {
  const batch = await makeBatch(app, [fakePost('slow', 1).url, posts.video.url])
  const progress = async () => {
    const response = await fetch(`${app().origin}${batch.path}/progress`)
    expect(response.status).toBe(200)
    return (await response.json()) as { version: number; goesOn: boolean }
  }
  const first = await progress()
  expect(first.goesOn).toBe(true)
  expect((await batch.done()).states).toEqual(['ready', 'ready'])
  const last = await progress()
  expect(last.goesOn).toBe(false)
  expect(last.version).toBeGreaterThan(first.version)
  expect(await progress()).toEqual(last)
})
