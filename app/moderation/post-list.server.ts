import {
  createStatusList,
  type ListFilter,
  type ListPage,
  type ListQuery,
  type MatchingRows,
  wholePage,
} from '#app/lists/status-list.server.ts'
import { parsePostLink } from '#app/posts/post-link.ts'
import { camelKeys } from '#db/camel-keys.ts'
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
  /** Null for a photo post, and where the source did not say. */
  durationSeconds: number | null
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

const list = createStatusList<PostStatus, PostSort>({
  table: 'posts',
  searchTable: 'posts_search',
  statuses: postStatuses,
  sortColumns,
  usualSort: 'added',
  /** Fills rows of two, three, four and six cards. */
  pageSize: 24,
})

export type PostQuery = ListQuery<PostStatus, PostSort>
export type PostPage = ListPage & { posts: ListedPost[] }

export const parsePostQuery = list.parseQuery

/** The numbers of those that fit, for a change of all of them. */
export const postNumbers: MatchingRows<PostStatus> = list

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
  const named = await namedPost(query)
  if (named !== null) return { ...wholePage(1), posts: [named] }
  const { rows, ...page } = await list.page(query, await countPosts())
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
export async function* eachPost(filter: ListFilter<PostStatus>): AsyncGenerator<ListedPost> {
  const named = await namedPost(filter)
  if (named !== null) return yield named
  for await (const rows of list.each(filter)) yield* await postsAt(rows)
}

/** The post whose link or id was searched for. */
async function namedPost({ search, status }: ListFilter<PostStatus>): Promise<ListedPost | null> {
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
      'posts.duration_seconds',
      'posts.first_seen_at',
      'posts.last_seen_at',
      'blocked_authors.at as author_blocked_at',
      'post_covers.type as cover_type',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectPosts>['execute']>>[number]

function listedPost({ seq: _, author_blocked_at, cover_type, ...row }: Row): ListedPost {
  return {
    ...camelKeys(row),
    authorBlocked: author_blocked_at !== null,
    lastSeenAt: row.last_seen_at === 0 ? null : row.last_seen_at,
    hasCover: cover_type !== null,
  }
}
