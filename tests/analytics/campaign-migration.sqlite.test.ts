// @module-tag module
import SQLite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, test } from 'vitest'
import { pairs } from '#app/analytics/dimensions.ts'
import { migrations } from '#db/migrations/index.ts'

const before = '0058-refold-searches'
const own = '0059-campaigns'

/** Updates a database that the version before left, after `work` on it. */
async function updated(work: string): Promise<SQLite.Database> {
  const sqlite = new SQLite(':memory:')
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: sqlite }) })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  expect((await migrator.migrateTo(before)).error).toBeUndefined()
  sqlite.exec(work)
  expect((await migrator.migrateTo(own)).error).toBeUndefined()
  return sqlite
}

const since = 'select sources_since from analytics_zones'
const counted = 'select pair from analytics_pair_progress where last_event = 40 order by pair'

test('a site that counted before is told so, and its old events aren’t read for campaigns', async () => {
  const started = Date.now()
  const sqlite =
    await updated(`insert into analytics_days (dimension, day, key) values ('all', 1, '');
    insert into analytics_pair_progress select value, 40 from json_each('[1,102,813]')`)
  expect(sqlite.prepare(since).pluck().get()).toBeGreaterThanOrEqual(started)
  const campaigns = pairs.filter(({ b }) => b === 'campaign').map(({ id }) => id)
  expect(sqlite.prepare(counted).pluck().all()).toEqual(
    [1, 102, 813, ...campaigns].sort((a, b) => a - b),
  )
})

test('a new site has counted this way from the start', async () => {
  const sqlite = await updated('')
  expect(sqlite.prepare(since).pluck().get()).toBeNull()
  expect(sqlite.prepare('select count(*) from analytics_pair_progress').pluck().get()).toBe(0)
})
