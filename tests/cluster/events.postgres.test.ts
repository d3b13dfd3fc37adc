// @module-tag process
import '#tests/support/own-data-dir.ts'

import { expect, test, vi } from 'vitest'
import { db } from '#db/engine.ts'
import { expectAgreement } from '#tests/analytics/agreement.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import { closing } from '#tests/support/closing.ts'
import { startCluster } from '#tests/support/cluster.ts'

const views = Number(process.env.CLUSTER_VIEWS ?? 600)
const kills = Number(process.env.CLUSTER_KILLS ?? 2)
const visitors = 20
/** How long a process has events in memory, and a busy one until it has written them. */
const unwrittenMs = 2_000

test(
  'R16, R31: a process that is killed would take others’ events with it, or leave sums that do not add up',
  async () => {
    const cluster = closing(
      await startCluster({ dataDir: process.env.DATA_DIR, env: { LOG_LEVEL: 'info' } }),
    )
    const answered: { app: AppServer; at: number }[] = []
    let sent = 0
    /** One visitor after the other, at one process after the other. */
    async function visit(): Promise<void> {
      sent += 1
      const app = cluster.processes[sent % 3] ?? cluster.processes[0]
      const headers = {
        'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        'X-Forwarded-For': `198.51.100.${sent % visitors}`,
      }
      const answer = await fetch(app.origin, { headers }).catch(() => null)
      await answer?.text().catch(() => '')
      if (answer?.status === 200) answered.push({ app, at: performance.now() })
    }
    const visitMany = async (count: number) => {
      for (let n = 0; n < count; n += 10) await Promise.all(Array.from({ length: 10 }, visit))
    }

    const risked = new Set<object>()
    for (let kill = 0; kill < kills; kill += 1) {
      const killed = kill % 2 === 0 ? await cluster.leader() : (await cluster.followers())[0]
      await visitMany(views / kills / 2)
      const at = performance.now()
      await Promise.all([visitMany(views / kills / 2), killed.stop('SIGKILL')])
      for (const view of answered) {
        if (view.app === killed && view.at > at - unwrittenMs) risked.add(view)
      }
      await cluster.replace(killed)
    }
    await visitMany(3 * visitors)
    const rows = (table: string) => cluster.db.value<number>(`select count(*) from ${table}`)
    await vi.waitFor(
      async () => {
        expect(await rows('analytics_inbox')).toBe(0)
        expect(await rows('analytics_events')).toBeGreaterThanOrEqual(answered.length - risked.size)
        await expectAgreement(db)
      },
      { timeout: 30_000, interval: 200 },
    )
    expect(await rows('analytics_events')).toBeLessThanOrEqual(sent)
    const sums = await cluster.db.row(
      "select sum(visitors) as visitors, sum(visits) as visits from analytics_days where dimension = 'all'",
    )
    expect(sums).toEqual({ visitors, visits: visitors })
  },
  60_000 + kills * 30_000,
)
