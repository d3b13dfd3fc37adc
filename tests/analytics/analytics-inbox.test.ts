// @module-tag module
import '#tests/support/own-data-dir.ts'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { AnalyticsEvent } from '#app/analytics/batch.server.ts'
import { catchUp } from '#app/analytics/catch-up.server.ts'
import { createCounting } from '#app/analytics/counting.server.ts'
import { countInNewTimeZones } from '#app/analytics/counting-job.server.ts'
import { otherKey, utcDayOf } from '#app/analytics/dimensions.ts'
import { createEventQueue } from '#app/analytics/event-queue.server.ts'
import { putIntoInbox } from '#app/analytics/inbox.server.ts'
import { keySums } from '#app/analytics/report.server.ts'
import { verifyRollups } from '#app/analytics/rollups/verify.server.ts'
import { trafficSource } from '#app/analytics/traffic-source.ts'
import { analyticsStats } from '#app/analytics/writer.server.ts'
import { handlers } from '#app/jobs/handlers.ts'
import { ClaimLostError, claimJobs, settleJob } from '#app/jobs/queue.server.ts'
import { createWorker } from '#app/jobs/worker.server.ts'
import { log } from '#app/observe/log.server.ts'
import { changeSettings, siteTimeZone } from '#app/settings/settings.server.ts'
import { dayMs, hourMs } from '#app/time/durations.ts'
import { dayIn } from '#app/time/zone-days.ts'
import { db, eventsDb, transactEvents } from '#db/engine.ts'
import { createRandom } from '#db/seed/random.ts'
import { DatabaseUnavailableError } from '#db/unavailable.ts'
import fc, { cases } from '#tests/support/cases.ts'
import { pageView, visitorEvent } from '#tests/support/visitor-events.ts'
import { expectAgreement } from './agreement.ts'

countInNewTimeZones()

const noon = (day: number) => day * dayMs + dayMs / 2
const today = utcDayOf(Date.now())

const longestMs = 30_000
/** Has all that is stored counted by one of the workers. */
async function allCounted(): Promise<void> {
  expect(await catchUp(longestMs)).toBe(true)
}

/** A process as far as events go: it stores its own, and counts anyone's unless it is told not to. */
function startProcess({ counts = true, transact = transactEvents } = {}) {
  const queue = createEventQueue((batch, id) => transact((trx) => putIntoInbox(trx, batch, id)))
  const worker = createWorker({ counting: handlers.counting })
  if (counts) worker.start()
  onTestFinished(async () => {
    queue.stop()
    await worker.stop()
  })
  return { ...queue, start: worker.start, end: worker.stop }
}
const startProcesses = (count: number) => Array.from({ length: count }, () => startProcess())

const tables = ['inbox', 'events', 'visits', 'hours', 'days', 'months'] as const
const ofPairs = ['pair_days', 'pair_progress'] as const

async function clear(): Promise<void> {
  await db.deleteFrom('jobs').execute()
  for (const table of [...tables, ...ofPairs]) await db.deleteFrom(`analytics_${table}`).execute()
}
beforeEach(clear)

/** How many rows each table of events has. */
async function countsOf(...names: (typeof tables | typeof ofPairs)[number][]): Promise<number[]> {
  const counts: number[] = []
  for (const name of names) {
    counts.push((await db.selectFrom(`analytics_${name}`).selectAll().execute()).length)
  }
  return counts
}

const countingJobs = () =>
  db.selectFrom('jobs').select(['key', 'state']).where('kind', '=', 'counting').execute()

describe('the roll-ups', () => {
  const event = fc
    .record({ seed: fc.nat(), hoursAgo: fc.nat(60), visitor: fc.nat(4) })
    .map(({ seed, hoursAgo, visitor }): AnalyticsEvent => {
      const random = createRandom(seed)
      const made = visitorEvent(Date.now() - hoursAgo * hourMs, random, { posts: 3 })
      if (made.kind === 'bot') return made
      // Now and then the visitor had another id before midnight.
      return { ...made, visitor: `v${visitor}`, previousVisitor: seed % 3 === 0 ? 'v0' : null }
    })
  const batches = fc.array(fc.array(event, { minLength: 1, maxLength: 40 }), { maxLength: 8 })

  test('are what any batches of events add up to, straight from the queue', async () => {
    await fc.assert(
      fc
        .asyncProperty(batches, async (all) => {
          const counting = createCounting({ eventsDb, transactEvents }, () => 'UTC')
          for (const batch of all) await counting.write(batch)
          await counting.catchUp()
          expect(await countsOf('events')).toEqual([all.flat().length])
          await expectAgreement(db)
        })
        .beforeEach(clear),
      { numRuns: cases(25) },
    )
  })

  test('are so through the inbox of three processes too, whichever of them counts', async () => {
    const processes = startProcesses(3)
    await fc.assert(
      fc
        .asyncProperty(batches, async (all) => {
          for (const [index, batch] of all.entries()) {
            for (const [n, one] of batch.entries()) processes[n % 3]?.add(one)
            await Promise.all(processes.map(({ flush }) => flush()))
            if (index % 2 === 0) await allCounted()
          }
          await allCounted()
          expect(await countsOf('inbox', 'events')).toEqual([0, all.flat().length])
          await expectAgreement(db)
        })
        .beforeEach(clear),
      { numRuns: cases(25) },
    )
  })
})

