// @module-tag process
import { describe, expect, test } from 'vitest'
import { addUser, password } from '#tests/support/accounts.ts'
import { problemOf, undoIn } from '#tests/support/form-fields.ts'
import {
  auditRows,
  messages,
  messagesIn,
  signedIn,
  startAdminWorld,
  userRow,
} from './admin-world.ts'

const world = startAdminWorld()
const address = '/admin/settings/account'

function save(fields: Record<string, string>): Promise<Response> {
  const own = { name: 'Olga Operator', email: 'op@site.example' }
  return world.browser.post(address, { intent: 'change-profile', ...own, ...fields })
}

async function problems(response: Response, name: string): Promise<string | null> {
  expect(response.status).toBe(400)
  return problemOf(await response.text(), 'change-profile', name)
}

describe("the operator's own name and email", () => {
  test('the account’s old URL leads to the tab', async () => {
    const response = await world.browser.get('/admin/account')
    expect([response.status, response.headers.get('location')]).toEqual([301, address])
  })

  test('a name is saved without the password, with before and after in the audit log', async () => {
    const response = await save({ name: '  Olga   Orange ' })
    expect([response.status, response.headers.get('location')]).toEqual([302, address])
    expect((await userRow(world.db, world.operator))?.name).toBe('Olga Orange')
    expect(await messages(world.browser, address)).toEqual([
      'success: Your name and email are saved.',
    ])
    expect(await world.browser.html('/admin')).toContain('Olga Orange')
    const [row] = await auditRows(world.db, 'user.changed', world.operator)
    expect(row).toEqual({
      actor_label: 'op@site.example',
      before: '{"name":"Olga Operator"}',
      after: '{"name":"Olga Orange"}',
    })
  })

  test('S28: a new email asks for your password, and signs in from then on', async () => {
    const email = 'Olga.New@Site.example'
    expect(await problems(await save({ email }), 'ownPassword')).toContain('Enter your password')
    const wrong = await save({ email, ownPassword: 'wrong' })
    expect(await problems(wrong, 'ownPassword')).toContain('isn’t your password')
    expect((await userRow(world.db, world.operator))?.email).toBe('op@site.example')
    expect((await save({ email, ownPassword: password })).status).toBe(302)
    expect(await userRow(world.db, world.operator)).toMatchObject({
      email: 'olga.new@site.example',
      role: 'admin',
      status: 'active',
    })
    const again = await signedIn(world.app, 'olga.new@site.example')
    expect((await again.get('/admin')).status).toBe(200)
    expect((await world.browser.get('/admin')).status).toBe(200)
  })

  test('an email of another account, or none at all, is refused at the field', async () => {
    await addUser(world.db, { email: 'taken@site.example' })
    const taken = await save({ email: 'TAKEN@site.example', ownPassword: password })
    expect(await problems(taken, 'email')).toContain('Another account')
    expect(await problems(await save({ email: 'nobody' }), 'email')).toContain('email address')
    expect(await problems(await save({ name: '   ' }), 'name')).toContain('at most 100')
    expect(await problems(await save({ name: 'x'.repeat(101) }), 'name')).toContain('at most 100')
    expect(await userRow(world.db, world.operator)).toMatchObject({
      name: 'Olga Operator',
      email: 'op@site.example',
    })
  })

  test('no other field can be written: a role slipped in changes nothing', async () => {
    await save({ name: 'Olga', role: 'user', status: 'banned', downloads: '9' })
    expect(await userRow(world.db, world.operator)).toMatchObject({
      role: 'admin',
      status: 'active',
    })
  })
})

describe('a row of the users list', () => {
  const member = (name = 'Mia Member') =>
    addUser(world.db, { email: `${name.replace(' ', '.')}@users.example`, name, role: 'user' })

  /** Sends what a cell of the list sends; the answer as the script reads it. */
  async function edit(fields: Record<string, string>): Promise<string> {
    const response = await world.browser.post('/admin/users.data', { ...fields, stay: 'on' })
    expect(response.status).toBe(200)
    return response.text()
  }

  test('a user is renamed in the list, with the audit entry of their page, and back', async () => {
    const id = await member()
    expect(await edit({ intent: 'rename', id, name: '  Mia   Married ' })).not.toContain('problems')
    expect((await userRow(world.db, id))?.name).toBe('Mia Married')
    expect(await auditRows(world.db, 'user.changed', id)).toEqual([
      {
        actor_label: 'op@site.example',
        before: '{"name":"Mia Member"}',
        after: '{"name":"Mia Married"}',
      },
    ])
    const html = await world.browser.html('/admin/users?q=mia')
    expect(messagesIn(html)).toEqual(['success: Mia Member is now Mia Married.'])
    const undo = undoIn(html)
    await world.browser.send(undo?.action ?? '', { method: 'POST', body: undo?.fields ?? null })
    expect((await userRow(world.db, id))?.name).toBe('Mia Member')
  })

  test('an empty name is refused beside the field', async () => {
    const id = await member()
    const answer = await edit({ intent: 'rename', id, name: ' ' })
    expect(answer).toContain('Enter a name of at most 100 characters.')
    expect((await userRow(world.db, id))?.name).toBe('Mia Member')
  })

  test('a role takes the operator’s own password, and ends the user’s sessions', async () => {
    const id = await member()
    expect(await edit({ intent: 'set_role', id, role: 'admin' })).toContain('Enter your password.')
    const wrong = await edit({ intent: 'set_role', id, role: 'admin', ownPassword: 'no' })
    expect(wrong).toContain('That isn’t your password.')
    expect((await userRow(world.db, id))?.role).toBe('user')
    const done = await edit({ intent: 'set_role', id, role: 'admin', ownPassword: password })
    expect(done).not.toContain('problems')
    expect((await userRow(world.db, id))?.role).toBe('admin')
    expect((await auditRows(world.db, 'user.changed', id))[0]?.after).toBe('{"role":"admin"}')
  })

  test('your own role needs another admin, and unknown roles are refused', async () => {
    const id = world.operator
    const own = await edit({ intent: 'set_role', id, role: 'user', ownPassword: password })
    expect(own).toContain('is your own account')
    expect((await userRow(world.db, id))?.role).toBe('admin')
    const other = await member()
    const odd = await edit({ intent: 'set_role', id: other, role: 'root', ownPassword: password })
    expect(odd).toContain('Choose a role.')
    expect(await edit({ intent: 'rename', id: 'gone', name: 'X' })).toContain('no longer exists')
  })

  test('without JavaScript the list has plain links, no fields', async () => {
    const id = await member()
    const html = await world.browser.html('/admin/users')
    expect(html).toMatch(new RegExp(`<a[^>]*href="/admin/users/${id}"[^>]*>User</a>`))
    expect(html).not.toContain('Rename Mia Member')
  })
})
