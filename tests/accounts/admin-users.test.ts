// @module-tag process
import { parse } from 'csv-parse/sync'
import { beforeEach, describe, expect, test } from 'vitest'
import { addUser, createBrowser, password } from '#tests/support/accounts.ts'
import { elementsOf, rowLinks, select } from '#tests/support/html.ts'
import { lookUp, saveLinkIn } from '#tests/support/live-app.ts'
import {
  auditRows,
  changeUsers,
  messages,
  signedIn,
  startAdminWorld,
  userRow,
} from './admin-world.ts'

const world = startAdminWorld()

/** The names in a list, in its order. */
async function listed(search: string): Promise<string[]> {
  const html = await world.browser.html(`/admin/users${search}`)
  return rowLinks(elementsOf(html)).map(({ text }) => text)
}

describe('the list', () => {
  beforeEach(async () => {
    await world.db.run('delete from users where id <> ?', world.operator)
    for (const [name, status] of [
      ['Anna Aster', 'active'],
      ['Bert Aster', 'banned'],
      ['Cleo Birch', 'active'],
      ['Dora ASTER', 'active'],
    ] as const) {
      const email = `${name.toLowerCase().replace(' ', '.')}@users.example`
      await addUser(world.db, { email, name, status, role: 'user' })
    }
  })

  test('search, status and order combine, by name and by email, whatever the case', async () => {
    expect(await listed('?q=aster&sort=name&direction=asc')).toEqual([
      'Anna Aster',
      'Bert Aster',
      'Dora ASTER',
    ])
    expect(await listed('?q=ASTER&status=active&sort=name&direction=desc')).toEqual([
      'Dora ASTER',
      'Anna Aster',
    ])
    expect(await listed('?q=birch@users&status=all')).toEqual(['Cleo Birch'])
    expect(await listed('?q=c&status=banned')).toEqual([])
  })

  test('SPEC 5: all passes every status, and an unknown one counts as all', async () => {
    const all = await listed('')
    expect(all).toHaveLength(5)
    expect(await listed('?status=all')).toEqual(all)
    expect(await listed("?status=' or 1=1&sort=__proto__&direction=up&cursor=%00")).toEqual(all)
  })

  test('the role is a filter, with its own counts, and the rest of the view stays', async () => {
    expect(await listed('?role=admin')).toEqual(['Olga Operator'])
    expect(await listed('?role=user&q=aster&status=banned')).toEqual(['Bert Aster'])
    expect(await listed('?role=root')).toHaveLength(5)
    const html = await world.browser.html('/admin/users?role=user&sort=name&direction=asc')
    expect(html).toContain('Active (3)')
    expect(html).toContain('1–4 of 4')
    const csv = await (await world.browser.get('/admin/users/export.csv?role=user')).text()
    expect(csv).not.toContain('Olga Operator')
    expect(csv).toContain('Anna Aster')
  })

  test('each filter is a chip that leads to the list without it', async () => {
    const html = await world.browser.html(
      '/admin/users?q=aster&role=user&status=active&sort=name&direction=asc&cursor=x',
    )
    const links = select(elementsOf(html), 'a').map(({ text, attributes }) => [
      text,
      attributes.href,
    ])
    const order = 'direction=asc'
    expect(links).toEqual(
      expect.arrayContaining([
        ['Remove Search: aster', `/admin/users?${order}&role=user&sort=name&status=active`],
        ['Remove Status: Active', `/admin/users?${order}&q=aster&role=user&sort=name`],
        ['Remove Role: User', `/admin/users?${order}&q=aster&sort=name&status=active`],
        ['Clear all', `/admin/users?${order}&sort=name`],
      ]),
    )
  })

  test('the sort select sends field and direction together', async () => {
    const plain = await listed('?sort=email&direction=asc')
    expect(await listed('?sort=email.asc')).toEqual(plain)
    expect(await listed('?sort=email.desc')).toEqual(plain.toReversed())
    expect(await listed('?sort=')).toEqual(await listed(''))
  })

  test('an empty result is explained, with a way back to all users', async () => {
    const html = await world.browser.html('/admin/users?q=zzz')
    expect(html).toContain('No users match')
    expect(select(elementsOf(html), 'a', { href: '/admin/users' }).length).toBeGreaterThan(0)
  })

  test('paging shows everyone once, keeps the filter, and leads back', async () => {
    for (let n = 0; n < 60; n += 1) {
      await addUser(world.db, { email: `n${n}@many.example`, name: `Many ${n}`, role: 'user' })
    }
    const seen: string[] = []
    let target: string | undefined = '/admin/users?q=many&sort=email&direction=asc'
    let previous: string | undefined
    for (let page = 0; target !== undefined; page += 1) {
      const elements: ReturnType<typeof elementsOf> = elementsOf(await world.browser.html(target))
      seen.push(...rowLinks(elements).map(({ text }) => text))
      const [next] = select(elements, 'a', { rel: 'next' })
      previous = select(elements, 'a', { rel: 'prev' })[0]?.attributes.href
      expect(previous === undefined, `page ${page}`).toBe(page === 0)
      target = next?.attributes.href
      if (target !== undefined) expect(target).toMatch(/q=many.*sort=email/)
    }
    expect(seen).toHaveLength(60)
    expect(new Set(seen).size).toBe(60)
    expect(previous).toMatch(/q=many/)
  })

  test('S36: a name with markup is text, in the list and in its messages', async () => {
    const name = '<img src=x onerror=alert(1)>\u2028</script>'
    const id = await addUser(world.db, { email: 'x@users.example', name, role: 'user' })
    const html = `${await world.browser.html('/admin/users')}${await world.browser.html(`/admin/users/${id}`)}`
    expect(html).not.toContain('<img src=x')
    await changeUsers(world.browser, 'ban', [id])
    expect(await world.browser.html('/admin/users')).not.toContain('<img src=x')
  })
})

