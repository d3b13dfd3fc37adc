// @module-tag module
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#db/postgres/open.ts'
import type { Database } from '#db/schema.ts'
import { firstInGate } from '#tests/support/circles.ts'
import { closing } from '#tests/support/closing.ts'
import { absenceOfPgBouncer, startPgBouncer } from '#tests/support/pgbouncer.ts'
import { poolerBetween } from '#tests/support/pooler-between.ts'
import { dropDatabase, makeDatabase, onDatabase } from '#tests/support/postgres.ts'
import { hearStandardError } from '#tests/support/standard-error.ts'

const secret = 'a secret that the processes of a test share'
const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'jit']
const inForce = ['10s', '10s', '15s', 'off']

async function limitsOf(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<Record<string, string>>`select ${sql.join(
    names.map((name) => sql`current_setting(${name}) as ${sql.ref(name)}`),
  )}`.execute(db)
  return names.map((name) => rows[0]?.[name] ?? '')
}

async function opened(url: string) {
  const database = await openDatabase(url, [secret])
  onTestFinished(() => database.db.destroy())
  return database
}

async function database(): Promise<string> {
  const url = await makeDatabase()
  onTestFinished(() => dropDatabase(url))
  return url
}

const ownLimit = (code: string, message: (name: string) => string) => ({
  refuses(asked: Map<string, string>) {
    const name = names.find((one) => asked.has(one))
    return name === undefined ? undefined : { code, message: message(name) }
  },
})

const poolers = {
  'ignores them': { ignores: names },
  'ignores the last': { ignores: names.slice(-1) },
  'ignores all but the first': { ignores: names.slice(1) },
  'refuses them as PgBouncer does': ownLimit(
    '08P01',
    (name) => `unsupported startup parameter: ${name}`,
  ),
  'refuses them as a proxy does': ownLimit(
    '0A000',
    () => 'Feature not supported: this startup parameter',
  ),
}

describe.each(firstInGate(Object.entries(poolers), 2))('behind a pooler that %s', (_, options) => {
  test('R47: a statement, a lock or a forgotten transaction would have no limit, and a page’s reads be compiled', async () => {
    const url = await database()
    const { db, pool } = await opened(await poolerBetween(url, options))
    const transactions = [db.transaction(), db.transaction().setIsolationLevel('repeatable read')]
    for (const transaction of transactions) {
      expect(await transaction.execute((trx) => limitsOf(trx))).toEqual(inForce)
    }
    // Nothing stays at the server for the next program.
    expect(await limitsOf(db)).not.toEqual(inForce)
    const sleeping = 'select count(*)::int as n from pg_stat_activity where wait_event = $1'
    const asleep = async () => (await onDatabase<{ n: number }>(url, sleeping, ['PgSleep']))[0]?.n
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const byKysely = sql`select pg_sleep(600)`.execute(db)
    const byPool = new Promise((_, reject) => pool.query('select pg_sleep(601)', reject))
    const ends = Promise.allSettled([byKysely, byPool])
    await expect.poll(asleep).toBe(2)
    vi.advanceTimersByTime(10_000)
    expect(await ends).toMatchObject([
      { reason: { cause: { code: '57014' } } },
      { reason: { code: '57014' } },
    ])
    expect(await asleep()).toBe(0)
    // The connection is still of use. The pool ends its own after every error.
    expect(await sql`select 1`.execute(db)).toMatchObject({ rows: [{}] })
    expect(pool.totalCount).toBe(1)
  })
})

test('over a direct address, limits would cost a statement for each transaction, and a page’s reads be compiled', async () => {
  const { db, pool } = await opened(await database())
  expect(await limitsOf(db)).toEqual(inForce)
  const client = await pool.connect()
  const query = vi.spyOn(client, 'query')
  client.release()
  await db.transaction().execute(async () => {})
  const sent = query.mock.calls.map(([statement]) => statement as unknown)
  expect(sent).toEqual([expect.stringMatching(/^begin; select [^;]+$/), 'commit'])
})

