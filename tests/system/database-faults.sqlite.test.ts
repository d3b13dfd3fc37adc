// @module-tag whole
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkFile } from '#db/sqlite/check-file.ts'
import { openShared } from '#db/sqlite/open.ts'
import { DatabaseUnavailableError } from '#db/unavailable.ts'
import { posts, startExtractionService } from '#tests/fakes/extraction-service.ts'
import { startMediaHost } from '#tests/fakes/media-host.ts'
import { saveTab } from '#tests/settings/settings-world.ts'
import { addUser, createBrowser, openDatabase, runAdminCli } from '#tests/support/accounts.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { integrityOf, readColumn, startInVain } from '#tests/support/database-files.ts'
import { formatsIn, lookUp, saveLinkIn } from '#tests/support/live-app.ts'
import { makeVersion2File } from '#tests/support/version-2.ts'
import { canMountDisk, fillDisk, mountSmallDisk, unmountDisk } from './full-disk-folder.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-faults-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Ended with the tests, whatever becomes of them: a writer writes until it is killed. */
const writers = new Set<ChildProcess>()
afterAll(() => {
  for (const writer of writers) writer.kill('SIGKILL')
})

function spawnWriter(dataDir: string, args: string[] = []) {
  const child = spawn(process.execPath, ['tests/support/write-until-killed.ts', ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
  })
  writers.add(child)
  child.once('exit', () => writers.delete(child))
  return child
}

const newFolder = () => mkdtempSync(path.join(folder, 'data-'))
const hashOf = (file: string, from = 0) =>
  createHash('sha256').update(readFileSync(file).subarray(from)).digest('hex')

describe('a process that dies', () => {
  test('R16: killed a hundred times while it writes, no acknowledged change is lost', async () => {
    const perFolder = 34
    const results = await Promise.all([1, 2, 3].map(() => killAgainAndAgain(perFolder)))
    for (const { file, acknowledged } of results) {
      expect(integrityOf(file)).toBe('ok')
      const stored = new Set(
        readColumn(file, "select json_extract(after, '$.siteName') from audit_log").map(String),
      )
      const lost = acknowledged.filter((n) => !stored.has(`Round ${n}`))
      expect(lost).toEqual([])
      expect(acknowledged.length).toBeGreaterThan(perFolder)
      const [name] = readColumn(file, "select value from settings where name = 'siteName'")
      const newest = Math.max(...[...stored].map((text) => Number(text.slice('Round '.length))))
      expect(JSON.parse(String(name))).toBe(`Round ${newest}`)
    }
    // A hundred processes start.
  }, 900_000)

  async function killAgainAndAgain(times: number) {
    const dataDir = newFolder()
    const acknowledged: number[] = []
    for (let round = 0; round < times; round += 1) {
      const first = (acknowledged.at(-1) ?? 0) + 2
      const child = spawnWriter(dataDir, [`${first}`])
      const exited = new Promise((resolve) => child.once('exit', resolve))
      let killing = false
      const lines = createInterface({ input: child.stdout })
      lines.on('line', (line) => {
        if (line === 'begin') return
        acknowledged.push(Number(line))
        if (killing) return
        killing = true
        setTimeout(() => child.kill('SIGKILL'), Math.random() * 30)
      })
      const read = new Promise((resolve) => lines.once('close', resolve))
      await exited
      await read
      expect(killing).toBe(true)
    }
    return { file: path.join(dataDir, 'cleanclip.db'), acknowledged }
  }

  test('R23: an upgrade that is killed halfway is done whole at the next start', async () => {
    const dataDir = newFolder()
    const file = path.join(dataDir, 'cleanclip.db')
    makeVersion2File(file)
    const [steps] = readColumn(file, 'select count(*) from kysely_migration')
    fill(file, 30_000)
    let killed = 0
    // Each time it gets further, until it is done before it is killed.
    for (let afterMs = 5; ; afterMs *= 1.5) {
      await upgradeAndKill(dataDir, afterMs)
      expect(integrityOf(file)).toBe('ok')
      if (readColumn(file, 'select count(*) from kysely_migration')[0] !== steps) break
      killed += 1
    }
    expect(killed).toBeGreaterThan(0)
    const { db } = await openShared(file, {})
    await db.destroy()
    await checkFile(file)
    const readers = "select count(*) from subscribers where email like 'reader%' and mails > 0"
    expect(readColumn(file, readers)).toEqual([30_000])
  })

  /** Kills a process some time after it began to upgrade. */
  async function upgradeAndKill(dataDir: string, afterMs: number): Promise<void> {
    const child = spawnWriter(dataDir)
    const exited = new Promise((resolve) => child.once('exit', resolve))
    await once(createInterface({ input: child.stdout }), 'line')
    await wait(afterMs)
    child.kill('SIGKILL')
    await exited
  }

  function fill(file: string, rows: number): void {
    const connection = new SQLite(file)
    const insert = connection.prepare(
      `insert into subscribers (email, language, source, created_at, mailed_at, unsubscribe_token)
       values (?, 'en', '/', 1, 1, ?)`,
    )
    connection.transaction(() => {
      for (let n = 0; n < rows; n += 1) insert.run(`reader${n}@site.example`, `token-${n}`)
    })()
    connection.close()
  }
})

