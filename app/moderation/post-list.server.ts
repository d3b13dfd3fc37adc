import { createStatusList, type ListPage, wholePage } from '#app/lists/status-list.server.ts'
import { searchTerm } from '#app/lists/text-search.server.ts'
import { parsePostLink } from '#app/posts/post-link.ts'
import { db } from '#db/client.ts'
import type { PostStatus } from '#db/schema.ts'

/** A post as operators see it; times in unix milliseconds. */
export type ListedPost = {
  postId: string
  /** Empty for a post without a caption, and for one that was blocked before its first look-up. */
  title: string
  link: string
  kind: 'video' | 'slideshow'
  status: PostStatus
  authorHandle: string | null
  authorName: string | null
  authorBlocked: boolean
  lookups: number
  downloads: number
  firstSeenAt: number
  lastSeenAt: number | null
  /** Whether a cover of it is kept. */
  hasCover: boolean
}

export const postStatuses = ['active', 'flagged', 'removed'] as const satisfies PostStatus[]

/** The orders of the list, with the column that each has an index for. */
const sortColumns = {
  added: 'first_seen_at',
  downloads: 'downloads',
  seen: 'last_seen_at',
} as const
export type PostSort = keyof typeof sortColumns
export const postSorts = Object.keys(sortColumns) as PostSort[]

/** Fills rows of two, three, four and six cards. */
const defaultPageSize = 24

const readPage = createStatusList<PostStatus, PostSort>({
  table: 'posts',
  searchTable: 'posts_search',
  statuses: postStatuses,
  sortColumns,
})

export type PostFilter = { search: string; status: PostStatus | 'all' }
export type PostQuery = PostFilter & {
  sort: PostSort
  direction: 'asc' | 'desc'
  /** From a page's `next` or `previous`; null for the first page. */
  cursor: string | null
  pageSize?: number
}

export type PostPage = ListPage & { posts: ListedPost[] }

/** The query of the list's address: what is missing or makes no sense gives way to its default. */
export function parsePostQuery(params: URLSearchParams): PostQuery {
  const one = <T extends string>(name: string, values: readonly T[], otherwise: T): T =>
    values.find((value) => value === params.get(name)) ?? otherwise
  return {
    search: (params.get('q') ?? '').slice(0, 200),
    status: one('status', ['all', ...postStatuses], 'all'),
    sort: one('sort', postSorts, 'added'),
    direction: one('direction', ['asc', 'desc'], 'desc'),
    cursor: params.get('cursor')?.slice(0, 1000) ?? null,
  }
}

/** How many posts there are, by status; read from counts that the database keeps. */
export async function countPosts(): Promise<Record<PostStatus | 'all', number>> {
  const rows = await db.selectFrom('post_counts').selectAll().execute()
  const counts = { all: 0, active: 0, flagged: 0, removed: 0 }
  for (const { status, n } of rows) {
    counts[status] += n
    counts.all += n
  }
  return counts
}

/**
 * A page of the list. The search is for a substring of the title, whatever the letter case; a
 * post's link or id finds that post.
 */
export async function listPosts(query: PostQuery): Promise<PostPage> {
  const { pageSize = defaultPageSize, ...rest } = query
  const named = await namedPost(query)
  if (named !== null) {
    return { ...wholePage(1), posts: [named] }
  }
  const { rows, ...page } = await readPage({ ...rest, pageSize }, await countPosts())
  return { ...page, posts: await postsAt(rows) }
}

export async function findPosts(postIds: readonly string[]): Promise<ListedPost[]> {
  if (postIds.length === 0) return []
  const rows = await selectPosts()
    .where('posts.post_id', 'in', [...new Set(postIds)])
    .execute()
  const byId = new Map(rows.map((row) => [row.post_id, listedPost(row)]))
  return postIds.flatMap((postId) => byId.get(postId) ?? [])
}

/** Every post that fits, in the order of their first look-ups, read in small steps: for an export. */
export async function* eachPost(filter: PostFilter): AsyncGenerator<ListedPost> {
  const named = await namedPost(filter)
  if (named !== null) return yield named
  const term = searchTerm(filter.search)
  for (let seq = 0; ; ) {
    let query = selectPosts()
      .select('posts.search_text')
      .where('posts.seq', '>', seq)
      .orderBy('posts.seq')
      .limit(500)
    if (filter.status !== 'all') query = query.where('posts.status', '=', filter.status)
    const rows = await query.execute()
    for (const row of rows) {
      if (term === null || row.search_text.includes(term)) yield listedPost(row)
    }
    const last = rows.at(-1)
    if (last === undefined) return
    seq = last.seq
  }
}

/** The post whose link or id was searched for. */
async function namedPost({ search, status }: PostFilter): Promise<ListedPost | null> {
  const link = parsePostLink(search)
  if (!link.ok || link.ref.kind !== 'post') return null
  const [post] = await findPosts([link.ref.postId])
  return post === undefined || (status !== 'all' && post.status !== status) ? null : post
}

async function postsAt(seqs: number[]): Promise<ListedPost[]> {
  if (seqs.length === 0) return []
  const rows = await selectPosts().where('posts.seq', 'in', seqs).execute()
  const bySeq = new Map(rows.map((row) => [row.seq, listedPost(row)]))
  return seqs.flatMap((seq) => bySeq.get(seq) ?? [])
}

function selectPosts() {
  return db
    .selectFrom('posts')
    .leftJoin('blocked_authors', 'blocked_authors.author_key', 'posts.author_key')
    .leftJoin('post_covers', 'post_covers.post_seq', 'posts.seq')
    .select([
      'posts.seq',
      'posts.post_id',
      'posts.title',
      'posts.link',
      'posts.kind',
      'posts.status',
      'posts.author_handle',
      'posts.author_name',
      'posts.lookups',
      'posts.downloads',
      'posts.first_seen_at',
      'posts.last_seen_at',
      'blocked_authors.at as author_blocked_at',
      'post_covers.type as cover_type',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectPosts>['execute']>>[number]

function listedPost(row: Row): ListedPost {
  return {
    postId: row.post_id,
    title: row.title,
    link: row.link,
    kind: row.kind,
    status: row.status,
    authorHandle: row.author_handle,
    authorName: row.author_name,
    authorBlocked: row.author_blocked_at !== null,
    lookups: row.lookups,
    downloads: row.downloads,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at === 0 ? null : row.last_seen_at,
    hasCover: row.cover_type !== null,
  }
}
