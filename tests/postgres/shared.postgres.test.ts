// @module-tag whole
import { sql } from 'kysely'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createPacer } from '#app/outbound/pacer.ts'
import { gateOn } from '#db/postgres/gate.ts'
import { limitersOn } from '#db/postgres/limiter.ts'
import { openDatabase } from '#db/postgres/open.ts'
import { refresh, shareSalts } from '#db/postgres/salts.ts'
import { transactOn } from '#db/postgres/transactions.ts'
import { dropDatabase, makeDatabase, onDatabase } from '#tests/support/postgres.ts'

const secret = 'a secret that the processes of a test share'

/** Makes the database's clock stand still unless the test moves it. */
const clockOfTest = `
  create table clock_of_test as select extract(epoch from now()) * 1000 as ms;
  create function public.statement_timestamp() returns timestamptz language sql stable
    as 'select to_timestamp(ms / 1000) from public.clock_of_test';
  do $$ begin
    execute format('alter database %I set search_path = public, pg_catalog', current_database());
  end $$`

/** Opens one database as so many processes do. */
async function processes(count: number, prepare = '') {
  const url = await makeDatabase()
  if (prepare !== '') await onDatabase(url, prepare)
  const opened = await Promise.all(Array.from({ length: count }, () => openDatabase(url, [secret])))
  onTestFinished(async () => {
    await Promise.all(opened.map(({ db }) => db.destroy()))
    await dropDatabase(url)
  })
  return { url, opened }
}

test('rows that a transaction of transact has read don’t change until it commits', async () => {
  const { opened } = await processes(3)
  const [first] = opened
  await first?.db.insertInto('settings').values({ name: 'n', value: '0', updated_at: 0 }).execute()
  const addOne = async (db: (typeof opened)[number]['db']) => {
    await transactOn(db)(async (trx) => {
      const row = await trx
        .selectFrom('settings')
        .select('value')
        .where('name', '=', 'n')
        .executeTakeFirstOrThrow()
      await trx
        .updateTable('settings')
        .set({ value: String(Number(row.value) + 1) })
        .where('name', '=', 'n')
        .execute()
    })
  }
  await Promise.all(opened.flatMap(({ db }) => Array.from({ length: 20 }, () => addOne(db))))
  const sum = await first?.db.selectFrom('settings').select('value').executeTakeFirstOrThrow()
  expect(sum?.value).toBe('60')
})

test('processes count one limit together, and a new one does not begin again', async () => {
  const { url, opened } = await processes(3)
  const limits = opened.map(({ pool }) =>
    limitersOn(pool, secret)('requests', { points: 30, seconds: 3_600 }),
  )
  const take = async (limit: (typeof limits)[number] | undefined, key = 'of 192.0.2.7') => {
    try {
      await limit?.consume(key, 1)
      return 'taken'
    } catch (error) {
      return error instanceof RateLimiterRes ? 'refused' : String(error)
    }
  }
  const answers = await Promise.all(
    limits.flatMap((one) => Array.from({ length: 30 }, () => take(one))),
  )
  expect(answers.filter((answer) => answer === 'taken')).toHaveLength(30)
  expect(answers.filter((answer) => answer === 'refused')).toHaveLength(60)
  const late = await openDatabase(url, [secret])
  onTestFinished(() => late.db.destroy())
  const ofLate = limitersOn(late.pool, secret)
  expect(await take(ofLate('requests', { points: 30, seconds: 3_600 }))).toBe('refused')
  expect(await take(ofLate('others', { points: 30, seconds: 3_600 }))).toBe('taken')
  const kept = await onDatabase<{ key: string }>(url, 'select key from rate_limits')
  expect(JSON.stringify(kept)).not.toContain('192.0.2.7')
})

test('a limit continues in memory while the database is away', async () => {
  const { url } = await processes(1)
  const limit = limitersOn(
    // A pool that was closed, as all of them are once the database is gone for good.
    await closedPool(url),
    secret,
  )('requests', { points: 2, seconds: 3_600 })
  await limit.consume('a', 1)
  await limit.consume('a', 1)
  await expect(limit.consume('a', 1)).rejects.toBeInstanceOf(RateLimiterRes)
})

async function closedPool(url: string) {
  const { pool } = await openDatabase(url, [secret])
  await pool.end()
  return pool
}

