// @module-tag whole
import { beforeEach, describe, expect, test } from 'vitest'
import { addUser, createBrowser, password, runAdminCli } from '#tests/support/accounts.ts'
import { startAccountsWorld } from './admin-world.ts'

const email = 'ann@site.example'
const next = 'Another-good-1-password'

const world = startAccountsWorld()
beforeEach(async () => {
  await addUser(world.db, { email })
})

describe('npm run admin', () => {
  const run = (args: string[], input = '') => runAdminCli(world.app, args, input)

  test('creates an admin, whose password follows the policy', async () => {
    const args = ['create', '--email', 'New@Site.example', '--name', 'New One']
    const weak = await run(args, 'short\n')
    expect([weak.code, weak.out]).toEqual([1, ''])
    expect(weak.err).toContain('Use at least 12 characters.')
    expect((await run(args, `${password}\n`)).out).toBe('new@site.example is an admin now.\n')
    expect((await createBrowser(world.app).signIn('new@site.example')).status).toBe(302)
    expect((await run(args, password)).err).toContain('already exists')
    const { out } = await run(['list'])
    expect(out).toContain('new@site.example  New One  (active')
    expect(out).toContain(email)
    expect(out).not.toMatch(/\$2b\$/)
  })

  test('sets a new password and lifts a block', async () => {
    for (let count = 0; count < 5; count += 1) {
      await createBrowser(world.app).signIn(email, { password: 'wrong' })
    }
    expect((await createBrowser(world.app).signIn(email)).status).toBe(429)
    expect((await run(['list'])).out).toMatch(/blocked for \d+ s/)
    expect((await run(['reset-password', '--email', email], next)).code).toBe(0)
    expect((await createBrowser(world.app).signIn(email, { password: next })).status).toBe(302)
    const actions = await world.db.column(
      `select action from audit_log where actor_label = 'command line' order by seq desc`,
    )
    expect(actions[0]).toBe('user.password_changed')
  })

  test('prints what is wrong, and its usage', async () => {
    expect((await run([])).out).toContain('reset-password --email ADDRESS')
    expect(await run(['unlock'])).toMatchObject({
      code: 1,
      err: '--email must be an email address.\n',
    })
    const unknown = await run(['unlock', '--email', 'nobody@site.example'])
    expect(unknown).toMatchObject({ code: 1, err: 'There is no account nobody@site.example.\n' })
    expect((await run(['nonsense'])).code).toBe(1)
    expect((await run(['list', '--nonsense'])).code).toBe(1)
  })
})
