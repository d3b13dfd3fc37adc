// @module-tag process
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type SQLite from 'better-sqlite3'
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
} from '#tests/support/accounts.ts'
import { type AppServer, startApp } from '#tests/support/app-server.ts'
import { canMountDisk, fillDisk, mountSmallDisk, unmountDisk } from './full-disk-folder.ts'

const email = 'op@site.example'
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
  let db: SQLite.Database
  let before: Browser
  let stays: Browser
  let recoveryCode: string

  beforeAll(async () => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'cleanclip-full-'))
    mountSmallDisk(dataDir)
    app = await startApp({ LOG_LEVEL: 'warn' }, dataDir)
    db = openDatabase(app)
    addUser(db, { email })
    for (let n = 0; n < 3; n += 1) addUser(db, { email: `other${n}@site.example` })
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
  }, 90_000)
  afterAll(async () => {
    db?.close()
    await app?.stop('SIGKILL')
    unmountDisk(dataDir)
    rmSync(dataDir, { recursive: true, force: true })
  })

  const stored = (query: string) => Number(db.prepare(query).pluck().get())

  test('R29: signing out drops the cookie, and the session is over although its row is not', async () => {
    const stolen = before.cookie()
    const rows = stored('select count(*) from sessions')
    const out = await before.post('/admin/logout')
    expect([out.status, out.headers.get('location')]).toEqual([302, '/'])
    expect(before.lastSetCookie().join()).toMatch(/^session=;.*Max-Age=0/)
    expect(stored('select count(*) from sessions')).toBe(rows)
    const again = await fetch(`${app.origin}/admin`, {
      headers: { Cookie: stolen },
      redirect: 'manual',
    })
    expect(again.headers.get('location')).toBe('/admin/login')
  })

  test('R19, R29: what needs the audit log answers 503 with the reason, never 500', async () => {
    for (const list of ['users', 'audit', 'dmca', 'videos']) {
      const response = await stays.get(`/admin/${list}/export.csv`)
      const text = await response.text()
      expect([list, response.status]).toEqual([list, 503])
      expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
      expect(text).toContain('The disk is full')
    }
    const page = await saveTab(stays, 'database', { retentionDays: '3000' })
    expect(page.status).toBe(503)
    expect(await page.text()).toContain('delete backups under Settings, Database')
  })

  test('S20, R29: guessing is slowed all the same', async () => {
    const who = 'other0@site.example'
    const rows = stored('select count(*) from sign_in_attempts')
    for (let count = 0; count < 5; count += 1) {
      const { status } = await createBrowser(app).signIn(who, { password: 'wrong' })
      expect(status).toBe(401)
    }
    const blocked = await createBrowser(app).signIn(who)
    expect(blocked.status).toBe(429)
    expect(Number(blocked.headers.get('retry-after'))).toBeLessThanOrEqual(30)
    expect(stored('select count(*) from sign_in_attempts')).toBe(rows)
  })

  test('S23, R29: a recovery code answers 503 with the reason, and is not used up', async () => {
    const codes = () => stored('select count(*) from recovery_codes')
    const before = codes()
    const browser = createBrowser(app)
    const first = await browser.signIn('other1@site.example')
    expect(first.headers.get('location')).toMatch(/^\/admin\/two-factor/)
    const response = await browser.post('/admin/two-factor', { code: recoveryCode })
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await response.text()).toContain('The disk is full')
    expect((await browser.get('/admin')).headers.get('location')).toMatch(/^\/admin\/login/)
    expect(codes()).toBe(before)
  })

  test('R29: an operator signs in with the right password, makes room, and stays signed in', async () => {
    const browser = createBrowser(app)
    const since = Date.now()
    const fresh = `select count(*) from sessions where created_at >= ${since}`
    const response = await browser.signIn(email)
    expect([response.status, response.headers.get('location')]).toEqual([302, '/admin'])
    expect(problemIn(await response.text())).toBeNull()
    expect(stored(fresh)).toBe(0)
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
        { timeout: 15_000, interval: 500 },
      )
      .toBe(1)
    expect((await saveTab(browser, 'database', { retentionDays: '77' })).status).toBe(302)
    const other = createBrowser(app)
    await other.signIn('other1@site.example')
    const second = await other.post('/admin/two-factor', { code: recoveryCode })
    expect([second.status, second.headers.get('location')]).toEqual([302, '/admin'])
    await browser.post('/admin/logout')
    expect((await browser.get('/admin')).headers.get('location')).toBe('/admin/login')
  }, 60_000)
})
