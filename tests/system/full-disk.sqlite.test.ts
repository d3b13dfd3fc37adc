// @module-tag whole

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveTab } from '#tests/settings/settings-world.ts'
import {
  addUser,
  type Browser,
  createBrowser,
  openDatabase,
  password,
  problemIn,
  throughSignIn,
} from '#tests/support/accounts.ts'
import { type AppServer, startApp } from '#tests/support/app-server.ts'
import type { Sql } from '#tests/support/sql.ts'
import { canMountDisk, fillDisk, mountSmallDisk, unmountDisk } from './full-disk-folder.ts'

const email = 'op@site.example'
/** Views of pages while the disk is full, the first ones of their day: even its salt has no room. */
const views = 40
const backup = 'cleanclip-20260101-000000-by-hand.db'

/** Sets two-factor sign-in up as an operator does; gives one of the recovery codes. */
async function setUpTwoFactor(app: AppServer, who: string): Promise<string> {
  const browser = createBrowser(app)
  await browser.signIn(who)
  await browser.post('/admin/settings/account', { intent: 'two-factor-begin' })
  const page = await browser.html('/admin/settings/account')
  const [, secret = ''] = /data-totp-secret="true">([A-Z2-7]+)</.exec(page) ?? []
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  const form = { intent: 'two-factor-on', ownPassword: password, code }
  const html = await (await browser.post('/admin/settings/account', form)).text()
  const [, recoveryCode = ''] =
    /data-recovery-codes="true"[^>]*>.*?<li>([^<]+)<\/li>/.exec(html) ?? []
  expect(recoveryCode).not.toBe('')
  return recoveryCode
}

