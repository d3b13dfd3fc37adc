// @module-tag module
import '#tests/support/own-data-dir.ts'

import fc from 'fast-check'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const { db } = await import('#db/engine.ts')
const { createScheduler } = await import('#app/operations/jobs/scheduler.server.ts')
const { statusAfterCheck } = await import('#app/backlinks/check-record.server.ts')
type Job = Parameters<typeof createScheduler>[0][number]
type Scheduler = ReturnType<typeof createScheduler>

afterAll(() => db.destroy())

const hour = 3_600_000
let schedulers: Scheduler[] = []
let runs: string[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
})
afterEach(async () => {
  await Promise.all(schedulers.map((scheduler) => scheduler.stop()))
  schedulers = []
  runs = []
  await db.deleteFrom('job_runs').execute()
  vi.useRealTimers()
})

const job = (name: string, run: Job['run'] = async () => runs.push(name), everyMs = hour): Job => ({
  name,
  title: name,
  everyMs,
  run,
})

async function started(jobs: Job[]): Promise<Scheduler> {
  const scheduler = createScheduler(jobs, { settle: 10 })
  schedulers.push(scheduler)
  await scheduler.start()
  return scheduler
}

/** Lets time pass, and what that sets off reach the database. */
async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

const lastRun = () => db.selectFrom('job_runs').selectAll().executeTakeFirst()

describe('jobs', () => {
  test('a job runs soon after the first start, then in its interval', async () => {
    await started([job('a')])
    await pass(20)
    expect(runs).toEqual(['a'])
    await pass(hour - 100)
    expect(runs).toEqual(['a'])
    await pass(200)
    expect(runs).toEqual(['a', 'a'])
  })

  test('after a short stop it waits for its time, after a long one it runs at once', async () => {
    const first = await started([job('a')])
    await pass(20)
    await first.stop()
    vi.setSystemTime(Date.now() + hour / 2)
    const second = await started([job('a')])
    await pass(hour / 2 - 1000)
    expect(runs).toEqual(['a'])
    await pass(1000)
    expect(runs).toEqual(['a', 'a'])
    await second.stop()
    vi.setSystemTime(Date.now() + 50 * hour)
    await started([job('a')])
    await pass(20)
    expect(runs).toEqual(['a', 'a', 'a'])
  })

  test('R14: a clock that is moved makes no job run twice, and none wait for years', async () => {
    const first = await started([job('a')])
    await pass(20)
    for (const move of [24 * hour, 365 * 24 * hour, -48 * hour]) {
      vi.setSystemTime(Date.now() + move)
      await pass(hour / 10)
    }
    expect(runs).toEqual(['a'])
    await first.stop()
    vi.setSystemTime(Date.now() - 10 * 365 * 24 * hour)
    await started([job('a')])
    await pass(hour + 100)
    expect(runs).toEqual(['a', 'a'])
  })

  test('a weekly job runs on its weekday, and once late after a stop over it', async () => {
    // A Sunday.
    vi.setSystemTime(new Date('2026-06-07T12:00:00Z'))
    const weekly = (): Job => ({
      ...job('weekly', undefined, 7 * 24 * hour),
      at: () => ({ time: '07:00', zone: 'America/New_York', weekday: 1 }),
    })
    const first = await started([weekly()])
    await pass(22 * hour)
    expect([new Date().toISOString().slice(0, 13), runs]).toEqual(['2026-06-08T10', []])
    await pass(hour + 60_000)
    expect(runs).toEqual(['weekly'])
    await pass(24 * hour)
    expect(runs).toEqual(['weekly'])
    await first.stop()
    vi.setSystemTime(new Date('2026-06-17T12:00:00Z'))
    await started([weekly()])
    await pass(60_000)
    expect(runs).toEqual(['weekly', 'weekly'])
    await pass(hour)
    expect(runs).toEqual(['weekly', 'weekly'])
  })

  test('a job that takes long is not begun a second time', async () => {
    let running = 0
    let most = 0
    const long = async (signal: AbortSignal) => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => {
        setTimeout(resolve, 5 * hour)
        signal.addEventListener('abort', resolve)
      })
      running -= 1
      runs.push('long')
    }
    await started([job('long', long)])
    for (let hours = 0; hours < 12; hours += 1) await pass(hour)
    expect(most).toBe(1)
    expect(runs.length).toBeGreaterThan(1)
  })

  test('a job that fails is recorded, tried again, and delays no other', async () => {
    let times = 0
    const failing = async () => {
      times += 1
      if (times === 1) throw new Error('no luck')
    }
    await started([job('failing', failing), job('other')])
    await pass(20)
    expect(await lastRun()).toMatchObject({ name: 'failing', error: 'no luck' })
    expect(runs).toEqual(['other'])
    await pass(hour / 6 + 100)
    expect(times).toBe(2)
    expect(await lastRun()).toMatchObject({ error: null })
  })

  test('R12: a stop ends what runs, and the next start takes it up again', async () => {
    const waiting = (signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        runs.push('begun')
        signal.addEventListener('abort', () => resolve())
      })
    const first = await started([job('a', waiting)])
    await pass(20)
    await first.stop()
    expect(await lastRun()).toMatchObject({ finished_at: null })
    await started([job('a', waiting)])
    await pass(20)
    expect(runs).toEqual(['begun', 'begun'])
  })
})

