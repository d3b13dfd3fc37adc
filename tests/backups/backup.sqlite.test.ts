// @module-tag whole
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { backupKinds, backupName, readBackupName } from '#db/sqlite/backup-name.ts'
import { auditRows, signedIn, startAdminWorld } from '#tests/accounts/admin-world.ts'
import { addUser, type Browser, password } from '#tests/support/accounts.ts'
import fc from '#tests/support/cases.ts'
import { integrityOf, modeOf, readColumn } from '#tests/support/database-files.ts'
import { lastEnd } from '#tests/support/recurring-jobs.ts'

const page = '/admin/settings/database'
const world = startAdminWorld()

const folder = () => path.join(world.app.dataDir, 'backups')
const names = () => readdirSync(folder()).filter((name) => name.endsWith('.db'))

/** Makes a backup by the page's button, and gives its name. */
async function backUp(browser: Browser = world.browser): Promise<string> {
  const before = new Set(listed())
  expect((await browser.post(page, { intent: 'back-up' })).status).toBe(302)
  await expect.poll(() => listed().length).toBe(before.size + 1)
  // It counts as being made until its line is in the audit log.
  await expect.poll(async () => (await browser.html(page)).includes('data-working')).toBe(false)
  return listed().find((name) => !before.has(name)) ?? ''
}

function listed(): string[] {
  try {
    return names()
  } catch {
    return []
  }
}

describe('a backup', () => {
  test('S44: holds what the database holds, is whole, and is for no one else to read', {
    tags: 'gate',
  }, async () => {
    const name = await backUp()
    expect(name).toMatch(/^cleanclip-\d{8}-\d{6}-by-hand\.db$/)
    const file = path.join(folder(), name)
    expect(integrityOf(file)).toBe('ok')
    expect(readColumn(file, 'select email from users')).toEqual(['op@site.example'])
    expect(modeOf(file)).toBe('600')
    expect(modeOf(folder())).toBe('700')
    expect(readdirSync(folder()).filter((entry) => entry.includes('.part'))).toEqual([])
    const html = await world.browser.html(page)
    expect(html).toContain('By hand')
    expect(html).toContain('Intact')
    expect(await auditRows(world.db, 'backup.made', name)).toHaveLength(1)
  })

  test('R22: of a database in use has every row of a moment, and the pages stay quick', async () => {
    const insert =
      "insert into audit_log (at, actor_label, action, outcome, after) values (1, 'x', 'load.row', 'success', ?)"
    const text = JSON.stringify('z'.repeat(400))
    await world.db.runEach(
      insert,
      Array.from({ length: 60_000 }, () => [text]),
    )
    let written = 0
    const done = backUp()
    let going = true
    void done.finally(() => {
      going = false
    })
    while (going) {
      await world.db.run(insert, text)
      written += 1
      expect((await fetch(`${world.app.origin}/health`)).status).toBe(200)
    }
    const file = path.join(folder(), await done)
    expect(integrityOf(file)).toBe('ok')
    const [rows = 0] = readColumn(
      file,
      "select count(*) from audit_log where action = 'load.row'",
    ).map(Number)
    expect(rows).toBeGreaterThanOrEqual(60_000)
    expect(rows).toBeLessThanOrEqual(60_000 + written)
    // A backup that no page could interrupt would let through only the first.
    expect(written).toBeGreaterThan(10)
  })

  test('S28: leaves the server only after the password, and only in that session', {
    tags: 'gate',
  }, async () => {
    const name = await backUp()
    const refused = await world.browser.post(`${page}/download/${name}`, { ownPassword: 'wrong' })
    expect(refused.status).toBe(400)
    const allowed = await world.browser.post(`${page}/download/${name}`, { ownPassword: password })
    const link = allowed.headers.get('location') ?? ''
    const response = await world.browser.get(link)
    expect(response.headers.get('content-disposition')).toContain(name)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.length).toBe(statSync(path.join(folder(), name)).size)
    expect(bytes.toString('latin1', 0, 15)).toBe('SQLite format 3')
    expect(await auditRows(world.db, 'backup.downloaded', name)).toHaveLength(1)

    await addUser(world.db, { email: 'two@site.example' })
    const other = await signedIn(world.app, 'two@site.example')
    expect((await other.get(link)).status).toBe(404)
    expect((await world.browser.get(`${page}/file/${name}`)).status).toBe(404)
  })

  test('is deleted only with the password, and the log names who did it', async () => {
    const name = await backUp()
    await world.browser.post(`${page}/delete/${name}`, { ownPassword: 'wrong' })
    expect(names()).toContain(name)
    await world.browser.post(`${page}/delete/${name}`, { ownPassword: password })
    expect(names()).not.toContain(name)
    expect(readdirSync(folder()).filter((entry) => entry.startsWith(name))).toEqual([])
    const [line] = await auditRows(world.db, 'backup.deleted', name)
    expect(line?.actor_label).toBe('op@site.example')
  })

  test('Verify finds one that was damaged later', async () => {
    const name = await backUp()
    const file = path.join(folder(), name)
    truncateSync(file, statSync(file).size - 4096 * 3)
    await world.browser.post(page, { intent: 'verify', name })
    await expect.poll(() => world.browser.html(page)).toContain('Not usable')
  })

  test('the page shows how large everything is, and a check of every page finds it whole', async () => {
    await world.browser.post(page, { intent: 'check' })
    await expect
      .poll(async () => (await world.browser.html(page)).split('id="backups"')[0])
      .toMatch(/Intact<\/span>/)
    const html = await world.browser.html(page)
    for (const label of ['File', 'Log (WAL)', 'Users', 'Videos']) {
      expect(html).toContain(`<dt>${label}</dt>`)
    }
  })
})

