// @module-tag whole
import { hashSync } from 'bcryptjs'
import { describe, expect, test } from 'vitest'
import { cpuSeconds } from '#tests/bench/process.ts'
import {
  addUser,
  createBrowser,
  password,
  problemIn,
  runAdminCli,
  throughSignIn,
} from '#tests/support/accounts.ts'
import { startApp } from '#tests/support/app-server.ts'
import { startAccountsWorld } from './admin-world.ts'

const world = startAccountsWorld()

/** Signs in, and gives what the form says and how the server answered. */
async function attempt(email: string, fields: Record<string, string> = {}) {
  const browser = createBrowser(world.app)
  const response = await browser.signIn(email, fields)
  const html = await response.text()
  return { response, html, problem: problemIn(html), browser }
}

const sessions = async () => Number(await world.db.value('select count(*) from sessions'))
const audit = (action: string) =>
  world.db.rows<{
    actor_id: string | null
    actor_label: string
    outcome: string
    after: string
    request_id: string
  }>('select * from audit_log where action = ? order by seq desc', action)

describe('signing in', () => {
  test('leads an admin to the back office, and signing out to the home page', {
    tags: 'gate',
  }, async () => {
    const id = await addUser(world.db, { email: 'ann@site.example', name: 'Ann Admin' })
    const { response, browser } = await attempt('ANN@Site.example ')
    expect([response.status, response.headers.get('location')]).toEqual([302, throughSignIn()])
    const html = await browser.html('/admin')
    expect(html).toContain('Ann Admin')
    expect((await audit('sign_in.done'))[0]).toMatchObject({ actor_id: id, outcome: 'success' })

    expect((await browser.get('/admin/logout')).headers.get('location')).toBe('/admin')
    expect(await sessions()).toBe(1)
    const out = await browser.post('/admin/logout')
    expect([out.status, out.headers.get('location')]).toEqual([302, '/'])
    expect(await sessions()).toBe(0)
    expect((await browser.get('/admin')).headers.get('location')).toBe('/admin/login')
  })

  test('leads back to the page that was asked for first, and to no other site', async () => {
    await addUser(world.db, { email: 'ann@site.example' })
    const visitor = createBrowser(world.app)
    const asked = await visitor.get('/admin/settings/account?a=1&b=2')
    const login = asked.headers.get('location') ?? ''
    expect(login).toBe('/admin/login?next=%2Fadmin%2Fsettings%2Faccount%3Fa%3D1%26b%3D2')
    expect(await visitor.html(login)).toContain(`action="${login}"`)
    const done = await visitor.signIn('ann@site.example', {}, login)
    expect(done.headers.get('location')).toBe(throughSignIn('/admin/settings/account?a=1&b=2'))
    for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example', '/save/1/x']) {
      const target = `/admin/login?${new URLSearchParams({ next })}`
      const result = await createBrowser(world.app).signIn('ann@site.example', {}, target)
      expect(result.headers.get('location'), next).toBe(throughSignIn())
    }
  })

  test('says that the browser kept no cookie, wherever that shows', { tags: 'gate' }, async () => {
    await addUser(world.db, { email: 'ann@site.example' })
    const { response, browser } = await attempt('ann@site.example')
    const led = response.headers.get('location') ?? ''
    expect((await browser.get(led)).headers.get('location')).toBe('/admin')
    const lost = `Your browser didn’t keep the cookie that signs you in. Allow cookies for ${world.app.origin}, then sign in again.`
    const blocked = createBrowser(world.app)
    expect(problemIn(await blocked.html(led))).toBe(lost)
    // The password was right, so the code's page is what lacks the cookie.
    await world.db.run('update users set totp_enabled_at = 1')
    const half = (await attempt('ann@site.example')).response.headers.get('location') ?? ''
    expect((await blocked.get(half)).headers.get('location')).toBe(throughSignIn())
    expect((await blocked.post(half, { code: '123456' })).headers.get('location')).toBe(
      throughSignIn(),
    )
    const passkey = await blocked.post('/admin/passkey', { intent: 'finish', answer: '{}' })
    expect(await passkey.json()).toEqual({ problem: expect.stringContaining('didn’t keep') })
    for (const unasked of ['/admin', '/admin/login', '/admin/two-factor']) {
      const page = await blocked.get(unasked)
      expect(page.headers.get('location') ?? '', unasked).not.toContain('from=')
      expect(await page.text(), unasked).not.toContain('didn’t keep')
    }
  })

  test('sends signed-in operators past the form', async () => {
    await addUser(world.db, { email: 'ann@site.example' })
    const { browser } = await attempt('ann@site.example')
    const again = await browser.get('/admin/login?next=%2Fadmin%2Fsettings%2Faccount')
    expect([again.status, again.headers.get('location')]).toEqual([302, '/admin/settings/account'])
  })

  test('has the fields of the form, and no default credentials in production', async () => {
    const html = await createBrowser(world.app).html('/admin/login')
    expect(html).toMatch(/<input(?=[^>]* required)[^>]*type="email"[^>]*name="email"/)
    expect(html).toMatch(/<input[^>]*type="password"[^>]*autoComplete="current-password"/i)
    expect(html).toMatch(/<input[^>]*type="checkbox"[^>]*name="remember"/)
    expect(html).toContain('href="/admin/forgot-password"')
    expect(html).not.toMatch(/cleanclip\.test|Development only|name="password" value/)
  })
})

