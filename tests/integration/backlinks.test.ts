import type SQLite from 'better-sqlite3'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authorityBand } from '#app/utils/authority-band.ts'
import { html, startWebSite, type WebSite } from '#tests/fakes/web-site.ts'
import { addUser, type Browser, createBrowser, openDatabase } from '#tests/support/accounts.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { elementsOf, select } from '#tests/support/html.ts'

let site: WebSite
let app: AppServer
let db: SQLite.Database
let browser: Browser

beforeAll(async () => {
  site = await startWebSite()
  app = await startApp({ TRUSTED_UPSTREAMS: site.hostPort, LOG_LEVEL: 'warn' })
  db = openDatabase(app)
  addUser(db, { email: 'op@site.example', name: 'Olga Operator' })
  browser = createBrowser(app)
  await browser.signIn('op@site.example')
})
afterAll(async () => {
  db?.close()
  if (app !== undefined) await discardApp(app)
  await site?.close()
})
beforeEach(() => {
  db.exec('delete from backlinks; delete from outreach_campaigns; delete from outreach_opt_outs')
})

type Row = Record<string, string | number | null>
const rows = (query: string, ...values: unknown[]) => db.prepare(query).all(...values) as Row[]
const row = (query: string, ...values: unknown[]) => rows(query, ...values)[0]

const path = '/admin/backlinks'
const page = async (target: string) => elementsOf(await browser.html(target))
const flashes = async (target = path) =>
  (await page(target))
    .filter(({ attributes }) => 'data-flash' in attributes)
    .map(({ text }) => text)

const fields = {
  url: 'https://blog.example/best-tools',
  domain: '',
  anchorText: 'clean clips',
  status: 'active',
  domainAuthority: '55',
  dateAcquired: '2026-05-03',
  contactEmail: 'Ann@Blog.example',
  notes: 'Friendly',
}

async function add(more: Partial<typeof fields> = {}): Promise<number> {
  const answer = await browser.post(`${path}/new`, { ...fields, ...more })
  expect(answer.status).toBe(302)
  return Number(row('select max(seq) as seq from backlinks')?.seq)
}

const names = async (query = '') =>
  select(await page(path + query), 'a', { class: 'row-name' }).map(({ text }) => text)

/** Sends a form as a browser does that takes files. */
function upload(parts: Record<string, string | Blob>): Promise<Response> {
  const body = new FormData()
  for (const [name, value] of Object.entries(parts)) body.append(name, value)
  return browser.send(`${path}/import`, { method: 'POST', body })
}

