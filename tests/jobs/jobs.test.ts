// @module-tag module
import '#tests/support/own-data-dir.ts'

import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { env } from '#app/env.server.ts'
import type { Job, JobHandler, JobKind } from '#app/jobs/job.ts'
import { dismissJob, failedJobs, tryJobAgain } from '#app/jobs/job-list.server.ts'
import {
  ClaimLostError,
  cancelJobs,
  claimJobs,
  dueKinds,
  enqueue,
  renewClaims,
  settleJob,
} from '#app/jobs/queue.server.ts'
import { tidyJobs } from '#app/jobs/tidy.server.ts'
import { createWorker } from '#app/jobs/worker.server.ts'
import { log } from '#app/observe/log.server.ts'
import { db, transact, upkeepDb } from '#db/engine.ts'
import { writeLock } from '#db/postgres/transactions.ts'
import { limits } from '#tests/support/limits.ts'
import { openSql, testEngine } from '#tests/support/sql.ts'

const disk = 'The disk is full here'
// As the engine says it of a disk that is full.
vi.mock(import('#db/engine.ts'), async (original) => {
  const engine = await original()
  const isFull = (error: unknown) => error instanceof Error && error.message.includes(disk)
  return { ...engine, faultOf: (error) => (isFull(error) ? 'full' : engine.faultOf(error)) }
})

// Fake timers leave these as they are.
vi.mock(import('node:timers/promises'), async (original) => {
  const timers = await original()
  const wait = (ms?: number, value?: unknown) =>
    new Promise((resolve) => setTimeout(resolve, ms, value).unref())
  return { ...timers, setTimeout: wait as typeof timers.setTimeout }
})

// No handler of the product runs here: the kind is only a name.
const kind = 'mail'
const dayMs = 86_400_000
const nothing = async () => {}
const hang = { timeout: limits.poll }

beforeEach(async () => {
  await db.deleteFrom('jobs').execute()
})
afterEach(() => {
  vi.useRealTimers()
})

const add = (...numbers: number[]) =>
  transact((trx) =>
    enqueue(
      trx,
      kind,
      numbers.map((mail) => ({ payload: { mail }, key: String(mail) })),
    ),
  )
const claim = (worker: string, concurrency = 3) => claimJobs(kind, { concurrency, worker, own: [] })
const rows = () => db.selectFrom('jobs').selectAll().orderBy('id').execute()
const states = async () => (await rows()).map(({ state, attempts }) => `${state} ${attempts}`)
/** As if so much time had passed for all claims. */
const ageClaims = (ms: number) =>
  db
    .updateTable('jobs')
    .set((eb) => ({ claimed_until: eb('claimed_until', '-', ms) }))
    .where('state', '=', 'running')
    .execute()

/** Called when the outcome of a job can't be written. */
function outcomeNotWritten() {
  const called = vi.fn()
  const warn = log.warn.bind(log)
  const spy = vi.spyOn(log, 'warn').mockImplementation((...args: Parameters<typeof warn>) => {
    if (args.at(-1) === 'outcome of a job not written yet') called()
    else warn(...args)
  })
  onTestFinished(() => spy.mockRestore())
  return called
}

function startWorker(run: JobHandler<JobKind>['run'], more: Partial<JobHandler<JobKind>> = {}) {
  const handler = {
    title: 'Test',
    run,
    concurrency: 3,
    limitMs: 10_000,
    retryAfterMs: () => 60_000,
    ...more,
  }
  const worker = createWorker({ [kind]: handler })
  worker.start()
  onTestFinished(() => worker.stop())
  return worker
}

