// @module-tag process
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signedIn } from '#tests/accounts/admin-world.ts'
import { addUser, type Browser, cookieName, openDatabase } from '#tests/support/accounts.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { startAppWith } from '#tests/support/app-with-settings.ts'
import { cases } from '#tests/support/cases.ts'
import { innerText } from '#tests/support/hostile.ts'
import { elementsOf, type HtmlElement, select } from '#tests/support/html.ts'
import { rawBytes, rawRequest, strangerTo } from '#tests/support/raw-request.ts'
import { routePages } from '#tests/support/route-manifest.ts'
import type { Sql } from '#tests/support/sql.ts'

let app: AppServer
let db: Sql
let admin: Browser

beforeAll(async () => {
  app = await startApp({ LOG_LEVEL: 'info' })
  db = openDatabase(app)
  await addUser(db, { email: 'op@site.example' })
  admin = await signedIn(app, 'op@site.example')
})
afterAll(async () => {
  await db?.close()
  if (app !== undefined) await discardApp(app)
})

const { ask, send } = strangerTo(() => app)

test('S17: no URL accepts another site’s form, even with an operator’s cookie', async () => {
  const foreign: Record<string, string>[] = [
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site', Origin: app.origin },
    { 'Sec-Fetch-Site': '', Origin: 'https://evil.example' },
    { 'Sec-Fetch-Site': '', Origin: 'null' },
  ]
  // In the gate each address gets one of them, and the next route's the next.
  const sent = cases(foreign.length, 1)
  for (const [index, { path }] of routePages().entries()) {
    const target = path.replace('/:lang?', '').replace(/:\w+|\*/g, 'nothing') || '/'
    for (const [kind, address] of [target, `${target.replace(/\/$/, '/_')}.data`].entries()) {
      const first = (index + kind) % foreign.length
      for (const headers of [...foreign, ...foreign].slice(first, first + sent)) {
        const answer = await admin.post(address, {}, headers)
        expect([address, headers, answer.status]).toEqual([address, headers, 403])
      }
    }
  }
})

test('S17: a browser that names no site has to name the form’s origin, which is ours', async () => {
  const cookie = admin.cookie()
  const signOut = (headers: Record<string, string>) =>
    rawRequest(`${app.origin}/admin/logout`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Cookie: cookie, ...headers },
    })
  const foreign: Record<string, string>[] = [
    {},
    { Origin: 'null' },
    { Origin: 'https://evil.example' },
  ]
  for (const headers of foreign) {
    expect([headers, (await signOut(headers)).status]).toEqual([headers, 403])
    expect((await admin.get('/admin')).status).toBe(200)
  }
  expect((await signOut({ Origin: app.origin })).status).toBe(302)
  expect((await admin.get('/admin')).status).toBe(302)
  await admin.signIn('op@site.example')
})

test('a refusal says why and what to do, not that something went wrong', async () => {
  const post = (body: BodyInit, headers: Record<string, string>) =>
    fetch(`${app.origin}/de/newsletter`, { method: 'POST', headers, body })
  const foreign = await post(new URLSearchParams(), { 'Sec-Fetch-Site': 'cross-site' })
  const torn = await post('torn', { 'Content-Type': 'multipart/form-data; boundary=x' })
  expect([foreign.status, torn.status]).toEqual([403, 400])
  for (const answer of [foreign, torn]) {
    const html = await answer.text()
    expect(html).toContain('Diese Anfrage wurde abgelehnt')
    expect(html).not.toContain('Etwas ist schiefgegangen')
  }
})

/** What a page is drawn with, in any order. */
const stylesOf = (page: HtmlElement[]) =>
  select(page, 'link', { rel: 'stylesheet' })
    .map(({ attributes }) => attributes.href)
    .sort()