describe('the list', () => {
  test('a backlink is added, found, changed and deleted, each on record', async () => {
    const id = await add()
    expect(row('select * from backlinks')).toMatchObject({
      domain: 'blog.example',
      anchor_text: 'clean clips',
      contact_email: 'ann@blog.example',
      date_acquired: Date.parse('2026-05-03'),
    })
    const changed = { ...fields, status: 'lost', domainAuthority: '61' }
    expect((await browser.post(`${path}/${id}`, changed)).status).toBe(302)
    expect(row('select status, domain_authority from backlinks')).toEqual({
      status: 'lost',
      domain_authority: 61,
    })
    const asked = await page(`${path}/delete?id=${id}`)
    expect(select(asked, 'h1')[0]?.text).toBe('Delete 1 backlink?')
    expect(rows('select * from backlinks')).toHaveLength(1)
    await browser.post(`${path}/delete`, { id: String(id) })
    expect(rows('select * from backlinks')).toEqual([])
    const log = rows('select action from audit_log where object_id = ?', `backlink-${id}`)
    expect(log.map(({ action }) => action)).toEqual([
      'backlink.created',
      'backlink.changed',
      'backlink.deleted',
    ])
  })

  test('one page is in the list once, however its address is written', async () => {
    await add()
    const url = 'http://www.blog.example/best-tools/#top'
    const answer = await browser.post(`${path}/new`, { ...fields, url })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('This page is in the list already.')
  })

  test('what cannot be is refused with a word beside its field', async () => {
    for (const [name, value] of [
      ['url', 'blog.example'],
      ['url', 'javascript:alert(1)'],
      ['url', 'https://user:secret@blog.example/'],
      ['domain', 'other.example'],
      ['domainAuthority', '101'],
      ['domainAuthority', '-1'],
      ['domainAuthority', ''],
      ['dateAcquired', '2026-02-31'],
      ['contactEmail', 'nobody'],
      ['anchorText', 'x'.repeat(301)],
    ] as const) {
      const answer = await browser.post(`${path}/new`, { ...fields, [name]: value })
      expect([name, value, answer.status]).toEqual([name, value, 400])
      expect(await answer.text()).toContain('field-problem')
    }
    expect(rows('select * from backlinks')).toEqual([])
  })

  test('the cards show what there is', async () => {
    for (const [n, status, domainAuthority] of [
      [1, 'active', '90'],
      [2, 'pending', '50'],
      [3, 'lost', '20'],
      [4, 'broken', '41'],
    ] as const) {
      await add({ url: `https://s${n}.example/`, status, domainAuthority })
    }
    const figures = (await page(path))
      .filter(({ attributes }) => attributes.class === 'stat-number')
      .map(({ text }) => text)
    expect(figures).toEqual(['4', '1', '2', '50.3'])
  })

  test('search and status filter find what SPEC says, in the chosen order', async () => {
    await add({ url: 'https://alpha.example/', anchorText: 'Straße', domainAuthority: '10' })
    await add({ url: 'https://beta.example/', anchorText: 'ALPHABET', domainAuthority: '80' })
    await add({ url: 'https://gamma.example/', status: 'broken', domainAuthority: '40' })
    expect(await names('?q=ALPHA&sort=domain&direction=asc')).toEqual([
      'alpha.example',
      'beta.example',
    ])
    expect(await names('?q=STRASSE')).toEqual(['alpha.example'])
    expect(await names('?q=friendly')).toEqual([])
    expect(await names('?status=broken')).toEqual(['gamma.example'])
    expect(await names('?status=pending')).toEqual([])
    expect(await names('?sort=authority&direction=desc')).toEqual([
      'beta.example',
      'gamma.example',
      'alpha.example',
    ])
  })

  test('every page of a long list is reached, each row once', async () => {
    const insert = db.prepare(
      `insert into backlinks (domain, url, url_key, anchor_text, search_text, status,
       domain_authority, created_at, updated_at)
       values (@d, 'https://' || @d, @d, '', @d || char(10), @status, 5, 1, 1)`,
    )
    const statuses = ['active', 'pending', 'lost', 'broken']
    for (let n = 0; n < 60; n += 1) insert.run({ d: `d${n}.example`, status: statuses[n % 4] })
    const seen: string[] = []
    for (let at = `${path}?sort=authority&direction=desc`; ; ) {
      const elements = await page(at)
      seen.push(...select(elements, 'a', { class: 'row-name' }).map(({ text }) => text))
      const [next] = select(elements, 'a', { rel: 'next' })
      if (next === undefined) break
      at = next.attributes.href ?? ''
    }
    expect(seen).toHaveLength(60)
    expect(new Set(seen).size).toBe(60)
  })

  test.each([
    [100, 'green'],
    [80, 'green'],
    [79, 'yellow'],
    [60, 'yellow'],
    [59, 'orange'],
    [40, 'orange'],
    [39, 'red'],
    [0, 'red'],
  ] as const)('authority %i is %s, and said in words', async (authority, color) => {
    expect(authorityBand(authority).color).toBe(color)
    await add({ domainAuthority: String(authority) })
    const marks = (await page(path)).filter(({ attributes }) =>
      attributes.class?.startsWith('authority '),
    )
    expect(marks).toMatchObject([
      {
        attributes: { class: `authority authority-${color}` },
        text: `${authority} ${authorityBand(authority).label}`,
      },
    ])
  })
})

