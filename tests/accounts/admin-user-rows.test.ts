// @module-tag process
import { expect, test } from 'vitest'
import { addUser, password } from '#tests/support/accounts.ts'
import { undoIn } from '#tests/support/form-fields.ts'
import { auditRows, messagesIn, startAdminWorld, userRow } from './admin-world.ts'

const world = startAdminWorld()

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
