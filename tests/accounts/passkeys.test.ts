// @module-tag whole
import { beforeEach, describe, expect, test } from 'vitest'
import { createAuthenticator } from '#tests/fakes/authenticator.ts'
import { saveTab } from '#tests/settings/settings-world.ts'
import {
  addUser,
  type Browser,
  createBrowser,
  password,
  runAdminCli,
  throughSignIn,
} from '#tests/support/accounts.ts'
import { startApp } from '#tests/support/app-server.ts'
import { queuedMails } from '#tests/support/mail.ts'
import { auditRows, signedIn, startAccountsWorld } from './admin-world.ts'

const email = 'ann@site.example'
const site = { origin: 'https://clips.example', host: 'clips.example' }
const account = '/admin/settings/account'

let user: string
let browser: Browser

const world = startAccountsWorld(() => startApp({ APP_URL: site.origin }))
beforeEach(async () => {
  await world.db.run('delete from passkey_challenges')
  user = await addUser(world.db, { email })
  browser = await signedIn(world.app, email)
})

const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
const names = () => world.db.column('select name from passkeys order by created_at')

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
  test('is added with your password, and signs in without a password or a code', {
    tags: 'gate',
  }, async () => {
    expect(await newChallenge('not mine')).toBeUndefined()
    const device = await enrolled()
    expect(await names()).toEqual(['Laptop'])
    await world.db.run('update users set totp_enabled_at = 1')
    const visitor = createBrowser(world.app)
    const answer = device.get(await signInChallenge(visitor))
    const response = await finish(visitor, answer, '?next=%2Fadmin%2Fusers')
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      throughSignIn('/admin/users'),
    ])
    expect((await visitor.get('/admin')).status).toBe(200)
    const done = await world.db.value(
      `select after from audit_log where action = 'sign_in.done' order by seq desc`,
    )
    expect(JSON.parse(String(done))).toEqual({ secondStep: 'passkey', remember: false })
    expect(await auditRows(world.db, 'passkey.added', user)).toMatchObject([{ actor_label: email }])
  })

  test('lets its owner in when two-factor is required', async () => {
    const device = await enrolled()
    await world.db.run('update users set totp_enabled_at = 1')
    await saveTab(browser, 'security', { twoFactorRequired: 'on' })
    const visitor = createBrowser(world.app)
    await finish(visitor, device.get(await signInChallenge(visitor)))
    expect((await visitor.get('/admin/users')).status).toBe(200)
    await saveTab(browser, 'security', { twoFactorRequired: null })
  })

  test('that was removed, with your password, no longer signs in', async () => {
    const device = await enrolled()
    const id = String(await world.db.value('select credential_id from passkeys'))
    const remove = (ownPassword: string) =>
      browser.post(account, { intent: 'passkey-remove', passkey: id, ownPassword })
    expect((await remove('not mine')).status).toBe(400)
    expect(await names()).toEqual(['Laptop'])
    expect((await remove(password)).status).toBe(302)
    expect(await auditRows(world.db, 'passkey.removed', user)).toHaveLength(1)
    const visitor = createBrowser(world.app)
    const response = await finish(visitor, device.get(await signInChallenge(visitor)))
    expect([response.status, await response.json()]).toEqual([
      401,
      { problem: 'This passkey can’t be used here. Sign in with your password.' },
    ])
  })

  test('of another user is neither shown nor removed', async () => {
    await enrolled()
    const id = String(await world.db.value('select credential_id from passkeys'))
    await addUser(world.db, { email: 'bob@site.example' })
    const other = createBrowser(world.app)
    await other.signIn('bob@site.example')
    expect(await other.html(account)).not.toContain('Laptop')
    await other.post(account, { intent: 'passkey-remove', passkey: id, ownPassword: password })
    expect(await names()).toEqual(['Laptop'])
  })

  test('lets in no one who is banned or isn’t an admin', async () => {
    const device = await enrolled()
    const visitor = createBrowser(world.app)
    await world.db.run(`update users set status = 'banned'`)
    expect((await finish(visitor, device.get(await signInChallenge(visitor)))).status).toBe(403)
    await world.db.run(`update users set status = 'active', role = 'user'`)
    expect((await finish(visitor, device.get(await signInChallenge(visitor)))).status).toBe(403)
    expect((await visitor.get('/admin')).status).toBe(302)
  })
})

