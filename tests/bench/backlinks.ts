import { createRandom } from '#db/seed/random.ts'
import { everyView } from './list-views.ts'
import { fillUp, firstPages, printRows, rowsAtSizes } from './sizes.ts'
import { type Row, row } from './table.ts'

/** The list of backlinks at growing sizes. */
export function backlinkRows(sizes = [10_000, 100_000, 1_000_000]): Row[] {
  return rowsAtSizes(import.meta.url, 'backlinks', sizes)
}

const names =
  'blog news tool clip video media daily web tech studio list guide best top free'.split(' ')
const anchors = 'clean clip tool|save videos|this site|here|video without watermark|más'.split('|')

async function measure(size: number): Promise<Row[]> {
  const { db } = await import('#db/engine.ts')
  const { countBacklinks, lostBacklinks } = await import('#app/backlinks/backlink.server.ts')
  const { listBacklinks } = await import('#app/backlinks/list.server.ts')
  const { below, pick } = createRandom(7)
  const newBacklink = (n: number) => {
    // One network of sites, all broken: what a filter finds least of.
    const wave = n % 50 === 7
    // Alike ones that stand together at either end of every order, and two kinds that share their
    // runs of letters with a text that none has.
    const end = { 3: 'far', 4: 'near' }[n % 10]
    const domain = wave
      ? `n${n}.linkfarm.example`
      : end !== undefined
        ? `${end === 'far' ? 'zz' : '--'}${n}.example`
        : `${pick(names)}-${pick(names)}${n}.example`
    const anchor =
      end !== undefined ? `${end} end` : n % 10 === 5 ? pick(['kabc', 'bcdk']) : pick(anchors)
    const place = end === undefined ? null : end === 'far' ? 1 : 0
    return {
      domain,
      url: `https://${domain}/page`,
      url_key: `${domain}/page`,
      anchor_text: anchor,
      search_text: `${domain}\n${anchor}`,
      status: wave
        ? ('broken' as const)
        : below(20) === 0
          ? ('lost' as const)
          : below(10) === 0
            ? ('pending' as const)
            : ('active' as const),
      domain_authority: place === null ? below(101) : place * 100,
      date_acquired: 1_700_000_000_000 + (place === null ? below(700) : place * 700) * 86_400_000,
      last_checked_at:
        1_700_000_000_000 + (place === null ? below(1_000_000_000) : place * 1_000_000_000),
      created_at: n,
      updated_at: n,
    }
  }
  await fillUp('backlinks', size, (trx, numbers) =>
    trx.insertInto('backlinks').values(numbers.map(newBacklink)).execute(),
  )

  const views = [
    ['first page', {}],
    ['by domain', { sort: 'domain', direction: 'asc' }],
    ['by authority', { sort: 'authority' }],
    ['by status', { sort: 'status', direction: 'asc' }],
    ['lost, by check', { status: 'lost', sort: 'checked' }],
    ['search for nothing there', { search: 'zzyzx' }],
    ['search for one domain', { search: `${size >> 1}.ex` }],
    ['search for a common part, by authority', { search: 'BLOG', sort: 'authority' }],
    ['search for an anchor', { search: 'save videos', sort: 'checked' }],
    ['search for a network, none active', { search: 'linkfarm', status: 'active' }],
    ['search for a network, by domain', { search: 'linkfarm', sort: 'domain' }],
    ['search for one letter', { search: 'e', sort: 'authority' }],
    ['search for two rare letters', { search: 'zq' }],
  ] as const
  const rows: Row[] = []
  const label = `${size.toLocaleString('en')} backlinks`
  for (const [name, view] of views) {
    const query = {
      search: '',
      status: 'all',
      sort: 'acquired',
      direction: 'desc',
      ...view,
    } as const
    const what = `${label}: ${name}`
    rows.push(...(await firstPages(what, (cursor) => listBacklinks({ ...query, cursor }))))
  }
  rows.push(
    ...(await everyView({
      what: label,
      table: 'backlinks',
      statuses: ['active', 'broken'],
      sortColumns: {
        domain: 'domain',
        status: 'status',
        authority: 'domain_authority',
        acquired: 'date_acquired',
        checked: 'last_checked_at',
      },
      searches: {
        'far end': 'search for what stands last',
        'near end': 'search for what stands first',
        'web-': 'search for a common beginning',
        abcd: 'search for what none has, but its parts many',
        e: 'search for one letter',
        linkfarm: 'search for a network',
      },
      read: listBacklinks,
    })),
  )
  const start = performance.now()
  await countBacklinks()
  await lostBacklinks(5)
  rows.push(row(`${label}: cards and notes`, performance.now() - start, 'ms'))
  await db.destroy()
  return rows
}

await printRows(import.meta.url, measure)
