// @module-tag module
import '#tests/support/own-data-dir.ts'

import { afterEach, describe, expect, test, vi } from 'vitest'
import { topicChanged } from '#app/observe/live-topics.server.ts'
import {
  createPlanWriter,
  endOfRequested,
  plannedRun,
  requestedJobs,
  requestJob,
  runRequested,
} from '#app/operations/jobs/job-plan.server.ts'
import { recordJobEnd, storedJobs } from '#app/operations/jobs/job-run.server.ts'
import { createScheduler, type Job } from '#app/operations/jobs/scheduler.server.ts'
import { LeaseLostError } from '#app/processes/lease.server.ts'
import { db } from '#db/engine.ts'
import { clock, newProcess } from '../processes/processes-world.ts'

const hour = 3_600_000

afterEach(async () => {
  await db.deleteFrom('job_runs').execute()
})

/** A process that runs the jobs while it has the lease. */
function withJobs(id: string, run: Job['run']) {
  const process = newProcess(id)
  const jobs: Job[] = [
    { name: 'report', title: 'Report', everyMs: hour, run },
    { name: 'off', title: 'Off', everyMs: 24 * hour, at: () => null, run },
  ]
  const scheduler = createScheduler(jobs, {
    settle: 60_000,
    lease: process.lease,
    onPlanned: () => plan.update(),
  })
  const plan = createPlanWriter(scheduler.nextRuns, process.lease.fence)
  process.lease.onLeading(scheduler.start, scheduler.stop)
  return { ...process, scheduler, plan }
}

const stored = async () => (await storedJobs()).find(({ name }) => name === 'report')

