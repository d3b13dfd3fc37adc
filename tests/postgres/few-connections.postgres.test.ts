// @module-tag module
import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connectionOutage } from '#db/outages.ts'
import { openDatabase } from '#db/postgres/open.ts'
import { transactOn } from '#db/postgres/transactions.ts'
import type { Database } from '#db/schema.ts'
import { firstInGate } from '#tests/support/circles.ts'
import { closing } from '#tests/support/closing.ts'
import { databaseBetween } from '#tests/support/database-between.ts'
import { absenceOfPgBouncer, startPgBouncer } from '#tests/support/pgbouncer.ts'
import { poolerBetween } from '#tests/support/pooler-between.ts'
import { dropDatabase, makeDatabase, onDatabase } from '#tests/support/postgres.ts'
import { hearStandardError } from '#tests/support/standard-error.ts'

const secrets = ['a secret that the processes of a test share']
const minute = 60_000

/** Opens a database that gives so many connections, and returns what changes their number. */
async function openWith(limit: number) {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const url = await makeDatabase()
  onTestFinished(() => dropDatabase(url))
  const { db, upkeepDb, pool } = await openDatabase(url, secrets)
  onTestFinished(() => db.destroy())
  const name = new URL(url).pathname.slice(1)
  const elsewhere = Object.assign(new URL(url), { pathname: '/postgres' }).href
  const give = (most: number) =>
    onDatabase(elsewhere, `alter database ${name} connection limit ${most}`)
  await give(limit)
  return { db, upkeepDb, pool, give }
}

/** Takes so many connections. Returns what gives them back. */
async function hold(db: Kysely<Database>, count: number): Promise<() => Promise<void>> {
  const { promise: end, resolve } = Promise.withResolvers<void>()
  onTestFinished(() => resolve())
  const holding: Promise<unknown>[] = []
  for (let n = 0; n < count; n += 1) {
    const { promise: taken, resolve: take } = Promise.withResolvers<void>()
    holding.push(
      db.connection().execute(async () => {
        take()
        await end
      }),
    )
    await taken
  }
  return async () => {
    resolve()
    await Promise.all(holding)
  }
}

const read = async (db: Kysely<Database>) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid

test('where the server gives few connections, pages would fail instead of waiting for one of them', async () => {
  const { db, pool, give } = await openWith(5)
  const giveBack = await hold(db, 5)
  const reads = Array.from({ length: 20 }, () => read(db))
  // Bound to none that is still to be made. The others have no turn yet.
  await expect.poll(() => pool.waitingCount).toBe(4)
  await giveBack()
  expect(new Set(await Promise.all(reads)).size).toBeLessThanOrEqual(5)
  const text = 'The database gives no more connections (limit of the database: 5)'
  await expect.poll(() => connectionOutage.current()?.text).toBe(text)

  // One more each minute, until there are as many as set.
  await give(-1)
  for (const most of [6, 7, 8, 9, 10]) {
    vi.advanceTimersByTime(minute)
    await read(db)
    expect(pool.given.most()).toBe(most)
    expect(connectionOutage.current() === null).toBe(most === 10)
  }
})

test.skipIf(absenceOfPgBouncer() !== null)(
  'behind a pooler that has new connections wait, statements would wait with them while others are free',
  async () => {
    const url = await makeDatabase()
    onTestFinished(() => dropDatabase(url))
    const pooler = closing(await startPgBouncer(url, { mode: 'session', pool: 1 }))
    const { db, pool } = await openDatabase(pooler.url, secrets)
    onTestFinished(() => db.destroy())
    const giveBack = await hold(db, 1)
    const reads = Array.from({ length: 5 }, () => read(db))
    await expect.poll(() => pool.totalCount).toBe(2)
    await giveBack()
    expect(new Set(await Promise.all(reads)).size).toBe(1)

    const text = 'The database gives no more connections (it has new ones wait for others to end)'
    await expect.poll(() => connectionOutage.current()?.text).toBe(text)
    expect([pool.given.most(), pool.totalCount]).toEqual([1, 1])
  },
)

test.skipIf(absenceOfPgBouncer() !== null)(
  'a process that renews its only connection would lose it for a minute to another one that asks for more',
  async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const url = await makeDatabase()
    onTestFinished(() => dropDatabase(url))
    const pooler = closing(await startPgBouncer(url, { mode: 'session', pool: 2 }))
    const one = await openDatabase(pooler.url, secrets)
    onTestFinished(() => one.db.destroy())
    const other = await openDatabase(pooler.url, secrets)
    onTestFinished(() => other.db.destroy())
    const giveBack = await hold(one.db, 1)
    const giveOthersBack = await hold(other.db, 1)
    const answered = vi.fn()
    const waiting = read(one.db).then(answered)
    const more = hold(other.upkeepDb, 1)
    for (const { pool } of [one, other]) await expect.poll(() => pool.given.most()).toBe(1)
    vi.advanceTimersByTime(minute)
    // It asks for a second one again.
    const last = read(other.upkeepDb)
    await expect.poll(() => other.pool.totalCount).toBe(2)
    await giveBack()
    await expect.poll(() => answered.mock.calls.length).toBe(1)
    await giveOthersBack()
    await (await more)()
    await Promise.all([waiting, last])
  },
)

