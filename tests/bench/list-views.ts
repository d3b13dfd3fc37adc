import { sql } from 'kysely'
import { type Row, row } from './table.ts'

type Query<Status, Sort> = {
  search: string
  status: Status | 'all'
  sort: Sort
  direction: 'asc' | 'desc'
  cursor: string | null
}
type Page = { next: string | null; onward: string | null }

/**
 * Every search in every view of a list: each status, order and direction, its first pages and one
 * amid the list. For each search the slowest request, and over how many requests an empty page led
 * on to the first match.
 */
export async function everyView<Status extends string, Sort extends string>({
  what,
  table,
  statuses,
  sortColumns,
  searches,
  read,
}: {
  what: string
  table: string
  statuses: readonly Status[]
  sortColumns: Readonly<Record<Sort, string>>
  /** What to search for, and what that stands for. */
  searches: Readonly<Record<string, string>>
  read: (query: Query<Status, Sort>) => Promise<Page>
}): Promise<Row[]> {
  const rows: Row[] = []
  const sorts = Object.keys(sortColumns) as Sort[]
  const amid = new Map<Sort, string>()
  for (const sort of sorts) amid.set(sort, await cursorAmid(table, sortColumns[sort]))
  for (const [search, meaning] of Object.entries(searches)) {
    const slowest = { ms: 0, view: '' }
    let [requests, most, slow] = [0, 0, 0]
    for (const status of ['all', ...statuses] as const) {
      for (const sort of sorts) {
        for (const direction of ['asc', 'desc'] as const) {
          for (const start of [null, amid.get(sort) ?? null]) {
            let cursor = start
            for (let pages = 0, steps = 0; pages < 3; ) {
              const query = { search, status, sort, direction, cursor }
              const { page, ms } = await fastest(() => read(query))
              requests += 1
              slow += ms > 50 ? 1 : 0
              const view = `${status} by ${sort}, ${direction}${start === null ? '' : ', amid'}`
              if (ms > slowest.ms) Object.assign(slowest, { ms, view })
              steps = page.onward === null ? 0 : steps + 1
              most = Math.max(most, steps)
              pages += page.onward === null ? 1 : 0
              cursor = page.onward ?? page.next
              if (cursor === null) break
            }
          }
        }
      }
    }
    const name = `${what}: ${meaning}`
    rows.push(
      row(`${name}, slowest of ${requests} requests (${slowest.view})`, slowest.ms, 'ms'),
      row(`${name}, most requests without a match in a row`, most, 'requests'),
    )
    if (slow > 0) rows.push(row(`${name}, requests over 50 ms`, slow, 'requests'))
  }
  return rows
}

/** A slow one is tried again, since other programs of the machine only ever add time. */
async function fastest(read: () => Promise<Page>): Promise<{ page: Page; ms: number }> {
  const first = await timed(read)
  if (first.ms < 30) return first
  const second = await timed(read)
  return second.ms < first.ms ? second : first
}

async function timed(read: () => Promise<Page>): Promise<{ page: Page; ms: number }> {
  const start = performance.now()
  const page = await read()
  return { page, ms: performance.now() - start }
}

async function cursorAmid(table: string, column: string): Promise<string> {
  const { db } = await import('#db/client.ts')
  const { rows } = await sql<{ key: string | number; seq: number }>`
    select ${sql.ref(column)} as key, seq from ${sql.table(table)} order by 1, 2
    limit 1 offset (select count(*) / 2 from ${sql.table(table)})`.execute(db)
  const { key, seq } = rows[0] ?? { key: 0, seq: 0 }
  return Buffer.from(JSON.stringify(['next', 1, key, seq])).toString('base64url')
}
