// @module-tag whole
import { expect, onTestFinished, test } from 'vitest'
import { fakePost } from '#tests/fakes/extraction-service.ts'
import { saveTab } from '#tests/settings/settings-world.ts'
import { expectInForce, expectStored, openBooks } from '#tests/support/books.ts'
import { closing } from '#tests/support/closing.ts'
import { startCluster } from '#tests/support/cluster.ts'
import { databaseBetween } from '#tests/support/database-between.ts'
import { fence } from '#tests/support/failover.ts'
import { folderOnServer, onSite } from '#tests/support/folder-on-server.ts'
import { lookUp, saveLinkIn } from '#tests/support/live-app.ts'
import { onDatabase } from '#tests/support/postgres.ts'
import {
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
    const books = openBooks()
    async function save(): Promise<void> {
      const answer = await fetch(cluster.origin + link, { headers })
      expect(answer.status).toBe(200)
      books.saves.push((await answer.arrayBuffer()).byteLength)
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
      const siteName = `After ${n}`
      statuses.push((await saveTab(operator, 'general', { siteName })).status)
      books.siteNames.push(siteName)
      await save()
    }
    expect(statuses).toEqual(Array(settings).fill(302))
    const page = `/admin/videos/change/remove?id=${removed.postId}`
    const decided = await operators[0]?.post(page, { reason: 'A notice', id: removed.postId })
    expect(decided?.status).toBe(302)
    books.takedowns.push(removed)
    for (const app of processes) {
      await expect.poll(async () => (await lookUp(app, removed.url)).status).toBe(451)
    }
    for (let n = 0; n < reads; n += 1) {
      await view()
      await expectInForce(books, processes)
    }
    await expectStored(books, onSite(replica.adminUrl))
    const before = await onDatabase(
      onSite(primary.adminUrl),
      "select 1 from posts where status = 'removed'",
    )
    expect(before).toEqual([])
    for (const { process: child } of processes) {
      expect([child.exitCode, child.signalCode]).toEqual([null, null])
    }
  },
  400_000,
)
