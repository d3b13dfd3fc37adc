import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { everyView } from './list-views.ts'
import { type Row, row } from './table.ts'

/**
 * The operators' list of posts at growing sizes. Each size is measured in a process of its own,
 * since a process has one database: `node posts.ts COUNT` with DATA_DIR prints its rows as JSON.
 */
export async function postRows(sizes = [10_000, 100_000, 1_000_000]): Promise<Row[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'cleanclip-bench-'))
  try {
    return sizes.flatMap((size) => {
      const { status, stdout } = spawnSync(
        process.execPath,
        [fileURLToPath(import.meta.url), String(size)],
        { env: { ...process.env, DATA_DIR: dataDir }, stdio: ['ignore', 'pipe', 'inherit'] },
      )
      if (status !== 0) throw new Error(`The bench of ${size} posts failed`)
      return JSON.parse(String(stdout)) as Row[]
    })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const words =
  `how to make the best easy pasta dance trend with my cat and dog this summer in paris part
  tutorial outfit check day routine morning gym workout home cooking recipe funny moment friends`.split(
    /\s+/,
  )
const tags = ['#fyp', '#foryou', '#viral', '#trend', '#learn', '#música', '#日本', '#кот']

async function measure(size: number): Promise<Row[]> {
  const { db } = await import('#db/client.ts')
  const { foldCase } = await import('#app/utils/fold-case.ts')
  const { listPosts } = await import('#app/models/post-list.server.ts')
  let state = 7
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const pick = (list: readonly string[]) => list[random(list.length)] ?? ''
  const some = (list: readonly string[], count: number) =>
    Array.from({ length: count }, () => pick(list)).join(' ')

  const newPost = (n: number) => {
    // One wave of a film's scenes, all removed: what a filter finds least of.
    const wave = n % 50 === 7
    // Alike ones that stand together at either end of every order.
    const end = { 3: 'far', 4: 'near' }[n % 10]
    const [low, high] = [end === 'near', end === 'far']
    const title = wave
      ? `Blockbuster scene ${n} ${some(tags, 2)}`
      : `${end === undefined ? '' : `${end} end `}${some(words, 3 + random(6))} ${n} ${some(tags, random(4))}`
    const postId = String(7_300_000_000_000_000_000n + BigInt(n) * 1_000_003n)
    const firstSeenAt = 1_700_000_000_000 + (high ? 3e9 : low ? -3e9 : 0) + n * 1000
    return {
      post_id: postId,
      link: `https://www.tiktok.com/@user${n % 5000}/video/${postId}`,
      title,
      search_text: foldCase(title),
      kind: 'video' as const,
      author_handle: `user${n % 5000}`,
      author_key: `user${n % 5000}`,
      author_name: `User ${n % 5000}`,
      status: wave
        ? ('removed' as const)
        : random(200) === 0
          ? ('flagged' as const)
          : ('active' as const),
      lookups: random(400),
      // As everywhere, most have few and few have most.
      downloads: low
        ? 0
        : high
          ? 200_000
          : Math.ceil(1 / (random(1_000_000) / 1_000_000 + 0.00001)),
      first_seen_at: firstSeenAt,
      last_seen_at: low ? 0 : firstSeenAt + random(1_000_000_000),
    }
  }
  const present = await db
    .selectFrom('posts')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  for (let n = present.n; n < size; ) {
    await db.transaction().execute(async (trx) => {
      for (const end = Math.min(size, n + 20_000); n < end; ) {
        const posts = Array.from({ length: Math.min(500, end - n) }, (_, i) => newPost(n + i))
        await trx.insertInto('posts').values(posts).execute()
        n += posts.length
      }
    })
  }

  const views = [
    ['newest', {}],
    ['most downloaded', { sort: 'downloads' }],
    ['last seen', { sort: 'seen' }],
    ['flagged, most downloaded', { status: 'flagged', sort: 'downloads' }],
    ['search for nothing there', { search: 'zzyzx' }],
    ['search for one number', { search: `${size >> 1} ` }],
    ['search for a common word, most downloaded', { search: 'PASTA', sort: 'downloads' }],
    ['search for two words', { search: 'cat and', sort: 'seen' }],
    ['search for a wave, last seen', { search: 'blockbuster', sort: 'seen' }],
    ['search for a wave, none active', { search: 'blockbuster', status: 'active' }],
    ['search for one letter', { search: 'e', sort: 'downloads' }],
    ['search for another script', { search: '日本', sort: 'seen', direction: 'asc' }],
    ['search for two rare letters', { search: 'kn', sort: 'downloads' }],
  ] as const
  const rows: Row[] = []
  for (const [name, view] of views) {
    const query = { search: '', status: 'all', sort: 'added', direction: 'desc', ...view } as const
    let cursor: string | null = null
    const times: number[] = []
    // The first call counts too: it is the one that has to take samples.
    for (let page = 0; page < 9; page += 1) {
      const start = performance.now()
      const { next } = await listPosts({ ...query, cursor })
      times.push(performance.now() - start)
      cursor = next
    }
    const worst = Math.max(...times)
    const middle = times.sort((a, b) => a - b)[times.length >> 1] ?? 0
    const what = `${size.toLocaleString('en')} posts: ${name}`
    rows.push(row(`${what}, median of 9 pages`, middle, 'ms'), row(`${what}, worst`, worst, 'ms'))
  }
  rows.push(
    ...(await everyView({
      what: `${size.toLocaleString('en')} posts`,
      table: 'posts',
      statuses: ['active', 'removed'],
      sortColumns: { added: 'first_seen_at', downloads: 'downloads', seen: 'last_seen_at' },
      searches: {
        'far end': 'search for what stands last',
        'near end': 'search for what stands first',
        'cat and': 'search for two words',
        'easy cat trend dog': 'search for what none has, but its parts many',
      },
      read: listPosts,
    })),
  )
  await db.destroy()
  return rows
}

if (process.argv[1] === fileURLToPath(import.meta.url) && existsSync(process.env.DATA_DIR ?? '')) {
  process.stdout.write(JSON.stringify(await measure(Number(process.argv[2]))))
}
