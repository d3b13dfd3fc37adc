// @module-tag process
import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  addUser,
  type Browser,
  cookieName,
  createBrowser,
  openDatabase,
  password,
  runAdminCli,
} from '#tests/support/accounts.ts'
import { discardApp, startApp } from '#tests/support/app-server.ts'
import { startAccountsWorld } from './admin-world.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const email = 'ann@site.example'

let id: string

const world = startAccountsWorld()
beforeEach(async () => {
  id = await addUser(world.db, { email })
})

async function signedIn(fields: Record<string, string> = {}, userAgent?: string): Promise<Browser> {
  const browser = createBrowser(world.app, userAgent)
  expect((await browser.signIn(email, fields)).status).toBe(302)
  return browser
}

/** Whether the back office lets someone in. */
async function isIn(browser: Browser): Promise<boolean> {
  return (await browser.get('/admin')).status === 200
}

/** Moves a session's times as the clock would: the session is so much older now. */
async function age(ms: number): Promise<void> {
  await world.db.run(
    `update sessions set created_at = created_at - ?, last_seen_at = last_seen_at - ?,
     expires_at = expires_at - ?`,
    ms,
    ms,
    ms,
  )
}

const rows = () =>
  world.db.rows<{
    id_hash: string
    created_at: number
    last_seen_at: number
    expires_at: number
    remember: number
    device_label: string
  }>('select * from sessions')

const sessionIs = () => `${cookieName(world.app, 'session')}=`

const valueIn = (cookies: string) => cookies.split(sessionIs())[1]?.split(';')[0] ?? ''

describe('the cookie', () => {
  test('S24: is a random id of 256 bits of which only the hash is stored, new at each sign-in', async () => {
    const browser = await signedIn()
    const value = decodeURIComponent(valueIn(browser.cookie()))
    const sent = JSON.parse(Buffer.from(value, 'base64').toString('utf8')) as string
    expect(Buffer.from(sent, 'base64url')).toHaveLength(32)
    const hash = createHash('sha256').update(sent).digest('base64url')
    expect((await rows()).map((row) => row.id_hash)).toEqual([hash])
    expect(JSON.stringify(await rows())).not.toContain(sent)

    // Whoever planted a cookie before the sign-in has nothing of it.
    const planted = browser.cookie()
    await browser.post('/admin/logout')
    await browser.send('/admin/login', { headers: { Cookie: planted } })
    await browser.signIn(email)
    expect(browser.cookie()).not.toBe(planted)
    expect((await rows()).map((row) => row.id_hash)).not.toContain(hash)
  })

  test('S25: is kept from scripts and other sites', async () => {
    const browser = await signedIn()
    const [line = ''] = browser.lastSetCookie()
    expect(line).toMatch(/^cleanclip-session-\d+=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/)
  })

  test('S25: carries __Host- on https', { tags: 'whole' }, async () => {
    const secure = await startApp({ APP_URL: 'https://site.example' })
    try {
      const secureDb = openDatabase(secure)
      await addUser(secureDb, { email })
      await secureDb.close()
      const visitor = createBrowser(secure)
      const response = await visitor.signIn(email)
      expect(response.status).toBe(302)
      expect(visitor.lastSetCookie()[0]).toMatch(
        /^__Host-cleanclip-session=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      )
    } finally {
      await discardApp(secure)
    }
  })

  test('is not a session if it’s made up', async () => {
    for (const value of [
      'x',
      'IiI%3D',
      `${'A'.repeat(3000)}`,
      'eyJhIjoxfQ%3D%3D',
      '%00',
      'bnVsbA==',
    ]) {
      const response = await createBrowser(world.app).get('/admin', { Cookie: sessionIs() + value })
      expect([response.status, response.headers.get('location')]).toEqual([302, '/admin/login'])
    }
  })

  test('is found among those of other apps, whatever they call theirs', async () => {
    const own = (await signedIn()).cookie()
    const name = sessionIs()
    for (const cookies of [
      `session=eyJhIjoxfQ.x; ${own}`,
      `${name}foreign; ${own}`,
      `${name}; ${name}IiI%3D; ${own}; ${name}x`,
    ]) {
      const { status } = await createBrowser(world.app).get('/admin', { Cookie: cookies })
      expect([cookies, status]).toEqual([cookies, 200])
    }
    const many = `${`${name}x; `.repeat(20)}${own}`
    expect((await createBrowser(world.app).get('/admin', { Cookie: many })).status).toBe(302)
  })

  test('is not requested by public pages, or given to visitors', async () => {
    const response = await createBrowser(world.app).get('/')
    expect(response.headers.getSetCookie()).toEqual([])
  })
})

