// @module-tag whole
import '#tests/support/own-data-dir.ts'

import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type ClaimedJob, claimJobs, enqueue, renewClaims } from '#app/jobs/queue.server.ts'
import { db, transact } from '#db/engine.ts'
import { writeLock } from '#db/postgres/transactions.ts'
import { DatabaseUnavailableError } from '#db/unavailable.ts'
import { newProcess } from './processes-world.ts'

/** More than the pool has connections. */
const waiting = 30

/** Another process is in the middle of a transaction. Returns what ends it. */
async function holdWriteLock(): Promise<() => Promise<void>> {
  const other = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('select pg_advisory_lock($1)', [writeLock])
  return async () => {
    await other.query('select pg_advisory_unlock($1)', [writeLock])
  }
}

function transactions(refused = () => {}): Promise<PromiseSettledResult<unknown>[]> {
  return Promise.allSettled(
    Array.from({ length: waiting }, async () => {
      try {
        await transact((trx) => sql`select 1`.execute(trx))
      } catch (error) {
        refused()
        throw error
      }
    }),
  )
}

async function waitingConnections(): Promise<number | undefined> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from pg_locks
    where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows[0]?.n
}

/** What a process has to go on with: reads, its signals and its claims of jobs. */
async function goesOn(job: ClaimedJob): Promise<void> {
  const { signals } = newProcess('a')
  for (let turn = 0; turn < 3; turn += 1) {
    await db.selectFrom('settings').select('name').execute()
    await signals.poll()
    expect((await renewClaims([job])).has(job.id)).toBe(true)
  }
}

async function runningJob(): Promise<ClaimedJob> {
  await transact((trx) => enqueue(trx, 'mail', [{ payload: { mail: 1 } }]))
  const [job] = await claimJobs('mail', { concurrency: 9, worker: 'a', own: [] })
  if (job === undefined) throw new Error('a job is due')
  return job
}

test('a process whose transactions wait for another’s goes on reading, and with its jobs', async () => {
  const job = await runningJob()
  const release = await holdWriteLock()
  const settled = transactions()
  await expect.poll(waitingConnections).toBe(1)
  await goesOn(job)
  expect(await waitingConnections()).toBe(1)
  await release()
  expect((await settled).map(({ status }) => status)).not.toContain('rejected')
})

test('transactions that wait for too long are refused all at once', async () => {
  const job = await runningJob()
  const release = await holdWriteLock()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const refused = vi.fn()
  const settled = transactions(refused)
  await expect.poll(waitingConnections).toBe(1)
  await goesOn(job)
  expect(refused).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10_000)
  await new Promise(setImmediate)
  // The database ends the wait of the one that has connected.
  expect(refused).toHaveBeenCalledTimes(waiting - 1)
  for (const each of await settled) {
    expect(each).toMatchObject({ status: 'rejected', reason: { reason: 'slow' } })
    expect(each.status === 'rejected' && each.reason).toBeInstanceOf(DatabaseUnavailableError)
  }
  await release()
  await transact((trx) => sql`select 1`.execute(trx))
})