describe('a claim', () => {
  test('R35: two processes at once never get the same job, nor more than the site’s limit', async () => {
    await add(1, 2, 3, 4, 5, 6)
    const claims = await Promise.all(['a', 'b', 'c'].map((worker) => claim(worker, 4)))
    const ids = claims.flat().map(({ id }) => id)
    expect(ids).toHaveLength(4)
    expect(new Set(ids).size).toBe(4)
  })

  test('R35: a frozen owner whose claim ran out writes nothing afterward', async () => {
    await add(1)
    const [frozen] = await claim('frozen')
    if (frozen === undefined) throw new Error('a job is due')
    expect(await claim('other')).toEqual([])
    await ageClaims(6_001)
    const [next] = await claim('other')
    if (next === undefined) throw new Error('the claim has run out')
    const written = vi.fn(nothing)
    for (const state of ['running', 'done', 'given back'] as const) {
      await expect(settleJob(frozen, { state }, written)).rejects.toThrow(ClaimLostError)
    }
    expect(written).not.toHaveBeenCalled()
    expect((await renewClaims([frozen])).size).toBe(0)
    await settleJob(next, { state: 'done' }, written)
    expect(await states()).toEqual(['done 2'])
  })

  test('R35: one that is renewed stays, so no long job runs twice', async () => {
    await add(1)
    const [mine] = await claim('mine')
    if (mine === undefined) throw new Error('a job is due')
    await ageClaims(5_000)
    expect((await renewClaims([mine])).has(mine.id)).toBe(true)
    await ageClaims(5_000)
    expect(await claim('other')).toEqual([])
  })

  test('R14, R35: a job written by a clock a day ahead isn’t a day late, nor run twice', async () => {
    await add(1)
    await db
      .updateTable('jobs')
      .set((eb) => ({
        run_at: eb('run_at', '+', dayMs),
        created_at: eb('created_at', '+', dayMs),
      }))
      .execute()
    expect(await claim('one')).toEqual([])
    await tidyJobs()
    const [job] = await claim('one')
    expect(job).toBeDefined()
    // A claim that ends in a day is of no clock that is right.
    await ageClaims(-dayMs)
    expect(await claim('other')).toHaveLength(1)
    await expect(
      settleJob({ ...job, token: 'x' } as never, { state: 'done' }, nothing),
    ).rejects.toThrow()
  })
})

describe('a key', () => {
  test('is unique while its job waits, and due at the earlier of both times', async () => {
    await transact((trx) =>
      enqueue(trx, kind, [{ payload: { mail: 1 }, key: '1', runAt: Date.now() + dayMs }]),
    )
    expect(await dueKinds([kind])).toEqual([])
    await add(1)
    expect(await dueKinds([kind])).toEqual([kind])
    expect(await rows()).toHaveLength(1)
  })

  test('asked for while its job runs: it runs once more, and once only', async () => {
    await add(1)
    const goOn = Promise.withResolvers<void>()
    const run = vi.fn(() => (run.mock.calls.length === 1 ? goOn.promise : nothing()))
    startWorker(run)
    await vi.waitUntil(() => run.mock.calls.length === 1, hang)
    await add(1)
    await add(1)
    goOn.resolve()
    await expect.poll(states).toEqual(['done 1'])
    expect(run).toHaveBeenCalledTimes(2)
  })

  test('taken back while it waits, its job never runs; a running one goes on', async () => {
    await add(1, 2)
    const [running] = await claim('one', 1)
    await transact((trx) => cancelJobs(trx, kind, ['1', '2']))
    expect((await rows()).map(({ id }) => id)).toEqual([running?.id])
  })
})

