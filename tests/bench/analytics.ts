import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Row, row } from './table.ts'

/**
 * Counting, and every view of the back office's figures, at growing numbers of raw events beside 25
 * months of full roll-ups. Each size runs in a process of its own: `node analytics.ts COUNT` with
 * DATA_DIR prints its rows as JSON.
 */
export async function analyticsRows(sizes = [50_000, 500_000, 5_000_000]): Promise<Row[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'cleanclip-bench-'))
  try {
    return sizes.flatMap((size) => {
      const { status, stdout } = spawnSync(
        process.execPath,
        [fileURLToPath(import.meta.url), String(size)],
        {
          env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'error' },
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      )
      if (status !== 0) throw new Error(`The bench of ${size} events failed`)
      return JSON.parse(String(stdout)) as Row[]
    })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const keysOf: Record<string, number> = {
  all: 1,
  path: 150,
  channel: 10,
  source: 1000,
  country: 150,
  language: 60,
  device: 4,
  browser: 9,
  os: 8,
  format: 5,
  error: 20,
  post: 1000,
  scroll: 5,
  bot: 8,
}

async function fill(size: number): Promise<void> {
  const { env } = await import('#app/env.server.ts')
  const { dayMs, everything, metricNames, pairs, utcDayOf } = await import(
    '#app/models/analytics/dimensions.ts'
  )
  const { monthsBetween } = await import('#app/models/analytics/months.ts')
  const { openEventConnection } = await import('#db/event-connection.ts')
  const { keepAnalytics } = await import('#app/models/analytics/upkeep.server.ts')
  const connection = openEventConnection(env.DATABASE_FILE)
  const today = utcDayOf(Date.now())
  const columns = metricNames.join(', ')
  const values = metricNames.map((_, index) => `abs(random() % ${5 + index})`).join(', ')
  const numbers = (limit: number) =>
    `(with recursive n(i) as (select 0 union all select i + 1 from n where i < ${limit - 1}) select i from n)`
  if (Number(connection.prepare('select count(*) from analytics_days').pluck().get()) === 0) {
    for (const [dimension, keys] of Object.entries(keysOf)) {
      const key = dimension === everything ? `''` : `'key ' || k.i`
      // Of long lists other keys come up each day.
      const shift = keys === 1000 ? '+ d.i * 100' : ''
      connection.exec(`insert into analytics_days (dimension, day, key, ${columns})
        select '${dimension}', ${today} - d.i, ${key.replace('k.i', `(k.i ${shift})`)}, ${values}
        from ${numbers(760)} d, ${numbers(keys)} k`)
    }
    connection.exec(`insert into analytics_hours (hour, ${columns})
      select ${today * 24} - i, ${values} from ${numbers(760 * 24)}`)
    for (const { id, a, b } of pairs) {
      // Of each two as many keys as the limit allows, each with a few of the other's.
      const second = Math.min(keysOf[b] ?? 1, 50)
      const first = Math.min(keysOf[a] ?? 1, Math.floor(1000 / second))
      const rows = `${numbers(first)} f, ${numbers(second)} k`
      const keys = `'key ' || f.i, 'key ' || k.i, ${values}`
      connection.exec(`insert into analytics_pair_days (pair, day, key_a, key_b, ${columns})
        select ${id}, ${today} - d.i, ${keys} from ${numbers(100)} d, ${rows}`)
      for (const month of monthsBetween(today - 760, today - 101)) {
        connection.exec(`insert into analytics_pair_months (pair, first_day, key_a, key_b, ${columns})
          select ${id}, ${month}, ${keys} from ${rows}`)
      }
    }
    await keepAnalytics()
  }
  const present = Number(connection.prepare('select count(*) from analytics_events').pluck().get())
  connection.exec(`insert into analytics_events (at, day, kind, visitor, new_visitor, new_visit, path,
      channel, source, country, language, device, browser, os, format, error, post, bytes, ms)
    select t, t / ${dayMs}, case i % 3 when 0 then 'page_view' when 1 then 'lookup' else 'save' end,
      'visitor' || abs(random() % 100000), 0, 0, '/', 'Search', 'google.com', 'DE', 'de', 'Phone',
      'Chrome', 'Android', null, null, '73' || abs(random() % 100000), 1000, 10
    from (select i, ${(today - 29) * dayMs} + abs(random() % ${29 * dayMs}) as t
      from ${numbers(size - present)})`)
  // They count as counted in pairs.
  for (const { id } of pairs) {
    connection.exec(`insert or replace into analytics_pair_progress
      select ${id}, max(id) from analytics_events`)
  }
  connection.close()
}

/** How long a view took, and how long it kept everybody else waiting at a stretch. */
async function timed(work: () => Promise<unknown>): Promise<{ ms: number; blocked: number }> {
  let blocked = 0
  let running = true
  let last = performance.now()
  const beat = () => {
    const now = performance.now()
    blocked = Math.max(blocked, now - last)
    last = now
    if (running) setImmediate(beat)
  }
  setImmediate(beat)
  const start = performance.now()
  await work()
  const ms = performance.now() - start
  running = false
  beat()
  return { ms, blocked }
}

async function measure(size: number): Promise<Row[]> {
  await import('#db/client.ts')
  await fill(size)
  const { analyticsView, parseView } = await import('#app/routes/admin/analytics/view.server.ts')
  const { dailyDownloads, dashboardFigures } = await import(
    '#app/routes/admin/dashboard/figures.server.ts'
  )
  const { recentActivity } = await import('#app/routes/admin/dashboard/activity.server.ts')
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
    ['analytics, 7 days', view('period=7days')],
    ['analytics, 30 days', view('period=30days')],
    ['analytics, 3 months', view('period=3months')],
    ['analytics, a year', view('period=year')],
    ['analytics, 30 days of one country', view('period=30days&by=country&key=key 1')],
    ['analytics, 3 months of one device', view('period=3months&by=device&key=key 1')],
    ['analytics, a year of one channel', view('period=year&by=channel&key=key 1')],
  ]
  const rows: Row[] = []
  for (const [name, work] of views) {
    const runs: { ms: number; blocked: number }[] = []
    for (let index = 0; index < 5; index += 1) runs.push(await timed(work))
    runs.sort((a, b) => a.ms - b.ms)
    const what = `${size.toLocaleString('en')} events: ${name}`
    rows.push(row(`${what}, median of 5`, runs[2]?.ms ?? 0, 'ms'))
    const longest = Math.max(...runs.map(({ blocked }) => blocked))
    rows.push(row(`${what}, longest stretch`, longest, 'ms'))
  }
  rows.push(...(await ingest(size)))
  const { closeEvents } = await import('#app/models/analytics/writer.server.ts')
  closeEvents()
  const { db } = await import('#db/client.ts')
  await db.destroy()
  return rows
}

