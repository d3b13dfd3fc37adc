// @module-tag whole
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { startExtractionService } from '#tests/fakes/extraction-service.ts'
import {
  addUser,
  createBrowser,
  openDatabase,
  password,
  runAdminCli,
  throughSignIn,
  unescapeHtml,
} from '#tests/support/accounts.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'

const apps: AppServer[] = []

async function start(env: Record<string, string> = {}, dataDir?: string): Promise<AppServer> {
  const app = await startApp(env, dataDir)
  apps.push(app)
  return app
}
afterEach(async () => {
  // Those of one test can share a database, which is dropped once, and not below the last of them.
  for (const app of apps.splice(0).reverse()) await discardApp(app)
})

/** The path of the set-up link that the app has printed. */
async function setupPath(app: AppServer): Promise<string> {
  const line = await app.said('/admin/setup/')
  return new URL(line.slice(line.indexOf('http'))).pathname
}

const fields = {
  intent: 'create',
  name: 'Ann Admin',
  email: 'Ann@Site.example',
  password,
  passwordAgain: password,
  siteName: 'Clip Corner',
  extractionUrl: '',
}

async function admins(app: AppServer): Promise<string[]> {
  const db = openDatabase(app)
  const rows = await db.column(`select email from users where role = 'admin' order by email`)
  await db.close()
  return rows.map(String)
}

describe('S18: the first start', () => {
  test('prints one link that creates the first admin and signs them in', {
    tags: 'gate',
  }, async () => {
    const app = await start()
    const link = await setupPath(app)
    expect(app.lines.filter((line) => line.includes('/admin/setup/'))).toHaveLength(1)
    const browser = createBrowser(app)
    const page = await browser.get(link)
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const done = await browser.post(link, fields)
    expect([done.status, done.headers.get('location')]).toEqual([302, throughSignIn()])
    const dashboard = await browser.html('/admin')
    expect(dashboard).toContain('Ann Admin')
    expect(dashboard).toContain('Clip Corner')
    expect(dashboard).toContain('Welcome, Ann Admin.')
    // A message is shown once.
    expect(await browser.html('/admin')).not.toContain('Welcome, Ann Admin.')
    const used = await createBrowser(app).get(link)
    expect(used.status).toBe(410)
    const text = await used.text()
    expect(text).toContain('This site is set up already.')
    expect(text).not.toContain('Restart the server')
    expect((await createBrowser(app).post(link, fields)).status).toBe(410)
    expect(await admins(app)).toEqual(['ann@site.example'])
  })

  test('the password’s problem is shown once, at its field', async () => {
    const app = await start()
    const page = await createBrowser(app).post(await setupPath(app), {
      ...fields,
      password: 'short',
    })
    const html = unescapeHtml(await page.text())
    expect(page.status).toBe(400)
    expect(html.match(/at least 12 characters/gi)).toHaveLength(1)
    expect(html.match(/uppercase letter/g)).toHaveLength(1)
  })

  test('prints a new link at each start until there is an admin', async () => {
    const app = await start()
    const first = await setupPath(app)
    await app.stop('SIGTERM')
    const again = await start({}, app.dataDir)
    const second = await setupPath(again)
    expect(second).not.toBe(first)
    expect((await createBrowser(again).get(first)).status).toBe(410)
    expect((await createBrowser(again).post(second, fields)).status).toBe(302)
    await again.stop('SIGTERM')
    const third = await start({}, app.dataDir)
    expect(third.lines.join('\n')).not.toContain('/admin/setup/')
  })

  test('stores the hash of its token only, for 30 minutes', async () => {
    const app = await start()
    const link = await setupPath(app)
    const db = openDatabase(app)
    const [row] = await db.rows<{
      token_hash: string
      created_at: number
      expires_at: number
    }>('select * from one_time_tokens')
    expect(link).not.toContain(row?.token_hash ?? '')
    expect((row?.expires_at ?? 0) - (row?.created_at ?? 0)).toBe(30 * 60_000)
    await db.run('update one_time_tokens set expires_at = expires_at - 30 * 60000')
    await db.close()
    expect((await createBrowser(app).get(link)).status).toBe(410)
    expect((await createBrowser(app).post(link, fields)).status).toBe(410)
    expect((await createBrowser(app).get('/admin/setup/made-up')).status).toBe(410)
    expect(await admins(app)).toEqual([])
  })

  test('two people who set up at the same time create one admin', async () => {
    const app = await start()
    const link = await setupPath(app)
    const results = await Promise.all(
      ['one', 'two', 'three', 'four'].map((name) =>
        createBrowser(app).post(link, { ...fields, email: `${name}@site.example` }),
      ),
    )
    expect(results.map(({ status }) => status).sort()).toEqual([302, 410, 410, 410])
    expect(await admins(app)).toHaveLength(1)
  })

  test('the link stops working once an admin was created on the command line', async () => {
    const app = await start()
    const link = await setupPath(app)
    const { code } = await runAdminCli(app, ['create', '--email', 'cli@site.example'], password)
    expect(code).toBe(0)
    expect((await createBrowser(app).post(link, fields)).status).toBe(410)
    expect(await admins(app)).toEqual(['cli@site.example'])
  })

  test('shows each problem at its field, and keeps what was typed except passwords', async () => {
    const app = await start()
    const link = await setupPath(app)
    const response = await createBrowser(app).post(link, {
      ...fields,
      name: ' ',
      email: 'nobody',
      siteName: '',
      extractionUrl: 'ftp://x',
      passwordAgain: 'other',
    })
    expect(response.status).toBe(400)
    const html = unescapeHtml(await response.text())
    for (const text of [
      'Enter your name',
      'Enter an email address, such as name@example.com.',
      'Enter a name, in at most 60 characters.',
      'Enter an http or https address.',
      'The two passwords don’t match.',
      'value="nobody"',
    ]) {
      expect(html).toContain(text)
    }
    expect(html).not.toContain(password)
    const weak = await createBrowser(app).post(link, {
      ...fields,
      password: 'Short-1',
      passwordAgain: 'Short-2',
    })
    const faults = await weak.text()
    expect(faults).toContain('The two passwords don’t match.')
    expect(faults).toContain('Use at least 12 characters.')
    expect(await admins(app)).toEqual([])
  })

  test('tests an extraction service’s address before it’s saved', async () => {
    const service = await startExtractionService({ mediaOrigin: 'http://127.0.0.1:9' })
    try {
      const app = await start({ TRUSTED_UPSTREAMS: service.hostPort })
      const link = await setupPath(app)
      const said = async (extractionUrl: string) => {
        const response = await createBrowser(app).post(link, {
          ...fields,
          intent: 'test',
          extractionUrl,
        })
        const html = unescapeHtml(await response.text())
        return /Test look-up<\/button><span role="status"[^>]*>([^<]*)</.exec(html)?.[1] ?? ''
      }
      expect(await said(service.endpoint)).toContain('It works')
      expect(await said('http://127.0.0.1:1/')).toContain('isn’t public')
      // The app under test is in demo mode, so nothing real could be tested.
      expect(await said('')).toContain('Nothing was tested')
      expect(await admins(app)).toEqual([])

      const browser = createBrowser(app)
      await browser.post(link, { ...fields, extractionUrl: service.endpoint })
      const db = openDatabase(app)
      const stored = `select value from settings where name = 'extractionUrl'`
      expect(await db.value(stored)).toBe(JSON.stringify(service.endpoint))
      await db.close()
    } finally {
      await service.close()
    }
  })
})

