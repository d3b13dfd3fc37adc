// @module-tag whole
import { expect, onTestFinished, test } from 'vitest'
import { fakePost } from '#tests/fakes/extraction-service.ts'
import { closing } from '#tests/support/closing.ts'
import { startCluster } from '#tests/support/cluster.ts'
import { noticeFields, sendNotice } from '#tests/support/dmca.ts'
import { folderOnServer } from '#tests/support/folder-on-server.ts'
import { lookUp, saveLinkIn } from '#tests/support/live-app.ts'
import { findPrograms, startCluster as startServer } from '#tests/support/postgres-cluster.ts'
import { downloadSlowly } from '#tests/support/slow-download.ts'
import { databaseEnv } from '#tests/support/sql.ts'

/** How many notices are refused each time before the database is back: `5,30` now and then. */
const outages = (process.env.CLUSTER_OUTAGES ?? '5').split(',').map(Number)
/** Downloads would take longer than any test, until they are told to hurry. */
const bytesPerMs = 50

const bin = findPrograms()

// A server that TEST_POSTGRES names can't be stopped.
test.skipIf(bin === null)(
  'R31: a database that restarts would take processes, downloads, views or half of a form with it',
  async () => {
    const server = await startServer(bin ?? '')
    onTestFinished(() => server.remove())
    const dataDir = await folderOnServer(server.url)
    const cluster = closing(await startCluster({ dataDir }))
    process.env.SESSION_SECRET = (await databaseEnv(dataDir)).SESSION_SECRET
    const { stampForm } = await import('#app/http/form-stamp.server.ts')
    const [a] = cluster.processes
    const link = await saveLinkIn(a, (await lookUp(a, fakePost('big', 970).url)).html)
    const health = () =>
      Promise.all(
        cluster.processes.map(async ({ origin, lines }) => {
          const answer = await fetch(`${origin}/health`).catch(() => null)
          return answer?.status ?? `does not answer:\n${lines.slice(-25).join('\n')}`
        }),
      )

    /** Notices that were sent, and those of them that were not accepted yet. */
    let sent = 0
    let refused: Record<string, string>[] = []
    const statuses = new Set<number>()
    async function send(fields: Record<string, string>): Promise<void> {
      const app = cluster.processes[sent % 3] ?? a
      const answer = await sendNotice(app, fields).catch(() => null)
      statuses.add(answer?.status ?? 0)
      if (answer?.status !== 303) refused.push(fields)
    }
    let views = 0
    const unseen: number[] = []
    async function view(): Promise<void> {
      const headers = {
        'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        // A visitor's views are counted up to a number in a minute.
        'X-Forwarded-For': `198.51.${Math.floor(views / 250)}.${(views % 250) + 1}`,
      }
      const answer = await fetch(cluster.origin, { headers })
      await answer.text()
      views += 1
      if (answer.status !== 200) unseen.push(answer.status)
    }

    async function visit(): Promise<void> {
      sent += 1
      // As one who has taken a minute for it, each at a moment of their own.
      const stamp = stampForm(Date.now() - 60_000 - sent)
      await send(noticeFields([fakePost('video', 2_000 + sent).url], stamp))
      await view()
    }

    for (const outage of outages) {
      const downloads = [0, 1, 2].map(() => downloadSlowly(cluster.origin + link, bytesPerMs))
      const running = await Promise.all(downloads)
      await visit()
      await Promise.all([server.stop(), visit(), visit(), visit()])
      const before = running.map(({ received }) => received().length)
      while (refused.length < outage) {
        let isOver = false
        const visitor = visit().finally(() => {
          isOver = true
        })
        // Those that leave their balancer would take their pages and downloads with them.
        while (!isOver) expect(await health()).toEqual([200, 200, 200])
        await visitor
      }
      for (const [index, { received }] of running.entries()) {
        await expect.poll(() => received().length).toBeGreaterThan(before[index] ?? 0)
      }
      await server.start()
      await expect.poll(health).toEqual([200, 200, 200])
      for (const { hurry } of running) hurry()
      const again = refused
      refused = []
      for (const fields of again) await send(fields)
      expect(refused).toEqual([])
      expect(await Promise.all(running.map(({ ended }) => ended))).toEqual([true, true, true])
    }

    expect(unseen).toEqual([])
    expect([...statuses].sort()).toEqual([303, 503])
    for (const { process: child } of cluster.processes) {
      expect([child.exitCode, child.signalCode]).toEqual([null, null])
    }
    const count = (from: string) => cluster.db.value<number>(`select count(*) from ${from}`)
    expect(await count('dmca_reports')).toBe(sent)
    for (const part of ['dmca_report_posts', 'dmca_report_events']) {
      expect(await count(`(select distinct report_id from ${part}) as reports`)).toBe(sent)
    }
    // As if nothing had been: jobs are done, and views are counted.
    await expect
      .poll(() => count("analytics_events where kind = 'page_view'"))
      .toBeGreaterThanOrEqual(views)
    await expect.poll(() => count('analytics_inbox')).toBe(0)
  },
  // A refusal takes some seconds.
  240_000 + outages.reduce((sum, refusals) => sum + refusals * 10_000, 0),
)
