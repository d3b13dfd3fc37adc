// @module-tag whole
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { saveTab } from '#tests/settings/settings-world.ts'
import { type Cluster, renewAfterFailures, startCluster } from '#tests/support/cluster.ts'
import { absenceOfPgBouncer, startPgBouncer } from '#tests/support/pgbouncer.ts'
import { noteRuns, runsOf } from './noted-runs.ts'

/**
 * Three processes behind Debian's PgBouncer in session mode, which has one connection for each of
 * them: a process that took a second one would keep another from all.
 */

const job = 'message-retention'
const pool = 3

describe.skipIf(absenceOfPgBouncer() !== null)('behind a pooler with a connection for each', () => {
  let direct: string
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>
  let cluster: Cluster
  beforeAll(async () => {
    const env: Record<string, string> = {}
    cluster = await startCluster({
      env,
      async prepare(db, url) {
        await noteRuns(db)
        direct = url
        pooler = await startPgBouncer(url, { mode: 'session', pool })
        env.DATABASE_URL = pooler.url
      },
    })
  })
  afterAll(async () => {
    await cluster?.close()
    await pooler?.close()
  })
  renewAfterFailures(() => cluster)

  const operators = () => Promise.all(cluster.processes.map((app) => cluster.operator(app)))

  test('R47: a process would serve no page, or not hear of a setting', async () => {
    const [first, ...others] = await operators()
    const addresses = ['/', '/admin', '/admin/videos', '/admin/system', '/admin/audit']
    for (const operator of [first, ...others]) {
      const pages = await Promise.all(addresses.map((address) => operator?.get(address)))
      expect(pages.map((page) => page?.status)).toEqual(addresses.map(() => 200))
    }
    if (first === undefined) throw new Error('No process')
    expect((await saveTab(first, 'general', { siteName: 'Renamed' })).status).toBe(302)
    const renamed = () =>
      Promise.all(
        cluster.processes.map(async ({ origin }) =>
          (await (await fetch(origin)).text()).includes('>Renamed<'),
        ),
      )
    await expect.poll(renamed).toEqual([true, true, true])
  })

  test('R47: pages that wait would keep jobs and heartbeats from their connection', async () => {
    const { db } = cluster
    const [busy, other] = await operators()
    await expect.poll(() => runsOf(db, job)).toEqual(['start', 'end'])
    const client = new pg.Client({ connectionString: direct })
    await client.connect()
    onTestFinished(() => client.end())
    await client.query('begin; lock table backlinks in access exclusive mode')
    const pages = Array.from({ length: 12 }, () => busy?.get('/admin/backlinks'))
    const asked = await other?.post('/admin/system', { intent: 'run-job', job })
    expect(asked?.status).toBe(302)
    await expect.poll(() => runsOf(db, job)).toEqual(['start', 'end', 'start', 'end'])
    const statuses = (await Promise.all(pages)).map((page) => page?.status)
    expect(statuses).toContain(503)
    expect(statuses).not.toContain(500)
    await client.query('commit')
    expect((await busy?.get('/admin/backlinks'))?.status).toBe(200)
    expect(cluster.processes.flatMap(({ lines }) => lines).join('\n')).not.toMatch(
      /the database does not work|another process has the job now|jobs not claimed|claims of jobs not/,
    )
  })
})
