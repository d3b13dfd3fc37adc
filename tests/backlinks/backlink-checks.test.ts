// @module-tag process
import { describe, expect, test } from 'vitest'
import { html } from '#tests/fakes/web-site.ts'
import { select } from '#tests/support/html.ts'
import { backlinksOf, path, startBacklinkWorld } from './backlink-world.ts'

const world = startBacklinkWorld()
const { add, flashes, page, row, rows } = backlinksOf(world)

describe('checks', () => {
  const pageUrl = () => `${world.site.origin}/links`
  const check = async (id: number, meanwhile = '') => {
    await world.browser.post(path, { intent: 'check', id: String(id) })
    expect(await world.browser.html(`${path}/${id}`)).toContain(meanwhile)
    await expect
      .poll(() => row('select check_requested_at from backlinks where seq = ?', id), {
        timeout: 20_000,
      })
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
  }, 60_000)

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

  test('whoever requested a check is told the result', async () => {
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

test('a check interrupted by a stop is made after the next start', async () => {
  const id = await add({ url: 'https://10.9.9.9/' })
  expect(await world.app.stop()).toBe(0)
  await world.db.run(
    'update backlinks set check_requested_at = 5, last_checked_at = 0 where seq = ?',
    id,
  )
  await world.db.run("delete from job_runs where name <> 'weekly-link-check'")
  await world.restart()
  await expect
    .poll(() => row('select check_requested_at, crawl_issue from backlinks where seq = ?', id), {
      timeout: 20_000,
    })
    .toEqual({ check_requested_at: null, crawl_issue: 'blocked_address' })
}, 60_000)
