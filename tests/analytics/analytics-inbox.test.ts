// @module-tag module
import '#tests/support/own-data-dir.ts'
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AnalyticsEvent } from '#app/analytics/batch.server.ts'
import { createCounting } from '#app/analytics/counting.server.ts'
import { otherKey, utcDayOf } from '#app/analytics/dimensions.ts'
import { createEventWriter } from '#app/analytics/event-writer.server.ts'
import { putIntoInbox } from '#app/analytics/inbox.server.ts'
import { keySums } from '#app/analytics/report.server.ts'
import { verifyRollups } from '#app/analytics/rollups/verify.server.ts'
import { trafficSource } from '#app/analytics/traffic-source.ts'
import { log } from '#app/observe/log.server.ts'
import { createLease, LeaseLostError } from '#app/processes/lease.server.ts'
import { dayMs, hourMs } from '#app/time/durations.ts'
import { dayIn } from '#app/time/zone-days.ts'
import { db, eventsDb, transactEvents } from '#db/engine.ts'
import { createRandom } from '#db/seed/random.ts'
import { DatabaseUnavailableError } from '#db/unavailable.ts'
import { pageView, visitorEvent } from '#tests/support/visitor-events.ts'
import { expectAgreement } from './agreement.ts'

const noon = (day: number) => day * dayMs + dayMs / 2
const today = utcDayOf(Date.now())

class Late extends Error {}

/** Those that a test started: without an end they would count the next one's events by their own time zone. */
const started: ReturnType<typeof createEventWriter>[] = []
async function endAll(): Promise<void> {
  for (const { close, follow } of started.splice(0)) {
    close()
    await follow()
  }
}
afterEach(endAll)

/** Processes that share the database; `leader` is the one that counts. */
function startProcesses(count: number) {
  const state = { leader: 0, zone: 'UTC' }
  const processes = Array.from({ length: count }, (_, number) =>
    createEventWriter({ eventsDb, transactEvents }, () => state.zone, {
      isHeld: () => state.leader === number,
      fence: async () => {
        if (state.leader !== number) throw new Late()
      },
    }),
  )
  started.push(...processes)
  return {
    processes,
    state,
    /** Has another one count from now on. */
    lead(number: number): void {
      processes[state.leader]?.close()
      state.leader = number
      processes[number]?.lead()
    },
  }
}

const tables = ['inbox', 'events', 'visits', 'hours', 'days', 'months'] as const
const ofPairs = ['pair_days', 'pair_progress'] as const

async function clear(): Promise<void> {
  await endAll()
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
      { numRuns: 25 },
    )
  }, 60_000)

  test('are so through the inbox of three processes too, whichever of them counts', async () => {
    const leaders = fc.array(fc.nat(2), { minLength: 8, maxLength: 8 })
    await fc.assert(
      fc
        .asyncProperty(batches, leaders, async (all, order) => {
          const { processes, lead } = startProcesses(3)
          lead(0)
          for (const [index, batch] of all.entries()) {
            for (const [n, one] of batch.entries()) processes[n % 3]?.enqueueEvent(one)
            await Promise.all(processes.map(({ flushEvents }) => flushEvents()))
            const leader = order[index] ?? 0
            lead(leader)
            if (index % 2 === 0) await processes[leader]?.catchUp()
          }
          lead(2)
          await processes[2]?.catchUp()
          lead(0)
          expect(await countsOf('inbox', 'events')).toEqual([0, all.flat().length])
          await expectAgreement(db)
        })
        .beforeEach(clear),
      { numRuns: 25 },
    )
  }, 60_000)
})

test('a process on its own counts what’s in the inbox when it starts', async () => {
  const events = [pageView({ at: Date.now() }), pageView({ at: Date.now() })]
  await putIntoInbox(db, events, randomUUID())
  const writer = createEventWriter({ eventsDb, transactEvents }, () => 'UTC', null)
  started.push(writer)
  writer.lead()
  await expect.poll(() => countsOf('inbox', 'events')).toEqual([0, 2])
  await writer.catchUp()
  await expectAgreement(db)
})

