// @module-tag process
import { Secret, TOTP } from 'otpauth'
import { toString as qrCode } from 'qrcode'
import { beforeEach, describe, expect, test } from 'vitest'
import { saveTab } from '#tests/settings/settings-world.ts'
import {
  addUser,
  type Browser,
  createBrowser,
  password,
  problemIn,
  runAdminCli,
  throughSignIn,
} from '#tests/support/accounts.ts'
import { startAccountsWorld } from './admin-world.ts'

const email = 'ann@site.example'
const ownPassword = password

const world = startAccountsWorld()
beforeEach(async () => {
  await addUser(world.db, { email })
})

/** The code of a time step, counted from the present one. */
function code(secret: string, step = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return totp.generate({ timestamp: Date.now() + step * 30_000 })
}

/** Sets two-factor sign-in up as an operator does. */
async function enrolled(
  written = (text: string) => text,
): Promise<{ browser: Browser; secret: string; recoveryCodes: string[] }> {
  const browser = createBrowser(world.app)
  await browser.signIn(email)
  await browser.post('/admin/settings/account', { intent: 'two-factor-begin' })
  const page = await browser.html('/admin/settings/account')
  expect(page).toContain('src="data:image/svg+xml;base64,')
  const [, secret = ''] = /data-totp-secret="true">([A-Z2-7]+)</.exec(page) ?? []
  const response = await browser.post('/admin/settings/account', {
    intent: 'two-factor-on',
    ownPassword,
    code: written(code(secret)),
  })
  const html = await response.text()
  const list = /data-recovery-codes="true"[^>]*>(.*?)<\/ul>/.exec(html)?.[1] ?? ''
  const recoveryCodes = [...list.matchAll(/<li>([^<]+)<\/li>/g)].map(([, text = '']) => text)
  // The code used here does not count again; the tests take those of other steps.
  await world.db.run('update users set totp_last_counter = totp_last_counter - 5')
  return { browser, secret, recoveryCodes }
}

async function secondStep(typed: string): Promise<{ response: Response; browser: Browser }> {
  const browser = createBrowser(world.app)
  const first = await browser.signIn(email)
  expect(first.headers.get('location')).toBe('/admin/two-factor?next=%2Fadmin')
  return {
    response: await browser.post('/admin/two-factor?next=%2Fadmin', { code: typed }),
    browser,
  }
}

