// @module-tag process
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addUser,
  openDatabase,
  password,
  plantSession,
  throughSignIn,
} from '#tests/support/accounts.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { startAppWith } from '#tests/support/app-with-settings.ts'
import { rawBytes, rawRequest } from '#tests/support/raw-request.ts'

/** Behind a proxy with a certificate, which is trusted. */
let app: AppServer
/** As `npm start` and compose.yaml start it, without APP_URL. */
let bare: AppServer
let session: string
const perMinute = 5
let bareSession: string

beforeAll(async () => {
  const env = { LOG_LEVEL: 'warn', TRUSTED_PROXIES: '127.0.0.1' }
  app = await startAppWith(
    { rateLimitPerMinute: perMinute },
    { ...env, APP_URL: 'https://clips.example' },
  )
  bare = await startApp({ LOG_LEVEL: 'warn', APP_URL: 'http://localhost:3000' })
  session = `__Host-${await sessionOn(app, 'https://clips.example')}`
  bareSession = await sessionOn(bare, 'http://localhost:3000')
})
afterAll(async () => {
  for (const each of [app, bare]) if (each !== undefined) await discardApp(each)
})

async function sessionOn(server: AppServer, origin: string): Promise<string> {
  const db = openDatabase(server)
  const cookie = await plantSession({ origin }, db, await addUser(db, { email: 'op@site.example' }))
  await db.close()
  return cookie
}

type Headers = Record<string, string>
let serial = 0

/** Sends a form as a visitor of their own. */
async function post(path: string, fields: Headers, headers: Headers, server = app) {
  serial += 1
  const answer = await rawRequest(server.origin + path, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'X-Forwarded-For': `198.18.${serial >> 8}.${serial & 255}`,
      ...headers,
    },
  })
  const text = answer.body.toString()
  const refused = answer.status === 403 || /request was refused|^Bad Request/.test(text)
  return { ...answer, text, refused }
}

/** A visitor's headers, and an operator's. */
const cookies = (signedIn: string): Headers[] => [{}, { Cookie: signedIn }]

const forms: [string, Headers][] = [
  ['/', { url: 'nothing' }],
  ['/_.data?index', { url: 'nothing' }],
  ['/contact/message', { name: '' }],
  ['/batch', { links: 'nothing' }],
  ['/de/newsletter', { email: '' }],
]

const own = { Origin: 'https://clips.example', 'Sec-Fetch-Site': 'same-origin' }

/** The headers that a proxy's first example makes of a form of https://clips.example. */
const proxies: [string, Headers][] = [
  ['nginx with proxy_pass alone', { Host: '127.0.0.1:3000', Connection: 'close' }],
  ['nginx with an upstream’s name', { Host: 'clean_clip' }],
  [
    'Apache with ProxyPass alone',
    { Host: '127.0.0.1:3000', 'X-Forwarded-Host': 'clips.example', 'X-Forwarded-Server': 'web' },
  ],
  ['Apache behind Apache', { Host: '[::1]:3000', 'X-Forwarded-Host': 'clips.example, inner' }],
  [
    'a shielded CDN',
    { Host: 'origin.example', 'X-Forwarded-Host': 'clips.example, clips.example' },
  ],
  ['a proxy that quotes the host', { Host: 'a', 'X-Forwarded-Host': '"clips.example"' }],
  ['a proxy that forwards no host', { Host: 'clips.example', 'X-Forwarded-Host': '' }],
  ['Traefik', { Host: 'clips.example', 'X-Forwarded-Host': 'clips.example:443' }],
  ['a host with the default port', { Host: 'clips.example:443' }],
  ['a host in capitals', { Host: 'CLIPS.EXAMPLE' }],
  ['a host with the root’s dot', { Host: 'clips.example.' }],
  ['a host that lost its port', { Host: 'clips.example', Origin: 'https://clips.example:8443' }],
  ['a host with raw letters', { Host: Buffer.from('räucher.example').toString('latin1') }],
  ['Referrer-Policy: no-referrer', { Host: 'clips.example', Origin: 'null' }],
  ['an empty Origin', { Host: 'clips.example', Origin: '' }],
  ['an Origin that is written twice', { Origin: `${own.Origin}, ${own.Origin}`, Host: 'a' }],
  ['an empty Sec-Fetch-Site', { Host: '127.0.0.1:3000', 'Sec-Fetch-Site': '' }],
  ['a restored tab', { Host: 'clips.example', Origin: 'null', 'Sec-Fetch-Site': 'none' }],
]

