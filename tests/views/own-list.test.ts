// @module-tag process
import { beforeEach, describe, expect, test } from 'vitest'
import { messages, signedIn, startAdminWorld } from '#tests/accounts/admin-world.ts'
import { addUser } from '#tests/support/accounts.ts'
import { elementsOf, rowLinks, select } from '#tests/support/html.ts'

const world = startAdminWorld()
const list = '/admin/lists/users'

type Fields = [string, string][]

const send = (fields: Fields, browser = world.browser, target = list) =>
  browser.send(target, { method: 'POST', body: new URLSearchParams(fields) })

const save = (name: string, query: string, browser = world.browser) =>
  send(
    [
      ['intent', 'save'],
      ['name', name],
      ['query', query],
      ['back', `/admin/users?${query}`],
    ],
    browser,
  )

/** The names and addresses of the saved views that a page shows, the first of which is All. */
async function tabs(target = '/admin/users', browser = world.browser): Promise<string[]> {
  const html = await browser.html(target)
  const [, nav = ''] = /aria-label="Saved views">(.*?)<\/nav>/s.exec(html) ?? []
  return select(elementsOf(nav), 'a').map(
    ({ text, attributes }) =>
      `${text} ${attributes.href}${attributes['aria-current'] === 'true' ? ' (here)' : ''}`,
  )
}

/** Presses Undo on a page. */
async function undo(html: string): Promise<void> {
  const [, form = ''] =
    /(<form(?:(?!<form).)*?>Undo<\/button><\/form>|<form(?:(?!<form).)*?Undo)/s.exec(html) ?? []
  const fields = select(elementsOf(form), 'input').map(({ attributes }): [string, string] => [
    attributes.name ?? '',
    attributes.value ?? '',
  ])
  expect(fields.length).toBeGreaterThan(0)
  await send(fields)
}

describe('saved views', () => {
  test('a view is saved as a tab of its list, marked while it’s shown', async () => {
    expect(await tabs()).toEqual([])
    const done = await save(' Banned   gmail ', 'status=banned&q=gmail')
    expect(done.headers.get('location')).toBe('/admin/users?status=banned&q=gmail')
    expect(await messages(world.browser, '/admin/users')).toEqual([
      'success: The view “Banned gmail” is saved.',
    ])
    expect(await tabs()).toEqual([
      'All /admin/users (here)',
      'Banned gmail /admin/users?q=gmail&status=banned',
    ])
    expect(await tabs('/admin/users?status=banned&q=gmail')).toContain(
      'Banned gmail /admin/users?q=gmail&status=banned (here)',
    )
    expect(await tabs('/admin/videos')).toEqual([])
    const html = await world.browser.html('/admin/audit')
    expect(html).toContain('saved the view “Banned gmail”')
  })

  test('a view belongs to one operator, and is deleted with the account', async () => {
    await save('Mine', 'q=mine')
    const other = await addUser(world.db, { email: 'other@site.example', name: 'Other' })
    const browser = await signedIn(world.app, 'other@site.example')
    expect(await tabs('/admin/users', browser)).toEqual([])
    await save('Theirs', 'q=theirs', browser)
    await send(
      [
        ['intent', 'delete'],
        ['view', 'Mine'],
      ],
      browser,
    )
    expect(await tabs()).toHaveLength(2)
    expect(await world.db.row('select count(*) n from list_views')).toEqual({ n: 2 })
    await world.db.run('delete from users where id = ?', other)
    expect(await world.db.rows('select name from list_views')).toEqual([{ name: 'Mine' }])
  })

  test('a deleted view comes back by Undo, and so does one that was replaced', async () => {
    await save('Old', 'q=old')
    await save('Old', 'q=new')
    let html = await world.browser.html('/admin/users')
    expect(html).toContain('The view “Old” is replaced.')
    await undo(html)
    expect(await tabs()).toContain('Old /admin/users?q=old')
    await world.browser.html('/admin/users')
    await send([
      ['intent', 'delete'],
      ['view', 'Old'],
    ])
    html = await world.browser.html('/admin/users')
    expect(html).toContain('The view “Old” is deleted.')
    await undo(html)
    expect(await tabs()).toContain('Old /admin/users?q=old')
  })

  test('a view is renamed, but not to a name in use', async () => {
    await save('One', 'q=one')
    await save('Two', 'q=two')
    await messages(world.browser, '/admin/users')
    await send([
      ['intent', 'rename'],
      ['view', 'One'],
      ['name', 'Two'],
    ])
    expect(await messages(world.browser, '/admin/users')).toEqual([
      'error: The view can’t be renamed: “Two” is in use.',
    ])
    await send([
      ['intent', 'rename'],
      ['view', 'One'],
      ['name', 'Three'],
    ])
    expect(await tabs()).toEqual([
      'All /admin/users (here)',
      'Three /admin/users?q=one',
      'Two /admin/users?q=two',
    ])
  })

  test('views are limited, and invalid ones are refused', async () => {
    for (const [name, query] of [
      ['', 'q=a'],
      ['x'.repeat(61), 'q=a'],
      ['No query', ''],
      ['Cursor', 'cursor=x'],
      ['Odd name', 'a-b=c'],
      ['Long', `q=${'x'.repeat(300)}`],
    ] as const) {
      await save(name, query)
    }
    expect(await world.db.row('select count(*) n from list_views')).toEqual({ n: 0 })
    for (let n = 0; n < 21; n += 1) await save(`View ${n}`, `q=${n}`)
    expect(await world.db.row('select count(*) n from list_views')).toEqual({ n: 20 })
    // One that is there can still be replaced.
    await save('View 3', 'q=other')
    expect(await tabs()).toContain('View 3 /admin/users?q=other')
    expect((await send([['intent', 'save']], world.browser, '/admin/lists/secrets')).status).toBe(
      404,
    )
    expect((await send([['intent', 'other']])).status).toBe(400)
  })

  test('S36: a name of markup is text', async () => {
    await save('<img src=x onerror=alert(1)>', 'q=a')
    expect(await world.browser.html('/admin/users')).not.toContain('<img src=x')
  })
})

