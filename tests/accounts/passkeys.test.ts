// @module-tag process
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAuthenticator } from '#tests/fakes/authenticator.ts'
import { saveTab } from '#tests/settings/settings-world.ts'
import {
  addUser,
  type Browser,
  createBrowser,
  openDatabase,
  password,
} from '#tests/support/accounts.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import type { Sql } from '#tests/support/sql.ts'
import { auditRows } from './admin-world.ts'

const email = 'ann@site.example'
const site = { origin: 'https://clips.example', host: 'clips.example' }
const account = '/admin/settings/account'

let app: AppServer
let db: Sql
let user: string
let browser: Browser

beforeAll(async () => {
  app = await startApp({ APP_URL: site.origin })
  db = openDatabase(app)
})
afterAll(async () => {
  await db?.close()
  if (app !== undefined) await discardApp(app)
})
beforeEach(async () => {
  await db.run('delete from users; delete from sign_in_attempts; delete from passkey_challenges')
  user = await addUser(db, { email })
  browser = createBrowser(app)
  await browser.signIn(email)
})

const names = () => db.column('select name from passkeys order by created_at')

/** The challenge for a new passkey, asked for with the own password. */
async function newChallenge(ownPassword = password): Promise<string | undefined> {
  const response = await browser.post(`${account}.data`, { intent: 'passkey-begin', ownPassword })
  return /"challenge","([\w-]+)"/.exec(await response.text())?.[1]
}

async function add(answer: string, name = 'Laptop'): Promise<number> {
  return (await browser.post(account, { intent: 'passkey-add', name, answer })).status
}

/** A device whose passkey is the user's. */
async function enrolled() {
  const device = createAuthenticator(site)
  expect(await add(device.create((await newChallenge()) ?? ''))).toBe(302)
  return device
}

async function signInChallenge(visitor: Browser): Promise<string> {
  const response = await visitor.post('/admin/passkey', { intent: 'begin' })
  const { options } = (await response.json()) as {
    options: { challenge: string; rpId: string; userVerification: string }
  }
  expect(options).toMatchObject({ rpId: site.host, userVerification: 'required' })
  return options.challenge
}

const finish = (visitor: Browser, answer: string, next = '') =>
  visitor.post(`/admin/passkey${next}`, { intent: 'finish', answer })

describe('a passkey', () => {
  test('is added with your password, and signs in without a password or a code', async () => {
    expect(await newChallenge('not mine')).toBeUndefined()
    const device = await enrolled()
    expect(await names()).toEqual(['Laptop'])
    await db.run('update users set totp_enabled_at = 1')
    const visitor = createBrowser(app)
    const answer = device.get(await signInChallenge(visitor))
    const response = await finish(visitor, answer, '?next=%2Fadmin%2Fusers')
    expect([response.status, response.headers.get('location')]).toEqual([302, '/admin/users'])
    expect((await visitor.get('/admin')).status).toBe(200)
    const done = await db.value(
      `select after from audit_log where action = 'sign_in.done' order by seq desc`,
    )
    expect(JSON.parse(String(done))).toEqual({ secondStep: 'passkey', remember: false })
    expect(await auditRows(db, 'passkey.added', user)).toMatchObject([{ actor_label: email }])
  })

  test('lets its owner in when two-factor is required', async () => {
    const device = await enrolled()
    await db.run('update users set totp_enabled_at = 1')
    await saveTab(browser, 'security', { twoFactorRequired: 'on' })
    const visitor = createBrowser(app)
    await finish(visitor, device.get(await signInChallenge(visitor)))
    expect((await visitor.get('/admin/users')).status).toBe(200)
    await saveTab(browser, 'security', { twoFactorRequired: null })
  })

  test('that was removed, with your password, no longer signs in', async () => {
    const device = await enrolled()
    const id = String(await db.value('select credential_id from passkeys'))
    const remove = (ownPassword: string) =>
      browser.post(account, { intent: 'passkey-remove', passkey: id, ownPassword })
    expect((await remove('not mine')).status).toBe(400)
    expect(await names()).toEqual(['Laptop'])
    expect((await remove(password)).status).toBe(302)
    expect(await auditRows(db, 'passkey.removed', user)).toHaveLength(1)
    const visitor = createBrowser(app)
    const response = await finish(visitor, device.get(await signInChallenge(visitor)))
    expect([response.status, await response.json()]).toEqual([
      401,
      { problem: 'This passkey can’t be used here. Sign in with your password.' },
    ])
  })

  test('of another user is neither shown nor removed', async () => {
    await enrolled()
    const id = String(await db.value('select credential_id from passkeys'))
    await addUser(db, { email: 'bob@site.example' })
    const other = createBrowser(app)
    await other.signIn('bob@site.example')
    expect(await other.html(account)).not.toContain('Laptop')
    await other.post(account, { intent: 'passkey-remove', passkey: id, ownPassword: password })
    expect(await names()).toEqual(['Laptop'])
  })

  test('lets in no one who is banned or isn’t an admin', async () => {
    const device = await enrolled()
    const visitor = createBrowser(app)
    await db.run(`update users set status = 'banned'`)
    expect((await finish(visitor, device.get(await signInChallenge(visitor)))).status).toBe(403)
    await db.run(`update users set status = 'active', role = 'user'`)
    expect((await finish(visitor, device.get(await signInChallenge(visitor)))).status).toBe(403)
    expect((await visitor.get('/admin')).status).toBe(302)
  })
})

