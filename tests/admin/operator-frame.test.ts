// @module-tag whole
import { Secret, TOTP } from 'otpauth'
import { afterEach, describe, expect, test } from 'vitest'
import { shownMessagesCookie } from '#app/http/shown-messages.ts'
import { messages, startAdminWorld } from '#tests/accounts/admin-world.ts'
import { saveTab } from '#tests/settings/settings-world.ts'
import {
  addUser,
  createBrowser,
  openDatabase,
  password,
  problemIn,
} from '#tests/support/accounts.ts'
import { discardApp, startApp } from '#tests/support/app-server.ts'
import { elementsOf } from '#tests/support/html.ts'
import { addFailedRun } from '#tests/support/recurring-jobs.ts'
import { addRows } from '#tests/support/rows.ts'
import { testEngine } from '#tests/support/sql.ts'

const world = startAdminWorld()
const email = 'op@site.example'

/** The ids of the banners of a page. */
async function banners(target = '/admin'): Promise<string[]> {
  return elementsOf(await world.browser.html(target)).flatMap(
    ({ attributes }) => attributes['data-banner'] ?? [],
  )
}

afterEach(async () => {
  await world.db.run("delete from jobs where kind = 'backup' and state = 'failed'")
})

describe('problems with the site', () => {
  test('are shown at the top of every page until they’re fixed', async () => {
    const pages = [
      '/admin',
      '/admin/users',
      '/admin/settings/email',
      '/admin/system',
      '/admin/audit',
    ]
    // No extraction service is set up here.
    for (const page of pages) expect(await banners(page)).toEqual(['demo-mode'])
    await saveTab(world.browser, 'general', { maintenanceMode: 'on' })
    for (const page of pages) expect(await banners(page)).toEqual(['maintenance-mode', 'demo-mode'])
    const html = await world.browser.html('/admin/users')
    expect(html).toMatch(/<section [^>]*aria-label="Site status">/)
    expect(html.indexOf('data-banner="maintenance-mode"')).toBeLessThan(html.indexOf('<h1'))
    await saveTab(world.browser, 'general', { maintenanceMode: null })
    expect(await banners()).toEqual(['demo-mode'])

    const live = await startApp({ EXTRACTION_API_URL: 'http://127.0.0.1:9/', LOG_LEVEL: 'error' })
    try {
      const db = openDatabase(live)
      await addUser(db, { email })
      await db.close()
      const browser = createBrowser(live)
      await browser.signIn(email)
      const page = await browser.html('/admin')
      expect(page).toContain('Dashboard')
      expect(page).not.toMatch(/data-banner|Site status/)
    } finally {
      await discardApp(live)
    }
  })

  test('failing email is shown while emails are retried, not for one that was given up', async () => {
    await addRows(world.db, 'outbox', [{ state: 'failed', error: 'No connection' }])
    expect(await banners()).toEqual(['demo-mode'])
    await addRows(world.db, 'outbox', [{ state: 'waiting', error: 'No connection' }])
    expect(await banners()).toEqual(['mail-failures', 'demo-mode'])
  })

  test.runIf(testEngine === 'sqlite')(
    'a failed backup is shown although the badge is off for it',
    async () => {
      await addFailedRun(world.db, 'backup', 'No room', Date.now())
      expect(await banners()).toEqual(['backup-failed', 'demo-mode'])
      await saveTab(world.browser, 'notifications', { notifyBackupFailed: null })
      expect(await banners()).toEqual(['demo-mode', 'backup-failed'])
      const html = await world.browser.html('/admin/notifications')
      const list = html.slice(html.indexOf('<h1'), html.indexOf('</main>'))
      expect(list).not.toContain('The last backup failed')
      await saveTab(world.browser, 'notifications', { notifyBackupFailed: 'badge' })
    },
  )

  test('large counts have separators', async () => {
    const failed = Array.from({ length: 2381 }, () => {
      return { state: 'failed' as const, error: 'No connection' }
    })
    await addRows(world.db, 'outbox', failed)
    expect(await world.browser.html('/admin/notifications')).toContain(
      '2,381 emails couldn’t be sent',
    )
  })
})

