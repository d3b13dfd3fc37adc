// @module-tag process
import { cpSync, mkdtempSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { saveTab } from '#tests/settings/settings-world.ts'
import {
  addUser,
  type Browser,
  cookieName,
  createBrowser,
  openDatabase,
} from '#tests/support/accounts.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { rawBytes, rawRequest } from '#tests/support/raw-request.ts'
import type { Sql } from '#tests/support/sql.ts'

/** A folder that has the project in it, with documents of its own to change. */
let folder: string
let app: AppServer
let db: Sql
let operator: Browser
const sessionName = () => cookieName(app, 'session')
const spellings = () => {
  const name = sessionName()
  return [`${name}=`, `${name} =`, `a=b;${name}\t=`, `;; ${name}= `, `${name}=x; ${name}=`]
}
const others = () => {
  const name = sessionName()
  return [`my${name}=1`, `a="${name}=1"`, `${name.toUpperCase()}=1`, name, 'session=foreign']
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-test-'))
  for (const name of ['app', 'build', 'public', 'node_modules']) {
    symlinkSync(path.resolve(name), path.join(folder, name))
  }
  cpSync('pages-content', path.join(folder, 'pages-content'), { recursive: true })
  app = await startApp({ LOG_LEVEL: 'info' }, undefined, folder)
  db = openDatabase(app)
  await addUser(db, { email: 'op@site.example' })
  operator = createBrowser(app)
  await operator.signIn('op@site.example')
  // With mail the blog has a form, whose stamp tells one rendering from another.
  await set('email', { smtpHost: '127.0.0.1', smtpPort: '9' })
})
afterAll(async () => {
  await db.close()
  await discardApp(app)
  rmSync(folder, { recursive: true })
})
/** Whether a test has changed a setting since its usual value was restored. */
let isChanged = true
beforeEach(async () => {
  if (!isChanged) return
  await set('performance', { responseCaching: 'on', compression: 'on' })
  await set('general', { maintenanceMode: null, analyticsTagId: '', siteName: 'Cleanclip' })
  isChanged = false
})

async function set(tab: string, values: Record<string, string | null>): Promise<void> {
  isChanged = true
  expect((await saveTab(operator, tab, values)).status).toBe(302)
}

/** What goes over the wire, without what a browser would do to it. */
function ask(target: string, headers: Record<string, string> = {}, method = 'GET') {
  return rawRequest(app.origin + target, { method, headers })
}

const htmlOf = async (target: string, headers: Record<string, string> = {}) =>
  (await ask(target, headers)).body.toString()

/** Whether the second of two answers came out of memory: only such pages have a tag. */
async function isKept(target: string, headers: Record<string, string> = {}): Promise<boolean> {
  await ask(target, headers)
  return (await ask(target, headers)).headers.etag !== undefined
}