test('processes start their requests to a service one after the other', async () => {
  const intervalMs = 60
  const { url, opened } = await processes(3, clockOfTest)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let atGate = 0
  const pacers = opened.map(({ db }) => {
    const gate = gateOn(db, 'service')
    const reserve: typeof gate.reserve = (...request) => {
      atGate += 1
      return gate.reserve(...request).finally(() => {
        atGate -= 1
      })
    }
    return createPacer({
      intervalMs: () => intervalMs,
      queueLimit: 50,
      gate: { ...gate, reserve },
    })
  })
  const begun = performance.now()
  const starts: number[] = []
  for (const pacer of pacers) {
    for (let n = 0; n < 5; n += 1) {
      const { signal } = new AbortController()
      void pacer.acquire({ signal }).then(({ ok }) => ok && starts.push(performance.now() - begun))
    }
  }
  const stepMs = intervalMs / 3
  while (starts.length < 15) {
    do await new Promise(setImmediate)
    while (atGate > 0)
    // For the one whose turn is now.
    vi.advanceTimersByTime(0)
    await onDatabase(url, `update clock_of_test set ms = ms + ${stepMs}`)
    vi.advanceTimersByTime(stepMs)
  }
  expect(starts).toEqual(starts.map((_, index) => index * intervalMs))
})

test('a hold of one process holds the others, who are refused rather than kept waiting', async () => {
  const { opened } = await processes(2)
  const [one, other] = opened.map(({ db }) =>
    createPacer({ intervalMs: () => 10, queueLimit: 50, gate: gateOn(db, 'service') }),
  )
  const signal = new AbortController().signal
  await one?.acquire({ signal })
  one?.hold(3_600_000)
  await expect
    .poll(() => other?.acquire({ signal, withinMs: 500 }))
    .toMatchObject({ ok: false, reason: 'full' })
  one?.release()
  await expect.poll(() => other?.acquire({ signal, withinMs: 500 })).toEqual({ ok: true })
})

test('processes share the salts of a day, and older ones are deleted', async () => {
  const { url, opened } = await processes(2)
  const today = Math.floor(Date.now() / 86_400_000)
  await onDatabase(url, "insert into visitor_salts values ($1, 'old'), ($2, 'known')", [
    today - 2,
    today - 1,
  ])
  const [one, other] = await Promise.all(opened.map(({ db }) => shareSalts(db, () => {})))
  expect([...(one?.keys() ?? [])].sort()).toEqual([today - 1, today, today + 1])
  expect(one?.get(today)).toHaveLength(32)
  expect(one).toEqual(other)
  const kept = await onDatabase<{ relname: string }>(
    url,
    "select relname from pg_class where relpersistence = 'u' and relkind = 'r' order by relname",
  )
  expect(kept.map(({ relname }) => relname)).toEqual(['rate_limits', 'visitor_salts'])
})

test('after a failover, which empties the table of salts, each visitor would count as two', {
  tags: 'gate',
}, async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { url, opened } = await processes(3)
  const changes: (() => void)[] = []
  const [one, other, started] = opened.map(({ db }) => () => {
    return shareSalts(db, (listener) => changes.push(listener))
  })
  const known = await one?.()
  const before = new Map(known)
  expect(await other?.()).toEqual(before)
  vi.advanceTimersByTime(30_000)
  await onDatabase(url, 'truncate visitor_salts')
  // One that has just started is sooner than those that were there before.
  const taken = await started?.()
  expect(taken).not.toEqual(before)
  for (const tell of changes) tell()
  await expect.poll(() => taken).toEqual(before)
  expect(known).toEqual(before)
})

test('processes that were cut off from each other would count each visitor twice, all day', async () => {
  const { opened } = await processes(2)
  const own = opened.map(({ db }) => ({ db, salts: new Map<number, Buffer>() }))
  for (const { db, salts } of own) {
    await sql`truncate visitor_salts`.execute(db)
    await refresh(db, salts)
  }
  const [one, other] = own.map(({ salts }) => salts)
  expect(one).not.toEqual(other)
  for (const { db, salts } of own) await refresh(db, salts)
  expect(one).toEqual(other)
  // Ids that are kept belong to the very salt.
  const [salt] = one?.values() ?? []
  for (const { db, salts } of own) await refresh(db, salts)
  expect([...(one?.values() ?? [])][0]).toBe(salt)
})

test('the audit log can be neither changed nor emptied', async () => {
  const { opened } = await processes(1)
  const db = opened[0]?.db
  if (db === undefined) throw new Error('nothing was opened')
  await db
    .insertInto('audit_log')
    .values({ at: 1, actor_label: 'a', action: 'x', outcome: 'success' } as never)
    .execute()
  for (const change of [
    'update audit_log set at = 2',
    'delete from audit_log',
    'truncate audit_log',
  ]) {
    await expect(sql.raw(change).execute(db)).rejects.toThrow('the audit log is append-only')
  }
})