describe('two-factor sign-in', () => {
  test('is off by default, and asks for the app’s code once it’s on', async () => {
    const { secret, recoveryCodes } = await enrolled()
    expect(new Set(recoveryCodes).size).toBe(10)
    const { response, browser } = await secondStep(code(secret))
    expect([response.status, response.headers.get('location')]).toEqual([302, '/admin'])
    expect((await browser.get('/admin')).status).toBe(200)
    const done = await world.db.value(
      `select after from audit_log where action = 'sign_in.done' order by seq desc`,
    )
    expect(JSON.parse(String(done))).toEqual({ secondStep: 'app', remember: false })
  })

  test('opens nothing before the second step, which makes a new id', async () => {
    const { secret } = await enrolled()
    const browser = createBrowser(world.app)
    await browser.signIn(email, { remember: 'on' })
    const half = browser.cookie()
    expect(browser.lastSetCookie()[0]).not.toContain('Max-Age')
    for (const target of ['/admin', '/admin/settings/account', '/admin.data']) {
      expect((await browser.get(target)).status, target).not.toBe(200)
    }
    expect((await browser.get('/admin/two-factor')).status).toBe(200)
    await browser.post('/admin/two-factor', { code: code(secret) })
    expect(browser.lastSetCookie()[0]).toContain('Max-Age=2592000')
    expect(browser.cookie()).not.toBe(half)
    expect((await createBrowser(world.app).get('/admin', { Cookie: half })).status).toBe(302)
    expect((await browser.get('/admin')).status).toBe(200)
  })

  test('only the right password opens the code page, for ten minutes', async () => {
    const { secret } = await enrolled()
    const stranger = createBrowser(world.app)
    expect((await stranger.get('/admin/two-factor')).headers.get('location')).toBe('/admin/login')
    const response = await stranger.post('/admin/two-factor', { code: code(secret) })
    expect(response.headers.get('location')).toBe('/admin/login')
    const late = createBrowser(world.app)
    await late.signIn(email)
    await world.db.run(
      `update sessions set expires_at = expires_at - 600000 where stage = 'second_step'`,
    )
    expect((await late.get('/admin/two-factor')).headers.get('location')).toBe(
      '/admin/login?ended=expired',
    )
  })

  test('S23: each code works once, even for two requests at the same time', async () => {
    const { secret } = await enrolled()
    const now = code(secret)
    expect((await secondStep(now)).response.status).toBe(302)
    const again = await secondStep(now)
    expect(again.response.status).toBe(401)
    expect(problemIn(await again.response.text())).toContain('is wrong')
    // An older code is as good as used.
    expect((await secondStep(code(secret, -1))).response.status).toBe(401)
    const both = await Promise.all([secondStep(code(secret, 1)), secondStep(code(secret, 1))])
    expect(both.map(({ response }) => response.status).sort()).toEqual([302, 401])
  })

  test('S23: recovery codes are stored as hashes, and each works once', async () => {
    const { recoveryCodes } = await enrolled()
    const [first = '', second = ''] = recoveryCodes
    const stored = JSON.stringify(await world.db.rows('select * from recovery_codes'))
    for (const text of recoveryCodes) {
      expect(stored).not.toContain(text)
      expect(stored).not.toContain(text.replaceAll('-', ''))
    }
    expect((await secondStep(first.toUpperCase())).response.status).toBe(302)
    expect((await secondStep(first)).response.status).toBe(401)
    expect((await secondStep(second.replaceAll('-', ' '))).response.status).toBe(302)
    expect(await world.db.value('select count(*) from recovery_codes')).toBe(8)
  })

  test('takes a code as other keyboards and a copied list write it', async () => {
    const inFullWidth = (text: string) =>
      text.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))
    const { secret, recoveryCodes } = await enrolled(inFullWidth)
    const wide = inFullWidth(code(secret, -1))
    const arabic = code(secret).replace(/\d/g, (d) => String.fromCharCode(0x660 + Number(d)))
    const spaced = code(secret, 1).replace(/(\d{3})/, '\u2067$1\u00a0\u200b')
    for (const typed of [wide, arabic, spaced]) {
      expect([typed, (await secondStep(typed)).response.status]).toEqual([typed, 302])
    }
    const [first = '', second = '', third = '', fourth = ''] = recoveryCodes
    for (const typed of [
      first.replaceAll('-', '–'),
      `1. ${second.replaceAll('-', '\u2011')}\u200b`,
      inFullWidth(third.toUpperCase()),
      `10)\u3000${fourth.replaceAll('-', '\u2212')}.`,
    ]) {
      expect([typed, (await secondStep(typed)).response.status]).toEqual([typed, 302])
    }
    expect(await world.db.value('select count(*) from recovery_codes')).toBe(6)
  })

  test('a wrong code names the server’s time, for a device whose clock differs', async () => {
    const { secret } = await enrolled()
    const { response } = await secondStep(code(secret, 4))
    expect(response.status).toBe(401)
    const problem = problemIn(await response.text())
    expect(problem).toMatch(/wrong or was already used\. The server’s time is \d\d:\d\d:\d\d UTC/)
  })

  test('S40: the secret is encrypted in the database, and on no page once it is on', async () => {
    const { browser, secret } = await enrolled()
    const stored = String(await world.db.value('select totp_secret from users'))
    expect(stored).toMatch(/^v1\./)
    expect(stored).not.toContain(secret)
    for (const target of ['/admin/settings/account', '/admin/settings/account.data']) {
      expect(await browser.html(target)).not.toContain(secret)
    }
    expect(JSON.stringify(await world.db.rows('select * from audit_log'))).not.toContain(secret)
  })

  test('guessing codes is limited', async () => {
    const { secret } = await enrolled()
    const browser = createBrowser(world.app)
    await browser.signIn(email)
    for (let count = 0; count < 5; count += 1) {
      const response = await browser.post('/admin/two-factor', { code: '000000' })
      expect(response.status).toBe(401)
    }
    const blocked = await browser.post('/admin/two-factor', { code: code(secret) })
    expect(blocked.status).toBe(429)
    await runAdminCli(world.app, ['unlock', '--email', email])
    expect((await browser.post('/admin/two-factor', { code: code(secret) })).status).toBe(302)
  })

  test('S28: turning it on or off, or creating new codes, asks for the password again', async () => {
    const { browser, recoveryCodes } = await enrolled()
    for (const what of ['two-factor-off', 'new-recovery-codes']) {
      const response = await browser.post('/admin/settings/account', {
        intent: what,
        ownPassword: 'wrong',
      })
      expect(await response.text()).toContain('That isn’t your password.')
    }
    expect((await secondStep(recoveryCodes[0] ?? '')).response.status).toBe(302)
    const renewed = await browser.post('/admin/settings/account', {
      intent: 'new-recovery-codes',
      ownPassword,
    })
    const page = await renewed.text()
    expect(page).toContain('data-recovery-codes')
    const [, offer = ''] = /name="offer" value="([^"]+)"/.exec(page) ?? []
    const [newCode = ''] =
      /data-recovery-codes="true"[^>]*>.*?<li>([^<]+)<\/li>/.exec(page)?.slice(1) ?? []
    const keep = (sent: string) =>
      browser.post('/admin/settings/account', { intent: 'keep-recovery-codes', offer: sent })

    // Until the new codes are said to be kept, the old ones work: the page may have been closed.
    expect((await secondStep(newCode)).response.status).toBe(401)
    await keep(`${offer.slice(0, -2)}AA`)
    expect((await secondStep(newCode)).response.status).toBe(401)
    await keep(offer)
    expect((await secondStep(recoveryCodes[1] ?? '')).response.status).toBe(401)
    expect((await secondStep(newCode)).response.status).toBe(302)
    // What was sent once brings no used code back.
    await keep(offer)
    expect((await secondStep(newCode)).response.status).toBe(401)
    await browser.post('/admin/settings/account', { intent: 'two-factor-off', ownPassword })
    const plain = await createBrowser(world.app).signIn(email)
    expect(plain.headers.get('location')).toBe(throughSignIn())
  })

  test('is not turned on by a wrong code, nor by looking at the page', async () => {
    const browser = createBrowser(world.app)
    await browser.signIn(email)
    await browser.get('/admin/settings/account')
    expect(await world.db.value('select totp_secret from users')).toBeNull()
    await browser.post('/admin/settings/account', { intent: 'two-factor-begin' })
    const response = await browser.post('/admin/settings/account', {
      intent: 'two-factor-on',
      ownPassword,
      code: '000000',
    })
    expect(await response.text()).toContain('That code is wrong. Try the next one. The server’s')
    for (const strange of ['12345é', '１２３４５', '', '\u200b', '1234567']) {
      const refused = await browser.post('/admin/settings/account', {
        intent: 'two-factor-on',
        ownPassword,
        code: strange,
      })
      expect([strange, refused.status]).toEqual([strange, 400])
    }
    const plain = await createBrowser(world.app).signIn(email)
    expect(plain.headers.get('location')).toBe(throughSignIn())
  })

  test('an operator who lost the app and the codes is let in from the command line', async () => {
    await enrolled()
    const { out } = await runAdminCli(world.app, ['two-factor-off', '--email', email])
    expect(out).toContain('is off now')
    const plain = await createBrowser(world.app).signIn(email)
    expect(plain.headers.get('location')).toBe(throughSignIn())
  })

  test('shows a code that apps read, whatever the site is named', async () => {
    const browser = createBrowser(world.app)
    await browser.signIn(email)
    await saveTab(browser, 'general', { siteName: 'Clips: the Site' })
    await browser.post('/admin/settings/account', { intent: 'two-factor-begin' })
    const page = await browser.html('/admin/settings/account')
    const [, secret = ''] = /data-totp-secret="true">([A-Z2-7]+)</.exec(page) ?? []
    // Key URI format: neither part of the label has a colon of its own.
    const uri = `otpauth://totp/Clips%20the%20Site:ann%40site.example?issuer=Clips%20the%20Site&secret=${secret}&algorithm=SHA1&digits=6&period=30`
    const svg = await qrCode(uri, { type: 'svg', margin: 4, errorCorrectionLevel: 'M' })
    expect(page).toContain(Buffer.from(svg).toString('base64'))
    await saveTab(browser, 'general', { siteName: 'Cleanclip' })
  })

  test('a password manager finds where the password is changed, and whose it is', async () => {
    const browser = createBrowser(world.app)
    await browser.signIn(email)
    const led = await browser.get('/.well-known/change-password')
    const account = '/admin/settings/account#password-title'
    expect([led.status, led.headers.get('location')]).toEqual([302, account])
    const [field = ''] =
      /<input[^>]*name="username"[^>]*>/.exec(await browser.html('/admin/settings/account')) ?? []
    expect(field).toContain(`value="${email}"`)
    expect(field).toContain('autoComplete="username"')
    expect(field).not.toContain('hidden"')
  })

  test('S50: where the setting requires it, nothing else opens before it is set up', async () => {
    const operator = createBrowser(world.app)
    await operator.signIn(email)
    const required = await saveTab(operator, 'security', { twoFactorRequired: 'on' })
    expect(required.status).toBe(302)
    const browser = createBrowser(world.app)
    await browser.signIn(email)
    for (const target of [
      '/admin',
      '/admin/nothing',
      '/admin/settings/account/nothing/../../users',
    ]) {
      const response = await browser.get(target)
      expect(response.headers.get('location'), target).toBe('/admin/settings/account')
    }
    expect(await browser.html('/admin/settings/account')).toContain('This site requires it')
    const { browser: protectedOne } = await enrolled()
    const after = createBrowser(world.app)
    await after.signIn(email)
    expect((await after.get('/admin/two-factor')).status).toBe(200)
    // The tests' app goes on as before.
    const lifted = await saveTab(protectedOne, 'security', { twoFactorRequired: null })
    expect(lifted.status).toBe(302)
  })
})