describe('a worker', () => {
  test('leaves no row of jobs that run all the time, and none is lost that was asked for meanwhile', async () => {
    await add(1, 2)
    const goOn = Promise.withResolvers<void>()
    const run = vi.fn(() => (run.mock.calls.length === 1 ? goOn.promise : nothing()))
    startWorker(run, { isFrequent: true, concurrency: 1 })
    await vi.waitUntil(() => run.mock.calls.length === 1, hang)
    await add(1)
    goOn.resolve()
    await expect.poll(states).toEqual([])
    expect(run).toHaveBeenCalledTimes(3)
  })

  test('starts a job of its own process after the commit, one of another with the next second', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const run = vi.fn(nothing)
    const until = async (fits: () => boolean | Promise<boolean>) => {
      while (!(await fits())) await new Promise((resolve) => setImmediate(resolve))
    }
    startWorker(run)
    for (let n = 1; n <= 5; n += 1) {
      await add(n)
      await until(() => run.mock.calls.length === n)
      await until(async () => (await states()).every((state) => state === 'done 1'))
    }
    const elsewhere = openSql(env.DATA_DIR)
    onTestFinished(() => elsewhere.close())
    await elsewhere.run(
      `insert into jobs (kind, payload, state, run_at, created_at) values (?, '{}', 'waiting', 1, 1)`,
      kind,
    )
    // No timer has fired so far.
    expect(run).toHaveBeenCalledTimes(5)
    // The faked time goes on as the real one, or it would end statements that are on their way.
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(6), { timeout: limits.poll })
  })

  test('has a failed job tried again by its plan, and keeps it with the reason after the last try', async () => {
    const fails = vi.fn(async (_job: Job<JobKind>) => {
      throw new Error('No room')
    })
    startWorker(fails, { retryAfterMs: (attempts) => (attempts < 3 ? 1 : null) })
    await add(1)
    await expect.poll(states).toEqual(['failed 3'])
    expect(fails.mock.calls.map(([job]) => job.isLastAttempt)).toEqual([false, false, true])
    const [failed] = await failedJobs()
    expect(failed).toMatchObject({ kind, error: 'No room', attempts: 3 })
    await transact((trx) => tryJobAgain(trx, failed?.id ?? 0))
    await expect.poll(() => fails.mock.calls.length).toBe(6)
    await expect.poll(states).toEqual(['failed 3'])
    const [again] = await failedJobs()
    expect(await dismissJob(db, again?.id ?? 0)).toBe(kind)
    expect(await rows()).toEqual([])
  })

  test('ends a job that takes too long, even one that never notices', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    let late: Job<JobKind> | undefined
    startWorker(
      (job) => {
        late = job
        return new Promise(() => {})
      },
      { limitMs: 50 },
    )
    await add(1)
    await vi.waitUntil(() => late !== undefined, hang)
    vi.advanceTimersByTime(60)
    vi.advanceTimersByTime(6_000)
    await expect.poll(async () => (await rows())[0]?.error).toBe('It took too long')
    expect(await states()).toEqual(['waiting 1'])
    await expect(late?.write(nothing)).rejects.toThrow(ClaimLostError)
  })

  test('R12: a stop releases jobs as if they had not been tried', async () => {
    const run = vi.fn(
      ({ signal }: Job<JobKind>) =>
        new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
    )
    const worker = startWorker(run)
    await add(1)
    await vi.waitUntil(() => run.mock.calls.length === 1, hang)
    await worker.stop()
    expect(await states()).toEqual(['waiting 0'])
  })

  test('R35: writes how a job ended once the database takes it again: it isn’t done twice', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const unwritten = outcomeNotWritten()
    const run = vi.fn(nothing)
    startWorker(run)
    const elsewhere = openSql(env.DATA_DIR)
    onTestFinished(() => elsewhere.close())
    await elsewhere.withTrigger(
      'before update of finished_at on jobs',
      { failWith: disk },
      async () => {
        await add(1)
        await expect.poll(() => unwritten).toHaveBeenCalled()
        expect(await states()).toEqual(['running 1'])
      },
    )
    vi.advanceTimersByTime(1_000)
    await expect.poll(states).toEqual(['done 1'])
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('R35: would run a job a second time that it still runs, if its claim ran out', async () => {
    const goOn = Promise.withResolvers<void>()
    const run = vi.fn((_job: Job<JobKind>) => goOn.promise)
    startWorker(run)
    await add(1)
    await expect.poll(states).toEqual(['running 1'])
    await ageClaims(6_001)
    await add(2)
    await expect.poll(() => run.mock.calls.length).toBeGreaterThan(1)
    expect(run.mock.calls.map(([{ payload }]) => payload)).toEqual([{ mail: 1 }, { mail: 2 }])
    goOn.resolve()
    await expect.poll(states).toEqual(['done 1', 'done 1'])
  })

  test.runIf(testEngine === 'sqlite')(
    'R19, R35: a full disk refuses new jobs whole, and those that are queued go on once there is room',
    async () => {
      const pragma = async (statement: string) => {
        const { rows } = await sql.raw<Record<string, number>>(statement).execute(db)
        return Object.values(rows[0] ?? {})[0] ?? 0
      }
      const before = await pragma('pragma max_page_count')
      onTestFinished(async () => void (await pragma(`pragma max_page_count = ${before}`)))
      await add(1)
      await pragma(`pragma max_page_count = ${await pragma('pragma page_count')}`)
      const fill = async () => {
        for (let n = 2; ; n += 100) await add(...Array.from({ length: 100 }, (_, more) => n + more))
      }
      await expect(fill()).rejects.toMatchObject({ reason: 'full' })
      const queued = (await rows()).length
      expect(queued % 100).toBe(1)
      const run = vi.fn(nothing)
      startWorker(run)
      await pragma(`pragma max_page_count = ${before}`)
      await expect.poll(async () => new Set(await states())).toEqual(new Set(['done 1']))
      expect(run).toHaveBeenCalledTimes(queued)
    },
  )

  test.runIf(testEngine === 'postgres')(
    'R35: a server that is gone while a job runs costs no second run, and no job',
    async () => {
      const unwritten = outcomeNotWritten()
      const goOn = Promise.withResolvers<void>()
      const run = vi.fn(() => goOn.promise)
      startWorker(run)
      await add(1)
      await vi.waitUntil(() => run.mock.calls.length === 1, hang)
      // What writes has to wait, and is cut off while it does.
      const other = new pg.Client({ connectionString: process.env.DATABASE_URL })
      await other.connect()
      onTestFinished(() => other.end())
      await other.query('select pg_advisory_lock($1)', [writeLock])
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      goOn.resolve()
      while (unwritten.mock.calls.length === 0) {
        vi.advanceTimersByTime(1_000)
        await other.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`)
      }
      // As if it had been gone for longer than the claim lasts.
      await other.query("update jobs set claimed_until = 0 where state = 'running'")
      await other.query('select pg_advisory_unlock($1)', [writeLock])
      vi.advanceTimersByTime(1_000)
      await expect.poll(states).toEqual(['done 1'])
      await add(2)
      await expect.poll(states).toEqual(['done 1', 'done 1'])
      expect(run).toHaveBeenCalledTimes(2)
    },
  )

  test('that has nothing to do asks the database no more than once a second', async () => {
    const toFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const
    vi.useFakeTimers({ toFake: [...toFake, 'performance'] })
    const spies = [...new Set([db, upkeepDb])].map((each) =>
      vi.spyOn(each.getExecutor(), 'executeQuery'),
    )
    onTestFinished(() => void vi.restoreAllMocks())
    const statements = () => spies.flatMap(({ mock }) => mock.results)
    /** Waits until it has asked, has been answered, and waits for the next pulse. */
    const hasAsked = async () => {
      while (statements().length === 0) await new Promise(setImmediate)
      for (let seen = 0; seen < statements().length; ) {
        seen = statements().length
        await Promise.all(statements().map(({ value }) => value))
        await new Promise(setImmediate)
      }
    }
    startWorker(nothing)
    await hasAsked()
    for (let pulse = 1; pulse <= 10; pulse += 1) {
      for (const { mockClear } of spies) mockClear()
      vi.advanceTimersByTime(1_150)
      await hasAsked()
      expect(statements()).toHaveLength(1)
    }
  })
})

test('jobs that are done are kept for a week, failed ones until they are dismissed', async () => {
  await add(1, 2, 3)
  const [one, two, three] = await claim('one')
  if (one === undefined || two === undefined || three === undefined)
    throw new Error('three are due')
  await settleJob(one, { state: 'done' }, nothing)
  await settleJob(two, { state: 'done' }, nothing)
  await settleJob(three, { state: 'failed', error: 'No' }, nothing)
  await db
    .updateTable('jobs')
    .set((eb) => ({ finished_at: eb('finished_at', '-', 8 * dayMs) }))
    .where('id', '<>', two.id)
    .execute()
  await tidyJobs()
  expect((await rows()).map(({ id }) => id)).toEqual([two.id, three.id])
})