test('events that no process has counted yet wait for the next one, behind one job', async () => {
  const first = startProcess({ counts: false })
  for (let n = 0; n < 5; n += 1) {
    first.add(pageView({ at: Date.now() }))
    await first.flush()
  }
  expect(await countsOf('inbox', 'events')).toEqual([5, 0])
  expect(await countingJobs()).toEqual([{ key: 'inbox', state: 'waiting' }])
  startProcess()
  await expect.poll(() => countsOf('inbox', 'events')).toEqual([0, 5])
  await allCounted()
  await expectAgreement(db)
})

test('an idle site writes nothing: once all is counted, no job is left', async () => {
  const process = startProcess()
  process.add(pageView({ at: Date.now() }))
  await process.flush()
  await allCounted()
  await expect.poll(countingJobs).toEqual([])
})

describe('several processes', () => {
  test('count a visitor once, even if all of them see the visit', async () => {
    const processes = startProcesses(3)
    for (const [n, { add, flush }] of processes.entries()) {
      add(pageView({ at: noon(today - 1) + n }))
      await flush()
    }
    await allCounted()
    const sums = db.selectFrom('analytics_days').selectAll().where('dimension', '=', 'all')
    expect(await sums.execute()).toMatchObject([{ views: 3, visitors: 1, visits: 1 }])
  })

  test('store events that another process counts within two seconds', async () => {
    const storing = startProcess({ counts: false })
    startProcess()
    storing.add(pageView({ at: Date.now() }))
    await expect.poll(() => countsOf('events')).toEqual([1])
  })

  test('know which keys the others have counted: no day gets more than its 1,000', async () => {
    const storing = startProcess({ counts: false })
    const others = [startProcess({ counts: false }), startProcess({ counts: false })] as const
    const count = async (which: 0 | 1, from: number, to: number) => {
      others[which].start()
      for (let n = from; n < to; n += 1) {
        storing.add(pageView({ at: noon(today - 1), visitor: `v${n}`, source: `s${n}` }))
      }
      await storing.flush()
      await allCounted()
      await others[which].end()
    }
    await count(0, 0, 300)
    await count(1, 300, 900)
    await count(0, 900, 1200)
    const rows = (await keySums('source', { from: today - 1, to: today - 1 }, [])) ?? []
    expect(rows).toHaveLength(1001)
    expect(rows.find(({ key }) => key === otherKey)?.sum.views).toBe(200)
    expect(await verifyRollups()).toEqual([])
  })

  test('R31: a frozen process that doesn’t know that another one counts writes nothing', async () => {
    const view = () => pageView({ at: Date.now() })
    await transactEvents((trx) => putIntoInbox(trx, [view()], randomUUID()))
    const [claim] = await claimJobs('counting', { concurrency: 1, worker: 'frozen', own: [] })
    if (claim === undefined) throw new Error('a job is due')
    const frozen = createCounting(
      {
        eventsDb,
        transactEvents: (work) => settleJob(claim, { state: 'running' }, work, handlers.counting),
      },
      () => 'UTC',
    )
    expect(await frozen.countInbox()).toEqual({ counted: 1, dropped: 0 })
    await transactEvents((trx) => putIntoInbox(trx, [view(), view()], randomUUID()))
    await db.updateTable('jobs').set({ claimed_until: 1 }).execute()
    startProcess()
    await expect.poll(() => countsOf('inbox', 'events')).toEqual([0, 3])
    await transactEvents((trx) => putIntoInbox(trx, [view()], randomUUID()))

    await expect(frozen.write([view()])).rejects.toThrow(ClaimLostError)
    await expect(frozen.catchUp()).rejects.toThrow(ClaimLostError)
    await allCounted()
    expect(await countsOf('inbox', 'events')).toEqual([0, 4])
    await expectAgreement(db)
  })

  test('have one of them move stored events to another time zone’s days, and events counted meanwhile', async () => {
    const processes = startProcesses(2)
    const random = createRandom(5)
    const add = async (events: number) => {
      for (let n = 0; n < events; n += 1) {
        const at = Date.now() - random.below(5 * 24) * hourMs
        processes[n % 2]?.add(visitorEvent(at, random, { posts: 30, visitors: 50 }))
      }
      for (const { flush } of processes) await flush()
    }
    await add(400)
    await allCounted()
    const events = db.selectFrom('analytics_events').select(['at', 'day'])
    const misplaced = async () =>
      (await events.execute()).filter(({ at, day }) => dayIn(siteTimeZone(), at) !== day)
    for (const timeZone of ['PST', 'UTC'] as const) {
      await changeSettings({ timeZone }, { id: null, label: 'Test', requestId: null })
      expect(await misplaced()).not.toEqual([])
      await add(50)
      await allCounted()
      expect(await misplaced()).toEqual([])
      await expectAgreement(db)
    }
    expect(await countsOf('events')).toEqual([500])
  })

  test('count the rest of the inbox when a row of it can never be counted, and log it', async () => {
    const storing = startProcess({ counts: false })
    const add = async (events: string) => {
      storing.add(pageView({ at: Date.now() }))
      await storing.flush()
      await db.insertInto('analytics_inbox').values({ at: Date.now(), events }).execute()
    }
    await add(JSON.stringify([{ ...pageView({ at: Date.now() }), kind: 'no such kind' }]))
    await add('[{')
    const logged = vi.spyOn(log, 'error')
    const { dropped } = analyticsStats()
    startProcess()
    await allCounted()
    expect(await countsOf('inbox', 'events')).toEqual([0, 2])
    expect(analyticsStats().dropped).toBe(dropped + 2)
    expect(logged.mock.calls.map(([, text]) => text)).toEqual(
      Array(2).fill('events dropped that cannot be counted'),
    )
    await expectAgreement(db)
  })

  test.each([
    ['the database is away', new DatabaseUnavailableError('unreachable')],
    ['nothing at all can be counted', new Error('column "x" does not exist')],
  ])('keep everything in the inbox while %s', async (_, error) => {
    const broken: typeof transactEvents = (work) =>
      transactEvents(async (trx) => {
        await work(trx)
        throw error
      })
    const counting = createCounting({ eventsDb, transactEvents: broken }, () => 'UTC')
    await putIntoInbox(db, [pageView({ at: Date.now() })], randomUUID())
    await expect(counting.countInbox()).rejects.toThrow(error)
    expect(await countsOf('inbox', 'events')).toEqual([1, 0])
  })

  test('events are counted once though the answer to their COMMIT was lost, and others counted them', async () => {
    startProcess()
    let answersLost = 2
    const losing: typeof transactEvents = async (work) => {
      const result = await transactEvents(work)
      // Others are quick to count what is on record.
      await allCounted()
      answersLost -= 1
      if (answersLost >= 0) throw new DatabaseUnavailableError('unreachable')
      return result
    }
    const process = startProcess({ counts: false, transact: losing })
    process.add(pageView({ at: Date.now() }))
    await expect.poll(() => answersLost).toBe(1)
    process.add(pageView({ at: Date.now() }))
    await process.flush()
    await allCounted()
    expect(answersLost).toBeLessThan(0)
    expect(process.stats()).toEqual({ queued: 0, dropped: 0, failing: false })
    expect(await countsOf('inbox', 'events')).toEqual([0, 2])
    await expectAgreement(db)
  })

  test('two sources that differ after the place where they are cut are counted together', async () => {
    const process = startProcess()
    const { dropped } = analyticsStats()
    for (const last of ['😀', '🤖']) {
      const query = new URLSearchParams({ utm_source: `${'a'.repeat(79)}${last}` })
      const source = trafficSource(query, null, 'clips.example')
      process.add(pageView({ at: Date.now(), visitor: last, ...source }))
    }
    await process.flush()
    await allCounted()
    expect(analyticsStats().dropped).toBe(dropped)
    const sources = db.selectFrom('analytics_days').select(['key', 'views'])
    expect(await sources.where('dimension', '=', 'source').execute()).toEqual([
      { key: `${'a'.repeat(79)}\uFFFD`, views: 2 },
    ])
  })
})
