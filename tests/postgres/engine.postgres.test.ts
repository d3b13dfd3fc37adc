// @module-tag module
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { SearchedTable } from '#db/engine-type.ts'
import { estimatedRows, readFacts } from '#db/postgres/facts.ts'
import { faultOf, isLost } from '#db/postgres/faults.ts'
import { continueNumbers, lastNumber } from '#db/postgres/numbers.ts'
import { openDatabase } from '#db/postgres/open.ts'
import { candidatesIn } from '#db/postgres/search.ts'
import { DatabaseUnavailableError } from '#db/unavailable.ts'
import { databaseBetween } from '#tests/support/database-between.ts'
import { dropDatabase, makeDatabase } from '#tests/support/postgres.ts'

type Opened = Awaited<ReturnType<typeof openDatabase>>

const secrets = ['a secret that the processes of a test share']
let url: string
let opened: Opened
beforeAll(async () => {
  url = await makeDatabase()
  opened = await openDatabase(url, secrets)
})
afterEach(() => sql`delete from posts`.execute(opened.db))
afterAll(async () => {
  await opened?.db.destroy()
  await dropDatabase(url)
})

async function insertPosts(titles: string[], status = 'active'): Promise<void> {
  await opened.db
    .insertInto('posts')
    .values(
      titles.map((title, index) => ({
        post_id: `${status} ${index}`,
        link: 'l',
        title,
        search_text: title.toLowerCase(),
        kind: 'video' as const,
        status: status as 'active',
        first_seen_at: 1_795_000_000_000,
        last_seen_at: 1_795_000_000_000,
      })),
    )
    .execute()
}

test('counts, sums and times are numbers', async () => {
  await insertPosts(['one', 'two'])
  const row = await opened.db
    .selectFrom('posts')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number>('first_seen_at').as('sum'),
      eb.fn.max('last_seen_at').as('last'),
    ])
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ count: 2, sum: 3_590_000_000_000, last: 1_795_000_000_000 })
})

test('counters follow rows that come, change and go, several at once', async () => {
  const { db } = opened
  await insertPosts(['a', 'b', 'c'])
  await insertPosts(['d'], 'flagged')
  const counts = async () =>
    Object.fromEntries(
      (await db.selectFrom('post_counts').selectAll().execute()).map(({ status, n }) => [
        status,
        n,
      ]),
    )
  expect(await counts()).toEqual({ active: 3, flagged: 1, removed: 0 })
  await db.updateTable('posts').set({ status: 'removed' }).where('title', '<>', 'a').execute()
  expect(await counts()).toEqual({ active: 1, flagged: 0, removed: 3 })
  await db.updateTable('posts').set({ lookups: 5 }).execute()
  await db.deleteFrom('posts').where('title', 'in', ['a', 'b']).execute()
  expect(await counts()).toEqual({ active: 0, flagged: 0, removed: 2 })
})

test('a search finds what contains its term, in every script and of every length', async () => {
  const titles = [
    'kätzchen im schnee',
    'Ещё котёнок',
    '100% cat_food',
    'ΚΑΤΙ',
    '猫の動画です',
    '🐱🐱🐱',
  ]
  await insertPosts(titles)
  await insertPosts(['kätzchen'], 'removed')
  const found = async (term: string, status = 'all', limit = 100) => {
    const table: SearchedTable = 'posts'
    const { rows } = await sql<{ title: string }>`select title from posts
      where seq in (${candidatesIn({ table, term, status, limit })}) order by seq`.execute(
      opened.db,
    )
    return rows.map(({ title }) => title)
  }
  expect(await found('ätzch')).toEqual(['kätzchen im schnee', 'kätzchen'])
  expect(await found('ätzch', 'removed')).toEqual(['kätzchen'])
  expect(await found('ещё')).toEqual(['Ещё котёнок'])
  expect(await found('0% cat_f')).toEqual(['100% cat_food'])
  expect(await found('cat%food')).toEqual([])
  expect(await found('の動画')).toEqual(['猫の動画です'])
  expect(await found('kätz', 'all', 1)).toHaveLength(2)
  // No run of three letters or digits: the index has none of these.
  expect(await found('ca')).toEqual(['100% cat_food'])
  expect(await found('🐱🐱🐱')).toEqual(['🐱🐱🐱'])
  for (const term of ['!!', 'a%b', '%%%']) expect(await found(term)).toEqual([])
})

