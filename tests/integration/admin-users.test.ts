import type SQLite from 'better-sqlite3'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  addUser,
  type Browser,
  createBrowser,
  openDatabase,
  password,
  plantSession,
} from '#tests/support/accounts.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { elementsOf, select } from '#tests/support/html.ts'

let app: AppServer
let db: SQLite.Database
let operator: string
let browser: Browser

beforeAll(async () => {
  app = await startApp()
  db = openDatabase(app)
})
afterAll(async () => {
  db?.close()
  if (app !== undefined) await discardApp(app)
})
beforeEach(async () => {
  db.exec('delete from users; delete from sign_in_attempts; delete from outbox')
  operator = addUser(db, { email: 'op@site.example', name: 'Olga Operator' })
  browser = await signedIn('op@site.example')
})

async function signedIn(email: string): Promise<Browser> {
  const fresh = createBrowser(app)
  await fresh.signIn(email)
  return fresh
}

type UserRow = { id: string; name: string; email: string; role: string; status: string }

const row = (id: string) =>
  db.prepare('select id, name, email, role, status from users where id = ?').get(id) as
    | UserRow
    | undefined
const sessionsOf = (id: string) =>
  db.prepare('select count(*) from sessions where user_id = ?').pluck().get(id)
const audited = (action: string, id: string) =>
  db
    .prepare(
      'select actor_label, before, after from audit_log where action = ? and object_id = ? order by seq desc',
    )
    .all(action, id) as { actor_label: string; before: string | null; after: string | null }[]

/** What the page after an action says about it. */
async function messages(target: string, by = browser): Promise<string[]> {
  const html = await by.html(target)
  return elementsOf(html)
    .filter(({ attributes }) => 'data-flash' in attributes)
    .map(({ attributes, text }) => `${attributes['data-flash']}: ${text}`)
}

/** Sends what a row's menu or the bar for many rows sends. */
function change(what: string, ids: string[], back = '/admin/users', by = browser) {
  const body = new URLSearchParams([['do', what], ['back', back], ...ids.map((id) => ['id', id])])
  return by.send('/admin/users', { method: 'POST', body })
}

/** The names in a list, in its order. */
async function listed(search: string): Promise<string[]> {
  const html = await browser.html(`/admin/users${search}`)
  return select(elementsOf(html), 'a', { class: 'row-name' }).map(({ text }) => text)
}