describe('jobs of several processes', () => {
  test('a job runs where the lease is, and nowhere else', async () => {
    const run = vi.fn(async () => {})
    const a = withJobs('a', run)
    const b = withJobs('b', run)
    await a.lease.turn()
    await b.lease.turn()
    expect(b.scheduler.runNow('report')).toBeNull()
    expect(await a.scheduler.runNow('report')).toBeNull()
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('what was cut short by a kill is due at the next leader, and a run that ended is not', async () => {
    const cutShort = Promise.withResolvers<void>()
    const a = withJobs('a', () => cutShort.promise)
    const b = withJobs('b', async () => {})
    await a.lease.turn()
    const late = a.scheduler.runNow('report')
    await vi.waitUntil(async () => (await stored()) !== undefined)
    clock.ms += 8_000
    await b.lease.turn()
    const [next] = b.scheduler.nextRuns()
    expect(next?.nextAt).toBeLessThanOrEqual(Date.now() + 60_000)
    await b.scheduler.runNow('report')
    await b.plan.settled()
    const ended = await stored()
    // The late one comes to its end, and is not recorded: it would say that of the other's run.
    cutShort.resolve()
    await late
    expect(await stored()).toEqual({ ...ended, nextAt: expect.any(Number) })
    await b.lease.giveUp()
    const c = withJobs('c', async () => {})
    await c.lease.turn()
    expect(c.scheduler.nextRuns()[0]?.nextAt).toBeGreaterThan(Date.now() + hour / 2)
  })

  test('a late leader begins no job, or its emails would go out twice', async () => {
    const run = vi.fn(async () => {})
    const a = withJobs('a', run)
    await a.lease.turn()
    clock.ms += 20_000
    expect(a.scheduler.runNow('report')).toBeNull()
    expect(run).not.toHaveBeenCalled()
  })

  test('every process can say when a job runs next, whether it runs now, and that it is off', async () => {
    const running = Promise.withResolvers<void>()
    const a = withJobs('a', () => running.promise)
    await a.lease.turn()
    await a.plan.settled()
    const shown = async (name: string) =>
      plannedRun(
        name,
        (await storedJobs()).find((job) => job.name === name),
      )
    const [next] = a.scheduler.nextRuns()
    expect(await shown('report')).toMatchObject({ running: false })
    expect(Math.abs(((await shown('report')).nextAt ?? 0) - (next?.nextAt ?? 0))).toBeLessThan(
      1_500,
    )
    expect(await shown('off')).toEqual({ name: 'off', running: false, nextAt: null })
    const run = a.scheduler.runNow('report')
    await vi.waitUntil(async () => (await shown('report')).running)
    running.resolve()
    await run
    await vi.waitUntil(async () => !(await shown('report')).running)
    await a.plan.settled()
    const { nextAt } = await shown('report')
    expect(nextAt).toBeGreaterThan(Date.now() + hour / 2)
    // PostgreSQL refuses fractions.
    expect(Number.isInteger(nextAt)).toBe(true)
  })

  test('a run that is asked for at another process begins where the jobs run, once', async () => {
    const run = vi.fn(async () => {
      throw new Error('no luck')
    })
    const a = withJobs('a', run)
    const b = newProcess('b')
    await a.lease.turn()
    await a.plan.settled()
    a.signals.on('jobs', () => runRequested(a.scheduler, a.lease))
    expect(await requestJob('report', b.signals)).toBe(true)
    expect(await requestJob('report', b.signals)).toBe(false)
    const ended = endOfRequested('report')
    await a.signals.poll()
    await a.signals.poll()
    expect(run).toHaveBeenCalledTimes(1)
    await expect.poll(requestedJobs).toEqual([])
    topicChanged('jobs')
    expect(await ended).toBe('no luck')
  })

  test('one that was asked for while no process led is due for the next that does', async () => {
    const b = newProcess('b')
    const a = withJobs('a', async () => {})
    expect(await requestJob('report', b.signals)).toBe(true)
    await recordJobEnd('report', null)
    await a.lease.turn()
    const [next] = a.scheduler.nextRuns()
    expect(next?.nextAt).toBeLessThanOrEqual(Date.now() + 60_000)
  })

  test('a request is not forgotten by a leader that loses the lease, nor its end told by an earlier run', async () => {
    const a = withJobs('a', async () => {})
    await a.lease.turn()
    await a.scheduler.runNow('report')
    const b = newProcess('b')
    expect(await requestJob('report', b.signals)).toBe(true)
    const told = vi.fn()
    void endOfRequested('report').then(told)
    let looks = 0
    // It lapses while the requests are read.
    const lapsing = { isHeld: () => looks++ === 0 }
    const scheduler = { ...a.scheduler, runNow: vi.fn(() => null) }
    await expect(runRequested(scheduler, lapsing)).rejects.toThrow(LeaseLostError)
    await runRequested(scheduler, { isHeld: () => false })
    expect(scheduler.runNow).not.toHaveBeenCalled()
    expect(await requestedJobs()).toEqual(['report'])
    topicChanged('jobs')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(told).not.toHaveBeenCalled()
    await runRequested(a.scheduler, a.lease)
    await expect.poll(requestedJobs).toEqual([])
    topicChanged('jobs')
    await vi.waitFor(() => expect(told).toHaveBeenCalledWith(null))
  })

  test('a request for a job that only a newer version knows waits for that one', async () => {
    const a = withJobs('a', async () => {})
    await a.lease.turn()
    expect(await requestJob('of-a-newer-version', newProcess('b').signals)).toBe(true)
    await runRequested(a.scheduler, a.lease)
    expect(await requestedJobs()).toEqual(['of-a-newer-version'])
  })

  test('a request for a job that runs already is forgotten', async () => {
    const running = Promise.withResolvers<void>()
    const a = withJobs('a', () => running.promise)
    expect(await requestJob('report', newProcess('b').signals)).toBe(true)
    await a.lease.turn()
    const run = a.scheduler.runNow('report')
    await expect.poll(requestedJobs).toEqual([])
    await db.updateTable('job_runs').set({ requested_at: 1 }).execute()
    await runRequested(a.scheduler, a.lease)
    expect(await requestedJobs()).toEqual([])
    running.resolve()
    await run
  })
})
