// @module-tag whole
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { posts } from '#tests/fakes/extraction-service.ts'
import {
  addUser,
  createBrowser,
  openDatabase,
  password,
  runAdminCli,
} from '#tests/support/accounts.ts'
import { integrityOf, readColumn } from '#tests/support/database-files.ts'
import { type LiveApp, lookUp, saveLinkIn, startLiveApp } from '#tests/support/live-app.ts'
import type { Sql } from '#tests/support/sql.ts'
import { makeVersion2File } from '#tests/support/version-2.ts'

const page = '/admin/settings/database'
let app: LiveApp
let browser: ReturnType<typeof createBrowser>
let dataDir: string
let file: string
let backups: string

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'cleanclip-restore-'))
})
beforeEach(async () => {
  app = await startLiveApp({ LOG_LEVEL: 'silent' })
  file = path.join(app.dataDir, 'cleanclip.db')
  backups = path.join(app.dataDir, 'backups')
  await change((db) => addUser(db, { email: 'op@site.example' }))
  browser = createBrowser(app)
  await browser.signIn('op@site.example')
})
afterEach(() => app.close())
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Only for a moment: a program that has the database open keeps it from being replaced. */
async function change(work: (db: Sql) => unknown): Promise<void> {
  const db = openDatabase(app)
  await work(db)
  await db.close()
}

let made = 0

/** As the app makes them: a whole copy, under a name of ours. */
async function makeBackup(): Promise<string> {
  made += 1
  const name = `cleanclip-20260101-0000${String(made).padStart(2, '0')}.db`
  mkdirSync(backups, { recursive: true, mode: 0o700 })
  await change((db) => db.run('vacuum into ?', path.join(backups, name)))
  return name
}

const restore = (name: string) => browser.post(`${page}/restore/${name}`, { ownPassword: password })

