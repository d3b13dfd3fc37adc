// @module-tag whole
import '#tests/support/own-data-dir.ts'
import { execFileSync } from 'node:child_process'
import { statSync, truncateSync } from 'node:fs'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { catchUp, catchUpShortly } from '#app/analytics/catch-up.server.ts'
import { countInNewTimeZones } from '#app/analytics/counting-job.server.ts'
import { inboxBacklog } from '#app/analytics/inbox.server.ts'
import { daysAreMoving } from '#app/analytics/rollups/site-days.server.ts'
import { verifyRollups } from '#app/analytics/rollups/verify.server.ts'
import {
  analyticsStats,
  closeEvents,
  enqueueEvent,
  flushEvents,
} from '#app/analytics/writer.server.ts'
import { env } from '#app/env.server.ts'
import { limitLog, stopWatchingLog, watchLog } from '#app/observe/write-ahead-log.server.ts'
import { changeSettings } from '#app/settings/settings.server.ts'
import { db } from '#db/engine.ts'
import { createRandom } from '#db/seed/random.ts'
import { maintain } from '#db/sqlite/database-process.ts'
import { addUser, createBrowser, openDatabase } from '#tests/support/accounts.ts'
import { discardApp, startApp } from '#tests/support/app-server.ts'
import { countingWorker } from '#tests/support/counting-worker.ts'
import { visitorEvent } from '#tests/support/visitor-events.ts'

const walOf = (file: string) => statSync(`${file}-wal`).size

/** A program that reads from one moment on, until it is closed. */
function startReader(file: string): SQLite.Database {
  const reader = new SQLite(file, { readonly: true })
  reader.exec('begin')
  reader.prepare('select count(*) from settings').get()
  return reader
}

describe('beside a reader that stays', () => {
  const high = 4_000_000
  const full = 10_000_000
  const random = createRandom(3)
  let sent = 0

  async function send(events: number): Promise<void> {
    for (let n = 0; n < events; n += 1) {
      enqueueEvent(visitorEvent(Date.now() - random.below(60) * 60_000, random))
    }
    sent += events
    await flushEvents()
  }
  const onRecord = () => {
    const connection = new SQLite(env.DATABASE_FILE, { readonly: true })
    const counts = connection
      .prepare(
        `select (select count(*) from analytics_events) as events,
          (select count(*) from analytics_events e where day =
            (select min(day) from analytics_events)) as early,
          (select ifnull(sum(json_array_length(events)), 0) from analytics_inbox) as inInbox,
          (select ifnull(min(last_event), 0) from analytics_pair_progress) as paired`,
      )
      .get() as { events: number; early: number; inInbox: number; paired: number }
    connection.close()
    return counts
  }
  /**
   * True once the job of what can wait has found out that the log must not grow. If it was the one that
   * made the log this long, nothing was left to be put off, so it gets more to do.
   */
  const figuresArePutOff = async () => {
    const jobs = db.selectFrom('jobs').select(['key', 'state', 'run_at'])
    const open = await jobs
      .where('kind', '=', 'counting')
      .where('finished_at', 'is', null)
      .execute()
    if (open.length === 0 && (await isInboxEmpty())) await send(150)
    const putOff = open.find(({ key, state }) => key === 'figures' && state === 'waiting')
    return (await isInboxEmpty()) && (putOff?.run_at ?? 0) > Date.now() + 30_000
  }
  const isInboxEmpty = async () => (await inboxBacklog(db, Date.now())).batches === 0
  beforeAll(() => limitLog({ high, full, fold: high }))
  afterEach(() => stopWatchingLog())
  afterAll(() => closeEvents())

  test('R18: the log stops growing: first pairs and days wait, then events are dropped; later all is made good', async () => {
    watchLog()
    countInNewTimeZones()
    await send(600)
    expect(await catchUp(600_000)).toBe(true)
    const reader = startReader(env.DATABASE_FILE)
    onTestFinished(() => {
      reader.close()
    })
    while (walOf(env.DATABASE_FILE) < high) {
      await send(150)
      // Counting a long backlog later would fill the log.
      await expect.poll(isInboxEmpty).toBe(true)
    }
    expect(analyticsStats().dropped).toBe(0)
    await expect.poll(figuresArePutOff).toBe(true)

    // Events are still taken, and nothing else is written for them.
    const before = onRecord()
    await changeSettings({ timeZone: 'PST' }, { id: null, label: 'Test', requestId: null })
    const atChange = walOf(env.DATABASE_FILE)
    expect(await catchUp(30_000)).toBe(false)
    await catchUpShortly()
    expect(onRecord()).toEqual(before)
    expect(walOf(env.DATABASE_FILE)).toBe(atChange)
    await send(150)
    await expect.poll(() => onRecord().events).toBe(before.events + 150)

    // A batch is written whole: 150 events are less than a megabyte.
    let largest = 0
    for (let round = 0; round < 200; round += 1) {
      await send(150)
      largest = Math.max(largest, walOf(env.DATABASE_FILE))
    }
    expect(largest).toBeGreaterThan(full - 1)
    expect(largest).toBeLessThan(full + 1_000_000)
    expect(analyticsStats().dropped).toBeGreaterThan(0)
    const { events, inInbox } = onRecord()
    expect(events + inInbox + analyticsStats().dropped).toBe(sent)

    reader.close()
    await expect
      .poll(
        async () => {
          await send(1)
          return walOf(env.DATABASE_FILE)
        },
        { interval: 500 },
      )
      .toBeLessThan(high)
    const { dropped } = analyticsStats()
    await send(150)
    expect(analyticsStats().dropped).toBe(dropped)
    await expect
      .poll(
        async () =>
          (await catchUp(30_000)) &&
          !(await daysAreMoving()) &&
          onRecord().paired === onRecord().events &&
          onRecord().events + analyticsStats().dropped === sent,
        { interval: 500 },
      )
      .toBe(true)
    expect(await verifyRollups(Date.now(), { includeToday: true })).toEqual([])
  })

  describe('that leaves behind a long log', () => {
    const fold = 2_000_000
    const never = Number.POSITIVE_INFINITY
    const { execPath } = process
    // Only what a test sends is written.
    beforeAll(() => countingWorker.stop())
    afterEach(() => {
      process.execPath = execPath
    })

    async function growBesideReader(): Promise<SQLite.Database> {
      const reader = startReader(env.DATABASE_FILE)
      onTestFinished(() => {
        reader.close()
      })
      while (walOf(env.DATABASE_FILE) < 2 * fold) await send(150)
      return reader
    }
    async function pragma(text: string): Promise<Record<string, number>> {
      const { rows } = await sql<Record<string, number>>`pragma ${sql.raw(text)}`.execute(db)
      return rows[0] ?? {}
    }
    const autocheckpoint = async () => (await pragma('wal_autocheckpoint')).wal_autocheckpoint
    const pagesToFold = async () => {
      const { log = 0, checkpointed = 0 } = await pragma('wal_checkpoint(noop)')
      return log - checkpointed
    }

    test('R18: none of our commits folds it in; a process of its own does, and then they do again', async () => {
      limitLog({ fold, foldEveryMs: never })
      watchLog()
      const reader = await growBesideReader()
      await expect.poll(autocheckpoint).toBe(0)
      const waiting = await pagesToFold()
      expect(waiting).toBeGreaterThan(300)

      reader.close()
      await sql`update settings set value = value`.execute(db)
      await send(1)
      expect(await pagesToFold()).toBeGreaterThan(waiting)

      // Other upkeep can take half an hour: here, it waits for the end of a pipe.
      const pipe = path.join(env.DATA_DIR, 'pipe')
      execFileSync('mkfifo', [pipe])
      const stop = new AbortController()
      const check = maintain({ kind: 'check', file: pipe }, stop.signal)
      limitLog({ fold, foldEveryMs: 100 })
      await expect.poll(() => walOf(env.DATABASE_FILE)).toBeLessThan(fold)
      stop.abort()
      expect(await check).toMatchObject({ ok: false, text: expect.stringContaining('SIGKILL') })
      await expect.poll(autocheckpoint).toBe(1000)
    })

    test('R18: when that process keeps failing, our commits fold it in again', async () => {
      limitLog({ fold, foldEveryMs: never })
      process.execPath = '/bin/false'
      watchLog()
      const reader = await growBesideReader()
      await expect.poll(autocheckpoint).toBe(0)
      limitLog({ fold, foldEveryMs: 100 })
      await expect.poll(autocheckpoint).toBe(1000)
      expect(await pagesToFold()).toBeGreaterThan(300)

      reader.close()
      await send(1)
      expect(await pagesToFold()).toBe(0)

      process.execPath = execPath
      await expect.poll(() => walOf(env.DATABASE_FILE)).toBeLessThan(fold)
    })
  })
})

