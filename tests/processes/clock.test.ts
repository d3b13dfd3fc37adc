// @module-tag module
import '#tests/support/own-data-dir.ts'

import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { askClock } from '#app/processes/this-process.server.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { db, databaseNow as now } from '#db/engine.ts'
import { testEngine } from '#tests/support/sql.ts'

const minute = 60_000
const askAt = (ms: number) => askClock(db, () => sql<number>`cast(${ms} as bigint)`)

test('one clock counts for all processes, or a machine that is behind would sign everyone out', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const own = Date.now()
  expect(steadyNow()).toBe(own)
  await askAt(own - 2 * minute)
  expect(steadyNow()).toBe(own - 2 * minute)
  vi.advanceTimersByTime(minute)
  expect(steadyNow()).toBe(own - minute)
  // Ahead: followed at once.
  await askAt(own + minute)
  expect(steadyNow()).toBe(own + minute)
  // A little behind: it waits, and never goes back.
  await askAt(own + minute - 3_000)
  expect(steadyNow()).toBe(own + minute)
  vi.advanceTimersByTime(5_000)
  expect(steadyNow()).toBe(own + minute + 2_000)
  // Set back by a day: not followed, since limits must not grow.
  await askAt(own - 24 * 60 * minute)
  vi.advanceTimersByTime(1_000)
  expect(steadyNow()).toBe(own + minute + 3_000)
  vi.useRealTimers()
})

test.runIf(testEngine === 'sqlite')(
  'the clock of a database that is a file is this machine’s, to the millisecond',
  async () => {
    const before = Date.now()
    const { at } = await db.selectNoFrom(now.as('at')).executeTakeFirstOrThrow()
    expect(Number.isInteger(at)).toBe(true)
    expect(at).toBeGreaterThanOrEqual(before)
    expect(at).toBeLessThanOrEqual(Date.now())
  },
)