describe('S26: how long a sign-in lasts', () => {
  test('ends after an hour without a request, and not before', async () => {
    const browser = await signedIn()
    await age(59 * minute)
    expect(await isIn(browser)).toBe(true)
    await age(59 * minute)
    expect(await isIn(browser)).toBe(true)
    await age(60 * minute)
    expect(await isIn(browser)).toBe(false)
    expect(await rows()).toEqual([])
  })

  test('S50: ends after the time in the session timeout setting', { tags: 'whole' }, async () => {
    const browser = await signedIn()
    const value = valueIn(browser.cookie())
    const setTimeoutMinutes = async (minutes: number) => {
      await world.db.run(
        `insert into settings (name, value, updated_at) values ('sessionTimeoutMinutes', ?, 0)
         on conflict (name) do update set value = excluded.value`,
        String(minutes),
      )
      await world.app.stop('SIGKILL')
      world.app = await startApp({}, world.app.dataDir)
    }
    try {
      await setTimeoutMinutes(5)
      const again = createBrowser(world.app)
      // The port, and so the cookie's name, is another.
      const cookie = sessionIs() + value
      const status = async () => (await again.get('/admin', { Cookie: cookie })).status
      expect(await status()).toBe(200)
      await age(4 * minute)
      expect(await status()).toBe(200)
      await age(5 * minute)
      expect(await status()).toBe(302)
    } finally {
      await world.db.run(`delete from settings where name = 'sessionTimeoutMinutes'`)
      await world.app.stop('SIGKILL')
      world.app = await startApp({}, world.app.dataDir)
    }
  })

  test('ends after twelve hours, however busy it was', { tags: 'whole' }, async () => {
    const browser = await signedIn()
    for (let halfHours = 0; halfHours < 23; halfHours += 1) {
      await age(30 * minute)
      expect(await isIn(browser), `after ${halfHours / 2} h`).toBe(true)
    }
    await age(30 * minute)
    expect(await isIn(browser)).toBe(false)
  })

  test('lasts for thirty days with “Remember me”', { tags: 'whole' }, async () => {
    const browser = await signedIn({ remember: 'on' })
    expect(browser.lastSetCookie()[0]).toContain(`Max-Age=${30 * 24 * 60 * 60}`)
    await age(20 * day)
    expect(await isIn(browser)).toBe(true)
    await age(10 * day)
    expect(await isIn(browser)).toBe(false)
  })

  test('R14: does not last longer when the clock is set back by an hour, a day or a year', {
    tags: 'whole',
  }, async () => {
    for (const jump of [hour, day, 365 * day]) {
      const browser = await signedIn({ remember: 'on' })
      await age(-jump)
      expect(await isIn(browser), `set back by ${jump / hour} h`).toBe(false)
      expect(await rows()).toEqual([])
    }
  })

  test('R14: everyone is signed out if the clock was set back while the server was down', {
    tags: 'whole',
  }, async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    await world.db.run(
      'update sessions set last_seen_at = last_seen_at + ? where id_hash = (select min(id_hash) from sessions)',
      hour,
    )
    await world.app.stop('SIGKILL')
    world.app = await startApp({}, world.app.dataDir)
    expect(await rows()).toEqual([])
    for (const browser of [one, two]) {
      const response = await createBrowser(world.app).get('/admin', { Cookie: browser.cookie() })
      expect(response.status).toBe(302)
    }
  })

  test('writes a session and its user at most once a minute', { tags: 'whole' }, async () => {
    const browser = await signedIn()
    const before = (await rows())[0]?.last_seen_at
    await isIn(browser)
    expect((await rows())[0]?.last_seen_at).toBe(before)
    await world.db.run('update users set last_active_at = 0')
    await age(2 * minute)
    await isIn(browser)
    expect((await rows())[0]?.last_seen_at).toBeGreaterThanOrEqual(before ?? 0)
    const active = Number(await world.db.value('select last_active_at from users'))
    expect(active).toBeGreaterThanOrEqual(before ?? 0)
  })
})

