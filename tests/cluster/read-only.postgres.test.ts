// @module-tag whole
import { expect, onTestFinished, test } from 'vitest'
import { onDatabase } from '#tests/support/postgres.ts'
import { findPrograms, startCluster as startServer } from '#tests/support/postgres-cluster.ts'
import { databaseState, startSite } from './day-site.ts'

/** As long as a connection lives, and a minute more that System shows the fault for. */
const patience = { timeout: 150_000, interval: 500 }

const bin = findPrograms()

// The database's settings are changed by the server's superuser.
test.skipIf(bin === null).each([['one process, whose connections it ends', 1, true]] as const)(
  'R46: a host that makes a database read-only for a while would lose or double what was acknowledged by %s',
  async (_, count, endsConnections) => {
    const server = await startServer(bin ?? '')
    onTestFinished(() => server.remove())
    const { cluster, operator, people, expectNothingLost } = await startSite(server.url)
    const processes = cluster.processes.slice(0, count)
    for (const left of cluster.processes.slice(count)) await left.stop()
    const asAdmin = (statement: string) => onDatabase(server.adminUrl, statement)
    const endConnections = () =>
      asAdmin("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'cleanclip'")
    const health = () =>
      Promise.all(processes.map(async ({ origin }) => (await fetch(`${origin}/health`)).status))
    const up = processes.map(() => 200)
    const sent = async () => {
      const answer = await operator.post('/admin/users/new.data')
      return answer.status === 503 ? await answer.json() : null
    }

    async function outage(): Promise<void> {
      await asAdmin('alter database site set default_transaction_read_only = on')
      if (endsConnections) await endConnections()
      for (const _ of processes) {
        await expect.poll(sent, patience).toMatchObject({ unavailable: 'readOnly' })
      }
      expect(await databaseState(operator)).toBe(503)
      expect(await health()).toEqual(up)
      await asAdmin('alter database site reset default_transaction_read_only')
      for (const _ of processes) {
        await expect.poll(() => databaseState(operator)).toBe('Read-only')
      }
      for (const _ of processes) {
        await expect.poll(() => databaseState(operator), patience).toBe('Works')
      }
      expect(await health()).toEqual(up)
    }

    await people.round()
    await Promise.all([people.round(), people.rename('Read-only'), outage()])
    await people.round()
    await expectNothingLost(server, processes)
  },
  900_000,
)