test.each(proxies)('forms work with the headers of %s', async (_, headers) => {
  expect((await rawRequest(`${app.origin}/health`, { method: 'GET', headers })).status).toBe(200)
  for (const [path, fields] of forms) {
    const { status, refused, text } = await post(path, fields, { ...own, ...headers })
    expect([path, status, refused], text.slice(0, 300)).toEqual([path, status, false])
  }
  const fields = { email: 'op@site.example', password }
  const signedIn = await post('/admin/login', fields, { ...own, ...headers })
  expect([signedIn.status, signedIn.headers.location]).toEqual([302, throughSignIn()])
  const cookie = { Cookie: session }
  const answer = await post('/admin/notifications', {}, { ...own, ...headers, ...cookie })
  expect(answer.refused).toBe(false)
})

test('a proxy that speaks HTTP/1.0 without a host gets pages and may send forms', async () => {
  const stay = { stay: true }
  const head = 'POST / HTTP/1.0\r\nOrigin: https://clips.example\r\nContent-Length: 0\r\n\r\n'
  const { status, body } = await rawBytes(app.origin, head, stay)
  expect([status, body.includes('refused')]).toEqual([400, false])
  expect((await rawBytes(app.origin, 'GET /help HTTP/1.0\r\n\r\n', stay)).status).toBe(200)
})

test('a page’s own links are APP_URL’s, whatever host a proxy names', async () => {
  const headers = { Host: '127.0.0.1:3000', 'X-Forwarded-Host': 'evil.example' }
  const { body } = await rawRequest(`${app.origin}/help`, { method: 'GET', headers })
  expect(body.toString()).toContain('https://clips.example/help')
  expect(body.toString()).not.toMatch(/evil\.example|127\.0\.0\.1:3000/)
})