test('a search uses the index', async () => {
  await insertPosts(Array.from({ length: 3000 }, (_, n) => `title number ${n * 7919}`))
  await sql`analyze posts`.execute(opened.db)
  const { rows } = await opened.db.connection().execute(async (connection) => {
    // A table of so few pages is read through sooner than any index.
    await sql`set enable_seqscan = off -- of the test`.execute(connection)
    return sql`explain select seq from posts where search_text like '%23757%' escape '\\'
      limit 100`.execute(connection)
  })
  expect(JSON.stringify(rows)).toContain('posts_search')
  expect(await estimatedRows(opened.db, 'posts')).toBe(3000)
  expect(await readFacts(opened.db, 'there')).toMatchObject({
    version: expect.stringMatching(/^PostgreSQL \d+/),
    bytes: expect.any(Number),
    file: null,
    server: 'there',
  })
})

test('new rows are numbered after those that came with their numbers', async () => {
  const { db } = opened
  const report = {
    list: 'l',
    action: 'a',
    filter: '',
    actor_id: 'a',
    actor_label: 'a',
    created_at: 1,
  }
  const insert = (id?: number) =>
    db
      .insertInto('bulk_runs')
      .values({ ...report, state: 'done', ...(id !== undefined && { id }) })
      .returning('id')
      .executeTakeFirstOrThrow()
  expect(await lastNumber(db, 'bulk_runs')).toBe(0)
  expect(await insert()).toEqual({ id: 1 })
  await insert(500)
  await continueNumbers(db)
  expect(await lastNumber(db, 'bulk_runs')).toBe(500)
  expect(await insert()).toEqual({ id: 501 })
  await db.deleteFrom('bulk_runs').execute()
  await continueNumbers(db)
  expect(await insert()).toEqual({ id: 502 })
})

test('a text with NUL is stored without it, and finds nothing', async () => {
  await insertPosts(['a\0b'])
  const { title } = await opened.db.selectFrom('posts').select('title').executeTakeFirstOrThrow()
  expect(title).toBe('a\uFFFDb')
  expect(
    await opened.db.selectFrom('posts').select('seq').where('title', '=', 'a\0').execute(),
  ).toEqual([])
})

