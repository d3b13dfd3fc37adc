// @module-tag whole
import {
  closeSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { realPath } from '#app/environment/real-path.ts'
import { addUser, openDatabase, password, runAdminCli } from '#tests/support/accounts.ts'
import { type AppServer, startApp } from '#tests/support/app-server.ts'
import { readColumn, startInVain } from '#tests/support/database-files.ts'

let folder: string
const origin = 'http://localhost'
const running = new Set<AppServer>()
beforeAll(() => {
  folder = realPath(mkdtempSync(path.join(tmpdir(), 'cleanclip-start-')))
})
afterAll(async () => {
  await Promise.all([...running].map((app) => app.stop('SIGKILL')))
  rmSync(folder, { recursive: true, force: true })
})

const newFolder = () => mkdtempSync(path.join(folder, 'data-'))

async function start(dataDir: string, env: Record<string, string> = {}): Promise<AppServer> {
  const app = await startApp({ LOG_LEVEL: 'warn', ...env }, dataDir)
  running.add(app)
  return app
}

async function stop(app: AppServer): Promise<void> {
  running.delete(app)
  expect(await app.stop()).toBe(0)
}

/** Every file in a folder with its length, but for the lock that a start takes. */
function listing(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !file.endsWith('.lock'))
    .map((file) => `${file} ${statSync(file).isFile() ? statSync(file).size : 'folder'}`)
    .sort()
}

/** A data folder that a server has used; with a backup of a database with one admin. */
async function usedFolder({ backup }: { backup: boolean }) {
  const dataDir = newFolder()
  const app = await start(dataDir)
  const db = openDatabase(app)
  await addUser(db, { email: 'op@site.example' })
  await db.close()
  const made = backup ? await runAdminCli(app, ['backup']) : null
  await stop(app)
  const file = path.join(dataDir, 'cleanclip.db')
  return { app, dataDir, file, backup: path.basename(made?.out.split(' ')[0] ?? '') }
}

describe('a database that is lost', () => {
  test('R20, R28: emptied or gone beside backups, it stops the start, and a restore brings it back', async () => {
    const { app, dataDir, file, backup } = await usedFolder({ backup: true })
    // Even where the secret comes from elsewhere.
    rmSync(path.join(dataDir, 'session-secret'))
    const env = { SESSION_SECRET: 'a secret that the lives of a test share' }
    for (const loss of ['empty (0 bytes)', 'missing']) {
      if (loss === 'missing') rmSync(file)
      else truncateSync(file, 0)
      const before = listing(dataDir)
      const { code, said } = await startInVain(dataDir, env)
      expect(code).toBe(1)
      expect(said).toContain(`The database ${file} is ${loss}`)
      expect(said).toContain(`npm run admin -- restore ${backup}`)
      expect(said).not.toContain('/admin/setup/')
      expect(said).not.toContain('    at ')
      expect(await runAdminCli(app, ['list'])).toMatchObject({
        code: 1,
        err: expect.stringContaining('npm run admin -- restore'),
      })
      expect(listing(dataDir)).toEqual(before)
    }
    expect(await runAdminCli(app, ['restore', backup])).toMatchObject({ code: 0, err: '' })
    await stop(await start(dataDir, env))
    expect(readColumn(file, 'select email from users')).toEqual(['op@site.example'])
  })

  test('R28: beside the secret of an earlier life it stops the start; moving that away starts over', async () => {
    const { dataDir, file } = await usedFolder({ backup: false })
    const secret = path.join(dataDir, 'session-secret')
    rmSync(file)
    const before = listing(dataDir)
    const { code, said } = await startInVain(dataDir)
    expect(code).toBe(1)
    expect(said).toContain(`${file} is missing`)
    expect(said).toContain('There are no backups')
    expect(said).toContain(`  ${secret}\n`)
    expect(listing(dataDir)).toEqual(before)
    renameSync(secret, `${secret}.old`)
    const fresh = await start(dataDir)
    await fresh.said('/admin/setup/')
    await stop(fresh)
    // Its own secret and database belong together.
    await stop(await start(dataDir))
  })

  test('R28: a DATABASE_URL that leads nowhere is no first start in a folder that was used', async () => {
    const { dataDir } = await usedFolder({ backup: true })
    const elsewhere = path.join(newFolder(), 'typo.db')
    const { code, said } = await startInVain(dataDir, { DATABASE_URL: `file:${elsewhere}` })
    expect(code).toBe(1)
    expect(said).toContain(`${elsewhere} is missing`)
    expect(said).toContain('DATABASE_URL has changed')
    expect(existsSync(elsewhere)).toBe(false)
  })

  test('R28: a first start meets no such refusal: with a secret, a database elsewhere, or the command line first', async () => {
    const withSecret = newFolder()
    await stop(
      await start(withSecret, { SESSION_SECRET: 'a secret that the lives of a test share' }),
    )
    await stop(
      await start(withSecret, { SESSION_SECRET: 'a secret that the lives of a test share' }),
    )

    const elsewhere = `file:${path.join(newFolder(), 'new', 'clips.db')}`
    const dataDir = newFolder()
    await stop(await start(dataDir, { DATABASE_URL: elsewhere }))
    await stop(await start(dataDir, { DATABASE_URL: elsewhere }))

    const byHand = newFolder()
    const made = await runAdminCli(
      { dataDir: byHand, origin },
      ['create', '--email', 'op@site.example'],
      password,
    )
    expect(made).toMatchObject({ code: 0 })
    const app = await start(byHand)
    expect(app.lines.join('\n')).not.toContain('/admin/setup/')
    await stop(app)

    // What a start leaves that was killed before it wrote anything.
    const killed = newFolder()
    closeSync(openSync(path.join(killed, 'cleanclip.db'), 'w'))
    await stop(await start(killed))
  })
})

