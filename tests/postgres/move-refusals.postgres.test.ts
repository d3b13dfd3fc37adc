// @module-tag whole
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { claimDatabase, releaseDatabase } from '#db/sqlite/process-lock.ts'
import {
  changeFile,
  makeFolder,
  makeServerDatabase,
  move,
  type Outcome,
  runCommand,
  seededSite,
  siteSecret,
} from '#tests/support/moves.ts'
import { onDatabase } from '#tests/support/postgres.ts'

const makeSite = seededSite()

function expectRefusal(outcome: Outcome, text: string): void {
  expect(outcome).toEqual({ status: 1, said: expect.stringContaining(text) })
}

test('nothing is moved while a server runs', async () => {
  const { dataDir, file } = makeSite()
  const url = await makeServerDatabase('migrated')
  claimDatabase(file)
  const fromFile = move(dataDir, '--to', url)
  releaseDatabase(file)
  expect(fromFile).toEqual({
    status: 1,
    said: `A server or another command is using the database ${file} (process ${process.pid}). Stop it first.\n`,
  })
  await onDatabase(
    url,
    `insert into instances (id, host, version, started_at, seen_at)
      values ('a', 'machine-7', '1', 1, extract(epoch from clock_timestamp()) * 1000 + 60000)`,
  )
  const toServer = move(dataDir, '--to', url)
  expect(toServer.said).toMatch(
    /^Servers are running on the database .*\. Last seen: machine-7 \(-?\d+ s ago\)\./,
  )
  const target = path.join(dataDir, 'new.db')
  const fromServer = move(dataDir, '--from', url, '--to', `file:${target}`)
  expectRefusal(fromServer, 'Last seen: machine-7')
  expect(toServer.status).toBe(1)
  await onDatabase(url, 'delete from instances')

  // A server that has just started, or a command: nothing but its connection tells of it.
  const other = new pg.Client({ connectionString: url, application_name: 'cleanclip' })
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('begin')
  const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid')
  const named = `: PostgreSQL’s process ${rows[0]?.pid} from `
  expectRefusal(move(dataDir, '--to', url), named)
  expect(existsSync(target)).toBe(false)
})

test('a target that holds anything is left as it is', async () => {
  const { dataDir, file } = makeSite()
  const url = await makeServerDatabase('migrated')
  await onDatabase(url, `insert into settings (name, value, updated_at) values ('a', '1', 1)`)
  expectRefusal(move(dataDir, '--to', url), 'is not empty. It has rows in settings (1).')
  await onDatabase(url, `delete from settings`)
  // A row that every new database has, changed by hand.
  await onDatabase(url, `update dmca_reply_templates set body = 'ours' where id = 1`)
  expectRefusal(move(dataDir, '--to', url), 'It has rows in dmca_reply_templates (5).')
  const foreign = await makeServerDatabase()
  await onDatabase(foreign, `create table wp_posts (id int)`)
  expectRefusal(move(dataDir, '--to', foreign), 'It has other tables: wp_posts.')
  const source = await makeServerDatabase('migrated')
  const onto = move(dataDir, '--from', source, '--to', `file:${file}`)
  expectRefusal(onto, `The target ${file} already exists.`)
  // SQLite would take this log for the new file's.
  const left = path.join(dataDir, 'left.db')
  writeFileSync(`${left}-wal`, 'of a database that was deleted')
  const beside = move(dataDir, '--from', source, '--to', `file:${left}`)
  expectRefusal(beside, `The target ${left}-wal already exists.`)
})