describe('S17: behind a proxy that replaces the host, a form of another site is refused', () => {
  const evil = 'https://evil.example'
  test.each<Headers>([
    { Origin: evil },
    { Origin: evil, 'Sec-Fetch-Site': '' },
    { Origin: evil, 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
    { Origin: own.Origin, 'Sec-Fetch-Site': 'cross-site' },
    { Origin: own.Origin, 'Sec-Fetch-Site': 'same-site' },
    { Origin: 'null' },
    { Origin: 'nonsense' },
    { Origin: 'https://clips.example.evil.example' },
    { Origin: 'https://evil.example', Referer: 'https://clips.example/' },
  ])('%o', async (headers) => {
    for (const cookie of cookies(session)) {
      for (const host of ['127.0.0.1:3000', 'clips.example']) {
        for (const [path, fields] of forms) {
          const sent = { Host: host, ...headers, ...cookie }
          const { status, text } = await post(path, fields, sent)
          expect([path, host, cookie, status]).toEqual([path, host, cookie, 403])
          expect(text).not.toContain('Bad Request')
        }
      }
    }
  })

  test('and a form with a cookie that names no origin at all', async () => {
    const headers = { Host: 'clips.example', Cookie: session }
    expect((await post('/contact/message', {}, headers)).status).toBe(403)
    const from = (page: string) => post('/contact/message', {}, { ...headers, Referer: page })
    expect((await from('https://evil.example/')).status).toBe(403)
    expect((await from('https://clips.example/help')).refused).toBe(false)
    expect((await post('/contact/message', {}, { Host: 'clips.example' })).refused).toBe(false)
  })
})

const linesWith = (text: string) => bare.lines.filter((line) => line.includes(text))

describe('a refused form says what its operator can change', () => {
  test('both addresses, for a browser that names no site', async () => {
    const lan = { Origin: 'http://192.168.1.5', Host: '127.0.0.1:3000', Cookie: bareSession }
    const { status, text } = await post('/contact/message', {}, lan, bare)
    expect(status).toBe(403)
    expect(text).toContain('Forms don’t work at http://192.168.1.5.')
    expect(text).toContain('Open http://localhost:3000 instead.')
    await expect.poll(() => linesWith('"http://192.168.1.5"')).toHaveLength(1)
    expect(linesWith('"http://192.168.1.5"')[0]).toContain('http://localhost:3000')
  })

  test('both addresses, for the site’s name with www.', async () => {
    const www = { Origin: 'https://www.clips.example', 'Sec-Fetch-Site': 'same-site' }
    expect((await post('/de/newsletter', {}, www)).text).toContain(
      'Öffne stattdessen https://clips',
    )
    const foreign = { ...www, Origin: 'https://other.example' }
    expect((await post('/de/newsletter', {}, foreign)).text).not.toContain('other.example')
  })

  test('the header that hides where a form is from', async () => {
    const { text } = await post('/contact/message', {}, { Origin: 'null', Host: 'clips.example' })
    expect(text).toContain('Referrer-Policy: no-referrer')
  })

  test('to a page that runs in the browser, too', async () => {
    const headers = { Origin: 'https://elsewhere.example', Host: 'clips.example' }
    const { status, text } = await post('/_.data?index', { url: 'nothing' }, headers)
    expect(status).toBe(403)
    expect(text).toContain('https://elsewhere.example')
  })
})

test('a site that is opened in the local network, without APP_URL, has no dead form', async () => {
  const lan = { Host: '192.168.1.5:3000', Origin: 'http://192.168.1.5:3000' }
  for (const cookie of cookies(bareSession)) {
    for (const [path, fields] of forms) {
      const { refused } = await post(path, fields, { ...lan, ...cookie }, bare)
      expect([path, cookie, refused]).toEqual([path, cookie, false])
    }
  }
  // The log names both addresses, once.
  await expect.poll(() => linesWith('"192.168.1.5:3000"')).toHaveLength(1)
  expect(linesWith('"192.168.1.5:3000"')[0]).toContain('http://localhost:3000')
})

test('who opens an https site over http is told so at the first press, not signed out without a word', async () => {
  const lan = { Host: '192.168.1.5:3000', Origin: 'http://192.168.1.5:3000' }
  for (const path of ['/admin/login', '/admin/login.data', '/admin/setup/a', '/consent']) {
    const { status, text, headers } = await post(path, { email: 'op@site.example', password }, lan)
    expect([path, status, headers['set-cookie']]).toEqual([path, 403, undefined])
    expect([path, text]).toEqual([path, expect.stringContaining('http://192.168.1.5:3000')])
    expect([path, text]).toEqual([path, expect.stringContaining('https://clips.example')])
  }
  expect((await post('/', { url: 'nothing' }, lan)).refused).toBe(false)
  // Browsers take their own machine for safe.
  const here = { Host: 'localhost:3000', Origin: 'http://localhost:3000' }
  const fields = { email: 'op@site.example', password }
  expect((await post('/admin/login', fields, here)).status).toBe(302)
})

test('System names both addresses, and judges the proxy by its headers', async () => {
  const system = async (headers: Headers) => {
    const sent = { 'Sec-Fetch-Site': 'same-origin', Cookie: session, ...headers }
    const answer = await rawRequest(`${app.origin}/admin/system`, { method: 'GET', headers: sent })
    return answer.body.toString().replaceAll(/<[^>]*>|\s+/g, ' ')
  }
  const good = await system({ Host: 'clips.example', 'X-Forwarded-For': '203.0.113.9' })
  expect(good).toMatch(/APP_URL +Matches +You opened https:\/\/clips\.example/)
  expect(good).toMatch(/Proxy +Trusted +Your address arrives as 203\.0\.113\.9/)
  const nginx = await system({ Host: '127.0.0.1:3000' })
  expect(nginx).toMatch(
    /APP_URL +Doesn’t match +Requests arrive for 127\.0\.0\.1:3000, but APP_URL is https:\/\/clips\.example/,
  )
  expect(nginx).toMatch(/Proxy +No addresses +The proxy at 127\.0\.0\.1 sends no X-Forwarded-For/)
})

test('visitors are told apart in any form of the header, and share limits where it can’t be read', async () => {
  const lookUp = async (headers: Headers) =>
    (await post('/', { url: 'nothing' }, { ...own, ...headers })).status
  const statuses: number[] = []
  for (let n = 0; n <= perMinute; n += 1) {
    statuses.push(await lookUp({ 'X-Forwarded-For': `203.0.113.77:${5000 + n}` }))
  }
  expect([...new Set(statuses)]).toEqual([400, 429])
  const forwarded = (value: string) => lookUp({ 'X-Forwarded-For': '', Forwarded: value })
  expect(await forwarded('for="[::ffff:203.0.113.77]:9";proto=https')).toBe(429)
  expect(await forwarded('for="203.0.113.78:9";proto=https')).toBe(400)
})
