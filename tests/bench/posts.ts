import { createRandom } from '#db/seed/random.ts'
import { everyView } from './list-views.ts'
import { fillUp, firstPages, printRows, rowsAtSizes } from './sizes.ts'
import type { Row } from './table.ts'

/** The operators' list of posts at growing sizes. */
export function postRows(sizes = [10_000, 100_000, 1_000_000]): Row[] {
  return rowsAtSizes(import.meta.url, 'posts', sizes)
}

const words =
  `how to make the best easy pasta dance trend with my cat and dog this summer in paris part
  tutorial outfit check day routine morning gym workout home cooking recipe funny moment friends`.split(
    /\s+/,
  )
const tags = ['#fyp', '#foryou', '#viral', '#trend', '#learn', '#música', '#日本', '#кот']

async function measure(size: number): Promise<Row[]> {
  const { db } = await import('#db/engine.ts')
  const { foldText } = await import('#app/lists/fold-case.ts')
  const { listPosts } = await import('#app/moderation/post-list.server.ts')
  const { below, pick } = createRandom(7)
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
      : `${end === undefined ? '' : `${end} end `}${some(words, 3 + below(6))} ${n} ${some(tags, below(4))}`
    const postId = String(7_300_000_000_000_000_000n + BigInt(n) * 1_000_003n)
    const firstSeenAt = 1_700_000_000_000 + (high ? 3e9 : low ? -3e9 : 0) + n * 1000
    return {
      post_id: postId,
      link: `https://www.tiktok.com/@user${n % 5000}/video/${postId}`,
      title,
      search_text: foldText(title),
      kind: 'video' as const,
      author_handle: `user${n % 5000}`,
      author_key: `user${n % 5000}`,
      author_name: `User ${n % 5000}`,
      status: wave
        ? ('removed' as const)
        : below(200) === 0
          ? ('flagged' as const)
          : ('active' as const),
      lookups: below(400),
      // As everywhere, most have few and few have most.
      downloads: low ? 0 : high ? 200_000 : Math.ceil(1 / (below(1_000_000) / 1_000_000 + 0.00001)),
      first_seen_at: firstSeenAt,
      last_seen_at: low ? 0 : firstSeenAt + below(1_000_000_000),
    }
  }
  await fillUp('posts', size, (trx, numbers) =>
    trx.insertInto('posts').values(numbers.map(newPost)).execute(),
  )

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
    const what = `${size.toLocaleString('en')} posts: ${name}`
    rows.push(...(await firstPages(what, (cursor) => listPosts({ ...query, cursor }))))
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

await printRows(import.meta.url, measure)