describe('S18: an admin without a browser', () => {
  const env = { ADMIN_EMAIL: 'Boss@Site.example', ADMIN_PASSWORD: password }

  test('is created from ADMIN_EMAIL and ADMIN_PASSWORD if there is none', async () => {
    const app = await start(env)
    expect(app.lines.join('\n')).not.toContain('/admin/setup/')
    expect((await createBrowser(app).signIn('boss@site.example')).status).toBe(302)
    await app.stop('SIGTERM')
    // Later it changes nothing: a password that was changed since stays.
    const again = await start({ ...env, ADMIN_PASSWORD: 'Some-other-pass-1' }, app.dataDir)
    expect((await createBrowser(again).signIn('boss@site.example')).status).toBe(302)
    expect(await admins(again)).toEqual(['boss@site.example'])
  })

  test('a password that is too weak stops the start with a reason', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'cleanclip-test-'))
    const failed = startApp({ ...env, ADMIN_PASSWORD: 'secret' }, dataDir)
    await expect(failed).rejects.toThrow(/ADMIN_PASSWORD cannot be used:\n {2}Use at least 12/)
    await expect(failed).rejects.not.toThrow(/secret/)
  })
})

test('S18: no development admin survives in production', async () => {
  const first = await start()
  const db = openDatabase(first)
  await addUser(db, { email: 'admin@cleanclip.test' })
  await db.close()
  expect((await createBrowser(first).signIn('admin@cleanclip.test')).status).toBe(302)
  await first.stop('SIGTERM')
  const app = await start({}, first.dataDir)
  expect(await admins(app)).toEqual([])
  expect((await createBrowser(app).signIn('admin@cleanclip.test')).status).toBe(401)
  await setupPath(app)
})
