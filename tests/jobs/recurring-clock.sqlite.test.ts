// @module-tag whole
import '#tests/support/own-data-dir.ts'

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ClockTime, JobHandler, JobKind, Recurrence } from '#app/jobs/job.ts'
import { recurringKinds } from '#app/jobs/job.ts'
import { planRecurring } from '#app/jobs/recurring.server.ts'
import { createWorker } from '#app/jobs/worker.server.ts'
import { db } from '#db/engine.ts'

const clock = vi.hoisted(() => ({ time: 0, at: 0 }))
// As at the start of a process, so that a test can start several.
vi.mock(import('#app/time/steady-clock.ts'), async (original) => ({
  ...(await original()),
  steadyNow: () => Math.max(Date.now(), Math.floor(clock.time + performance.now() - clock.at)),
}))

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

type Worker = ReturnType<typeof createWorker>
type Work = JobHandler<JobKind>['run']

let workers: Worker[] = []
let runs: string[] = []
/** What a change of settings does. */
let settingsChanged = async () => {}

beforeEach(() => {
  const toFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const
  vi.useFakeTimers({ toFake: [...toFake, 'performance'] })
})
afterEach(async () => {
  await stop()
  runs = []
  await db.deleteFrom('jobs').execute()
  vi.useRealTimers()
})

/** Ends the server, as it were. */
async function stop(): Promise<void> {
  const ending = Promise.all(workers.map((worker) => worker.stop()))
  await pass(0)
  await ending
  workers = []
}

const kinds = [...recurringKinds]

/** Starts a server with one recurring job for each recurrence. */
async function start(
  recurrences: Partial<Recurrence>[],
  run: (n: number) => Work = (n) => async () => void runs.push(`${n}`),
): Promise<void> {
  const handlers = recurrences.map((recurs, n) => [
    kinds[n],
    {
      title: 'Test',
      run: run(n),
      concurrency: 1,
      limitMs: 10 * hour,
      retryAfterMs: () => 10 * minute,
      recurs: { group: 'Database', everyMs: hour, ...recurs },
    },
  ])
  Object.assign(clock, { time: Date.now(), at: performance.now() })
  const byKind = Object.fromEntries(handlers)
  const worker = createWorker(byKind)
  settingsChanged = () => planRecurring(byKind)
  worker.start()
  workers.push(worker)
  // What it plans at its start is written before time passes, as on a server.
  await pass(0)
  await pass(5_000)
}

/** Lets time pass at once, and what that sets off reach the database. */
async function pass(ms: number): Promise<void> {
  vi.advanceTimersByTime(ms)
  for (let turn = 0; turn < 30; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** In steps no longer than the worker's own look at the schedule. */
async function hours(count: number): Promise<void> {
  for (let step = 0; step < count * 60; step += 1) await pass(minute)
}

const waiting = () =>
  db.selectFrom('jobs').selectAll().where('state', '=', 'waiting').executeTakeFirst()

describe('work that recurs in an interval', () => {
  test('runs soon after the first start, then in its interval', async () => {
    await start([{}])
    expect(runs).toEqual(['0'])
    await hours(0.9)
    expect(runs).toEqual(['0'])
    await hours(0.2)
    expect(runs).toEqual(['0', '0'])
  })

  test('after a short stop it waits for its time, after a long one it runs at once', async () => {
    await start([{}])
    await stop()
    await pass(hour / 2)
    await start([{}])
    await hours(0.4)
    expect(runs).toEqual(['0'])
    await hours(0.2)
    expect(runs).toEqual(['0', '0'])
    await stop()
    await pass(50 * hour)
    await start([{}])
    expect(runs).toEqual(['0', '0', '0'])
  })

  test('R14: a clock that is moved makes nothing run twice, and nothing wait for years', async () => {
    await start([{}])
    for (const move of [day, 365 * day, -2 * day]) {
      vi.setSystemTime(Date.now() + move)
      await hours(0.1)
    }
    expect(runs).toEqual(['0'])
    await stop()
    vi.setSystemTime(Date.now() - 10 * 365 * day)
    await start([{}])
    expect(runs).toEqual(['0'])
    await hours(1.1)
    expect(runs).toEqual(['0', '0'])
  })

  test('R14: put off by a clock that jumped ahead, it runs in its interval after that was set right', async () => {
    await start([{}])
    vi.setSystemTime(Date.now() + 365 * day)
    await hours(0.1)
    await stop()
    vi.setSystemTime(Date.now() - 365 * day)
    await start([{}])
    await hours(1.1)
    expect(runs).toEqual(['0', '0'])
  })

  test('that takes long is not begun a second time', async () => {
    let running = 0
    let most = 0
    await start([{}], () => async ({ signal }) => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => {
        setTimeout(resolve, 5 * hour)
        signal.addEventListener('abort', resolve)
      })
      running -= 1
      runs.push('long')
    })
    await hours(12)
    expect(most).toBe(1)
    expect(runs.length).toBeGreaterThan(1)
  })

  test('that fails is tried again, and delays no other', async () => {
    let times = 0
    await start([{}, {}], (n) => async () => {
      runs.push(`${n}`)
      if (n > 0) return
      times += 1
      if (times === 1) throw new Error('no luck')
    })
    expect(runs).toEqual(['0', '1'])
    await hours(0.2)
    expect(runs).toEqual(['0', '1', '0'])
    await hours(0.7)
    expect(runs).toHaveLength(3)
  })
})

