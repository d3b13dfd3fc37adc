// @module-tag process
import { beforeEach, describe, expect, test } from 'vitest'
import {
  addUser,
  createBrowser,
  password,
  plantSession,
  throughSignIn,
} from '#tests/support/accounts.ts'
import { undoIn } from '#tests/support/form-fields.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import {
  auditRows,
  changeUsers,
  messages,
  startAdminWorld,
  type UserRow,
  userRow,
} from './admin-world.ts'

const world = startAdminWorld()

const sessionsOf = (id: string) =>
  world.db.value('select count(*) from sessions where user_id = ?', id)

describe('changing a user', () => {
  let id: string
  beforeEach(async () => {
    id = await addUser(world.db, { email: 'una@users.example', name: 'Una User', role: 'user' })
  })

  test('S27: each change has its effect, is audited, and ends sessions where it must', async () => {
    for (const [what, status, action, text, signedOut] of [
      ['deactivate', 'inactive', 'user.deactivated', 'Una User is inactive now', true],
      ['activate', 'active', 'user.activated', 'Una User is active again', false],
      ['ban', 'banned', 'user.banned', 'Una User is banned', true],
      ['unban', 'active', 'user.activated', 'Una User is unbanned', false],
      ['sign_out', 'active', 'user.signed_out', 'Una User is signed out everywhere', true],
    ] as const) {
      await plantSession(world.app, world.db, id)
      const lines = (await auditRows(world.db, action, id)).length
      const response = await changeUsers(world.browser, what, [id])
      expect(response.status, what).toBe(302)
      expect((await userRow(world.db, id))?.status, what).toBe(status)
      expect(await sessionsOf(id), what).toBe(signedOut ? 0 : 1)
      expect(await auditRows(world.db, action, id), what).toHaveLength(lines + 1)
      expect((await auditRows(world.db, action, id))[0]?.actor_label).toBe('op@site.example')
      expect(await messages(world.browser, '/admin/users'), what).toEqual([
        expect.stringContaining(text),
      ])
      await world.db.run('delete from sessions where user_id = ?', id)
    }
    const [banned] = await auditRows(world.db, 'user.banned', id)
    expect([banned?.before, banned?.after]).toEqual(['{"status":"active"}', '{"status":"banned"}'])
  })

  test('S30: an action returns to the same view of the list, never to another site', async () => {
    const back = '/admin/users?q=una&status=active&sort=email&direction=asc'
    expect((await changeUsers(world.browser, 'sign_out', [id], back)).headers.get('location')).toBe(
      back,
    )
    for (const evil of [
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      '/admin/%2f%2fevil.example',
      '/blog',
      'javascript:alert(1)',
      '',
    ]) {
      const response = await changeUsers(world.browser, 'sign_out', [id], evil)
      expect(response.headers.get('location'), evil).toBe('/admin/users')
    }
  })

  test('a message is shown once', async () => {
    await changeUsers(world.browser, 'ban', [id])
    expect(await messages(world.browser, '/admin/users')).toHaveLength(1)
    expect(await messages(world.browser, '/admin/users')).toEqual([])
  })

  test('Undo restores each changed user’s earlier status, and is audited', async () => {
    const off = await addUser(world.db, {
      email: 'off@users.example',
      name: 'Off',
      role: 'user',
      status: 'inactive',
    })
    const banned = await addUser(world.db, {
      email: 'out@users.example',
      name: 'Out',
      role: 'user',
      status: 'banned',
    })
    const back = '/admin/users?sort=name&direction=asc'
    await changeUsers(world.browser, 'ban', [id, off, banned, world.operator], back)
    const undo = undoIn(await world.browser.html(back))
    expect(undo).toEqual({
      action: '/admin/users',
      fields: new URLSearchParams([
        ['intent', 'undo'],
        ['active', id],
        ['inactive', off],
        ['back', back],
      ]),
    })
    const send = (fields: URLSearchParams) =>
      world.browser.send('/admin/users', { method: 'POST', body: fields })
    const response = await send(undo?.fields ?? new URLSearchParams())
    expect([response.status, response.headers.get('location')]).toEqual([302, back])
    const statuses = await Promise.all(
      [id, off, banned].map(async (user) => (await userRow(world.db, user))?.status),
    )
    expect(statuses).toEqual(['active', 'inactive', 'banned'])
    expect((await auditRows(world.db, 'user.activated', id))[0]?.before).toBe('{"status":"banned"}')
    expect((await auditRows(world.db, 'user.deactivated', off))[0]?.before).toBe(
      '{"status":"banned"}',
    )
    expect(await messages(world.browser, back)).toEqual([
      'success: Una User and Off are as they were before.',
    ])
    // The rules of any change hold: an operator can't ban themselves by it.
    await send(new URLSearchParams({ intent: 'undo', banned: world.operator }))
    expect((await userRow(world.db, world.operator))?.status).toBe('active')
    const wrong = await send(new URLSearchParams({ intent: 'undo', active: '../x' }))
    expect(wrong.status).toBe(400)
  })

  test('a change without effect offers no Undo', async () => {
    await changeUsers(world.browser, 'activate', [id])
    expect(undoIn(await world.browser.html('/admin/users'))).toBeNull()
    await changeUsers(world.browser, 'sign_out', [id])
    expect(undoIn(await world.browser.html('/admin/users'))).toBeNull()
  })

  test('a form that stays on its page is answered with who was refused', async () => {
    const response = await world.browser.send('/admin/users.data', {
      method: 'POST',
      body: new URLSearchParams([
        ['intent', 'ban'],
        ['id', id],
        ['id', world.operator],
        ['stay', 'on'],
      ]),
    })
    expect([response.status, response.headers.get('location')]).toEqual([200, null])
    expect(await response.text()).toContain(world.operator)
    expect((await userRow(world.db, id))?.status).toBe('banned')
  })

  test('a message survives a redirect from an empty page', async () => {
    await changeUsers(world.browser, 'ban', [id])
    const empty = await world.browser.send('/admin/audit?cursor=1')
    expect([empty.status, empty.headers.get('location')]).toEqual([302, '/admin/audit'])
    expect(await messages(world.browser, '/admin/audit')).toEqual([
      expect.stringContaining('Una User is banned'),
    ])
    expect(await messages(world.browser, '/admin/audit')).toEqual([])
  })

  test('a user’s page changes the name freely, and email and role with the password', async () => {
    const save = (fields: Record<string, string>) =>
      world.browser.post(`/admin/users/${id}`, {
        intent: 'save',
        name: 'Una User',
        email: 'una@users.example',
        role: 'user',
        ...fields,
      })
    expect((await save({ name: ' Una  Renamed ' })).status).toBe(302)
    expect((await userRow(world.db, id))?.name).toBe('Una Renamed')

    for (const [field, value] of [
      ['email', 'new@users.example'],
      ['role', 'admin'],
    ] as const) {
      for (const ownPassword of ['', 'wrong']) {
        const refused = await save({ [field]: value, ownPassword })
        expect(refused.status).toBe(400)
        expect(await refused.text()).toMatch(/Enter your password|That isn’t your password/)
      }
    }
    expect(await userRow(world.db, id)).toMatchObject({ email: 'una@users.example', role: 'user' })

    await plantSession(world.app, world.db, id)
    expect((await save({ role: 'admin', ownPassword: password })).status).toBe(302)
    expect(await userRow(world.db, id)).toMatchObject({ role: 'admin' })
    expect(await sessionsOf(id)).toBe(0)
    const [line] = await auditRows(world.db, 'user.changed', id)
    expect(JSON.parse(line?.before ?? '')).toEqual({ name: 'Una Renamed', role: 'user' })
    expect(JSON.parse(line?.after ?? '')).toEqual({ name: 'Una User', role: 'admin' })
  })

  test('refused values are explained beside their fields, and the rest stays typed', async () => {
    await addUser(world.db, { email: 'taken@users.example' })
    for (const [fields, text] of [
      [{ name: ' ' }, 'Enter a name'],
      [{ email: 'no address' }, 'Enter an email address'],
      [{ email: 'TAKEN@users.example' }, 'Another account has this email'],
    ] as const) {
      const response = await world.browser.post(`/admin/users/${id}`, {
        intent: 'save',
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
    expect((await userRow(world.db, id))?.name).toBe('Una User')
  })

  test('S32: a form writes its own fields and no other', async () => {
    await world.browser.post(`/admin/users/${id}`, {
      intent: 'save',
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
    expect(await userRow(world.db, id)).toMatchObject({ id, name: 'Una Allowed', status: 'active' })
    const rest = await world.db.row('select password_hash, downloads from users where id = ?', id)
    expect(rest).toMatchObject({ downloads: 0, password_hash: expect.stringMatching(/^\$2/) })
    const twice = new URLSearchParams([
      ['intent', 'ban'],
      ['intent', 'activate'],
      ['id', id],
      ['id', id],
      ['id', "x' or 1=1"],
    ])
    expect((await world.browser.send('/admin/users', { method: 'POST', body: twice })).status).toBe(
      302,
    )
    expect((await userRow(world.db, id))?.status).toBe('active')
  })

  test('a new password needs the operator’s own, follows the policy, and ends sessions', async () => {
    const set = (fields: Record<string, string>) =>
      world.browser.post(`/admin/users/${id}`, { intent: 'password', ...fields })
    await plantSession(world.app, world.db, id)
    expect((await set({ password: 'A-new-one-4-una' })).status).toBe(400)
    const weak = await set({ password: 'short', ownPassword: password })
    expect(await weak.text()).toContain('Use at least 12 characters.')
    expect(await sessionsOf(id)).toBe(1)
    expect((await set({ password: 'A-new-one-4-una', ownPassword: password })).status).toBe(302)
    expect(await sessionsOf(id)).toBe(0)
    await world.db.run(`update users set role = 'admin' where id = ?`, id)
    const una = createBrowser(world.app)
    const response = await una.signIn('una@users.example', { password: 'A-new-one-4-una' })
    expect(response.headers.get('location')).toBe(throughSignIn())
  })

  test('a reset link needs the operator’s password, and a user who can sign in', async () => {
    const make = (ownPassword: string) =>
      world.browser.post(`/admin/users/${id}`, { intent: 'link', ownPassword })
    expect((await make('wrong')).status).toBe(400)
    const made = await make(password)
    expect(made.status).toBe(200)
    expect(await made.text()).toContain(`value="${world.app.origin}/admin/reset/`)
    await world.db.run(`update users set status = 'banned' where id = ?`, id)
    expect((await make(password)).status).toBe(302)
    expect(await messages(world.browser, `/admin/users/${id}`)).toEqual([
      expect.stringContaining('error: Activate Una User first'),
    ])
  })

  test('an operator sees a user’s sessions and ends one', async () => {
    await plantSession(world.app, world.db, id)
    await plantSession(world.app, world.db, id)
    const html = await world.browser.html(`/admin/users/${id}`)
    const [session] = select(elementsOf(html), 'input', { name: 'session' })
    await world.browser.post(`/admin/users/${id}`, {
      intent: 'end_session',
      session: session?.attributes.value ?? '',
    })
    expect(await sessionsOf(id)).toBe(1)
    expect(await auditRows(world.db, 'user.session_ended', id)).toHaveLength(1)
  })

  test('a deleted user’s page is a 404 that explains it', async () => {
    for (const target of ['/admin/users/nobody', '/admin/users/nobody/mail']) {
      const response = await world.browser.get(target)
      expect(response.status).toBe(404)
      const html = await response.text()
      expect(html).toContain('Page not found')
      expect(html).toContain('aria-label="Admin"')
    }
  })
})

describe('S18: the site’s operators cannot lock themselves out', () => {
  test('no one can deactivate, ban, demote or delete themselves', async () => {
    await addUser(world.db, { email: 'second@site.example' })
    for (const what of ['deactivate', 'ban'])
      await changeUsers(world.browser, what, [world.operator])
    await world.browser.post('/admin/users/delete', { id: world.operator, ownPassword: password })
    await world.browser.post(`/admin/users/${world.operator}`, {
      intent: 'save',
      name: 'Olga Operator',
      email: 'op@site.example',
      role: 'user',
      ownPassword: password,
    })
    expect(await userRow(world.db, world.operator)).toMatchObject({
      role: 'admin',
      status: 'active',
    })
    const told = await messages(world.browser, '/admin/users')
    expect(told).toHaveLength(4)
    for (const text of told) expect(text).toContain('error: Olga Operator is your own account')
    const html = await world.browser.html(`/admin/users/${world.operator}`)
    expect(html).not.toContain('Delete User')
  })

  test('two admins who ban each other at the same moment leave one of them', async () => {
    for (let round = 0; round < 8; round += 1) {
      await world.db.run(`delete from users`)
      const [ann, ben] = (await Promise.all(
        ['ann', 'ben'].map((name) => addUser(world.db, { email: `${name}@site.example`, name })),
      )) as [string, string]
      const as = async (id: string) => ({
        method: 'POST',
        headers: { Cookie: await plantSession(world.app, world.db, id) },
      })
      const body = (id: string) => new URLSearchParams({ intent: 'ban', id })
      await Promise.all([
        createBrowser(world.app).send('/admin/users', { ...(await as(ann)), body: body(ben) }),
        createBrowser(world.app).send('/admin/users', { ...(await as(ben)), body: body(ann) }),
      ])
      const left = await world.db.value(`select count(*) from users where status = 'active'`)
      expect(left).toBe(1)
    }
  })

  test('an invited admin without a password does not count as one who can run the site', async () => {
    const invited = await addUser(world.db, { email: 'invited@site.example', passwordHash: null })
    const headers = { Cookie: await plantSession(world.app, world.db, invited) }
    const body = new URLSearchParams({ intent: 'ban', id: world.operator })
    await createBrowser(world.app).send('/admin/users', { method: 'POST', headers, body })
    expect((await userRow(world.db, world.operator))?.status).toBe('active')
    const page = await createBrowser(world.app).get('/admin/users', headers)
    expect(await page.text()).toContain('Olga Operator is the last active admin')
  })
})

describe('adding a user', () => {
  const fields = { name: 'Nora New', email: 'Nora@Users.example', role: 'user' }
  const byEmail = (email: string) =>
    world.db.row<UserRow>('select * from users where email = ?', email)

  test('with a first password, which follows the policy', async () => {
    const weak = await world.browser.post('/admin/users/new', {
      ...fields,
      how: 'password',
      password: 'weak',
    })
    expect(weak.status).toBe(400)
    const html = await weak.text()
    expect(html).toContain('Use at least 12 characters.')
    expect(html).toContain('value="Nora New"')
    const done = await world.browser.post('/admin/users/new', {
      ...fields,
      how: 'password',
      password: 'A-fine-one-4-nora',
    })
    expect(done.headers.get('location')).toBe('/admin/users')
    expect(await byEmail('nora@users.example')).toMatchObject({ name: 'Nora New', role: 'user' })
    const again = await world.browser.post('/admin/users/new', { ...fields, how: 'invite' })
    expect(await again.text()).toContain('Another account has this email.')
  })

  test('by an invitation, whose link is shown once, and leads to a password', async () => {
    const made = await world.browser.post('/admin/users/new', {
      ...fields,
      role: 'admin',
      how: 'invite',
      ownPassword: password,
    })
    expect(made.headers.get('cache-control')).toBe('no-store')
    const elements = elementsOf(await made.text())
    const link = select(elements, 'input', { id: 'account-link' })[0]?.attributes.value ?? ''
    expect(link.startsWith(`${world.app.origin}/admin/reset/`)).toBe(true)
    const id = (await byEmail('nora@users.example'))?.id ?? ''
    expect(await world.browser.html(`/admin/users/${id}`)).not.toContain('/admin/reset/')
    const nora = createBrowser(world.app)
    const { pathname } = new URL(link)
    const chosen = { password: 'Chosen-by-nora-1', passwordAgain: 'Chosen-by-nora-1' }
    expect((await nora.post(pathname, chosen)).status).toBe(302)
    const signIn = await nora.signIn('nora@users.example', { password: 'Chosen-by-nora-1' })
    expect(signIn.headers.get('location')).toBe(throughSignIn())
    expect((await createBrowser(world.app).post(pathname, chosen)).status).not.toBe(302)
  })

  test('S28: an admin is created only with the operator’s password', async () => {
    for (const ownPassword of ['', 'wrong']) {
      const refused = await world.browser.post('/admin/users/new', {
        ...fields,
        role: 'admin',
        how: 'invite',
        ownPassword,
      })
      expect(refused.status).toBe(400)
    }
    expect(await byEmail('nora@users.example')).toBeUndefined()
  })
})