describe('a second name for the database', () => {
  test('R21, R28: by a symbolic link, of the file or of a folder, no second server starts', async () => {
    const app = await start(newFolder())
    const file = path.join(app.dataDir, 'cleanclip.db')
    const other = newFolder()
    symlinkSync(file, path.join(other, 'link.db'))
    symlinkSync(path.join(other, 'link.db'), path.join(other, 'cleanclip.db'))
    symlinkSync(app.dataDir, path.join(other, 'folder'))
    const ways: [dataDir: string, env: Record<string, string>][] = [
      [other, {}],
      [path.join(other, 'folder'), {}],
      [newFolder(), { DATABASE_URL: `file:${path.join(other, 'link.db')}` }],
      [newFolder(), { DATABASE_URL: `file:${path.join(other, 'folder', 'cleanclip.db')}` }],
    ]
    for (const [dataDir, env] of ways) {
      const { code, said } = await startInVain(dataDir, env)
      expect(code).toBe(1)
      expect(said).toContain(
        `is already running on this database (process ${app.process.pid}): ${file}`,
      )
    }
    expect((await fetch(`${app.origin}/health`)).status).toBe(200)
    await stop(app)
  })

  test('R28: a restore through a symbolic link replaces the file behind it', async () => {
    const { file, backup, dataDir } = await usedFolder({ backup: true })
    const real = path.join(newFolder(), 'real.db')
    renameSync(file, real)
    symlinkSync(real, file)
    const restored = await runAdminCli({ dataDir, origin }, ['restore', backup])
    expect(restored).toMatchObject({ code: 0, err: '' })
    expect(statSync(file).ino).toBe(statSync(real).ino)
    const app = await start(dataDir)
    expect(existsSync(`${real}-wal`)).toBe(true)
    await stop(app)
  })

  test('R21, R28: by a hard link neither a second server starts nor npm run admin', async () => {
    const app = await start(newFolder())
    const file = path.join(app.dataDir, 'cleanclip.db')
    const dataDir = newFolder()
    linkSync(file, path.join(dataDir, 'cleanclip.db'))
    const { code, said } = await startInVain(dataDir)
    expect(code).toBe(1)
    expect(said).toContain('another name on this disk (a hard link)')
    expect(await runAdminCli({ dataDir, origin }, ['list'])).toMatchObject({ code: 1 })
    expect(readdirSync(dataDir)).toEqual(['cleanclip.db'])
    rmSync(dataDir, { recursive: true })
    expect(await runAdminCli(app, ['list'])).toMatchObject({ code: 0 })
    await stop(app)
  })

  test('R22: the second name that a restore left when it was killed is taken away again', async () => {
    const { file, dataDir } = await usedFolder({ backup: true })
    const kept = path.join(dataDir, 'backups', 'cleanclip-20260101-120000-before-restore.db')
    linkSync(file, kept)
    await stop(await start(dataDir))
    expect(existsSync(kept)).toBe(false)
    expect(statSync(file).nlink).toBe(1)
  })
})

test('R23: a start removes what a killed start left of its copy, and nothing else', async () => {
  const dataDir = newFolder()
  const backups = path.join(dataDir, 'backups')
  await stop(await start(dataDir))
  mkdirSync(backups, { recursive: true })
  const copy = 'cleanclip-20260101-120000-before-upgrade.db'
  const left = [`${copy}.part`, `${copy}.part-journal`]
  const others = [
    // Perhaps being made by npm run admin at this moment.
    'cleanclip-20260101-120000-by-hand.db.part',
    'my-copy-before-upgrade.db.part',
    'cleanclip-20260101-120000-before-upgrade.db.part.txt',
    'cleanclip-20261399-120000-before-upgrade.db.part',
  ]
  for (const name of [...left, ...others]) writeFileSync(path.join(backups, name), 'x')
  copyFileSync(path.join(dataDir, 'cleanclip.db'), path.join(backups, copy))
  await stop(await start(dataDir))
  expect(readdirSync(backups).sort()).toEqual([copy, ...others].sort())
})