describe('a start that must not be', () => {
  test('R20: on a damaged database the server ends with a hint, and touches nothing', async () => {
    const dataDir = newFolder()
    const app = await startApp({ LOG_LEVEL: 'warn' }, dataDir)
    const { out } = await runAdminCli(app, ['backup'])
    await app.stop()
    const file = path.join(dataDir, 'cleanclip.db')
    const garbage = Buffer.alloc(8 * 4096, 0xa5)
    const descriptor = openSync(file, 'r+')
    writeSync(descriptor, garbage, 0, garbage.length, 20 * 4096)
    closeSync(descriptor)
    const before = hashOf(file)
    const content = hashOf(file, 100)

    const { code, said } = await startInVain(dataDir)
    expect(code).toBe(1)
    expect(said).toContain('It is damaged')
    expect(said).toContain('npm run admin -- restore')
    expect(said).not.toContain('    at ')
    expect(hashOf(file)).toBe(before)

    const [backup = ''] = out.split(' ')
    const restored = await runAdminCli(app, ['restore', path.basename(backup)])
    expect(restored).toMatchObject({ code: 0, err: '' })
    const again = await startApp({ LOG_LEVEL: 'warn' }, dataDir)
    expect((await fetch(`${again.origin}/health`)).status).toBe(200)
    await again.stop()
    const kept = readdirSync(path.join(dataDir, 'backups')).filter((name) =>
      name.includes('before-restore.db'),
    )
    // But for its header, where it says that it has no log any more.
    expect(kept.map((name) => hashOf(path.join(dataDir, 'backups', name), 100))).toEqual([content])
  })

  test('R20: a file that is no database is named and left alone', async () => {
    const dataDir = newFolder()
    const file = path.join(dataDir, 'cleanclip.db')
    copyFileSync('package.json', file)
    const { code, said } = await startInVain(dataDir)
    expect(code).toBe(1)
    expect(said).toContain('It isn’t a SQLite database')
    expect(hashOf(file)).toBe(hashOf('package.json'))
  })

  test('R21: a second server on the same data ends at once; the first, and npm run admin, go on', async () => {
    const app = await startApp({ LOG_LEVEL: 'warn' }, newFolder())
    const { code, said } = await startInVain(app.dataDir)
    expect(code).toBe(1)
    expect(said).toContain(`is already running on this database (process ${app.process.pid})`)
    expect((await fetch(`${app.origin}/health`)).status).toBe(200)
    expect(await runAdminCli(app, ['list'])).toMatchObject({ code: 0 })
    const refused = await runAdminCli(app, ['restore', 'cleanclip-20260101-000000.db'])
    expect(refused).toMatchObject({ code: 1 })
    // Its lock ends with it, even so.
    await app.stop('SIGKILL')
    const next = await startApp({ LOG_LEVEL: 'warn' }, app.dataDir)
    await discardApp(next)
  })

  test('a data folder that cannot be written to is named, with what to do, and no stack', async () => {
    const file = path.join(newFolder(), 'a-file')
    closeSync(openSync(file, 'w'))
    const { code, said } = await startInVain(file)
    expect(code).toBe(1)
    expect(said).toContain(`${file}/cleanclip.db is in a folder that can’t be written to`)
    expect(said).toContain('set DATA_DIR to another folder')
    expect(said).not.toContain('    at ')
  })

  test('R23: an older version refuses a newer database and leaves it as it is', async () => {
    const dataDir = newFolder()
    const file = path.join(dataDir, 'cleanclip.db')
    const { db } = await openShared(file, {})
    await db.destroy()
    const connection = new SQLite(file)
    connection.exec(
      "insert into kysely_migration values ('9999-future', '2030-01-01T00:00:00.000Z')",
    )
    connection.pragma('wal_checkpoint(TRUNCATE)')
    connection.close()
    const before = hashOf(file)
    const { code, said } = await startInVain(dataDir)
    expect(code).toBe(1)
    expect(said).toContain('written by a newer version of Cleanclip (it has "9999-future")')
    expect(hashOf(file)).toBe(before)
  })

  test('R23: before an upgrade changes the database, a copy of it is made', async () => {
    const dataDir = newFolder()
    const file = path.join(dataDir, 'cleanclip.db')
    makeVersion2File(file)
    const steps = readColumn(file, 'select count(*) from kysely_migration')
    const app = await startApp({ LOG_LEVEL: 'warn' }, dataDir)
    await app.stop()
    const backups = path.join(dataDir, 'backups')
    const [name = ''] = readdirSync(backups).filter((entry) => entry.endsWith('before-upgrade.db'))
    expect(readColumn(path.join(backups, name), 'select count(*) from kysely_migration')).toEqual(
      steps,
    )
    // Nothing was due at this start.
    const again = await startApp({ LOG_LEVEL: 'warn' }, dataDir)
    await again.stop()
    expect(readdirSync(backups)).toHaveLength(1)
  })
})