test('a database of another version, or of another program, is not moved', async () => {
  const { dataDir, file } = makeSite()
  const url = await makeServerDatabase('migrated')
  const target = path.join(dataDir, 'new.db')
  const ways = [
    ['--to', url],
    ['--from', url, '--to', `file:${target}`],
  ]
  await onDatabase(url, "insert into kysely_migration values ('9999-later', '2030-01-01')")
  for (const way of ways) {
    expectRefusal(move(dataDir, ...way), 'by a newer version of Cleanclip (9999-later)')
  }
  await onDatabase(url, `delete from kysely_migration where name > '0030'`)
  for (const way of ways) {
    expectRefusal(move(dataDir, ...way), 'is from an older version (0029-processes)')
  }
  await onDatabase(url, `update kysely_migration set name = '0028-analytics-inbox'`)
  for (const way of ways) expectRefusal(move(dataDir, ...way), 'Start version 2.0 on it first')
  const foreign = await makeServerDatabase()
  const fromForeign = move(dataDir, '--from', foreign, '--to', `file:${target}`)
  expectRefusal(fromForeign, 'isn’t a Cleanclip database.')

  const empty = await makeServerDatabase()
  changeFile(file, "delete from kysely_migration where name > '0030'")
  expectRefusal(move(dataDir, '--to', empty), 'is from an older version (0029-processes)')
  const others = path.join(dataDir, 'others.db')
  new SQLite(others).exec('create table wp_posts (id int)').close()
  const fromOthers = move(dataDir, '--from', `file:${others}`, '--to', empty)
  expectRefusal(fromOthers, 'isn’t a Cleanclip database.')
  const fromText = move(dataDir, '--from', `file:${dataDir}/session-secret`, '--to', empty)
  expectRefusal(fromText, 'It isn’t a SQLite database.')
  const missing = move(dataDir, '--from', `file:${dataDir}/none.db`, '--to', empty)
  expectRefusal(missing, 'There is no database')
  expect(existsSync(target)).toBe(false)
})

test('a database that servers would refuse is refused before anything is read', async () => {
  const { dataDir } = makeSite()
  const plain = await makeServerDatabase('empty', "template template0 lc_collate 'C' lc_ctype 'C'")
  const { said, status } = move(dataDir, '--to', plain)
  expect(status).toBe(1)
  expect(said).toMatch(/^The database .* cannot be used\. .*LC_CTYPE\) C, so searches/)
  expect(said).toContain('createdb --template=template0 --encoding=UTF8')
  expect(await onDatabase(plain, `select from pg_extension where extname = 'pg_trgm'`)).toEqual([])
})

test('a database whose first start was cut short counts as empty', async () => {
  const { dataDir } = makeSite()
  const url = await makeServerDatabase()
  await onDatabase(
    url,
    'create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)',
  )
  expect(move(dataDir, '--to', url).status).toBe(0)
})

test('a site is not moved to servers with another secret', async () => {
  const { dataDir } = makeSite()
  const url = await makeServerDatabase()
  const moveWith = (secret: string) =>
    runCommand(['app/cli/move.ts', '--to', url], dataDir, { SESSION_SECRET: secret })
  const another = 'a secret that was made for the servers'
  expectRefusal(moveWith(another), "SESSION_SECRET isn't the secret in")
  expectRefusal(
    move(makeFolder(), '--from', `file:${dataDir}/cleanclip.db`, '--to', url),
    "isn't in",
  )
  expect(moveWith(`${another},${siteSecret}`).status).toBe(0)
})

test('invalid addresses are refused, and never repeated', () => {
  const dataDir = makeFolder()
  const server = 'postgres://anna:geheim@127.0.0.1:1/site'
  for (const [args, text] of [
    [[], 'Say where to move the database'],
    [['--to', 'mysql://anna:geheim@h/x'], '--to must start with file: or be postgres://'],
    [['--to', 'postgres://anna:geheim@:x:/'], '--to must have a number up to 65535 as the port'],
    [[server], 'npm run move -- [--from ADDRESS] [--to ADDRESS]'],
    [['--from', server, '--to', server], 'Both are on PostgreSQL'],
    [['--from', 'file:a', '--to', 'file:b'], 'Both are files'],
    [['--from', server, '--to', `file:${dataDir}/b.db`], 'cannot be reached'],
  ] as const) {
    const outcome = move(dataDir, ...args)
    expectRefusal(outcome, text)
    expect(outcome.said).not.toContain('geheim')
  }
})

test('values that PostgreSQL cannot hold are named before anything is written', async () => {
  const { dataDir, file } = makeSite()
  const url = await makeServerDatabase()
  changeFile(
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

function spanOf(file: string): [first: number, last: number] {
  const connection = new SQLite(file, { readonly: true })
  const [span] = connection
    .prepare<[], [number, number]>('select min(seq), max(seq) from posts')
    .raw()
    .all()
  connection.close()
  return span ?? [0, 0]
}
