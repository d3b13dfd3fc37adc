// @module-tag whole
import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import {
  addUser,
  type Browser,
  cookieName,
  createBrowser,
  password,
  problemIn,
  runAdminCli,
} from '#tests/support/accounts.ts'
import { startAppWith } from '#tests/support/app-with-settings.ts'
import { startAccountsWorld } from './admin-world.ts'

const email = 'ann@site.example'

const world = startAccountsWorld(() =>
  startAppWith({ rateLimitPerMinute: 3 }, { TRUSTED_PROXIES: '127.0.0.1' }),
)
beforeEach(async () => {
  await addUser(world.db, { email })
})

/** Signs in from an address, on a device of its own unless one is given. */
async function signIn(
  address: string,
  fields: { email?: string; password?: string } = {},
  browser: Browser = createBrowser(world.app),
): Promise<number> {
  const form = { email, password, ...fields }
  const response = await browser.post('/admin/login', form, { 'X-Forwarded-For': address })
  await response.arrayBuffer()
  return response.status
}

/** A device on which Ann has signed in and out again. */
async function knownDevice(): Promise<Browser> {
  const browser = createBrowser(world.app)
  expect(await signIn('192.0.2.1', {}, browser)).toBe(302)
  await browser.post('/admin/logout')
  return browser
}

const device = () => `${cookieName(world.app, 'device')}=`

/** The device's cookie as its attributes are set, and its value. */
async function deviceCookie(): Promise<{ line: string; value: string }> {
  const browser = createBrowser(world.app)
  await signIn('192.0.2.1', {}, browser)
  const line = browser.lastSetCookie().find((text) => text.startsWith(device())) ?? ''
  return { line, value: line.split(';')[0]?.slice(device().length) ?? '' }
}

test('S55: strangers who block an account or a network do not keep its owner’s device out', async () => {
  const device = await knownDevice()
  for (let count = 0; count < 5; count += 1) {
    expect(await signIn('203.0.113.9', { password: 'wrong' })).toBe(401)
  }
  expect(await signIn('198.51.100.7')).toBe(429)
  expect(await signIn('198.51.100.7', {}, device)).toBe(302)
  // The owner's own network is blocked as well.
  for (let person = 0; person < 5; person += 1)
    await addUser(world.db, { email: `p${person}@site.example` })
  for (let count = 0; count < 20; count += 1) {
    await signIn('192.0.2.1', { email: `p${count % 5}@site.example`, password: 'wrong' })
  }
  expect(await signIn('192.0.2.1', { email: 'p9@site.example' })).toBe(429)
  await device.post('/admin/logout')
  expect(await signIn('192.0.2.1', {}, device)).toBe(302)
})

test('S55: a queue of passwords that strangers have filled does not hold a known device up', async () => {
  const device = await knownDevice()
  const answers: number[] = []
  const strangers = Array.from({ length: 110 }, async (_, n) => {
    answers.push(await signIn(`10.7.${n >> 4}.${n & 15}`, { email: `nobody${n}@site.example` }))
  })
  // Each of theirs costs a slow hash: those beyond the 64 of the queue are refused.
  await expect.poll(() => answers, { interval: 1 }).toContain(503)
  const checked = () => answers.filter((status) => status !== 503).length
  const before = checked()
  expect(await signIn('192.0.2.1', {}, device)).toBe(302)
  expect(checked() - before).toBeLessThan(64 / 2)
  await Promise.all(strangers)
})

test('S55: a known device has a small limit of its own, which an operator can lift', async () => {
  const device = await knownDevice()
  const other = await knownDevice()
  for (let count = 0; count < 5; count += 1) {
    expect(await signIn('192.0.2.1', { password: 'wrong' }, device)).toBe(401)
  }
  expect(await signIn('192.0.2.1', {}, device)).toBe(429)
  // Its owner gets in elsewhere, so a stolen cookie shuts no one out.
  expect(await signIn('192.0.2.1', {}, other)).toBe(302)
  expect(await signIn('192.0.2.2')).toBe(302)
  expect((await runAdminCli(world.app, ['unlock', '--email', email])).code).toBe(0)
  expect(await signIn('192.0.2.1', {}, device)).toBe(302)
})

test('S55: wrong codes of someone who has the password do not keep its owner’s device out', async () => {
  const device = await knownDevice()
  const user = await world.db.value('select id from users')
  await world.db.run('update users set totp_enabled_at = 1')
  // As the app stores recovery codes: without their dashes.
  const hash = createHash('sha256').update('aaaabbbbccccdddd').digest('base64url')
  await world.db.run('insert into recovery_codes (user_id, code_hash) values (?, ?)', user, hash)
  const code = async (browser: Browser, typed: string, address: string) => {
    expect(await signIn(address, {}, browser)).toBe(302)
    const from = { 'X-Forwarded-For': address }
    return (await browser.post('/admin/two-factor', { code: typed }, from)).status
  }
  const stranger = createBrowser(world.app)
  for (let count = 0; count < 5; count += 1) {
    expect(await code(stranger, `wrong-${count}`, '203.0.113.9')).toBe(401)
  }
  expect(await code(createBrowser(world.app), 'aaaa-bbbb-cccc-dddd', '198.51.100.7')).toBe(429)
  expect(await code(device, 'aaaa-bbbb-cccc-dddd', '192.0.2.1')).toBe(302)
  expect((await device.get('/admin')).status).toBe(200)
  // Whoever has stolen the device still has few guesses, which right passwords don't give back.
  await device.post('/admin/logout')
  for (let count = 0; count < 5; count += 1) {
    expect(await code(device, `wrong-${count}`, '192.0.2.1')).toBe(401)
  }
  expect(await code(device, 'wrong-again', '192.0.2.1')).toBe(429)
})

