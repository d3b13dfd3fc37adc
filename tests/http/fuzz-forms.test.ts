// @module-tag whole

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fakePost, posts } from '#tests/fakes/extraction-service.ts'
import { addUser, openDatabase, plantSession } from '#tests/support/accounts.ts'
import fc, { cases } from '#tests/support/cases.ts'
import { noticeFields, sendNotice } from '#tests/support/dmca.ts'
import { encoded, expectHarmless, hostileText } from '#tests/support/hostile.ts'
import { type LiveApp, lookUp, startLiveApp } from '#tests/support/live-app.ts'
import { rawRequest } from '#tests/support/raw-request.ts'
import { routePages } from '#tests/support/route-manifest.ts'
import type { Sql } from '#tests/support/sql.ts'
import { until } from '#tests/support/until.ts'
import { bodyFor, type Forms, fieldsFor, formsOf, urlEncoded } from './form-fuzz.ts'

const secret = 'a secret that the test and the app share'
process.env.SESSION_SECRET = secret
const { stampForm } = await import('#app/http/form-stamp.server.ts')

type Target = Forms & { path: string; takesForms: boolean }

let app: LiveApp
let db: Sql
let operator: string
let targets: Target[]

beforeAll(async () => {
  app = await startLiveApp({
    SESSION_SECRET: secret,
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'error',
  })
  db = openDatabase(app)
  operator = await addUser(db, { email: 'op@site.example' })
  const places = await fillPlaces()
  targets = await Promise.all(
    routePages().map(async ({ path, file }) => {
      const address = addressOf(path, places)
      return {
        path: address,
        ...stamped(formsOf((await request(address, null)).body.toString())),
        takesForms: /export (async function|const) action\b/.test(readFileSync(file, 'utf8')),
      }
    }),
  )
})
afterAll(async () => {
  await db?.close()
  await app?.close()
})

/** Something to act on at each kind of page. */
async function fillPlaces(): Promise<Record<string, string>> {
  const user = await addUser(db, { email: 'ann@site.example', role: 'user' })
  await lookUp(app, posts.video.url)
  const notice = noticeFields([fakePost('video', 1).url], oldStamp())
  const status = (await sendNotice(app, notice)).headers.get('location') ?? ''
  const id = async (table: string, key = 'id') =>
    String((await db.value(`select max(${key}) from ${table}`)) ?? 1)
  const post = async (target: string, fields: Record<string, string>) => {
    const answer = await request(target, new URLSearchParams(fields).toString())
    expect([target, answer.status]).toEqual([target, 302])
  }
  await post('/admin/backlinks/new', {
    url: 'https://blog.example/tools',
    domain: '',
    anchorText: 'clean clips',
    status: 'active',
    domainAuthority: '55',
    dateAcquired: '2026-05-03',
    contactEmail: '',
    notes: '',
  })
  // It's checked once, whenever its turn comes.
  const checkedAt = () => db.value('select max(last_checked_at) from backlinks')
  await until(async () => expect(Number(await checkedAt())).toBeGreaterThan(0))
  await post('/admin/backlinks/campaigns', { name: 'One', templateId: 'guest-post', notes: '' })
  await post(`/admin/backlinks/campaigns/${await id('outreach_campaigns')}`, {
    intent: 'add',
    site: 'https://news.example/about',
    contactName: 'Ann',
    contactEmail: 'ann@news.example',
    templateId: 'guest-post',
    notes: '',
  })
  return {
    users: user,
    dmca: await id('dmca_reports'),
    backlinks: await id('backlinks', 'seq'),
    campaigns: await id('outreach_campaigns'),
    prospects: await id('outreach_prospects'),
    status: status.split(/[/?]/)[3] ?? '',
    postId: posts.video.postId,
    format: 'mp4',
    change: 'remove',
    step: 'restore',
    place: 'home',
    slug: 'nothing',
  }
}

function addressOf(path: string, places: Record<string, string>): string {
  const parts = path.split('/')
  return parts
    .map((part, index) => {
      if (part === ':lang?') return null
      if (part === '*') return 'nothing/here'
      if (!part.startsWith(':')) return part
      return places[part.slice(1)] ?? places[parts[index - 1] ?? ''] ?? 'nothing'
    })
    .filter((part) => part !== null)
    .join('/')
    .replace(/^$/, '/')
}

/** As if the page had been open for a minute: no one is as quick as this test. */
const oldStamp = () => stampForm(Date.now() - 60_000)

const session = () => plantSession(app, db, operator)

