// @module-tag whole
import type { Sql } from '#tests/support/sql.ts'
import '#tests/support/own-data-dir.ts'
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { verifyRollups } from '#app/analytics/rollups/verify.server.ts'
import { sniffMedia } from '#app/download/media/media-type.ts'
import { env } from '#app/env.server.ts'
import { documentPages, interfacePages } from '#app/i18n/public-pages.ts'
import { planOf } from '#db/seed/plan.ts'
import { madeUpEvents } from '#db/seed/visits.ts'
import { addUser, createBrowser, openDatabase } from '#tests/support/accounts.ts'
import { type AppServer, startApp } from '#tests/support/app-server.ts'
import { elementsOf } from '#tests/support/html.ts'
import { linksIn } from '#tests/support/live-app.ts'

const email = 'op@site.example'
const files = { dataDir: env.DATA_DIR }
let app: AppServer | null = null

/** Runs `npm run seed`. */
async function seed(...args: string[]) {
  const child = spawn(process.execPath, ['app/cli/seed.ts', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, DATA_DIR: env.DATA_DIR, LOG_LEVEL: 'error' },
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await exited, out, err }
}

async function serve() {
  app = await startApp({ LOG_LEVEL: 'warn' }, env.DATA_DIR)
  const [browser, visitor] = [createBrowser(app), createBrowser(app)]
  await browser.signIn(email)
  return { browser, visitor }
}

async function stop() {
  await app?.stop()
  app = null
}

/** One figure of the database. */
async function read(query: string): Promise<unknown> {
  const db = openDatabase(files)
  const value = await db.value(query)
  await db.close()
  return value
}

async function change(work: (db: Sql) => unknown): Promise<void> {
  const db = openDatabase(files)
  await work(db)
  await db.close()
}

/** The big figure of a page's card with this title. */
function figureOf(html: string, title: string): string | undefined {
  const texts = elementsOf(html).map(({ text }) => text.trim())
  return texts.find((text) => text.startsWith(title) && text !== title)?.slice(title.length)
}

/** The demo shows nothing that a live site can't have. */
async function expectPossible(): Promise<void> {
  const none = async (table: string, where: string) =>
    expect([where, await read(`select count(*) from ${table} where ${where}`)]).toEqual([where, 0])
  const some = async (table: string, where: string) =>
    expect([where, Number(await read(`select count(*) from ${table} where ${where}`))]).not.toEqual(
      [where, 0],
    )
  // Who has chosen no password has never signed in; a few are like that, and not nearly all.
  await none(
    'users',
    `password_hash is null and (last_active_at > 0 or downloads > 0 or role = 'admin')`,
  )
  await none('users', `last_active_at = 0 and downloads > 0`)
  await some('users', `id like 'demo-%' and password_hash is null`)
  const [all, invited] = await Promise.all(
    [`id like 'demo-%'`, `id like 'demo-%' and password_hash is null`].map(async (where) =>
      Number(await read(`select count(*) from users where ${where}`)),
    ),
  )
  expect(invited).toBeLessThan((all ?? 0) / 5)
  // No one knows the passwords.
  expect(await read(`select count(distinct password_hash) from users where id like 'demo-%'`)).toBe(
    1,
  )

  const pages = [...interfacePages, ...documentPages.map((name) => `/${name}`)]
  const known = pages.map((page) => `'${page}'`).join(', ')
  await none('analytics_events', `path not in (${known}) and path not like '/blog/%'`)
  await some('analytics_events', `kind = 'read' and path = '/help'`)
  await some('analytics_events', `kind = 'read' and path like '/blog/%'`)
  const firstDays = `select min(at) from analytics_events where path = '/blog/why-watermarked-copies-look-worse'`
  expect(Number((await read(firstDays)) ?? Date.UTC(2026, 10, 1))).toBeGreaterThan(
    Date.UTC(2026, 9, 20),
  )
  await none('analytics_events', `kind = 'attempt' and format = 'image'`)
  const wrongFormats = `(posts.kind = 'video' and done.kind in ('zip', 'image'))
    or (posts.kind = 'slideshow' and done.kind in ('mp4', 'hd'))`
  await none('post_activity done join posts on posts.seq = done.post_seq', wrongFormats)
}

