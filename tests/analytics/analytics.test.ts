// @module-tag whole
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { posts } from '#tests/fakes/extraction-service.ts'
import { addUser, createBrowser, openDatabase } from '#tests/support/accounts.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import { type LiveApp, saveLinkIn, startLiveApp } from '#tests/support/live-app.ts'
import { type Sql, testEngine } from '#tests/support/sql.ts'
import { until } from '#tests/support/until.ts'

let app: LiveApp
let db: Sql

const android =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
const addresses = ['203.0.113.77', '2001:db8:77:66:55::44', '198.51.100.9']

beforeAll(async () => {
  app = await startLiveApp({ TRUSTED_PROXIES: '127.0.0.1' })
  db = openDatabase(app)
})
afterAll(async () => {
  await db?.close()
  await app?.close()
})

type Visit = {
  address?: string
  headers?: Record<string, string>
  method?: string
  body?: BodyInit
}

/** A request of a visitor behind the trusted proxy. */
function visit(target: string, { address = addresses[0], headers, method, body }: Visit = {}) {
  return fetch(new URL(target, app.origin), {
    method: method ?? 'GET',
    body,
    headers: {
      'User-Agent': android,
      'Accept-Language': 'de-AT,de;q=0.9',
      'X-Forwarded-For': address ?? '',
      'CF-IPCountry': 'AT',
      'Sec-Fetch-Dest': 'document',
      ...headers,
    },
  })
}

/** The events of a kind, as soon as there are so many: they are written once a second. */
async function events(where: string, count: number): Promise<Record<string, unknown>[]> {
  const query = `select * from analytics_events where ${where} order by id`
  return until(async () => {
    const rows = await db.rows<Record<string, unknown>>(query)
    expect(rows.length, where).toBeGreaterThanOrEqual(count)
    return rows
  })
}

