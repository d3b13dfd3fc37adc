// @module-tag whole
import { describe, expect, test } from 'vitest'
import { messages, signedIn, startAdminWorld } from '#tests/accounts/admin-world.ts'
import { startExtractionService } from '#tests/fakes/extraction-service.ts'
import {
  addUser,
  createBrowser,
  openDatabase,
  password,
  unescapeHtml,
} from '#tests/support/accounts.ts'
import { discardApp, startApp } from '#tests/support/app-server.ts'
import { controlsOf, problemOf, untouched } from '#tests/support/form-fields.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import {
  fillIn,
  lastChange,
  saveTab,
  settingsForm,
  storedSetting,
  type Typed,
  tabAddress,
} from './settings-world.ts'

const world = startAdminWorld()

describe('the Save button', () => {
  test('confirms that the settings are saved, once', async () => {
    const { browser } = world
    await saveTab(browser, 'performance', { cacheMinutes: '61' })
    const address = tabAddress('performance')
    expect(await messages(browser, address)).toEqual(['saved: Settings saved successfully'])
    expect(await messages(browser, address)).toEqual([])
  })

  test('keeps all that was typed when one value is wrong, and saves none of it', async () => {
    const { browser, db } = world
    const typed = { siteName: 'Typed name', contactAddress: 'wrong', maintenanceText: 'Two\nlines' }
    const html = await (await saveTab(browser, 'general', typed)).text()
    const kept = untouched(controlsOf(html, 'save'))
    expect([kept.get('siteName'), kept.get('contactAddress')]).toEqual(['Typed name', 'wrong'])
    expect(kept.get('maintenanceText')).toBe('Two\nlines')
    expect(html).toContain('Nothing was saved')
    expect(await storedSetting(db, 'siteName')).toBeUndefined()
    // What is corrected in the answered page is saved as if nothing had happened.
    const body = fillIn(kept, { contactAddress: 'right@site.example', intent: 'save' })
    await browser.send('/admin/settings', { method: 'POST', body })
    expect(await storedSetting(db, 'siteName')).toBe('Typed name')
    await saveTab(browser, 'general', { siteName: 'Cleanclip', maintenanceText: '' })
  })

  test('does not undo what another operator saved in the meantime', async () => {
    const { browser, db, app } = world
    await addUser(db, { email: 'second@site.example' })
    const second = await signedIn(app, 'second@site.example')
    const mine = await settingsForm(browser, 'performance', { maxConcurrentDownloads: '50' })
    await saveTab(second, 'performance', { downloadTimeoutSeconds: '55', compression: null })
    await browser.send(tabAddress('performance'), { method: 'POST', body: mine })
    const after = await settingsForm(browser, 'performance')
    expect(after.get('maxConcurrentDownloads')).toBe('50')
    expect([after.get('downloadTimeoutSeconds'), after.get('compression')]).toEqual(['55', null])
    expect(await lastChange(db)).toEqual({
      actor: 'op@site.example',
      before: { maxConcurrentDownloads: 100 },
      after: { maxConcurrentDownloads: 50 },
    })
    await saveTab(browser, 'performance', { maxConcurrentDownloads: '100', compression: 'on' })
  })

  test('shows that someone else changed the same setting, with both values, and then takes it', async () => {
    const { browser, db } = world
    const mine = await settingsForm(browser, 'performance', { cacheMinutes: '45' })
    await saveTab(browser, 'performance', { cacheMinutes: '30', countdownSeconds: '5' })
    const response = await browser.send(tabAddress('performance'), { method: 'POST', body: mine })
    const html = await response.text()
    expect(response.status).toBe(400)
    expect(problemOf(html, 'save', 'cacheMinutes')).toMatch(/^Someone changed this .* “30 minutes”/)
    expect(await storedSetting(db, 'cacheMinutes')).toBe(30)
    const again = untouched(controlsOf(html, 'save'))
    expect(again.get('cacheMinutes')).toBe('45')
    again.set('intent', 'save')
    const saved = await browser.send(tabAddress('performance'), { method: 'POST', body: again })
    expect([saved.status, await storedSetting(db, 'cacheMinutes')]).toEqual([302, 45])
    expect(await storedSetting(db, 'countdownSeconds')).toBe(5)
    await saveTab(browser, 'performance', { cacheMinutes: '60', countdownSeconds: '8' })
  })

  test('of many forms at once puts every change in force', async () => {
    const { browser } = world
    const changes = {
      cacheMinutes: '62',
      maxConcurrentDownloads: '62',
      downloadTimeoutSeconds: '62',
    }
    const forms = await Promise.all(
      Object.entries(changes).map(([name, value]) =>
        settingsForm(browser, 'performance', { [name]: value }),
      ),
    )
    const send = (body: URLSearchParams) =>
      browser.send(tabAddress('performance'), { method: 'POST', body })
    await Promise.all(forms.map(send))
    const shown = await settingsForm(browser, 'performance')
    for (const [name, value] of Object.entries(changes)) expect(shown.get(name)).toBe(value)
  })

  test('takes no field of another tab', async () => {
    const { browser, db } = world
    const form = await settingsForm(browser, 'performance', {
      twoFactorRequired: 'on',
      'twoFactorRequired.shown': 'x',
      smtpPassword: 'planted',
      'smtpPassword.shown': 'secret',
    })
    await browser.send(tabAddress('performance'), { method: 'POST', body: form })
    expect(await storedSetting(db, 'twoFactorRequired')).toBeUndefined()
    expect(await storedSetting(db, 'smtpPassword')).toBeUndefined()
  })
})

