// @module-tag module
import '#tests/support/own-data-dir.ts'

import { beforeAll, describe, expect, test } from 'vitest'
import { foldText } from '#app/lists/fold-case.ts'
import {
  countPosts,
  eachPost,
  type ListedPost,
  listPosts,
  type PostQuery,
  parsePostQuery,
  postNumbers,
  postSorts,
  postStatuses,
} from '#app/moderation/post-list.server.ts'
import { db } from '#db/engine.ts'
import fc, { cases } from '#tests/support/cases.ts'

/** More than are simply read through, so that every way of finding is taken. */
const activeCount = 3_500
const subjects = [
  'Pasta',
  'ΣΊΣΥΦΟΣ',
  'Straße',
  'İstanbul',
  '日本',
  '😀 cat',
  '=1+1',
  '100%',
  'a_b',
  '',
]
const posts: ListedPost[] = []

beforeAll(async () => {
  const statuses = [
    ...Array.from({ length: activeCount }, () => 'active' as const),
    ...Array.from({ length: 1_500 }, () => 'removed' as const),
    ...Array.from({ length: 40 }, () => 'flagged' as const),
  ]
  const rows = statuses.map((status, n) => {
    const wave = status === 'removed' ? ' blockbuster' : ''
    const title = `${subjects[n % 10]} ${n}${wave}${n % 97 === 0 ? ' Rarely' : ''}`
    return {
      post_id: String(7_300_000_000_000_000_000n + BigInt((n * 7919) % 100_003)),
      link: 'https://www.tiktok.com/@_/video/1',
      title,
      search_text: foldText(title),
      kind: 'video' as const,
      status,
      downloads: (n * 13) % 20,
      first_seen_at: 1_000_000 + Math.floor(n / 3),
      last_seen_at: n % 4 === 0 ? 0 : 2_000_000 + ((n * 31) % 500),
    }
  })
  rows.sort((a, b) => (a.post_id < b.post_id ? -1 : 1))
  for (let start = 0; start < rows.length; start += 500) {
    await db
      .insertInto('posts')
      .values(rows.slice(start, start + 500))
      .execute()
  }
  for await (const post of eachPost({ search: '', status: 'all' })) posts.push(post)
})

const query = (changes: Partial<PostQuery> = {}): PostQuery => ({
  ...parsePostQuery(new URLSearchParams()),
  ...changes,
})

/** What the list has to show, found by reading everything. */
function expected({ search, status }: Pick<PostQuery, 'search' | 'status'>): ListedPost[] {
  const term = foldText(search).trim()
  return posts.filter(
    (post) =>
      (status === 'all' || post.status === status) &&
      (term === '' || foldText(post.title).includes(term)),
  )
}

async function pagesOf(base: PostQuery, most: number) {
  const pages = []
  let cursor: string | null = null
  do {
    const page = await listPosts({ ...base, cursor })
    pages.push(page)
    cursor = page.next
  } while (cursor !== null && pages.length < most)
  return pages
}

const ids = (list: ListedPost[]) => list.map(({ postId }) => postId)
const keys = {
  added: (post: ListedPost) => post.firstSeenAt,
  downloads: (post: ListedPost) => post.downloads,
  seen: (post: ListedPost) => post.lastSeenAt ?? 0,
}

describe('the list of posts', () => {
  test('finds exactly what has the text in its title, whatever the letter case', async () => {
    const terms =
      'pasta PAST sísyphos σίσυφος ss strasse istanbul 日 日本 😀 =1 100% _ a_b 1 12 123 1234 blockbuster rarely ly zz * " NEAR(a active'
    for (const search of terms.split(' ')) {
      for (const status of ['all', ...postStatuses] as const) {
        const wanted = expected({ search, status })
        const pages = await pagesOf(query({ search, status, pageSize: 100 }), 3)
        const found = ids(pages.flatMap((page) => page.posts))
        const name = `${search} ${status}`
        if (wanted.length <= 300) expect([...found].sort(), name).toEqual(ids(wanted).sort())
        else expect(new Set(found).size, name).toBe(300)
        const total = pages[0]?.total
        if (total !== null) expect(total, name).toBe(wanted.length)
        const all = new Set(ids(wanted))
        expect(
          found.filter((id) => !all.has(id)),
          name,
        ).toEqual([])
      }
    }
  })

  test('pages through everything in order, and back the same way', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('', 'pasta', 'rarely', '12', 'blockbuster'),
        fc.constantFrom('all', ...postStatuses),
        fc.constantFrom(...postSorts),
        fc.constantFrom('asc', 'desc'),
        async (search, status, sort, direction) => {
          const base = query({ search, status, sort, direction, pageSize: 60 })
          const pages = await pagesOf(base, 6)
          const shown = pages.flatMap((page) => page.posts)
          expect(new Set(ids(shown)).size).toBe(shown.length)
          const sign = direction === 'asc' ? 1 : -1
          const order = expected({ search, status })
            .map((post, seq) => ({ post, seq }))
            .sort((a, b) => sign * (keys[sort](a.post) - keys[sort](b.post) || a.seq - b.seq))
          expect(ids(shown)).toEqual(ids(order.slice(0, shown.length).map(({ post }) => post)))
          for (let index = pages.length - 1; index > 0; index -= 1) {
            const cursor = pages[index]?.previous ?? null
            const before = await listPosts({ ...base, cursor })
            expect(ids(before.posts)).toEqual(ids(pages[index - 1]?.posts ?? []))
            expect(before.first).toBe(pages[index - 1]?.first)
          }
        },
      ),
      { numRuns: cases(40) },
    )
  })

  test('finds a post by its link or id, as the filter allows', async () => {
    const post = posts.find(({ status }) => status === 'removed')
    const link = `https://www.tiktok.com/@anybody/video/${post?.postId}?lang=de`
    for (const search of [link, String(post?.postId)]) {
      expect(ids((await listPosts(query({ search }))).posts)).toEqual([post?.postId])
      expect((await listPosts(query({ search, status: 'active' }))).posts).toEqual([])
    }
  })

  test('a link to a post that isn’t on record finds no others of its creator', async () => {
    await db
      .updateTable('posts')
      .set({ author_key: 'anybody' })
      .where('post_id', '=', String(posts[0]?.postId))
      .execute()
    const profile = 'https://www.tiktok.com/@anybody'
    expect(ids((await listPosts(query({ search: profile }))).posts)).toEqual([posts[0]?.postId])
    const search = `${profile}/video/7299999999999999999`
    expect((await listPosts(query({ search }))).posts).toEqual([])
    for await (const numbers of postNumbers.each({ search, status: 'all' })) {
      expect(numbers).toEqual([])
    }
  })

  test('S33: ignores nonsense in its URL', async () => {
    const params = new URLSearchParams(
      "status=x'--&sort=title;drop table posts&direction=up&cursor=e30&q=%00",
    )
    const parsed = parsePostQuery(params)
    expect(parsed).toMatchObject({ status: 'all', sort: 'added', direction: 'desc' })
    expect((await listPosts(parsed)).posts).toHaveLength(24)
  })

  test('counts its posts', async () => {
    const counts = await countPosts()
    expect(counts).toEqual({ all: posts.length, active: activeCount, removed: 1_500, flagged: 40 })
  })
})
