import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const dataDir = mkdtempSync(path.join(tmpdir(), 'cleanclip-jobs-'))
process.env.DATA_DIR = dataDir
process.env.LOG_LEVEL = 'silent'
const { db } = await import('#db/client.ts')
const { createScheduler } = await import('#app/jobs/scheduler.server.ts')
const { standingAfter } = await import('#app/models/backlink-check.server.ts')
type Job = Parameters<typeof createScheduler>[0][number]
type Scheduler = ReturnType<typeof createScheduler>

afterAll(async () => {
  await db.destroy()
  rmSync(dataDir, { recursive: true, force: true })
})

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

  test('one that fails is told, tried again, and holds up no other', async () => {
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

describe('what checks make of a backlink', () => {
  const outcomes = ['found', 'missing', 'http_error', 'issue'] as const
  const statuses = ['active', 'pending', 'lost', 'broken'] as const

  test('it is lost only after two looks in a row that missed it; issues change nothing', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...statuses),
        fc.array(fc.constantFrom(...outcomes)),
        (status, history) => {
          let standing: ReturnType<typeof standingAfter> = { status, misses: 0 }
          for (const [index, outcome] of history.entries()) {
            const before = standing
            standing = standingAfter(before, outcome)
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
