import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { median, type Row, row } from './table.ts'

/** Small jobs on a SQLite file: how many are added and handled, and how soon they begin. */
export function jobRows(): Row[] {
  const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'cleanclip-bench-'))
  try {
    const { status, stdout } = spawnSync(process.execPath, [import.meta.filename], {
      env: { ...process.env, DATA_DIR, DATABASE_URL: '', LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'pipe', 'inherit'],
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error('The bench of jobs failed')
    return JSON.parse(stdout) as Row[]
  } finally {
    rmSync(DATA_DIR, { recursive: true })
  }
}

async function measure(): Promise<Row[]> {
  const { db, transact } = await import('#db/engine.ts')
  const { enqueue } = await import('#app/jobs/queue.server.ts')
  const { createWorker } = await import('#app/jobs/worker.server.ts')
  const count = 4_000
  let handled = 0
  let began = 0
  const worker = (concurrency: number) =>
    createWorker({
      mail: {
        title: 'Bench',
        concurrency,
        limitMs: 60_000,
        retryAfterMs: () => null,
        async run() {
          began = performance.now()
          handled += 1
        },
      },
    })
  const add = (mail: number) =>
    transact((trx) => enqueue(trx, 'mail', [{ payload: { mail }, key: String(mail) }]))
  const perSecond = (since: number) => (count / (performance.now() - since)) * 1000

  const elsewhere = new SQLite(path.join(process.env.DATA_DIR ?? '', 'cleanclip.db'))
  elsewhere.pragma('synchronous = full')
  elsewhere.exec('create table bare (kind text, payload text, run_at integer)')
  const bareInsert = elsewhere.prepare('insert into bare values (?, ?, ?)')
  let at = performance.now()
  for (let n = 0; n < count; n += 1) bareInsert.run('mail', '{}', n)
  const bare = perSecond(at)
  at = performance.now()
  for (let n = 0; n < count; n += 1) await add(n)
  const added = perSecond(at)
  at = performance.now()
  for (let n = 0; n < count; n += 100) {
    const jobs = Array.from({ length: 100 }, (_, more) => ({
      payload: { mail: n + more },
      key: `together ${n + more}`,
    }))
    await transact((trx) => enqueue(trx, 'mail', jobs))
  }
  const together = perSecond(at)
  at = performance.now()
  const busy = worker(16)
  busy.start()
  for (;;) {
    const left = await db
      .selectFrom('jobs')
      .select('id')
      .where('state', '<>', 'done')
      .executeTakeFirst()
    if (left === undefined) break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const done = 2 * perSecond(at)
  const waits: number[] = []
  for (let n = 0; n < 100; n += 1) {
    const before = handled
    await add(2 * count + n)
    const committed = performance.now()
    while (handled === before) await new Promise((resolve) => setImmediate(resolve))
    waits.push(Math.max(0, began - committed))
  }
  const addElsewhere = elsewhere.prepare(
    `insert into jobs (kind, payload, state, run_at, created_at) values ('mail', '{}', 'waiting', 1, 1)`,
  )
  const later: number[] = []
  for (let n = 0; n < 10; n += 1) {
    await new Promise((resolve) => setTimeout(resolve, 137 * n))
    const before = handled
    addElsewhere.run()
    const committed = performance.now()
    while (handled === before) await new Promise((resolve) => setTimeout(resolve, 5))
    later.push(began - committed)
  }
  const idle = await statementsPerSecond(addElsewhere, 5_000)
  elsewhere.close()
  await busy.stop()
  await db.destroy()
  return [
    row('jobs added, a commit each (goal 2,000), and bare inserts', added, 'per s', bare),
    row('jobs added, 100 to a commit', together, 'per s'),
    row('jobs handled, 16 at once (goal 500)', done, 'per s'),
    row('from the commit to the begin of a job, median (goal 50)', median(waits), 'ms'),
    row('the same, slowest of 100', Math.max(...waits), 'ms'),
    row(
      'the same after a commit of another process, slowest of 10 (goal 1,200)',
      Math.max(...later),
      'ms',
    ),
    row('statements of a process without work (goal 2)', idle, 'per s'),
  ]
}

/** Counts what this process asks its database in that time. */
async function statementsPerSecond(statement: object, ms: number): Promise<number> {
  let count = 0
  const prototype = Object.getPrototypeOf(statement) as Record<string, unknown>
  for (const method of ['run', 'get', 'all'] as const) {
    const original = prototype[method] as (...values: unknown[]) => unknown
    prototype[method] = function counted(this: unknown, ...values: unknown[]) {
      count += 1
      return original.apply(this, values)
    }
  }
  await new Promise((resolve) => setTimeout(resolve, ms))
  return (count / ms) * 1000
}

if (import.meta.main) process.stdout.write(JSON.stringify(await measure()))
