// @module-tag process
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addUser, createBrowser, openDatabase, runAdminCli } from '#tests/support/accounts.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { queuedMails } from '#tests/support/mail.ts'
import type { Sql } from '#tests/support/sql.ts'

const email = 'ann@site.example'
const next = 'Another-good-1-password'

let app: AppServer
let db: Sql

beforeAll(async () => {
  app = await startApp()
  db = openDatabase(app)
})
afterAll(async () => {
  await db?.close()
  if (app !== undefined) await discardApp(app)
})
beforeEach(async () => {
  await db.run('delete from users; delete from sign_in_attempts; delete from outbox')
  await addUser(db, { email })
})

/** A link as someone who runs the server makes it, without the origin. */
async function linkFromCli(): Promise<string> {
  const { out } = await runAdminCli(app, ['reset-password', '--email', email, '--link'])
  expect(out.startsWith(`${app.origin}/admin/reset/`)).toBe(true)
  return new URL(out.trim()).pathname
}

const choose = (link: string, typed = next, again = typed) =>
  createBrowser(app).post(link, { password: typed, passwordAgain: again })

describe('S29: a reset link', () => {
  test('sets a new password once, and isn’t used up by opening it', async () => {
    const old = createBrowser(app)
    await old.signIn(email)
    const link = await linkFromCli()
    for (let look = 0; look < 2; look += 1) {
      const html = await createBrowser(app).html(link)
      expect(html).toContain('Choose a new password')
      expect(html).toContain(email)
    }
    const done = await choose(link)
    expect(done.headers.get('location')).toBe('/admin/login?message=password-changed')
    expect(await createBrowser(app).html('/admin/login?message=password-changed')).toContain(
      'Your password was changed.',
    )
    expect((await choose(link)).status).toBe(410)
    expect((await createBrowser(app).get(link)).status).toBe(410)
    expect((await old.get('/admin')).status).toBe(302)
    expect((await createBrowser(app).signIn(email)).status).toBe(401)
    expect((await createBrowser(app).signIn(email, { password: next })).status).toBe(302)
  })

  test('made by an operator still works after a stranger asks for one, and both are limited', async () => {
    await db.run('delete from one_time_tokens')
    const store = `insert into settings (name, value, updated_at) values (?, ?, 1)
      on conflict (name) do update set value = excluded.value`
    await db.run(store, 'smtpHost', JSON.stringify('127.0.0.1'))
    await db.run(store, 'smtpPort', '9')
    await app.stop('SIGKILL')
    app = await startApp({}, app.dataDir)
    const tokens = () => db.value('select count(*) from one_time_tokens')
    const ask = async (mails: number) => {
      await createBrowser(app).post('/admin/forgot-password', { email })
      await expect.poll(async () => (await queuedMails(db, app)).length).toBe(mails)
      return /http\S+\/admin\/reset\/[\w-]{43}/.exec(
        (await queuedMails(db, app)).at(-1)?.text ?? '',
      )?.[0]
    }
    const made = await linkFromCli()
    const first = new URL((await ask(1)) ?? '').pathname
    for (const link of [made, first]) {
      expect((await createBrowser(app).get(link)).status).toBe(200)
    }
    // Five minutes later: a visitor's own earlier link gives way, the operator's does not.
    await db.run(
      "update one_time_tokens set created_at = created_at - 300000 where origin = 'visitor'",
    )
    const second = new URL((await ask(2)) ?? '').pathname
    const statuses = [made, first, second].map(
      async (link) => (await createBrowser(app).get(link)).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 410, 200])
    expect(await tokens()).toBe(2)
    // Once the password is chosen by one of them, the other is worthless.
    expect((await choose(made)).status).toBe(302)
    expect((await createBrowser(app).get(second)).status).toBe(410)
    await db.run("delete from settings where name like 'smtp%'")
    await app.stop('SIGKILL')
    app = await startApp({}, app.dataDir)
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
    const stored = JSON.stringify(await db.rows('select * from one_time_tokens'))
    expect(stored).not.toContain(token)
    const newer = await linkFromCli()
    expect((await createBrowser(app).get(link)).status).toBe(410)
    expect((await createBrowser(app).get(newer)).status).toBe(200)
    await db.run('update one_time_tokens set expires_at = expires_at - 59 * 60000')
    expect((await createBrowser(app).get(newer)).status).toBe(200)
    await db.run('update one_time_tokens set expires_at = expires_at - 60000')
    expect((await choose(newer)).status).toBe(410)
    expect((await createBrowser(app).signIn(email)).status).toBe(302)
  })

  test('does nothing for someone banned since, and isn’t a set-up link', async () => {
    const link = await linkFromCli()
    await db.run(`update users set status = 'banned'`)
    expect((await choose(link)).status).toBe(410)
    expect((await createBrowser(app).get(link.replace('reset', 'setup'))).status).toBe(410)
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
    await createBrowser(app).get(link)
    await app.said('"path":"/admin/reset/…"')
    expect(app.lines.join('\n')).not.toContain(link.split('/').at(-1))
  })
})

describe('a forgotten password', () => {
  test('without email the page says how to do it on the command line', async () => {
    const html = await createBrowser(app).html('/admin/forgot-password')
    expect(html).toContain('npm run admin -- reset-password --email')
    expect(html).not.toContain('<form')
    await createBrowser(app).post('/admin/forgot-password', { email })
    expect(await db.value('select count(*) from outbox')).toBe(0)
  })

  test('S29: with mail a link is sent, made from APP_URL; unknown addresses get the same reply', async () => {
    await db.run(
      `insert into settings (name, value, updated_at) values ('smtpHost', '"mail.example"', 0)`,
    )
    await app.stop('SIGKILL')
    app = await startApp({}, app.dataDir)
    try {
      await addUser(db, { email: 'banned@site.example', status: 'banned' })
      const ask = async (typed: string, host?: string) => {
        const response = await createBrowser(app).post(
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
      await expect.poll(() => db.column('select recipient from outbox')).toEqual([email])
      const text = (await queuedMails(db, app)).at(-1)?.text ?? ''
      expect(text).not.toContain('evil.example')
      const [link = ''] = /http\S+\/admin\/reset\/\S+/.exec(text) ?? []
      expect(link.startsWith(app.origin)).toBe(true)
      // A second one within minutes is not sent.
      await ask(email)
      expect((await choose(new URL(link).pathname)).status).toBe(302)
      expect((await createBrowser(app).signIn(email, { password: next })).status).toBe(302)
      expect(await db.value('select count(*) from outbox')).toBe(1)
    } finally {
      await db.run(`delete from settings where name = 'smtpHost'`)
      await app.stop('SIGKILL')
      app = await startApp({}, app.dataDir)
    }
  })
})