describe('required two-factor sign-in that is not set up', () => {
  test('leads to one page that explains what to do, without a menu, until it’s set up', async () => {
    const { browser } = world
    expect((await saveTab(browser, 'security', { twoFactorRequired: 'on' })).status).toBe(302)
    for (const page of ['/admin', '/admin/users', '/admin/settings', '/admin/users/export.csv']) {
      const response = await browser.get(page)
      expect(response.headers.get('location')).toBe('/admin/settings/account')
    }
    const account = '/admin/settings/account'
    const first = await browser.html(account)
    expect(first).toMatch(/<h1[^>]*>Set up two-factor sign-in to continue<\/h1>/)
    expect(first).toContain('This site requires it for every operator.')
    // Nothing that leads nowhere: no menu, no tabs, no bell, no banners, no other section.
    const links = elementsOf(first).flatMap(({ attributes: { href = '' } }) =>
      href.startsWith('/admin') ? href : [],
    )
    expect(new Set(links)).toEqual(new Set(['/admin', account]))
    expect(first).not.toMatch(/aria-label="(?:Admin|Settings)"|data-banner|New password/)
    expect(first).toContain('action="/admin/logout"')

    await browser.post(account, { intent: 'two-factor-begin' })
    const [, secret = ''] =
      /data-totp-secret="true">([A-Z2-7]+)</.exec(await browser.html(account)) ?? []
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    const wrong = await browser.post(account, {
      intent: 'two-factor-on',
      ownPassword: password,
      code: '1',
    })
    expect(await wrong.text()).toContain('Set up two-factor sign-in to continue')
    const code = totp.generate()
    const on = await browser.post(account, { intent: 'two-factor-on', ownPassword: password, code })
    const done = await on.text()
    expect(done).toContain('data-recovery-codes')
    expect(done).toContain('<nav aria-label="Admin">')
    // The codes are shown this once: nothing else is on the page.
    expect(done).not.toContain('id="profile-title"')
    expect((await browser.get('/admin')).status).toBe(200)
    await saveTab(browser, 'security', { twoFactorRequired: null })
  })
})

describe('the sign-in page explains why a session has ended', () => {
  async function said(): Promise<string> {
    const response = await world.browser.get('/admin/users')
    const login = response.headers.get('location') ?? ''
    expect(login).toMatch(/^\/admin\/login\?next=%2Fadmin%2Fusers/)
    const elements = elementsOf(await world.browser.html(login))
    return elements.find(({ attributes }) => attributes.role === 'status')?.text ?? ''
  }

  test('after too long without activity, and at the absolute limit', async () => {
    await world.db.run('update sessions set last_seen_at = last_seen_at - 61 * 60000')
    expect(await said()).toContain('signed out after a while without activity')
    await world.browser.signIn(email)
    await world.db.run('update sessions set expires_at = last_seen_at - 1')
    expect(await said()).toContain('Your sign-in has expired')
  })

  test('after a ban, a password change elsewhere, and a sign-out from another device', async () => {
    await addUser(world.db, { email: 'boss@site.example' })
    const boss = createBrowser(world.app)
    await boss.signIn('boss@site.example')
    const other = createBrowser(world.app)
    await other.signIn(email)
    const account = '/admin/settings/account'
    await other.post(account, { intent: 'end-other-sessions' })
    expect(await said()).toContain('signed out from another device or by an operator')
    await world.browser.signIn(email)
    const next = 'Another-good-1-password'
    await other.post(account, {
      intent: 'change-password',
      ownPassword: password,
      password: next,
      passwordAgain: next,
    })
    expect(await said()).toContain('because your password was changed')
    await world.browser.signIn(email, { password: next })
    await boss.post('/admin/users', { intent: 'ban', back: '/admin/users', id: world.operator })
    expect(await said()).toContain('account is no longer active')
  })

  test('but not to strangers, or after signing out yourself', async () => {
    const stranger = createBrowser(world.app)
    const made = { Cookie: world.browser.cookie().replace(/=\w{6}/, '=AAAAAA') }
    for (const headers of [{}, made]) {
      const response = await stranger.get('/admin/users', headers)
      expect(response.headers.get('location')).toBe('/admin/login?next=%2Fadmin%2Fusers')
    }
    const own = world.browser.cookie()
    await world.browser.post('/admin/logout')
    const after = await stranger.get('/admin/users', { Cookie: own })
    expect(after.headers.get('location')).toBe('/admin/login?next=%2Fadmin%2Fusers')
    expect(problemIn(await stranger.html('/admin/login?ended=nonsense'))).toBeNull()
  })
})