describe('another program at the database', () => {
  let app: AppServer
  let browser: ReturnType<typeof createBrowser>
  let other: SQLite.Database
  beforeAll(async () => {
    app = await startApp({ LOG_LEVEL: 'silent' }, newFolder())
    other = new SQLite(path.join(app.dataDir, 'cleanclip.db'))
    const db = openDatabase(app)
    await addUser(db, { email: 'op@site.example' })
    await db.close()
    browser = createBrowser(app)
    await browser.signIn('op@site.example')
  })
  afterAll(async () => {
    other.close()
    await discardApp(app)
  })

  const save = (days: number) => saveTab(browser, 'database', { retentionDays: `${days}` })
  const days = () =>
    readColumn(
      path.join(app.dataDir, 'cleanclip.db'),
      "select value from settings where name = 'retentionDays'",
    )[0]

  test('R17: a lock makes a change wait, and no page with it', async () => {
    let isSaved = false
    other.exec('begin immediate')
    const saved = save(41).finally(() => {
      isSaved = true
    })
    for (let times = 0; times < 3; times += 1) {
      expect((await fetch(`${app.origin}/health`)).status).toBe(200)
      expect((await fetch(`${app.origin}/`)).status).toBe(200)
    }
    // A page that waited too would have been answered after the lock, or after the change was given up.
    expect(isSaved).toBe(false)
    other.exec('commit')
    expect((await saved).status).toBe(302)
    expect(days()).toBe('41')
  })

  test('R17: a lock of twenty seconds ends in 503 with a time to try again', async () => {
    // Showing the last message is a write too.
    await browser.get('/admin/settings/database')
    other.exec('begin immediate')
    const response = await save(42)
    other.exec('commit')
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await response.text()).toContain('Another program has locked the database')
    expect(days()).toBe('41')
    expect((await save(43)).status).toBe(302)
  })

  test('R17: readers are served while another program writes', async () => {
    await browser.get('/admin/settings/database')
    other.exec('begin immediate')
    expect((await browser.get('/admin/settings/database')).status).toBe(200)
    other.exec('commit')
  })
})

describe('the log of the database', () => {
  test('R18: it is cut back once a reader that held it open has gone', async () => {
    const file = path.join(newFolder(), 'cleanclip.db')
    const { db, shared } = await openShared(file, {})
    const wal = () => statSync(`${file}-wal`).size
    let round = 0
    const write = async (rows: number) => {
      for (let n = 0; n < rows; n += 1) {
        round += 1
        // Never the same twice: what does not change is not written.
        const value = String(round % 7).repeat(1_000_000)
        await db
          .insertInto('settings')
          .values({ name: `n${n}`, value, updated_at: round })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
          .execute()
      }
    }
    const reader = new SQLite(file)
    reader.exec('begin; select count(*) from settings')
    reader.prepare('select count(*) from settings').get()
    await write(80)
    expect(wal()).toBeGreaterThan(70_000_000)
    reader.close()
    await write(2)
    expect(wal()).toBeLessThan(70_000_000)
    await write(100)
    expect(wal()).toBeLessThan(70_000_000)
    shared.close()
  })

  test('R18: a visitor who takes an export slowly does not hold it', async () => {
    const app = await startApp({ LOG_LEVEL: 'silent' }, newFolder())
    const db = openDatabase(app)
    await addUser(db, { email: 'op@site.example' })
    await db.close()
    const other = new SQLite(path.join(app.dataDir, 'cleanclip.db'))
    const line = other.prepare(
      "insert into audit_log (at, actor_label, action, outcome, after) values (1, 'x', 'a.b', 'success', ?)",
    )
    const fact = JSON.stringify('y'.repeat(2000))
    other.transaction(() => {
      for (let n = 0; n < 20_000; n += 1) line.run(fact)
    })()
    const browser = createBrowser(app)
    await browser.signIn('op@site.example')
    const response = await browser.get('/admin/audit/export.csv')
    const reader = response.body?.getReader()
    await reader?.read()
    other.exec("update users set name = 'Somebody else'")
    // Refused at once while the server folds the log itself, which an open reader would not let end.
    await expect
      .poll(() => other.pragma('wal_checkpoint(TRUNCATE)'), { interval: 100 })
      .toMatchObject([{ busy: 0 }])
    await reader?.cancel()
    other.close()
    await discardApp(app)
  })
})

