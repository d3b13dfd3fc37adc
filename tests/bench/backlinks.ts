import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { everyView } from './list-views.ts'
import { type Row, row } from './table.ts'

/**
 * The list of backlinks at growing sizes. Each size is measured in a process of its own, since a
 * process has one database: `node backlinks.ts COUNT` with DATA_DIR prints its rows as JSON.
 */
export async function backlinkRows(sizes = [10_000, 100_000, 1_000_000]): Promise<Row[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'cleanclip-bench-'))
  try {
    return sizes.flatMap((size) => {
      const { status, stdout } = spawnSync(
        process.execPath,
        [fileURLToPath(import.meta.url), String(size)],
        { env: { ...process.env, DATA_DIR: dataDir }, stdio: ['ignore', 'pipe', 'inherit'] },
      )
      if (status !== 0) throw new Error(`The bench of ${size} backlinks failed`)
      return JSON.parse(String(stdout)) as Row[]
    })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const names =
  'blog news tool clip video media daily web tech studio list guide best top free'.split(' ')
const anchors = 'clean clip tool|save videos|this site|here|video without watermark|más'.split('|')

async function measure(size: number): Promise<Row[]> {
  const { db } = await import('#db/client.ts')
  const { countBacklinks, lostBacklinks } = await import('#app/models/backlink.server.ts')
  const { listBacklinks } = await import('#app/models/backlink-list.server.ts')
  let state = 7
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const pick = (list: readonly string[]) => list[random(list.length)] ?? ''
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
        : random(20) === 0
          ? ('lost' as const)
          : random(10) === 0
            ? ('pending' as const)
            : ('active' as const),
      domain_authority: place === null ? random(101) : place * 100,
      date_acquired: 1_700_000_000_000 + (place === null ? random(700) : place * 700) * 86_400_000,
      last_checked_at:
        1_700_000_000_000 + (place === null ? random(1_000_000_000) : place * 1_000_000_000),
      created_at: n,
      updated_at: n,
    }
  }
  const present = await db
    .selectFrom('backlinks')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  for (let n = present.n; n < size; ) {
    await db.transaction().execute(async (trx) => {
      for (const end = Math.min(size, n + 20_000); n < end; ) {
        const some = Array.from({ length: Math.min(500, end - n) }, (_, i) => newBacklink(n + i))
        await trx.insertInto('backlinks').values(some).execute()
        n += some.length
      }
    })
  }

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
    let cursor: string | null = null
    const times: number[] = []
    // The first call counts too: it is the one that has to take samples.
    for (let page = 0; page < 9; page += 1) {
      const start = performance.now()
      const { next } = await listBacklinks({ ...query, cursor })
      times.push(performance.now() - start)
      cursor = next
    }
    const worst = Math.max(...times)
    const middle = times.sort((a, b) => a - b)[times.length >> 1] ?? 0
    const what = `${label}: ${name}`
    rows.push(row(`${what}, median of 9 pages`, middle, 'ms'), row(`${what}, worst`, worst, 'ms'))
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

if (process.argv[1] === fileURLToPath(import.meta.url) && existsSync(process.env.DATA_DIR ?? '')) {
  process.stdout.write(JSON.stringify(await measure(Number(process.argv[2]))))
}
