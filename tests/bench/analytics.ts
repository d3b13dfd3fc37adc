import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { pageRequest } from '#tests/support/page-request.ts'
import { printRows, rowsAtSizes } from './sizes.ts'
import { median, type Row, row } from './table.ts'

/**
 * Counting, and every view of the back office's figures, at growing numbers of raw events beside 25
 * months of full roll-ups.
 */
export function analyticsRows(sizes = [50_000, 500_000, 5_000_000]): Row[] {
  return rowsAtSizes(import.meta.url, 'events', sizes)
}

/** What the figures are held against: the processor's time of a view, a stretch of it, a page view. */
const target = { view: 100, stretch: 20, pageView: 200 }

type Work = { cpu: number; wall: number; stretch: number }

/** The processor's time of some work, and the most of it in which no one else had a turn. */
async function timed(work: () => Promise<unknown>): Promise<Work> {
  let stretch = 0
  let running = true
  const watch = (async () => {
    while (running) {
      const before = process.threadCpuUsage()
      await turn()
      stretch = Math.max(stretch, msOf(process.threadCpuUsage(before)))
    }
  })()
  const before = process.cpuUsage()
  const start = performance.now()
  await work()
  const wall = performance.now() - start
  const cpu = cpuSince(before)
  running = false
  await watch
  return { cpu, wall, stretch }
}

function cpuSince(before: NodeJS.CpuUsage): number {
  return msOf(process.cpuUsage(before))
}

function msOf({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000
}

async function measure(size: number): Promise<Row[]> {
  const { env } = await import('#app/env.server.ts')
  const { db } = await import('#db/engine.ts')
  const { utcDayOf } = await import('#app/analytics/dimensions.ts')
  const { fillEvents, fillRollups } = await import('./analytics-fill.ts')
  const today = utcDayOf(Date.now())
  const some = await db.selectFrom('analytics_days').select('day').limit(1).execute()
  if (some.length === 0) fillRollups(env.DATABASE_FILE, today)
  fillEvents(env.DATABASE_FILE, today, size)

  const { analyticsView } = await import('#app/analytics/admin/view.server.ts')
  const { parseView } = await import('#app/analytics/admin/parse-view.server.ts')
  const { dailyDownloads, dashboardFigures } = await import(
    '#app/admin/dashboard/figures.server.ts'
  )
  const { recentActivity } = await import('#app/admin/dashboard/activity.server.ts')
  const view = (query: string) => () =>
    analyticsView(parseView(new URLSearchParams(query)), Date.now())
  const views: [string, () => Promise<unknown>][] = [
    [
      'dashboard',
      async () => {
        await dashboardFigures(Date.now(), 'Europe/Berlin')
        await dailyDownloads('3months', Date.now())
        await recentActivity()
      },
    ],
    ['7 days', view('period=7days')],
    ['30 days', view('period=30days')],
    ['3 months', view('period=3months')],
    ['a year', view('period=year')],
    ['30 days of one country and device', view('period=30days&country=key 1&device=key 1')],
    ['30 days of one country', view('period=30days&country=key 1')],
    ['3 months of one device', view('period=3months&device=key 1')],
    ['3 months of one post', view('period=3months&post=key 1')],
    ['a year of one channel', view('period=year&channel=key 1')],
    ['a year of one system', view('period=year&os=key 1')],
  ]
  const events = `${size.toLocaleString('en')} events:`
  const rows: Row[] = []
  for (const [name, work] of views) {
    // The first time is that of a process that has just begun.
    await work()
    const runs: Work[] = []
    for (let index = 0; index < 5; index += 1) runs.push(await timed(work))
    const stretch = Math.max(...runs.map((run) => run.stretch))
    const [cpu, wall] = [median(runs.map((run) => run.cpu)), median(runs.map((run) => run.wall))]
    rows.push(row(`${events} ${name}, processor`, cpu, 'ms', target.view))
    rows.push(row(`${events} ${name}, clock`, wall, 'ms'))
    rows.push(row(`${events} ${name}, longest stretch`, stretch, 'ms', target.stretch))
  }
  rows.push(...(await ingest(events)))
  const { closeEvents } = await import('#app/analytics/writer.server.ts')
  closeEvents()
  await db.destroy()
  return rows
}

const longestCatchUpMs = 600_000

/** Page views as the middleware counts them, 5,000 a second for ten seconds, watched and unwatched. */
async function ingest(events: string): Promise<Row[]> {
  const { countPageView } = await import('#app/analytics/count.server.ts')
  const { catchUp } = await import('#app/analytics/catch-up.server.ts')
  const { analyticsStats, flushEvents } = await import('#app/analytics/writer.server.ts')
  const { handlers } = await import('#app/jobs/handlers.ts')
  const { createWorker } = await import('#app/jobs/worker.server.ts')
  const { db } = await import('#db/engine.ts')
  const lastEvent = async () => {
    const ids = db.selectFrom('analytics_events').select((eb) => eb.fn.max('id').as('id'))
    return (await ids.executeTakeFirst())?.id ?? 0
  }
  const worker = createWorker({ counting: handlers.counting })
  worker.start()
  let counted = 0
  let spent = 0
  let largest = 0
  /** So many a second for so long; gives how many there were in a second. */
  const take = async (seconds: number) => {
    const begin = performance.now()
    const first = counted
    while (counted - first < seconds * 5000) {
      if ((counted - first) / 5 > performance.now() - begin) {
        await wait(1)
        continue
      }
      const requests = Array.from({ length: 50 }, (_, index) => pageRequest(counted + index))
      const start = process.cpuUsage()
      for (const one of requests) countPageView(one, '/help')
      spent += cpuSince(start)
      counted += requests.length
      largest = Math.max(largest, analyticsStats().queued)
      await turn()
    }
    return (counted - first) / ((performance.now() - begin) / 1000)
  }
  const before = await lastEvent()
  // The first ones are those of a process that has just begun.
  await take(0.2)
  await flushEvents()
  await catchUp(longestCatchUpMs)
  const watched = await timed(() => take(5))
  spent = 0
  const [already, start] = [counted, process.cpuUsage()]
  const perSecond = await take(5)
  const work = cpuSince(start)
  const measured = counted - already
  const rest = await timed(async () => {
    await flushEvents()
    await catchUp(longestCatchUpMs)
  })
  await worker.stop()
  const lost = counted - ((await lastEvent()) - before)
  return [
    row(`${events} counting a page view`, (spent / measured) * 1000, 'µs', target.pageView),
    row(`${events} page views a second taken`, perSecond, '/s', 5000),
    row(`${events} dropped or lost`, analyticsStats().dropped + lost, 'events'),
    row(`${events} the whole work for each, processor`, (work / measured) * 1000, 'µs'),
    row(`${events} longest stretch meanwhile`, watched.stretch, 'ms', target.stretch),
    row(`${events} longest queue`, largest, 'events'),
    row(`${events} bringing the rest up to date`, rest.cpu, 'ms'),
  ]
}

await printRows(import.meta.url, measure)
