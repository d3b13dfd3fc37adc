// @module-tag module
import '#tests/support/own-data-dir.ts'

import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Job, JobHandler, JobKind } from '#app/jobs/job.ts'
import { endOf, lastRun, lastRuns, plannedJobs } from '#app/jobs/job-list.server.ts'
import { ClaimLostError, claimJobs, settleJob } from '#app/jobs/queue.server.ts'
import { planNext, planRecurring, runSoon } from '#app/jobs/recurring.server.ts'
import { createWorker } from '#app/jobs/worker.server.ts'
import { liveCursor, topicChanged, topicsSince } from '#app/live/live-topics.server.ts'
import { db } from '#db/engine.ts'

const kind = 'message-retention'
const hour = 3_600_000
const recurs = { group: 'Database', everyMs: hour } as const
const nothing = async () => {}

beforeEach(async () => {
  await db.deleteFrom('jobs').execute()
})

const handlersOf = (run: JobHandler<JobKind>['run']) => ({
  [kind]: {
    title: 'Test',
    run,
    concurrency: 1,
    limitMs: 10_000,
    retryAfterMs: () => hour,
    recurs,
  },
})

/** A process that was started two seconds ago: only then does it claim recurring work. */
async function startWorker(run: JobHandler<JobKind>['run']) {
  const worker = createWorker(handlersOf(run))
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() - 2_000)
  worker.start()
  clock.mockRestore()
  onTestFinished(() => worker.stop())
  await expect.poll(rows).toMatchObject([{ kind }])
  worker.wake(kind)
}

const rows = () => db.selectFrom('jobs').selectAll().orderBy('id').execute()
const claim = async () => {
  const [job] = await claimJobs(kind, { concurrency: 1, worker: 'w', own: [] })
  return job
}

test('R35: processes that start at once plan a job once, and its key carries its due time', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  await Promise.all([1, 2, 3].map(() => planRecurring(handlersOf(nothing))))
  const [first, ...more] = await rows()
  expect(more).toEqual([])
  expect(Date.parse(first?.key ?? '')).toBe(first?.run_at)
})

test('R31, R35: a run whose process froze is repeated by another, and plans nothing afterward', async () => {
  await planRecurring(handlersOf(nothing))
  const frozen = await claim()
  if (frozen === undefined) throw new Error('it is due')
  await db.updateTable('jobs').set({ claimed_until: 0 }).execute()
  const next = await claim()
  if (next === undefined) throw new Error('the claim has run out')
  const plan = (job: typeof next) =>
    settleJob(job, { state: 'done' }, (trx) => planNext(trx, job, recurs, 0))
  await plan(next)
  await expect(plan(frozen)).rejects.toThrow(ClaimLostError)
  expect((await rows()).map(({ state }) => state)).toEqual(['done', 'waiting'])
  const [planned] = await plannedJobs()
  expect((planned?.run_at ?? 0) - Date.now()).toBeGreaterThan(hour / 2)
})

// Before other tests whose work fails: the bell menu hears of a change every five seconds at most.
test('operators would not see in the bell menu that recurring work fails, until they reload', async () => {
  await startWorker(async () => {
    throw new Error('no luck')
  })
  const before = liveCursor()
  await expect.poll(() => topicsSince(before)).toContain('badge')
  expect(await lastRuns()).toMatchObject([{ kind, error: 'no luck' }])
})

describe('Run now', () => {
  test('at any process makes it due once, and reports its end there: a failure, then a success', async () => {
    const ended = vi.fn()
    const run = vi.fn(async (_job: Job<JobKind>) => {
      if (run.mock.calls.length === 1) throw new Error('no luck')
    })
    const requested = await runSoon(kind)
    expect(await runSoon(kind)).toEqual(requested)
    if (requested === null) throw new Error('it does not run yet')
    void endOf(requested).then(ended)
    topicChanged('jobs')
    await startWorker(run)
    await expect.poll(() => ended.mock.calls).toEqual([['no luck']])
    expect(await lastRun(kind)).toMatchObject({ error: 'no luck', finishedAt: null })

    const again = await runSoon(kind)
    if (again === null) throw new Error('it waits for its retry')
    expect(await endOf(again)).toBeNull()
    expect(run).toHaveBeenCalledTimes(2)
    const last = await lastRun(kind)
    expect(last).toMatchObject({ error: null, finishedAt: expect.any(Number) })
    const [planned] = await plannedJobs()
    expect((planned?.run_at ?? 0) - (last?.startedAt ?? 0)).toBeGreaterThan(hour - 10_000)
  })

  test('is refused while it runs, and starts no second run after it', async () => {
    const goOn = Promise.withResolvers<void>()
    const run = vi.fn(() => goOn.promise)
    await startWorker(run)
    await expect.poll(() => run.mock.calls.length).toBe(1)
    expect(await runSoon(kind)).toBeNull()
    goOn.resolve()
    await expect
      .poll(async () => (await rows()).map(({ state }) => state))
      .toEqual(['done', 'waiting'])
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('of work that only a newer version knows waits for that one', async () => {
    await runSoon('weekly-report')
    await planRecurring(handlersOf(nothing))
    const kinds = async () => (await plannedJobs()).map((job) => job.kind).sort()
    expect(await kinds()).toEqual([kind, 'weekly-report'])
  })
})
