// @module-tag module
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { connectionOutage } from '#db/outages.ts'
import { openDatabase } from '#db/postgres/open.ts'
import { openPool, unavailabilityAware } from '#db/postgres/pool.ts'
import { type ServerColumns, serverColumns, watchPrimary } from '#db/postgres/primary.ts'
import { transactEventsOn, transactOn } from '#db/postgres/transactions.ts'
import type { Database } from '#db/schema.ts'
import { DatabaseUnavailableError } from '#db/unavailable.ts'
import { firstInGate } from '#tests/support/circles.ts'
import { closing } from '#tests/support/closing.ts'
import { databaseBetween } from '#tests/support/database-between.ts'
import { absenceOfPgBouncer, startPgBouncer } from '#tests/support/pgbouncer.ts'
import { dropDatabase, makeDatabase, onDatabase } from '#tests/support/postgres.ts'
import { type Cluster, findPrograms, startCluster } from '#tests/support/postgres-cluster.ts'

const secrets = ['a secret that the processes of a test share']

async function openOn(url: string) {
  const opened = await openDatabase(url, secrets)
  onTestFinished(() => opened.db.destroy())
  return opened
}

async function database(): Promise<string> {
  const url = await makeDatabase()
  onTestFinished(() => dropDatabase(url))
  return url
}

/** Runs `work` on as many connections at once. */
async function onEach(
  count: number,
  db: Kysely<Database>,
  work: (connection: Kysely<Database>, index: number) => Promise<unknown>,
): Promise<void> {
  const { promise: allConnected, resolve } = Promise.withResolvers<void>()
  let connected = 0
  await Promise.all(
    Array.from({ length: count }, (_, index) =>
      db.connection().execute(async (connection) => {
        connected += 1
        if (connected === count) resolve()
        await allConnected
        await work(connection, index)
      }),
    ),
  )
}

const insertPost = (db: Kysely<Database>, id: string) =>
  db
    .insertInto('posts')
    .values({
      post_id: id,
      link: 'l',
      title: id,
      search_text: id,
      kind: 'video' as const,
      status: 'active' as const,
      first_seen_at: 1,
      last_seen_at: 1,
    })
    .execute()

const pidOf = async (db: Kysely<Database>) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid

/** What a failed statement says to operators: the reason, and the server's words in the log. */
async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'works'
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError)) throw error
    return `${error.reason}: ${(error.cause as Error).message}`
  }
}

test('after half of the connections have become read-only, a form would be refused by chance', async () => {
  const { db, pool } = await openOn(await database())
  const transact = transactOn(db)
  const transactEvents = transactEventsOn(db)
  const old: unknown[] = []
  await onEach(8, db, async (connection, index) => {
    if (index % 2 === 1) return
    await sql`set session characteristics as transaction read only -- of the test`.execute(
      connection,
    )
    old.push(await pidOf(connection))
  })
  const ids = Array.from({ length: 8 }, (_, n) => n)
  await Promise.all([
    ...ids.map((n) => insertPost(db, `single ${n}`)),
    ...ids.map((n) => transact((trx) => insertPost(trx, `alone ${n}`))),
    ...ids.map((n) => transactEvents((trx) => insertPost(trx, `event ${n}`))),
    ...ids.map((n) => db.transaction().execute((trx) => insertPost(trx, `beside ${n}`))),
    ...ids
      .map((n) =>
        pool.query('insert into rate_limits (key, points, expire) values ($1, 1, 1)', [
          `limit ${n}`,
        ]),
      )
      .map((limit) => limit.catch(() => {})),
  ])
  expect(await db.selectFrom('posts').select('seq').execute()).toHaveLength(32)
  await onEach(8, db, async (connection) => {
    expect(old).not.toContain(await pidOf(connection))
    await sql`select 1 from rate_limits`.execute(connection)
  })
})

