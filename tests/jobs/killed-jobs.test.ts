// @module-tag whole
import '#tests/support/own-data-dir.ts'

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { env } from '#app/env.server.ts'
import { enqueue } from '#app/jobs/queue.server.ts'
import { transact } from '#db/engine.ts'
import { openSql } from '#tests/support/sql.ts'

/** `JOBS_KILLS=200` now and then. */
const kills = Number(process.env.JOBS_KILLS ?? 15)
const jobsAtOnce = 3

/** Lets a process work off all jobs. Returns what it wrote; null if it killed itself before. */
async function work(killAt: number): Promise<string | null> {
  const compiled = path.join(env.DATA_DIR, 'compiled')
  const child = spawn(process.execPath, ['tests/support/work-jobs.ts', `${killAt}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
  })
  const written = text(child.stdout)
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  if (signal === 'SIGKILL') return null
  expect(code).toBe(0)
  return written
}

test('R16, R35: a process killed at any statement of its jobs loses none, and none takes effect twice', {
  timeout: 240_000 + kills * 10_000,
}, async () => {
  const db = openSql(env.DATA_DIR)
  await db.run('create table test_effects (job bigint, step bigint)')
  let jobs = 0
  const add = () =>
    transact(async (trx) => {
      for (let n = 0; n < jobsAtOnce; n += 1) {
        jobs += 1
        await enqueue(trx, 'mail', [{ payload: { mail: jobs }, key: `${jobs}` }])
      }
    })
  await add()
  const statements = Number(await work(0))
  expect(statements).toBeGreaterThan(10)
  let killed = 0
  for (let round = 0; round < kills; round += 1) {
    await add()
    // Every statement in turn, or as many as there are kills, spread over all of them.
    const step = Math.max(1, statements / kills)
    if ((await work(1 + (Math.floor(round * step) % statements))) === null) killed += 1
    // As if the time of its claims were over.
    await db.run("update jobs set claimed_until = 0 where state = 'running'")
  }
  await work(0)
  expect(killed).toBe(kills)
  expect(await db.value<number>("select count(*) from jobs where state = 'done'")).toBe(jobs)
  expect(await db.value<number>('select count(*) from test_effects')).toBe(3 * jobs)
  const twice = 'select job from test_effects group by job, step having count(*) > 1'
  expect(await db.column(twice)).toEqual([])
  await db.close()
})