describe('a restore while the site runs', () => {
  test('R22: brings back what was, keeps what is, and neither pages nor downloads notice', {
    tags: 'gate',
  }, async () => {
    await change((db) => addUser(db, { email: 'early@site.example' }))
    const { html } = await lookUp(app, posts.big.url)
    const name = await makeBackup()
    await change(async (db) => {
      await db.run("delete from users where email = 'early@site.example'")
      await addUser(db, { email: 'late@site.example' })
    })
    const link = await saveLinkIn(app, html)
    const download = await new Promise<http.IncomingMessage>((resolve, reject) => {
      http.get(app.origin + link, resolve).on('error', reject)
    })
    download.once('readable', () => {})

    let going = true
    const statuses = new Set<number>()
    let answers = 0
    const load = [1, 2, 3].map(async () => {
      while (going) {
        for (const target of ['/', '/health', '/statistics', `/de/help?${Math.random()}`]) {
          statuses.add((await fetch(app.origin + target)).status)
          answers += 1
        }
      }
    })
    const response = await restore(name)
    expect(response.headers.get('location')).toBe('/admin/login?message=restored')
    const restoredAt = answers
    await expect.poll(() => answers).toBeGreaterThan(restoredAt + 30)
    going = false
    await Promise.all(load)
    expect([...statuses]).toEqual([200])

    let bytes = 0
    for await (const chunk of download) bytes += chunk.length
    expect(bytes).toBe(Number(download.headers['content-length']))

    expect(integrityOf(file)).toBe('ok')
    const emails = readColumn(file, 'select email from users order by email')
    expect(emails).toEqual(['early@site.example', 'op@site.example'])
    const line = "select actor_label from audit_log where action = 'database.restored'"
    expect(readColumn(file, line)).toEqual(['op@site.example'])
    const [kept = ''] = readdirSync(backups).filter((entry) => entry.endsWith('before-restore.db'))
    expect(integrityOf(path.join(backups, kept))).toBe('ok')
    expect(readColumn(path.join(backups, kept), 'select email from users')).toContain(
      'late@site.example',
    )
    // Everybody signs in again, and what is done then is in the restored database.
    expect((await browser.get('/admin')).status).toBe(302)
    expect(await browser.html('/admin/login?message=restored')).toContain('was restored')
    await browser.signIn('op@site.example')
    expect((await browser.get('/admin')).status).toBe(200)
    const events = () => Number(readColumn(file, 'select count(*) from analytics_events')[0])
    const before = events()
    await fetch(app.origin)
    await expect.poll(events).toBeGreaterThan(before)
  })

  test('the settings of that time are in force at once', async () => {
    await change((db) => db.run(`insert into settings values ('siteName', '"Of that time"', 1)`))
    const name = await makeBackup()
    expect((await restore(name)).status).toBe(302)
    expect(await (await fetch(app.origin)).text()).toContain('Of that time')
  })

  test('S28: nothing is restored without the password', async () => {
    const name = await makeBackup()
    const response = await browser.post(`${page}/restore/${name}`, { ownPassword: 'wrong' })
    expect(response.status).toBe(400)
    expect(readdirSync(backups).some((entry) => entry.includes('before-restore'))).toBe(false)
    expect((await browser.get('/admin')).status).toBe(200)
  })

  test('no email goes out twice that has gone out since the backup', async () => {
    await change((db) =>
      db.run(`insert into outbox (recipient, subject, message_id, created_at, next_try_at)
        values ('a@site.example', 'sent since', 'a', 1, 9e15), ('b@site.example', 'waits', 'b', 2, 9e15)`),
    )
    const name = await makeBackup()
    await change((db) =>
      db.run("update outbox set sent_at = 5, state = 'sent' where subject = 'sent since'"),
    )
    expect((await restore(name)).status).toBe(302)
    expect(readColumn(file, 'select subject from outbox where sent_at is null')).toEqual(['waits'])
  })

  test('a change of a whole list that ran during the backup changes nothing anymore', async () => {
    const name = await makeBackup()
    const copy = new SQLite(path.join(backups, name))
    copy.exec(`insert into bulk_runs (id, list, action, filter, actor_id, actor_label, state, total, created_at)
        select 7, 'mails', 'delete', '', id, email, 'running', 1, 1 from users;
      insert into bulk_selections values (7, '[1]');
      insert into outbox (id, recipient, subject, message_id, created_at, next_try_at)
        values (1, 'a@site.example', 'A', 'a', 1, 9e15);
      insert into jobs (kind, key, payload, state, run_at, created_at, claim_token, claimed_until)
        values ('bulk', '7', '{"run":7}', 'running', 1, 1, 'at that time', 2)`)
    copy.close()
    await change((db) =>
      db.run(`insert into outbox (id, recipient, subject, message_id, created_at, next_try_at)
        values (1, 'a@site.example', 'A', 'a', 1, 9e15)`),
    )
    expect((await restore(name)).status).toBe(302)
    await expect
      .poll(() => readColumn(file, "select state || ': ' || note from bulk_runs"))
      .toEqual(['cancelled: The database was restored from a backup.'])
    expect(readColumn(file, 'select id from outbox')).toEqual([1])
    await expect
      .poll(() => readColumn(file, "select state from jobs where kind = 'bulk'"))
      .toEqual(['done'])
    const logged = readColumn(file, "select after from audit_log where action = 'bulk.changed'")
    expect(String(logged)).toContain('"ended":"stopped early"')
  })
})

