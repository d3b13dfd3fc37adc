import { sql } from 'kysely'
import { type Row, row } from './table.ts'

type Query<Status, Sort> = {
  search: string
  status: Status | 'all'
  sort: Sort
  direction: 'asc' | 'desc'
  cursor: string | null
}
type Page = { next: string | null }

const goalMs = 100

/**
 * Every search in every view of a list: each status, order and direction, its first pages and one
 * amid the list. For each search the slowest request, and the longest time it left others no turn.
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
    let [requests, slow, longest] = [0, 0, 0]
    for (const status of ['all', ...statuses] as const) {
      for (const sort of sorts) {
        for (const direction of ['asc', 'desc'] as const) {
          for (const start of [null, amid.get(sort) ?? null]) {
            let cursor = start
            for (let pages = 0; pages < 3; pages += 1) {
              const query = { search, status, sort, direction, cursor }
              const { page, ms, stretch } = await fastest(() => read(query))
              requests += 1
              slow += ms > goalMs ? 1 : 0
              longest = Math.max(longest, stretch)
              const view = `${status} by ${sort}, ${direction}${start === null ? '' : ', amid'}`
              if (ms > slowest.ms) Object.assign(slowest, { ms, view })
              cursor = page.next
              if (cursor === null) break
            }
          }
        }
      }
    }
    const name = `${what}: ${meaning}`
    rows.push(
      row(`${name}, slowest of ${requests} requests (${slowest.view})`, slowest.ms, 'ms'),
      row(`${name}, requests over ${goalMs} ms`, slow, 'requests'),
      row(`${name}, longest stretch without a turn for others`, longest, 'ms'),
    )
  }
  return rows
}

type Timed = { page: Page; ms: number; stretch: number }

/** A slow one is tried again, since other programs of the machine only ever add time. */
async function fastest(read: () => Promise<Page>): Promise<Timed> {
  const first = await timed(read)
  if (first.ms < 30) return first
  const second = await timed(read)
  return second.ms < first.ms ? second : first
}

async function timed(read: () => Promise<Page>): Promise<Timed> {
  const start = performance.now()
  let [turnAt, stretch, running] = [start, 0, true]
  const endTurn = () => {
    const now = performance.now()
    stretch = Math.max(stretch, now - turnAt)
    turnAt = now
  }
  const nextTurn = () => {
    endTurn()
    if (running) setImmediate(nextTurn)
  }
  setImmediate(nextTurn)
  const page = await read()
  running = false
  endTurn()
  return { page, ms: turnAt - start, stretch }
}

async function cursorAmid(table: string, column: string): Promise<string> {
  const { db } = await import('#db/engine.ts')
  const { rows } = await sql<{ key: string | number; seq: number }>`
    select ${sql.ref(column)} as key, seq from ${sql.table(table)} order by 1, 2
    limit 1 offset (select count(*) / 2 from ${sql.table(table)})`.execute(db)
  const { key, seq } = rows[0] ?? { key: 0, seq: 0 }
  return Buffer.from(JSON.stringify(['next', 1, key, seq])).toString('base64url')
}