describe('S27: what ends a sign-in at the next request', () => {
  test('a ban, a deactivation, a deletion and a lost role', async () => {
    const changes = [
      `update users set status = 'banned'`,
      `update users set status = 'inactive'`,
      'delete from users',
      `update users set role = 'user'`,
    ]
    for (const change of changes) {
      await world.db.run('delete from users')
      id = await addUser(world.db, { email })
      const browser = await signedIn()
      expect(await isIn(browser)).toBe(true)
      await world.db.run(change)
      expect(await isIn(browser), change).toBe(false)
      expect(await rows(), change).toEqual([])
    }
  })

  test('a lost role is explained', async () => {
    const browser = await signedIn()
    await world.db.run(`update users set role = 'user'`)
    const response = await browser.get('/admin')
    const login = response.headers.get('location') ?? ''
    expect(await createBrowser(world.app).html(login)).toContain(
      'Unauthorized access. Admin permissions required.',
    )
    const [denial] = await world.db.rows(
      `select outcome, actor_id from audit_log where action = 'sign_in.refused' order by seq desc`,
    )
    expect(denial).toEqual({ outcome: 'denied', actor_id: id })
  })

  test('signing out, for that session only', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    const stolen = one.cookie()
    await one.post('/admin/logout')
    expect((await createBrowser(world.app).get('/admin', { Cookie: stolen })).status).toBe(302)
    expect(await isIn(two)).toBe(true)
  })

  test('a new password: your own session continues under a new id, all others end', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    const before = one.cookie()
    const next = 'Another-good-1-password'
    const response = await one.post('/admin/settings/account', {
      intent: 'change-password',
      ownPassword: password,
      password: next,
      passwordAgain: next,
    })
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      '/admin/settings/account',
    ])
    expect(one.cookie()).not.toBe(before)
    expect(await one.html('/admin/settings/account')).toContain('Your password was changed.')
    expect(await isIn(two)).toBe(false)
    expect((await createBrowser(world.app).get('/admin', { Cookie: before })).status).toBe(302)
    expect((await createBrowser(world.app).signIn(email)).status).toBe(401)
    expect((await createBrowser(world.app).signIn(email, { password: next })).status).toBe(302)
  })

  test('a new password from the command line', async () => {
    const browser = await signedIn()
    const args = ['reset-password', '--email', email]
    expect((await runAdminCli(world.app, args, 'Another-good-1-password\n')).code).toBe(0)
    expect(await isIn(browser)).toBe(false)
  })

  test('S29: a reset link, which sets a new password once and isn’t used up by opening it', async () => {
    const old = await signedIn()
    const next = 'Another-good-1-password'
    const args = ['reset-password', '--email', email, '--link']
    const link = new URL((await runAdminCli(world.app, args)).out.trim()).pathname
    const choose = () =>
      createBrowser(world.app).post(link, { password: next, passwordAgain: next })
    for (let look = 0; look < 2; look += 1) {
      const html = await createBrowser(world.app).html(link)
      expect(html).toContain('Choose a new password')
      expect(html).toContain(email)
    }
    const done = await choose()
    expect(done.headers.get('location')).toBe('/admin/login?message=password-changed')
    expect(await createBrowser(world.app).html('/admin/login?message=password-changed')).toContain(
      'Your password was changed.',
    )
    expect((await choose()).status).toBe(410)
    expect((await createBrowser(world.app).get(link)).status).toBe(410)
    expect(await isIn(old)).toBe(false)
    expect((await createBrowser(world.app).signIn(email)).status).toBe(401)
    expect((await createBrowser(world.app).signIn(email, { password: next })).status).toBe(302)
  })
})