describe('S44: a file that must not be used', () => {
  /** Puts a file among the backups, tries to restore it, and gives what the page says. */
  async function attempt(bend: (copy: string) => unknown): Promise<string> {
    const made = await makeBackup()
    const name = 'cleanclip-20200101-000000.db'
    copyFileSync(path.join(backups, made), path.join(backups, name))
    await bend(path.join(backups, name))
    const before = readColumn(file, 'select email from users')
    const response = await restore(name)
    expect(response.status).toBe(409)
    expect(readColumn(file, 'select email from users')).toEqual(before)
    expect((await browser.get('/admin')).status).toBe(200)
    expect(readdirSync(app.dataDir).filter((entry) => entry.includes('restoring'))).toEqual([])
    return response.text()
  }
  const sql = (text: string) => (copy: string) => {
    const db = new SQLite(copy)
    db.exec(text)
    db.close()
  }

  test('is refused when it is no database, short, or damaged inside', async () => {
    expect(await attempt((copy) => copyFileSync('package.json', copy))).toContain(
      'a SQLite database',
    )
    expect(await attempt((copy) => truncateSync(copy, statSync(copy).size - 1000))).toContain(
      'damaged',
    )
    const orphan = "pragma foreign_keys = off; insert into recovery_codes values ('x', 'nobody')"
    expect(await attempt(sql(orphan))).toContain('damaged')
  })

  test('is refused with a trigger, a view or a table that Cleanclip does not make', async () => {
    const trigger = 'create trigger evil after insert on sessions begin delete from users; end'
    expect(await attempt(sql(trigger))).toContain('isn’t what Cleanclip creates')
    expect(await attempt(sql('create view v as select * from users'))).toContain(
      'isn’t what Cleanclip',
    )
    expect(await attempt(sql('drop trigger if exists x; drop table sessions'))).toContain(
      'It lacks',
    )
    expect(
      await attempt((copy) => {
        rmSync(copy)
        sql('create table t (a)')(copy)
      }),
    ).toContain('not one of Cleanclip')
  })

  test('R23: is refused when a newer version wrote it', async () => {
    const later = "insert into kysely_migration values ('9999-later', '2030-01-01T00:00:00.000Z')"
    expect(await attempt(sql(later))).toContain('newer version')
  })

  test('R23: is refused when a version before 2.0 wrote it, with the way to go', async () => {
    const older = "update kysely_migration set name = '0028' where name like '0029-%'"
    expect(await attempt(sql(older))).toContain('Start version 2.0 on it first')
  })

  test('R23: one of version 2 is updated', async () => {
    const made = await makeBackup()
    const name = 'cleanclip-20200101-000000.db'
    const old = path.join(backups, name)
    makeVersion2File(old)
    sql("insert into settings values ('siteName', '\"Old times\"', 1)")(old)
    expect((await restore(name)).status).toBe(302)
    expect(await (await fetch(app.origin)).text()).toContain('Old times')
    const last = 'select max(name) from kysely_migration'
    expect(readColumn(file, last)).toEqual(readColumn(path.join(backups, made), last))
  })
})

test('R22: a restore waits for no other program for ever, and reports what is in its way', async () => {
  const name = await makeBackup()
  const other = new SQLite(file)
  other.prepare('select count(*) from users').get()
  const response = await restore(name)
  other.close()
  expect(response.status).toBe(409)
  expect(await response.text()).toContain('Another program has the database open')
  expect((await restore(name)).status).toBe(302)
})

test('npm run admin -- restore refuses while the server runs, and works on a file from elsewhere', async () => {
  await change((db) => addUser(db, { email: 'early@site.example' }))
  const elsewhere = path.join(dataDir, 'copied.db')
  copyFileSync(path.join(backups, await makeBackup()), elsewhere)
  const refused = await runAdminCli(app, ['restore', elsewhere])
  expect(refused).toMatchObject({ code: 1 })
  expect(refused.err).toContain('The server is running')
  await app.stop()
  expect(await runAdminCli(app, ['verify', elsewhere])).toMatchObject({ code: 0 })
  expect(await runAdminCli(app, ['restore', elsewhere])).toMatchObject({ code: 0, err: '' })
  expect(readColumn(file, 'select email from users order by email')).toEqual([
    'early@site.example',
    'op@site.example',
  ])
  expect(readColumn(file, 'select count(*) from sessions')).toEqual([0])
  const nothing = await runAdminCli(app, ['restore', 'nothing.db'])
  expect(nothing.err).toContain('There is no file nothing.db')
})
