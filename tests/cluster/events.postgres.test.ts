// @module-tag whole
import '#tests/support/own-data-dir.ts'

import http from 'node:http'
import { expect, test } from 'vitest'
import { db } from '#db/engine.ts'
import { expectAgreement } from '#tests/analytics/agreement.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import { closing } from '#tests/support/closing.ts'
import { startCluster } from '#tests/support/cluster.ts'
import { until } from '#tests/support/until.ts'

const views = Number(process.env.CLUSTER_VIEWS ?? 600)
const kills = Number(process.env.CLUSTER_KILLS ?? 2)
const visitors = 20
/** Asks a process for the home page as the balancer would: its host is part of who a visitor is. */
function seesHome(app: AppServer, origin: string, visitor: number): Promise<boolean> {
  const headers = {
    Host: new URL(origin).host,
    'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'X-Forwarded-For': `198.51.100.${visitor}`,
  }
  return new Promise((resolve) => {
    http
      .get(app.origin, { agent: false, headers }, (answer) => {
        answer.resume()
        answer.once('close', () => resolve(answer.complete && answer.statusCode === 200))
      })
      .once('error', () => resolve(false))
  })
}

test(
  'R16, R31: a process that is killed would take others’ events with it, or leave sums that do not add up',
  async () => {
    const cluster = closing(
      await startCluster({ dataDir: process.env.DATA_DIR, env: { LOG_LEVEL: 'info' } }),
    )
    /** Views that were answered: those on record whatever is killed, and by whom the others. */
    let safe = 0
    let unsure: AppServer[] = []
    let sent = 0
    /** One visitor after the other, at one process after the other. */
    async function visit(): Promise<void> {
      sent += 1
      const app = cluster.processes[sent % 3] ?? cluster.processes[0]
      if (await seesHome(app, cluster.origin, sent % visitors)) unsure.push(app)
    }
    const visitMany = async (count: number) => {
      for (let n = 0; n < count; n += 10) await Promise.all(Array.from({ length: 10 }, visit))
    }
    const rows = (table: string) => cluster.db.value<number>(`select count(*) from ${table}`)
    const onRecord = async () =>
      (await rows('analytics_events')) +
      (await cluster.db.value<number>(
        'select coalesce(sum(json_array_length(events::json)), 0) from analytics_inbox',
      ))

    for (let kill = 0; kill < kills; kill += 1) {
      const killed = cluster.processes[kill % 3] ?? cluster.processes[0]
      await visitMany(views / kills / 2)
      safe += unsure.length
      unsure = []
      await expect.poll(onRecord).toBeGreaterThanOrEqual(safe)
      await Promise.all([visitMany(views / kills / 2), killed.stop('SIGKILL')])
      safe += unsure.filter((app) => app !== killed).length
      unsure = []
      await cluster.replace(killed)
    }
    await visitMany(3 * visitors)
    await until(async () => {
      expect(await rows('analytics_inbox')).toBe(0)
      expect(await rows('analytics_events')).toBeGreaterThanOrEqual(safe + unsure.length)
      await expectAgreement(db)
    }, 200)
    expect(await rows('analytics_events')).toBeLessThanOrEqual(sent)
    // The last day's: it may have begun since the first view.
    const day = await cluster.db.row(
      "select visitors from analytics_days where dimension = 'all' order by visitors desc",
    )
    expect(day).toEqual({ visitors })
    expect(await rows('analytics_visits')).toBe(visitors)
  },
  240_000 + kills * 30_000,
)
