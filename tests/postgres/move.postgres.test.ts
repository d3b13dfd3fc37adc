// @module-tag process
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { claimDatabase, releaseDatabase } from '#db/sqlite/process-lock.ts'
import { dropDatabase, makeDatabase, onDatabase } from '#tests/support/postgres.ts'

const seeded = mkdtempSync(path.join(tmpdir(), 'cleanclip-test-'))
beforeAll(() => {
  const { status, said } = run(['app/cli/seed.ts', '--rows', '100'], seeded)
  expect(said).toContain('Done in')
  expect(status).toBe(0)
})
afterAll(() => rmSync(seeded, { recursive: true }))

/** A data folder with a copy of the seeded site, and its database. */
function makeSite(): { dataDir: string; file: string } {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'cleanclip-test-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  cpSync(seeded, dataDir, { recursive: true })
  return { dataDir, file: path.join(dataDir, 'cleanclip.db') }
}

async function makeTarget(content: 'migrated' | 'empty' = 'empty'): Promise<string> {
  const url = await makeDatabase(content)
  onTestFinished(() => dropDatabase(url))
  return url
}

function run(args: string[], dataDir: string, env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env },
  })
  return { status, said: stdout + stderr }
}

const move = (dataDir: string, ...args: string[]) => run(['app/cli/move.ts', ...args], dataDir)

function change(file: string, statements: string): void {
  const connection = new SQLite(file)
  connection.exec(statements)
  connection.close()
}

/** All rows of all tables that are ours, and the last numbers that they have given. */
function contentOf(file: string): Record<string, unknown[]> {
  const connection = new SQLite(file, { readonly: true })
  const tables = connection
    .prepare(
      `select name from pragma_table_list where schema = 'main' and name <> 'sqlite_schema'
        and name not like 'kysely_%' and type = 'table'`,
    )
    .pluck()
    .all() as string[]
  const content = tables.map((name) => {
    const rows = connection.prepare(`select * from "${name}"`).raw().all()
    return [name, rows.map((row) => JSON.stringify(row)).sort()]
  })
  connection.close()
  return Object.fromEntries(content)
}

const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

test('a site moves to PostgreSQL and back, and is the same', async () => {
  const { dataDir, file } = makeSite()
  // The numbers of rows that are gone are never given again.
  change(file, `update sqlite_sequence set seq = seq + 7 where name = 'dmca_reports'`)
  const before = contentOf(file)
  const url = await makeTarget()

  const there = move(dataDir, '--to', url)
  expect(there.said).toContain('Both databases hold the same.')
  expect(there.status).toBe(0)
  const posts = before.posts?.length
  expect(there.said).toMatch(new RegExp(`^posts +${posts} +${posts} +[0-9a-f]{64} +same$`, 'm'))
  const last = Number(
    /"dmca_reports",(\d+)/.exec((before.sqlite_sequence as string[]).join('\n'))?.[1],
  )
  expect(last).toBeGreaterThan(7)
  expect(
    await onDatabase(url, `select nextval(pg_get_serial_sequence('dmca_reports', 'id'))::int as n`),
  ).toEqual([{ n: last + 1 }])
  // Moved back, that number has been given.
  const kept = before.sqlite_sequence?.map((row) =>
    row === `["dmca_reports",${last}]` ? `["dmca_reports",${last + 1}]` : row,
  )

  const back = path.join(dataDir, 'back.db')
  const home = move(dataDir, '--from', url, '--to', `file:${back}`)
  expect(home.said).toContain('Both databases hold the same.')
  expect(home.status).toBe(0)
  const { sqlite_sequence: numbers, ...after } = contentOf(back)
  const { sqlite_sequence: _, ...rows } = before
  expect(after).toEqual(rows)
  for (const row of kept ?? []) expect(numbers).toContain(row)
  expect(existsSync(`${back}.moving`)).toBe(false)
  expect(run(['app/cli/admin.ts', 'verify', back], dataDir).status).toBe(0)

  // Each table has the same checksum on both ways.
  const sums = (said: string) => said.match(/[0-9a-f]{64}/g)
  expect(sums(home.said)).toEqual(sums(there.said))
  const { password } = new URL(url)
  expect(there.said + home.said).not.toContain(password)
})

test('nothing is moved while a server runs', async () => {
  const { dataDir, file } = makeSite()
  const url = await makeTarget('migrated')
  claimDatabase(file)
  const fromFile = move(dataDir, '--to', url)
  releaseDatabase(file)
  expect(fromFile).toEqual({
    status: 1,
    said: `A server, or another command, works on the database ${file} (process ${process.pid}). Stop it first.\n`,
  })
  await onDatabase(
    url,
    `insert into instances (id, host, version, started_at, seen_at)
      values ('a', 'machine-7', '1', 1, extract(epoch from clock_timestamp()) * 1000)`,
  )
  const toServer = move(dataDir, '--to', url)
  expect(toServer.said).toMatch(
    /^Servers run on the database .*\. Last seen: machine-7 \(\d+ s ago\)\./,
  )
  const target = path.join(dataDir, 'new.db')
  const fromServer = move(dataDir, '--from', url, '--to', `file:${target}`)
  expect(fromServer.said).toContain('Last seen: machine-7')
  expect([toServer.status, fromServer.status]).toEqual([1, 1])
  expect(existsSync(target)).toBe(false)
})