describe('work at a time of day', () => {
  const zone = 'America/New_York'
  const daily = (at: () => ClockTime | null = () => ({ time: '03:30', zone })) => [
    { everyMs: day, at },
  ]
  const note = () => async () => void runs.push(new Date().toISOString().slice(0, 16))

  test('is done once a day at that time, through both changes of the clocks', async () => {
    vi.setSystemTime(new Date('2026-03-07T12:00:00Z'))
    await start(daily(), note)
    await hours(48)
    expect(runs).toEqual(['2026-03-08T07:30', '2026-03-09T07:30'])
    runs = []
    await stop()
    vi.setSystemTime(new Date('2026-10-31T12:00:00Z'))
    await db.deleteFrom('jobs').execute()
    await start(
      daily(() => ({ time: '01:30', zone })),
      note,
    )
    await hours(48)
    // That hour comes twice on 1 November; the run does not.
    expect(runs).toEqual(['2026-11-01T05:30', '2026-11-02T06:30'])
  })

  test('weekly, on its weekday, and once late after a stop over it', async () => {
    // A Sunday.
    vi.setSystemTime(new Date('2026-06-07T12:00:00Z'))
    const weekly = [{ everyMs: 7 * day, at: () => ({ time: '07:00', zone, weekday: 1 }) }]
    await start(weekly)
    await pass(22 * hour)
    expect([new Date().toISOString().slice(0, 13), runs]).toEqual(['2026-06-08T10', []])
    await hours(1.1)
    expect(runs).toEqual(['0'])
    await hours(24)
    expect(runs).toEqual(['0'])
    await stop()
    vi.setSystemTime(new Date('2026-06-17T12:00:00Z'))
    await start(weekly)
    expect(runs).toEqual(['0', '0'])
    await hours(1)
    expect(runs).toEqual(['0', '0'])
  })

  test('R14: a clock that is moved by an hour, a day or a year makes it run no second time', async () => {
    vi.setSystemTime(new Date('2026-06-01T07:00:00Z'))
    await start(daily())
    await hours(1)
    expect(runs).toHaveLength(1)
    for (const move of [hour, -hour, day, 365 * day, -400 * day]) {
      vi.setSystemTime(Date.now() + move)
      await hours(4)
    }
    expect(runs).toHaveLength(1)
    await hours(30)
    expect(runs.length).toBeGreaterThanOrEqual(2)
    expect(runs.length).toBeLessThanOrEqual(3)
  })

  test('R14: a clock that was an hour ahead until the server started makes it run no second time', async () => {
    vi.setSystemTime(new Date('2026-06-01T07:00:00Z'))
    await start(daily())
    await hours(1)
    vi.setSystemTime(Date.now() - hour)
    await hours(1)
    await stop()
    await start(daily())
    await hours(20)
    expect(runs).toHaveLength(1)
    await hours(6)
    expect(runs).toHaveLength(2)
  })

  test('is done late rather than never after a downtime, and not at once on a new server', async () => {
    vi.setSystemTime(new Date('2026-06-01T06:00:00Z'))
    await start(daily())
    await hours(1)
    expect(runs).toEqual([])
    await hours(1)
    expect(runs).toHaveLength(1)
    await stop()
    vi.setSystemTime(new Date('2026-06-04T20:00:00Z'))
    await start(daily())
    expect(runs).toHaveLength(2)
  })

  test('follows the settings at once; turned off it isn’t done', async () => {
    vi.setSystemTime(new Date('2026-06-01T12:00:00Z'))
    let time: string | null = null
    await start(
      daily(() => (time === null ? null : { time, zone: 'UTC' })),
      note,
    )
    const next = async () => {
      const job = await waiting()
      return job === undefined ? null : new Date(job.run_at).toISOString().slice(0, 16)
    }
    await hours(30)
    expect(runs).toEqual([])
    expect(await next()).toBeNull()
    time = '19:00'
    await settingsChanged()
    expect(await next()).toBe('2026-06-02T19:00')
    await hours(2)
    expect(runs).toEqual(['2026-06-02T19:00'])
    time = '20:30'
    await settingsChanged()
    expect(await next()).toBe('2026-06-02T20:30')
    time = null
    await settingsChanged()
    await hours(2)
    expect(runs).toHaveLength(1)
    expect(await next()).toBeNull()
    // The time passed while it was off.
    time = '21:00'
    await settingsChanged()
    expect(await next()).toBe('2026-06-03T21:00')
  })

  test('that fails is retried, unless it was turned off meanwhile: then it stays failed', async () => {
    vi.setSystemTime(new Date('2026-06-01T07:00:00Z'))
    let isOn = true
    await start(
      daily(() => (isOn ? { time: '03:30', zone } : null)),
      () => async () => {
        runs.push('')
        throw new Error('no luck')
      },
    )
    await hours(0.6)
    expect(runs).toHaveLength(1)
    await hours(0.2)
    expect(runs).toHaveLength(2)
    expect(await waiting()).toMatchObject({ error: 'no luck', attempts: 2 })
    isOn = false
    await settingsChanged()
    await hours(0.3)
    expect(await waiting()).toBeUndefined()
    expect(runs).toHaveLength(2)
  })
})
