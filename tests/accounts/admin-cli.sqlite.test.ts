// @module-tag whole
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { password, runAdminCli } from '#tests/support/accounts.ts'

/** An account that is not root and may read this project, as a server's is. */
const server = 65_534
const canBeTried =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, ['--check', 'app/cli/admin.ts'], { uid: server }).status === 0

test.skipIf(!canBeTried)('started by root, leaves everything readable for the server', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'cleanclip-test-'))
  try {
    chmodSync(dataDir, 0o700)
    chownSync(dataDir, server, server)
    const app = { dataDir, origin: 'http://127.0.0.1:3000' }
    const run = (args: string[]) => runAdminCli(app, args, `${password}\n`)
    await run(['create', '--email', 'ann@site.example'])
    const backup = (await run(['backup'])).out.split(' ')[0] ?? ''
    expect((await run(['restore', path.basename(backup)])).out).toContain('is now the database')
    const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    expect(files).toEqual(expect.arrayContaining(['backups', 'cleanclip.db', 'session-secret']))
    const owners = files.map((file) => statSync(path.join(dataDir, file)).uid)
    expect(new Set(owners)).toEqual(new Set([server]))
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('a folder given as a backup is refused with a sentence, and nothing is made of it', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'cleanclip-test-'))
  try {
    const app = { dataDir, origin: 'http://127.0.0.1:3000' }
    for (const command of ['restore', 'verify']) {
      const { code, err } = await runAdminCli(app, [command, dataDir])
      expect([code, err]).toEqual([
        1,
        `${dataDir} isn’t a file. Give the database file itself, such as a backup.\n`,
      ])
    }
    expect(readdirSync(dataDir)).toEqual([])
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})