describe('S44: names', () => {
  test('no other file of the server is read, listed, or deleted', async () => {
    mkdirSync(folder(), { recursive: true })
    writeFileSync(path.join(folder(), 'notes.db'), 'mine')
    copyFileSync(path.join(world.app.dataDir, 'session-secret'), path.join(folder(), 'x.db.json'))
    expect(await world.browser.html(page)).not.toContain('notes.db')
    const other = [
      ['notes.db', 404],
      ['%00.db', 404],
      // An escaped slash is no spelling that reaches a route.
      ['..%2Fsession-secret', 400],
      ['..%2Fcleanclip.db', 400],
    ] as const
    for (const [name, status] of other) {
      for (const step of ['download', 'restore', 'delete']) {
        const target = `${page}/${step}/${name}`
        expect((await world.browser.post(target, { ownPassword: password })).status).toBe(status)
      }
      expect((await world.browser.get(`${page}/file/${name}`)).status).toBe(status)
    }
    expect(names()).toContain('notes.db')
  })

  test('are ours exactly when they name a time and a kind as we would write them', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...backupKinds),
        fc.integer({ min: 0, max: 4e12 }),
        fc.string(),
        (kind, at, noise) => {
          const name = backupName(kind, at)
          expect(readBackupName(name)).toEqual({ kind, at: Math.floor(at / 1000) * 1000 })
          if (noise !== '') expect(readBackupName(name + noise)).toBeNull()
          expect(readBackupName(noise)).toBeNull()
        },
      ),
    )
  })
})

test('the daily job keeps as many automatic backups as the settings allow, and every other one', async () => {
  const made = await backUp()
  const old = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((day) => `cleanclip-2020010${day}-033000.db`)
  for (const name of [...old, 'cleanclip-20200101-033000-before-upgrade.db']) {
    copyFileSync(path.join(folder(), made), path.join(folder(), name))
  }
  await world.browser.post('/admin/system', { intent: 'run-job', job: 'backup' })
  const automatic = () => names().filter((name) => readBackupName(name)?.kind === 'automatic')
  await expect.poll(automatic).toHaveLength(7)
  expect(automatic()).toEqual(expect.arrayContaining(old.slice(3)))
  expect(names()).toEqual(
    expect.arrayContaining([made, 'cleanclip-20200101-033000-before-upgrade.db']),
  )
  await expect.poll(() => lastEnd(world.db, 'backup')).toEqual(expect.any(Number))
})

test('no session is worth anything in a copy: only hashes of them are in it', async () => {
  const file = path.join(folder(), await backUp())
  const connection = new SQLite(file, { readonly: true })
  const ids = connection.prepare('select id_hash from sessions').pluck().all().map(String)
  connection.close()
  const cookie = decodeURIComponent(world.browser.cookie())
  expect(ids.length).toBeGreaterThan(0)
  for (const id of ids) expect(cookie).not.toContain(id)
})
