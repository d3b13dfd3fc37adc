// @module-tag whole
import '#tests/support/own-data-dir.ts'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { recentActivity } from '#app/admin/dashboard/activity.server.ts'
import { dailyDownloads, dashboardFigures } from '#app/admin/dashboard/figures.server.ts'
import { parseView } from '#app/analytics/admin/parse-view.server.ts'
import { analyticsView } from '#app/analytics/admin/view.server.ts'
import { catchUp } from '#app/analytics/catch-up.server.ts'
import { countPageView } from '#app/analytics/count.server.ts'
import { dimensions, metricNames, pairs, utcDayOf } from '#app/analytics/dimensions.ts'
import { analyticsStats, flushEvents } from '#app/analytics/writer.server.ts'
import { env } from '#app/env.server.ts'
import { dayMs } from '#app/time/durations.ts'
import { openEventConnection } from '#db/sqlite/event-connection.ts'
import '#tests/support/counting-worker.ts'
import { pageRequest } from '#tests/support/page-request.ts'

const today = utcDayOf(Date.now())
const numbers = (limit: number) =>
  `(with recursive n(i) as (select 0 union all select i + 1 from n where i < ${limit - 1}) select i from n)`

beforeAll(() => {
  const connection = openEventConnection(env.DATABASE_FILE)
  const columns = metricNames.join(', ')
  const values = metricNames.map((_, index) => `abs(random() % ${5 + index})`).join(', ')
  for (const dimension of ['all', ...dimensions]) {
    const keys = dimension === 'all' ? 1 : 60
    connection.exec(`insert into analytics_days (dimension, day, key, ${columns})
      select '${dimension}', ${today} - d.i, iif(${keys} = 1, '', 'key ' || k.i), ${values}
      from ${numbers(760)} d, ${numbers(keys)} k`)
  }
  connection.exec(`insert into analytics_events (at, day, kind, new_visitor, new_visit, bytes, ms)
    select t, t / ${dayMs}, 'bot', 0, 0, 0, 0
    from (select ${today * dayMs} - abs(random() % ${28 * dayMs}) as t from ${numbers(300_000)})`)
  for (const { id } of pairs) {
    connection.exec(`insert into analytics_pair_progress (pair, last_event)
      values (${id}, (select max(id) from analytics_events))`)
  }
  connection.close()
})

/** The processor's time that stretches of work took while no one else had a turn, in ms, sorted. */
async function stretches(work: () => Promise<unknown>): Promise<number[]> {
  const found: number[] = []
  let running = true
  const watch = (async () => {
    while (running) {
      const before = process.threadCpuUsage()
      await turn()
      const { user, system } = process.threadCpuUsage(before)
      found.push((user + system) / 1000)
    }
  })()
  await work()
  running = false
  await watch
  return found.sort((a, b) => a - b)
}

/** So many times as long as reading all events, half a second on a usual machine. */
const mostReads = 16

/** The processor's time that work takes, in ms. */
async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Reads each of the events once: the measure for what a view may take, on any machine. */
function readAll(): void {
  const connection = openEventConnection(env.DATABASE_FILE)
  connection.exec('select count(*) filter (where at % 7 = 0) from analytics_events not indexed')
  connection.close()
}

const views = (query: string) => analyticsView(parseView(new URLSearchParams(query)), Date.now())

test.each([
  [
    'the dashboard',
    () =>
      Promise.all([
        dashboardFigures(Date.now(), 'UTC'),
        dailyDownloads('3months', Date.now()),
        recentActivity(),
      ]),
  ],
  ['30 days', () => views('period=30days')],
  ['a year', () => views('period=year')],
  ['a year of one country', () => views('period=year&country=key 1')],
] as const)(
  'R24: %s of years of figures is there before anybody looks up from it',
  async (_, view) => {
    await view()
    const spent = await cpuMs(view)
    expect(spent).toBeLessThan(mostReads * (await cpuMs(readAll)))
  },
)

test('R2: counting thousands of pages makes no one else wait for long', async () => {
  const busy = await stretches(async () => {
    for (let counted = 0; counted < 6000; counted += 50) {
      for (let index = 0; index < 50; index += 1)
        countPageView(pageRequest(counted + index), '/help')
      await wait(10)
    }
    await flushEvents()
    expect(await catchUp(60_000)).toBe(true)
  })
  expect(busy[Math.floor(busy.length * 0.99)]).toBeLessThan(50)
  expect(analyticsStats()).toMatchObject({ queued: 0, dropped: 0, failing: false })
})