describe('many at once', () => {
  test('all selected users are changed except the operator, who sees why', async () => {
    const ids = await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        addUser(world.db, { email: `m${n}@users.example`, name: `Member ${n}`, role: 'user' }),
      ),
    )
    await changeUsers(world.browser, 'ban', [...ids, world.operator, 'gone'])
    for (const id of ids) expect((await userRow(world.db, id))?.status).toBe('banned')
    expect((await userRow(world.db, world.operator))?.status).toBe('active')
    expect(await messages(world.browser, '/admin/users')).toEqual([
      'success: Member 0, Member 1, Member 2 and 2 more are banned, and signed out.',
      expect.stringContaining('error: Olga Operator is your own account'),
      expect.stringContaining('no longer exists'),
    ])
    for (const id of ids) expect(await auditRows(world.db, 'user.banned', id)).toHaveLength(1)
  })

  test('an empty selection is reported, and changes nothing', async () => {
    await changeUsers(world.browser, 'ban', [])
    expect(await messages(world.browser, '/admin/users')).toEqual([
      'error: Select at least one user first.',
    ])
    const ids = Array.from({ length: 201 }, (_, n) => `x${n}`)
    // No page has as many fields, so the form isn't read.
    expect((await changeUsers(world.browser, 'ban', ids)).status).toBe(400)
  })

  test('S28: deleting asks first and needs the password; the operator is left out', async () => {
    const ids = await Promise.all(
      ['one', 'two'].map((name) =>
        addUser(world.db, { email: `${name}@users.example`, name, role: 'user' }),
      ),
    )
    const query = new URLSearchParams([...ids, world.operator].map((id) => ['id', id]))
    const page = await world.browser.html(`/admin/users/delete?${query}&back=/admin/users?q=o`)
    expect(page).toContain('Delete 2 users?')
    expect(page).toContain('one@users.example')
    expect(page).toContain('Your own account was left out.')
    expect(page).not.toContain('op@site.example</li>')

    const body = (ownPassword: string) =>
      new URLSearchParams([
        ...ids.map((id) => ['id', id]),
        ['back', '/admin/users?q=o'],
        ['ownPassword', ownPassword],
      ])
    const send = (ownPassword: string) =>
      world.browser.send(`/admin/users/delete?${query}`, {
        method: 'POST',
        body: body(ownPassword),
      })
    expect((await send('wrong')).status).toBe(400)
    expect(await userRow(world.db, ids[0] ?? '')).toBeDefined()
    const done = await send(password)
    expect(done.headers.get('location')).toBe('/admin/users?q=o')
    for (const id of ids) expect(await userRow(world.db, id)).toBeUndefined()
    expect(await messages(world.browser, '/admin/users')).toEqual([
      'success: one and two are deleted.',
    ])
    expect((await auditRows(world.db, 'user.deleted', ids[0] ?? ''))[0]?.before).toContain(
      'one@users.example',
    )
  })

  test('S17: opening the page that asks deletes nothing', async () => {
    const id = await addUser(world.db, { email: 'stay@users.example', role: 'user' })
    await world.browser.get(`/admin/users/delete?id=${id}&ownPassword=${password}`)
    expect(await userRow(world.db, id)).toBeDefined()
  })
})