describe('counting', () => {
  test('a page view counts without JavaScript, with its source and browser', async () => {
    await visit('/de/help?utm_source=Flyer&utm_medium=print&utm_campaign=Spring', {
      headers: { Referer: 'https://www.google.com/' },
    })
    const [event] = await events(`kind = 'page_view' and path = '/help'`, 1)
    expect(event).toMatchObject({
      channel: 'Campaign',
      source: 'flyer',
      campaign: 'spring',
      country: 'AT',
      language: 'de',
      device: 'Phone',
      browser: 'Chrome',
      os: 'Android',
      new_visit: 1,
      new_visitor: 1,
    })
  })

  test('a country header counts only from a trusted proxy, and addresses make visitors', async () => {
    await visit('/blog', { address: addresses[1], headers: { 'CF-IPCountry': 'XX' } })
    const [event] = await events(`kind = 'page_view' and path = '/blog'`, 1)
    expect(event).toMatchObject({ country: 'unknown', channel: 'Direct', new_visitor: 1 })
  })

  test('more than 60 pages a minute count as a bot', async () => {
    for (let index = 0; index < 63; index += 1) {
      await visit('/resources', { address: addresses[2] })
    }
    await events(`bot = 'too many pages a minute'`, 1)
    const views = await events(`kind = 'page_view' and path = '/resources'`, 1)
    // A minute may have ended in between.
    expect(views.length).toBeGreaterThanOrEqual(60)
  })

  test('errors and script requests don’t count as page views', async () => {
    await visit('/no-such-page')
    await visit('/terms', { headers: { 'Sec-Fetch-Dest': 'empty' } })
    await visit('/privacy')
    await events(`path = '/privacy'`, 1)
    expect(await events(`path in ('/no-such-page', '/terms')`, 0)).toEqual([])
  })

  test('look-ups and downloads count when they end, with their post, size and visit', async () => {
    const found = await visit('/', {
      method: 'POST',
      body: new URLSearchParams({ url: posts.video.url }),
    })
    const html = await found.text()
    await visit('/', { method: 'POST', body: new URLSearchParams({ url: 'https://example.com/' }) })
    const lookups = await events(`kind = 'lookup'`, 2)
    expect(lookups.map(({ error }) => error)).toEqual([null, expect.stringMatching(/^link: /)])
    expect(lookups[0]).toMatchObject({
      post: posts.video.postId,
      channel: 'Campaign',
      campaign: 'spring',
      new_visit: 0,
    })

    const link = await saveLinkIn(app, html)
    const file = await (await visit(link)).arrayBuffer()
    const [save] = await events(`kind = 'save'`, 1)
    expect(save).toMatchObject({ format: 'mp4', error: null, post: posts.video.postId })
    expect(Number(save?.bytes)).toBeGreaterThanOrEqual(file.byteLength)
    expect(Number(save?.bytes)).toBeLessThan(file.byteLength + 2000)

    await visit(link.replace(/s=.*/, 's=forged'))
    const cut = await visit(link.replace('/save/', '/prepare/'))
    expect(cut.status).toBe(403)
  })

  test('an empty form doesn’t count as a look-up', async () => {
    for (const url of ['', ' \t ']) {
      const answer = await visit('/', { method: 'POST', body: new URLSearchParams({ url }) })
      expect(answer.status).toBe(400)
    }
    await visit('/', { method: 'POST', body: new URLSearchParams({ url: 'https://a.example/' }) })
    const failed = await events(`kind = 'lookup' and error is not null`, 2)
    expect(failed.map(({ error }) => error)).toEqual(['link: not_platform', 'link: not_platform'])
  })

  test('the page’s script reports how far it was read, and nothing more', async () => {
    const beacon = (fields: Record<string, string>) =>
      visit('/beacon', { method: 'POST', body: new URLSearchParams(fields) })
    const read = { kind: 'read', path: '/', scroll: '75', ms: '4200' }
    expect((await beacon(read)).status).toBe(204)
    expect((await beacon({ kind: 'attempt', format: 'mp3' })).status).toBe(204)
    const [event] = await events(`kind = 'read'`, 1)
    expect(event).toMatchObject({ path: '/', scroll: '75', ms: 4200, new_visit: 0 })
    expect(await events(`kind = 'attempt' and format = 'mp3'`, 1)).toHaveLength(1)
    for (const wrong of [
      { ...read, path: '/admin/secret' },
      { ...read, path: '/blog/never-written' },
      { ...read, scroll: '33' },
      { ...read, ms: '-1' },
      { kind: 'page_view', path: '/' },
      { kind: '', path: '' },
    ]) {
      expect((await beacon(wrong)).status).toBe(400)
    }
    expect((await beacon({ kind: 'x'.repeat(3000) })).status).toBe(413)
    expect((await visit('/beacon')).status).toBe(405)
    const signal = { 'Sec-GPC': '1' }
    const body = new URLSearchParams({ ...read, path: '/contact' })
    expect((await visit('/beacon', { method: 'POST', headers: signal, body })).status).toBe(204)
    const begunAt = performance.now()
    // Fewer at once than one network may have waiting.
    for (let round = 0; round < 3; round += 1) {
      const flood = Array.from({ length: 50 }, () =>
        visit('/beacon', {
          method: 'POST',
          address: '203.0.113.91',
          body: new URLSearchParams({ ...read, path: '/terms' }),
        }),
      )
      for (const { status } of await Promise.all(flood)) expect(status).toBe(204)
    }
    await events(`kind = 'read' and path = '/terms'`, 60)
    expect(await events(`kind = 'read' and path = '/contact'`, 0)).toEqual([])
    await visit('/statistics')
    await events(`kind = 'page_view' and path = '/statistics'`, 1)
    // As many minutes as may have begun meanwhile.
    const minutes = 2 + Math.floor((performance.now() - begunAt) / 60_000)
    const stored = await events(`kind = 'read' and path = '/terms'`, 60)
    expect(stored.length).toBeLessThanOrEqual(60 * minutes)
  })
})