/** Makes all connections of a pooler read-only, which stay so for its next clients. */
async function fenceAll(db: Kysely<Database>, pool: number): Promise<void> {
  const { promise: allBegun, resolve } = Promise.withResolvers<void>()
  let begun = 0
  const old = Array.from({ length: pool }, () =>
    db.transaction().execute(async (trx) => {
      begun += 1
      if (begun === pool) resolve()
      await allBegun
      await sql`set session characteristics as transaction read only -- of the test`.execute(trx)
    }),
  )
  await Promise.all(old)
}

test.skipIf(absenceOfPgBouncer() !== null)(
  'R46: behind a pooler with connections to a former primary, a removed post would be read from it',
  async () => {
    const pool = 3
    const pooler = closing(await startPgBouncer(await database(), { mode: 'transaction', pool }))
    const { db } = await opened(pooler.url)
    await fenceAll(db, pool)
    const shown = sql.raw("current_setting('transaction_read_only') as is_old")
    const asked = Array.from({ length: 10 }, () => [
      sql<{ is_old: string }>`select ${shown}`,
      sql<{ is_old: string }>`with one (n) as (select 1) select ${shown} from one`,
      sql<{ is_old: string }>`with recursive counted (n) as (
        select 1 union all select n + 1 from counted where n < 2) select ${shown} from counted`,
    ])
    const reads = await Promise.all(asked.flat().map((read) => read.execute(db)))
    const answers = reads.flatMap(({ rows }) => rows.map(({ is_old }) => is_old))
    expect(new Set(answers)).toEqual(new Set(['off']))
  },
)

test.skipIf(absenceOfPgBouncer() !== null)(
  'R46, R47: a start whose transaction a pooler leads to a former primary would end',
  async () => {
    const url = await database()
    const pooler = closing(await startPgBouncer(url, { mode: 'transaction', pool: 1 }))
    const query = pg.Client.prototype.query as (...all: unknown[]) => unknown
    let starts = 0
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (
      this: pg.Client,
      ...all: unknown[]
    ) {
      // After the first start has read from a server that can be written to.
      if (/^start transaction/.test(String(all[0])) && ++starts === 1) {
        await onDatabase(pooler.url, 'set session characteristics as transaction read only')
      }
      return query.apply(this, all)
    })
    onTestFinished(() => spy.mockRestore())
    const said = hearStandardError()
    const { db } = await openDatabase(pooler.url, [secret], 60_000)
    onTestFinished(() => db.destroy())
    expect(said()).toContain('This server is a standby')
    expect(starts).toBeGreaterThan(1)
  },
)

test.skipIf(absenceOfPgBouncer() !== null)(
  'R46, R47: a process that starts behind a pooler with connections to a former primary would be refused for an hour',
  async () => {
    const pooler = await startPgBouncer(await database(), { mode: 'transaction', pool: 3 })
    onTestFinished(() => pooler.close())
    const client = new pg.Client({ connectionString: pooler.url })
    await client.connect()
    await client.query('set session characteristics as transaction read only')
    await client.end()
    const said = hearStandardError()
    const { db } = await openDatabase(pooler.url, [secret], 60_000)
    onTestFinished(() => db.destroy())
    await sql`insert into rate_limits (key, points, expire) values ('one', 1, 1)`.execute(db)
    expect(said()).toContain('This server is a standby')
  },
)

test.skipIf(absenceOfPgBouncer() !== null)(
  'R46, R47: a pooler that keeps connections to a former primary would hold up the site for an hour',
  async () => {
    const pool = 3
    const pooler = await startPgBouncer(await database(), { mode: 'transaction', pool })
    onTestFinished(() => pooler.close())
    const { db } = await opened(pooler.url)
    await fenceAll(db, pool)
    for (const key of ['one', 'two', 'three', 'four']) {
      await sql`insert into rate_limits (key, points, expire) values (${key}, 1, 1)`.execute(db)
    }
    expect((await sql`select 1 from rate_limits`.execute(db)).rows).toHaveLength(4)
  },
)