async function request(
  target: string,
  body: string | Buffer | null,
  headers: Record<string, string> = {},
  as?: string,
) {
  const cookie = as ?? (await session())
  return rawRequest(app.origin + target, {
    method: body === null ? 'GET' : 'POST',
    headers: {
      Cookie: cookie,
      'Sec-Fetch-Site': 'same-origin',
      ...(body !== null && { 'Content-Type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    ...(body !== null && { body }),
  })
}

/** The page's own stamp is too new for a person. */
function stamped({ fields, buttons }: Forms): Forms {
  const old = oldStamp()
  return { buttons, fields: fields.map(([name, value]) => [name, name === 'stamp' ? old : value]) }
}

let visitors = 0

/** Pages in front of the guard are for those who are not signed in; limits are counted by network. */
async function visitor(path: string): Promise<[cookie: string, network: string]> {
  visitors += 1
  const guarded = /^\/admin(?!\/(login|two-factor|setup|reset|forgot-password))/.test(path)
  return [guarded ? await session() : 'a=b', `10.${visitors % 250}.${Math.floor(visitors / 250)}.1`]
}

/** A few of a target at once, so that it takes seconds and not minutes. */
async function attack<T>(
  value: fc.Arbitrary<T>,
  numRuns: number,
  send: (value: T) => Promise<void>,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(value, { minLength: 4, maxLength: 4 }), async (values) => {
      await Promise.all(values.map(send))
    }),
    { numRuns, endOnFailure: true },
  )
}

test('S32: no form crashes the server or makes it reveal internals, whatever is sent', {
  tags: 'gate',
}, async () => {
  // One press of maintenance mode's button closes the site, as it should.
  const forms = targets.filter(
    ({ path, takesForms }) => takesForms && !path.endsWith('/maintenance'),
  )
  expect(forms.length).toBeGreaterThan(30)
  for (const target of forms) {
    await attack(bodyFor(target), cases(3, 1), async ({ type, body }) => {
      const [cookie, network] = await visitor(target.path)
      const headers = { 'Content-Type': type, 'X-Forwarded-For': network }
      const answer = await request(target.path, body, headers, cookie)
      expectHarmless(['POST', target.path, type, body], answer)
    })
  }
  await expectUnharmed()
})

/** What only a form may change; who looks is counted elsewhere. */
async function stored(): Promise<Record<string, unknown[]>> {
  const tables = [
    ...['settings', 'users', 'recovery_codes', 'one_time_tokens', 'subscribers', 'outbox'],
    ...['dmca_reports', 'dmca_report_posts', 'dmca_report_events', 'dmca_counter_notices'],
    ...['backlinks', 'outreach_campaigns', 'outreach_prospects', 'outreach_opt_outs'],
    ...['blocked_authors', 'post_status_changes'],
  ]
  return Object.fromEntries(
    await Promise.all(
      tables.map(async (table) => [table, await db.rows(`select * from ${table} order by 1, 2`)]),
    ),
  )
}

test('S17, S33: no URL does either, and requesting one changes nothing', async () => {
  const before = await stored()
  for (const target of targets) {
    const query = fieldsFor(target).map((fields) => urlEncoded(fields).slice(0, 12_000))
    const asked = fc.tuple(query, fc.boolean(), hostileText)
    await attack(asked, 1, async ([fields, asData, text]) => {
      const path = asData ? `${target.path}.data` : target.path
      expectHarmless(['GET', path, fields], await request(`${path}?${fields}`, null))
      const wrong = target.path.replace(/[^/]+$/, encoded(text).slice(0, 3000))
      expectHarmless(['GET', wrong], await request(wrong, null))
    })
  }
  expect(await stored()).toEqual(before)
  await expectUnharmed()
})

test('S24: an invented cookie isn’t a session, and does no harm', async () => {
  const real = await session()
  const [name] = real.split('=', 1)
  const names = fc.constantFrom(name, 'session', '__Host-session', 'consent', '__proto__', '')
  const base64 = fc
    .oneof(fc.json(), hostileText)
    .map((text) => Buffer.from(text).toString('base64'))
  const value = fc.oneof(
    base64,
    fc.stringMatching(/^[!-~]{0,200}$/),
    fc.nat(real.length).map((cut) => real.slice(`${name}=`.length, cut)),
    hostileText.map(encoded),
  )
  const cookie = fc.array(fc.tuple(names, value), { maxLength: 5 }).map((pairs) =>
    pairs
      .map(([name, text]) => `${name}=${text}`)
      .join('; ')
      .slice(0, 12_000),
  )
  await fc.assert(
    fc.asyncProperty(cookie, async (text) => {
      fc.pre(!text.includes(real.slice(8)))
      const inside = await request('/admin', null, {}, text)
      expect([text, inside.status, inside.headers.location]).toEqual([
        text,
        302,
        expect.stringMatching(/^\/admin\/login/),
      ])
      const page = await request('/', null, {}, text)
      expect([text, page.status]).toEqual([text, 200])
    }),
    { numRuns: cases(150) },
  )
  expect((await request('/admin', null, {}, real)).status).toBe(200)
})

async function expectUnharmed(): Promise<void> {
  const health = await request('/health', null)
  expect([health.status, health.body.toString()]).toEqual([200, 'up\n'])
  expect(app.lines.filter((line) => line.includes('failed'))).toEqual([])
}
