// @module-tag whole
import {
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openShared } from '#db/sqlite/open.ts'
import { posts } from '#tests/fakes/extraction-service.ts'
import { startMailServer } from '#tests/fakes/mail-server.ts'
import { settingsFor } from '#tests/mail/mail-world.ts'
import { saveTab } from '#tests/settings/settings-world.ts'
import {
  addUser,
  createBrowser,
  openDatabase,
  password,
  runAdminCli,
} from '#tests/support/accounts.ts'
import { startApp } from '#tests/support/app-server.ts'
import { startInVain } from '#tests/support/database-files.ts'
import { lookUp, startLiveApp } from '#tests/support/live-app.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-damage-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** More than is read before a start. The file is sparse: SQLite knows how much of it is in use. */
const largeBytes = 300 * 1024 * 1024

/** Overwrites the first page of a table or an index of a database that is closed. */
function damage(file: string, name: string): void {
  const connection = new SQLite(file)
  const root = connection
    .prepare<[string], number>('select rootpage from sqlite_schema where name = ?')
    .pluck()
    .get(name)
  const pageSize = Number(connection.pragma('page_size', { simple: true }))
  connection.pragma('wal_checkpoint(TRUNCATE)')
  connection.close()
  if (root === undefined) throw new Error(`There is no ${name}`)
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, Buffer.alloc(pageSize, 0xa5), 0, pageSize, (root - 1) * pageSize)
  closeSync(descriptor)
}

describe('a damaged database that is too large to be read before the start', () => {
  test('R20: the server reports itself as down, takes no look-up and no form, notifies operators, and a restore heals it', async () => {
    const mail = await startMailServer()
    onTestFinished(() => mail.close())
    const app = await startLiveApp({ LOG_LEVEL: 'warn' })
    onTestFinished(() => app.close())
    const file = path.join(app.dataDir, 'cleanclip.db')
    const db = openDatabase(app)
    await addUser(db, { email: 'op@site.example' })
    await db.close()
    const first = createBrowser(app)
    await first.signIn('op@site.example')
    expect((await saveTab(first, 'email', settingsFor(mail))).status).toBe(302)
    expect((await lookUp(app, posts.video.url)).status).toBe(200)
    const backup = path.basename((await runAdminCli(app, ['backup'])).out.split(' ')[0] ?? '')
    expect(await app.stop()).toBe(0)

    damage(file, 'posts')
    truncateSync(file, largeBytes)
    const again = await startApp(
      {
        LOG_LEVEL: 'warn',
        EXTRACTION_API_URL: app.extraction.endpoint,
        TRUSTED_UPSTREAMS: `${app.extraction.hostPort},${app.media.hostPort}`,
      },
      app.dataDir,
    )
    onTestFinished(async () => {
      await again.stop('SIGKILL')
    })
    const health = async () => {
      const response = await fetch(`${again.origin}/health`)
      return `${response.status} ${await response.text()}`
    }
    await expect.poll(health).toBe('503 down\n')
    expect(await again.said('the database is damaged')).toContain('damaged')

    const refused = await lookUp(again, posts.slideshow.url)
    expect(refused.status).toBe(503)
    expect(refused.html).toContain('Look-ups and forms are off until')
    const german = await fetch(`${again.origin}/de`, {
      method: 'POST',
      body: new URLSearchParams({ url: posts.slideshow.url }),
    })
    expect([german.status, await german.text()]).toEqual([
      503,
      expect.stringContaining('gespeicherten Daten ist beschädigt'),
    ])
    expect((await fetch(`${again.origin}/`)).status).toBe(200)

    const browser = createBrowser(again)
    expect((await browser.signIn('op@site.example')).status).toBe(302)
    const change = await saveTab(browser, 'performance', { requestLogging: null })
    expect(change.status).toBe(503)
    expect(await change.text()).toContain('The database is damaged')
    expect(await browser.html('/admin/notifications')).toContain('The database is damaged')
    // At the top of every page, not only behind the bell.
    expect(await browser.html('/admin/users')).toContain('data-banner="database-damaged"')
    expect(await browser.html('/admin/system')).toMatch(
      /Database<\/span><span data-tone="bad"[^>]*>Damaged/,
    )
    await expect
      .poll(() => mail.received.map(({ text }) => text).join())
      .toContain('The database is damaged')

    const restored = await browser.post(`/admin/settings/database/restore/${backup}`, {
      ownPassword: password,
    })
    expect(restored.status).toBe(302)
    await expect.poll(health).toBe('200 up\n')
    expect((await lookUp(again, posts.video.url)).status).toBe(200)
  })

  test('R20: one whose settings or sessions cannot be read does not start, and prints what to do', async () => {
    for (const table of ['settings', 'sessions']) {
      const dataDir = mkdtempSync(path.join(folder, 'data-'))
      const app = await startApp({ LOG_LEVEL: 'warn' }, dataDir)
      await app.stop()
      const file = path.join(dataDir, 'cleanclip.db')
      damage(file, table)
      truncateSync(file, largeBytes)
      const { code, said } = await startInVain(dataDir)
      expect(code).toBe(1)
      expect(said).toContain('npm run admin -- restore')
      expect(said).not.toContain('    at ')
      expect(statSync(file).size).toBe(largeBytes)
    }
  })

  test('R20: a statement that meets damage reports it, and the rest goes on', async () => {
    const file = path.join(mkdtempSync(path.join(folder, 'data-')), 'cleanclip.db')
    await (await openShared(file, {})).db.destroy()
    damage(file, 'posts')
    truncateSync(file, largeBytes)
    const heard: string[] = []
    const { db, facts } = await openShared(file, { onDamage: (text) => heard.push(text) })
    expect(facts).toEqual({ unclean: false, checked: false })
    expect(heard).toEqual([])
    const read = db.selectFrom('posts').selectAll().execute()
    await expect(read).rejects.toMatchObject({ reason: 'damaged' })
    expect(heard).toEqual([expect.stringContaining('malformed')])
    expect(await db.selectFrom('users').selectAll().execute()).toEqual([])
    await db.destroy()
  })
})