describe('every error text, where it belongs', () => {
  test('wrong credentials: the fallback text in the red box, and the email kept', async () => {
    await addUser(world.db, { email: 'ann@site.example' })
    const wrong = await attempt('ann@site.example', { password: 'wrong' })
    expect(wrong.problem).toBe('Failed to login. Please check your credentials.')
    expect(wrong.response.status).toBe(401)
    expect(wrong.html).toContain('value="ann@site.example"')
    expect(wrong.html).not.toContain('wrong"')
    expect(wrong.response.headers.get('cache-control')).toBe('no-store')
    expect((await audit('sign_in.refused'))[0]).toMatchObject({
      actor_label: 'ann@site.example',
      outcome: 'failure',
    })
  })

  test('missing or overlong fields are refused without a check', async () => {
    await addUser(world.db, { email: 'ann@site.example' })
    const typed: Record<string, string>[] = [
      { password: '' },
      { email: '' },
      { password: 'a'.repeat(2000) },
    ]
    for (const fields of typed) {
      const result = await attempt('ann@site.example', fields)
      expect(result.problem).toBe('Enter your email and password.')
      expect(result.response.status).toBe(400)
    }
  })

  test('the credentials cannot be checked: Failed to login', async () => {
    await addUser(world.db, { email: 'ann@site.example' })
    const { problem, response } = await world.db.withTrigger(
      'before insert on sign_in_attempts',
      { failWith: 'a fault with a secret' },
      () => attempt('ann@site.example'),
    )
    expect([problem, response.status]).toEqual(['Failed to login', 500])
  })

  test('the account is gone once its password was right: No user returned from login', async () => {
    await addUser(world.db, { email: 'ann@site.example' })
    const { problem } = await world.db.withTrigger(
      'before delete on sign_in_attempts',
      'delete from users',
      () => attempt('ann@site.example'),
    )
    expect(problem).toBe('No user returned from login')
    expect(await sessions()).toBe(0)
  })

  test('the role cannot be read: Failed to verify user permissions, and signed out', async () => {
    await addUser(world.db, { email: 'ann@site.example' })
    const { problem, browser } = await world.db.withTrigger(
      'after insert on sessions',
      'delete from users where id = new.user_id',
      () => attempt('ann@site.example'),
    )
    expect(problem).toBe('Failed to verify user permissions')
    expect([await sessions(), browser.cookie()]).toEqual([0, ''])
  })

  test('not an admin: Unauthorized access, and signed out', async () => {
    await addUser(world.db, { email: 'user@site.example', role: 'user' })
    const { problem, response, browser } = await attempt('user@site.example')
    expect(problem).toBe('Unauthorized access. Admin permissions required.')
    expect([response.status, await sessions(), browser.cookie()]).toEqual([403, 0, ''])
    expect((await audit('sign_in.refused'))[0]).toMatchObject({ outcome: 'denied' })
  })

  test('anything else: An unknown error occurred during login', async () => {
    await addUser(world.db, { email: 'ann@site.example' })
    const { problem, html } = await world.db.withTrigger(
      'before insert on sessions',
      { failWith: 'a fault with a secret' },
      () => attempt('ann@site.example'),
    )
    expect(problem).toBe('An unknown error occurred during login')
    expect(html).not.toContain('secret')
  })

  test('the database cannot be read: banner, disabled button, and the same text on submit', async () => {
    const text = 'Database connection failed. Please check your configuration.'
    await addUser(world.db, { email: 'ann@site.example' })
    const healthy = await createBrowser(world.app).html('/admin/login')
    expect(healthy).toContain('<div role="alert" hidden="">')
    expect(healthy).not.toMatch(/<button[^>]*disabled=""[^>]*>Sign in/)
    expect((await createBrowser(world.app).get('/admin/connection')).status).toBe(200)
    await world.db.run('alter table users rename to users_elsewhere')
    try {
      const page = await createBrowser(world.app).html('/admin/login')
      expect(page).toContain(text)
      expect(page).not.toContain('<div role="alert" hidden="">')
      expect(page).toMatch(/<button[^>]*disabled=""[^>]*>Sign in/)
      expect((await createBrowser(world.app).get('/admin/connection')).status).toBe(503)
      const { html, response } = await attempt('ann@site.example')
      expect(response.status).toBe(503)
      expect(html).toContain(text)
    } finally {
      await world.db.run('alter table users_elsewhere rename to users')
    }
    expect((await attempt('ann@site.example')).response.status).toBe(302)
  })

  test('a session that can’t be read is neither refused nor ended', async () => {
    await addUser(world.db, { email: 'ann@site.example' })
    const { browser } = await attempt('ann@site.example')
    await world.db.run('alter table sessions rename to sessions_elsewhere')
    try {
      expect((await browser.get('/admin')).status).toBeGreaterThanOrEqual(500)
      expect(problemIn(await browser.html('/admin/login'))).toBeNull()
    } finally {
      await world.db.run('alter table sessions_elsewhere rename to sessions')
    }
    expect((await browser.get('/admin')).status).toBe(200)
  })

  test('a banned or inactive account sees why it’s refused, but only with the right password', async () => {
    await addUser(world.db, { email: 'off@site.example', status: 'inactive' })
    await addUser(world.db, { email: 'bad@site.example', status: 'banned' })
    expect((await attempt('off@site.example')).problem).toContain('isn’t active')
    expect((await attempt('bad@site.example')).problem).toContain('banned')
    for (const email of ['off@site.example', 'bad@site.example']) {
      const { problem } = await attempt(email, { password: 'wrong' })
      expect(problem).toBe('Failed to login. Please check your credentials.')
    }
    expect(await sessions()).toBe(0)
  })
})