describe('several processes', () => {
  test('count a visitor once, even if all of them see the visit', async () => {
    const { processes, lead } = startProcesses(3)
    lead(1)
    for (const [n, { enqueueEvent, flushEvents }] of processes.entries()) {
      enqueueEvent(pageView({ at: noon(today - 1) + n }))
      await flushEvents()
    }
    expect(await countsOf('events')).toEqual([0])
    await processes[1]?.catchUp()
    const sums = db.selectFrom('analytics_days').selectAll().where('dimension', '=', 'all')
    expect(await sums.execute()).toMatchObject([{ views: 3, visitors: 1, visits: 1 }])
  })

  test('store events that the counting process picks up within two seconds', async () => {
    const { processes, lead } = startProcesses(2)
    lead(0)
    processes[1]?.enqueueEvent(pageView({ at: Date.now() }))
    await expect.poll(() => countsOf('events'), { timeout: 5000 }).toEqual([1])
  })

  test('know which keys the others have counted: no day gets more than its 1,000', async () => {
    const { processes, lead } = startProcesses(2)
    const count = async (leader: number, from: number, to: number) => {
      lead(leader)
      for (let n = from; n < to; n += 1) {
        processes[1]?.enqueueEvent(
          pageView({ at: noon(today - 1), visitor: `v${n}`, source: `s${n}` }),
        )
      }
      await processes[1]?.flushEvents()
      await processes[leader]?.catchUp()
    }
    await count(0, 0, 300)
    await count(1, 300, 900)
    await count(0, 900, 1200)
    const rows = (await keySums('source', { from: today - 1, to: today - 1 }, [])) ?? []
    expect(rows).toHaveLength(1001)
    expect(rows.find(({ key }) => key === otherKey)?.sum.views).toBe(200)
    expect(await verifyRollups()).toEqual([])
  })

  test('leave counting to the leader: the others write nothing', async () => {
    const { processes, lead } = startProcesses(2)
    lead(0)
    processes[0]?.enqueueEvent(pageView({ at: Date.now() }))
    await processes[0]?.flushEvents()
    await processes[1]?.catchUp()
    await processes[1]?.catchUpShortly()
    expect(await countsOf('inbox', 'events', 'days')).toEqual([1, 0, 0])
    await processes[0]?.catchUp()
    expect(await countsOf('inbox', 'events')).toEqual([0, 1])
  })

  test('R31: a former leader that doesn’t know it yet writes nothing', async () => {
    const clock = { late: 1_000_000, all: 1_000_000 }
    const leaseOf = (holder: string, steady: () => number) =>
      createLease({
        db,
        shared: true,
        now: () => sql<number>`cast(${clock.all} as bigint)`,
        holder,
        steady,
      })
    // Its clock is stopped, as its process was.
    const late = leaseOf('late', () => clock.late)
    const next = leaseOf('next', () => clock.all)
    const counting = createCounting({ eventsDb, transactEvents }, () => 'UTC', late)
    await late.turn()
    await counting.write([pageView({ at: Date.now() })])
    const more = [pageView({ at: Date.now() }), pageView({ at: Date.now() })]
    await putIntoInbox(db, more, randomUUID())
    clock.all += 10_000
    await next.turn()
    expect([late.isHeld(), next.isHeld()]).toEqual([true, true])

    await expect(counting.countInbox()).rejects.toThrow(LeaseLostError)
    await expect(counting.write([pageView({ at: Date.now() })])).rejects.toThrow(LeaseLostError)
    await expect(counting.catchUp()).rejects.toThrow(LeaseLostError)
    expect(await countsOf('inbox', 'events', 'pair_progress')).toEqual([1, 1, 0])
    const now = createCounting({ eventsDb, transactEvents }, () => 'UTC', next)
    expect(await now.countInbox()).toBe(2)
    await now.catchUp()
    await expectAgreement(db)
    await Promise.all([late.giveUp(), next.giveUp()])
  })

  test('have one of them move stored events to another time zone’s days', async () => {
    const { processes, lead, state } = startProcesses(2)
    lead(0)
    const random = createRandom(5)
    for (let n = 0; n < 400; n += 1) {
      const at = Date.now() - random.below(5 * 24) * hourMs
      processes[n % 2]?.enqueueEvent(visitorEvent(at, random, { posts: 30, visitors: 50 }))
    }
    for (const { flushEvents } of processes) await flushEvents()
    await processes[0]?.catchUp()
    state.zone = 'America/Los_Angeles'
    await processes[1]?.catchUp()
    const events = db.selectFrom('analytics_events').select(['at', 'day'])
    const isThere = ({ at, day }: { at: number; day: number }) => dayIn(state.zone, at) === day
    expect((await events.execute()).every(isThere)).toBe(false)
    await processes[0]?.catchUp()
    expect((await events.execute()).filter((event) => !isThere(event))).toEqual([])
    await expectAgreement(db)
    // As the other tests find it.
    state.zone = 'UTC'
    await processes[0]?.catchUp()
    await expectAgreement(db)
  })

  test('count the rest of the inbox when a row of it can never be counted, and say so', async () => {
    const { processes, lead } = startProcesses(2)
    lead(0)
    const add = async (events: string) => {
      processes[1]?.enqueueEvent(pageView({ at: Date.now() }))
      await processes[1]?.flushEvents()
      await db.insertInto('analytics_inbox').values({ at: Date.now(), events }).execute()
    }
    await add(JSON.stringify([{ ...pageView({ at: Date.now() }), kind: 'no such kind' }]))
    await add('[{')
    const logged = vi.spyOn(log, 'error')
    await processes[0]?.catchUp()
    expect(await countsOf('inbox', 'events')).toEqual([0, 2])
    expect(processes[0]?.analyticsStats().dropped).toBe(2)
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
    expect(counting.dropped()).toBe(0)
  })

  test('events are counted once though the answer to their COMMIT was lost, and others counted them', async () => {
    const leader = createEventWriter({ eventsDb, transactEvents }, () => 'UTC', {
      isHeld: () => true,
      fence: async () => {},
    })
    let answersLost = 2
    const losing: typeof transactEvents = async (work) => {
      const result = await transactEvents(work)
      // Others are quick to count what is on record.
      await leader.catchUp()
      answersLost -= 1
      if (answersLost >= 0) throw new DatabaseUnavailableError('unreachable')
      return result
    }
    const writer = createEventWriter({ eventsDb, transactEvents: losing }, () => 'UTC', {
      isHeld: () => false,
      fence: async () => {},
    })
    started.push(leader, writer)
    writer.enqueueEvent(pageView({ at: Date.now() }))
    await expect.poll(() => answersLost).toBe(1)
    writer.enqueueEvent(pageView({ at: Date.now() }))
    await writer.flushEvents()
    await leader.catchUp()
    expect(answersLost).toBeLessThan(0)
    expect(writer.analyticsStats()).toEqual({ queued: 0, dropped: 0, failing: false })
    expect(await countsOf('inbox', 'events')).toEqual([0, 2])
    await expectAgreement(db)
  })

  test('two sources that differ after the place where they are cut are counted together', async () => {
    const { processes, lead } = startProcesses(1)
    lead(0)
    for (const last of ['😀', '🤖']) {
      const query = new URLSearchParams({ utm_source: `${'a'.repeat(79)}${last}` })
      const source = trafficSource(query, null, 'clips.example')
      processes[0]?.enqueueEvent(pageView({ at: Date.now(), visitor: last, ...source }))
    }
    await processes[0]?.flushEvents()
    await processes[0]?.catchUp()
    expect(processes[0]?.analyticsStats().dropped).toBe(0)
    const sources = db.selectFrom('analytics_days').select(['key', 'views'])
    expect(await sources.where('dimension', '=', 'source').execute()).toEqual([
      { key: `${'a'.repeat(79)}\uFFFD`, views: 2 },
    ])
  })
})
