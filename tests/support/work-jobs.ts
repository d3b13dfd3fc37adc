import SQLite from 'better-sqlite3'
import { sql } from 'kysely'
import pg from 'pg'
import type { Job } from '#app/jobs/job.ts'
import { createWorker } from '#app/jobs/worker.server.ts'
import { db } from '#db/engine.ts'

/**
 * Runs jobs of three steps, each recorded in `test_effects`, and kills itself before the statement
 * with the given number, counted from the first handler's start. Prints the number of statements if
 * it gets that far.
 */
const killAt = Number(process.argv[2])
let isCounting = false
let statements = 0

function count(): void {
  if (!isCounting) return
  statements += 1
  if (statements === killAt) process.kill(process.pid, 'SIGKILL')
}

/** Calls `count` before each call of a method on a prototype. */
function countCalls(prototype: Record<string, unknown>, method: string): void {
  const original = prototype[method] as (...values: unknown[]) => unknown
  prototype[method] = function counted(this: unknown, ...values: unknown[]) {
    count()
    return original.apply(this, values)
  }
}
const statement = new SQLite(':memory:').prepare('select 1')
for (const method of ['run', 'get', 'all']) {
  countCalls(Object.getPrototypeOf(statement) as Record<string, unknown>, method)
}
countCalls(pg.Client.prototype as unknown as Record<string, unknown>, 'query')

const worker = createWorker({
  mail: {
    title: 'Test',
    concurrency: 2,
    limitMs: 60_000,
    retryAfterMs: () => 0,
    async run(job: Job<'mail'>) {
      isCounting = true
      const { mail } = job.payload as { mail: number }
      // Like work in slices: each step records in its own transaction that it is done.
      for (const step of [1, 2]) {
        await job.write(async (trx) => {
          const { rows } = await sql`
            select 1 from test_effects where job = ${mail} and step = ${step}`.execute(trx)
          if (rows.length > 0) return
          await sql`insert into test_effects values (${mail}, ${step})`.execute(trx)
        })
      }
      await job.end(async (trx) => {
        await sql`insert into test_effects values (${mail}, 3)`.execute(trx)
      })
    },
  },
})
worker.start()
for (;;) {
  const left = await db
    .selectFrom('jobs')
    .select('id')
    .where('state', '<>', 'done')
    .executeTakeFirst()
  if (left === undefined) break
  await new Promise((resolve) => setTimeout(resolve, 20))
}
isCounting = false
process.stdout.write(`${statements}\n`)
await worker.stop()
await db.destroy()
process.exit(0)