describe('how a list is shown', () => {
  const known = ['email', 'role', 'status', 'joined', 'lastActive', 'downloads']
  const display = (shown: string[], more: Fields = []): Fields => [
    ['intent', 'display'],
    ...known.map((key): [string, string] => ['known', key]),
    ...shown.map((key): [string, string] => ['column', key]),
    ['density', 'comfortable'],
    ['pageSize', '25'],
    ...more,
  ]

  beforeEach(async () => {
    for (let n = 0; n < 60; n += 1) {
      await addUser(world.db, { email: `n${n}@many.example`, name: `Many ${n}`, role: 'user' })
    }
  })

  async function headings(target = '/admin/users', browser = world.browser): Promise<string[]> {
    return select(elementsOf(await browser.html(target)), 'th', { scope: 'col' }).map(
      ({ text }) => text,
    )
  }

  test('hidden columns stay hidden, for one operator and one list', async () => {
    const done = await send(display(['email', 'status'], [['back', '/admin/users?q=many']]))
    expect(done.headers.get('location')).toBe('/admin/users?q=many')
    const shown = await headings()
    expect(shown).toEqual(expect.arrayContaining(['Name', 'Email', 'Status']))
    for (const gone of ['Role', 'Joined', 'Downloads']) expect(shown).not.toContain(gone)
    expect(await headings('/admin/audit')).toEqual(['What happened', 'When'])
    await addUser(world.db, { email: 'other@site.example', name: 'Other' })
    const browser = await signedIn(world.app, 'other@site.example')
    expect(await headings('/admin/users', browser)).toContain('Role')
  })

  test('a page has as many rows as chosen, and its links continue from there', async () => {
    const fields = display(known).filter(([name]) => name !== 'pageSize')
    await send([...fields, ['pageSize', '50']])
    const first = elementsOf(await world.browser.html('/admin/users?q=many'))
    expect(rowLinks(first)).toHaveLength(50)
    const [next] = select(first, 'a', { rel: 'next' })
    const second = elementsOf(await world.browser.html(next?.attributes.href ?? ''))
    expect(rowLinks(second)).toHaveLength(10)
  })

  test('invalid display options are refused, and nothing is stored', async () => {
    for (const fields of [
      display(known).map(([name, value]): [string, string] => [
        name,
        name === 'density' ? 'tiny' : value,
      ]),
      display(known).map(([name, value]): [string, string] => [
        name,
        name === 'pageSize' ? '100000' : value,
      ]),
      display(known, [['known', '<script>']]),
    ]) {
      expect((await send(fields)).status).toBe(400)
    }
    expect(await world.db.row('select count(*) n from list_settings')).toEqual({ n: 0 })
  })

  test('without JavaScript the form is one link away, in the same view of the list', async () => {
    const closed = elementsOf(await world.browser.html('/admin/users?q=many'))
    const [link] = closed.filter(({ text, tag }) => tag === 'a' && text.startsWith('Columns,'))
    expect(link?.attributes.href).toBe('/admin/users?q=many&display=open')
    const html = await world.browser.html('/admin/users?q=many&display=open')
    const open = elementsOf(html)
    expect(select(open, 'form', { action: list }).length).toBeGreaterThan(0)
    expect(select(open, 'input', { type: 'checkbox', name: 'column' })).toHaveLength(6)
    expect(
      select(open, 'input', { name: 'back' }).map(({ attributes }) => attributes.value),
    ).toContain('/admin/users?q=many')
  })
})
