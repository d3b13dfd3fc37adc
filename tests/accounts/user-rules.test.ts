// @module-tag module
import '#tests/support/own-data-dir.ts'

import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { prepareAccounts } from '#app/accounts/admin-start.server.ts'
import { resetPassword } from '#app/accounts/credentials/password-reset.server.ts'
import { startSession } from '#app/accounts/session.server.ts'
import { setPassword, storePassword } from '#app/accounts/set-password.server.ts'
import {
  createUser,
  findUser,
  findUserByEmail,
  insertUser,
  inviteUser,
  type User,
} from '#app/accounts/user.server.ts'
import {
  deleteUsers,
  setUserStatus,
  signOutEverywhere,
  updateUser,
} from '#app/accounts/user-change.server.ts'
import { type Actor, eachAuditLine, listAudit, recordAudit } from '#app/audit/audit.server.ts'
import { log } from '#app/observe/log.server.ts'
import { db } from '#db/engine.ts'

const password = 'Correct-horse-9-battery'
const nobody: Actor = { id: null, label: 'test', requestId: 'r1' }
const actorOf = (user: User): Actor => ({ id: user.id, label: user.email, requestId: 'r1' })

/** Adds someone who has a password, without the time that hashing one takes. */
async function make(email: string, role: 'admin' | 'user' = 'admin'): Promise<User> {
  const fields = { name: 'Somebody', email, role, passwordHash: '$2b$12$of-no-password' }
  const user = await db.transaction().execute((trx) => insertUser(fields, nobody, trx))
  if (user === null) throw new Error(`${email} exists already`)
  return user
}

async function sessionsOf(user: User): Promise<number> {
  const rows = await db
    .selectFrom('sessions')
    .select('id_hash')
    .where('user_id', '=', user.id)
    .execute()
  return rows.length
}

const signIn = (user: User) =>
  startSession({
    userId: user.id,
    stage: 'full',
    remember: false,
    userAgent: null,
    clientAddress: '127.0.0.1',
  })

beforeEach(async () => {
  await db.deleteFrom('users').execute()
})

describe('the last admin who can sign in', () => {
  test('cannot be demoted, deactivated, banned or deleted by anyone', async () => {
    const boss = await make('boss@site.example')
    // Neither of them could run the site: one is not active, one has no password.
    const off = await make('off@site.example')
    await setUserStatus([off.id], 'inactive', nobody)
    await createUser(
      { name: 'Invited', email: 'invited@site.example', role: 'admin', password: null },
      nobody,
    )
    const refused = { changed: [], refused: [{ id: boss.id, problem: 'last_admin' }] }
    expect(await updateUser(boss.id, { role: 'user' }, nobody)).toEqual({
      ok: false,
      problem: 'last_admin',
    })
    expect(await setUserStatus([boss.id], 'inactive', nobody)).toMatchObject(refused)
    expect(await setUserStatus([boss.id], 'banned', nobody)).toMatchObject(refused)
    expect(await deleteUsers([boss.id], nobody)).toEqual(refused)
    expect(await findUser(boss.id)).toMatchObject({ role: 'admin', status: 'active' })
  })

  test('stays when all admins are deactivated or deleted at once, or at the same time', async () => {
    const admins = [await make('a@site.example'), await make('b@site.example')]
    const ids = admins.map(({ id }) => id)
    const result = await setUserStatus(ids, 'banned', nobody)
    expect(result).toMatchObject({
      changed: [ids[0]],
      refused: [{ id: ids[1], problem: 'last_admin' }],
    })
    await setUserStatus(ids, 'active', nobody)
    const results = await Promise.all(ids.map((id) => deleteUsers([id], nobody)))
    expect(results.flatMap(({ changed }) => changed)).toHaveLength(1)
  })
})

describe('your own account', () => {
  test('is not demoted, deactivated, banned or deleted by mistake', async () => {
    const [me] = [await make('me@site.example'), await make('other@site.example')]
    const actor = actorOf(me)
    const refused = { changed: [], refused: [{ id: me.id, problem: 'self' }] }
    expect(await updateUser(me.id, { role: 'user' }, actor)).toEqual({ ok: false, problem: 'self' })
    expect(await setUserStatus([me.id], 'banned', actor)).toMatchObject(refused)
    expect(await deleteUsers([me.id], actor)).toEqual(refused)
    expect(await updateUser(me.id, { name: 'New Name' }, actor)).toMatchObject({ ok: true })
  })
})