describe('the list of your sessions', () => {
  test('shows devices, and ends one or all others', { tags: 'whole' }, async () => {
    const one = await signedIn({}, 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/143.0')
    const two = await signedIn({ remember: 'on' }, 'curl/8.5.0')
    const three = await signedIn({}, 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36')
    const html = await one.html('/admin/settings/account')
    for (const label of ['Firefox on Linux', 'curl', 'Chrome on Windows']) {
      expect(html).toContain(label)
    }
    for (const { id_hash } of await rows()) expect(html).not.toContain(id_hash)
    const [, handle = ''] = /curl.*?name="session" value="([^"]+)"/s.exec(html) ?? []
    await one.post('/admin/settings/account', { intent: 'end-session', session: handle })
    expect([await isIn(one), await isIn(two), await isIn(three)]).toEqual([true, false, true])
    await one.post('/admin/settings/account', { intent: 'end-other-sessions' })
    expect([await isIn(one), await isIn(three)]).toEqual([true, false])
  })

  test('can’t end someone else’s session', async () => {
    const mine = await signedIn()
    await addUser(world.db, { email: 'other@site.example' })
    const other = createBrowser(world.app)
    await other.signIn('other@site.example')
    const foreign = (await rows()).at(-1)
    await mine.post('/admin/settings/account', {
      intent: 'end-session',
      session: foreign?.id_hash ?? '',
    })
    expect(await isIn(other)).toBe(true)
  })

  test('S48: stores no address of a visitor', { tags: 'whole' }, async () => {
    await signedIn()
    expect(JSON.stringify(await rows())).not.toContain('127.0.0.1')
  })
})

describe('S28: the password is asked again', () => {
  test('for a new password, with the text beside the field, and blocked after many tries', {
    tags: 'whole',
  }, async () => {
    const browser = await signedIn()
    const next = 'Another-good-1-password'
    const change = (ownPassword: string) =>
      browser.post('/admin/settings/account', {
        intent: 'change-password',
        ownPassword,
        password: next,
        passwordAgain: next,
      })
    expect(await (await change('')).text()).toContain('Enter your password.')
    for (let count = 0; count < 5; count += 1) {
      const response = await change('wrong')
      expect(response.status).toBe(400)
      expect(await response.text()).toContain('That isn’t your password.')
    }
    expect(await (await change(password)).text()).toContain('Too many wrong passwords.')
    // That does not keep anyone from signing in.
    expect((await createBrowser(world.app).signIn(email)).status).toBe(302)
  })

  test('S22: and a new password follows the policy', { tags: 'whole' }, async () => {
    const browser = await signedIn()
    const said = async (next: string, again = next) => {
      const response = await browser.post('/admin/settings/account', {
        intent: 'change-password',
        ownPassword: password,
        password: next,
        passwordAgain: again,
      })
      return response.text()
    }
    expect(await said('Ab1!')).toContain('Use at least 12 characters.')
    expect(await said('no-uppercase-1')).toContain('Use at least one uppercase letter.')
    expect(await said('No-numbers-here')).toContain('Use at least one number.')
    expect(await said('NoSpecialChars1')).toContain('Use at least one special character.')
    expect(await said(`Aa1!${'ü'.repeat(40)}`)).toContain('72 bytes')
    expect(await said('P@ssw0rd12345!')).toContain('too easy to guess')
    expect(await said('Good-enough-4-all', 'Good-enough-4-alk')).toContain('don’t match')
    expect((await createBrowser(world.app).signIn(email)).status).toBe(302)
  })
})