describe('A page that is kept', () => {
  test('is byte for byte the rendered page', async () => {
    for (const target of [
      '/',
      '/es',
      '/help',
      '/resources?category=video-editing',
      '/statistics',
    ]) {
      await ask(target)
      const kept = await htmlOf(target)
      await set('performance', { responseCaching: null })
      expect(await htmlOf(target), target).toBe(kept)
      await set('performance', { responseCaching: 'on' })
    }
  })

  test('S34, S35: has all security headers, and no nonce that others could use', async () => {
    await ask('/help')
    const { headers, body } = await ask('/help')
    expect(headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-[^' ]+';/)
    expect(headers['content-security-policy']).not.toContain('nonce')
    expect(body.toString()).not.toContain('nonce')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBeDefined()
    expect(headers['permissions-policy']).toBeDefined()
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['content-language']).toBe('en')
  })

  test('isn’t sent again to a browser that has it, with an ETag per encoding', async () => {
    const tags = new Set<string>()
    for (const encoding of ['br', 'gzip', 'identity']) {
      const accept = { 'accept-encoding': encoding }
      const whole = await ask('/blog', accept)
      const tag = whole.headers.etag ?? ''
      tags.add(tag)
      const again = await ask('/blog', { ...accept, 'if-none-match': `"other", ${tag}` })
      expect([again.status, again.body.length]).toEqual([304, 0])
      expect(again.headers.etag).toBe(tag)
      expect(again.headers.vary).toContain('Accept-Encoding')
      expect(again.headers['x-content-type-options']).toBe('nosniff')
      expect((await ask('/blog', { ...accept, 'if-none-match': '"other"' })).status).toBe(200)
    }
    expect(tags.size).toBe(3)
  })

  test('is the same text in every encoding', async () => {
    const plain = await htmlOf('/terms')
    const br = await ask('/terms', { 'accept-encoding': 'gzip, br' })
    const gzip = await ask('/terms', { 'accept-encoding': 'gzip' })
    expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual([
      'br',
      'gzip',
    ])
    expect(brotliDecompressSync(br.body).toString()).toBe(plain)
    expect(gunzipSync(gzip.body).toString()).toBe(plain)
    expect(Number(br.headers['content-length'])).toBe(br.body.length)
  })

  test('S50: is no longer compressed once compression is off', async () => {
    const accept = { 'accept-encoding': 'br' }
    expect((await ask('/help', accept)).headers['content-encoding']).toBe('br')
    await set('performance', { compression: null })
    expect((await ask('/help', accept)).headers['content-encoding']).toBeUndefined()
    expect((await ask('/help', accept)).headers['content-encoding']).toBeUndefined()
  })

  test('answers HEAD with the headers of its GET and nothing else', async () => {
    const get = await ask('/press-kit')
    const head = await ask('/press-kit', {}, 'HEAD')
    expect(head.status).toBe(200)
    expect(head.body.length).toBe(0)
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
    expect(head.headers.etag).toBe(get.headers.etag)
  })

  test('answers HEAD so too before anyone has asked for the page', async () => {
    const target = '/es/press-kit'
    const head = await ask(target, {}, 'HEAD')
    const get = await ask(target)
    expect(head.headers.etag).toMatch(/^W\//)
    for (const name of ['etag', 'cache-control', 'vary', 'content-length', 'content-type']) {
      expect([name, head.headers[name]]).toEqual([name, get.headers[name]])
    }
  })

  test('is counted and logged each time it is shown', async () => {
    const views = async () =>
      Number(
        await db.value(
          `select count(*) from analytics_events where kind = 'page_view' and path = ?`,
          '/privacy',
        ),
      )
    const before = await views()
    const lines = () => app.lines.filter((line) => line.includes('"path":"/privacy"')).length
    const logged = lines()
    for (let index = 0; index < 4; index += 1) {
      await ask('/privacy?utm_source=paper', { 'user-agent': 'Mozilla/5.0 Firefox/140.0' })
    }
    // What a page itself fetches is no page view, nor is a frame; what a service worker passes on is one.
    for (const [destination, mode] of [
      ['empty', 'cors'],
      ['iframe', 'navigate'],
      ['empty', 'navigate'],
    ] as const) {
      await ask('/privacy?utm_source=paper', {
        'user-agent': 'Mozilla/5.0 Firefox/140.0',
        'sec-fetch-dest': destination,
        'sec-fetch-mode': mode,
      })
    }
    await expect.poll(lines).toBe(logged + 7)
    await expect.poll(views).toBe(before + 5)
    const source = `select distinct source from analytics_events where path = '/privacy'`
    expect(await db.column(source)).toEqual(['paper'])
  })
})

describe('A page is rendered again', () => {
  test('S50: with the next request after a setting has changed', async () => {
    expect(await isKept('/')).toBe(true)
    for (const siteName of ['Zebrafish', 'Cleanclip']) {
      await set('general', { siteName })
      expect(await htmlOf('/')).toContain(siteName)
    }
  })

  test('S50: on every request while response caching is off', async () => {
    expect(await isKept('/help')).toBe(true)
    await set('performance', { responseCaching: null })
    expect(await isKept('/help')).toBe(false)
  })

  test('soon after a document was changed, and an article added or taken away', async () => {
    const page = path.join(folder, 'pages-content/help.html')
    const article = path.join(folder, 'pages-content/blog/brand-new.html')
    expect(await isKept('/help')).toBe(true)
    expect(await isKept('/blog')).toBe(true)
    writeFileSync(page, '<title>T</title><div class="page-content"><h1>Rewritten help</h1></div>')
    await expect.poll(() => htmlOf('/help')).toContain('Rewritten help')
    expect((await ask('/blog/brand-new')).status).toBe(404)
    writeFileSync(article, '<title>Brand new</title><div class="page-content"><h1>News</h1></div>')
    await expect.poll(() => htmlOf('/blog')).toContain('Brand new')
    expect(await htmlOf('/blog/brand-new')).toContain('News')
    unlinkSync(article)
    await expect.poll(() => htmlOf('/blog')).not.toContain('Brand new')
    await expect.poll(async () => (await ask('/blog/brand-new')).status).toBe(404)
  })

  test('S50: maintenance closes cached pages at once, and reopens them at once', async () => {
    expect(await isKept('/contact')).toBe(true)
    await set('general', { maintenanceMode: 'on' })
    expect((await ask('/contact')).status).toBe(503)
    expect((await ask('/contact')).headers.etag).toBeUndefined()
    // Operators see the page with a notice, which must not stay for others.
    expect((await operator.get('/contact')).status).toBe(200)
    await set('general', { maintenanceMode: null })
    const html = await htmlOf('/contact')
    expect(html).toBe(await htmlOf('/contact'))
    expect((await ask('/contact')).status).toBe(200)
  })
})

describe('No one gets a page that was made for someone else', () => {
  test('the hint at another language', async () => {
    const german = { 'accept-language': 'de-DE,de;q=0.9' }
    const hinted = await htmlOf('/contact', german)
    expect(hinted).toContain('<aside')
    expect(await htmlOf('/contact')).not.toContain('<aside')
    expect(await htmlOf('/contact', { 'accept-language': 'fr' })).not.toBe(hinted)
    expect(await htmlOf('/contact', { ...german, 'sec-fetch-site': 'same-origin' })).toBe(
      await htmlOf('/contact'),
    )
    const again = await ask('/contact', german)
    expect(again.body.toString()).toBe(hinted)
    expect(again.headers['cache-control']).toContain('private')
    expect(again.headers.vary).toContain('Accept-Language')
    const { etag } = (await ask('/contact')).headers
    expect((await ask('/contact', { ...german, 'if-none-match': etag ?? '' })).status).toBe(200)
  })

  test('the answer to the question for consent', async () => {
    await set('general', { analyticsTagId: 'G-ABCD1234' })
    const undecided = await ask('/')
    const accepted = await ask('/', { cookie: `${cookieName(app, 'consent')}=accepted-a` })
    const declined = await ask('/', { cookie: `other=1; ${cookieName(app, 'consent')}=declined` })
    expect(undecided.body.toString()).toContain('data-consent')
    expect(accepted.body.toString()).toContain('data-analytics="G-ABCD1234"')
    expect(accepted.headers['content-security-policy']).toContain('googletagmanager.com')
    for (const { body, headers } of [undecided, declined]) {
      expect(body.toString()).not.toContain('G-ABCD1234')
      expect(headers['content-security-policy']).not.toContain('googletagmanager.com')
      expect(headers.vary).toContain('Cookie')
    }
    expect(declined.body.toString()).not.toContain('data-consent')
    expect(await htmlOf('/')).toBe(undecided.body.toString())
    expect(await htmlOf('/', { cookie: `${cookieName(app, 'consent')}=accepted-a` })).toBe(
      accepted.body.toString(),
    )
    expect(await htmlOf('/', { 'sec-gpc': '1' })).toBe(declined.body.toString())
  })

  test('anyone who is signed in', async () => {
    expect(await isKept('/help')).toBe(true)
    expect(await isKept('/help', { cookie: operator.cookie() })).toBe(false)
    expect(await isKept('/help', { cookie: `${sessionName()}=nonsense` })).toBe(false)
    // Their views are not counted as a visitor's either.
    const reasons = () => db.column(`select bot from analytics_events where bot = 'operator'`)
    await operator.get('/help')
    await expect.poll(async () => (await reasons()).length).toBeGreaterThan(0)
  })

  test('what a visitor looked up or typed', async () => {
    expect(await isKept('/?url=https://www.tiktok.com/@a/video/7300000000000000000')).toBe(false)
    expect(await isKept('/?post=7300000000000000000')).toBe(false)
    expect(await isKept('/backlink-builder?siteName=Mine')).toBe(false)
    expect(await htmlOf('/backlink-builder')).not.toContain('Mine')
  })

  test('the URL of a link with parameters', async () => {
    const plain = await htmlOf('/blog')
    expect(await htmlOf('/blog?utm_source=x&fbclid=secret')).toBe(plain)
    await set('general', { siteName: 'Other' })
    expect(await htmlOf('/blog?fbclid=secret')).not.toContain('secret')
    expect(await htmlOf('/blog')).not.toContain('secret')
  })
})

describe('S56: before any cached page', () => {
  test('a second Host header is refused', async () => {
    const { host } = new URL(app.origin)
    for (const target of ['/', '/help', '/es', '/no-such-page', '/favicon.svg', '/admin/login']) {
      await isKept(target)
      for (const other of [host, 'evil.example']) {
        const head = `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nhOST: ${other}\r\n\r\n`
        expect([target, (await rawBytes(app.origin, head)).status]).toEqual([target, 400])
      }
    }
  })

  test('an invalid host is refused', async () => {
    await isKept('/help')
    for (const host of ['a/b', 'a?b', 'a#b', 'user@a', 'a\\b', 'a b', 'a:b', '[::1']) {
      expect([host, (await ask('/help', { host })).status]).toEqual([host, 400])
    }
    expect((await ask('/help', { host: '[::1]:80' })).status).toBe(200)
  })

  test('an unused method is refused', async () => {
    await isKept('/help')
    for (const method of ['PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE']) {
      expect([method, (await ask('/help', {}, method)).status]).toEqual([method, 405])
    }
  })

  test.each([
    ['/help', 'GET, HEAD'],
    ['/favicon.svg', 'GET, HEAD'],
    ['/blog/feed.xml', 'GET, HEAD'],
    ['/save/1/mp4', 'GET, HEAD'],
    ['/es', 'GET, HEAD, POST'],
    ['/admin/login', 'GET, HEAD, POST'],
    ['/beacon', 'POST'],
    ['/api/v1/status', 'GET, HEAD, OPTIONS'],
    ['/api/v1/lookups', 'GET, POST, OPTIONS'],
  ])('a refusal names what the address takes: %s', async (target, allowed) => {
    const { status, headers } = await ask(target, {}, 'PUT')
    expect([status, headers.allow]).toEqual([405, allowed])
  })

  test('maintenance mode closes it, whatever operators open in the meantime', async () => {
    await set('general', { maintenanceMode: 'on' })
    for (const spelling of spellings()) {
      const cookie = operator.cookie().replace(`${sessionName()}=`, spelling)
      const help = await htmlOf('/help', { cookie })
      expect([spelling, help]).toEqual([
        spelling,
        expect.stringContaining('Maintenance mode is on'),
      ])
      expect([spelling, (await ask('/no-such-page', { cookie })).status]).toEqual([spelling, 404])
      for (const target of ['/help', '/no-such-page']) {
        expect([spelling, (await ask(target)).status]).toEqual([spelling, 503])
      }
    }
    await set('general', { maintenanceMode: null })
    expect(await htmlOf('/help')).not.toContain('Maintenance mode is on')
  })

  test('reading the session cookie once distinguishes operators from visitors', async () => {
    const count = async (where: string) =>
      Number(await db.value(`select count(*) from analytics_events where ${where}`))
    const lookups = () => count("kind = 'lookup'")
    const form = 'url=https%3A%2F%2Fwww.tiktok.com%2F%40a%2Fvideo%2F7300000000000000001'
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const lookUp = (cookie: Record<string, string>) =>
      rawRequest(`${app.origin}/`, {
        method: 'POST',
        headers: { ...headers, 'user-agent': 'Mozilla/5.0 Firefox/140.0', ...cookie },
        body: form,
      })
    for (let n = 0; n < 3; n += 1) expect((await lookUp({})).status).toBe(303)
    await expect.poll(lookups).toBe(3)
    for (const spelling of spellings()) {
      const cookie = operator.cookie().replace(`${sessionName()}=`, spelling)
      expect([spelling, (await ask('/admin', { cookie })).status]).toEqual([spelling, 200])
      expect([spelling, await isKept('/help', { cookie })]).toEqual([spelling, false])
      await lookUp({ cookie, 'sec-fetch-site': 'same-origin' })
    }
    for (const cookie of others()) {
      expect([cookie, await isKept('/help', { cookie })]).toEqual([cookie, true])
      expect([cookie, (await ask('/admin', { cookie })).status]).toEqual([cookie, 302])
    }
    expect((await lookUp({})).status).toBe(303)
    await expect.poll(lookups).toBe(4)
  })
})

describe('Addresses that lead nowhere', () => {
  const text = 'The page you&#x27;re looking for doesn&#x27;t exist or has been moved.'

  test('share one page per language, the same as a rendered one', async () => {
    for (const [start, title] of [
      ['', 'Page not found'],
      ['/de', 'Seite nicht gefunden'],
    ]) {
      const pages = new Set<string>()
      for (const path of ['/nothing', '/no/such?utm_source=x', '/help/me', '/%C3%A9', '/Nothing']) {
        const { status, headers, body } = await ask(`${start}${path}`)
        expect([path, status, headers.etag]).toEqual([path, 404, undefined])
        expect(headers['content-security-policy']).toContain("default-src 'none'")
        pages.add(body.toString())
      }
      expect(pages.size).toBe(1)
      const [page = ''] = pages
      expect(page).toContain(`<title>${title}`)
      await set('performance', { responseCaching: null })
      expect(await htmlOf(`${start}/not-found`)).toBe(page)
      await set('performance', { responseCaching: 'on' })
    }
    expect(await htmlOf('/nothing')).toContain(text)
    expect((await ask('/nothing', { 'if-none-match': '*' })).status).toBe(404)
  })

  test('are closed by maintenance, and follow the settings, like every page', async () => {
    expect((await ask('/nothing')).status).toBe(404)
    await set('general', { maintenanceMode: 'on' })
    expect((await ask('/nothing')).status).toBe(503)
    await set('general', { maintenanceMode: null, siteName: 'Zebrafish' })
    expect(await htmlOf('/nothing')).toContain('Zebrafish')
  })
})

test.each([
  ['/blog/no-such-article', 404],
  ['/?anything=1', 200],
  ['/blog?category=none', 200],
  ['/blog?category=Guide&category=Tips', 200],
  ['/help/', 308],
  ['/HELP', 308],
  ['/newsletter', 200],
  ['/health', 200],
])('%s does not fill the memory with pages', async (target, status) => {
  expect((await ask(target)).status).toBe(status)
  expect(await isKept(target)).toBe(false)
})

test('one rendering answers all concurrent requests', async () => {
  await set('general', { siteName: 'Crowd' })
  const answers = await Promise.all(Array.from({ length: 100 }, () => ask('/blog')))
  // Each rendering stamps and signs its form, so the same bytes mean the same rendering.
  expect(new Set(answers.map(({ body }) => body.toString())).size).toBe(1)
})
