import type { DmcaStatus } from '#db/schema.ts'
import { createRandom } from '#db/seed/random.ts'
import { everyView } from './list-views.ts'
import { fillUp, firstPages, printRows, rowsAtSizes } from './sizes.ts'
import type { Row } from './table.ts'

/** The list of copyright reports at growing sizes. */
export function dmcaRows(sizes = [10_000, 100_000, 1_000_000]): Row[] {
  return rowsAtSizes(import.meta.url, 'reports', sizes)
}

const words =
  'the long way home summer night river song last dance of paris blue garden story'.split(' ')
const firsts = 'Ada Ben Cleo Dora Emil Fay Gil Hana Ivo Jun'.split(' ')
const lasts = 'Aster Berg Clark Dottir Ekström Field Grün Hughes'.split(' ')

async function measure(size: number): Promise<Row[]> {
  const { db } = await import('#db/engine.ts')
  const { oldestPendingAt, reportSearchColumns } = await import('#app/dmca/report.server.ts')
  const { listReports } = await import('#app/dmca/report-list.server.ts')
  const { below, pick } = createRandom(7)
  const some = (count: number) => Array.from({ length: count }, () => pick(words)).join(' ')

  const newReport = (id: number) => {
    // One wave of notices about one film, all rejected: what a filter finds least of.
    const wave = id % 50 === 7
    // Alike ones that stand together at either end of every order.
    const end = { 3: 'far', 4: 'near' }[id % 10]
    const [low, high] = [end === 'near', end === 'far']
    const title = wave
      ? `Blockbuster scene ${id}`
      : end !== undefined
        ? `${high ? 'zz' : 'aa'} ${end} end ${id}`
        : `${some(2 + below(4))} ${id}`
    const name = `${high ? 'Zz ' : low ? 'Aa ' : ''}${pick(firsts)} ${pick(lasts)}`
    const status = wave ? 'rejected' : below(3) === 0 ? 'pending' : 'resolved'
    const submittedAt = 1_700_000_000_000 + (high ? 3e9 : low ? -3e9 : 0) + id * 1000
    return {
      id,
      status: status as DmcaStatus,
      submitted_at: submittedAt,
      decided_at: status === 'pending' ? 0 : submittedAt + below(1_000_000_000),
      claimant_name: name,
      company: '',
      postal_address: '1 Long Lane',
      phone: '1',
      email: `${id}@bench.example`,
      work_title: title,
      work_description: 'A film',
      work_addresses: '',
      remarks: '',
      declarations_version: 'bench',
      good_faith_text: '',
      accuracy_text: '',
      signature: name,
      capacity: 'owner' as const,
      owner_name: '',
      language: 'en',
      content_hash: `bench-${id}`,
      status_token_hash: `bench-${id}`,
      network_hash: null,
      ...reportSearchColumns(id, title, name),
    }
  }
  await fillUp('dmca_reports', size, async (trx, numbers) => {
    const ids = numbers.map((n) => n + 1)
    await trx.insertInto('dmca_reports').values(ids.map(newReport)).execute()
    const posts = ids.flatMap((id) =>
      [0, 1].map((k) => ({
        report_id: id,
        post_id: String(7_300_000_000_000_000_000n + BigInt(id + k)),
        line: `https://www.tiktok.com/@user/video/${id}`,
      })),
    )
    await trx.insertInto('dmca_report_posts').values(posts).execute()
    const submissions = ids.map((id) => ({
      report_id: id,
      at: 1,
      kind: 'submitted' as const,
      actor_id: null,
      actor_label: 'reporter',
      note: '',
    }))
    await trx.insertInto('dmca_report_events').values(submissions).execute()
  })

  const views = [
    ['first page', {}],
    ['pending, the oldest first', { status: 'pending', direction: 'asc' }],
    ['by title', { sort: 'title', direction: 'asc' }],
    ['by claimant', { sort: 'reporter', direction: 'asc' }],
    ['rejected, by decision', { status: 'rejected', sort: 'decided' }],
    ['search for nothing there', { search: 'zzyzx' }],
    ['search for a report id', { search: `dmca-${String(size >> 1).padStart(4, '0')}` }],
    ['search for the id’s prefix', { search: 'DMCA-', sort: 'title' }],
    ['search for a claimant', { search: 'ekström', sort: 'decided' }],
    ['search for a film', { search: 'blockbuster' }],
    ['search for a film, none pending', { search: 'blockbuster', status: 'pending' }],
    ['search for one letter', { search: 'e', sort: 'title', direction: 'asc' }],
    ['search for two letters', { search: 'ün', sort: 'reporter' }],
  ] as const
  const rows: Row[] = []
  for (const [name, view] of views) {
    const query = {
      search: '',
      status: 'all',
      sort: 'submitted',
      direction: 'desc',
      ...view,
    } as const
    const what = `${size.toLocaleString('en')} reports: ${name}`
    rows.push(
      ...(await firstPages(what, async (cursor) => {
        const page = await listReports({ ...query, cursor })
        await oldestPendingAt()
        return page
      })),
    )
  }
  rows.push(
    ...(await everyView({
      what: `${size.toLocaleString('en')} reports`,
      table: 'dmca_report_list',
      statuses: ['pending', 'rejected'],
      sortColumns: {
        title: 'title_key',
        reporter: 'reporter_key',
        status: 'status',
        submitted: 'submitted_at',
        decided: 'decided_at',
      },
      searches: {
        'far end': 'search for what stands last',
        'near end': 'search for what stands first',
        'dmca-': 'search for what all have',
        'song river paris': 'search for what few have, but its parts many',
      },
      read: listReports,
    })),
  )
  await db.destroy()
  return rows
}

await printRows(import.meta.url, measure)