describe('S28: the own password is asked again', () => {
  const guarded = [
    ['email', 'smtpHost', 'mail.example'],
    ['email', 'smtpUser', 'somebody'],
    ['email', 'smtpEncryption', 'None'],
    ['email', 'smtpPassword', 'abc'],
    ['api', 'extractionUrl', 'https://x.example/'],
    ['api', 'fallbackExtractionUrl', 'https://x.example/'],
    ['api', 'mediaHosts', 'x.example'],
    ['security', 'twoFactorRequired', 'on'],
  ] as const

  test.each(guarded)('%s: before a change of %s', async (tab, name, value) => {
    const { browser, db } = world
    const before = await storedSetting(db, name)
    for (const ownPassword of ['', 'not mine']) {
      const response = await saveTab(browser, tab, { [name]: value, ownPassword })
      const problem = problemOf(await response.text(), 'save', 'ownPassword')
      expect([response.status, problem]).toEqual([400, expect.stringMatching(/password/)])
    }
    expect(await storedSetting(db, name)).toEqual(before)
  })

  test('and not before another change on the same tab', async () => {
    const { browser, db } = world
    const typed = { rateLimitPerMinute: '99', ownPassword: '' }
    expect((await saveTab(browser, 'api', typed)).status).toBe(302)
    expect(await storedSetting(db, 'rateLimitPerMinute')).toBe(99)
    await saveTab(browser, 'api', { rateLimitPerMinute: '100' })
  })
})

describe('a reset to the default', () => {
  const reset = async (tab: string, name: string, typed: Typed = {}) => {
    const form = await settingsForm(world.browser, tab, { ...typed, intent: `reset ${name}` })
    return world.browser.send(tabAddress(tab), { method: 'POST', body: form })
  }

  test('puts one setting back, with an entry in the audit log, and saves no other', async () => {
    const { browser, db } = world
    await saveTab(browser, 'performance', { cacheMinutes: '45' })
    expect(await browser.html(tabAddress('performance'))).toContain('value="reset cacheMinutes"')
    const response = await reset('performance', 'cacheMinutes', { countdownSeconds: '3' })
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(html).not.toContain('value="reset cacheMinutes"')
    expect(html).toContain('Cache duration is back to its default: 60 minutes')
    const shown = new Map(controlsOf(html, 'save').map(({ name, value }) => [name, value]))
    expect([shown.get('cacheMinutes'), shown.get('countdownSeconds')]).toEqual(['60', '3'])
    expect(await storedSetting(db, 'cacheMinutes')).toBe(60)
    expect((await settingsForm(browser, 'performance')).get('countdownSeconds')).toBe('8')
    expect(await lastChange(db)).toEqual({
      actor: 'op@site.example',
      before: { cacheMinutes: 45 },
      after: { cacheMinutes: 60 },
    })
  })

  test('S28: of a guarded setting asks for the own password', async () => {
    const { browser, db } = world
    await saveTab(browser, 'email', { smtpPort: '2525' })
    const refused = await reset('email', 'smtpPort', { ownPassword: 'not mine' })
    expect([refused.status, await storedSetting(db, 'smtpPort')]).toEqual([400, 2525])
    const done = await reset('email', 'smtpPort', { ownPassword: password })
    expect([done.status, await storedSetting(db, 'smtpPort')]).toEqual([200, 587])
  })

  test('is there for no secret', async () => {
    expect((await reset('email', 'smtpPassword')).status).toBe(400)
  })
})

