// @module-tag whole
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { discardApp, startApp } from '#tests/support/app-server.ts'
import { closing } from '#tests/support/closing.ts'
import {
  contentOf,
  makeFolder,
  makeServerDatabase,
  move,
  seededSite,
  siteSecret,
} from '#tests/support/moves.ts'
import { absenceOfPgBouncer, startPgBouncer } from '#tests/support/pgbouncer.ts'
import { onDatabase } from '#tests/support/postgres.ts'

/** A move over Debian's PgBouncer, whose clients share three connections to the server. */

const makeSite = seededSite()
const pool = 3
const moved = { status: 0, said: expect.stringContaining('Both databases now hold the same rows.') }

async function pooled(url: string): Promise<string> {
  return closing(await startPgBouncer(url, { mode: 'transaction', pool })).url
}

async function connected(url: string, application_name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** The connections that the pooler keeps under the app's name. */
const keptIn = (url: string) =>
  onDatabase(
    url,
    `select pid from pg_stat_activity
      where datname = current_database() and application_name = 'cleanclip'`,
  )

describe.skipIf(absenceOfPgBouncer() !== null)('behind PgBouncer', () => {
  test('R47: a site would lose rows on its way, or leave locks and limits to the pooler', async () => {
    const { dataDir, file } = makeSite()
    const url = await makeServerDatabase()
    const name = new URL(url).pathname.slice(1)
    await onDatabase(url, `alter database ${name} set statement_timeout = '31s'`)
    await onDatabase(url, `alter database ${name} set lock_timeout = '32s'`)
    const pooler = await pooled(url)
    expect(move(dataDir, '--to', pooler)).toEqual(moved)
    const back = path.join(dataDir, 'back.db')
    expect(move(dataDir, '--from', pooler, '--to', `file:${back}`)).toEqual(moved)
    const { sqlite_sequence: _, ...before } = contentOf(file)
    expect(contentOf(back)).toMatchObject(before)

    const locks = `select from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`
    expect(await onDatabase(url, locks)).toEqual([])
    // All of its connections at once.
    for (let n = 0; n < pool; n += 1) {
      const client = await connected(pooler, 'of the test')
      await client.query('begin')
      const limits = `select current_setting('statement_timeout') as statement,
        current_setting('lock_timeout') as lock`
      expect((await client.query(limits)).rows).toEqual([{ statement: '31s', lock: '32s' }])
    }
  })

  test('R47: a site that runs would be moved away, and one that has stopped be kept by the pooler’s connections', async () => {
    const url = await makeServerDatabase('migrated')
    const pooler = await pooled(url)
    const folder = makeFolder()
    // So that tests' helpers make no database for this folder.
    writeFileSync(path.join(folder, 'database-url'), url)
    const app = await startApp({ DATABASE_URL: pooler, SESSION_SECRET: siteSecret }, folder)
    onTestFinished(() => discardApp(app))
    const { dataDir } = makeSite()
    const home = ['--from', pooler, '--to', `file:${path.join(dataDir, 'home.db')}`]
    const refused = {
      status: 1,
      said: expect.stringMatching(/^Servers are running on the database/),
    }
    for (const args of [['--to', pooler], home]) expect(move(dataDir, ...args)).toEqual(refused)
    await app.stop()
    expect(await keptIn(url)).not.toEqual([])
    expect(move(dataDir, ...home)).toEqual(moved)
  })

  test('R47: a process that isn’t listed yet would write to a database while it is filled', async () => {
    const url = await makeServerDatabase('migrated')
    const pooler = await pooled(url)
    const { dataDir } = makeSite()
    const process = await connected(pooler, 'cleanclip')
    await process.query('begin')
    const { rows } = await process.query<{ pid: number }>('select pg_backend_pid() as pid')
    expect(move(dataDir, '--to', pooler)).toEqual({
      status: 1,
      said: expect.stringContaining(`: PostgreSQL’s process ${rows[0]?.pid} from `),
    })
    await process.query('commit')
    expect(await keptIn(url)).toEqual(rows)
    expect(move(dataDir, '--to', pooler)).toEqual(moved)
  })
})