/** Prospects were written to as their states say, and nothing else is in the outbox. */
async function expectOutreach(): Promise<void> {
  const db = openDatabase(files)
  const count = (table: string, where: string) =>
    db.value<number>(`select count(*) from ${table} where ${where}`)
  for (const state of ['contacted', 'followed_up', 'replied', 'lost', 'won']) {
    expect([state, await count('outreach_prospects', `state = '${state}'`)]).not.toEqual([state, 0])
  }
  // The last message leads to where the prospect is; a link is won after an answer.
  const last = `select state, state_after, count(*) as n from outreach_prospects p
    left join outreach_messages m on m.id = (select max(id) from outreach_messages where prospect_id = p.id)
    group by 1, 2 order by 1, 2`
  expect(await db.rows(last)).toEqual(
    [
      { state: 'contacted', state_after: 'contacted' },
      { state: 'followed_up', state_after: 'followed_up' },
      { state: 'lost', state_after: 'followed_up' },
      { state: 'lost', state_after: 'lost' },
      { state: 'prospect', state_after: null },
      { state: 'replied', state_after: 'replied' },
      { state: 'won', state_after: 'replied' },
    ].map((row) => ({ ...row, n: expect.any(Number) })),
  )
  const [mails, replies] = await Promise.all(
    [`kind = 'mail'`, `kind <> 'mail'`].map((kind) => count('outreach_messages', kind)),
  )
  expect(replies).toBeGreaterThan(0)
  expect(replies).toBeLessThan((mails ?? 0) / 2)
  const now = Date.now()
  expect(await count('outreach_messages', `at > ${now}`)).toBe(0)
  expect(
    await count('outreach_messages', `text like '%[%' or text like '%{%' or subject like '%{%'`),
  ).toBe(0)
  expect(
    await count('outreach_messages', `kind = 'mail' and mail_id is null and mail_end is null`),
  ).toBe(0)
  expect(await count('outreach_drafts', 'true')).toBeGreaterThan(0)
  expect(await count('outreach_templates', 'true')).toBe(1)
  expect(await count('outbox', `state = 'waiting'`)).toBe(1)
  expect(
    await count('outbox', `state = 'sent' and sent_at between ${now - 31 * 86_400_000} and ${now}`),
  ).toBe((await count('outbox', 'true')) - 1)
  // The outbox is newest first, by its numbers.
  const earlier = 'select 1 from outbox as earlier where earlier.id < outbox.id'
  expect(
    await count('outbox', `exists (${earlier} and earlier.created_at > outbox.created_at)`),
  ).toBe(0)
  expect(
    await count('outbox', 'id not in (select mail_id from outreach_messages where mail_id > 0)'),
  ).toBe(0)
  await db.close()
}

beforeEach(async () => {
  await change(async (db) => {
    await db.run('delete from users')
    await addUser(db, { email, name: 'Olga Operator' })
  })
})
afterEach(async () => {
  await stop()
  await seed('--clear', '--yes')
})