describe('S43: an internal error', () => {
  test('shows a general text with a reference to the log, without code or SQL', async () => {
    await db.run('alter table audit_log rename to gone')
    try {
      for (const target of ['/admin/audit', '/admin/audit.data', '/admin/audit/export.csv']) {
        const answer = await admin.get(target)
        const text = await answer.text()
        expect([target, answer.status, text]).toEqual([
          target,
          500,
          expect.not.stringMatching(innerText),
        ])
        // The browser does not know the reference, so the page does not run there.
        expect(text).not.toContain('__reactRouter')
        const [, reference = ''] =
          /reference(?::? (?:<!-- -->)?|":")([0-9a-f]{8})/i.exec(text) ?? []
        expect([target, reference]).toEqual([target, expect.stringMatching(/^[0-9a-f]{8}$/)])
        expect(await app.said(reference)).toMatch(/no such table|does not exist/)
      }
    } finally {
      await db.run('alter table gone rename to audit_log')
    }
    expect((await admin.get('/admin/audit')).status).toBe(200)
  })

  test('looks like the back office even if the session can’t be read, not like the public site', async () => {
    const normal = elementsOf(await admin.html('/admin/users'))
    await db.run('alter table sessions rename to gone')
    const here = '/admin/users?q=nora&role=admin'
    const answer = await admin
      .get(here)
      .finally(() => db.run('alter table gone rename to sessions'))
    const page = elementsOf(await answer.text())
    expect(answer.status).toBe(500)
    expect(stylesOf(page)).toEqual(stylesOf(normal))
    expect(select(page, 'meta', { name: 'robots', content: 'noindex' })).toHaveLength(1)
    const links = select(page, 'a').map(({ text, attributes }) => [text, attributes.href])
    expect(links).toEqual([
      [expect.stringMatching(/ Admin$/), '/admin'],
      ['Try again', here],
      ['To the dashboard', '/admin'],
    ])
    // Without a session no one is signed in, and no script runs.
    for (const tag of ['footer', 'nav', 'form']) expect(select(page, tag)).toEqual([])
    expect(select(page, 'script').filter(({ attributes }) => attributes.src)).toEqual([])
  })

  test('refusals also say only what was wrong', async () => {
    const answers = [
      await ask('/', {}, 'PUT'),
      await ask('/', { 'content-type': 'text/xml' }, 'POST'),
      await rawBytes(app.origin, 'GET / HTTP/1.1\r\nHost: a\r\nbroken header\r\n\r\n'),
      await rawBytes(app.origin, 'NONSENSE / HTTP/1.1\r\nHost: a\r\n\r\n'),
    ]
    for (const { status, body } of answers) {
      expect([status, body.length < 100, body.toString()]).toEqual([
        expect.toSatisfy((code: number) => code >= 400 && code < 500),
        true,
        expect.not.stringMatching(innerText),
      ])
    }
  })
})

test('S42: no request breaks a line of the log, colors it, or leaves a secret or an address in it', async () => {
  const secrets = ['top-secret-cookie', 'top-secret-token', 'top-secret-password']
  const [cookie = '', token = '', password = ''] = secrets
  const before = app.lines.length
  await ask('/%0d%0a%7b%22level%22:60%7d%1b%5b31m%c2%9b%e2%80%ae', {
    cookie: `${cookieName(app, 'session')}=${cookie}`,
    authorization: `Bearer ${token}`,
    'x-forwarded-for': '203.0.113.77',
    referer: `http://a.example/?${token}`,
  })
  for (const path of [
    'newsletter/confirm',
    'admin/setup',
    'admin/reset',
    'dmca/status',
    'dmca/counter',
  ]) {
    await ask(`/${path}/${token}`)
    await ask(`/${path}/${token}.data`)
    await ask(`/%${path.charCodeAt(0).toString(16)}${path.slice(1)}/${token}`)
  }
  await send('/admin/login', `email=a@b.example&password=${password}`)
  await ask(`/?url=${token}&last`)
  await app.said('"path":"/admin/login"')
  const said = app.lines.slice(before)
  expect(said.length).toBeGreaterThan(12)
  for (const line of said) {
    expect(JSON.parse(line)).toEqual(expect.objectContaining({ time: expect.any(String) }))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e]/)
    expect(line).not.toMatch(/top-secret|203\.0\.113|127\.0\.0\.1|a@b\.example/)
  }
})

test('S53: a request line without a version is refused', async () => {
  for (const line of ['GET /help', 'GET /help HTTP/0.9', 'GET /admin/login']) {
    const { status, body } = await rawBytes(app.origin, `${line}\r\n\r\n`)
    expect([line, status, body.toString()]).toEqual([
      line,
      400,
      expect.stringMatching(/^(Bad Request\n)?$/),
    ])
  }
  expect((await rawBytes(app.origin, 'GET /help HTTP/1.0\r\n\r\n', { stay: true })).status).toBe(
    200,
  )
})

