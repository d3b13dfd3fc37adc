// @module-tag whole
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { closing } from '#tests/support/closing.ts'
import { startCluster } from '#tests/support/cluster.ts'
import { expectTakeovers, noteRuns, runsOf } from './noted-runs.ts'

const slow = 'message-retention'
/** What runs each minute does so again while the test lasts. */
const frequent = ['operator-notices']

test('R31: a job would run twice, or never, because the process that ran it was killed', async () => {
  let url = ''
  const started = startCluster({
    prepare(db, address) {
      url = address
      return noteRuns(db)
    },
  })
  const cluster = closing(await started)
  const runs = (job: string) => runsOf(cluster.db, job)
  const running = () => cluster.db.column<string>("select kind from jobs where state = 'running'")
  const ask = async () => {
    const operator = await cluster.operator(cluster)
    const asked = await operator.post('/admin/system', { intent: 'run-job', job: slow })
    expect(asked.status).toBe(302)
  }
  await expect.poll(() => runs(slow)).toEqual(['start', 'end'])
  await expect.poll(running).toEqual([])
  // The job waits for the table for ten seconds at most, so all others have run before.
  const release = await lockTable(url, 'contact_messages')
  await ask()
  await expect.poll(() => runs(slow)).toEqual(['start', 'end', 'start'])

  const killed = await cluster.owner(slow)
  await killed.stop('SIGKILL')
  await expect.poll(() => runs(slow)).toEqual(['start', 'end', 'start', 'start'])
  await expectTakeovers(cluster.db, slow, 1)
  await release()
  const twice = ['start', 'end', 'start', 'start', 'end']
  await expect.poll(() => runs(slow)).toEqual(twice)

  await cluster.replace(killed)
  await ask()
  await expect.poll(() => runs(slow)).toEqual([...twice, 'start', 'end'])
  const all = await cluster.db.rows<{ job: string; starts: number }>(
    `select job, count(*) filter (where what = 'start') as starts from noted_runs group by job`,
  )
  const others = all.filter(({ job }) => job !== slow && !frequent.includes(job))
  expect(others.length).toBeGreaterThan(8)
  expect(others.filter(({ starts }) => starts !== 1)).toEqual([])
})

/** Keeps others from writing to a table until the returned function is called, or the test ends. */
async function lockTable(url: string, table: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // The database goes away before it is closed.
  client.on('error', () => {})
  onTestFinished(() => client.end())
  await client.query(`begin; lock table ${table} in exclusive mode`)
  return async () => void (await client.query('commit'))
}
