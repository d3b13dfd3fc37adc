// @module-tag whole
import { expect, onTestFinished, test } from 'vitest'
import { fakePost } from '#tests/fakes/extraction-service.ts'
import { saveTab } from '#tests/settings/settings-world.ts'
import { closing } from '#tests/support/closing.ts'
import { startCluster } from '#tests/support/cluster.ts'
import { databaseBetween } from '#tests/support/database-between.ts'
import { folderOnServer, onSite } from '#tests/support/folder-on-server.ts'
import { lookUp, saveLinkIn } from '#tests/support/live-app.ts'
import { onDatabase } from '#tests/support/postgres.ts'
import {
  type Cluster,
  findPrograms,
  replicaOf,
  startCluster as startServer,
} from '#tests/support/postgres-cluster.ts'

/** Robots' downloads aren't counted. */
const headers = {
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
}
const settings = 12
const reads = 8

async function one<T>(url: string, expression: string): Promise<T | undefined> {
  return (await onDatabase<{ value: T }>(url, `select ${expression} as value`))[0]?.value
}

/** Makes a primary read-only, and waits until a replica has all of it. */
async function fence(primary: Cluster, replica: Cluster): Promise<void> {
  await onDatabase(primary.adminUrl, 'alter system set default_transaction_read_only = on')
  await onDatabase(primary.adminUrl, 'select pg_reload_conf()')
  const end = await one<string>(primary.adminUrl, 'pg_current_wal_lsn()::text')
  await expect
    .poll(() => one<boolean>(replica.adminUrl, `pg_last_wal_replay_lsn() >= '${end}'::pg_lsn`))
    .toBe(true)
}

const bin = findPrograms()

// A server that TEST_POSTGRES names can't be replaced.
test.skipIf(bin === null)(
  'R46: after a failover that leaves old connections open, a removed post would be shown again, and forms refused by chance',
  async () => {
    const primary = await startServer(bin ?? '', { replicated: true })
    onTestFinished(() => primary.remove())
    const between = await databaseBetween(primary.url)
    const cluster = closing(await startCluster({ dataDir: await folderOnServer(between.url) }))
    const replica = await replicaOf(bin ?? '', primary)
    onTestFinished(() => replica.remove())
    const { processes } = cluster
    const [a] = processes
    const post = fakePost('video', 970)
    const removed = fakePost('video', 971)
    const link = await saveLinkIn(a, (await lookUp(a, post.url)).html)
    expect((await lookUp(a, removed.url)).status).toBe(200)
    const operators = await Promise.all(processes.map((app) => cluster.operator(app)))
    let saves = 0
    async function save(): Promise<void> {
      const answer = await fetch(cluster.origin + link, { headers })
      expect(answer.status).toBe(200)
      await answer.arrayBuffer()
      saves += 1
    }
    /** Has each process use several connections at once. */
    const view = () =>
      Promise.all(
        operators.flatMap((operator) => [1, 2, 3].map(() => operator.get('/admin/account'))),
      )

    await view()
    await save()
    await fence(primary, replica)
    await replica.promote()
    between.next(replica.url)

    const statuses = []
    for (let n = 0; n < settings; n += 1) {
      const operator = operators[n % 3]
      if (operator === undefined) throw new Error('three processes have three operators')
      const saved = await saveTab(operator, 'general', { siteName: `After ${n}` })
      statuses.push(saved.status)
      await save()
    }
    expect(statuses).toEqual(Array(settings).fill(302))
    const page = `/admin/videos/change/remove?id=${removed.postId}`
    const decided = await operators[0]?.post(page, { reason: 'A notice', id: removed.postId })
    expect(decided?.status).toBe(302)
    for (const app of processes) {
      await expect.poll(async () => (await lookUp(app, removed.url)).status).toBe(451)
    }
    const shown = []
    for (let n = 0; n < reads; n += 1) {
      await view()
      for (const app of processes) shown.push((await lookUp(app, removed.url)).status)
    }
    expect(new Set(shown)).toEqual(new Set([451]))

    const [before, after] = [primary, replica].map(({ adminUrl }) => onSite(adminUrl))
    const stored = "(select count(*)::int from analytics_events where kind = 'save')"
    await expect.poll(() => one(after ?? '', stored)).toBe(saves)
    const posts = "(select count(*)::int from posts where status = 'removed')"
    expect(await one(after ?? '', posts)).toBe(1)
    expect(await one(before ?? '', posts)).toBe(0)
    for (const { process: child } of processes) {
      expect([child.exitCode, child.signalCode]).toEqual([null, null])
    }
  },
  400_000,
)