describe.skipIf(!canMountDisk())('a full disk', () => {
  let dataDir: string
  let app: AppServer
  let db: Sql
  let before: Browser
  let stays: Browser
  let recoveryCode: string

  beforeAll(async () => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'cleanclip-full-'))
    mountSmallDisk(dataDir)
    app = await startApp({ LOG_LEVEL: 'warn' }, dataDir)
    db = openDatabase(app)
    await addUser(db, { email })
    for (let n = 0; n < 3; n += 1) await addUser(db, { email: `other${n}@site.example` })
    before = createBrowser(app)
    await before.signIn(email)
    stays = createBrowser(app)
    await stays.signIn(email)
    mkdirSync(path.join(dataDir, 'backups'), { recursive: true })
    writeFileSync(path.join(dataDir, 'backups', backup), Buffer.alloc(1024 ** 2))
    recoveryCode = await setUpTwoFactor(app, 'other1@site.example')
    fillDisk(path.join(dataDir, 'filler'))
    // The free rest of the log is used up first.
    let { status } = await saveTab(before, 'database', { retentionDays: '50' })
    for (let days = 51; status === 302 && days < 2000; days += 1) {
      status = (await saveTab(before, 'database', { retentionDays: `${days}` })).status
    }
    expect(status).toBe(503)
    const headers = { 'User-Agent': 'Mozilla/5.0 (X11; rv:140.0) Firefox/140.0' }
    for (let n = 0; n < views; n += 1) {
      expect((await fetch(`${app.origin}/help?n=${n}`, { headers })).status).toBe(200)
    }
    await app.said('events not written yet')
  })
  afterAll(async () => {
    await db?.close()
    await app?.stop('SIGKILL')
    unmountDisk(dataDir)
    rmSync(dataDir, { recursive: true, force: true })
  })

  const stored = async (query: string) => Number(await db.value(query))

  test('R29: signing out drops the cookie, and the session is over although its row is not', async () => {
    const stolen = before.cookie()
    const rows = await stored('select count(*) from sessions')
    const out = await before.post('/admin/logout')
    expect([out.status, out.headers.get('location')]).toEqual([302, '/'])
    expect(before.lastSetCookie().join()).toMatch(/^cleanclip-session-\d+=;.*Max-Age=0/)
    expect(await stored('select count(*) from sessions')).toBe(rows)
    const again = await fetch(`${app.origin}/admin`, {
      headers: { Cookie: stolen },
      redirect: 'manual',
    })
    expect(again.headers.get('location')).toBe('/admin/login')
  })

  test('R19, R29: an answer that needs the audit log is 503 with the reason, never 500', async () => {
    for (const list of ['users', 'audit', 'dmca', 'videos']) {
      const response = await stays.get(`/admin/${list}/export.csv`)
      const text = await response.text()
      expect([list, response.status]).toEqual([list, 503])
      expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
      expect(text).toContain('The disk is full')
    }
    const page = await saveTab(stays, 'database', { retentionDays: '3000' })
    expect(page.status).toBe(503)
    // What was typed stays in the form, and the frame says why nothing can be saved.
    const html = await page.text()
    expect(problemIn(html)).toMatch(/^The disk is full\. Nothing was saved\./)
    expect(html).toContain('delete backups under Settings, Database')
    expect(html).toMatch(/name="retentionDays"[^>]*value="3000"/)
    expect(html).toContain('data-banner="disk-low"')
  })

  test('R19: a running page shows why its form was not stored, and the id of the log’s line', async () => {
    const form = { name: 'Nora New', email: 'nora@site.example', role: 'user', how: 'invite' }
    const response = await stays.post('/admin/users/new.data', form)
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
    const { unavailable, reference } = await response.json()
    expect(unavailable).toBe('full')
    expect(await app.said(reference)).toContain('The disk is full')
  })

  test('S20, R29: guessing is slowed all the same', async () => {
    const who = 'other0@site.example'
    const rows = await stored('select count(*) from sign_in_attempts')
    for (let count = 0; count < 5; count += 1) {
      const { status } = await createBrowser(app).signIn(who, { password: 'wrong' })
      expect(status).toBe(401)
    }
    const blocked = await createBrowser(app).signIn(who)
    expect(blocked.status).toBe(429)
    expect(Number(blocked.headers.get('retry-after'))).toBeLessThanOrEqual(30)
    expect(await stored('select count(*) from sign_in_attempts')).toBe(rows)
  })

  test('S23, R29: a recovery code answers 503 with the reason, and is not used up', async () => {
    const codes = () => stored('select count(*) from recovery_codes')
    const before = await codes()
    const browser = createBrowser(app)
    const first = await browser.signIn('other1@site.example')
    expect(first.headers.get('location')).toMatch(/^\/admin\/two-factor/)
    const response = await browser.post('/admin/two-factor', { code: recoveryCode })
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await response.text()).toContain('The disk is full')
    expect((await browser.get('/admin')).headers.get('location')).toMatch(/^\/admin\/login/)
    expect(await codes()).toBe(before)
  })

  test('R29: an operator signs in with the right password, makes room, and stays signed in', async () => {
    const browser = createBrowser(app)
    const since = Date.now()
    const fresh = `select count(*) from sessions where created_at >= ${since}`
    const response = await browser.signIn(email)
    expect([response.status, response.headers.get('location')]).toEqual([302, throughSignIn()])
    expect(problemIn(await response.text())).toBeNull()
    expect(await stored(fresh)).toBe(0)
    expect((await browser.get('/admin')).status).toBe(200)
    expect(await browser.html('/admin/settings/account')).toContain('Firefox')
    const line = await app.said('sign_in.done')
    expect(JSON.parse(line)).toMatchObject({
      action: 'sign_in.done',
      msg: 'not in the audit log: the disk is full',
    })

    const address = `/admin/settings/database/delete/${backup}`
    expect((await browser.post(address, { ownPassword: 'wrong' })).status).toBe(400)
    const deleted = await browser.post(address, { ownPassword: password })
    expect([deleted.status, deleted.headers.get('location')]).toEqual([
      302,
      '/admin/settings/database#backups',
    ])
    rmSync(path.join(dataDir, 'filler'))

    // Once there is room the session is a row like every other.
    await expect
      .poll(
        async () => {
          expect((await browser.get('/admin')).status).toBe(200)
          return stored(fresh)
        },
        { interval: 500 },
      )
      .toBe(1)
    expect((await saveTab(browser, 'database', { retentionDays: '77' })).status).toBe(302)
    const other = createBrowser(app)
    await other.signIn('other1@site.example')
    const second = await other.post('/admin/two-factor', { code: recoveryCode })
    expect([second.status, second.headers.get('location')]).toEqual([302, '/admin'])
    await browser.post('/admin/logout')
    expect((await browser.get('/admin')).headers.get('location')).toBe('/admin/login')
  })

  test('R33: views from while the disk was full are counted once there is room, each one once', async () => {
    const counted = async (where: string) =>
      stored(
        `select coalesce(sum(views), 0) from analytics_days where dimension = 'path' and ${where}`,
      )
    await expect.poll(() => counted("key = '/help'")).toBe(views)
    expect(app.process.exitCode).toBe(null)
    expect(await stored("select count(*) from analytics_events where kind = 'page_view'")).toBe(
      views,
    )
  })
})
