// @module-tag process
import { beforeAll, expect, test } from 'vitest'
import { reportsOf, startDmcaWorld } from '#tests/dmca/dmca-world.ts'
import { fakePost } from '#tests/fakes/extraction-service.ts'
import { htmlFaults } from '#tests/support/html-validate.ts'
import { lookUp } from '#tests/support/live-app.ts'
import { markupFaults } from '#tests/support/markup-faults.ts'
import { bytesIn, bytesOf, sum } from '#tests/support/page-bytes.ts'

const world = startDmcaWorld()
const { file } = reportsOf(world)

const screens = [
  '/users',
  '/users/new',
  '/videos',
  '/videos?view=list',
  '/videos/creators',
  '/videos/creators/block?creator=@name',
  '/dmca',
  '/dmca/templates',
  '/dmca/counter-notices',
  '/dmca/decide/reject?id=1.1',
  '/inbox',
  '/analytics',
  '/backlinks',
  '/backlinks/new',
  '/backlinks/import',
  '/backlinks/campaigns',
  '/backlinks/opt-outs',
  '/audit',
  '/system',
  '/notifications',
  '/settings',
  '/settings/api',
  '/settings/api/tokens',
  '/settings/notifications',
  '/settings/webhooks',
  '/settings/security',
  '/settings/database',
  '/settings/email',
  '/settings/email/outbox',
  '/settings/performance',
  '/settings/account',
  '/settings/search?q=mail',
]

/** Makes a record of each kind, and returns the addresses of all screens. */
async function everyScreen(): Promise<string[]> {
  const { app, olga } = world
  const { postId, url } = fakePost('video', 1)
  expect((await lookUp(app, url)).status).toBe(200)
  const report = await file([url])
  const fields = { url: 'https://site.example/page', status: 'pending', domainAuthority: '20' }
  await olga.post('/admin/backlinks/new', fields)
  await olga.post('/admin/backlinks/campaigns', { name: 'Spring', templateId: 'guest-post' })
  await olga.post('/admin/backlinks/campaigns/1', {
    intent: 'add',
    site: 'other.example',
    templateId: 'guest-post',
  })
  await olga.post('/admin/settings/webhooks', {
    url: 'https://hooks.example/cleanclip',
    event: 'source.failing',
  })
  const webhook = await world.db.value('select id from webhook_endpoints')
  const user = await world.db.value('select id from users limit 1')
  const records = [
    `/users/${user}`,
    `/settings/webhooks/${webhook}`,
    `/videos/${postId}`,
    `/videos/change/flag?id=${postId}`,
    `/dmca/${report.id}`,
    '/backlinks/1',
    '/backlinks/delete?id=1',
    '/backlinks/campaigns/1',
    '/backlinks/outreach/delete?campaign=1',
    '/backlinks/prospects/1',
  ]
  return ['', ...screens, ...records].map((screen) => `/admin${screen}`)
}

let pages: { page: string; status: number; html: string }[]
beforeAll(async () => {
  pages = []
  for (const page of await everyScreen()) {
    const answer = await world.olga.get(page)
    pages.push({ page, status: answer.status, html: await answer.text() })
  }
})

/** The hashes and secrets that the database keeps, by their column. */
async function storedSecrets(): Promise<{ column: string; value: string }[]> {
  const columns = (await world.db.columns()).filter(({ column }) =>
    /hash|secret|token/.test(column),
  )
  const secrets = await Promise.all(
    columns.map(async ({ table, column }) =>
      (
        await world.db.column(`select "${column}" from "${table}" where "${column}" is not null`)
      ).map((value) => ({ column: `${table}.${column}`, value: String(value) })),
    ),
  )
  return secrets.flat().filter(({ value }) => value.length >= 16)
}

test('No screen of the back office sends a stored hash or secret to the browser', async () => {
  const secrets = await storedSecrets()
  const columns = new Set(secrets.map(({ column }) => column))
  for (const column of [
    'users.password_hash',
    'sessions.id_hash',
    'dmca_reports.status_token_hash',
    'webhook_endpoints.secret',
  ]) {
    expect(columns, JSON.stringify([...columns])).toContain(column)
  }
  for (const { page, html } of pages) {
    const sent = secrets.filter(({ value }) => html.includes(value))
    expect([page, sent.map(({ column }) => column)]).toEqual([page, []])
  }
})

test('A link to a part of a screen, or a field’s label, would lead to something else of the same id', () => {
  for (const { page, html } of pages) {
    const ids = [...html.matchAll(/<[a-z][^<>]*? id="([^"]+)"/g)].map(([, id]) => id)
    expect(ids).toContain('content')
    expect([page, ids.filter((id, n) => ids.indexOf(id) !== n)]).toEqual([page, []])
  }
})

test('No screen has markup that validators and screen readers trip over', () => {
  for (const { page, html } of pages) expect([page, markupFaults(html)]).toEqual([page, []])
})

test('A screen whose markup browsers or screen readers repair, each in its own way (html-validate)', () => {
  expect(htmlFaults(pages.map(({ page, html }) => ({ name: page, html })))).toEqual([])
})

test('The first back-office screen loads at most 150 kB of scripts, each further one 20 kB, and none of the site’s', async () => {
  const { app, olga } = world
  const signIn = await bytesOf(app, '/admin/login', 'js')
  expect(sum(signIn), JSON.stringify([...signIn])).toBeLessThan(150_000)
  const dashboard = bytesIn(await olga.html('/admin'), '/admin', 'js')
  expect([...dashboard.keys()].some((name) => name.startsWith('entry.client'))).toBe(true)
  for (const { page, status, html } of pages) {
    expect(status, page).toBe(200)
    const scripts = bytesIn(html, page, 'js')
    const further = new Map([...scripts].filter(([name]) => !dashboard.has(name)))
    const said = `${page} ${JSON.stringify([...scripts])}`
    expect
      .soft([page, [...scripts.keys()].filter((name) => name.startsWith('site-'))])
      .toEqual([page, []])
    expect.soft(sum(scripts), said).toBeLessThan(150_000)
    expect.soft(sum(further), said).toBeLessThan(20_000)
  }
})