describe('no room', () => {
  test('R19: a write that does not fit is refused with the reason, reads go on, and it heals by itself', async () => {
    const file = path.join(newFolder(), 'cleanclip.db')
    const { db, shared } = await openShared(file, {})
    const insert = (name: string) =>
      db
        .insertInto('settings')
        .values({ name, value: 'x'.repeat(500_000), updated_at: 1 })
        .execute()
    await insert('one')
    const pages = await shared.inTurn((handle) => handle.pragma('page_count', { simple: true }))
    await shared.inTurn((handle) => handle.pragma(`max_page_count = ${pages}`))
    await expect(insert('two')).rejects.toBeInstanceOf(DatabaseUnavailableError)
    const inTransaction = db.transaction().execute(async (trx) => {
      await trx.updateTable('settings').set({ updated_at: 7 }).execute()
      const row = { name: 'three', value: 'x'.repeat(500_000), updated_at: 1 }
      await trx.insertInto('settings').values(row).execute()
    })
    await expect(inTransaction).rejects.toMatchObject({ reason: 'full' })
    const rows = await db.selectFrom('settings').select(['name', 'updated_at']).execute()
    expect(rows).toEqual([{ name: 'one', updated_at: 1 }])
    await shared.inTurn((handle) => handle.pragma('max_page_count = 1000000'))
    await insert('two')
    await db.destroy()
    expect(existsSync(file)).toBe(true)
  })

  test.skipIf(!canMountDisk())(
    'R19: on a full disk pages and downloads go on, changes answer 503, and all is well again later',
    async () => {
      const dataDir = newFolder()
      mountSmallDisk(dataDir)
      const media = await startMediaHost()
      const extraction = await startExtractionService({ mediaOrigin: media.origin })
      const app = await startApp(
        {
          LOG_LEVEL: 'silent',
          EXTRACTION_API_URL: extraction.endpoint,
          TRUSTED_UPSTREAMS: `${extraction.hostPort},${media.hostPort}`,
        },
        dataDir,
      )
      try {
        const other = openDatabase(app)
        await addUser(other, { email: 'op@site.example' })
        await other.close()
        const browser = createBrowser(app)
        await browser.signIn('op@site.example')
        const { html } = await lookUp(app, posts.video.url)
        const link = await saveLinkIn(app, html)

        fillDisk(path.join(dataDir, 'filler'))
        // The free rest of the log is used up first.
        let response = await saveTab(browser, 'database', { retentionDays: '50' })
        for (let days = 51; response.status === 302 && days < 2000; days += 1) {
          response = await saveTab(browser, 'database', { retentionDays: `${days}` })
        }
        expect(response.status).toBe(503)
        expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
        expect((await fetch(app.origin)).status).toBe(200)
        expect((await browser.get('/admin/settings/database')).status).toBe(200)
        const file = await fetch(app.origin + link)
        expect(file.status).toBe(200)
        expect((await file.arrayBuffer()).byteLength).toBe(
          Number(file.headers.get('content-length')),
        )
        const unknown = await lookUp(app, posts.slideshow.url)
        expect(unknown.status).toBe(200)
        expect(formatsIn(unknown.html)).toEqual(['zip', 'mp3', 'cover'])
        // What could not be written is kept in memory: the file needs no second look-up.
        const zip = await fetch(app.origin + (await saveLinkIn(app, unknown.html, 'zip')))
        expect(zip.status).toBe(200)
        await zip.arrayBuffer()
        expect(extraction.lookups(posts.slideshow.postId)).toBe(1)
        await browser.post('/admin/settings/database', { intent: 'back-up' })
        await expect.poll(() => browser.html('/admin/settings/database')).toContain('enough space')

        rmSync(path.join(dataDir, 'filler'))
        await expect
          .poll(async () => (await saveTab(browser, 'database', { retentionDays: '77' })).status)
          .toBe(302)
        const database = path.join(dataDir, 'cleanclip.db')
        await expect
          .poll(() => readColumn(database, 'select count(*) from analytics_events')[0])
          .toBeGreaterThan(0)
        await app.stop()
        expect(integrityOf(database)).toBe('ok')
      } finally {
        await app.stop('SIGKILL')
        await Promise.all([extraction.close(), media.close()])
        unmountDisk(dataDir)
      }
    },
  )
})
