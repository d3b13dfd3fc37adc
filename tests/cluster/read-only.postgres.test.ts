// @module-tag whole
import { expect, onTestFinished, test } from 'vitest'
import { onDatabase } from '#tests/support/postgres.ts'
import { findPrograms, startCluster as startServer } from '#tests/support/postgres-cluster.ts'
import { databaseState, startSite } from './day-site.ts'

/** As long as a connection lives, and a minute more that System shows the fault for. */
const patience = { timeout: 150_000, interval: 500 }

const bin = findPrograms()

// The database's settings are changed by the server's superuser.
test.skipIf(bin === null).each([
  ['one process, whose connections it ends', 1, true],
  ['three processes, whose connections it leaves', 3, false],
] as const)(
  'R46: a host that makes a database read-only for a while would lose or double what was acknowledged by %s',
  async (_, count, endsConnections) => {
    const server = await startServer(bin ?? '')
    onTestFinished(() => server.remove())
    const { cluster, people, expectNothingLost } = await startSite(server.url)
    const processes = cluster.processes.slice(0, count)
    for (const left of cluster.processes.slice(count)) await left.stop()
    const operators = await Promise.all(processes.map((app) => cluster.operator(app)))
    const asAdmin = (statement: string) => onDatabase(server.adminUrl, statement)
    const ofSite = "from pg_stat_activity where application_name = 'cleanclip'"
    const endConnections = () => asAdmin(`select pg_terminate_backend(pid) ${ofSite}`)
    const health = () =>
      Promise.all(processes.map(async ({ origin }) => (await fetch(`${origin}/health`)).status))
    const up = processes.map(() => 200)
    const states = () => Promise.all(operators.map(databaseState))
    const all = (state: string | number) => operators.map(() => state)
    const sent = async () => {
      const answers = operators.map(async (operator) => {
        const answer = await operator.post('/admin/users/new.data')
        return answer.status === 503 ? ((await answer.json()) as object) : answer.status
      })
      return Promise.all(answers)
    }

    async function outage(): Promise<void> {
      await asAdmin('alter database site set default_transaction_read_only = on')
      const [set] = await onDatabase<{ at: string }>(
        server.adminUrl,
        'select clock_timestamp()::text as at',
      )
      if (endsConnections) await endConnections()
      // Those that were made before can still write.
      const before = `select pid ${ofSite} and backend_start <= '${set?.at}'`
      await expect.poll(() => asAdmin(before), patience).toEqual([])
      const refused = operators.map(() => ({ unavailable: 'readOnly' }))
      await expect.poll(sent, patience).toMatchObject(refused)
      expect(await states()).toEqual(all(503))
      expect(await health()).toEqual(up)
      await asAdmin('alter database site reset default_transaction_read_only')
      await expect.poll(states).toEqual(all('Read-only'))
      await expect.poll(states, patience).toEqual(all('Works'))
      expect(await health()).toEqual(up)
    }

    await people.round()
    await Promise.all([people.round(), people.rename('Read-only'), outage()])
    await people.round()
    await expectNothingLost(server, processes)
  },
  900_000,
)