describe('S63: a passkey that its owner doesn’t know', () => {
  const next = 'Another-good-1-password'
  const cli = (...args: string[]) => runAdminCli(world.app, [...args, '--email', email], next)
  const resetBy = async (link: string) => {
    const { pathname } = new URL(link.trim())
    await createBrowser(world.app).post(pathname, { password: next, passwordAgain: next })
  }
  /** Another operator, who changes the user on the user's own page. */
  const operator = async (fields: Record<string, string>) => {
    await addUser(world.db, { email: 'op@site.example' })
    const other = await signedIn(world.app, 'op@site.example')
    return other.post(`/admin/users/${user}`, { ownPassword: password, ...fields })
  }
  const ways: [string, () => Promise<unknown>][] = [
    ['a reset link', async () => resetBy((await cli('reset-password', '--link')).out)],
    ['an operator’s new password', () => operator({ intent: 'password', password: next })],
    ['the command line’s new password', () => cli('reset-password')],
    ['an operator who turns two-factor off', () => operator({ intent: 'two_factor_off' })],
    ['two-factor-off', () => cli('two-factor-off')],
    ['passkeys-off', () => cli('passkeys-off')],
  ]

  test.each(ways)('ends with %s', async (_, reset) => {
    const device = await enrolled()
    await world.db.run('update users set totp_enabled_at = 1')
    await reset()
    const visitor = createBrowser(world.app)
    expect((await finish(visitor, device.get(await signInChallenge(visitor)))).status).toBe(401)
    expect(await names()).toEqual([])
    expect(await auditRows(world.db, 'passkey.removed', user)).toHaveLength(1)
  })

  test('is kept when its owner changes the password', async () => {
    await enrolled()
    const fields = { password: next, passwordAgain: next, ownPassword: password }
    const done = await browser.post(account, { intent: 'change-password', ...fields })
    expect([done.status, await names()]).toEqual([302, ['Laptop']])
  })

  test('is seen on the user’s page and removed there, with the operator’s own password', {
    tags: 'gate',
  }, async () => {
    const device = await enrolled()
    const visitor = createBrowser(world.app)
    await finish(visitor, device.get(await signInChallenge(visitor)))
    await addUser(world.db, { email: 'op@site.example' })
    const other = await signedIn(world.app, 'op@site.example')
    const page = textOf(await other.html(`/admin/users/${user}`))
    expect(page).toMatch(/Laptop Added .+, last used /)
    const passkey = String(await world.db.value('select credential_id from passkeys'))
    const remove = (ownPassword: string) =>
      other.post(`/admin/users/${user}`, { intent: 'remove_passkey', passkey, ownPassword })
    const refused = await remove('not mine')
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining('That isn’t your password.'),
    ])
    expect(await names()).toEqual(['Laptop'])
    expect((await remove(password)).status).toBe(302)
    expect(await names()).toEqual([])
    const [line] = await auditRows(world.db, 'passkey.removed', user)
    expect(line).toMatchObject({ actor_label: 'op@site.example' })
  })

  test('is shown by the command line', async () => {
    await enrolled()
    expect((await runAdminCli(world.app, ['list'])).out).toContain('1 passkey')
    expect((await cli('passkeys-off')).out).toBe(`Removed 1 passkey of ${email}.\n`)
    expect((await cli('passkeys-off')).out).toBe(`${email} has no passkeys.\n`)
  })
})

describe('S63: the owner of an account is notified by email', () => {
  const mails = async () =>
    (await queuedMails(world.db, world.app)).map(
      ({ recipient, subject }) => `${recipient}: ${subject}`,
    )

  beforeEach(async () => {
    const mail = { smtpHost: '127.0.0.1', smtpPort: '9', ownPassword: password }
    expect((await saveTab(browser, 'email', mail)).status).toBe(302)
    await world.db.run('delete from outbox')
  })

  test('when a passkey is added, and by whom it wasn’t', async () => {
    await enrolled()
    expect(await mails()).toEqual([`${email}: Cleanclip: a passkey was added to your account`])
    const [mail] = await queuedMails(world.db, world.app)
    expect(mail?.text).toContain('“Laptop”')
    expect(mail?.text).toContain(`${site.origin}/admin/forgot-password`)
  })

  test('of a new password, another email and two-factor sign-in that is off', async () => {
    await world.db.run('update users set totp_enabled_at = 1')
    await browser.post(account, { intent: 'two-factor-off', ownPassword: password })
    const next = 'Another-good-1-password'
    const fields = { password: next, passwordAgain: next, ownPassword: password }
    await browser.post(account, { intent: 'change-password', ...fields })
    const profile = { name: 'Ann', email: 'evil@other.example', ownPassword: next }
    await browser.post(account, { intent: 'change-profile', ...profile })
    expect(await mails()).toEqual([
      `${email}: Cleanclip: two-factor sign-in was turned off`,
      `${email}: Cleanclip: your password was changed`,
      // To the address that was the owner's.
      `${email}: Cleanclip: your email address was changed`,
    ])
  })

  test('but not of a first password', async () => {
    const invited = await addUser(world.db, { email: 'new@site.example', passwordHash: null })
    const fields = { intent: 'password', password: 'Another-good-1-password' }
    await browser.post(`/admin/users/${invited}`, { ...fields, ownPassword: password })
    expect(await mails()).toEqual([])
  })
})