describe('export', () => {
  const csv = async (search = '') => {
    const response = await world.browser.get(`/admin/users/export.csv${search}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="users-\d{4}-\d\d-\d\d\.csv"$/,
    )
    const text = await response.text()
    return parse(text, { bom: true, columns: true }) as Record<string, string>[]
  }

  test('has exactly the users in the list, as a CSV parser reads it', async () => {
    const names = ['Quote "Q" Comma, Inc', 'Línea\u2028Ümlaut 😀', 'Plain']
    for (const [n, name] of names.entries()) {
      await addUser(world.db, { email: `e${n}@export.example`, name, role: 'user' })
    }
    await addUser(world.db, {
      email: 'e9@export.example',
      name: 'Gone',
      status: 'banned',
      role: 'user',
    })
    const rows = await csv('?q=export.example&status=active&sort=name&direction=asc')
    expect(rows.map(({ name }) => name)).toEqual(names)
    expect(rows[0]).toMatchObject({ email: 'e0@export.example', role: 'user', status: 'active' })
    expect(rows[0]?.joined_utc).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(await csv()).toHaveLength(5)
  })

  test('S37: a name that a spreadsheet would run as a formula is harmless', async () => {
    for (const [n, name] of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1'].entries()) {
      await addUser(world.db, { email: `f${n}@formula.example`, name, role: 'user' })
    }
    for (const { name } of await csv('?q=formula.example')) expect(name).toMatch(/^'[=+\-@\t]/)
  })

  test('S41: is in the audit log with its filter, while a HEAD request is not', async () => {
    const lines = () =>
      world.db.column(`select after from audit_log where action = 'users.exported'`)
    const before = (await lines()).length
    const head = await world.browser.send('/admin/users/export.csv', { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(await lines()).toHaveLength(before)
    await csv('?q=olga&status=active')
    expect((await lines()).at(-1)).toBe('{"search":"olga","status":"active"}')
  })

  test('S40: holds no hash, secret or token', async () => {
    const text = await (await world.browser.get('/admin/users/export.csv')).text()
    expect(text).not.toMatch(/\$2[aby]\$|password|secret|token/i)
  })
})

test('a download counts once, for the signed-in user only', async () => {
  const { app, db } = world
  await db.run('delete from users')
  await addUser(db, { email: 'ann@site.example' })
  await addUser(db, { email: 'other@site.example' })
  const { html } = await lookUp(app, 'https://www.tiktok.com/@ann/video/7106594312292453675')
  const link = await saveLinkIn(app, html)
  const ann = await signedIn(app, 'ann@site.example')
  for (const browser of [createBrowser(app), ann]) {
    const response = await browser.get(link)
    expect(response.status).toBe(200)
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(10_000)
  }
  await ann.send(link, { method: 'HEAD' })
  await expect
    .poll(() => db.rows('select email, downloads from users order by email'))
    .toEqual([
      { email: 'ann@site.example', downloads: 1 },
      { email: 'other@site.example', downloads: 0 },
    ])
})