test('a statement that takes too long, a lock and a lost connection are no fault of the statement', async () => {
  const { db } = opened
  const reasonOf = async (work: Promise<unknown>) => {
    const error = await work.catch((caught: unknown) => caught)
    return error instanceof DatabaseUnavailableError ? error.reason : error
  }
  const withTimeout = db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 50 -- of the test`.execute(connection)
    await sql`select pg_sleep(5)`.execute(connection)
  })
  expect(await reasonOf(withTimeout)).toBe('slow')
  const killed = db
    .connection()
    .execute((connection) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(connection))
  expect(await reasonOf(killed)).toBe('unreachable')
  // The lost connection did not go back.
  for (let n = 0; n < 12; n += 1) await sql`select 1`.execute(db)
  await expect(sql`select posts.title`.execute(db)).rejects.toMatchObject({ code: '42P01' })
})

const answers = {
  '08006': 'unreachable',
  '57P01': 'unreachable',
  '57P03': 'unreachable',
  '25006': 'readOnly',
  '25P03': 'unreachable',
  '53100': 'serverFull',
  '53200': 'slow',
  '53300': 'unreachable',
  '55P03': 'slow',
  '57014': 'slow',
  '40P01': 'slow',
  '40001': 'slow',
  '57P04': 'unreachable',
  '57P05': 'unreachable',
  '53400': 'slow',
  '58030': 'disk',
  XX002: 'serverDamaged',
  XX001: 'serverDamaged',
  '28000': 'refused',
  '28P01': 'refused',
  '3D000': 'refused',
  '42501': 'refused',
  '42P01': 'refused',
  '3F000': 'refused',
  '23505': null,
  '22P02': null,
}

test.each(Object.entries(answers))('a server that answers %s is %s', (code, reason) => {
  expect(faultOf(Object.assign(new Error('said'), { severity: 'ERROR', code }))).toBe(reason)
})

const ofAStandby = [
  ['25006', 'cannot execute INSERT in a read-only transaction', 'PreventCommandIfReadOnly'],
  ['25006', 'cannot execute nextval() during recovery', 'PreventCommandDuringRecovery'],
  ['0A000', 'cannot access temporary or unlogged relations during recovery', 'get_relation_info'],
  [
    '0A000',
    'während der Wiederherstellung kann nicht auf temporäre oder ungeloggte Tabellen zugegriffen werden',
    'get_relation_info',
  ],
  ['55000', 'recovery is in progress', 'pg_current_wal_lsn'],
  ['40001', 'canceling statement due to conflict with recovery', 'ProcessInterrupts'],
  ['40P01', 'canceling statement due to conflict with recovery', 'ProcessInterrupts'],
] as const

test.each(ofAStandby)(
  'what a standby answers would be taken for the statement’s fault, or its connection kept: %s %s',
  (code, message, routine) => {
    const error = Object.assign(new Error(message), { severity: 'ERROR', code, routine })
    expect([faultOf(error), isLost(error)]).toEqual(['readOnly', true])
  },
)

test.each([
  ['ERROR', '0A000', false],
  ['ERROR', '55000', false],
  ['ERROR', '57014', false],
  ['ERROR', '42501', false],
  ['ERROR', '25P03', true],
  ['FATAL', '42501', true],
  ['FATAL', 'XX000', true],
  ['PANIC', '53100', true],
])(
  'after %s %s a connection would be kept that is over, or ended that isn’t',
  (severity, code, is) => {
    expect(isLost(Object.assign(new Error('said'), { severity, code }))).toBe(is)
  },
)

test.each([
  Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' }),
  new AggregateError([Object.assign(new Error(), { code: 'ECONNREFUSED' })]),
  Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }),
  new Error('timeout exceeded when trying to connect'),
  new Error('Connection terminated unexpectedly'),
  new Error('Query read timeout'),
])('a server that does not answer is unreachable: %s', (error) => {
  expect(faultOf(error)).toBe('unreachable')
  expect(faultOf(new DatabaseUnavailableError('full', { cause: error }))).toBe('full')
})

test('another error is not the database’s', () => {
  expect(faultOf(new Error('a bug'))).toBeNull()
  expect(faultOf('nothing')).toBeNull()
})

test('a connection that is lost between two statements fails the next one, and ends no process', async () => {
  const { db } = opened
  const lost = db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    const pid = rows[0]?.pid ?? 0
    await sql`select pg_terminate_backend(${pid})`.execute(db)
    await expect
      .poll(async () => {
        const left = await sql`select 1 from pg_stat_activity where pid = ${pid}`.execute(db)
        return left.rows.length
      })
      .toBe(0)
    await sql`select 1`.execute(trx)
  })
  await expect(lost).rejects.toThrow(DatabaseUnavailableError)
  expect((await sql`select 1`.execute(db)).rows).toHaveLength(1)
})

test('a read whose connection breaks as the server goes would answer 500 instead of 503', async () => {
  const between = await databaseBetween(url)
  const { db } = await openDatabase(between.url, secrets)
  onTestFinished(() => db.destroy())
  const read = () => sql`select 1`.execute(db)
  await read()
  // The pool waits for the server for a while by this clock.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  between.refuse()
  // Takes the connection of before, which hasn't heard of its end yet.
  const refused = expect(read()).rejects.toThrow(DatabaseUnavailableError)
  await expect.poll(() => between.refused()).toBeGreaterThan(1)
  vi.advanceTimersByTime(60_000)
  await refused
  between.accept()
  await read()
})

test('a read would be refused after the server’s machine was restarted, once for each lost connection', async () => {
  const between = await databaseBetween(url)
  const { db } = await openDatabase(between.url, secrets)
  onTestFinished(() => db.destroy())
  const open = () => db.startTransaction().execute()
  for (const one of [await open(), await open(), await open()]) await one.commit().execute()
  between.restart()
  expect((await sql`select 1`.execute(db)).rows).toHaveLength(1)
})
