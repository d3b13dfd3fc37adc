// @module-tag whole
import { beforeAll, describe, expect, test } from 'vitest'
import { html } from '#tests/fakes/web-site.ts'
import { select } from '#tests/support/html.ts'
import { until } from '#tests/support/until.ts'
import { backlinksOf, path, startBacklinkWorld } from './backlink-world.ts'

const world = startBacklinkWorld()
const { add, flashes, page, row, rows } = backlinksOf(world)

// A new site's first weekly run would check what the tests add.
beforeAll(() =>
  until(async () => {
    const weekly = await row("select state from jobs where key = 'weekly'")
    expect(weekly).toEqual({ state: 'done' })
  }),
)

describe('checks', () => {
  const pageUrl = () => `${world.site.origin}/links`
  const check = async (id: number, meanwhile = '') => {
    await world.browser.post(path, { intent: 'check', id: String(id) })
    expect(await world.browser.html(`${path}/${id}`)).toContain(meanwhile)
    await expect
      .poll(() => row('select check_requested_at from backlinks where seq = ?', id))
      .toEqual({ check_requested_at: null })
    return row('select * from backlinks where seq = ?', id)
  }
  const link = () => html(`<a rel="ugc" href="${world.app.origin}/help">Help!</a>`)

  test('found, lost at the second check, broken, found again: each is in the history', async () => {
    const id = await add({ url: pageUrl(), status: 'pending', anchorText: '', dateAcquired: '' })
    world.site.set('/links', link())
    const found = await check(id, 'data-working')
    expect(found).toMatchObject({
      status: 'active',
      last_status_code: 200,
      found_anchor: 'Help!',
      anchor_text: 'Help!',
      rel: 'ugc',
      final_url: pageUrl(),
    })
    expect(found?.date_acquired).toBe(Date.parse(new Date().toISOString().slice(0, 10)))
    world.site.set('/links', html(`<!-- ${link()} -->`))
    expect(await check(id)).toMatchObject({ status: 'active', misses: 1, alert: 0 })
    expect(await check(id)).toMatchObject({ status: 'lost', misses: 2, alert: 1 })
    expect(await world.browser.html('/admin/notifications')).toContain('A backlink is lost')
    await world.browser.post(path, { intent: 'note' })
    expect(await world.browser.html('/admin/notifications')).not.toContain('A backlink is lost')
    world.site.set('/links', { status: 410 })
    expect(await check(id)).toMatchObject({ status: 'broken', last_status_code: 410 })
    world.site.set('/links', link())
    expect(await check(id)).toMatchObject({ status: 'active', misses: 0 })
    const details = await page(`${path}/${id}`)
    const [checks] = select(details, 'section', { 'aria-labelledby': 'checks' })
    expect(checks?.text).toMatch(
      /Link found.*Broken → Active.*Page gone.*Status code 410.*Active → Lost/,
    )
    expect(
      await rows("select actor_label from audit_log where action = 'backlink.status_changed'"),
    ).toContainEqual({ actor_label: 'system' })
  })

  test('an imported backlink is checked at once, and the list shows what search engines follow', async () => {
    world.site.set('/links', html(`<a rel="nofollow sponsored" href="${world.app.origin}/">X</a>`))
    const body = new FormData()
    body.set('csv', `url,domain_authority\n${pageUrl()},40`)
    body.set('intent', 'import')
    await world.browser.send(`${path}/import`, { method: 'POST', body })
    await expect
      .poll(() => row('select status, rel from backlinks'))
      .toEqual({ status: 'active', rel: 'nofollow sponsored' })
    const [line] = select(await page(path), 'tr', {
      'data-row': String((await row('select seq from backlinks'))?.seq),
    })
    expect(line?.text).toMatch(/nofollow\s*sponsored/)
  })

  test('a page that can’t be checked keeps its status, and the issue is shown', async () => {
    const id = await add({ url: 'https://127.0.0.1/', status: 'active' })
    expect(await check(id)).toMatchObject({
      status: 'active',
      misses: 0,
      crawl_issue: 'blocked_address',
    })
    expect(await world.browser.html(`${path}/${id}`)).toContain('isn’t on the public internet')
    expect(await world.browser.html(path)).toContain('Crawl issue')
  })

  test('many rows are checked at once, and an empty selection is reported', async () => {
    const ids = [await add({ url: 'https://10.0.0.1/' }), await add({ url: 'https://10.0.0.2/' })]
    const body = new URLSearchParams([
      ['intent', 'check'],
      ['back', path],
      ...ids.map((id) => ['id', String(id)]),
    ])
    await world.browser.send(path, { method: 'POST', body })
    expect(await flashes()).toContain('Checking 2 links. Results appear here as they arrive.')
    await world.browser.post(path, { intent: 'check', back: path })
    expect(await flashes()).toContain('Select at least one backlink first.')
    await expect
      .poll(async () => (await rows('select seq from backlinks where last_checked_at > 0')).length)
      .toBe(2)
  })

  test('the operator who requested a check sees the result', async () => {
    const ids = [
      await add({ url: 'https://10.0.0.4/', status: 'active' }),
      await add({ url: 'https://10.0.0.5/', status: 'pending' }),
    ]
    const body = new URLSearchParams([
      ['intent', 'check'],
      ['back', path],
      ...ids.map((id) => ['id', String(id)]),
    ])
    await world.browser.send(path, { method: 'POST', body })
    const said: string[] = []
    await expect
      .poll(async () => {
        said.push(...(await flashes()))
        return said
      })
      .toEqual(
        expect.arrayContaining([
          'Checking 2 links. Results appear here as they arrive.',
          'Checked 2 links: 1 active, 1 pending.',
        ]),
      )
  })

  test('the history of a backlink stays short', async () => {
    const id = await add({ url: 'https://10.0.0.3/' })
    const insert = `insert into backlink_checks (backlink_id, at, outcome, status_before, status_after)
       values (?, ?, 'found', 'active', 'active')`
    for (let at = 0; at < 80; at += 1) await world.db.run(insert, id, at)
    await check(id)
    const kept = await row('select count(*) as n, min(at) as oldest from backlink_checks')
    expect(kept).toEqual({ n: 50, oldest: 31 })
  })
})

test('a slow page would hold up other checks, and its own would be lost at a stop', async () => {
  world.site.set('/slow', { fault: 'silent' })
  const slow = await add({ url: `${world.site.origin}/slow`, status: 'active' })
  const other = await add({ url: 'https://10.9.9.9/', status: 'active' })
  await world.browser.post(path, { intent: 'check', id: String(slow) })
  await expect.poll(() => world.site.requests.some(({ url }) => url === '/slow')).toBe(true)
  await world.browser.post(path, { intent: 'check', id: String(other) })
  await expect
    .poll(() => row('select crawl_issue from backlinks where seq = ?', other))
    .toEqual({ crawl_issue: 'blocked_address' })
  const checkedSlow = 'select last_checked_at from backlinks where seq = ?'
  expect(await row(checkedSlow, slow)).toEqual({ last_checked_at: 0 })
  expect(await world.app.stop()).toBe(0)
  expect(await row(checkedSlow, slow)).toEqual({ last_checked_at: 0 })
  world.site.set('/slow', { status: 410 })
  await world.restart()
  await expect
    .poll(() => row('select status, check_requested_at from backlinks where seq = ?', slow))
    .toEqual({ status: 'broken', check_requested_at: null })
})