describe('a job with a time of day', () => {
  const zone = 'America/New_York'
  const daily = (at: Job['at'] = () => ({ time: '03:30', zone })): Job => ({
    ...job('daily', async () => {
      runs.push(new Date().toISOString())
    }),
    everyMs: 24 * hour,
    at,
  })
  const minute = 60_000
  /** In steps no longer than the scheduler's own look at the clock. */
  async function hours(count: number): Promise<void> {
    for (let step = 0; step < count * 60; step += 1) await vi.advanceTimersByTimeAsync(minute)
    await pass(0)
  }

  test('runs once a day at that time, through both changes of the clocks', async () => {
    vi.setSystemTime(new Date('2026-03-07T12:00:00Z'))
    await started([daily()])
    await hours(48)
    expect(runs).toEqual(['2026-03-08T07:30:00.000Z', '2026-03-09T07:30:00.000Z'])
    runs = []
    vi.setSystemTime(new Date('2026-10-31T12:00:00Z'))
    await Promise.all(schedulers.map((scheduler) => scheduler.stop()))
    await db.deleteFrom('job_runs').execute()
    await started([daily(() => ({ time: '01:30', zone }))])
    await hours(48)
    // That hour comes twice on 1 November; the run does not.
    expect(runs).toEqual(['2026-11-01T05:30:00.000Z', '2026-11-02T06:30:00.000Z'])
  })

  test('R14: a clock that is moved by an hour, a day or a year makes it run no second time', async () => {
    vi.setSystemTime(new Date('2026-06-01T07:00:00Z'))
    await started([daily()])
    await hours(1)
    expect(runs).toHaveLength(1)
    for (const move of [hour, 24 * hour, 365 * 24 * hour, -400 * 24 * hour]) {
      vi.setSystemTime(Date.now() + move)
      await hours(4)
    }
    expect(runs).toHaveLength(1)
    await hours(30)
    expect(runs.length).toBeGreaterThanOrEqual(2)
    expect(runs.length).toBeLessThanOrEqual(3)
  })

  test('runs late rather than never after a downtime, and not at once on a new server', async () => {
    vi.setSystemTime(new Date('2026-06-01T06:00:00Z'))
    const first = await started([daily()])
    await hours(1)
    expect(runs).toEqual([])
    await hours(1)
    expect(runs).toHaveLength(1)
    await first.stop()
    vi.setSystemTime(new Date('2026-06-04T20:00:00Z'))
    await started([daily()])
    await pass(20)
    expect(runs).toHaveLength(2)
  })

  test('a new time is taken at the next look; turned off it does not run', async () => {
    vi.setSystemTime(new Date('2026-06-01T12:00:00Z'))
    let time: string | null = null
    const scheduler = await started([daily(() => (time === null ? null : { time, zone: 'UTC' }))])
    const next = () => {
      const at = scheduler.nextRuns()[0]?.nextAt ?? null
      return at === null ? null : new Date(at).toISOString()
    }
    await hours(30)
    expect(runs).toEqual([])
    expect(next()).toBeNull()
    time = '19:00'
    expect(next()).toBe('2026-06-02T19:00:00.000Z')
    await hours(2)
    expect(runs).toEqual(['2026-06-02T19:00:00.000Z'])
    time = '20:30'
    await hours(2)
    expect(runs).toHaveLength(2)
  })
})

describe('what checks make of a backlink', () => {
  const outcomes = ['found', 'missing', 'http_error', 'issue'] as const
  const statuses = ['active', 'pending', 'lost', 'broken'] as const

  test('it is lost only after two looks in a row that missed it; issues change nothing', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...statuses),
        fc.array(fc.constantFrom(...outcomes)),
        (status, history) => {
          let standing: ReturnType<typeof statusAfterCheck> = { status, misses: 0 }
          for (const [index, outcome] of history.entries()) {
            const before = standing
            standing = statusAfterCheck(before, outcome)
            const judged = history.slice(0, index + 1).filter((past) => past !== 'issue')
            const [last, second] = [judged.at(-1), judged.at(-2)]
            if (outcome === 'issue') expect(standing).toEqual(before)
            if (outcome === 'found') expect(standing.status).toBe('active')
            if (outcome === 'http_error') expect(standing.status).toBe('broken')
            if (before.status !== 'lost' && standing.status === 'lost') {
              expect([last, second]).toEqual(['missing', 'missing'])
            }
            if (last === 'missing' && second === 'missing') expect(standing.status).toBe('lost')
          }
        },
      ),
    )
  })
})
