// @module-tag process
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

/** An account that isn't root and may read this project, as a server's is. */
const server = 65_534
const canBeTried =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, ['--check', 'app/cli/admin.ts'], { uid: server }).status === 0

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-owner-'))
  chmodSync(folder, 0o777)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the module that the server reads its settings or files with, in the folder. */
function load(
  file: string,
  { uid, before = '', after = '' }: { uid?: number; before?: string; after?: string } = {},
) {
  const script = `${before}; const loaded = await import(${JSON.stringify(path.resolve(file))}); ${after}`
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', script],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, DATA_DIR: folder, LOG_LEVEL: 'silent' },
      ...(uid !== undefined && { uid, gid: uid }),
    },
  )
  return { status, out: stdout, err: stderr }
}

describe('the server’s .env', () => {
  const say = 'process.stdout.write([loaded.env.HOST, process.env.TZ].join())'

  test('as Notepad saves it, its first line counts, and libraries get the rest', () => {
    writeFileSync(path.join(folder, '.env'), '\ufeffHOST=127.0.0.1\r\nTZ=Europe/Berlin\r\n')
    expect(load('app/env.server.ts', { after: say })).toMatchObject({
      status: 0,
      out: '127.0.0.1,Europe/Berlin',
    })
  })

  test('with mistakes, it ends the start with all of them and no stack', () => {
    writeFileSync(path.join(folder, '.env'), 'APPURL=https://x.example\nPORT: 3000\n')
    const { status, err } = load('app/env.server.ts')
    expect(status).toBe(1)
    expect(err.split('\n').map((line) => line.slice(0, 16))).toEqual([
      'These environmen',
      '  .env line 1: A',
      '  .env line 2: t',
      '',
    ])
  })

  test('as a folder, which a container makes of a missing file, it is named', () => {
    mkdirSync(path.join(folder, '.env'))
    const { status, err } = load('app/env.server.ts')
    expect([status, err]).toEqual([1, expect.stringContaining('  .env is a folder.')])
    expect(err).not.toContain('    at ')
  })

  test.skipIf(!canBeTried)('that belongs to another account, it names both', () => {
    writeFileSync(path.join(folder, '.env'), 'PORT=3001', { mode: 0o600 })
    const { status, err } = load('app/env.server.ts', { uid: server })
    expect(status).toBe(1)
    expect(err).toContain('belongs to uid 0, but the server runs as uid 65534')
    expect(err).toContain('chown 65534:65534 .env')
    expect(err).not.toContain('    at ')
  })
})

describe('the data folder', () => {
  const open = 'await (await loaded.openDatabase("cleanclip.db")).destroy()'

  test.skipIf(!canBeTried)(
    'with another account’s database that can be written, is used',
    {
      tags: 'whole',
    },
    () => {
      expect(load('db/sqlite/open.ts', { after: open })).toMatchObject({ status: 0, err: '' })
      chmodSync(path.join(folder, 'cleanclip.db'), 0o666)
      const { status, err } = load('db/sqlite/open.ts', { uid: server, after: open })
      expect([status, err]).toEqual([0, expect.stringMatching(/^Other accounts .*\n$/)])
    },
  )

  test.skipIf(!canBeTried)('with a closed database, names both accounts', () => {
    load('db/sqlite/open.ts', { after: open })
    const closed = load('db/sqlite/open.ts', { uid: server, after: open })
    expect(closed.status).toBe(1)
    expect(closed.err).toContain('The file cleanclip.db belongs to uid 0')
    expect(closed.err).toContain('chown 65534:65534 cleanclip.db')
    expect(closed.err).not.toContain('Restore a backup')
  })

  test.skipIf(!canBeTried)('that is another account’s, is named instead of a stack', () => {
    chmodSync(folder, 0o755)
    const { status, err } = load('db/sqlite/sole-server.ts', { uid: server })
    expect(status).toBe(1)
    expect(err).toContain(`The folder ${folder} belongs to uid 0`)
    expect(err).toContain(`chown -R 65534:65534 ${folder}\n`)
    expect(err).not.toContain('    at ')
  })

  test.skipIf(!canBeTried)('with a lock of another account, says so of the lock', () => {
    writeFileSync(path.join(folder, 'cleanclip.db.lock'), '', { mode: 0o644 })
    const { err } = load('db/sqlite/sole-server.ts', { uid: server })
    expect(err).toContain(`lock ${folder}/cleanclip.db.lock can’t be written to.`)
    expect(err).toContain(`chown -R 65534:65534 ${folder}\n`)
  })

  test.skipIf(!canBeTried)(
    'with a closed secret, names both accounts',
    {
      tags: 'whole',
    },
    () => {
      load('app/secrets/secrets.server.ts')
      chownSync(path.join(folder, 'cleanclip.db'), server, server)
      const { status, err } = load('app/secrets/secrets.server.ts', { uid: server })
      expect(status).toBe(1)
      expect(err).toContain(`The file ${folder}/session-secret belongs to uid 0`)
      expect(err).not.toContain('    at ')
    },
  )

  test('on a disk without hard links, gets one secret that stays', { tags: 'whole' }, () => {
    const before =
      'import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";' +
      'fs.linkSync = () => { throw Object.assign(new Error("no links"), { code: "EPERM" }) };' +
      'syncBuiltinESMExports()'
    const secret = path.join(folder, 'session-secret')
    expect(load('app/secrets/secrets.server.ts', { before })).toMatchObject({ status: 0, err: '' })
    const first = readFileSync(secret, 'utf8')
    expect(first).toMatch(/^[\w-]{43}\n$/)
    expect(load('app/secrets/secrets.server.ts', { before })).toMatchObject({ status: 0, err: '' })
    expect(readFileSync(secret, 'utf8')).toBe(first)
    expect(readdirSync(folder).filter((name) => name.startsWith('session-'))).toHaveLength(1)
  })
})
