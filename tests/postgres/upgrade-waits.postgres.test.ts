// @module-tag module
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '#db/migrations/index.ts'
import { openDatabase } from '#db/postgres/open.ts'
import { dropDatabase, makeDatabase, onDatabase } from '#tests/support/postgres.ts'
import { findPrograms } from '#tests/support/postgres-cluster.ts'
import { hearStandardError } from '#tests/support/standard-error.ts'

const secret = 'a secret that the processes of a test share'

async function connected(url: string, settings: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, ...settings })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Begins a transaction that keeps a lock. Returns its connection and what an operator calls it. */
async function holding(url: string, name: string, lock: string) {
  const client = await connected(url, { application_name: name })
  await client.query(`begin; lock table ${lock} mode`)
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return { client, shown: `pid ${rows[0]?.pid} (${name})` }
}

/** Adds a migration to those of the product, for this test. */
function addMigration(...statements: string[]): void {
  const name = '9000-of-a-test'
  migrations[name] = {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db)
    },
  }
  onTestFinished(() => void delete migrations[name])
}

async function start(url: string): Promise<void> {
  await (await openDatabase(url, [secret])).db.destroy()
}

async function database(): Promise<string> {
  const url = await makeDatabase()
  onTestFinished(() => dropDatabase(url))
  return url
}

test('an upgrade during a dump would stop all reads of a table without a word, and other starts would give up', {
  tags: 'whole',
}, async () => {
  const url = await database()
  // Not in the way of the upgrade.
  await holding(url, 'report', 'posts in access share')
  const dump = await holding(url, 'pg_dump', 'posts, settings, outbox in access share')
  const shell = await holding(url, 'psql', 'outbox in row exclusive')
  // Longer than a read may queue behind the upgrade.
  const visitor = await connected(url, { statement_timeout: 4_500 })
  // Shorter than the upgrade waits for the table.
  const name = new URL(url).pathname.slice(1)
  await onDatabase(url, `alter database ${name} set statement_timeout = '1s'`)
  addMigration('create index of_test on settings (value)', 'alter table outbox add of_test bigint')

  const said = hearStandardError()
  const first = start(url)
  const waiting = `Waiting for ${dump.shown}, ${shell.shown} to let go of outbox\n`
  await expect.poll(said).toBe(waiting)
  const second = start(url)
  await expect
    .poll(said)
    .toBe(
      `${waiting}Waiting for another process that is starting on the database, upgrading it, or moving its data\n`,
    )
  await visitor.query('select count(*) from outbox')
  // What the upgrade had changed before is free again too.
  await visitor.query(`insert into settings (name, value, updated_at) values ('of test', '1', 1)`)
  await shell.client.query('commit')
  await dump.client.query('commit')
  await Promise.all([first, second])
  await visitor.query('select of_test from outbox')
  const locks = await onDatabase(
    url,
    `select from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`,
  )
  expect(locks).toEqual([])
})

test('an upgrade on a machine that freezes would keep its locks for good', async () => {
  const url = await database()
  addMigration(
    `insert into settings (name, value, updated_at)
      values ('of test', current_setting('idle_in_transaction_session_timeout'), 1)`,
  )
  await start(url)
  const kept = await onDatabase(url, `select value from settings where name = 'of test'`)
  expect(kept).toEqual([{ value: '1min' }])
})

test('a dump that takes its time would lose rows to an upgrade, or fail it', {
  tags: 'whole',
}, async () => {
  const url = await database()
  // More than a pipe holds whose reader is slow.
  await onDatabase(
    url,
    `insert into settings (name, value, updated_at)
      select 'of test ' || n, repeat('x', 10000), 1 from generate_series(1, 500) as n`,
  )
  addMigration(
    'delete from settings',
    'alter table settings add of_test bigint',
    'alter table outbox add of_test bigint',
  )
  const dump = spawn(path.join(findPrograms() ?? '', 'pg_dump'), [`--dbname=${url}`])
  const ended = once(dump, 'exit')
  const dumping = `select from pg_locks join pg_stat_activity using (pid)
    where application_name = 'pg_dump' and relation = 'outbox'::regclass`
  await expect.poll(() => onDatabase(url, dumping)).not.toEqual([])
  const said = hearStandardError()
  const upgrade = start(url)
  await expect
    .poll(said)
    .toMatch(/^Waiting for pid \d+ \(pg_dump\) to let go of (settings|outbox)\n$/)
  const dumped = text(dump.stdout)
  expect(await ended).toEqual([0, null])
  expect((await dumped).match(/^of test \d+\t/gm)).toHaveLength(500)
  await upgrade
  expect(
    await onDatabase(url, 'select settings.of_test, outbox.of_test from settings, outbox'),
  ).toEqual([])
})
