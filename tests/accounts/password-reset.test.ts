// @module-tag whole
import { beforeEach, describe, expect, test } from 'vitest'
import { addUser, createBrowser, runAdminCli } from '#tests/support/accounts.ts'
import { startApp } from '#tests/support/app-server.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import { queuedMails } from '#tests/support/mail.ts'
import { startAccountsWorld } from './admin-world.ts'

const email = 'ann@site.example'
const next = 'Another-good-1-password'

const world = startAccountsWorld()
beforeEach(async () => {
  await addUser(world.db, { email })
})

/** A link as someone who runs the server makes it, without the origin. */
async function linkFromCli(): Promise<string> {
  const { out } = await runAdminCli(world.app, ['reset-password', '--email', email, '--link'])
  expect(out.startsWith(`${world.app.origin}/admin/reset/`)).toBe(true)
  return new URL(out.trim()).pathname
}

const choose = (link: string, typed = next, again = typed) =>
  createBrowser(world.app).post(link, { password: typed, passwordAgain: again })

describe('S29: a reset link', () => {
  test('made by an operator still works after a stranger asks for one, and both are limited', async () => {
    await world.db.run('delete from one_time_tokens')
    const store = `insert into settings (name, value, updated_at) values (?, ?, 1)
      on conflict (name) do update set value = excluded.value`
    await world.db.run(store, 'smtpHost', JSON.stringify('127.0.0.1'))
    await world.db.run(store, 'smtpPort', '9')
    await world.app.stop('SIGKILL')
    world.app = await startApp({}, world.app.dataDir)
    const tokens = () => world.db.value('select count(*) from one_time_tokens')
    const ask = async (mails: number) => {
      await createBrowser(world.app).post('/admin/forgot-password', { email })
      await expect.poll(async () => (await queuedMails(world.db, world.app)).length).toBe(mails)
      return /http\S+\/admin\/reset\/[\w-]{43}/.exec(
        (await queuedMails(world.db, world.app)).at(-1)?.text ?? '',
      )?.[0]
    }
    const made = await linkFromCli()
    const first = new URL((await ask(1)) ?? '').pathname
    for (const link of [made, first]) {
      expect((await createBrowser(world.app).get(link)).status).toBe(200)
    }
    // Half an hour later: a visitor's own earlier link gives way, the operator's does not.
    const later = (minutes: number) =>
      world.db.run(
        "update one_time_tokens set created_at = created_at - ? where origin = 'visitor'",
        minutes * 60_000,
      )
    await later(29)
    await ask(1)
    await later(1)
    const second = new URL((await ask(2)) ?? '').pathname
    const statuses = [made, first, second].map(
      async (link) => (await createBrowser(world.app).get(link)).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 410, 200])
    expect(await tokens()).toBe(2)
    // Once the password is chosen by one of them, the other is worthless.
    expect((await choose(made)).status).toBe(302)
    expect((await createBrowser(world.app).get(second)).status).toBe(410)
    await world.db.run("delete from settings where name like 'smtp%'")
    await world.app.stop('SIGKILL')
    world.app = await startApp({}, world.app.dataDir)
  })

  test('of two who use it at the same time, one sets the password', async () => {
    const link = await linkFromCli()
    const typed = ['Another-good-1-password', 'Another-good-2-password']
    const results = await Promise.all(typed.map((text) => choose(link, text)))
    expect(results.map(({ status }) => status).sort()).toEqual([302, 410])
  })

  test('lives for an hour, is stored as a hash, and a newer one takes its place', async () => {
    const link = await linkFromCli()
    const token = link.split('/').at(-1) ?? ''
    expect(token).toMatch(/^[\w-]{43}$/)
    const stored = JSON.stringify(await world.db.rows('select * from one_time_tokens'))
    expect(stored).not.toContain(token)
    const newer = await linkFromCli()
    expect((await createBrowser(world.app).get(link)).status).toBe(410)
    expect((await createBrowser(world.app).get(newer)).status).toBe(200)
    await world.db.run('update one_time_tokens set expires_at = expires_at - 59 * 60000')
    expect((await createBrowser(world.app).get(newer)).status).toBe(200)
    await world.db.run('update one_time_tokens set expires_at = expires_at - 60000')
    expect((await choose(newer)).status).toBe(410)
    expect((await createBrowser(world.app).signIn(email)).status).toBe(302)
  })

  test('does nothing for someone banned since, and isn’t a set-up link', async () => {
    const link = await linkFromCli()
    await world.db.run(`update users set status = 'banned'`)
    expect((await choose(link)).status).toBe(410)
    expect((await createBrowser(world.app).get(link.replace('reset', 'setup'))).status).toBe(410)
  })

  test('tells password managers whose password it sets', async () => {
    const html = await createBrowser(world.app).html(await linkFromCli())
    const [field] = select(elementsOf(html), 'input', { name: 'username' })
    expect(field?.attributes).toMatchObject({ value: email, autocomplete: 'username' })
    // They don't read hidden fields.
    expect(field?.attributes.type).not.toBe('hidden')
  })

  test('enforces the password policy, and stays valid for another try', async () => {
    const link = await linkFromCli()
    const weak = await choose(link, 'short')
    expect([weak.status, await weak.text()]).toEqual([
      400,
      expect.stringContaining('12 characters'),
    ])
    const unequal = await choose(link, next, `${next}!`)
    expect(await unequal.text()).toContain('don’t match')
    expect((await choose(link)).status).toBe(302)
  })

  test('S42: is never logged', async () => {
    const link = await linkFromCli()
    await createBrowser(world.app).get(link)
    await world.app.said('"path":"/admin/reset/…"')
    expect(world.app.lines.join('\n')).not.toContain(link.split('/').at(-1))
  })
})