describe('S45: what’s too large', () => {
  test('is refused before it fills memory, with and without a length', async () => {
    const form = `url=${'a'.repeat(64 * 1024)}`
    expect((await send('/', form)).status).toBe(413)
    const chunk = `${(8192).toString(16)}\r\n${'a'.repeat(8192)}\r\n`
    const head =
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n' +
      'Content-Type: application/x-www-form-urlencoded\r\n\r\n'
    const answer = await rawBytes(app.origin, head + chunk.repeat(40))
    expect(answer.status).toBe(413)
    expect((await send('/', `url=${'a'.repeat(60 * 1024)}`)).status).toBe(400)
  })

  test('headers of more than 16 KB are refused', async () => {
    const head = (bytes: number) =>
      `GET /health HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(bytes)}\r\n\r\n`
    expect((await rawBytes(app.origin, head(17_000))).status).toBe(431)
    expect((await rawBytes(app.origin, head(15_000))).status).toBe(200)
  })

  test('a form whose body doesn’t match its type is refused, not logged as an error', async () => {
    const types = [
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      'multipart/form-data; boundary=""',
      'application/x-www-form-urlencoded-not',
      'application/x-www-form-urlencoded nonsense',
    ]
    for (const type of types) {
      for (const body of [
        '',
        'url=x',
        '--x\r\n',
        '--x\r\nContent-Disposition: form-data\r\n\r\n1',
      ]) {
        const answer = await send('/', body, { 'Content-Type': type })
        expect([type, body, answer.status]).toEqual([type, body, 400])
      }
    }
    const untyped = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nurl=x'
    expect((await rawBytes(app.origin, untyped)).status).toBe(400)
  })
})

test('S47: /health says up or down, and reveals nothing else', async () => {
  for (const target of ['/health', '/health?verbose=1']) {
    const { status, headers, body } = await ask(target, { accept: 'application/json' })
    expect([status, headers['content-type'], body.toString()]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'up\n',
    ])
  }
  const head = await ask('/health', {}, 'HEAD')
  expect([head.status, head.body.length]).toEqual([200, 0])
})

describe('S52: unneeded features are off', () => {
  test('methods other than GET, HEAD and POST, wherever they are sent', async () => {
    const unused = 'PUT DELETE PATCH OPTIONS TRACE TRACK CONNECT PROPFIND MKCOL LOCK'.split(' ')
    for (const target of [
      '/',
      '/help',
      '/health',
      '/favicon.svg',
      '/admin',
      '/save/1/mp4',
      '/no',
    ]) {
      for (const method of unused) {
        const request = `${method} ${target} HTTP/1.1\r\nHost: a\r\nX-Secret: 42\r\n\r\n`
        const { status, body } = await rawBytes(app.origin, request)
        const name = `${method} ${target}`
        // What is no method of HTTP does not even come to the app; CONNECT is simply cut.
        expect([name, status]).toEqual([name, expect.toBeOneOf([405, 400, 0])])
        expect([name, body.toString()]).toEqual([name, expect.not.stringContaining('42')])
      }
    }
  })

  test('requests for the router’s manifest and server components', async () => {
    for (const target of [
      '/__manifest?p=/admin&version=1',
      '/__manifest?paths=/admin,/admin/users',
      '/admin.manifest',
      '/_root.manifest',
      '/help.rsc',
    ]) {
      const { status, body } = await ask(target)
      expect([target, status]).toEqual([target, 404])
      expect(body.toString()).not.toContain('admin/layout')
    }
  })
})

describe('S31: forwarded headers', () => {
  const perMinute = 5

  test('from an unknown proxy change nothing: neither limits nor links', async () => {
    const stranger = await startAppWith({ rateLimitPerMinute: perMinute })
    try {
      const statuses = new Set<number>()
      for (let n = 0; n < perMinute + 2; n += 1) {
        const answer = await fetch(`${stranger.origin}/`, {
          method: 'POST',
          body: new URLSearchParams({ url: 'nothing' }),
          headers: { 'X-Forwarded-For': `203.0.113.${n}`, Forwarded: `for=203.0.113.${n}` },
        })
        statuses.add(answer.status)
      }
      expect([...statuses]).toEqual([400, 429])
      const page = await fetch(`${stranger.origin}/help`, {
        headers: { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' },
      })
      expect(await page.text()).not.toContain('evil.example')
    } finally {
      await discardApp(stranger)
    }
  })

  test('from a trusted proxy give each visitor their own limits', async () => {
    const behind = await startAppWith(
      { rateLimitPerMinute: perMinute },
      { TRUSTED_PROXIES: '127.0.0.1' },
    )
    try {
      const post = (from: string) =>
        fetch(`${behind.origin}/`, {
          method: 'POST',
          body: new URLSearchParams({ url: 'nothing' }),
          headers: { 'X-Forwarded-For': from, 'X-Forwarded-Host': 'evil.example' },
        })
      const statuses = new Set<number>()
      // What a visitor writes in front of what the proxy adds is not believed.
      for (let n = 0; n <= perMinute; n += 1) {
        statuses.add((await post(`10.0.0.${n}, 203.0.113.7`)).status)
      }
      expect([...statuses]).toEqual([400, 429])
      const other = await post('203.0.113.8')
      expect(other.status).toBe(400)
      const html = await other.text()
      for (const [, href = ''] of html.matchAll(/(?:href|content)="([^"]*)"/g)) {
        expect(href).not.toContain('evil.example')
      }
    } finally {
      await discardApp(behind)
    }
  })
})