describe('the list', () => {
  beforeEach(() => {
    db.prepare('delete from users where id <> ?').run(operator)
    for (const [name, status] of [
      ['Anna Aster', 'active'],
      ['Bert Aster', 'banned'],
      ['Cleo Birch', 'active'],
      ['Dora ASTER', 'active'],
    ] as const) {
      const email = `${name.toLowerCase().replace(' ', '.')}@users.example`
      addUser(db, { email, name, status, role: 'user' })
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

  test('nothing found is said, with a way back to everybody', async () => {
    const html = await browser.html('/admin/users?q=zzz')
    expect(html).toContain('Nobody fits')
    expect(select(elementsOf(html), 'a', { href: '/admin/users' }).length).toBeGreaterThan(0)
  })

  test('paging shows everybody once, keeps the filter, and leads back', async () => {
    for (let n = 0; n < 60; n += 1) {
      addUser(db, { email: `n${n}@many.example`, name: `Many ${n}`, role: 'user' })
    }
    const seen: string[] = []
    let target: string | undefined = '/admin/users?q=many&sort=email&direction=asc'
    let previous: string | undefined
    for (let page = 0; target !== undefined; page += 1) {
      const elements: ReturnType<typeof elementsOf> = elementsOf(await browser.html(target))
      seen.push(...select(elements, 'a', { class: 'row-name' }).map(({ text }) => text))
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

  test('S36: a name of markup is text, in the list and in what it says', async () => {
    const name = '<img src=x onerror=alert(1)>\u2028</script>'
    const id = addUser(db, { email: 'x@users.example', name, role: 'user' })
    const html = `${await browser.html('/admin/users')}${await browser.html(`/admin/users/${id}`)}`
    expect(html).not.toContain('<img src=x')
    await change('ban', [id])
    expect(await browser.html('/admin/users')).not.toContain('<img src=x')
  })
})

describe('changing a user', () => {
  let id: string
  beforeEach(() => {
    id = addUser(db, { email: 'una@users.example', name: 'Una User', role: 'user' })
  })

  test('S27: each change does what it says, is audited, and ends sessions where it must', async () => {
    for (const [what, status, action, text, signedOut] of [
      ['deactivate', 'inactive', 'user.deactivated', 'Una User is inactive now', true],
      ['activate', 'active', 'user.activated', 'Una User is active again', false],
      ['ban', 'banned', 'user.banned', 'Una User is banned', true],
      ['unban', 'active', 'user.activated', 'Una User is unbanned', false],
      ['sign_out', 'active', 'user.signed_out', 'Una User is signed out everywhere', true],
    ] as const) {
      plantSession(db, id)
      const lines = audited(action, id).length
      const response = await change(what, [id])
      expect(response.status, what).toBe(302)
      expect(row(id)?.status, what).toBe(status)
      expect(sessionsOf(id), what).toBe(signedOut ? 0 : 1)
      expect(audited(action, id), what).toHaveLength(lines + 1)
      expect(audited(action, id)[0]?.actor_label).toBe('op@site.example')
      expect(await messages('/admin/users'), what).toEqual([expect.stringContaining(text)])
      db.prepare('delete from sessions where user_id = ?').run(id)
    }
    const [banned] = audited('user.banned', id)
    expect([banned?.before, banned?.after]).toEqual(['{"status":"active"}', '{"status":"banned"}'])
  })

  test('S30: an action returns to the same view of the list, and to no other site', async () => {
    const back = '/admin/users?q=una&status=active&sort=email&direction=asc'
    expect((await change('sign_out', [id], back)).headers.get('location')).toBe(back)
    for (const evil of [
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      '/admin/%2f%2fevil.example',
      '/blog',
      'javascript:alert(1)',
      '',
    ]) {
      const response = await change('sign_out', [id], evil)
      expect(response.headers.get('location'), evil).toBe('/admin/users')
    }
  })

  test('a message is shown once', async () => {
    await change('ban', [id])
    expect(await messages('/admin/users')).toHaveLength(1)
    expect(await messages('/admin/users')).toEqual([])
  })

  test('the page of a user changes the name without more, email and role with the password', async () => {
    const save = (fields: Record<string, string>) =>
      browser.post(`/admin/users/${id}`, {
        do: 'save',
        name: 'Una User',
        email: 'una@users.example',
        role: 'user',
        ...fields,
      })
    expect((await save({ name: ' Una  Renamed ' })).status).toBe(302)
    expect(row(id)?.name).toBe('Una Renamed')

    for (const [field, value] of [
      ['email', 'new@users.example'],
      ['role', 'admin'],
    ] as const) {
      for (const ownPassword of ['', 'wrong']) {
        const refused = await save({ [field]: value, ownPassword })
        expect(refused.status).toBe(400)
        expect(await refused.text()).toMatch(/Enter your own password|This is not your password/)
      }
    }
    expect(row(id)).toMatchObject({ email: 'una@users.example', role: 'user' })

    plantSession(db, id)
    expect((await save({ role: 'admin', ownPassword: password })).status).toBe(302)
    expect(row(id)).toMatchObject({ role: 'admin' })
    expect(sessionsOf(id)).toBe(0)
    const [line] = audited('user.changed', id)
    expect(JSON.parse(line?.before ?? '')).toEqual({ name: 'Una Renamed', role: 'user' })
    expect(JSON.parse(line?.after ?? '')).toEqual({ name: 'Una User', role: 'admin' })
  })

  test('what cannot be taken is said beside its field, and the rest stays typed', async () => {
    addUser(db, { email: 'taken@users.example' })
    for (const [fields, text] of [
      [{ name: ' ' }, 'Enter a name'],
      [{ email: 'no address' }, 'Enter an email address'],
      [{ email: 'TAKEN@users.example' }, 'Another account has this email'],
    ] as const) {
      const response = await browser.post(`/admin/users/${id}`, {
        do: 'save',
        name: 'Una Typed',
        email: 'una@users.example',
        role: 'user',
        ownPassword: password,
        ...fields,
      })
      const html = await response.text()
      expect(response.status).toBe(400)
      expect(html).toContain(text)
      expect(html).toContain('name' in fields ? 'value=" "' : 'value="Una Typed"')
      expect(html).toContain('aria-invalid="true"')
    }
    expect(row(id)?.name).toBe('Una User')
  })

  test('S32: a form writes its own fields and no other', async () => {
    await browser.post(`/admin/users/${id}`, {
      do: 'save',
      name: 'Una Allowed',
      email: 'una@users.example',
      role: 'user',
      status: 'banned',
      id: 'other',
      password_hash: 'x',
      downloads: '999',
      __proto__: 'x',
      constructor: 'x',
    })
    expect(row(id)).toMatchObject({ id, name: 'Una Allowed', status: 'active' })
    const rest = db.prepare('select password_hash, downloads from users where id = ?').get(id)
    expect(rest).toMatchObject({ downloads: 0, password_hash: expect.stringMatching(/^\$2/) })
    const twice = new URLSearchParams([
      ['do', 'ban'],
      ['do', 'activate'],
      ['id', id],
      ['id', id],
      ['id', "x' or 1=1"],
    ])
    expect((await browser.send('/admin/users', { method: 'POST', body: twice })).status).toBe(302)
    expect(row(id)?.status).toBe('active')
  })

  test('a new password needs the operator’s own, follows the policy, and ends sessions', async () => {
    const set = (fields: Record<string, string>) =>
      browser.post(`/admin/users/${id}`, { do: 'password', ...fields })
    plantSession(db, id)
    expect((await set({ password: 'A-new-one-4-una' })).status).toBe(400)
    const weak = await set({ password: 'short', ownPassword: password })
    expect(await weak.text()).toContain('Use at least 12 characters.')
    expect(sessionsOf(id)).toBe(1)
    expect((await set({ password: 'A-new-one-4-una', ownPassword: password })).status).toBe(302)
    expect(sessionsOf(id)).toBe(0)
    db.prepare(`update users set role = 'admin' where id = ?`).run(id)
    const una = createBrowser(app)
    const response = await una.signIn('una@users.example', { password: 'A-new-one-4-una' })
    expect(response.headers.get('location')).toBe('/admin')
  })

  test('a reset link is made with the operator’s own password, for who may sign in only', async () => {
    const make = (ownPassword: string) =>
      browser.post(`/admin/users/${id}`, { do: 'link', ownPassword })
    expect((await make('wrong')).status).toBe(400)
    const made = await make(password)
    expect(made.status).toBe(200)
    expect(await made.text()).toContain(`value="${app.origin}/admin/reset/`)
    db.prepare(`update users set status = 'banned' where id = ?`).run(id)
    expect((await make(password)).status).toBe(302)
    expect(await messages(`/admin/users/${id}`)).toEqual([
      expect.stringContaining('error: Activate Una User first'),
    ])
  })

  test('an operator sees and ends one session of a user', async () => {
    plantSession(db, id)
    plantSession(db, id)
    const html = await browser.html(`/admin/users/${id}`)
    const [session] = select(elementsOf(html), 'input', { name: 'session' })
    await browser.post(`/admin/users/${id}`, {
      do: 'end_session',
      session: session?.attributes.value ?? '',
    })
    expect(sessionsOf(id)).toBe(1)
    expect(audited('user.session_ended', id)).toHaveLength(1)
  })

  test('a user who is gone is a page that says so, with 404', async () => {
    for (const target of ['/admin/users/nobody', '/admin/users/nobody/mail']) {
      const response = await browser.get(target)
      expect(response.status).toBe(404)
      const html = await response.text()
      expect(html).toContain('Page not found')
      expect(html).toContain('aria-label="Admin"')
    }
  })
})

describe('S18: whoever runs the site cannot be locked out', () => {
  test('nobody deactivates, bans, demotes or deletes himself', async () => {
    addUser(db, { email: 'second@site.example' })
    for (const what of ['deactivate', 'ban']) await change(what, [operator])
    await browser.post('/admin/users/delete', { id: operator, ownPassword: password })
    await browser.post(`/admin/users/${operator}`, {
      do: 'save',
      name: 'Olga Operator',
      email: 'op@site.example',
      role: 'user',
      ownPassword: password,
    })
    expect(row(operator)).toMatchObject({ role: 'admin', status: 'active' })
    const told = await messages('/admin/users')
    expect(told).toHaveLength(4)
    for (const text of told) expect(text).toContain('error: Olga Operator is your own account')
    const html = await browser.html(`/admin/users/${operator}`)
    expect(html).not.toContain('Delete User')
  })

  test('two admins who ban each other at the same moment leave one of them', async () => {
    for (let round = 0; round < 8; round += 1) {
      db.exec(`delete from users`)
      const [ann, ben] = ['ann', 'ben'].map((name) =>
        addUser(db, { email: `${name}@site.example`, name }),
      ) as [string, string]
      const as = (id: string) => ({
        method: 'POST',
        headers: { Cookie: plantSession(db, id) },
      })
      const body = (id: string) => new URLSearchParams({ do: 'ban', id })
      await Promise.all([
        createBrowser(app).send('/admin/users', { ...as(ann), body: body(ben) }),
        createBrowser(app).send('/admin/users', { ...as(ben), body: body(ann) }),
      ])
      const left = db.prepare(`select count(*) from users where status = 'active'`).pluck().get()
      expect(left).toBe(1)
    }
  })

  test('an invited admin without a password does not count as one who can run the site', async () => {
    addUser(db, { email: 'invited@site.example', passwordHash: null })
    const second = addUser(db, { email: 'second@site.example', name: 'Sven Second' })
    const secondBrowser = await signedIn('second@site.example')
    await change('ban', [operator], '/admin/users', secondBrowser)
    await change('ban', [second], '/admin/users', secondBrowser)
    expect(row(second)?.status).toBe('active')
  })
})

describe('many at once', () => {
  test('all ticked are changed, the operator himself is left out and told so', async () => {
    const ids = Array.from({ length: 5 }, (_, n) =>
      addUser(db, { email: `m${n}@users.example`, name: `Member ${n}`, role: 'user' }),
    )
    await change('ban', [...ids, operator, 'gone'])
    for (const id of ids) expect(row(id)?.status).toBe('banned')
    expect(row(operator)?.status).toBe('active')
    expect(await messages('/admin/users')).toEqual([
      'success: Member 0, Member 1, Member 2 and 2 more are banned, and signed out.',
      expect.stringContaining('error: Olga Operator is your own account'),
      expect.stringContaining('does not exist any more'),
    ])
    for (const id of ids) expect(audited('user.banned', id)).toHaveLength(1)
  })

  test('nobody ticked is said, and nothing changes', async () => {
    await change('ban', [])
    expect(await messages('/admin/users')).toEqual(['error: Tick at least one user first.'])
    const ids = Array.from({ length: 201 }, (_, n) => `x${n}`)
    expect((await change('ban', ids)).status).toBe(302)
    expect(await messages('/admin/users')).toEqual([expect.stringContaining('error:')])
  })

  test('S28: deleting asks first and needs the password; the operator is left out', async () => {
    const ids = ['one', 'two'].map((name) =>
      addUser(db, { email: `${name}@users.example`, name, role: 'user' }),
    )
    const query = new URLSearchParams([...ids, operator].map((id) => ['id', id]))
    const page = await browser.html(`/admin/users/delete?${query}&back=/admin/users?q=o`)
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
      browser.send(`/admin/users/delete?${query}`, { method: 'POST', body: body(ownPassword) })
    expect((await send('wrong')).status).toBe(400)
    expect(row(ids[0] ?? '')).toBeDefined()
    const done = await send(password)
    expect(done.headers.get('location')).toBe('/admin/users?q=o')
    for (const id of ids) expect(row(id)).toBeUndefined()
    expect(await messages('/admin/users')).toEqual(['success: one and two are deleted.'])
    expect(audited('user.deleted', ids[0] ?? '')[0]?.before).toContain('one@users.example')
  })

  test('S17: opening the page that asks deletes nothing', async () => {
    const id = addUser(db, { email: 'stay@users.example', role: 'user' })
    await browser.get(`/admin/users/delete?id=${id}&ownPassword=${password}`)
    expect(row(id)).toBeDefined()
  })
})

describe('adding a user', () => {
  const fields = { name: 'Nora New', email: 'Nora@Users.example', role: 'user' }
  const byEmail = (email: string) =>
    db.prepare('select * from users where email = ?').get(email) as UserRow | undefined

  test('with a first password, which follows the policy', async () => {
    const weak = await browser.post('/admin/users/new', {
      ...fields,
      how: 'password',
      password: 'weak',
    })
    expect(weak.status).toBe(400)
    const html = await weak.text()
    expect(html).toContain('Use at least 12 characters.')
    expect(html).toContain('value="Nora New"')
    const done = await browser.post('/admin/users/new', {
      ...fields,
      how: 'password',
      password: 'A-fine-one-4-nora',
    })
    expect(done.headers.get('location')).toBe('/admin/users')
    expect(byEmail('nora@users.example')).toMatchObject({ name: 'Nora New', role: 'user' })
    const again = await browser.post('/admin/users/new', { ...fields, how: 'invite' })
    expect(await again.text()).toContain('Another account has this email.')
  })

  test('by an invitation, whose link is shown once, and leads to a password', async () => {
    const made = await browser.post('/admin/users/new', {
      ...fields,
      role: 'admin',
      how: 'invite',
      ownPassword: password,
    })
    expect(made.headers.get('cache-control')).toBe('no-store')
    const elements = elementsOf(await made.text())
    const link = select(elements, 'input', { id: 'account-link' })[0]?.attributes.value ?? ''
    expect(link.startsWith(`${app.origin}/admin/reset/`)).toBe(true)
    const id = byEmail('nora@users.example')?.id ?? ''
    expect(await browser.html(`/admin/users/${id}`)).not.toContain('/admin/reset/')
    const nora = createBrowser(app)
    const { pathname } = new URL(link)
    const chosen = { password: 'Chosen-by-nora-1', passwordAgain: 'Chosen-by-nora-1' }
    expect((await nora.post(pathname, chosen)).status).toBe(302)
    const signIn = await nora.signIn('nora@users.example', { password: 'Chosen-by-nora-1' })
    expect(signIn.headers.get('location')).toBe('/admin')
    expect((await createBrowser(app).post(pathname, chosen)).status).not.toBe(302)
  })

  test('S28: an admin is made only with the operator’s own password', async () => {
    for (const ownPassword of ['', 'wrong']) {
      const refused = await browser.post('/admin/users/new', {
        ...fields,
        role: 'admin',
        how: 'invite',
        ownPassword,
      })
      expect(refused.status).toBe(400)
    }
    expect(byEmail('nora@users.example')).toBeUndefined()
  })
})

describe('export', () => {
  const csv = async (search = '') => {
    const response = await browser.get(`/admin/users/export.csv${search}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="users-\d{4}-\d\d-\d\d\.csv"$/,
    )
    const text = await response.text()
    return parse(text, { bom: true, columns: true }) as Record<string, string>[]
  }

  test('holds exactly whom the list shows, as a CSV parser reads it', async () => {
    const names = ['Quote "Q" Comma, Inc', 'Línea\u2028Ümlaut 😀', 'Plain']
    for (const [n, name] of names.entries()) {
      addUser(db, { email: `e${n}@export.example`, name, role: 'user' })
    }
    addUser(db, { email: 'e9@export.example', name: 'Gone', status: 'banned', role: 'user' })
    const rows = await csv('?q=export.example&status=active&sort=name&direction=asc')
    expect(rows.map(({ name }) => name)).toEqual(names)
    expect(rows[0]).toMatchObject({ email: 'e0@export.example', role: 'user', status: 'active' })
    expect(rows[0]?.joined).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(await csv()).toHaveLength(5)
  })

  test('S37: a name that a spreadsheet would run is harmless', async () => {
    for (const [n, name] of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1'].entries()) {
      addUser(db, { email: `f${n}@formula.example`, name, role: 'user' })
    }
    for (const { name } of await csv('?q=formula.example')) expect(name).toMatch(/^'[=+\-@\t]/)
  })

  test('S41: is in the audit log with its filter; a look at the headers is not', async () => {
    const lines = () =>
      db.prepare(`select after from audit_log where action = 'users.exported'`).pluck().all()
    const before = lines().length
    const head = await browser.send('/admin/users/export.csv', { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(lines()).toHaveLength(before)
    await csv('?q=olga&status=active')
    expect(lines().at(-1)).toBe('{"search":"olga","status":"active"}')
  })

  test('S40: holds no hash, secret or token', async () => {
    const text = await (await browser.get('/admin/users/export.csv')).text()
    expect(text).not.toMatch(/\$2[aby]\$|password|secret|token/i)
  })
})