describe('the back office', () => {
  test('shows the figures, filters them in one click, and exports what adds up to them', async () => {
    await addUser(db, { email: 'ops@site.example', name: 'Olga Ops' })
    const browser = createBrowser(app)
    await browser.signIn('ops@site.example')
    const page = async (target: string) => elementsOf(await browser.html(target))
    const card = (elements: ReturnType<typeof elementsOf>, label: string) => {
      const index = elements.findIndex(({ tag, text }) => tag === 'dt' && text === label)
      return elements.slice(index).find(({ tag }) => tag === 'dd')?.text
    }
    const total = (await db.row(`select * from analytics_days where dimension = 'all'`)) as Record<
      string,
      number
    >
    const dashboard = await page('/admin')
    expect(card(dashboard, 'Videos downloaded')).toBe('1')
    expect(card(dashboard, 'Top country')).toBe('Austria')

    const html = await browser.html('/admin/analytics?period=7days')
    expect(html).toContain('Not enough earlier data to compare')
    const elements = elementsOf(html)
    expect(card(elements, 'Page views')).toBe(String(total.views))
    const austria = select(elements, 'a').find(({ text }) => text === 'Austria')
    const filtered = await page(austria?.attributes.href ?? '')
    const views = await db.value(
      `select views from analytics_days where dimension = 'country' and key = 'AT'`,
    )
    expect(card(filtered, 'Page views')).toBe(String(views))
    expect(select(filtered, 'strong').map(({ text }) => text)).toContain('Austria')

    const csv = await (await browser.get('/admin/analytics/export.csv?period=7days')).text()
    const rows = parse(csv, { columns: true, bom: true }) as Record<string, string>[]
    const sum = (table: string, column: string) =>
      rows.filter((row) => row.table === table).reduce((all, row) => all + Number(row[column]), 0)
    expect(sum('day', 'views')).toBe(total.views)
    expect(sum('country', 'views')).toBe(total.views)
    expect(sum('page', 'views') + sum('article', 'views')).toBe(total.views)
    expect(sum('format', 'saves')).toBe(total.saves)
    expect(sum('bot', 'bots')).toBe(total.bots)
    const section = await (
      await browser.get('/admin/analytics/export.csv?period=7days&section=visitors')
    ).text()
    const tables = (parse(section, { columns: true, bom: true }) as Record<string, string>[]).map(
      (row) => row.table,
    )
    expect(new Set(tables)).toEqual(new Set(['country', 'language', 'device', 'browser', 'os']))
  })

  test('has words for every code, and scroll depths in order', async () => {
    const reader = '203.0.113.93'
    const link = `https://www.tiktok.com/@someone`
    await visit('/', { method: 'POST', address: reader, body: new URLSearchParams({ url: link }) })
    for (const scroll of ['100', '25', '100', '50', '0']) {
      const body = new URLSearchParams({ kind: 'read', path: '/help', scroll, ms: '1000' })
      await visit('/beacon', { method: 'POST', address: reader, body })
    }
    await events(`kind = 'read' and path = '/help'`, 5)
    await visit('/press-kit', { headers: { 'User-Agent': 'Googlebot/2.1' } })
    await events(`bot = 'known bot'`, 1)
    const browser = createBrowser(app)
    await browser.signIn('ops@site.example')
    const pages = ['', '&downloads=error&content=scroll'].map((tabs) =>
      browser.html(`/admin/analytics?period=7days${tabs}`),
    )
    const elements = (await Promise.all(pages)).flatMap((html) => elementsOf(html))
    const names = select(elements, 'th', { scope: 'row' }).map(({ text }) => text)
    expect(names).toEqual(
      expect.arrayContaining([
        'Link to a profile',
        'Not a link to a known platform',
        'MP4',
        'Direct',
        'Known bot',
      ]),
    )
    for (const code of ['link: profile', 'link: not_platform', 'mp4', 'direct', 'known bot']) {
      expect(names).not.toContain(code)
    }
    expect(select(elements, 'caption').map(({ text }) => text)).toContain('Scroll depth')
    expect(names.filter((name) => /^\d+%$/.test(name))).toEqual(['0%', '25%', '50%', '75%', '100%'])
    const csv = await (await browser.get('/admin/analytics/export.csv?period=7days')).text()
    const rows = parse(csv, { columns: true, bom: true }) as Record<string, string>[]
    const exported = (table: string) =>
      rows.filter((row) => row.table === table).map(({ name }) => name)
    expect(exported('scroll')).toEqual(['0%', '25%', '50%', '75%', '100%'])
    expect(exported('format')).toContain('MP4')
    expect(exported('error')).toContain('Link to a profile')
    expect(exported('source')).toContain('Direct')
    const dashboard = await browser.html('/admin')
    expect(dashboard).toContain('Link to a profile')
    expect(dashboard).not.toContain('link: profile')
    const filtered = await browser.html('/admin/analytics?error=link%3A+profile')
    expect(select(elementsOf(filtered), 'strong').map(({ text }) => text)).toContain(
      'Link to a profile',
    )
  })

  test('filtering by a page or a format shows its visitors, and nothing that wasn’t counted', async () => {
    const wanderer = '203.0.113.90'
    await visit('/', { address: wanderer, headers: { 'CF-IPCountry': 'ES' } })
    await visit('/download', {
      address: wanderer,
      headers: { 'Accept-Language': 'it', 'CF-IPCountry': 'IT' },
    })
    await events(`path = '/download'`, 1)
    const browser = createBrowser(app)
    await browser.signIn('ops@site.example')
    const csv = async (query: string) => {
      const file = await browser.get(`/admin/analytics/export.csv?period=7days${query}`)
      return parse(await file.text(), { columns: true, bom: true }) as Record<string, string>[]
    }
    const sum = (rows: Record<string, string>[], table: string, column: string) =>
      rows.filter((row) => row.table === table).reduce((all, row) => all + Number(row[column]), 0)

    // Who comes back with another language is no new visitor, but has views by that one as well.
    const all = await csv('')
    for (const table of ['channel', 'source', 'country', 'language', 'device', 'browser', 'os']) {
      expect(sum(all, table, 'views'), table).toBe(sum(all, 'day', 'views'))
      expect(sum(all, table, 'visitors'), table).toBe(sum(all, 'day', 'visitors'))
    }
    expect(all.find(({ key }) => key === 'IT')).toMatchObject({ visitors: '0', views: '1' })
    expect(all.find(({ key }) => key === '/download')).toMatchObject({ visitors: '', views: '1' })

    const html = await browser.html('/admin/analytics?period=7days&path=%2Fdownload')
    const elements = elementsOf(html)
    const texts = (tag: string) => select(elements, tag).map(({ text }) => text)
    expect(texts('a')).toContain('Italy')
    expect(texts('dd')).toContain('Not counted by page')
    expect(html).not.toMatch(/NaN|Infinity|undefined/)
    const page = await csv('&path=%2Fdownload')
    expect(sum(page, 'day', 'views')).toBe(1)
    for (const table of ['channel', 'country', 'language', 'os']) {
      expect(sum(page, table, 'views'), table).toBe(1)
    }

    const saves = await csv('&format=mp4')
    expect(sum(saves, 'day', 'saves')).toBe(1)
    for (const table of ['channel', 'country', 'browser', 'format', 'post']) {
      expect(sum(saves, table, 'saves'), table).toBe(1)
    }
    const post = await browser.html(`/admin/analytics?post=${posts.video.postId}`)
    expect(select(elementsOf(post), 'strong').map(({ text }) => text)).toContain(
      'Test pattern with a tone #testing',
    )
    const failed = elementsOf(
      await browser.html('/admin/analytics?period=7days&error=link%3A+not_platform'),
    )
    expect(select(failed, 'dt').map(({ text }) => text)).toContain('Failed look-ups')
    expect(select(failed, 'a').map(({ text }) => text)).toContain('Austria')
  })

  test('operators looking at the site don’t count as visitors', async () => {
    const browser = createBrowser(app, android)
    await browser.signIn('ops@site.example')
    await browser.get('/contact')
    await events(`bot = 'operator'`, 1)
    expect(await events(`kind = 'page_view' and path = '/contact'`, 0)).toEqual([])
  })

  test('shows when nothing was counted yet', async () => {
    const html = await (async () => {
      const browser = createBrowser(app)
      await browser.signIn('ops@site.example')
      return browser.html('/admin/analytics?country=ZW&period=year')
    })()
    expect(html).toContain('Zimbabwe')
    expect(html).not.toMatch(/NaN|Infinity|undefined/)
  })
})

describe('privacy', () => {
  test('S48: no address of a visitor is in any file or line of the log', async () => {
    await visit('/admin/login', {
      method: 'POST',
      body: new URLSearchParams({ email: 'nobody@site.example', password: 'wrong' }),
    })
    await app.stop()
    const files = readdirSync(app.dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
    // On PostgreSQL a table has them.
    const hasSalts = files.some((file) => file.endsWith('visitor-salts'))
    expect(hasSalts).toBe(testEngine === 'sqlite')
    const stored = await db.dump()
    const secret = [...addresses, '2001:db8:77:66', android]
    for (const text of secret) expect(stored.includes(text), text).toBe(false)
    for (const file of files) {
      if (file.endsWith('visitor-salts')) expect(statSync(file).mode & 0o777).toBe(0o600)
      const bytes = readFileSync(file)
      for (const text of secret) {
        expect(bytes.includes(text), `${text} in ${file}`).toBe(false)
      }
    }
    const log = app.lines.join('\n')
    for (const address of addresses) expect(log).not.toContain(address)
  })
})