test('R18: the server has a long log folded in by itself, without a visit', async () => {
  const app = await startApp({ LOG_LEVEL: 'warn' })
  onTestFinished(() => discardApp(app))
  const file = path.join(app.dataDir, 'cleanclip.db')
  const writer = new SQLite(file)
  writer.pragma('wal_autocheckpoint = 0')
  writer.exec('create table bulk (content blob)')
  writer.exec('insert into bulk values (zeroblob(20000000))')
  writer.close()
  expect(walOf(file)).toBeGreaterThan(20_000_000)
  await expect.poll(() => walOf(file)).toBeLessThan(1024 ** 2)
})

test('R18: over a gigabyte visits are not counted, operators read why, and it heals by itself', async () => {
  const app = await startApp({ LOG_LEVEL: 'warn' })
  onTestFinished(() => discardApp(app))
  const file = path.join(app.dataDir, 'cleanclip.db')
  const other = openDatabase(app)
  onTestFinished(async () => {
    await other.close()
  })
  await addUser(other, { email: 'op@site.example' })
  const browser = createBrowser(app)
  await browser.signIn('op@site.example')
  const views = "select ifnull(sum(views), 0) from analytics_days where dimension = 'all'"
  const view = () =>
    fetch(`${app.origin}/`, {
      headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' },
    })
  await view()
  await expect.poll(() => other.value(views)).toBe(1)

  const reader = startReader(file)
  onTestFinished(() => {
    reader.close()
  })
  const system = () => browser.html('/admin/system')
  // Sparse, and past the end that SQLite knows: as long as a log of that size, and no longer to write.
  truncateSync(`${file}-wal`, 300 * 1024 ** 2)
  expect(await system()).toMatch(/Database<\/span><span data-tone="warn"[^>]*>Log is large/)
  truncateSync(`${file}-wal`, 1100 * 1024 ** 2)
  expect(await system()).toMatch(/Database<\/span><span data-tone="bad"[^>]*>Log is full/)
  expect(await browser.html('/admin/notifications')).toContain('write-ahead log is full')
  await view()
  await app.said('events are dropped')
  expect(await other.value(views)).toBe(1)
  expect(await system()).toContain('1 dropped since the start')
  expect((await fetch(`${app.origin}/health`)).status).toBe(200)

  reader.close()
  await expect
    .poll(
      async () => {
        await view()
        return walOf(file)
      },
      { interval: 500 },
    )
    .toBeLessThan(1024 ** 2)
  const counted = Number(await other.value(views))
  await view()
  await expect.poll(() => other.value(views)).toBeGreaterThan(counted)
  expect(await system()).toMatch(/Database<\/span><span data-tone="good"[^>]*>Works/)
})
