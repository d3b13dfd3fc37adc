// @module-tag process
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { closing } from '#tests/support/closing.ts'
import { startCluster } from '#tests/support/cluster.ts'
import { noteRuns, runsOf } from './noted-runs.ts'

const slow = 'message-retention'
/** Those that run each minute do so again while the test lasts. */
const frequent = ['outbox', 'operator-notices']

test('R31: a job would run twice, or never, because the process that ran it was killed', async () => {
  let release = async () => {}
  const started = startCluster({
    async prepare(db, url) {
      await noteRuns(db)
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      // The database goes away before it is closed.
      client.on('error', () => {})
      onTestFinished(() => client.end())
      // The job waits for the table.
      await client.query('begin; lock table contact_messages in exclusive mode')
      release = async () => void (await client.query('commit'))
    },
  })
  const cluster = closing(await started)
  const runs = (job: string) => runsOf(cluster.db, job)
  const unfinished = () =>
    cluster.db.column<string>(
      'select name from job_runs where started_at > 0 and finished_at is null',
    )
  const killed = await cluster.leader()
  await expect.poll(() => runs(slow), { timeout: 20_000 }).toEqual(['start'])
  await expect.poll(unfinished, { timeout: 20_000 }).toEqual([slow])

  await killed.stop('SIGKILL')
  const at = performance.now()
  const token = await cluster.db.value<number>('select token from leases')
  await expect
    .poll(() => cluster.db.value('select token from leases'), { interval: 20, timeout: 15_000 })
    .toBe(token + 1)
  expect(performance.now() - at).toBeLessThan(8_000)
  await release()
  await expect.poll(() => runs(slow), { timeout: 20_000 }).toEqual(['start', 'start', 'end'])

  await cluster.replace(killed)
  const leader = await cluster.leader()
  expect(leader).not.toBe(killed)
  const [elsewhere] = await cluster.followers()
  const operator = await cluster.operator(elsewhere)
  const asked = await operator.post('/admin/system', { intent: 'run-job', job: slow })
  expect(asked.status).toBe(302)
  await expect
    .poll(() => runs(slow), { timeout: 10_000 })
    .toEqual(['start', 'start', 'end', 'start', 'end'])
  const all = await cluster.db.rows<{ job: string; starts: number }>(
    `select job, count(*) filter (where what = 'start') as starts from noted_runs group by job`,
  )
  const others = all.filter(({ job }) => job !== slow && !frequent.includes(job))
  expect(others.length).toBeGreaterThan(8)
  expect(others.filter(({ starts }) => starts !== 1)).toEqual([])
}, 90_000)
