// @module-tag module
import '#tests/support/own-data-dir.ts'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { overdueSince, watchOverdue } from '#app/jobs/overdue.server.ts'
import { nowPlus } from '#app/jobs/queue.server.ts'
import { operatorNotices } from '#app/notices/notification.server.ts'
import { systemStatus } from '#app/system/system-status.server.ts'
import { db } from '#db/engine.ts'

const secondMs = 1_000

beforeEach(async () => {
  await db.deleteFrom('jobs').execute()
  vi.useFakeTimers({ toFake: ['performance'] })
  watchOverdue(() => ['batch', 'webhook'])
  vi.advanceTimersByTime(15 * secondMs)
})
afterEach(() => void vi.useRealTimers())

type Row = {
  kind?: string
  state?: 'waiting' | 'running' | 'done' | 'failed'
  /** Seconds from now, by the jobs' clock. */
  runAt: number
  claimedUntil?: number
  finishedAt?: number
}

function add({ kind = 'batch', state = 'waiting', runAt, claimedUntil, finishedAt }: Row) {
  const at = (seconds: number | undefined) =>
    seconds === undefined ? null : nowPlus(seconds * secondMs)
  return db
    .insertInto('jobs')
    .values({
      kind,
      payload: '{}',
      state,
      run_at: nowPlus(runAt * secondMs),
      claimed_until: at(claimedUntil),
      finished_at: at(finishedAt),
      created_at: nowPlus(-3_600 * secondMs),
    })
    .execute()
}

/** What operators are told, by System and the bell. */
async function told() {
  const [parts, { waiting }] = await Promise.all([systemStatus(), operatorNotices()])
  const part = parts.find(({ name }) => name === 'Jobs')
  return [
    part && `${part.tone}: ${part.state}`,
    waiting.find(({ id }) => id === 'overdue-jobs')?.title,
  ]
}

test.each<[string, Row[]]>([
  ['due for longer than a look takes', [{ runAt: -20 }]],
  ['whose process has ended', [{ state: 'running', runAt: -60, claimedUntil: -20 }]],
  [
    'beside another kind that runs',
    [{ runAt: -20 }, { kind: 'webhook', state: 'running', runAt: -60, claimedUntil: 5 }],
  ],
  ['whose kind was run long ago', [{ runAt: -20 }, { state: 'done', runAt: -99, finishedAt: -30 }]],
])('no one would hear that jobs aren’t run: one %s', async (_, rows) => {
  for (const row of rows) await add(row)
  expect(await told()).toEqual([
    expect.stringMatching(/^bad: Not run since \d\d:\d\d$/),
    expect.stringMatching(/^Jobs aren’t run since \d\d:\d\d$/),
  ])
  const since = (await overdueSince()) ?? 0
  expect(Math.abs(Date.now() - 20 * secondMs - since)).toBeLessThan(15 * secondMs)
})

test.each<[string, Row[]]>([
  ['that is just due', [{ runAt: -5 }]],
  ['that waits for its next try or day', [{ runAt: 60 }]],
  ['of a kind that is paused, or of another build', [{ kind: 'mail', runAt: -3_600 }]],
  ['that runs', [{ state: 'running', runAt: -3_600, claimedUntil: 5 }]],
  ['whose claim has just ended', [{ state: 'running', runAt: -3_600, claimedUntil: -5 }]],
  [
    'behind others of its kind that run',
    [{ runAt: -3_600 }, { state: 'running', runAt: -3_600, claimedUntil: 5 }],
  ],
  [
    'between two of a long queue',
    [{ runAt: -3_600 }, { state: 'done', runAt: -3_600, finishedAt: -1 }],
  ],
  [
    'behind one that failed for good',
    [{ runAt: -3_600 }, { state: 'failed', runAt: -3_600, finishedAt: -1 }],
  ],
  ['that is over', [{ state: 'done', runAt: -3_600, finishedAt: -3_000 }]],
])('operators would be alarmed by a job %s', async (_, rows) => {
  for (const row of rows) await add(row)
  expect(await told()).toEqual([undefined, undefined])
})

test('operators would be alarmed by each start after a pause', async () => {
  await add({ runAt: -3_600 })
  watchOverdue(() => ['batch'])
  expect(await told()).toEqual([undefined, undefined])
  vi.advanceTimersByTime(15 * secondMs)
  expect(await overdueSince()).not.toBeNull()
})
