// @module-tag module
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newestUnknown } from '#db/migrations/applied.ts'
import { appliedMigrations, openDatabase } from '#db/postgres/open.ts'
import { checkServer } from '#db/postgres/server-check.ts'
import { startAlone, startLock } from '#db/postgres/start.ts'
import { freePort } from '#tests/support/free-port.ts'
import { dropDatabase, makeDatabase, onDatabase } from '#tests/support/postgres.ts'
import { hearStandardError } from '#tests/support/standard-error.ts'

const secret = 'a secret that the processes of a test share'

async function database(content: 'empty' | 'migrated' = 'empty', options = ''): Promise<string> {
  const url = await makeDatabase(content, options)
  onTestFinished(() => dropDatabase(url))
  return url
}

/** Opens a database and closes it again; gives what an operator would read if it is refused. */
async function refusal(url: string, secrets = [secret]): Promise<string | null> {
  try {
    const { db } = await openDatabase(url, secrets)
    await db.destroy()
    return null
  } catch (error) {
    return (error as Error).message
  }
}

const unicodeAdvice = /createdb --template=template0 --encoding=UTF8/

test('of several processes that start at once on an empty database, one makes the tables', {
  tags: 'whole',
}, async () => {
  const url = await database()
  expect(await Promise.all(Array.from({ length: 4 }, () => refusal(url)))).toEqual(
    Array(4).fill(null),
  )
  const heads = await onDatabase<{ n: number }>(
    url,
    'select count(*)::int as n from kysely_migration',
  )
  expect(heads[0]?.n).toBeGreaterThan(1)
})

/** A connection, and another one that is starting on the same database. */
async function twoStarts() {
  const url = await database()
  const connections = [new pg.Client(url), new pg.Client(url)] as const
  for (const client of connections) {
    await client.connect()
    onTestFinished(() => client.end())
  }
  const [late, other] = connections
  const beginOther = () => other.query(`begin; select pg_advisory_xact_lock(${startLock})`)
  await beginOther()
  return { late, other, beginOther, said: hearStandardError() }
}
const waiting = 'Waiting for another process that is starting on the database'

test('a start waits for another one, and prints for what', async () => {
  const { late, other, said } = await twoStarts()
  const work = vi.fn(async () => {})
  const start = startAlone(late, work)
  await expect.poll(said).toContain(waiting)
  expect(work).not.toHaveBeenCalled()
  await other.query('rollback')
  await start
  expect(work).toHaveBeenCalledTimes(1)
})

test('a start gives up on another one that shows no progress', async () => {
  const { late, other, beginOther, said } = await twoStarts()
  let attempts = 0
  const query = late.query.bind(late) as (...all: unknown[]) => unknown
  vi.spyOn(late, 'query').mockImplementation(async (...all: unknown[]) => {
    // As the other one's next attempts to change a table that a dump reads.
    if (String(all[0]).includes('pg_try_advisory') && ++attempts <= 3) {
      await other.query('rollback')
      await beginOther()
    }
    return query(...all)
  })
  await expect(startAlone(late, async () => {}, 1)).rejects.toThrow(
    /Another process has been starting on it/,
  )
  expect(attempts).toBeGreaterThan(3)
  expect(said()).toContain(waiting)
})

test('a start whose connection is ended says what ended it', async () => {
  const { late, other } = await twoStarts()
  await other.query('rollback')
  late.on('error', () => {})
  const start = startAlone(late, async () => {
    await late.query('select pg_terminate_backend(pg_backend_pid())')
  })
  await expect(start).rejects.toThrow('terminating connection due to administrator command')
})

test('a database without letters of other languages is refused, with what to do', async () => {
  const plain = await database('empty', "template template0 lc_collate 'C' lc_ctype 'C'")
  expect(await refusal(plain)).toMatch(/LC_CTYPE\) C, so searches/)
  expect(await refusal(plain)).toMatch(unicodeAdvice)
  const bytes = await database(
    'empty',
    "template template0 encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C'",
  )
  expect(await refusal(bytes)).toMatch(/encoding SQL_ASCII/)
  expect(await onDatabase(bytes, "select to_regclass('settings') as made")).toEqual([
    { made: null },
  ])
})

test('a server that nothing can be written to is refused', async () => {
  const url = await database('migrated')
  await onDatabase(url, `alter database ${nameOf(url)} set default_transaction_read_only = on`)
  expect(await refusal(url)).toMatch(/standby, or its transactions are read-only/)
})

test('another SESSION_SECRET is refused, a new one in front of the old one is taken', async () => {
  const url = await database('migrated')
  expect(await refusal(url, ['a'.repeat(40)])).toBeNull()
  expect(await refusal(url, ['b'.repeat(40)])).toMatch(/SESSION_SECRET isn’t the one/)
  expect(await refusal(url, ['b'.repeat(40), 'a'.repeat(40)])).toBeNull()
  expect(await refusal(url, ['a'.repeat(40)])).toMatch(/SESSION_SECRET isn’t the one/)
  const kept = await onDatabase(url, 'select fingerprint from secret_fingerprint')
  expect(JSON.stringify(kept)).not.toContain('bbbb')
})

test('a database of a newer version is refused and left as it is', async () => {
  const url = await database('migrated')
  await onDatabase(url, "insert into kysely_migration values ('9999-later', '2030-01-01')")
  expect(await refusal(url)).toMatch(/updated by a newer version \(9999-later\)/)
})

test('a process finds that a newer version has changed its database', async () => {
  const url = await database('migrated')
  const { db, pool } = await openDatabase(url, [secret])
  onTestFinished(() => db.destroy())
  expect(newestUnknown(await appliedMigrations(pool))).toBeNull()
  await onDatabase(url, "insert into kysely_migration values ('9999-later', '2030-01-01')")
  expect(newestUnknown(await appliedMigrations(pool))).toBe('9999-later')
})

test('a clock that is minutes off is refused', async () => {
  const url = await database('migrated')
  onTestFinished(() => void vi.useRealTimers())
  for (const offMs of [3_600_000, -3_600_000]) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offMs })
    expect(await refusal(url)).toMatch(/are 3[56]\d\d seconds apart.*NTP/)
    vi.useRealTimers()
  }
  expect(await refusal(url)).toBeNull()
})

test('a server that does not answer is named without its password', async () => {
  const url = `postgres://anna:geheim@127.0.0.1:${await freePort()}/site?sslmode=disable`
  const text = await refusal(url)
  expect(text).toMatch(/postgres:\/\/anna@127\.0\.0\.1:\d+\/site cannot be reached/)
  expect(text).not.toContain('geheim')
})

test('a server that is too old, or has no pg_trgm, is refused with a text', async () => {
  await expect(checkServer(clientOf({ number: 140_012, version: '14.12' }))).rejects.toThrow(
    'PostgreSQL 14.12 is too old: version 15 or newer is needed.',
  )
  await expect(checkServer(clientOf({}, 'permission denied'))).rejects.toThrow(
    /pg_trgm.* can’t be used: permission denied.*create extension pg_trgm/s,
  )
})

/** Answers as a server does that has everything, apart from what is said. */
function clientOf(facts: object, trigramProblem?: string): pg.Client {
  return {
    async query(text: string) {
      if (text.includes('from pg_extension')) return { rows: [] }
      if (text.includes('create extension') && trigramProblem !== undefined) {
        throw new Error(trigramProblem)
      }
      const usual = { number: 150_000, encoding: 'UTF8', ctype: 'C.UTF-8', standby: false }
      return { rows: [{ ...usual, now: Date.now(), ...facts }] }
    },
  } as unknown as pg.Client
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1)
}