test('a target that holds anything, or is of another version, is left as it is', async () => {
  const { dataDir, file } = makeSite()
  const url = await makeTarget('migrated')
  await onDatabase(url, `insert into settings (name, value, updated_at) values ('a', '1', 1)`)
  const filled = move(dataDir, '--to', url)
  expect(filled.said).toContain('is not empty. It has rows in settings (1).')
  await onDatabase(url, `delete from settings`)
  // A row that every new database has, changed by hand.
  await onDatabase(url, `update dmca_reply_templates set body = 'ours' where id = 1`)
  const changed = move(dataDir, '--to', url)
  expect(changed.said).toContain('It has rows in dmca_reply_templates (5).')
  await onDatabase(url, `delete from kysely_migration where name > '0028'`)
  const older = move(dataDir, '--to', url)
  expect(older.said).toContain('is of an older version (0027-outreach-mail)')
  const foreign = await makeTarget()
  await onDatabase(foreign, `create table wp_posts (id int)`)
  const others = move(dataDir, '--to', foreign)
  expect(others.said).toContain('It has other tables: wp_posts.')
  const present = move(dataDir, '--from', url, '--to', `file:${file}`)
  expect(present.said).toContain('is of an older version')
  const source = await makeTarget('migrated')
  const onto = move(dataDir, '--from', source, '--to', `file:${file}`)
  expect(onto.said).toContain(`The target ${file} exists.`)
  for (const { status } of [filled, changed, older, others, present, onto]) expect(status).toBe(1)
})

test('addresses that are none are refused, and never repeated', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'cleanclip-test-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const server = 'postgres://anna:geheim@127.0.0.1:1/site'
  for (const [args, text] of [
    [[], 'Say where the database is to go'],
    [['--to', 'mysql://anna:geheim@h/x'], '--to must be postgres://'],
    [['--to', 'postgres://anna:geheim@:x:/'], '--to must be postgres://'],
    [[server], 'npm run move -- [--from ADDRESS] [--to ADDRESS]'],
    [['--from', server, '--to', server], 'Both are on PostgreSQL'],
    [['--from', 'file:a', '--to', 'file:b'], 'Both are files'],
    [['--from', server, '--to', `file:${dataDir}/b.db`], 'cannot be reached'],
  ] as const) {
    const { status, said } = move(dataDir, ...args)
    expect({ status, said }).toEqual({ status: 1, said: expect.stringContaining(text) })
    expect(said).not.toContain('geheim')
  }
})

test('values that PostgreSQL cannot hold are named before anything is written', async () => {
  const { dataDir, file } = makeSite()
  const url = await makeTarget()
  change(
    file,
    `insert into settings (name, value, updated_at) values ('a name', 'a' || char(0) || 'b', 1);
    insert into settings (name, value, updated_at) values ('bytes', cast(x'ff41' as text), 1);
    update posts set lookups = 1.5 where seq = (select min(seq) from posts);
    update posts set downloads = 'many' where seq = (select min(seq) from posts);
    update posts set play_count = 9007199254740993 where seq = (select max(seq) from posts);`,
  )
  const [first, last] = spanOf(file)
  const { status, said } = move(dataDir, '--to', url)
  expect(status).toBe(1)
  for (const line of [
    `posts, seq ${first}: lookups is a fraction, and must be a whole number`,
    `posts, seq ${first}: downloads is a text, and must be a whole number`,
    `posts, seq ${last}: play_count is beyond 2^53`,
    'settings, name "a name": value has a NUL character, or is not UTF-8',
    'settings, name "bytes": value has a NUL character, or is not UTF-8',
  ]) {
    expect(said).toContain(`  ${line}\n`)
  }
  expect(await onDatabase(url, `select relname from pg_class where relname = 'posts'`)).toEqual([])
})

function spanOf(file: string): number[] {
  const connection = new SQLite(file, { readonly: true })
  const [span] = connection.prepare('select min(seq), max(seq) from posts').raw().all() as [
    number[],
  ]
  connection.close()
  return span
}

/** Starts a move and kills it after so many milliseconds; whether it was cut short. */
async function killed(dataDir: string, afterMs: number, ...args: string[]): Promise<boolean> {
  const child = spawn(process.execPath, ['app/cli/move.ts', ...args], {
    stdio: 'ignore',
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  })
  const ended = new Promise<string | null>((resolve) =>
    child.once('exit', (_code, signal) => resolve(signal)),
  )
  const timer = setTimeout(() => child.kill('SIGKILL'), afterMs)
  const signal = await ended
  clearTimeout(timer)
  return signal === 'SIGKILL'
}

test('a move that is killed changes nothing, and can be started again', async () => {
  const { dataDir, file } = makeSite()
  const hash = hashOf(file)
  const url = await makeTarget('migrated')
  const begun = performance.now()
  const trial = await makeTarget()
  expect(move(dataDir, '--to', trial).status).toBe(0)
  const wholeMs = performance.now() - begun
  let kills = 0
  for (let n = 0; n < 6; n += 1) {
    if (!(await killed(dataDir, wholeMs * Math.random() * 0.9, '--to', url))) break
    kills += 1
    expect(hashOf(file)).toBe(hash)
    expect(await onDatabase(url, 'select count(*)::int as n from posts')).toEqual([{ n: 0 }])
  }
  expect(kills).toBeGreaterThan(0)
  if (kills === 6) expect(move(dataDir, '--to', url).status).toBe(0)
  expect(hashOf(file)).toBe(hash)

  const back = path.join(dataDir, 'back.db')
  for (let n = 0; n < 3; n += 1) {
    const afterMs = wholeMs * Math.random() * 0.9
    const cut = await killed(dataDir, afterMs, '--from', url, '--to', `file:${back}`)
    expect(existsSync(back)).toBe(!cut)
    if (!cut) break
  }
  if (!existsSync(back)) {
    expect(move(dataDir, '--from', url, '--to', `file:${back}`).status).toBe(0)
  }
  expect(existsSync(`${back}.moving`)).toBe(false)
  const { sqlite_sequence: _, ...rows } = contentOf(file)
  expect(contentOf(back)).toMatchObject(rows)
})
