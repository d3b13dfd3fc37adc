// @module-tag module
import '#tests/support/own-data-dir.ts'

import { expect, onTestFinished, test, vi } from 'vitest'
import { env } from '#app/env.server.ts'
import { enqueue, renewClaims } from '#app/jobs/queue.server.ts'
import { createWorker } from '#app/jobs/worker.server.ts'
import { log } from '#app/observe/log.server.ts'
import { transact } from '#db/engine.ts'
import { closing } from '#tests/support/closing.ts'
import { openSql } from '#tests/support/sql.ts'

const renewMs = 2_000

vi.mock(import('#app/jobs/queue.server.ts'), async (original) => {
  const queue = await original()
  return { ...queue, renewClaims: vi.fn(queue.renewClaims) }
})

/** Runs a job until the test ends. Returns a function that has its claim renewed. */
async function startJob(): Promise<() => Promise<void>> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: end, resolve: finish } = Promise.withResolvers<void>()
  const worker = createWorker({
    mail: {
      title: 'Test',
      run: () => {
        begin()
        return end
      },
      concurrency: 1,
      limitMs: 600_000,
      retryAfterMs: () => null,
    },
  })
  onTestFinished(() => {
    finish()
    return worker.stop()
  })
  worker.start()
  await transact((trx) => enqueue(trx, 'mail', [{ payload: { mail: 1 } }]))
  await begun
  const { mock } = vi.mocked(renewClaims)
  const renewed = () => mock.settledResults.filter(({ type }) => type !== 'incomplete').length
  return async () => {
    const before = renewed()
    vi.advanceTimersByTime(renewMs)
    do await new Promise(setImmediate)
    while (renewed() === before)
    await new Promise(setImmediate)
  }
}

test('an outage would fill the log with claims that can’t be renewed, and not say that it is over', async () => {
  const spies = [vi.spyOn(log, 'warn'), vi.spyOn(log, 'info')]
  onTestFinished(() => void vi.restoreAllMocks())
  const said = () => spies.flatMap(({ mock }) => mock.calls.map((all: unknown[]) => all.at(-1)))
  const renew = await startJob()
  const db = closing(openSql(env.DATA_DIR))
  const fails = () =>
    db.withTrigger('before update on jobs', { failWith: 'Not now' }, async () => {
      for (let n = 0; n < 3; n += 1) await renew()
    })
  const lines = ['claims of jobs not renewed', 'claims of jobs are renewed again']
  await fails()
  expect(said()).toEqual(lines.slice(0, 1))
  await renew()
  await renew()
  expect(said()).toEqual(lines)
  await fails()
  await renew()
  // A second outage has lines of its own.
  expect(said().toSorted()).toEqual([...lines, ...lines].toSorted())
})
