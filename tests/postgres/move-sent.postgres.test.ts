// @module-tag module
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { moveToFile, moveToServer } from '#db/move/index.ts'
import { MoveError } from '#db/move/sides.ts'
import { openDatabase } from '#db/sqlite/open.ts'
import { changeFile } from '#tests/support/moves.ts'
import { dropDatabase, makeDatabase, onDatabase } from '#tests/support/postgres.ts'
import { faultsOf, hearSent, type Sent } from '#tests/support/session-sql.ts'

const secrets: [string] = ['s'.repeat(32)]
const silent = { phase: () => {}, rows: () => {} }

async function database(content: 'empty' | 'migrated' = 'migrated'): Promise<string> {
  const url = await makeDatabase(content)
  onTestFinished(() => dropDatabase(url))
  return url
}

/** Makes a site's file in a folder, with a row more than a new one. */
async function siteFile(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'site.db')
  await (await openDatabase(file)).destroy()
  changeFile(file, "insert into settings (name, value, updated_at) values ('a', '1', 1)")
  return file
}

/**
 * Stands before a database, and ends a move's connection at its first statement with this text,
 * which it passes on or keeps.
 */
async function cutAt(url: string, statement: string, passesOn: boolean): Promise<string> {
  const { hostname, port } = new URL(url)
  const server = net.createServer((inner) => {
    const outer = net.connect(Number(port), hostname)
    for (const socket of [inner, outer]) socket.on('error', () => {})
    let isMove = false
    inner.on('data', (data) => {
      isMove ||= data.includes('cleanclip-move')
      const isCut = isMove && data.includes(statement)
      if (!isCut || passesOn) outer.write(data)
      if (!isCut) return
      outer.unpipe(inner)
      if (passesOn) outer.once('data', () => inner.destroy()).resume()
      else inner.destroy()
    })
    outer.pipe(inner)
    inner.on('close', () => outer.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const target = new URL(url)
  target.port = String((server.address() as net.AddressInfo).port)
  return target.href
}

test('a move leaves nothing in a session, which a pooler would give to others', async () => {
  const file = await siteFile()
  const url = await database('empty')
  const sent: Sent[] = []
  onTestFinished(hearSent((one) => sent.push(one)))
  await moveToServer({ file, url, secrets, salts: new Map() }, silent)
  await moveToFile({ url, file: `${file}.back`, secrets }, silent)
  expect(sent.flatMap(faultsOf)).toEqual([])
  expect(sent.length).toBeGreaterThan(100)
})

test('what a cut leaves is known, or said to be unknown until the move runs again', {
  tags: 'whole',
}, async () => {
  const file = await siteFile()
  for (const [statement, passesOn, said, hadAll] of [
    ['insert into "', true, /^Connection terminated|ECONNRESET/, false],
    ['commit', false, /It has all of them or none\. Run the move again/, false],
    ['commit', true, /It has all of them or none\. Run the move again/, true],
  ] as const) {
    const url = await database()
    const order = { file, url, secrets, salts: new Map<number, Buffer>() }
    const cut = { ...order, url: await cutAt(url, statement, passesOn) }
    const error = await moveToServer(cut, silent).catch((error: unknown) => error)
    expect(error).toMatchObject({ message: expect.stringMatching(said) })
    // The command adds what all others have in common: nothing was kept.
    expect(error instanceof MoveError).toBe(statement === 'commit')
    expect(await moveToServer(order, silent)).toMatchObject({ isSame: true, hadAll })
  }
})

test('a role that can’t make tables, or doesn’t own them, is told before any row is read', async () => {
  const file = await siteFile()
  const phases: string[] = []
  const noting = { ...silent, phase: (name: string) => void phases.push(name) }
  const moveTo = (url: string) =>
    moveToServer({ file, url, secrets, salts: new Map() }, noting).catch(
      (error: Error) => error.message,
    )
  const url = await database('empty')
  for (const statement of [
    'drop schema public cascade',
    'create schema public',
    'revoke create on schema public from current_user',
  ]) {
    await onDatabase(url, statement)
  }
  const { pathname, username } = new URL(url)
  expect(await moveTo(url)).toContain(
    `The role "${username}" can’t make tables in the database postgres://`,
  )
  expect(await moveTo(url)).toContain(
    `alter database "${pathname.slice(1)}" owner to "${username}"`,
  )
  await onDatabase(url, 'drop schema public')
  expect(await moveTo(url)).toContain('has no schema that it can use')
  expect(phases).toEqual([])
})

test('a connection that a pooler keeps, unused, doesn’t stop a move; one in use does', {
  tags: 'whole',
}, async () => {
  const file = await siteFile()
  const url = await database()
  const moveTo = () => moveToServer({ file, url, secrets, salts: new Map() }, silent)
  const other = new pg.Client({ connectionString: url, application_name: 'cleanclip' })
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('begin')
  const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid')
  await expect(moveTo()).rejects.toThrow(
    `: PostgreSQL’s process ${rows[0]?.pid} from 127.0.0.1, used`,
  )
  await other.query('commit')
  expect(await moveTo()).toMatchObject({ isSame: true })
})
