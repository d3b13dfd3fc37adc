import { readFileSync } from 'node:fs'
import type SQLite from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fakePost, posts } from '#tests/fakes/extraction-service.ts'
import { addUser, openDatabase, plantSession } from '#tests/support/accounts.ts'
import { noticeFields, sendNotice } from '#tests/support/dmca.ts'
import { encoded, expectHarmless, hostileName, hostileText } from '#tests/support/hostile.ts'
import { elementsOf } from '#tests/support/html.ts'
import { type LiveApp, lookUp, startLiveApp } from '#tests/support/live-app.ts'
import { rawRequest } from '#tests/support/raw-request.ts'
import { routePages } from '#tests/support/route-manifest.ts'

const secret = 'a secret that the test and the app share'
process.env.SESSION_SECRET = secret
const { stampForm } = await import('#app/services/form-stamp.server.ts')

type Field = [name: string, value: string]
/** An address, the fields of its forms as a person would send them, and what its buttons say. */
type Target = { path: string; fields: Field[]; buttons: Field[]; takesForms: boolean }

let app: LiveApp
let db: SQLite.Database
let operator: string
let targets: Target[]

beforeAll(async () => {
  app = await startLiveApp({
    SESSION_SECRET: secret,
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'error',
  })
  db = openDatabase(app)
  operator = addUser(db, { email: 'op@site.example' })
  const places = await fillPlaces()
  targets = await Promise.all(
    routePages().map(async ({ path, file }) => {
      const address = addressOf(path, places)
      return {
        path: address,
        ...(await fieldsOf(address)),
        takesForms: /export (async function|const) action\b/.test(readFileSync(file, 'utf8')),
      }
    }),
  )
})
afterAll(async () => {
  db?.close()
  await app?.close()
})

