// @module-tag module
import '#tests/support/own-data-dir.ts'

import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { foldText } from '#app/lists/fold-case.ts'
import { createStatusList } from '#app/lists/status-list.server.ts'
import { db } from '#db/engine.ts'
import fc, { cases } from '#tests/support/cases.ts'

const statuses = ['active', 'pending', 'lost', 'broken'] as const
const sortColumns = {
  domain: 'domain',
  status: 'status',
  authority: 'domain_authority',
  checked: 'last_checked_at',
} as const
type Status = (typeof statuses)[number]
type Sort = keyof typeof sortColumns

const source = {
  table: 'backlinks',
  searched: 'backlinks',
  statuses,
  sortColumns,
  usualSort: 'domain',
  pageSize: 10,
} as const
/** How many rows the index can name before the list is read in its order. */
const ways = { 'by the index': 1000, 'in order': 0, 'by the index where it names few': 3 }

const Text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'ß', '😀', '%', '_'), maxLength: 6 })
const Row = fc.record({
  domain: Text,
  status: fc.constantFrom(...statuses),
  domain_authority: fc.integer({ min: 0, max: 3 }),
  last_checked_at: fc.constantFrom(0, 5),
})
type Data = typeof Row extends fc.Arbitrary<infer Value> ? Value[] : never

async function fill(rows: Data): Promise<void> {
  await db.deleteFrom('backlinks').execute()
  for (const [n, row] of rows.entries()) {
    await db
      .insertInto('backlinks')
      .values({
        ...row,
        url: '',
        url_key: String(n),
        anchor_text: '',
        search_text: `${foldText(row.domain)}\n`,
        date_acquired: 0,
        created_at: 0,
        updated_at: 0,
      })
      .execute()
  }
}

type View = {
  search: string
  status: Status | 'all'
  sort: Sort
  direction: 'asc' | 'desc'
  pageSize: number
}

/** The same by the plainest query that there is. */
async function plain({ search, status, sort, direction }: View): Promise<number[]> {
  const term = foldText(search).trim()
  const pattern = `%${term.replace(/[%_\\]/g, (sign) => `\\${sign}`)}%`
  const { rows } = await sql<{ seq: number }>`select seq from backlinks
    where (${term} = '' or search_text like ${pattern} escape '\\')
      and (${status} = 'all' or status = ${status})
    order by ${sql.ref(sortColumns[sort])} ${sql.raw(direction)}, seq ${sql.raw(direction)}`.execute(
    db,
  )
  return rows.map(({ seq }) => seq)
}

async function countsByStatus(): Promise<Record<Status, number>> {
  const counts = { active: 0, pending: 0, lost: 0, broken: 0 }
  const rows = await db.selectFrom('backlink_counts').select(['status', 'n']).execute()
  for (const { status, n } of rows) counts[status] = n
  return counts
}

type Page = Awaited<ReturnType<ReturnType<typeof createStatusList>['page']>>

/** Follows the links in one direction. */
async function walk(
  mostNamed: number,
  view: View,
  towards: 'next' | 'previous',
  from: string | null = null,
): Promise<Page[]> {
  const list = createStatusList<Status, Sort>(source, mostNamed)
  const counts = await countsByStatus()
  const pages: Page[] = []
  for (let cursor = from; ; ) {
    const page = await list.page({ ...view, cursor }, counts)
    expect(page.rows.length).toBeLessThanOrEqual(view.pageSize)
    if (page.rows.length > 0) pages.push(page)
    const goOn = page[towards]
    if (goOn === null) return pages
    expect(goOn).not.toBe(cursor)
    cursor = goOn
  }
}

const Views = fc.record({
  search: fc.oneof(Text, fc.constantFrom('', 'a', 'ab', 'abc', 'ca%', '😀')),
  status: fc.constantFrom('all' as const, ...statuses),
  sort: fc.constantFrom('domain', 'status', 'authority', 'checked'),
  direction: fc.constantFrom('asc', 'desc'),
  pageSize: fc.integer({ min: 1, max: 5 }),
}) satisfies fc.Arbitrary<View>

describe('a search', () => {
  for (const [way, mostNamed] of Object.entries(ways)) {
    test(`misses nothing, invents nothing and keeps the order, ${way}`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(Row, { maxLength: 40 }), Views, async (rows, view) => {
          await fill(rows)
          const wanted = await plain(view)
          const pages = await walk(mostNamed, view, 'next')
          expect(pages.flatMap((page) => page.rows)).toEqual(wanted)
          let first = 1
          for (const page of pages) {
            expect(page.first).toBe(first)
            first += page.rows.length
            if (page.total !== null) expect(page.total).toBe(wanted.length)
            expect(page.rows).toHaveLength(Math.min(view.pageSize, wanted.length - page.first + 1))
          }
          // And all the way back, from where the last page begins.
          const last = pages.at(-1)
          if (last === undefined) return
          const before = wanted.slice(0, last.first - 1)
          const back =
            last.previous === null ? [] : await walk(mostNamed, view, 'previous', last.previous)
          expect(back.reverse().flatMap((page) => page.rows)).toEqual(before)
        }),
        { numRuns: cases(120) },
      )
    })
  }

  test('says how many rows it found if the index or the last page shows it', async () => {
    await fill(
      Array.from({ length: 200 }, (_, n) => ({
        domain: n < 150 ? `old${n}` : `new${n}`,
        status: 'active' as const,
        domain_authority: 0,
        last_checked_at: 0,
      })),
    )
    const view: View = {
      search: 'new1',
      status: 'all',
      sort: 'domain',
      direction: 'asc',
      pageSize: 20,
    }
    const totals = async (named: number, search = view.search) =>
      (await walk(named, { ...view, search }, 'next')).map(({ total }) => total)
    expect(await totals(50)).toEqual([50, 50, 50])
    expect(await totals(49)).toEqual([null, null, 50])
    // Too short for the trigrams of PostgreSQL's index.
    expect(await totals(50, 'ew')).toEqual([50, 50, 50])
  })
})