describe('import and export', () => {
  const exported = async (query = '') => {
    const answer = await browser.get(`${path}/export.csv${query}`)
    expect(answer.headers.get('content-disposition')).toMatch(/attachment; filename="backlinks-/)
    return answer.text()
  }
  const data = () =>
    rows(`select domain, url, anchor_text, status, domain_authority, date_acquired, contact_email,
          notes from backlinks order by url`)

  test('what is exported can be imported again as it is', async () => {
    await add({ notes: '=SUM(A1)', anchorText: '@us, "quoted"' })
    await add({
      url: 'https://two.example/?a=1&b=2',
      notes: 'two\nlines; and more',
      status: 'lost',
    })
    await add({ url: 'https://sub.three.example/', domain: 'three.example', dateAcquired: '' })
    const before = data()
    const csv = await exported()
    db.exec('delete from backlinks')
    const preview = await (await upload({ csv })).text()
    expect(preview).toContain('Import 3 lines')
    expect(rows('select * from backlinks')).toEqual([])
    expect((await upload({ csv, do: 'import' })).status).toBe(302)
    expect(await flashes()).toEqual(['3 backlinks imported.'])
    expect(data()).toEqual(before)
  })

  test('S37: no cell of an export is a formula, and its filters hold', async () => {
    await add({ notes: '=HYPERLINK("https://evil.example")', anchorText: '+1' })
    await add({ url: 'https://other.example/', status: 'broken' })
    const csv = parse(await exported('?status=active'), { bom: true, columns: true }) as Row[]
    expect(csv).toHaveLength(1)
    expect(csv[0]).toMatchObject({ anchor_text: "'+1" })
    expect(String(csv[0]?.notes)).toMatch(/^'=/)
  })

  test('the preview says of each line what is wrong, and stores nothing', async () => {
    await add({ url: 'https://known.example/' })
    const csv = [
      'URL;Domain Authority;Status;Colour',
      'https://new.example/;50;active;red',
      'nonsense;50;;',
      'https://three.example/;500;gone;',
      'https://known.example;10;lost;',
      'http://www.new.example;1;;',
      '',
      'https://last.example/;;;',
    ].join('\n')
    const file = new Blob([csv], { type: 'text/csv' })
    const elements = elementsOf(await (await upload({ file, csv: '' })).text())
    const lines = select(elements, 'tr').slice(1)
    expect(lines.map(({ text }) => text)).toMatchObject([
      expect.stringMatching(/^Line 2 ?Will be added/),
      expect.stringMatching(/^Line 3 ?Cannot be added.*url: Enter the whole address/),
      expect.stringMatching(/^Line 4 ?Cannot.*status: One of.*domain_authority: A whole number/),
      expect.stringMatching(/^Line 5 ?In the list already/),
      expect.stringMatching(/^Line 6 ?Cannot.*The same page as in line 2/),
      expect.stringMatching(/^Line 8 ?Cannot.*domain_authority/),
    ])
    expect(rows('select * from backlinks')).toHaveLength(1)
    await upload({ csv, do: 'import' })
    expect(await names('?sort=domain&direction=asc')).toEqual(['known.example', 'new.example'])
    expect(
      row("select after from audit_log where action = 'backlinks.imported' order by seq desc"),
    ).toEqual({ after: '{"added":1,"known":0}' })
  })

  test.each([
    ['', 'Choose a file, or paste its content.'],
    ['domain,notes\na,b', 'domain_authority|url'],
    ['url,domain_authority\n"https://a.example,5', 'This is not CSV'],
    [`url,domain_authority\n${'x'.repeat(57 * 1024)}`, 'more than 56 KB'],
  ])('what cannot be read is told (%#)', async (csv, problem) => {
    const answer = await upload({ csv })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toMatch(new RegExp(problem))
  })
})

describe('checks', () => {
  const pageUrl = () => `${site.origin}/links`
  const check = async (id: number, meanwhile = '') => {
    await browser.post(path, { do: 'check', id: String(id) })
    expect(await browser.html(`${path}/${id}`)).toContain(meanwhile)
    await expect
      .poll(() => row('select check_requested_at from backlinks where seq = ?', id), {
        timeout: 20_000,
      })
      .toEqual({ check_requested_at: null })
    return row('select * from backlinks where seq = ?', id)
  }
  const link = () => html(`<a rel="ugc" href="${app.origin}/help">Help!</a>`)

  test('found, lost at the second look, broken, found again; each in the history', async () => {
    const id = await add({ url: pageUrl(), status: 'pending', anchorText: '', dateAcquired: '' })
    site.set('/links', link())
    const found = await check(id, 'Checking…')
    expect(found).toMatchObject({
      status: 'active',
      last_status_code: 200,
      found_anchor: 'Help!',
      anchor_text: 'Help!',
      rel: 'ugc',
      final_url: pageUrl(),
    })
    expect(found?.date_acquired).toBe(Date.parse(new Date().toISOString().slice(0, 10)))
    site.set('/links', html(`<!-- ${link()} -->`))
    expect(await check(id)).toMatchObject({ status: 'active', misses: 1, alert: 0 })
    expect(await check(id)).toMatchObject({ status: 'lost', misses: 2, alert: 1 })
    expect(await browser.html('/admin/notifications')).toContain('A backlink is lost')
    await browser.post(path, { do: 'note' })
    expect(await browser.html('/admin/notifications')).not.toContain('A backlink is lost')
    site.set('/links', { status: 410 })
    expect(await check(id)).toMatchObject({ status: 'broken', last_status_code: 410 })
    site.set('/links', link())
    expect(await check(id)).toMatchObject({ status: 'active', misses: 0 })
    const details = await page(`${path}/${id}`)
    const [checks] = select(details, 'section', { 'aria-labelledby': 'checks' })
    expect(checks?.text).toMatch(
      /Link found.*Broken → Active.*Page gone.*Status code 410.*Active → Lost/,
    )
    expect(
      rows("select actor_label from audit_log where action = 'backlink.status_changed'"),
    ).toContainEqual({ actor_label: 'system' })
  }, 60_000)

  test('a page that cannot be judged keeps its status, and the issue is shown', async () => {
    const id = await add({ url: 'https://127.0.0.1/', status: 'active' })
    expect(await check(id)).toMatchObject({
      status: 'active',
      misses: 0,
      crawl_issue: 'blocked_address',
    })
    expect(await browser.html(`${path}/${id}`)).toContain('not on the public internet')
    expect(await browser.html(path)).toContain('Crawl issue')
  })

  test('many rows are checked at once; nothing ticked says so', async () => {
    const ids = [await add({ url: 'https://10.0.0.1/' }), await add({ url: 'https://10.0.0.2/' })]
    const body = new URLSearchParams([['do', 'check'], ...ids.map((id) => ['id', String(id)])])
    await browser.send(path, { method: 'POST', body })
    expect(await flashes()).toContain(
      '2 pages are being checked. Load this page again to see what came of it.',
    )
    await browser.post(path, { do: 'check' })
    expect(await flashes()).toEqual(['Tick at least one backlink first.'])
    await expect
      .poll(() => rows('select seq from backlinks where last_checked_at > 0').length)
      .toBe(2)
  })

  test('the history of a backlink stays short', async () => {
    const id = await add({ url: 'https://10.0.0.3/' })
    const insert = db.prepare(
      `insert into backlink_checks (backlink_id, at, outcome, status_before, status_after)
       values (?, ?, 'found', 'active', 'active')`,
    )
    for (let at = 0; at < 80; at += 1) insert.run(id, at)
    await check(id)
    const kept = row('select count(*) as n, min(at) as oldest from backlink_checks')
    expect(kept).toEqual({ n: 50, oldest: 31 })
  })
})

describe('outreach', () => {
  const campaigns = `${path}/campaigns`
  const today = new Date().toISOString().slice(0, 10)

  async function start(name = 'Spring'): Promise<string> {
    const answer = await browser.post(campaigns, { name, templateId: 'guest-post', notes: '' })
    expect(answer.status).toBe(302)
    return answer.headers.get('location') ?? ''
  }
  const prospect = {
    do: 'add',
    site: 'https://www.blog.example/about',
    contactName: 'Ann Archer',
    contactEmail: 'ann@blog.example',
    templateId: 'guest-post',
    notes: '',
  }
  async function addProspect(campaign: string, more: Partial<typeof prospect> = {}) {
    const answer = await browser.post(campaign, { ...prospect, ...more })
    expect(answer.status).toBe(302)
    return `${path}/prospects/${row('select max(id) as id from outreach_prospects')?.id}`
  }

  test('from prospect to backlink: due, written to, followed up, won', async () => {
    const campaign = await start()
    const ann = await addProspect(campaign)
    expect(row('select site, state, next_action_at from outreach_prospects')).toEqual({
      site: 'blog.example',
      state: 'prospect',
      next_action_at: Date.parse(today),
    })
    expect(await browser.html(path)).toContain('Due today (1)')
    expect(await browser.html('/admin/notifications')).toContain('A follow-up is due')
    const first = await browser.html(ann)
    expect(first).toContain('Hello Ann,')
    expect(first).toContain('An article for blog.example:')
    expect(first).toContain(app.origin)

    await browser.post(ann, { do: 'contacted', nextAction: '' })
    const week = Date.parse(today) + 7 * 86_400_000
    expect(row('select state, next_action_at from outreach_prospects')).toEqual({
      state: 'contacted',
      next_action_at: week,
    })
    expect(await browser.html(path)).toContain('Nothing is due.')
    expect(await browser.html(ann)).toContain('Follow up, once')
    await browser.post(ann, { do: 'followed_up', nextAction: today })
    expect(await browser.html(path)).toContain('Due today (1)')
    await browser.post(ann, { do: 'replied', nextAction: '' })

    site.set('/won', html(`<a href="${app.origin}">x</a>`))
    const won = { do: 'won', url: `${site.origin}/won`, domainAuthority: '70' }
    expect((await browser.post(ann, { ...won, domainAuthority: '' })).status).toBe(400)
    expect((await browser.post(ann, won)).status).toBe(302)
    const backlink = row('select seq, contact_email from backlinks')
    expect(row('select state, backlink_id, next_action_at from outreach_prospects')).toEqual({
      state: 'won',
      backlink_id: backlink?.seq,
      next_action_at: null,
    })
    await expect
      .poll(() => row('select status from backlinks'), { timeout: 20_000 })
      .toEqual({ status: 'active' })
  }, 40_000)

  test('winning a page that is in the list links it', async () => {
    const id = await add({ url: 'https://blog.example/post' })
    const ann = await addProspect(await start())
    await browser.post(ann, { do: 'won', url: 'http://blog.example/post/', domainAuthority: '1' })
    expect(rows('select seq from backlinks')).toEqual([{ seq: id }])
    expect(row('select backlink_id from outreach_prospects')).toEqual({ backlink_id: id })
  })

  test('nobody is asked twice, in no campaign', async () => {
    await addProspect(await start('One'))
    const answer = await browser.post(await start('Two'), { ...prospect, site: 'blog.example' })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('already, in the campaign One')
    expect((await browser.post(campaigns, { name: 'One', templateId: 'guest-post' })).status).toBe(
      400,
    )
  })

  test('whoever opts out is left alone', async () => {
    const campaign = await start()
    const ann = await addProspect(campaign, { site: 'news.blog.example' })
    const other = await addProspect(campaign, {
      site: 'other.example',
      contactEmail: 'x@y.example',
    })
    await browser.post(`${path}/opt-outs`, { do: 'add', value: 'blog.example', reason: 'By mail' })
    expect(rows('select site, state, next_action_at from outreach_prospects order by id')).toEqual([
      { site: 'news.blog.example', state: 'lost', next_action_at: null },
      { site: 'other.example', state: 'prospect', next_action_at: Date.parse(today) },
    ])
    const shown = await browser.html(ann)
    expect(shown).toContain('asked not to be written to')
    expect(shown).not.toContain('Copy Email')
    await browser.post(ann, { do: 'contacted', nextAction: today })
    expect(row("select state from outreach_prospects where site like 'news%'")).toEqual({
      state: 'lost',
    })
    for (const refused of [
      { site: 'blog.example' },
      { site: 'third.example', contactEmail: 'bob@mail.blog.example' },
    ]) {
      expect((await browser.post(campaign, { ...prospect, ...refused })).status).toBe(400)
    }
    expect(
      (await browser.post(campaign, { ...prospect, site: 'notblog.example', contactEmail: '' }))
        .status,
    ).toBe(302)
    await browser.post(`${path}/opt-outs`, { do: 'add', value: 'X@Y.example' })
    expect(await browser.html(other)).toContain('asked not to be written to')
    await browser.post(`${path}/opt-outs`, { do: 'remove', value: 'x@y.example' })
    expect(await browser.html(other)).not.toContain('asked not to be written to')
  })

  test('a closed campaign is due no more, a deleted one takes its prospects along', async () => {
    const campaign = await start()
    await addProspect(campaign)
    await browser.post(campaign, { do: 'close' })
    expect(await browser.html(path)).toContain('Nothing is due.')
    await browser.post(campaign, { do: 'reopen' })
    expect(await browser.html(path)).toContain('Due today (1)')
    const id = campaign.split('/').at(-1) ?? ''
    const asked = await browser.html(`${path}/outreach/delete?campaign=${id}`)
    expect(asked).toContain('Spring, with 1 prospect')
    await browser.post(`${path}/outreach/delete`, { kind: 'campaign', id })
    expect(rows('select * from outreach_prospects')).toEqual([])
    const actions = rows(
      'select action from audit_log where object_id = ? order by seq',
      `campaign-${id}`,
    )
    expect(actions.map(({ action }) => action)).toEqual([
      'campaign.created',
      'campaign.closed',
      'campaign.reopened',
      'campaign.deleted',
    ])
  })

  test('pages of what is gone answer 404', async () => {
    for (const target of [
      `${path}/999999`,
      `${path}/x`,
      `${campaigns}/999999`,
      `${path}/prospects/0`,
    ]) {
      expect((await browser.get(target)).status).toBe(404)
    }
  })
})

test('a check that a stop interrupted is made after the next start', async () => {
  const id = await add({ url: 'https://10.9.9.9/' })
  const dataDir = app.dataDir
  expect(await app.stop()).toBe(0)
  db.prepare('update backlinks set check_requested_at = 5, last_checked_at = 0 where seq = ?').run(
    id,
  )
  db.exec("delete from job_runs where name <> 'weekly-link-check'")
  app = await startApp({ TRUSTED_UPSTREAMS: site.hostPort, LOG_LEVEL: 'warn' }, dataDir)
  await expect
    .poll(() => row('select check_requested_at, crawl_issue from backlinks where seq = ?', id), {
      timeout: 20_000,
    })
    .toEqual({ check_requested_at: null, crawl_issue: 'blocked_address' })
}, 60_000)
