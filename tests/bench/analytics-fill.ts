import { closeSync, fsyncSync, openSync } from 'node:fs'
import SQLite from 'better-sqlite3'
import { everything, metricNames, pairs } from '#app/analytics/dimensions.ts'
import { firstOfMonth, monthsBetween } from '#app/analytics/rollups/months.ts'
import { dayMs } from '#app/time/durations.ts'

/** How many keys of each dimension a busy site has on a day. */
const keysOf: Record<string, number> = {
  [everything]: 1,
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
  platform: 3,
}
const daysHeld = 761
const pairDaysHeld = 100

const columns = metricNames.join(', ')
const values = metricNames.map((_, index) => `abs(random() % ${5 + index})`).join(', ')
const numbers = (limit: number) =>
  `(with recursive n(i) as (select 0 union all select i + 1 from n where i < ${limit - 1}) select i from n)`

/** A connection that is only good for a file that may be lost. */
function openFast(file: string): SQLite.Database {
  const connection = new SQLite(file, { timeout: 60_000 })
  connection.pragma('synchronous = OFF')
  connection.pragma('cache_size = -200000')
  connection.pragma('temp_store = MEMORY')
  return connection
}

/** Puts 25 months of full roll-ups into an empty database, ending with the day `today`. */
export function fillRollups(file: string, today: number): void {
  const connection = openFast(file)
  const months = monthsBetween(today - daysHeld + 1, firstOfMonth(today) - 1)
  const list = (days: number[]) => `(select value as day from json_each('${JSON.stringify(days)}'))`
  const days = (count: number) =>
    Array.from({ length: count }, (_, index) => today - count + 1 + index)
  connection.transaction(() => {
    for (const [dimension, keys] of Object.entries(keysOf)) {
      const key = dimension === everything ? `''` : `'key ' || `
      // Of long lists other keys come up each day.
      const shown = (shift: string) => (dimension === everything ? key : `${key} (k.i ${shift})`)
      for (const [table, number, of, shift] of [
        ['analytics_days', 'day', days(daysHeld), keys === 1000 ? '+ (d.day % 30) * 100' : ''],
        ['analytics_months', 'first_day', months, keys === 1000 ? '* 3' : ''],
      ] as const) {
        connection.exec(`insert into ${table} (dimension, ${number}, key, ${columns})
          select '${dimension}', d.day, ${shown(shift)}, ${values}
          from ${list([...of])} d cross join ${numbers(keys)} k`)
      }
    }
    connection.exec(`insert into analytics_hours (hour, ${columns})
      select ${(today + 1) * 24 - 1} - i, ${values} from ${numbers(daysHeld * 24)}`)
    for (const { id, a, b } of pairs) {
      // Of each two as many keys as the limit allows, each with a few of the other's.
      const second = Math.min(keysOf[b] ?? 1, 50)
      const first = Math.min(keysOf[a] ?? 1, Math.floor(1000 / second))
      for (const [table, number, of] of [
        ['analytics_pair_days', 'day', days(pairDaysHeld)],
        ['analytics_pair_months', 'first_day', months],
      ] as const) {
        connection.exec(`insert into ${table} (pair, ${number}, key_a, key_b, ${columns})
          select ${id}, d.day, 'key ' || f.i, 'key ' || k.i, ${values}
          from ${list([...of])} d cross join ${numbers(first)} f cross join ${numbers(second)} k`)
      }
    }
  })()
  connection.close()
}

/** Adds raw events of the last 30 days until there are `size`; they count as counted in pairs. */
export function fillEvents(file: string, today: number, size: number): void {
  const connection = openFast(file)
  const present = Number(connection.prepare('select count(*) from analytics_events').pluck().get())
  const more = Math.max(1, size - present)
  connection.transaction(() => {
    connection.exec(`insert into analytics_events (at, day, kind, visitor, new_visitor, new_visit, path,
        channel, source, country, language, device, browser, os, format, error, post, bytes, ms)
      select t, t / ${dayMs}, case i % 3 when 0 then 'page_view' when 1 then 'lookup' else 'save' end,
        'visitor' || abs(random() % 100000), 0, 0, '/', 'Search', 'google.com', 'DE', 'de', 'Phone',
        'Chrome', 'Android', null, null, '73' || abs(random() % 100000), 1000, 10
      from (select i, ${(today - 29) * dayMs} + cast(i * ${(29 * dayMs) / more} as integer) as t
        from ${numbers(more)})`)
    for (const { id } of pairs) {
      connection.exec(`insert or replace into analytics_pair_progress
        select ${id}, max(id) from analytics_events`)
    }
  })()
  connection.pragma('wal_checkpoint(TRUNCATE)')
  connection.close()
  // Or the first write that is measured waits for the disk to take all this.
  const descriptor = openSync(file, 'r+')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