describe('guessing', () => {
  test('S19: an unknown address gets the text, the status and the time of a wrong password', async () => {
    await addUser(world.db, { email: 'ann@site.example', passwordHash: hashSync(password, 12) })
    await addUser(world.db, { email: 'invited@site.example', passwordHash: null })
    // The processor's time, where it is known: the clock's is also that of what runs beside.
    const spent = () => cpuSeconds(world.app.process.pid ?? 0) ?? performance.now() / 1000
    const timeOf = async (email: string, typed: string) => {
      const times: number[] = []
      let said = ''
      for (let round = 0; round < 3; round += 1) {
        await world.db.run('delete from sign_in_attempts')
        const start = spent()
        const { problem, response } = await attempt(email, { password: typed })
        times.push(spent() - start)
        said = `${response.status} ${problem}`
      }
      return { said, seconds: Math.min(...times) }
    }
    const known = await timeOf('ann@site.example', 'wrong')
    for (const [email, typed] of [
      ['nobody@site.example', 'wrong'],
      ['invited@site.example', 'wrong'],
      ['ann@site.example', 'x'.repeat(100)],
    ] as const) {
      const other = await timeOf(email, typed)
      expect(other.said).toBe(known.said)
      expect(other.seconds).toBeGreaterThan(known.seconds / 2)
      expect(other.seconds).toBeLessThan(known.seconds * 2)
    }
  })

  test('S20: an account is blocked after five failures, across restarts, until it is unlocked', async () => {
    await addUser(world.db, { email: 'ann@site.example' })
    for (let count = 0; count < 5; count += 1) {
      expect((await attempt('ann@site.example', { password: 'wrong' })).response.status).toBe(401)
    }
    const blocked = await attempt('ann@site.example')
    expect(blocked.problem).toMatch(/^Too many failed attempts\. Try again in \d+ seconds\.$/)
    expect(blocked.response.status).toBe(429)
    expect(Number(blocked.response.headers.get('retry-after'))).toBeLessThanOrEqual(30)

    // The next block lasts longer than a start can take.
    await world.db.run(
      "update sign_in_attempts set failures = 12, blocked_until = 0 where key like 'account:%'",
    )
    await attempt('ann@site.example', { password: 'wrong' })
    await world.app.stop('SIGKILL')
    world.app = await startApp({}, world.app.dataDir)
    expect((await attempt('ann@site.example')).response.status).toBe(429)
    const { code, out } = await runAdminCli(world.app, ['unlock', '--email', 'ann@site.example'])
    expect([code, out]).toEqual([0, 'Unlocked ann@site.example.\n'])
    expect((await attempt('ann@site.example')).response.status).toBe(302)
    expect(await audit('sign_in.unlocked')).toHaveLength(1)
  })

  test('S20: a block doesn’t last longer when the clock is set back', async () => {
    await addUser(world.db, { email: 'ann@site.example' })
    for (let count = 0; count < 5; count += 1) {
      await attempt('ann@site.example', { password: 'wrong' })
    }
    await world.app.stop('SIGKILL')
    // What the rows look like after the clock was set back by a day.
    await world.db.run('update sign_in_attempts set last_at = last_at + 86400000')
    await world.db.run(
      'update sign_in_attempts set blocked_until = blocked_until + 86400000 where blocked_until > 0',
    )
    const stoppedAt = Date.now()
    world.app = await startApp({}, world.app.dataDir)
    const { response } = await attempt('ann@site.example')
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(30)
    const ends = await world.db.value('select max(blocked_until) from sign_in_attempts')
    expect(Number(ends)).toBeLessThanOrEqual(Date.now() + 30_000)
    expect(Number(ends)).toBeGreaterThan(stoppedAt)
  })

  test('S20: waits grow, unknown accounts are blocked alike, and no address is stored', async () => {
    const waits: number[] = []
    for (let count = 0; count < 9; count += 1) {
      const { response } = await attempt('nobody@site.example', { password: 'wrong' })
      expect(response.status).toBe(401)
      const row = (await world.db.row(
        `select blocked_until - last_at as wait from sign_in_attempts where key like 'account:%'`,
      )) as { wait: number }
      waits.push(Math.max(0, row.wait))
      await world.db.run(`update sign_in_attempts set blocked_until = 0`)
    }
    expect(waits).toEqual([0, 0, 0, 0, 30_000, 60_000, 120_000, 240_000, 480_000])
    const stored = JSON.stringify(await world.db.rows('select * from sign_in_attempts'))
    expect(stored).not.toMatch(/nobody|127\.0\.0\.1/)
  })

  test('S20: guesses sent at once are counted like guesses in a row', {
    tags: 'gate',
  }, async () => {
    await addUser(world.db, { email: 'ann@site.example' })
    const results = await Promise.all(
      Array.from({ length: 15 }, () => attempt('ann@site.example', { password: 'wrong' })),
    )
    const statuses = results.map(({ response }) => response.status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  })

  test('S20: a network that tries many accounts is blocked for all of them', async () => {
    await addUser(world.db, { email: 'ann@site.example' })
    await world.db.run('update users set password_hash = null')
    for (let count = 0; count < 20; count += 1) {
      const { response } = await attempt(`person${count}@site.example`, { password: 'x' })
      expect(response.status).toBe(401)
    }
    expect((await attempt('ann@site.example')).response.status).toBe(429)
    expect((await runAdminCli(world.app, ['unlock', '--all'])).code).toBe(0)
    expect((await attempt('ann@site.example')).response.status).toBe(401)
  })

  test('S20: the right password resets the count', async () => {
    await addUser(world.db, { email: 'ann@site.example' })
    for (let round = 0; round < 2; round += 1) {
      for (let count = 0; count < 4; count += 1) {
        await attempt('ann@site.example', { password: 'wrong' })
      }
      expect((await attempt('ann@site.example')).response.status).toBe(302)
    }
    expect(await world.db.column(`select failures from sign_in_attempts`)).toEqual([8])
  })
})

describe('S17: requests that other sites make browsers send', () => {
  test('cannot sign in, sign out or act', { tags: 'gate' }, async () => {
    await addUser(world.db, { email: 'ann@site.example' })
    const { browser } = await attempt('ann@site.example')
    const foreign: Record<string, string>[] = [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': '', Origin: 'https://evil.example' },
      { 'Sec-Fetch-Site': '', Origin: 'null' },
    ]
    for (const headers of foreign) {
      for (const target of [
        '/admin/logout',
        '/admin/login',
        '/admin/settings/account',
        '/admin',
        '/admin/x.data',
      ]) {
        const response = await browser.post(target, { intent: 'end-other-sessions' }, headers)
        expect(response.status, `${target} ${JSON.stringify(headers)}`).toBeGreaterThanOrEqual(400)
        expect(response.headers.get('location')).toBeNull()
      }
    }
    expect(await sessions()).toBe(1)
  })

  test('are told apart from this site’s forms at another address than APP_URL, which are taken', async () => {
    await addUser(world.db, { email: 'ann@site.example' })
    const { browser } = await attempt('ann@site.example')
    const here = world.app.origin.replace('127.0.0.1', 'localhost')
    // As browsers send it without https: nothing says of which site the sender is.
    const response = await fetch(`${here}/de/newsletter`, {
      method: 'POST',
      headers: { Cookie: browser.cookie(), Origin: here },
      body: new URLSearchParams({ email: 'ann@site.example' }),
    })
    expect(response.status).not.toBe(403)
    const line = await world.app.said('for another host than APP_URL')
    const openedAt = new URL(here).host
    expect(JSON.parse(line)).toMatchObject({ level: 40, openedAt, APP_URL: world.app.origin })
  })
})