/** Something to act on at each kind of page. */
async function fillPlaces(): Promise<Record<string, string>> {
  const user = addUser(db, { email: 'ann@site.example', role: 'user' })
  await lookUp(app, posts.video.url)
  const notice = noticeFields([fakePost('video', 1).url], oldStamp())
  const status = (await sendNotice(app, notice)).headers.get('location') ?? ''
  const id = (table: string) =>
    String(db.prepare(`select max(rowid) from ${table}`).pluck().get() ?? 1)
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
  await post('/admin/backlinks/campaigns', { name: 'One', templateId: 'guest-post', notes: '' })
  await post(`/admin/backlinks/campaigns/${id('outreach_campaigns')}`, {
    do: 'add',
    site: 'https://news.example/about',
    contactName: 'Ann',
    contactEmail: 'ann@news.example',
    templateId: 'guest-post',
    notes: '',
  })
  return {
    users: user,
    dmca: id('dmca_reports'),
    backlinks: id('backlinks'),
    campaigns: id('outreach_campaigns'),
    prospects: id('outreach_prospects'),
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

/** As if the page had been open for a minute: nobody is as quick as this test. */
const oldStamp = () => stampForm(Date.now() - 60_000)

const session = () => plantSession(db, operator)

function request(
  target: string,
  body: string | Buffer | null,
  headers: Record<string, string> = {},
  cookie = session(),
) {
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

/** What would shut the test out, or make it wait, is not what it is about. */
const leftOut = /^(maintenanceMode|adminsNeedTwoFactor|twoFactor)/

/** What a person would put into a field that is empty. */
const usual: Record<string, () => string> = {
  url: () => posts.video.url,
  links: () => posts.hd.url,
  email: () => 'somebody@site.example',
  contactEmail: () => 'somebody@site.example',
  name: () => 'Some Name',
  site: () => 'site.example',
  reason: () => 'A reason.',
  note: () => 'A note.',
}

async function fieldsOf(address: string): Promise<Pick<Target, 'fields' | 'buttons'>> {
  const html = (await request(address, null)).body.toString()
  const fields = new Map<string, string>()
  const buttons: Field[] = []
  for (const { tag, attributes } of elementsOf(html)) {
    const { name, value = '' } = attributes
    if (name === undefined || tag === 'meta' || leftOut.test(name)) continue
    if (tag === 'button') buttons.push([name, value])
    else if (!fields.get(name)) fields.set(name, value || (usual[name]?.() ?? ''))
  }
  return { fields: [...fields], buttons: buttons.length > 0 ? buttons : [['do', 'save']] }
}

/** What the forms would send, with some of it changed, twice there or missing. */
function fieldsFor({ fields, buttons }: Target): fc.Arbitrary<Field[]> {
  const own = fc.tuple(
    ...fields.map(([name, value]) =>
      fc.oneof(
        { weight: 5, arbitrary: fc.constant<Field[]>([[name, value]]) },
        { weight: 2, arbitrary: hostileText.map((text): Field[] => [[name, text]]) },
        fc.constant<Field[]>([]),
        hostileText.map((text): Field[] => [
          [name, text],
          [name, value],
        ]),
      ),
    ),
  )
  const more = fc.array(fc.tuple(hostileName, hostileText), { maxLength: 2 })
  return fc
    .tuple(own, fc.constantFrom(...buttons), more)
    .map(([mine, button, others]) =>
      [...mine.flat(), button, ...others].map(
        ([name, value]): Field => [
          name,
          name === 'stamp' && value.length < 100 ? oldStamp() : value,
        ],
      ),
    )
}

const urlEncoded = (fields: Field[]) =>
  fields.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')

type Body = { type: string; body: string }

function bodyFor(target: Target): fc.Arbitrary<Body> {
  const fields = fieldsFor(target)
  const form = fields.map((list) => ({
    type: 'application/x-www-form-urlencoded',
    body: urlEncoded(list),
  }))
  // Files where texts are expected, and parts that end anywhere.
  const parts = fc
    .tuple(fields, fc.boolean(), fc.option(fc.nat(2000), { freq: 2 }))
    .map(([list, files, cut]) => ({
      type: 'multipart/form-data; boundary=bb',
      body: `${list.map((field) => part(field, files)).join('')}--bb--\r\n`.slice(0, cut ?? 70_000),
    }))
  const junk = fc.tuple(
    fc.constantFrom('application/x-www-form-urlencoded', 'multipart/form-data; boundary=bb'),
    fc.string({ unit: 'binary', maxLength: 500 }),
  )
  return fc.oneof(
    { weight: 4, arbitrary: form },
    { weight: 2, arbitrary: parts },
    junk.map(([type, body]) => ({ type, body })),
  )
}

function part([name, value]: Field, isFile: boolean): string {
  const safe = name.replace(/[\r\n"]/g, '')
  const file = isFile ? '; filename="a.csv"\r\nContent-Type: text/csv' : ''
  return `--bb\r\nContent-Disposition: form-data; name="${safe}"${file}\r\n\r\n${value}\r\n`
}

let visitors = 0

/** Pages in front of the guard are for those who are not signed in; limits are counted by network. */
function visitor(path: string): [cookie: string, network: string] {
  visitors += 1
  const guarded = /^\/admin(?!\/(login|two-factor|setup|reset|forgot-password))/.test(path)
  return [guarded ? session() : 'a=b', `10.${visitors % 250}.${Math.floor(visitors / 250)}.1`]
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
    { numRuns, interruptAfterTimeLimit: 3000, endOnFailure: true },
  )
}

test('S32: no form takes the server down or makes it tell of its inside, whatever is sent', async () => {
  const forms = targets.filter(({ takesForms }) => takesForms)
  expect(forms.length).toBeGreaterThan(30)
  for (const target of forms) {
    await attack(bodyFor(target), 4, async ({ type, body }) => {
      const [cookie, network] = visitor(target.path)
      const headers = { 'Content-Type': type, 'X-Forwarded-For': network }
      const answer = await request(target.path, body, headers, cookie)
      expectHarmless(['POST', target.path, type, body], answer)
    })
  }
  await expectUnharmed()
}, 60_000)

test('S33: no address does either, whatever its path and its fields are', async () => {
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
  await expectUnharmed()
}, 60_000)

test('S24: a cookie that is made up is no session, and harms nobody', async () => {
  const real = session()
  const names = fc.constantFrom('session', '__Host-session', 'consent', 'lang', '__proto__', '')
  const base64 = fc
    .oneof(fc.json(), hostileText)
    .map((text) => Buffer.from(text).toString('base64'))
  const value = fc.oneof(
    base64,
    fc.stringMatching(/^[!-~]{0,200}$/),
    fc.nat(real.length).map((cut) => real.slice('session='.length, cut + 8 - 1)),
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
    { numRuns: 150, interruptAfterTimeLimit: 3000 },
  )
  expect((await request('/admin', null, {}, real)).status).toBe(200)
}, 20_000)

async function expectUnharmed(): Promise<void> {
  const health = await request('/health', null)
  expect([health.status, health.body.toString()]).toEqual([200, 'up\n'])
  expect(app.lines.filter((line) => line.includes('failed'))).toEqual([])
}