describe('changing users', () => {
  test('the same address in another spelling is the same account', async () => {
    await make('ann@site.example')
    const again = await createUser(
      { name: 'Ann', email: 'ann@site.example', role: 'user', password },
      nobody,
    )
    expect(again).toEqual({ ok: false, problem: 'email_taken' })
    expect(await findUserByEmail('  ANN@Site.EXAMPLE ')).toMatchObject({
      email: 'ann@site.example',
    })
    const other = await make('other@site.example')
    expect(await updateUser(other.id, { email: 'ann@site.example' }, nobody)).toEqual({
      ok: false,
      problem: 'email_taken',
    })
  })

  test('a new role ends the sessions, a new name does not', async () => {
    await make('boss@site.example')
    const user = await make('ann@site.example')
    await signIn(user)
    await updateUser(user.id, { name: 'Ann B.' }, nobody)
    expect(await sessionsOf(user)).toBe(1)
    await updateUser(user.id, { role: 'user' }, nobody)
    expect(await sessionsOf(user)).toBe(0)
  })

  test('a ban and signing out everywhere end the sessions; many users at once', async () => {
    await make('boss@site.example')
    const users = [await make('a@site.example'), await make('b@site.example', 'user')]
    const ids = users.map(({ id }) => id)
    for (const user of users) await signIn(user)
    const unknown = { id: 'nobody', problem: 'not_found' }
    expect(await signOutEverywhere([...ids, 'nobody', ids[0] ?? ''], nobody)).toEqual({
      changed: ids,
      refused: [unknown],
    })
    for (const user of users) {
      expect(await sessionsOf(user)).toBe(0)
      await signIn(user)
    }
    expect(await setUserStatus(ids, 'banned', nobody)).toMatchObject({ changed: ids, refused: [] })
    for (const user of users) expect(await sessionsOf(user)).toBe(0)
    expect(await signIn(users[0] as User)).toBeNull()
    expect(await deleteUsers(ids, nobody)).toEqual({ changed: ids, refused: [] })
    await expect(setUserStatus(Array(501).fill('x'), 'active', nobody)).rejects.toThrow(RangeError)
  })

  test('an invitation lets someone choose their first password, and a ban revokes it', async () => {
    await make('boss@site.example')
    const invite = async (email: string) => {
      const result = await createUser({ name: 'Ann', email, role: 'admin', password: null }, nobody)
      if (!result.ok) throw new Error(result.problem)
      const link = await inviteUser(result.user, nobody)
      return { user: result.user, token: link.split('/').at(-1) ?? '' }
    }
    const { user, token } = await invite('ann@site.example')
    expect(user.hasPassword).toBe(false)
    expect(await resetPassword(token, password, 'r2')).toMatchObject({ ok: true })
    expect(await findUser(user.id)).toMatchObject({ hasPassword: true })
    expect(await resetPassword(token, password, 'r2')).toEqual({ ok: false, problem: 'link_used' })
    const banned = await invite('ban@site.example')
    await setUserStatus([banned.user.id], 'banned', nobody)
    await setUserStatus([banned.user.id], 'active', nobody)
    expect(await resetPassword(banned.token, password, 'r2')).toMatchObject({ ok: false })
  })
})

describe('S41: the audit log', () => {
  test('records who did what to whom, before and after, and no secret', async () => {
    const boss = await make('boss@site.example')
    const user = await make('ann@site.example', 'user')
    const actor = actorOf(boss)
    await updateUser(user.id, { name: 'Ann', email: 'ann2@site.example' }, actor)
    await setUserStatus([user.id], 'banned', actor)
    await setPassword(user.id, 'Another-good-1-password', actor)
    await deleteUsers([user.id], actor)
    const { lines } = await listAudit({ objectId: user.id })
    expect(lines.map(({ action }) => action)).toEqual([
      'user.deleted',
      'user.password_changed',
      'user.banned',
      'user.changed',
      'user.created',
    ])
    expect(lines[3]).toMatchObject({
      actorId: boss.id,
      actorLabel: 'boss@site.example',
      requestId: 'r1',
      outcome: 'success',
      before: { name: 'Somebody', email: 'ann@site.example' },
      after: { name: 'Ann', email: 'ann2@site.example' },
    })
    expect(JSON.stringify(lines)).not.toMatch(/\$2b\$|good-1-password|password_hash/)
  })

  test('cannot be changed or deleted, not even in the database', async () => {
    await recordAudit({ actor: nobody, action: 'job.started' })
    await expect(db.updateTable('audit_log').set({ action: 'x.y' }).execute()).rejects.toThrow(
      'append-only',
    )
    await expect(db.deleteFrom('audit_log').execute()).rejects.toThrow('append-only')
  })

  test('a change and its audit entry are stored together or not at all', async () => {
    const user = await make('ann@site.example', 'user')
    const before = (await listAudit({})).lines.length
    await expect(
      db.transaction().execute(async (trx) => {
        await recordAudit({ actor: nobody, action: 'job.started' }, trx)
        await trx.updateTable('users').set({ name: 'x' }).where('id', '=', user.id).execute()
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    expect((await listAudit({})).lines).toHaveLength(before)
  })

  test('is read page by page, and exported whole', async () => {
    await recordAudit(
      Array.from({ length: 1200 }, () => ({ actor: nobody, action: 'audit.exported' as const })),
    )
    const filter = { action: 'audit.exported' }
    const first = await listAudit(filter, { limit: 100 })
    const second = await listAudit(filter, { limit: 100, olderThan: first.next ?? 0 })
    expect(second.lines[0]?.seq).toBe((first.lines.at(-1)?.seq ?? 0) - 1)
    let exported = 0
    for await (const line of eachAuditLine(filter))
      exported += line.action === 'audit.exported' ? 1 : 0
    expect(exported).toBe(1200)
  })
})

test('a password set while its user is being deleted isn’t reported as set', async () => {
  const user = await make('leaving@site.example', 'user')
  await make('staying@site.example')
  const change = { userId: user.id, passwordHash: '$2b$12$of-no-password', actor: nobody }
  await deleteUsers([user.id], nobody)
  expect(await storePassword(change, db)).toBe(false)
})

test('the log would say at every start that the clock was set back, or never why everyone is signed out', async () => {
  const warned = vi.spyOn(log, 'warn').mockReturnValue()
  onTestFinished(() => warned.mockRestore())
  await signIn(await make('ann@site.example'))
  await prepareAccounts()
  expect(warned).not.toHaveBeenCalled()
  await db
    .updateTable('sessions')
    .set({ last_seen_at: Date.now() + 3_600_000 })
    .execute()
  await prepareAccounts()
  expect(warned.mock.calls).toEqual([
    [{ sessions: 1 }, 'the clock was set back: everyone is signed out'],
  ])
})