test('S55: scripts can’t read the device’s cookie, which reveals nothing about anyone', async () => {
  const { line, value } = await deviceCookie()
  expect(line.slice(device().length)).toMatch(
    /^[\w-]{22}\.\d{10}\.[\w-]{43}; Path=\/admin; Max-Age=15552000; HttpOnly; SameSite=Lax$/,
  )
  const id = await world.db.value('select id from users')
  for (const part of value.split('.')) {
    const texts = [part, Buffer.from(part, 'base64url').toString('latin1')]
    expect(texts.some((text) => text.includes(email) || text.includes(String(id)))).toBe(false)
  }
  // A wrong password, and a right one whose second step is still due, make no device known.
  const stranger = createBrowser(world.app)
  await signIn('192.0.2.1', { password: 'wrong' }, stranger)
  expect(stranger.lastSetCookie().join()).not.toContain(device())
})

test('S55, S57: a made-up, another account’s or an overlong device cookie opens no lane', async () => {
  const { value } = await deviceCookie()
  const [number = '', expires = '', signature = ''] = value.split('.')
  await addUser(world.db, { email: 'bob@site.example' })
  for (const who of [email, 'bob@site.example']) {
    for (let count = 0; count < 5; count += 1) {
      await signIn('203.0.113.9', { email: who, password: 'wrong' })
    }
  }
  const withCookie = async (token: string, who: string) => {
    const response = await createBrowser(world.app).post(
      '/admin/login',
      { email: who, password },
      { Cookie: `${device()}${token}`, 'X-Forwarded-For': '192.0.2.1' },
    )
    return [response.status, problemIn(await response.text())?.slice(0, 8) ?? null]
  }
  const blocked = [429, 'Too many']
  expect(await withCookie(value, 'bob@site.example')).toEqual(blocked)
  expect(await withCookie(`${number}.${Number(expires) + 1}.${signature}`, email)).toEqual(blocked)
  expect(await withCookie(`${'A'.repeat(22)}.${expires}.${signature}`, email)).toEqual(blocked)
  expect(await withCookie(`${number}.${expires}.${signature.slice(1)}`, email)).toEqual(blocked)
  expect(await withCookie('..', email)).toEqual(blocked)
  expect(await withCookie(value, email)).toEqual([302, null])
})

test('S20, S55: guesses from many IPv6 networks of one owner are counted together', async () => {
  const accounts = Array.from({ length: 25 }, (_, n) => `p${n}@site.example`)
  for (const address of accounts) await addUser(world.db, { email: address })
  // Four at each account and each network at most: neither is blocked by itself.
  for (let n = 0; n < 80; n += 1) {
    const address = `2001:db8:7:${(0x1100 + (n % 40)).toString(16)}::1`
    const who = accounts[n % 25] ?? ''
    expect(await signIn(address, { email: who, password: 'wrong' })).toBe(401)
  }
  expect(await signIn('2001:db8:7:11ff::1')).toBe(429)
  // Another /56 of the same /48 still has its own, and so has another /48.
  expect(await signIn('2001:db8:7:1200::1')).toBe(302)
  expect(await signIn('2001:db8:8::1')).toBe(302)
})

test('S20: correct sign-ins at the same time restore their own attempts and no failure', async () => {
  const address = '203.0.113.77'
  const right = Array.from({ length: 6 }, (_, n) => `right${n}@site.example`)
  const wrong = Array.from({ length: 6 }, (_, n) => `wrong${n}@site.example`)
  for (const who of [...right, ...wrong]) await addUser(world.db, { email: who })
  const statuses = await Promise.all([
    ...right.map((who) => signIn(address, { email: who })),
    ...wrong.map((who) => signIn(address, { email: who, password: 'wrong' })),
  ])
  expect(statuses).toEqual([...right.map(() => 302), ...wrong.map(() => 401)])
  const failures = await world.db.column(
    "select failures from sign_in_attempts where key like 'network:%'",
  )
  expect(failures).toEqual([wrong.length])
})

test('S13, S55: look-ups from many IPv6 networks of one owner are counted together', async () => {
  const lookUp = async (address: string) => {
    const response = await fetch(`${world.app.origin}/`, {
      method: 'POST',
      headers: { 'X-Forwarded-For': address },
      body: new URLSearchParams({ url: 'https://www.tiktok.com/@demo/video/7106594312292453675' }),
    })
    await response.arrayBuffer()
    return response.status
  }
  const address = (n: number) => `2001:db8:9:${n.toString(16)}::1`
  // Three a minute for each /64, 12 for each /56, 48 for the whole /48.
  for (let n = 0; n < 4; n += 1) expect(await lookUp(address(0))).toBe(n < 3 ? 200 : 429)
  for (let n = 1; n < 10; n += 1) expect(await lookUp(address(n))).toBe(200)
  expect(await lookUp(address(10))).toBe(429)
  for (let n = 0; n < 36; n += 1) {
    const network = 0x100 * (1 + Math.floor(n / 12)) + (n % 12)
    expect(await lookUp(address(network))).toBe(200)
  }
  expect(await lookUp(address(0x700))).toBe(429)
  expect(await lookUp('2001:db8:a::1')).toBe(200)
})