describe('forms that are refused', () => {
  test('a settings form has no anchor in its address, and its list of faults takes the focus', async () => {
    const refused = await saveTab(world.browser, 'security', { minPasswordLength: '3' })
    const html = await refused.text()
    expect(refused.status).toBe(400)
    const { attributes = {} } =
      elementsOf(html).find(({ attributes: found }) => 'data-problem' in found) ?? {}
    expect(attributes).toMatchObject({ role: 'group', tabindex: '-1' })
    expect(Object.keys(attributes)).toContain('autofocus')
    const actions = elementsOf(html).flatMap(({ attributes: found }) => found.action ?? [])
    expect(actions.join()).not.toContain('#faulty')
    const saved = await saveTab(world.browser, 'security', { minPasswordLength: '13' })
    expect(saved.headers.get('location')).toBe('/admin/settings/security')
    await saveTab(world.browser, 'security', { minPasswordLength: '12' })
  })

  test('two passwords that differ are reported together with every fault of the first', async () => {
    const answer = await world.browser.post('/admin/settings/account', {
      intent: 'change-password',
      ownPassword: 'wrong',
      password: 'short',
      passwordAgain: 'other',
    })
    const html = await answer.text()
    for (const text of [
      'The two passwords don’t match.',
      'Use at least 12 characters.',
      'Use at least one uppercase letter.',
      'Use at least one number.',
      'That isn’t your password.',
    ]) {
      expect(html).toContain(text)
    }
  })
})

describe('the message about the last action', () => {
  test('waits until a page shows it, and isn’t used up by prefetches or HEAD requests', async () => {
    const id = await addUser(world.db, { email: 'ann@users.example', name: 'Ann', role: 'user' })
    await world.browser.post('/admin/users', { id, intent: 'ban', back: '/admin/users' })
    for (const target of ['/admin/users', '/admin/users.data']) {
      const ahead = await world.browser.get(target, { 'Sec-Purpose': 'prefetch' })
      expect(await ahead.text()).not.toContain('and signed out')
      const headers = await world.browser.send(target, { method: 'HEAD' })
      expect(headers.status).toBe(200)
    }
    expect(await messages(world.browser, '/admin/users')).toEqual([
      'success: Ann is banned, and signed out.',
    ])
    expect(await messages(world.browser, '/admin/users')).toEqual([])
  })

  test('is in all data that a page requests, until the page confirms it was shown', async () => {
    const id = await addUser(world.db, { email: 'ann@users.example', name: 'Ann', role: 'user' })
    const says = async (shown?: string) => {
      const cookie = `${world.browser.cookie()}; ${shownMessagesCookie}=other.${shown}`
      const answer = await world.browser.get('/admin/users.data', { Cookie: cookie })
      const text = await answer.text()
      return [text.includes('Ann is banned'), text.includes('Ann is unbanned')]
    }
    const stored = async (): Promise<{ id: string }[]> => {
      const query = 'select flash from sessions where flash is not null'
      return (await world.db.column(query)).flatMap((flash) => JSON.parse(String(flash)))
    }
    await world.browser.post('/admin/users', { id, intent: 'ban', back: '/admin/users' })
    expect(await says()).toEqual([true, false])
    expect(await says()).toEqual([true, false])
    const [banned] = await stored()
    await world.browser.post('/admin/users', { id, intent: 'unban', back: '/admin/users' })
    expect(await says(banned?.id)).toEqual([false, true])
    const [unbanned] = await stored()
    expect(await says(unbanned?.id)).toEqual([false, false])
    expect(await stored()).toEqual([])
  })

  test('waits for the next page if the requested one redirects', async () => {
    const id = await addUser(world.db, { email: 'ann@users.example', name: 'Ann', role: 'user' })
    await world.browser.post('/admin/users', { id, intent: 'ban', back: '/admin/users' })
    // The list has no such page any more.
    const gone = await world.browser.get('/admin/users?q=nobody&cursor=gone')
    expect(gone.headers.get('location')).toBe('/admin/users?q=nobody')
    expect(await messages(world.browser, '/admin/users?q=nobody')).toEqual([
      'success: Ann is banned, and signed out.',
    ])
  })
})

describe('what browsers get', () => {
  test('holds no hash and no secret of an account, of a session or of the settings', async () => {
    const id = await addUser(world.db, { email: 'ann@users.example', name: 'Ann' })
    const other = createBrowser(world.app)
    await other.signIn('ann@users.example')
    await saveTab(world.browser, 'email', {
      smtpHost: 'smtp.example.com',
      smtpPassword: 'a-secret-word',
      ownPassword: password,
    })
    const secrets = (
      await world.db.column('select password_hash from users union select id_hash from sessions')
    ).map(String)
    expect(secrets.length).toBeGreaterThan(2)
    for (const page of [
      '/admin/users',
      `/admin/users/${id}`,
      '/admin/audit',
      '/admin/settings/account',
      '/admin/settings/email',
      '/admin/settings/api',
      '/admin/system',
    ]) {
      for (const form of [page, `${page}.data`]) {
        const text = await world.browser.html(form)
        expect(text).toContain('Olga Operator')
        for (const secret of [...secrets, 'a-secret-word']) expect(text, form).not.toContain(secret)
      }
    }
  })
})