const refusals = [
  ['Supavisor', 'XX000', 'MaxClientsInSessionMode: max clients reached - in Session mode'],
  ['a newer Supavisor', 'XX000', '(EMAXCONNSESSION) max clients reached in session mode'],
  ['PgBouncer', '08P01', 'no more connections allowed (max_client_conn)'],
] as const
test.each(firstInGate(refusals))(
  'at the limit of %s, a start would end, and pages would fail instead of waiting for a connection',
  async (_, code, message) => {
    const url = await makeDatabase()
    onTestFinished(() => dropDatabase(url))
    // The start's own and the pool's first, after one try.
    const refuses = (_: unknown, n: number) => (n === 1 || n > 3 ? { code, message } : undefined)
    const said = hearStandardError()
    const { db, pool } = await openDatabase(await poolerBetween(url, { refuses }), secrets, minute)
    onTestFinished(() => db.destroy())
    expect(said()).toContain(message)
    const giveBack = await hold(db, 1)
    const reads = Array.from({ length: 5 }, () => read(db))
    const text = `The database gives no more connections (${message})`
    await expect.poll(() => connectionOutage.current()?.text).toBe(text)
    await giveBack()
    expect(new Set(await Promise.all(reads)).size).toBe(1)
    expect([pool.given.most(), pool.totalCount]).toEqual([1, 1])
  },
)

test('connections that a firewall has forgotten would let the pool take more than set', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const url = await makeDatabase()
  onTestFinished(() => dropDatabase(url))
  const between = await databaseBetween(url)
  const { upkeepDb, pool } = await openDatabase(between.url, secrets)
  onTestFinished(() => upkeepDb.destroy())
  pool.given.want(2)
  const ended = vi.fn()
  pool.on('remove', ended)
  const giveOldBack = await hold(upkeepDb, 2)
  vi.advanceTimersByTime(10 * minute)
  between.forget()
  await giveOldBack()
  const giveBack = await hold(upkeepDb, 2)
  expect([pool.given.most(), ended.mock.calls.length]).toEqual([2, 0])
  vi.advanceTimersByTime(5_000)
  await expect.poll(() => ended.mock.calls.length).toBe(2)
  await giveBack()
})

test('the pool keeps one connection’s place, and asks for no more than set', async () => {
  const { db, pool, give } = await openWith(0)
  // It waits for a server that may be back at once.
  const hurry = setInterval(() => vi.advanceTimersByTime(500), 20)
  onTestFinished(() => clearInterval(hurry))
  await expect(read(db)).rejects.toMatchObject({ reason: 'unreachable' })
  clearInterval(hurry)
  expect(pool.given.most()).toBe(1)
  await give(-1)
  await read(db)
  pool.given.want(3)
  for (let n = 0; n < 4; n += 1) {
    vi.advanceTimersByTime(minute)
    await read(db)
  }
  expect([pool.given.most(), connectionOutage.current()]).toEqual([3, null])
  pool.given.want(4)
  expect(pool.given.most()).toBe(4)
})

test.each(firstInGate([2, 10]))(
  'of %i connections, pages that wait would leave none to claims and heartbeats',
  async (most) => {
    const { db, upkeepDb, pool } = await openWith(-1)
    pool.given.want(most)
    const { promise: end, resolve } = Promise.withResolvers<void>()
    onTestFinished(() => resolve())
    const pages = Array.from({ length: 20 }, () => db.connection().execute(() => end))
    await Promise.all([read(upkeepDb), transactOn(upkeepDb)(async () => {})])
    resolve()
    await Promise.all(pages)
  },
)

test('with one connection, pages that wait would have their turn before claims and heartbeats', async () => {
  const { db, upkeepDb, pool } = await openWith(-1)
  pool.given.want(1)
  const giveBack = await hold(db, 1)
  const order: string[] = []
  const pages = Array.from({ length: 20 }, () => read(db).then(() => order.push('page')))
  const beat = read(upkeepDb).then(() => order.push('beat'))
  await giveBack()
  await Promise.all([beat, ...pages])
  expect(order[0]).toBe('beat')
})