test('a search finds settings by label, hint and tab', async () => {
  const found = async (words: string) => {
    const html = await world.browser.html(
      `/admin/settings/search?${new URLSearchParams({ q: words })}`,
    )
    return [...html.matchAll(/href="[^"]*#field-(\w+)"/g)].map(([, name]) => name)
  }
  expect(await found('RATE limit')).toEqual(['rateLimitPerMinute'])
  expect(await found('database pool')).toEqual(['databasePoolSize'])
  expect(await found('without a look-up')).toEqual(['retentionDays'])
  expect(await found('security require')).toEqual(
    expect.arrayContaining(['twoFactorRequired', 'requireNumbers']),
  )
  expect(await found('nothing of the kind')).toEqual([])
  expect(await found('   ')).toEqual([])
})

describe('S40: a secret', () => {
  const secret = 'Hunter2-and-<more>'

  test('is written and never shown: not in HTML, data, the log, nor plain in the file', async () => {
    const { browser, db, app } = world
    const state = async () => {
      const html = await browser.html(tabAddress('email'))
      return /One is set|None is set/.exec(html)?.[0]
    }
    expect(await state()).toBe('None is set')
    await saveTab(browser, 'email', { smtpPassword: secret })
    expect(await state()).toBe('One is set')
    const refused = await saveTab(browser, 'email', { smtpPassword: `${secret}2`, smtpPort: '0' })
    const seen = [
      await refused.text(),
      await browser.html(tabAddress('email')),
      await browser.html(`${tabAddress('email')}.data`),
      await browser.html('/admin/audit'),
      await browser.html('/admin/audit/export.csv'),
      JSON.stringify(await db.rows('select * from audit_log')),
      JSON.stringify(await db.rows('select * from settings')),
      app.lines.join('\n'),
    ]
    for (const text of seen) expect(unescapeHtml(text)).not.toContain('Hunter2')
    expect(await lastChange(db)).toMatchObject({
      before: { smtpPassword: 'not set' },
      after: { smtpPassword: 'set' },
    })
  })

  test('stays when its field is left empty, and goes when its box is selected', async () => {
    const { browser, db } = world
    await saveTab(browser, 'email', { smtpPassword: secret })
    const stored = await storedSetting(db, 'smtpPassword')
    await saveTab(browser, 'email', { smtpPort: '2526', ownPassword: password })
    expect(await storedSetting(db, 'smtpPassword')).toBe(stored)
    await saveTab(browser, 'email', { 'smtpPassword.remove': 'on', ownPassword: '' })
    expect(await storedSetting(db, 'smtpPassword')).toBe(stored)
    await saveTab(browser, 'email', { 'smtpPassword.remove': 'on' })
    expect(await lastChange(db)).toMatchObject({ after: { smtpPassword: 'not set' } })
    expect(await browser.html(tabAddress('email'))).toContain('None is set')
  })

  test('is asked for again if it wasn’t saved, so no one believes it was', async () => {
    const { browser, db } = world
    const answer = async (typed: Typed) => (await saveTab(browser, 'email', typed)).text()
    const typed = { smtpPassword: secret, ownPassword: 'not mine' }
    const refused = await answer(typed)
    expect(problemOf(refused, 'save', 'smtpPassword')).toMatch(/Type it again/)
    expect(refused).not.toContain(secret)
    expect(await answer({ ...typed, ownPassword: password, smtpPort: '0' })).toMatch(
      /Type it again/,
    )
    await saveTab(browser, 'email', { smtpPassword: secret })
    const removal = await answer({ 'smtpPassword.remove': 'on', ownPassword: 'not mine' })
    expect(problemOf(removal, 'save', 'smtpPassword')).toBeNull()
    expect(untouched(controlsOf(removal, 'save')).get('smtpPassword.remove')).toBe('on')
    await saveTab(browser, 'email', { 'smtpPassword.remove': 'on' })
    expect(await lastChange(db)).toMatchObject({ after: { smtpPassword: 'not set' } })
  })
})

test('a setting that the environment overrides is marked and cannot be changed', async () => {
  const env = { EXTRACTION_API_URL: 'https://user:key@fixed.example/api?key=concealed' }
  const app = await startApp(env)
  try {
    const db = openDatabase(app)
    await addUser(db, { email: 'op@site.example' })
    const browser = await signedIn(app, 'op@site.example')
    const html = await browser.html('/admin/settings/api')
    const [field] = controlsOf(html, 'save').filter(({ name }) => name === 'extractionUrl')
    expect(field?.attributes).toHaveProperty('disabled')
    expect(field?.value).toBe('https://fixed.example/api')
    expect(html).toContain('EXTRACTION_API_URL')
    expect(html).not.toMatch(/concealed|user:key/)
    const typed = { extractionUrl: 'https://mine.example/', 'extractionUrl.shown': 'x' }
    await saveTab(browser, 'api', typed)
    expect(await storedSetting(db, 'extractionUrl')).toBeUndefined()
    await db.close()
  } finally {
    await discardApp(app)
  }
})

describe('the Test button beside an extraction address', () => {
  test.each([
    ['extractionUrl', 'in demo mode'],
    ['fallbackExtractionUrl', 'Without a second address, only the first is used'],
  ])(
    '%s: shows the answer or the reason, keeps what was typed and saves nothing',
    async (name, whenEmpty) => {
      const service = await startExtractionService({ mediaOrigin: 'http://127.0.0.1:9' })
      const app = await startApp({ TRUSTED_UPSTREAMS: service.hostPort })
      try {
        const db = openDatabase(app)
        await addUser(db, { email: 'op@site.example' })
        const browser = await signedIn(app, 'op@site.example')
        const press = async (address: string) => {
          const typed = { [name]: address, rateLimitPerMinute: '5', intent: `test ${name}` }
          const body = await settingsForm(browser, 'api', typed)
          const html = await (
            await browser.send('/admin/settings/api', { method: 'POST', body })
          ).text()
          const kept = untouched(controlsOf(html, 'save'))
          expect([kept.get(name), kept.get('rateLimitPerMinute')]).toEqual([address, '5'])
          const results = select(elementsOf(html), 'span', { role: 'status' })
          return results.map(({ text }) => text).join('')
        }
        expect(await press(service.endpoint)).toContain('It works')
        expect(await press('http://127.0.0.1:1/')).toContain('isn’t public')
        expect(await press('nonsense')).toContain('Enter an http or https address')
        expect(await press('')).toContain(whenEmpty)
        expect(await db.value('select count(*) from settings')).toBe(0)
        await db.close()
      } finally {
        await discardApp(app)
        await service.close()
      }
    },
  )
})

describe('S50: in force at once, in every session', () => {
  test('the session timeout', async () => {
    const { browser, db, app } = world
    const idle = await signedIn(app, 'op@site.example')
    await db.run('update sessions set last_seen_at = last_seen_at - 120000')
    expect((await browser.get('/admin')).status).toBe(200)
    await saveTab(browser, 'security', { sessionTimeoutMinutes: '1' })
    expect((await idle.get('/admin')).headers.get('location')).toContain('/admin/login')
    await saveTab(browser, 'security', { sessionTimeoutMinutes: '60' })
  })

  test('the rules for new passwords', async () => {
    const { browser } = world
    const change = async (next: string) => {
      return (
        await browser.post('/admin/settings/account', {
          intent: 'change-password',
          ownPassword: password,
          password: next,
          passwordAgain: next,
        })
      ).status
    }
    expect(await change('plain words only')).toBe(400)
    const off = { requireUppercase: null, requireNumbers: null, requireSpecial: null }
    await saveTab(browser, 'security', { ...off, minPasswordLength: '16' })
    expect(await change('plain words')).toBe(400)
    expect(await change('plain words only')).toBe(302)
    const on = { requireUppercase: 'on', requireNumbers: 'on', requireSpecial: 'on' }
    await saveTab(browser, 'security', { ...on, minPasswordLength: '12' })
  })

  test('two-factor for admins: nothing but the account opens without it', async () => {
    const { browser, db, app } = world
    const other = await signedIn(app, 'op@site.example')
    await saveTab(browser, 'security', { twoFactorRequired: 'on' })
    for (const address of ['/admin', '/admin/settings', '/admin/settings/security']) {
      const response = await other.get(address)
      expect([response.status, response.headers.get('location')], address).toEqual([
        302,
        '/admin/settings/account',
      ])
    }
    expect((await other.get('/admin/settings/account')).status).toBe(200)
    await db.run('update users set totp_enabled_at = 1')
    await saveTab(browser, 'security', { twoFactorRequired: null })
    expect((await other.get('/admin')).status).toBe(200)
    expect(await storedSetting(db, 'twoFactorRequired')).toBe(false)
  })
})

test('no one saves settings from another site', async () => {
  const { browser, db } = world
  const body = await settingsForm(browser, 'general', { siteName: 'Taken over' })
  const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }
  const response = await browser.send('/admin/settings', { method: 'POST', body, headers })
  expect(response.status).toBe(403)
  expect(
    (await createBrowser(world.app).send('/admin/settings', { method: 'POST', body })).headers.get(
      'location',
    ),
  ).toContain('/admin/login')
  expect(await storedSetting(db, 'siteName')).not.toBe('Taken over')
})