test('R20: an operator whose session can’t be read would be signed out, and lose what they have typed', async () => {
  const dataDir = mkdtempSync(path.join(folder, 'data-'))
  const app = await startApp({ LOG_LEVEL: 'warn' }, dataDir)
  const db = openDatabase(app)
  await addUser(db, { email: 'op@site.example' })
  await db.close()
  const browser = createBrowser(app)
  await browser.signIn('op@site.example')
  await app.stop()
  const file = path.join(dataDir, 'cleanclip.db')
  damage(file, 'sqlite_autoindex_users_1')
  truncateSync(file, largeBytes)
  const again = await startApp({ LOG_LEVEL: 'warn', PORT: new URL(app.origin).port }, dataDir)
  onTestFinished(async () => {
    await again.stop('SIGKILL')
  })
  const form = { name: 'Nora New', email: 'nora@site.example', role: 'user', how: 'invite' }
  const answer = await browser.post('/admin/users/new.data', form)
  expect([answer.status, await answer.json()]).toMatchObject([503, { unavailable: 'damaged' }])
  expect((await browser.get('/')).status).toBe(200)
})

test('R20: after an unclean end the indexes are read as well, beside the requests', async () => {
  const dataDir = mkdtempSync(path.join(folder, 'data-'))
  const app = await startApp({ LOG_LEVEL: 'warn' }, dataDir)
  await app.stop()
  const file = path.join(dataDir, 'cleanclip.db')
  loseIndexEntry(file, 'analytics_events_by_day')
  // Closed well, its pages are in order: nothing looks further.
  const trusting = await startApp({ LOG_LEVEL: 'warn' }, dataDir)
  expect((await fetch(`${trusting.origin}/health`)).status).toBe(200)
  await trusting.stop()

  const killed = mkdtempSync(path.join(folder, 'data-'))
  const writer = new SQLite(file)
  writer.exec('update demo_data set marks = marks')
  writer.exec("update settings set updated_at = 1; insert into settings values ('x', '1', 1)")
  for (const end of ['', '-wal']) {
    copyFileSync(file + end, path.join(killed, `cleanclip.db${end}`))
  }
  copyFileSync(path.join(dataDir, 'session-secret'), path.join(killed, 'session-secret'))
  writer.close()
  const doubting = await startApp({ LOG_LEVEL: 'warn' }, killed)
  onTestFinished(async () => {
    await doubting.stop('SIGKILL')
  })
  await expect.poll(async () => (await fetch(`${doubting.origin}/health`)).status).toBe(503)
})

/** Makes an index that knows one row in place of another: a look at the pages does not show it. */
function loseIndexEntry(file: string, index: string): void {
  const connection = new SQLite(file)
  const insert = `insert into analytics_events (at, day, kind, new_visitor, new_visit, bytes, ms)`
  connection.exec(`${insert} values (1, 0, 'bot', 0, 0, 0, 0)`)
  connection.unsafeMode(true)
  connection.pragma('writable_schema = ON')
  const row = connection.prepare('select * from sqlite_schema where name = ?').get(index) as object
  connection.prepare('delete from sqlite_schema where name = ?').run(index)
  connection.close()
  const without = new SQLite(file)
  without.exec(`delete from analytics_events; ${insert} values (2, 0, 'bot', 0, 0, 0, 0)`)
  without.unsafeMode(true)
  without.pragma('writable_schema = ON')
  without
    .prepare('insert into sqlite_schema values (@type, @name, @tbl_name, @rootpage, @sql)')
    .run(row)
  without.close()
}
