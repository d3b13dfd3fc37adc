// @module-tag process
import { expect, test } from 'vitest'
import { entries } from '#app/admin/palette/entries.ts'
import { startAdminWorld } from '#tests/accounts/admin-world.ts'
import { addUser, createBrowser } from '#tests/support/accounts.ts'
import { elementsOf } from '#tests/support/html.ts'
import { addRows } from '#tests/support/rows.ts'

const world = startAdminWorld()

type Found = { group: string; label: string; detail: string; to: string }

async function search(q: string): Promise<Found[]> {
  const response = await world.browser.get(`/admin/search?${new URLSearchParams({ q })}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toContain('no-store')
  return ((await response.json()) as { found: Found[] }).found
}

test('records are found by text, up to six of each kind', async () => {
  for (let n = 0; n < 9; n += 1) {
    await addUser(world.db, { email: `q${n}@quokka.example`, name: `Quinn ${n}`, role: 'user' })
  }
  const found = await search('quokka')
  expect(found).toHaveLength(6)
  expect(found[0]).toMatchObject({ group: 'Users', detail: expect.stringContaining('quokka') })
  const page = await world.browser.get(found[0]?.to ?? '')
  expect(page.status).toBe(200)
  await addRows(world.db, 'posts', [{ post_id: '7345678901234567001', title: 'A quokka' }])
  expect((await search('a QUOKKA')).map(({ group, to }) => [group, to])).toEqual([
    ['Videos', '/admin/videos/7345678901234567001'],
  ])
})

test('a creator is found by the beginning of their handle, with all their videos', async () => {
  const creator = { author_handle: 'Wombat.Films', author_key: 'wombat.films' }
  await addRows(world.db, 'posts', [
    { ...creator, title: 'Clip 1', status: 'active' },
    { ...creator, title: 'Clip 2', status: 'removed' },
  ])
  const [found] = await search('@womb')
  expect(found).toMatchObject({ group: 'Creators', label: '@wombat.films', detail: '2 videos' })
  const list = await world.browser.html(found?.to ?? '')
  for (const n of [1, 2]) expect(list).toContain(`Clip ${n}`)
  expect(list).not.toContain('A quokka')
  const removed = await world.browser.html(`${found?.to}&status=removed`)
  expect([removed.includes('Clip 1'), removed.includes('Clip 2')]).toEqual([false, true])
  // A name that isn't finished leads on, and the export holds what the list does.
  expect(await world.browser.html('/admin/videos?q=%40womb')).toContain('@wombat.films · 2 videos')
  const csv = await (await world.browser.get('/admin/videos/export.csv?q=%40WOMBAT.films')).text()
  expect(csv.trim().split('\n')).toHaveLength(3)
})

test('too short or too long a text finds nothing', async () => {
  expect(await search('')).toEqual([])
  expect(await search('q')).toEqual([])
  expect(await search('%_"*'.repeat(500))).toEqual([])
})

test('S20: it is for operators only', async () => {
  const visitor = createBrowser(world.app)
  const response = await visitor.get('/admin/search?q=op@site')
  expect([response.status, await response.text()]).toEqual([302, ''])
})

test('settings are found by their words, each with a page that has its field', async () => {
  const found = await search('rate LIMIT')
  expect(found[0]).toMatchObject({ group: 'Settings', label: 'Rate limit' })
  for (const { to } of [...found, ...(await search('mail'))].filter(isSetting)) {
    const [path = '', id] = to.split('#')
    const ids = elementsOf(await world.browser.html(path)).map(({ attributes }) => attributes.id)
    expect(ids, path).toContain(id)
  }
})

const isSetting = ({ group }: Found) => group === 'Settings'

test('every entry leads to a page that has the thing it names', async () => {
  const pages = new Map<string, string>()
  // The others do something where they are.
  for (const { to, label } of entries.filter(({ does }) => does === undefined)) {
    const path = to.split('#')[0] ?? ''
    const html = pages.get(path) ?? (await opened(path))
    pages.set(path, html)
    expect(html.length, `${label} on ${path}`).toBeGreaterThan(0)
    if (to.includes('#')) expect(html, `${label} on ${path}`).toContain(`id="${to.split('#')[1]}"`)
  }
})

/** A page, also if another address leads to it. */
async function opened(path: string): Promise<string> {
  const response = await world.browser.get(path)
  const to = response.headers.get('location')
  return to === null ? response.text() : world.browser.html(to)
}