describe('npm run seed', () => {
  test('fills every screen with consistent figures, prints that, and is removed without a trace', async () => {
    const filled = await seed('--rows', '120', '--seed', '7')
    expect(filled, filled.err).toMatchObject({ code: 0, err: '' })
    expect(filled.out).toContain('120 posts')
    expect(await verifyRollups()).toEqual([])
    expect(
      await read(`select count(*) from posts p where downloads <>
        (select coalesce(sum(n), 0) from post_activity where post_seq = p.seq and kind <> 'lookup')`),
    ).toBe(0)
    expect(await read(`select count(distinct status) from dmca_reports`)).toBe(3)
    await expectPossible()

    const { browser, visitor } = await serve()
    const dashboard = await browser.html('/admin')
    expect(dashboard).toContain('Demo data</summary>')
    expect(dashboard).toContain('npm run seed -- --clear')
    expect(figureOf(dashboard, 'Total users')).toMatch(/^121/)
    expect(figureOf(dashboard, 'Videos downloaded')).toMatch(/^[1-9]/)
    const grid = await browser.html('/admin/videos?sort=downloads')
    const covers = linksIn(grid, '/cover')
    expect(covers.length).toBeGreaterThan(20)
    const cover = await browser.get(covers[0] ?? '')
    expect(sniffMedia(Buffer.from(await cover.arrayBuffer()))).toBe('webp')
    for (const page of ['users', 'videos', 'dmca', 'backlinks', 'analytics?period=year']) {
      const response = await browser.get(`/admin/${page}`)
      expect([page, response.status]).toEqual([page, 200])
    }
    await expectOutreach()
    const waiting = `select prospect_id from outreach_messages join outbox on outbox.id = mail_id
      where state = 'waiting'`
    const prospect = await browser.html(`/admin/backlinks/prospects/${await read(waiting)}`)
    expect(prospect).toContain('Best regards')
    expect(await browser.html('/admin/settings/email/outbox')).toContain(
      'A suggestion for your list',
    )
    const known = await read(
      `select post_id from posts where status = 'active' and title <> '' limit 1`,
    )
    const title = await read(`select title from posts where post_id = '${known}'`)
    await visitor.post('/', { url: `https://www.tiktok.com/@demo/video/${known}` })
    expect(await read(`select title from posts where post_id = '${known}'`)).toBe(title)
    await stop()

    expect((await seed('--clear')).err).toContain('this was added: 1 counted event.')
    expect(await seed('--clear', '--yes')).toMatchObject({ code: 0, err: '' })
    const after = await (await serve()).browser.html('/admin')
    expect(after).not.toContain('Demo data</summary>')
    expect(figureOf(after, 'Total users')).toMatch(/^1\D/)
    expect(figureOf(after, 'Videos downloaded')).toMatch(/^0/)
    const outreach = ['prospects', 'messages', 'drafts', 'templates'].map((n) => `outreach_${n}`)
    const tables = ['posts', 'dmca_reports', 'backlinks', 'subscribers', 'analytics_days', 'outbox']
    for (const table of [...tables, ...outreach]) {
      expect([table, await read(`select count(*) from ${table}`)]).toEqual([table, 0])
    }
    const actions = `select action from audit_log where action like 'demo.%' order by seq`
    expect(await read(`select group_concat(action) from (${actions})`)).toBe(
      'demo.seeded,demo.cleared',
    )
  })

  test('never mixes with real data, and never silently removes what was added later', async () => {
    const subscribe = `insert into subscribers (email, language, source, created_at, unsubscribe_token)
      values ('reader@site.example', 'en', '/', 1, 'token-of-a-reader')`
    await change((db) => db.run(subscribe))
    const refused = await seed('--rows', '120')
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('holds 1 subscriber.')
    expect(await seed('--clear')).toMatchObject({
      code: 1,
      err: 'There is no demo data here, so nothing was removed.\n',
    })
    expect(await read('select count(*) from subscribers')).toBe(1)

    await change((db) => db.run('delete from subscribers'))
    expect(await seed('--rows', '120')).toMatchObject({ code: 0 })
    expect((await seed('--rows', '120')).err).toContain('There is demo data already')
    await change((db) => db.run(subscribe))
    const kept = await seed('--clear')
    expect(kept.code).toBe(1)
    expect(kept.err).toContain('this was added: 1 subscriber.')
    expect(await read('select count(*) from subscribers')).toBeGreaterThan(1)
    await change((db) => db.run(`update demo_data set ended_at = null, marks = '{}'`))
    expect((await seed('--clear')).err).toContain('Seeding was cut short')
    expect((await seed('--clear', '--yes')).code).toBe(0)
    expect(await read('select count(*) from subscribers')).toBe(0)
    expect(await read(`select group_concat(email) from users`)).toBe(email)
  })

  test('still lets the first operator be set up', async () => {
    await change((db) => db.run('delete from users'))
    expect((await seed('--rows', '120')).code).toBe(0)
    app = await startApp({ LOG_LEVEL: 'warn' }, env.DATA_DIR)
    await app.said('/admin/setup/')
  })

  test('refuses a database that a server is using', async () => {
    await serve()
    const refused = await seed('--rows', '120')
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('Cleanclip is already running on this database')
    expect(await read('select count(*) from posts')).toBe(0)
  })

  test('makes the same rows for the same seed, and prints what it takes', async () => {
    const visits = (seed: number) => {
      const plan = planOf({ rows: 100, seed }, Date.UTC(2026, 0, 15, 18))
      return JSON.stringify([...madeUpEvents(plan, () => false, [])])
    }
    expect(visits(3)).toBe(visits(3))
    expect(visits(3)).not.toBe(visits(4))
    expect((await seed('--rows', 'many')).err).toContain('--rows: a whole number from 100')
    expect((await seed('--nonsense')).code).toBe(1)
    expect((await seed('--help')).out).toContain('npm run seed -- [options]')
  })
})