describe('what a browser signs is refused', () => {
  test('a second time', async () => {
    const device = await enrolled()
    const visitor = createBrowser(world.app)
    const answer = device.get(await signInChallenge(visitor))
    const both = await Promise.all([finish(visitor, answer), finish(visitor, answer)])
    expect(both.map(({ status }) => status).sort()).toEqual([302, 401])
    expect((await finish(createBrowser(world.app), answer)).status).toBe(401)
  })

  test('for another site', async () => {
    const device = await enrolled()
    const visitor = createBrowser(world.app)
    const answer = device.get(await signInChallenge(visitor), { origin: 'https://evil.example' })
    expect((await finish(visitor, answer)).status).toBe(401)
    const elsewhere = createAuthenticator({ ...site, host: 'evil.example' })
    expect(await add(elsewhere.create((await newChallenge()) ?? ''))).toBe(400)
    const wrong = createAuthenticator(site)
    const made = wrong.create((await newChallenge()) ?? '', { origin: 'https://evil.example' })
    expect(await add(made)).toBe(400)
    expect(await names()).toEqual(['Laptop'])
  })

  test('in a frame of another site', async () => {
    const device = await enrolled()
    const visitor = createBrowser(world.app)
    const framed = device.get(await signInChallenge(visitor), { crossOrigin: true })
    expect((await finish(visitor, framed)).status).toBe(401)
    const made = createAuthenticator(site)
    const answer = made.create((await newChallenge()) ?? '', { crossOrigin: true })
    expect(await add(answer)).toBe(400)
  })

  test('in another browser than the one that began', async () => {
    const device = await enrolled()
    const visitor = createBrowser(world.app)
    const answer = device.get(await signInChallenge(visitor))
    const stranger = createBrowser(world.app)
    await signInChallenge(stranger)
    expect((await finish(stranger, answer)).status).toBe(401)
    expect((await finish(createBrowser(world.app), answer)).status).toBe(401)
    const again = device.get(await signInChallenge(visitor))
    expect((await finish(visitor, again)).status).toBe(302)
  })

  test('for a new passkey in another session of the same person', async () => {
    const challenge = (await newChallenge()) ?? ''
    browser = await signedIn(world.app, email)
    expect(await add(createAuthenticator(site).create(challenge))).toBe(400)
    expect(await names()).toEqual([])
  })

  test('S7: with an attestation, whose checks would call other servers', async () => {
    const before = world.app.lines.length
    for (const format of [
      'packed',
      'tpm',
      'android-key',
      'android-safetynet',
      'apple',
      'fido-u2f',
    ]) {
      const made = createAuthenticator(site).create((await newChallenge()) ?? '', { format })
      expect([format, await add(made)]).toEqual([format, 400])
    }
    // The library's parser never saw one.
    expect(
      world.app.lines.slice(before).filter((line) => line.includes('passkey refused')),
    ).toEqual([])
  })

  test('after five minutes', async () => {
    const device = await enrolled()
    const visitor = createBrowser(world.app)
    const challenge = await signInChallenge(visitor)
    await world.db.run('update passkey_challenges set expires_at = expires_at - 300000')
    expect((await finish(visitor, device.get(challenge))).status).toBe(401)
  })

  test('without a fingerprint, a face or a PIN', async () => {
    const device = await enrolled()
    const visitor = createBrowser(world.app)
    const answer = device.get(await signInChallenge(visitor), { verified: false })
    expect((await finish(visitor, answer)).status).toBe(401)
  })

  test('by a copy of the key, whose counter is behind', async () => {
    const device = await enrolled()
    const visitor = createBrowser(world.app)
    const first = device.get(await signInChallenge(visitor), { count: 7 })
    expect((await finish(visitor, first)).status).toBe(302)
    const copy = createBrowser(world.app)
    const second = device.get(await signInChallenge(copy), { count: 7 })
    expect((await finish(copy, second)).status).toBe(401)
  })

  test('with a challenge for another use, or none of ours', async () => {
    const device = await enrolled()
    const visitor = createBrowser(world.app)
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
    await addUser(world.db, { email: 'bob@site.example' })
    browser = createBrowser(world.app)
    await browser.signIn('bob@site.example')
    expect(await add(createAuthenticator(site).create(challenge))).toBe(400)
    expect(await names()).toEqual([])
  })
})