/** Page views as the middleware counts them, 5,000 a second for five seconds. */
async function ingest(size: number): Promise<Row[]> {
  const { countPageView } = await import('#app/models/analytics/count.server.ts')
  const { analyticsStats, flushEvents } = await import('#app/models/analytics/writer.server.ts')
  let spent = 0
  let counted = 0
  let largest = 0
  const request = (index: number) => ({
    address: `198.18.${(index >> 8) & 255}.${index & 255}`,
    method: 'GET',
    headers: new Headers({
      'user-agent': `Mozilla/5.0 (Linux; Android 14; Pixel ${index % 40}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36`,
      'accept-language': 'de-DE,de;q=0.9',
      referer: `https://site-${index % 500}.example/`,
    }),
    url: new URL('http://localhost/help'),
    operator: false,
    proxyCountry: 'DE',
  })
  const begin = performance.now()
  while (counted < 25_000) {
    if (counted / 5 > performance.now() - begin) {
      await wait(1)
      continue
    }
    const requests = Array.from({ length: 100 }, (_, index) => request(counted + index))
    const start = performance.now()
    for (const one of requests) countPageView(one, '/help')
    spent += performance.now() - start
    counted += requests.length
    largest = Math.max(largest, analyticsStats().queued)
    await wait(0)
  }
  const seconds = (performance.now() - begin) / 1000
  const start = performance.now()
  await flushEvents()
  const rest = performance.now() - start
  const what = `${size.toLocaleString('en')} events:`
  return [
    row(`${what} counting a page view`, (spent / counted) * 1000, 'µs'),
    row(`${what} events a second taken`, counted / seconds, '/s'),
    row(`${what} longest queue`, largest, 'events'),
    row(`${what} events dropped`, analyticsStats().dropped, 'events'),
    row(`${what} writing the rest`, rest, 'ms'),
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url) && existsSync(process.env.DATA_DIR ?? '')) {
  process.stdout.write(JSON.stringify(await measure(Number(process.argv[2]))))
}