describe('what a browser signs is refused', () => {
  test('a second time', async () => {
    const device = await enrolled()
    const visitor = createBrowser(app)
    const answer = device.get(await signInChallenge(visitor))
    const both = await Promise.all([finish(visitor, answer), finish(createBrowser(app), answer)])
    expect(both.map(({ status }) => status).sort()).toEqual([302, 401])
    expect((await finish(createBrowser(app), answer)).status).toBe(401)
  })

  test('for another site', async () => {
    const device = await enrolled()
    const visitor = createBrowser(app)
    const answer = device.get(await signInChallenge(visitor), { origin: 'https://evil.example' })
    expect((await finish(visitor, answer)).status).toBe(401)
    const elsewhere = createAuthenticator({ ...site, host: 'evil.example' })
    expect(await add(elsewhere.create((await newChallenge()) ?? ''))).toBe(400)
    const wrong = createAuthenticator(site)
    const made = wrong.create((await newChallenge()) ?? '', { origin: 'https://evil.example' })
    expect(await add(made)).toBe(400)
    expect(await names()).toEqual(['Laptop'])
  })

  test('after five minutes', async () => {
    const device = await enrolled()
    const visitor = createBrowser(app)
    const challenge = await signInChallenge(visitor)
    await db.run('update passkey_challenges set expires_at = expires_at - 300000')
    expect((await finish(visitor, device.get(challenge))).status).toBe(401)
  })

  test('without a fingerprint, a face or a PIN', async () => {
    const device = await enrolled()
    const visitor = createBrowser(app)
    const answer = device.get(await signInChallenge(visitor), { verified: false })
    expect((await finish(visitor, answer)).status).toBe(401)
  })

  test('by a copy of the key, whose counter is behind', async () => {
    const device = await enrolled()
    const visitor = createBrowser(app)
    const first = device.get(await signInChallenge(visitor), { count: 7 })
    expect((await finish(visitor, first)).status).toBe(302)
    const copy = createBrowser(app)
    const second = device.get(await signInChallenge(copy), { count: 7 })
    expect((await finish(copy, second)).status).toBe(401)
  })

  test('with a challenge for another use, or none of ours', async () => {
    const device = await enrolled()
    const visitor = createBrowser(app)
    const forNew = (await newChallenge()) ?? ''
    expect((await finish(visitor, device.get(forNew))).status).toBe(401)
    expect((await finish(visitor, device.get('AAAA'))).status).toBe(401)
    const other = createAuthenticator(site)
    expect(await add(other.create(await signInChallenge(visitor)))).toBe(400)
    for (const answer of ['', '{}', 'null', '[', '{"response":{"clientDataJSON":"x"}}']) {
      expect((await finish(visitor, answer)).status, answer).toBe(401)
    }
  })

  test('by a challenge that was made for someone else', async () => {
    const challenge = (await newChallenge()) ?? ''
    await addUser(db, { email: 'bob@site.example' })
    browser = createBrowser(app)
    await browser.signIn('bob@site.example')
    expect(await add(createAuthenticator(site).create(challenge))).toBe(400)
    expect(await names()).toEqual([])
  })
})
