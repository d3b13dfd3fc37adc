// @module-tag module
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newestUnknown } from '#db/migrations/applied.ts'
import {
  appliedMigrations,
  lockStart,
  openDatabase,
  shownUrl,
  startLock,
} from '#db/postgres/open.ts'
import { checkServer } from '#db/postgres/server-check.ts'
import { freePort } from '#tests/support/free-port.ts'
import { dropDatabase, makeDatabase, onDatabase } from '#tests/support/postgres.ts'

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

test('of several processes that start at once on an empty database, one makes the tables', async () => {
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

test('a start waits for another one, but not for ever, and prints for what', async () => {
  const url = await database()
  const connections = [new pg.Client(url), new pg.Client(url)] as const
  const [other, late] = connections
  for (const client of connections) {
    await client.connect()
    onTestFinished(() => client.end())
  }
  await other.query('select pg_advisory_lock($1)', [startLock])
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => said.mockRestore())
  await expect(lockStart(late, 100)).rejects.toThrow(/Another process has been starting on it/)
  expect(said.mock.calls.join()).toContain('Waiting for another process that is starting')
  said.mockClear()
  const waiting = lockStart(late)
  await expect.poll(() => said.mock.calls.join()).toContain('Waiting for another process')
  await other.query('select pg_advisory_unlock($1)', [startLock])
  await waiting
  const { rows } = await late.query('show lock_timeout')
  expect(rows).toEqual([{ lock_timeout: '0' }])
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
  expect(shownUrl('postgres://h/x?password=geheim')).toBe('postgres://h/x')
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
