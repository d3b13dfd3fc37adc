// @module-tag whole
import { expect, onTestFinished, test } from 'vitest'
import { onDatabase } from '#tests/support/postgres.ts'
import { findPrograms, startCluster as startServer } from '#tests/support/postgres-cluster.ts'
import { until } from '#tests/support/until.ts'
import { startSite } from './day-site.ts'

const limit = 5
const says = `The database gives no more connections (limit of the role: ${limit})`

const bin = findPrograms()

// The role's settings are changed by the server's superuser.
test.skipIf(bin === null)(
  'R47: a role with few connections would cost pages, sign-ins, jobs or settings, with one process or two',
  async () => {
    const server = await startServer(bin ?? '')
    onTestFinished(() => server.remove())
    const { cluster, people, expectNothingLost } = await startSite(server.url)
    const others = cluster.processes.slice(1)
    for (const left of others) await left.stop()
    const asAdmin = (statement: string) => onDatabase(server.adminUrl, statement)
    await asAdmin(`alter role cleanclip connection limit ${limit}`)
    await asAdmin(
      "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'cleanclip'",
    )

    /** Has people do all that they do, and operators see it. */
    async function day(name: string): Promise<void> {
      await Promise.all([people.round(), people.rename(name)])
      const running = cluster.processes.filter(({ process: child }) => child.exitCode === null)
      for (const app of running) {
        const operator = await cluster.operator(app)
        await until(async () => expect(await operator.html('/admin/system')).toContain(says))
        expect(await operator.html('/admin')).toContain(name)
      }
    }
    await day('With one')
    for (const ended of others.slice(0, 1)) await cluster.replace(ended)
    await day('With two')
    await asAdmin('alter role cleanclip connection limit -1')
    await expectNothingLost(server, cluster.processes.slice(0, 2))
  },
  600_000,
)