describe('a forgotten password', () => {
  test('without email the page explains how to do it on the command line', async () => {
    const html = await createBrowser(world.app).html('/admin/forgot-password')
    expect(html).toContain('npm run admin -- reset-password --email')
    expect(html).not.toContain('<form')
    await createBrowser(world.app).post('/admin/forgot-password', { email })
    expect(await world.db.value('select count(*) from outbox')).toBe(0)
  })

  test('S29: with mail a link is sent, made from APP_URL; unknown addresses get the same reply', async () => {
    await world.db.run(
      `insert into settings (name, value, updated_at) values ('smtpHost', '"mail.example"', 0)`,
    )
    await world.app.stop('SIGKILL')
    world.app = await startApp({}, world.app.dataDir)
    try {
      await addUser(world.db, { email: 'banned@site.example', status: 'banned' })
      const ask = async (typed: string, host?: string) => {
        const response = await createBrowser(world.app).post(
          '/admin/forgot-password',
          { email: typed },
          host === undefined ? {} : { 'X-Forwarded-Host': host },
        )
        return `${response.status} ${(await response.text()).replace(/[\w-]{20,}/g, '')}`
      }
      const known = await ask(' ANN@site.example', 'evil.example')
      expect(known).toContain('If there is an account with this address')
      for (const typed of ['nobody@site.example', 'banned@site.example', 'no address']) {
        expect(await ask(typed), typed).toBe(known)
      }
      await expect.poll(() => world.db.column('select recipient from outbox')).toEqual([email])
      const text = (await queuedMails(world.db, world.app)).at(-1)?.text ?? ''
      expect(text).not.toContain('evil.example')
      const [link = ''] = /http\S+\/admin\/reset\/\S+/.exec(text) ?? []
      expect(link.startsWith(world.app.origin)).toBe(true)
      // A second one within minutes is not sent.
      await ask(email)
      expect(await world.db.value('select count(*) from outbox')).toBe(1)
      expect((await choose(new URL(link).pathname)).status).toBe(302)
      expect((await createBrowser(world.app).signIn(email, { password: next })).status).toBe(302)
    } finally {
      await world.db.run(`delete from settings where name = 'smtpHost'`)
      await world.app.stop('SIGKILL')
      world.app = await startApp({}, world.app.dataDir)
    }
  })

  test('S69: however often strangers ask, an account gets one a half hour, and five a day', {
    tags: 'gate',
  }, async () => {
    await world.db.run(
      `insert into settings (name, value, updated_at) values ('smtpHost', '"mail.example"', 0)`,
    )
    await world.app.stop('SIGKILL')
    world.app = await startApp({}, world.app.dataDir)
    try {
      const ask = () => createBrowser(world.app).post('/admin/forgot-password', { email })
      const mails = () => world.db.value<number>('select count(*) from outbox')
      const asked = (hoursAgo: number) =>
        world.db.run(
          `insert into audit_log (at, actor_label, action, object_type, object_id, outcome)
           select ?, 'system', 'user.reset_link_made', 'user', id, 'success' from users`,
          Date.now() - hoursAgo * 3_600_000,
        )
      await Promise.all([ask(), ask(), ask()])
      await expect.poll(mails).toBe(1)
      // Yesterday's don't count.
      for (const hours of [25, 26, 27, 28, 2, 3, 4]) await asked(hours)
      const later = `update one_time_tokens set created_at = created_at - 1800000`
      await world.db.run(later)
      const known = await ask()
      await expect.poll(mails).toBe(2)
      await world.db.run(later)
      const refused = await ask()
      // Another account's mail is queued after the one that must not be.
      await addUser(world.db, { email: 'bob@site.example' })
      await createBrowser(world.app).post('/admin/forgot-password', { email: 'bob@site.example' })
      await expect
        .poll(() => world.db.column('select recipient from outbox order by id'))
        .toEqual([email, email, 'bob@site.example'])
      const told = async (answer: Response) => (await answer.text()).replace(/[\w-]{20,}/g, '')
      expect(await told(refused)).toBe(await told(known))
    } finally {
      await world.db.run(`delete from settings where name = 'smtpHost'`)
      await world.app.stop('SIGKILL')
      world.app = await startApp({}, world.app.dataDir)
    }
  })
})
