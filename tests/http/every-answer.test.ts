// @module-tag process
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signedIn } from '#tests/accounts/admin-world.ts'
import { posts } from '#tests/fakes/extraction-service.ts'
import { addUser, type Browser, openDatabase } from '#tests/support/accounts.ts'
import { discardApp, startApp } from '#tests/support/app-server.ts'
import { elementsOf } from '#tests/support/html.ts'
import {
  type LiveApp,
  linksIn,
  lookUp,
  prepareLinkIn,
  saveLinkIn,
  startLiveApp,
} from '#tests/support/live-app.ts'
import { faultsOf } from '#tests/support/page-faults.ts'
import { type RawAnswer, rawRequest, strangerTo } from '#tests/support/raw-request.ts'
import { routePages } from '#tests/support/route-manifest.ts'
import type { Sql } from '#tests/support/sql.ts'

let app: LiveApp
let db: Sql
let admin: Browser
/** Addresses for one post: its file, the page in front of that, its cover. */
let links: { save: string; prepare: string; cover: string }

beforeAll(async () => {
  app = await startLiveApp({ LOG_LEVEL: 'error' })
  db = openDatabase(app)
  await addUser(db, { email: 'op@site.example' })
  admin = await signedIn(app, 'op@site.example')
  const { html } = await lookUp(app, posts.video.url)
  const first = (start: RegExp) => linksIn(html, '/').find((link) => start.test(link)) ?? ''
  links = {
    save: await saveLinkIn(app, html),
    prepare: await prepareLinkIn(app, html),
    cover: first(/^\/cover\//),
  }
})
afterAll(async () => {
  await db?.close()
  await app?.close()
})

const { ask, send } = strangerTo(() => app)

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
        // A sandboxed page in its own tab can only be opened with the other value.
        'cross-origin-opener-policy': name === 'picture' ? 'unsafe-none' : 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      }),
    ])
    for (const banned of ['x-powered-by', 'server', 'strict-transport-security']) {
      expect([name, headers[banned]]).toEqual([name, undefined])
    }
  }
})

test('S34, S35: HTTPS is made permanent for this host alone, and the policy allows nothing inline', async () => {
  const secure = await startApp({ APP_URL: 'https://site.example', LOG_LEVEL: 'error' })
  try {
    for (const target of ['/', '/nowhere', '/favicon.svg', '/admin/login', '/health']) {
      const { headers } = await rawRequest(secure.origin + target, {
        method: 'GET',
        headers: { host: 'site.example' },
      })
      expect([target, headers['strict-transport-security']]).toEqual([target, 'max-age=31536000'])
      const policy = String(headers['content-security-policy'])
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

test('S34: no page has an inline script or style except those whose hash its policy lists', async () => {
  for (const target of ['/', '/es', '/help', '/blog', '/statistics', '/no/such', '/press-kit']) {
    const { headers, body } = await ask(target)
    check(target, body.toString(), String(headers['content-security-policy']))
  }
  for (const target of ['/admin', '/admin/users', '/admin/settings', '/admin/analytics']) {
    await checkResponse(target, await admin.get(target))
  }
  const body = new URLSearchParams({ url: posts.video.url })
  await checkResponse('a result', await fetch(`${app.origin}/`, { method: 'POST', body }))

  async function checkResponse(target: string, response: Response): Promise<void> {
    check(target, await response.text(), response.headers.get('content-security-policy') ?? '')
  }

  function check(target: string, html: string, policy: string): void {
    const hashes = policy.match(/'sha256-[^']+'/g) ?? []
    const inlineScripts = elementsOf(html).filter(
      ({ tag, attributes: { src, type } }) =>
        tag === 'script' && src === undefined && type !== 'application/ld+json',
    )
    expect([target, inlineScripts.length]).toEqual([target, hashes.length])
    for (const { tag, attributes } of elementsOf(html)) {
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

test('a policy with a hole that an evaluator knows (CSP Evaluator)', async () => {
  const policies = new Map<string, string>()
  const addresses = [
    '/',
    '/help',
    '/no/such',
    '/admin/login',
    links.prepare,
    links.save,
    links.cover,
  ]
  for (const address of ['/favicon.svg', '/help.data', '/health', ...addresses]) {
    policies.set(address, String((await ask(address)).headers['content-security-policy']))
  }
  for (const address of ['/admin', '/admin/settings', '/admin/settings/email/templates']) {
    const { headers } = await admin.get(address)
    policies.set(address, headers.get('content-security-policy') ?? '')
  }
  const said = [...policies].flatMap(([page, policy]) =>
    new CspEvaluator(new CspParser(policy).csp)
      .evaluate()
      .map(({ directive, value, description }) => ({
        page,
        fault: `${directive} ${value}: ${description}`,
      })),
  )
  expect(faultsOf('CSP Evaluator', said)).toEqual([])
})

describe('S38: is never cached', () => {
  test('content of an operator, a session or a link, or its data', async () => {
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
      'result by its address': await fetch(`${app.origin}/?post=${posts.video.postId}`),
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

  test('a page changed by a visitor’s router headers', async () => {
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

test('every answer of an address, and its data, has one line on keeping it, and one on what it depends on', async () => {
  const addresses = routePages().map(({ path }) =>
    path.replaceAll(/:lang\?\/?/g, '').replaceAll(/:\w+\??|\*/g, 'x'),
  )
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const address of new Set(addresses)) {
    const data = address === '/' ? '/_.data' : `${address}.data`
    for (const target of [address, data]) {
      for (const answer of [await ask(target), await ask(target, form, 'POST')]) {
        const lines = (name: string) =>
          answer.rawHeaders.filter((_, at) => answer.rawHeaders[at - 1]?.toLowerCase() === name)
        const [keeping, ...more] = lines('cache-control')
        expect([target, keeping, more]).toEqual([target, expect.any(String), []])
        expect([target, lines('vary').length]).toEqual([target, expect.toSatisfy((n) => n < 2)])
        const isData = target === data && answer.status === 200 && answer.body.length > 0
        if (isData)
          expect([target, keeping]).toEqual([target, expect.stringMatching(/private|no-store/)])
      }
    }
  }
})

test('S36: markup in a title stays text on the result page, in its data and on the way to the file', async () => {
  const { html } = await lookUp(app, posts.hostileTitle.url)
  const prepare = await prepareLinkIn(app, html)
  const pages = [
    html,
    (await ask(prepare)).body.toString(),
    (await ask(`/de?post=${posts.hostileTitle.postId}`)).body.toString(),
  ]
  expect(elementsOf(html).some(({ text }) => text.includes('<img src=x onerror='))).toBe(true)
  for (const page of pages) {
    for (const { tag, attributes } of elementsOf(page)) {
      expect([tag, attributes]).toEqual([tag, expect.not.objectContaining({ src: 'x' })])
      expect([tag, Object.keys(attributes).join()]).toEqual([
        tag,
        expect.not.stringMatching(/\bon/),
      ])
    }
  }
  const data = await send('/_.data?index', `url=${encodeURIComponent(posts.hostileTitle.url)}`)
  expect(data.headers.get('content-type')).not.toContain('html')
  const file = await saveLinkIn(app, html)
  const { headers } = await ask(file, {}, 'HEAD')
  expect(headers['content-disposition']).toMatch(/^attachment; filename="[\w. -]+"$/)
})
