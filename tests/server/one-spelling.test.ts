// @module-tag whole
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addUser, openDatabase, plantSession } from '#tests/support/accounts.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import fc, { cases } from '#tests/support/cases.ts'
import { rawBytes } from '#tests/support/raw-request.ts'
import type { Sql } from '#tests/support/sql.ts'

let app: AppServer
let db: Sql
let cookie: string

beforeAll(async () => {
  app = await startApp({ LOG_LEVEL: 'error' })
  db = openDatabase(app)
  cookie = await plantSession(app, db, await addUser(db, { email: 'op@site.example' }))
})
afterAll(async () => {
  await db?.close()
  if (app !== undefined) await discardApp(app)
})

/** Sends a target as it is, which no HTTP client would, with the cookie of an operator. */
function ask(target: string, method = 'GET') {
  const lines = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${new URL(app.origin).host}`,
    `Cookie: ${cookie}`,
    'Sec-Fetch-Site: same-origin',
    ...(method === 'POST' ? ['Content-Length: 0'] : []),
    'Connection: close',
  ]
  return rawBytes(app.origin, `${lines.join('\r\n')}\r\n\r\n`, { stay: true })
}

const status = async (target: string, method = 'GET') => (await ask(target, method)).status

/** Each is another spelling of the first one. */
const spellings: Record<string, string[]> = {
  '/admin/users': [
    '/%61dmin/users',
    '/%61DMIN/users',
    '/admin/%75sers',
    '/admin/user%73',
    '/x/%2e%2e/admin/users',
    '/x/%2E%2E/admin/users',
    '/x/.%2e/admin/users',
    '/es/../admin/users',
    '/./admin/users',
    '/%2e/admin/users',
    '/admin/./users',
    '/admin/users/.',
    '/admin/users/x/..',
    '/admin/login/../users',
    '//admin/users',
    '///admin/users',
    '/admin//users',
    '/admin/users//',
    '\\admin\\users',
    '/admin\\users',
    '/\\admin/users',
    '/x\\..\\admin/users',
    '/admin%2fusers',
    '/admin%2Fusers',
    '/admin%5cusers',
    '/x%2f..%2fadmin/users',
    '/x%5C..%5Cadmin/users',
    'admin/users',
    'http://evil.example/admin/users',
    '/admin/users#',
    '/help#/../admin/users',
  ],
  '/admin/users.data': [
    '/%61dmin/users.data',
    '/admin/users%2edata',
    '/admin/users.d%61ta',
    '/x/%2e%2e/admin/users.data',
    '//admin/users.data',
    '/admin//users.data',
    '/./admin/users.data',
  ],
  '/help': ['/%68elp', '/h%65lp', '//help', '/./help', '/x/../help', '/es/%2e%2e/help', '\\help'],
  '/favicon.svg': ['/favicon%2esvg', '/%66avicon.svg', '//favicon.svg', '/x/../favicon.svg'],
  '/health': ['/he%61lth', '//health', '/./health'],
}

describe('S53: a path reaches a route in only one spelling', () => {
  test('and every other one is refused, with any method, before a cached page', async () => {
    for (const [path, others] of Object.entries(spellings)) {
      // The second time pages come out of memory.
      for (const _ of [1, 2]) expect([path, await status(path)]).toEqual([path, 200])
      for (const target of others) {
        for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS']) {
          const { status, body } = await ask(target, method)
          const name = `${method} ${target}`
          expect([name, status, body.length < 40]).toEqual([name, 400, true])
        }
      }
    }
  })

  test('a proxy’s rule for /admin can’t be bypassed on the way to sign in', async () => {
    for (const target of [
      '/%61dmin/login',
      '/es/../admin/login',
      '/admin/%6cogin',
      '//admin/login',
    ]) {
      expect([target, await status(target, 'POST')]).toEqual([target, 400])
    }
  })

  test('invalid escapes and escapes that aren’t UTF-8 are refused', async () => {
    for (const target of ['/%', '/%4', '/%zz', '/%ff', '/%E0%A4%A', '/%C0%AF', '/help/%']) {
      expect([target, await status(target)]).toEqual([target, 400])
    }
  })

  test('a path that needs its escapes still has its page', async () => {
    for (const [target, expected] of [
      ['/%C3%A9t%C3%A9', 404],
      ['/%c3%a9t%c3%a9', 404],
      ['/%E4%B8%AD', 404],
      ['/a%20b', 404],
      ['/newsletter/confirm/%C3%BC', 404],
      ['/help?next=/%61dmin/../x//y\\z', 200],
      ['/help?q=%2e%2e%2f', 200],
      ['/~a!b$c&d=e;f,g:h@i', 404],
    ] as const) {
      expect([target, await status(target)]).toEqual([target, expected])
    }
  })

  test('whatever else a path is made of', async () => {
    const piece = fc.constantFrom(
      ...['/', '//', '/./', '/../', '\\', '%2e', '%2E%2e', '%2f', '%5C', '..', '.', 'x'],
      ...['admin', '%61dmin', 'users', '%75sers', 'help', 'hel%70', '.data', '%2Edata', 'health'],
      ...['%C3%A9', '%c3%a9', '%25', '%2561', '~', '%7e', '-', '%2D', '%20', '@', '%', '"', '|'],
    )
    const path = fc
      .array(piece, { minLength: 1, maxLength: 6 })
      .map((pieces) => `/${pieces.join('')}`)
    await fc.assert(
      fc.asyncProperty(path, fc.constantFrom('GET', 'POST', 'HEAD'), async (target, method) => {
        const answer = await ask(target, method)
        // Whether the router would take a plain path for good or not is another matter.
        if (normalForm(target) !== target) expect([target, answer.status]).toEqual([target, 400])
        else if (method !== 'POST') expect([target, answer.status]).not.toEqual([target, 400])
      }),
      { numRuns: cases(500) },
    )
  })
})

/** RFC 3986, section 6.2.2, and what readers besides it hold for the same path; null for none. */
function normalForm(path: string): string | null {
  const decoded = path.replace(/%([0-9a-f]{2})/gi, (same, hex: string) => {
    const sign = String.fromCharCode(Number.parseInt(hex, 16))
    return /[\w.~/\\-]/.test(sign) ? sign : same
  })
  try {
    decodeURI(decoded)
  } catch {
    return null
  }
  const kept: string[] = []
  const segments = decoded
    .replace(/[\\/]+/g, '/')
    .slice(1)
    .split('/')
  segments.forEach((segment, index) => {
    if (segment === '..') kept.pop()
    if (!/^\.\.?$/.test(segment)) kept.push(segment)
    else if (index === segments.length - 1) kept.push('')
  })
  return `/${kept.join('/')}`.replaceAll('"', '%22')
}