test('a transaction that its operator has made read-only is never made to write', async () => {
  const { db } = await openOn(await database())
  await sql`set session characteristics as transaction read only -- of the test`.execute(db)
  await transactOn(db)(async (trx) => {
    const { rows } = await sql`show transaction_read_only`.execute(trx)
    expect(rows).toEqual([{ transaction_read_only: 'off' }])
    await insertPost(trx, 'on another connection')
  })
})

test('new connections to a database that is read-only are refused, and say so, until it isn’t', async () => {
  const url = await database()
  const name = new URL(url).pathname.slice(1)
  const { db } = await openOn(url)
  await onDatabase(url, `alter database ${name} set default_transaction_read_only = on`)
  // The first connection is made now.
  expect(await outcome(sql`select 1`.execute(db))).toBe(
    'readOnly: The address leads to a standby, or the database is read-only',
  )
  // A new session could lift it by itself.
  await onDatabase(
    url,
    `begin read write; alter database ${name} reset default_transaction_read_only; commit`,
  )
  await insertPost(db, 'back')
})

// A server that TEST_POSTGRES names can't be changed.
const bin = findPrograms()
describe.skipIf(bin === null)('with another server', () => {
  let cluster: Cluster
  let admin: string
  beforeAll(async () => {
    cluster = await startCluster(bin ?? '')
    admin = cluster.adminUrl
  })
  afterAll(() => cluster?.remove())

  /** Opens an empty database there, as a role of its own. */
  async function openOwned(role: string) {
    await onDatabase(admin, `create role ${role} login password 'one'`)
    await onDatabase(admin, `create database ${role} owner ${role}`)
    const url = new URL(admin)
    Object.assign(url, { username: role, password: 'one', pathname: `/${role}` })
    const pool = openPool(pg, url.href)
    const db = new Kysely<Database>({
      dialect: new PostgresDialect({ pool: unavailabilityAware(pool) }),
    })
    onTestFinished(() => db.destroy())
    return { db, pool, url: url.href }
  }

  test('R46: a process that has connections to both servers after a failover would show what was removed', async () => {
    const before = await database()
    const { username, password, pathname } = new URL(before)
    const there = new URL(admin)
    Object.assign(there, { username, password, pathname })
    await onDatabase(admin, `alter role ${username} password '${decodeURIComponent(password)}'`)
    await onDatabase(admin, `create database ${pathname.slice(1)} owner ${username}`)
    await (await openDatabase(there.href, secrets)).db.destroy()

    const between = await databaseBetween(before)
    const { db } = await openOn(between.url)
    const portOf = async (executor: Kysely<Database>) =>
      (await sql<{ port: number }>`select inet_server_port() as port`.execute(executor)).rows[0]
        ?.port
    await onEach(4, db, async () => {})
    between.next(there.href)
    // Old connections serve until a new one has to be made.
    expect(await portOf(db)).toBe(Number(new URL(before).port))
    const noticed = Promise.withResolvers<void>()
    const [late] = await Promise.all([
      // A read that an old connection still answers.
      db.connection().execute(async (connection) => {
        await noticed.promise
        return portOf(connection)
      }),
      onEach(4, db, async () => {}).then(noticed.resolve),
    ])
    const ports = [late]
    for (let n = 0; n < 4; n += 1) {
      await onEach(6, db, async (connection) => ports.push(await portOf(connection)))
    }
    expect(new Set(ports)).toEqual(new Set([Number(there.port)]))
  })

  test('a role that may have few connections would fail pages that can wait', async () => {
    const { db, pool } = await openOwned('few')
    await onDatabase(admin, 'alter role few connection limit 5')
    const { promise: given, resolve: giveBack } = Promise.withResolvers<void>()
    const { promise: taken, resolve: take } = Promise.withResolvers<void>()
    onTestFinished(() => giveBack())
    const held = onEach(5, db, () => {
      take()
      return given
    })
    await taken
    const reads = Array.from({ length: 20 }, () => sql`select 1`.execute(db))
    await expect.poll(() => pool.waitingCount).toBeGreaterThanOrEqual(20)
    giveBack()
    await Promise.all([held, ...reads])
    await expect
      .poll(() => connectionOutage.current()?.text)
      .toBe('The database gives no more connections (limit of the role: 5)')
  })

  test('on a host that keeps a server’s identity to itself, a site would not start', async () => {
    const { db } = await openOwned('blind')
    const there = Object.assign(new URL(admin), { pathname: '/blind' }).href
    await onDatabase(there, 'revoke execute on function pg_control_system from public')
    expect(await outcome(sql`select 1`.execute(db))).toBe('works')
    expect(await outcome(sql`select from pg_control_system()`.execute(db))).toMatch(
      /^refused: permission denied for function pg_control_system/,
    )
  })

  test.skipIf(absenceOfPgBouncer() !== null)(
    'R46: behind a pooler whose server was replaced, emails would be sent again before a process notices',
    async () => {
      const { url } = await openOwned('pooled')
      const pooler = closing(await startPgBouncer(url, { mode: 'transaction', pool: 2 }))
      const pool = openPool(pg, pooler.url)
      const db = new Kysely<Database>({
        dialect: new PostgresDialect({ pool: unavailabilityAware(pool) }),
      })
      onTestFinished(() => db.destroy())
      const startedAt = async () => {
        const { rows } = await transactOn(db)((trx) =>
          sql`select pg_postmaster_start_time() as at`.execute(trx),
        )
        return rows
      }
      const before = await startedAt()
      const changed = vi.fn()
      pool.primary.onServerChange(changed)
      expect(await startedAt()).toEqual(before)
      expect(changed).not.toHaveBeenCalled()
      await cluster.stop()
      await cluster.start()
      expect(await startedAt()).not.toEqual(before)
      expect(changed).toHaveBeenCalledOnce()
    },
  )

  const changes: [what: string, change: (role: string) => string, says: RegExp][] = [
    ['its password', (r) => `alter role ${r} password 'other'`, /password authentication failed/],
    ['its login', (r) => `alter role ${r} nologin`, /not permitted to log in/],
    ['its name', (r) => `alter role ${r} rename to ${r}_other`, /password authentication failed/],
    ['the database’s name', (r) => `alter database ${r} rename to ${r}_other`, /does not exist/],
    [
      'the database’s doors',
      (r) => `alter database ${r} allow_connections false`,
      /not currently accepting connections/,
    ],
  ]
  test.each(firstInGate(changes, 2))(
    'a role that loses %s would make each page a 500',
    async (what, change, says) => {
      const role = `role_${changes.findIndex(([each]) => each === what)}`
      const { db, pool } = await openOwned(role)
      await onEach(2, db, async () => {})
      await onDatabase(
        admin,
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = '${role}'`,
      )
      await onDatabase(admin, change(role))
      const said = await outcome(sql`select 1`.execute(db))
      expect(said).toMatch(/^(refused|unreachable): /)
      expect(said).toMatch(says)
      expect(await outcome(transactOn(db)(async () => {}))).toMatch(says)
      await expect(pool.query('select 1')).rejects.toThrow(says)
    },
  )
})

/** A connection that answers as a server would. */
function connectionTo(
  started: string,
  { system = 'one', timeline = '00000001', canAsk = true, readOnly = false } = {},
): pg.ClientBase {
  const query = async (text: string) => {
    if (text.includes('started')) return { rows: [{ read_only: readOnly, started }] }
    if (!canAsk) {
      const message = 'permission denied for function pg_control_system'
      throw Object.assign(new Error(message), { severity: 'ERROR', code: '42501' })
    }
    return { rows: [{ system, timeline }] }
  }
  return { query } as unknown as pg.ClientBase
}

/** Watches connections, and asks each as the pool does. */
function watching() {
  const watch = watchPrimary()
  async function admit(client: pg.ClientBase): Promise<void> {
    const { rows } = await client.query<ServerColumns>(`select ${serverColumns}`)
    for (const row of rows) await watch.admit(client, row)
  }
  return { ...watch, admit }
}

describe('a new connection', () => {
  /** Admits connections in turn. Returns which of them are still used in the end. */
  async function used(connections: pg.ClientBase[]): Promise<boolean[]> {
    const watch = watching()
    for (const connection of connections) await watch.admit(connection).catch(() => {})
    return connections.map(watch.isCurrent)
  }

  test('to the server of the others is used beside them', async () => {
    expect(await used([connectionTo('1'), connectionTo('1')])).toEqual([true, true])
  })
  test('to a promoted replica replaces them, and the old primary isn’t used again', async () => {
    const promoted = { timeline: '00000002' }
    expect(await used([connectionTo('1'), connectionTo('0', promoted), connectionTo('1')])).toEqual(
      [false, true, false],
    )
  })
  test('to a promoted replica, whose table of salts is empty, is told', async () => {
    const watch = watching()
    const changes = vi.fn()
    watch.onServerChange(changes)
    await watch.admit(connectionTo('1'))
    await watch.admit(connectionTo('1'))
    expect(changes).not.toHaveBeenCalled()
    await watch.admit(connectionTo('2', { timeline: '00000002' }))
    expect(changes).toHaveBeenCalledOnce()
  })
  test('to a server that was restarted replaces them, however often', async () => {
    expect(await used(['1', '2', '3'].map((started) => connectionTo(started)))).toEqual([
      false,
      false,
      true,
    ])
  })
  test('to a standby is refused, and they are kept', async () => {
    expect(await used([connectionTo('1'), connectionTo('2', { readOnly: true })])).toEqual([
      true,
      false,
    ])
  })
  test.each([
    ['an unrelated server', { system: 'two' }],
    ['a server that doesn’t tell', { canAsk: false }],
  ])('to %s replaces them, but not in turn', async (_, options) => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const watch = watching()
    const one = connectionTo('1', { canAsk: !('canAsk' in options) })
    const other = connectionTo('2', options)
    await watch.admit(one)
    await watch.admit(other)
    expect([one, other].map(watch.isCurrent)).toEqual([false, true])
    await expect(watch.admit(one)).rejects.toThrow('several servers in turn')
    expect([one, other].map(watch.isCurrent)).toEqual([false, true])
    vi.advanceTimersByTime(5_000)
    await watch.admit(one)
    expect([one, other].map(watch.isCurrent)).toEqual([true, false])
  })
  test('makes way for a new one if none was made for a minute, so that a move is found', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const watch = watching()
    const connections = Array.from({ length: 5 }, () => connectionTo('1'))
    for (const each of connections) await watch.admit(each)
    vi.advanceTimersByTime(59_999)
    expect(connections.filter(watch.retire)).toEqual([])
    vi.advanceTimersByTime(1)
    expect(connections.filter(watch.retire)).toHaveLength(1)
    vi.advanceTimersByTime(59_000)
    const moved = connectionTo('2')
    await watch.admit(moved)
    expect([...connections, moved].filter(watch.isCurrent)).toEqual([moved])
    vi.advanceTimersByTime(59_000)
    expect(watch.retire(moved)).toBe(false)
  })
  test('is replaced after ten minutes at most, and not all at once', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const watch = watching()
    const connections = Array.from({ length: 50 }, () => connectionTo('1'))
    for (const each of connections) await watch.admit(each)
    const oldAfter = async (ms: number) => {
      vi.advanceTimersByTime(ms)
      await watch.admit(connectionTo('1'))
      return connections.filter(watch.retire).length
    }
    const old = await oldAfter(8.7 * 60_000)
    expect(old).toBeGreaterThan(0)
    expect(old).toBeLessThan(50)
    expect(await oldAfter(1.3 * 60_000)).toBe(50)
  })
})
