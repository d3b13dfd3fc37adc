import type SQLite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { posts } from '#tests/fakes/extraction-service.ts'
import { addUser, type Browser, createBrowser, openDatabase } from '#tests/support/accounts.ts'
import { discardApp, startApp } from '#tests/support/app-server.ts'
import { innerText } from '#tests/support/hostile.ts'
import { elementsOf } from '#tests/support/html.ts'
import { type LiveApp, linksIn, lookUp, startLiveApp } from '#tests/support/live-app.ts'
import { type RawAnswer, rawBytes, rawRequest } from '#tests/support/raw-request.ts'

let app: LiveApp
let db: SQLite.Database
let admin: Browser
/** Addresses for one post: its file, the page in front of that, its cover. */
let links: { save: string; prepare: string; cover: string }

beforeAll(async () => {
  app = await startLiveApp({ LOG_LEVEL: 'error' })
  db = openDatabase(app)
  addUser(db, { email: 'op@site.example' })
  admin = createBrowser(app)
  await admin.signIn('op@site.example')
  const { html } = await lookUp(app, posts.video.url)
  const first = (start: RegExp) => linksIn(html, '/').find((link) => start.test(link)) ?? ''
  links = {
    save: first(/^\/save\/\d+\/mp4/),
    prepare: first(/^\/prepare\//),
    cover: first(/^\/cover\//),
  }
})
afterAll(async () => {
  db?.close()
  await app?.close()
})

const ask = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
  rawRequest(app.origin + target, { method, headers })
const send = (target: string, body: string, headers: Record<string, string> = {}) =>
  fetch(app.origin + target, {
    method: 'POST',
    redirect: 'manual',
    body,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
  })

test('S35: pages, data, files, streams, redirects and errors have the security headers', async () => {
  const stylesheet = linksIn((await ask('/')).body.toString(), '/assets/')[0] ?? ''
  const answers: Record<string, [number, RawAnswer]> = {
    page: [200, await ask('/')],
    'second time, from the cache': [200, await ask('/')],
    data: [200, await ask('/help.data')],
    feed: [200, await ask('/blog/feed.xml')],
    'static file': [200, await ask('/favicon.svg')],
    asset: [200, await ask(stylesheet)],
    stream: [200, await ask(links.save)],
    'part of a stream': [206, await ask(links.save, { range: 'bytes=0-9' })],
    picture: [200, await ask(links.cover)],
    'sign-in page': [200, await ask('/admin/login')],
    redirect: [302, await ask('/admin')],
    'refused link': [403, await ask('/save/7000000000000000000/mp4?e=1&s=x')],
    missing: [404, await ask('/no/such/page')],
    'missing data': [404, await ask('/no/such/page.data')],
    'unreadable address': [400, await ask('/%')],
    'unused method': [405, await ask('/', {}, 'PUT')],
    'unknown type': [415, await ask('/', { 'content-type': 'application/json' }, 'POST')],
    'large body': [413, await ask('/', { 'content-length': '70000' }, 'POST')],
    'foreign form': [403, await ask('/', { 'sec-fetch-site': 'cross-site' }, 'POST')],
    probe: [200, await ask('/health')],
  }
  for (const [name, [status, { status: had, headers }]] of Object.entries(answers)) {
    expect([name, had]).toEqual([name, status])
    expect([name, headers]).toEqual([
      name,
      expect.objectContaining({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      }),
    ])
    for (const banned of ['x-powered-by', 'server', 'strict-transport-security']) {
      expect([name, headers[banned]]).toEqual([name, undefined])
    }
  }
})

test('S34, S35: on https browsers are told to stay there; the policy allows nothing inline', async () => {
  const secure = await startApp({ APP_URL: 'https://site.example', LOG_LEVEL: 'error' })
  try {
    for (const target of ['/', '/nowhere', '/favicon.svg', '/admin/login', '/health']) {
      const { headers } = await rawRequest(secure.origin + target, {
        method: 'GET',
        headers: { host: 'site.example' },
      })
      expect([target, headers['strict-transport-security']]).toEqual([
        target,
        expect.stringMatching(/^max-age=31536000/),
      ])
      const policy = headers['content-security-policy'] ?? ''
      for (const part of [
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
      ]) {
        expect([target, policy.split('; ')]).toEqual([target, expect.arrayContaining([part])])
      }
      expect(policy).not.toContain('unsafe-')
    }
  } finally {
    await discardApp(secure)
  }
})

test('S34: no page has a script or a style in itself that its policy would have to allow', async () => {
  for (const target of ['/', '/es', '/help', '/blog', '/statistics', '/no/such', '/press-kit']) {
    check(target, (await ask(target)).body.toString())
  }
  for (const target of ['/admin', '/admin/users', '/admin/settings', '/admin/analytics']) {
    check(target, await admin.html(target))
  }
  check('a result', (await lookUp(app, posts.video.url)).html)

  function check(target: string, html: string): void {
    for (const { tag, attributes } of elementsOf(html)) {
      const own = tag === 'script' && attributes.src === undefined
      expect([target, own && attributes.type !== 'application/ld+json']).toEqual([target, false])
      expect([target, tag]).toEqual([target, expect.not.stringMatching(/^(style|object|base)$/)])
      const inline = Object.keys(attributes).filter((name) => /^(on|style$)/.test(name))
      expect([target, tag, inline]).toEqual([target, tag, []])
      const links = [attributes.href, attributes.src, attributes.action, attributes.formaction]
      const run = links.filter((link) => link !== undefined && /^(javascript|data):/i.test(link))
      // The bookmarklet is a script by its nature; the policy keeps it from running here.
      expect([target, run.filter((link) => !link?.startsWith('javascript:'))]).toEqual([target, []])
    }
  }
})

describe('S38: no cache keeps', () => {
  test('what belongs to an operator, a session or a link, nor its data', async () => {
    const answers = {
      dashboard: await admin.get('/admin'),
      'dashboard data': await admin.get('/admin.data'),
      export: await admin.get('/admin/users/export.csv'),
      'no such page': await admin.get('/admin/no/such'),
      'sign-in': await admin.get('/admin/login'),
      'sign-in data': await admin.get('/admin/login.data'),
      'wrong sign-in': await admin.post('/admin/login', { email: 'x@y.example', password: 'x' }),
      result: await send('/', `url=${encodeURIComponent(posts.video.url)}`),
      'result data': await send('/_.data?index', `url=${encodeURIComponent(posts.video.url)}`),
      'failed look-up': await send('/', 'url=x'),
      prepare: await fetch(app.origin + links.prepare),
      'prepare data': await fetch(app.origin + links.prepare.replace('?', '.data?')),
      file: await fetch(app.origin + links.save),
      'refused link': await fetch(`${app.origin}/save/7000000000000000000/mp4?e=1&s=x`),
      'refused prepare': await fetch(`${app.origin}/prepare/7000000000000000000/mp4?e=1&s=x`),
      health: await fetch(`${app.origin}/health`),
      metrics: await fetch(`${app.origin}/metrics`),
      dmca: await fetch(`${app.origin}/dmca/status/nonsense`),
      newsletter: await fetch(`${app.origin}/newsletter/confirm/nonsense`),
      reset: await fetch(`${app.origin}/admin/reset/nonsense`),
    }
    for (const [name, answer] of Object.entries(answers)) {
      await answer.arrayBuffer()
      expect([name, answer.headers.get('cache-control')]).toEqual([
        name,
        expect.stringContaining('no-store'),
      ])
    }
  })

  test('a page that a visitor’s headers for the router have changed', async () => {
    const stable = async (target: string, headers = {}) =>
      (await ask(target, headers)).body.toString().replace(/name="stamp" value="[^"]*"/g, '')
    for (const target of ['/', '/help', '/help.data', '/?url=1', '/no/such']) {
      const forged = {
        'X-React-Router-SPA-Mode': 'yes',
        'X-React-Router-Prerender-Data': '%5B%22evil%22%5D',
        'x-react-router-anything': '1',
      }
      expect([target, await stable(target, forged)]).toEqual([target, await stable(target)])
      expect([target, await stable(target)]).toEqual([target, expect.not.stringContaining('evil')])
    }
  })
})

describe('S43: a fault of ours', () => {
  test('is told by a general text and a reference that the log has, without code or SQL', async () => {
    db.exec('alter table audit_log rename to gone')
    try {
      for (const target of ['/admin/audit', '/admin/audit.data', '/admin/audit/export.csv']) {
        const answer = await admin.get(target)
        const text = await answer.text()
        expect([target, answer.status, text]).toEqual([
          target,
          500,
          expect.not.stringMatching(innerText),
        ])
        if (target.endsWith('.data')) continue
        const [, reference = ''] = /reference:? (?:<!-- -->)?([0-9a-f]{8})/i.exec(text) ?? []
        expect([target, reference]).toEqual([target, expect.stringMatching(/^[0-9a-f]{8}$/)])
        expect(await app.said(reference)).toContain('no such table')
      }
    } finally {
      db.exec('alter table gone rename to audit_log')
    }
    expect((await admin.get('/admin/audit')).status).toBe(200)
  })

  test('refusals say no more than what was wrong either', async () => {
    const answers = [
      await ask('/%'),
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

describe('S45: what is too large', () => {
  test('is refused before it is in memory, with and without a length', async () => {
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

  test('a form whose body is not what it says is refused, not taken for a fault', async () => {
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

test('S47: /health says up or down, and nothing of the inside', async () => {
  for (const target of ['/health', '/health?verbose=1', '/health/']) {
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

describe('S52: what nobody needs is off', () => {
  test('methods other than GET, HEAD and POST, wherever they are sent', async () => {
    const unused = 'PUT DELETE PATCH OPTIONS TRACE TRACK CONNECT PROPFIND MKCOL LOCK'.split(' ')
    for (const target of ['/', '/help', '/health', '/favicon.svg', '/admin', links.save, '/no']) {
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

  test('asking the router which addresses exist, and its server components', async () => {
    for (const target of [
      '/__manifest?p=/admin&version=1',
      '/__manifest?paths=/admin,/admin/users',
      '/admin.manifest',
      '/_root.manifest',
      '/help.rsc',
    ]) {
      const { status, body } = await ask(target)
      expect([target, status]).toEqual([target, 404])
      expect(body.toString()).not.toContain('routes/admin')
    }
  })
})

describe('S31: forwarded headers', () => {
  test('from nobody that is known change nothing: not the limits, not a link', async () => {
    const stranger = await startApp({ LOG_LEVEL: 'error' })
    try {
      const statuses = new Set<number>()
      for (let n = 0; n < 110; n += 1) {
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

  test('from a proxy that is known give each visitor limits of their own', async () => {
    const behind = await startApp({ LOG_LEVEL: 'error', TRUSTED_PROXIES: '127.0.0.1' })
    try {
      const post = (from: string) =>
        fetch(`${behind.origin}/`, {
          method: 'POST',
          body: new URLSearchParams({ url: 'nothing' }),
          headers: { 'X-Forwarded-For': from, 'X-Forwarded-Host': 'evil.example' },
        })
      const statuses = new Set<number>()
      // What a visitor writes in front of what the proxy adds is not believed.
      for (let n = 0; n < 101; n += 1) statuses.add((await post(`10.0.0.${n}, 203.0.113.7`)).status)
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
