import { creatorOfLink } from '#app/download/platforms/links.ts'
import { platformKey, platformTitles, splitKey } from '#app/download/platforms/platform-key.ts'
import { PLATFORMS, type Platform } from '#app/environment/platform-names.ts'
import type { ListFilter, ListQuery } from '#app/lists/list-filter.server.ts'
import {
  createStatusList,
  type ListPage,
  type MatchingRows,
} from '#app/lists/status-list.server.ts'
import { typedCreator } from '#app/posts/author-key.ts'
import { postOfShortLink } from '#app/posts/post.server.ts'
import { parsePostLink } from '#app/posts/post-link.ts'
import { camelKeys } from '#db/camel-keys.ts'
import { reads } from '#db/reads.ts'
import type { PostStatus } from '#db/schema.ts'

/** A post in the list. Times are in unix milliseconds. */
export type ListedPost = ReturnType<typeof listedPost>

export const postStatuses = ['active', 'flagged', 'removed'] as const satisfies PostStatus[]

/** The list's orders, each with its indexed column. */
const sortColumns = {
  added: 'first_seen_at',
  downloads: 'downloads',
  seen: 'last_seen_at',
} as const
export type PostSort = keyof typeof sortColumns
export const postSorts = Object.keys(sortColumns) as PostSort[]

const list = createStatusList<PostStatus, PostSort>({
  table: 'posts',
  searched: 'posts',
  statuses: postStatuses,
  sortColumns,
  usualSort: 'added',
  facets: { platform: PLATFORMS },
  named: (search) => {
    const value = searchedCreator(search)
    return value === null ? null : { column: 'author_key', value }
  },
  /** Divisible into rows of two, three, four and six cards. */
  pageSize: 24,
})

export type PostQuery = ListQuery<PostStatus, PostSort>
export type PostPage = ListPage & { posts: ListedPost[] }

export const parsePostQuery = list.parseQuery

/** Returns the numbers of the posts that match, for a change of all of them. */
export const postNumbers: MatchingRows<PostStatus> = list

/** Returns the number of posts by status, all or a platform's. Triggers keep the count of all. */
export async function countPosts(platform?: Platform): Promise<PostCounts> {
  if (platform !== undefined) return countPostsOf({ platform })
  return countsOf(await reads.selectFrom('post_counts').selectAll().execute())
}

/** The same for posts of a query's creator and platform. `counted` has those of the platform. */
export async function countListed(
  query: PostQuery,
  counted?: Promise<PostCounts>,
): Promise<PostCounts> {
  const creator = searchedCreator(query.search)
  const platform = platformIn(query)
  if (creator !== null) return countPostsOf({ creator, platform })
  return counted ?? countPosts(platform)
}

async function countPostsOf({
  creator,
  platform,
}: {
  creator?: string
  platform: Platform | undefined
}): Promise<PostCounts> {
  let query = reads
    .selectFrom('posts')
    .select((eb) => ['status', eb.fn.countAll<number>().as('n')])
    .groupBy('status')
  if (creator !== undefined) query = query.where('author_key', '=', creator)
  if (platform !== undefined) query = query.where('platform', '=', platform)
  return countsOf(await query.execute())
}

/** Returns the platforms that posts on record come from, in the usual order. */
export async function platformsOfPosts(): Promise<Platform[]> {
  const found = await reads
    .selectNoFrom(({ exists, selectFrom }) =>
      PLATFORMS.map((platform) =>
        exists(selectFrom('posts').select('seq').where('platform', '=', platform)).as(platform),
      ),
    )
    .executeTakeFirstOrThrow()
  return PLATFORMS.filter((platform) => found[platform])
}

/** Returns the platform that a query filters by. */
export function platformIn({ facets = {} }: Pick<ListFilter<PostStatus>, 'facets'>) {
  return PLATFORMS.find((platform) => platform === facets.platform)
}

type PostCounts = Record<PostStatus | 'all', number>

function countsOf(rows: { status: PostStatus; n: number }[]): PostCounts {
  const counts = { all: 0, active: 0, flagged: 0, removed: 0 }
  for (const { status, n } of rows) {
    counts[status] += n
    counts.all += n
  }
  return counts
}

/**
 * Returns a page of the list. A search finds part of a title, ignoring case. A post's link or id
 * finds that post, and `@name` or a profile's link finds that creator's posts. `counted` is from
 * `countListed`.
 */
export async function listPosts(query: PostQuery, counted?: PostCounts): Promise<PostPage> {
  const named = await namedPost(query)
  if (named !== null) return { total: 1, first: 1, previous: null, next: null, posts: [named] }
  const { rows, ...page } = await list.page(query, counted ?? (await countListed(query)))
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

/** Yields all matching posts in the order of first look-ups, in small steps: for an export. */
export async function* eachPost(filter: ListFilter<PostStatus>): AsyncGenerator<ListedPost> {
  const named = await namedPost(filter)
  if (named !== null) return yield named
  for await (const rows of list.each(filter)) yield* await postsAt(rows)
}

/**
 * Returns the `author_key` of the creator in a search, or null if it has none. A post's link names
 * the post alone: a change of all that it finds must not take the creator's others.
 */
function searchedCreator(search: string): string | null {
  const isName = /^\s*@/.test(search) || splitKey(search.trim()).platform !== 'tiktok'
  const isProfile = creatorOfLink(search.trim()) !== null
  return isName || isProfile ? typedCreator(search) : null
}

/**
 * Returns creators on record whose handles begin with a text, in alphabetical order: of all
 * platforms, or of the one that the text names.
 */
export async function creatorsLike(
  search: string,
  limit: number,
): Promise<{ creator: string; posts: number }[]> {
  const typed = typedCreator(search)
  if (typed === null) return []
  const { platform: named, id } = splitKey(typed)
  const among = named === 'tiktok' ? PLATFORMS : [named]
  const rows = await reads
    .selectFrom('posts')
    .select((eb) => ['author_key', eb.fn.countAll<number>().as('posts')])
    .where((eb) =>
      eb.or(
        among.map((platform) => {
          const key = platformKey(platform, id)
          return eb.and([
            eb('author_key', '>=', key),
            eb('author_key', '<', `${key}\u{10ffff}`),
            eb('platform', '=', platform),
          ])
        }),
      ),
    )
    .groupBy('author_key')
    .orderBy('author_key')
    .limit(limit)
    .execute()
  return rows.flatMap(({ author_key: creator, posts }) =>
    creator === null ? [] : { creator, posts },
  )
}

/** Returns the id of the post whose link or id was searched for. */
async function namedPost(filter: ListFilter<PostStatus>): Promise<ListedPost | null> {
  const { search, status } = filter
  const link = parsePostLink(search)
  if (!link.ok) return null
  const { ref } = link
  const postId = ref.kind === 'post' ? ref.postId : await postOfShortLink(`${ref.host}/${ref.code}`)
  const [post] = await findPosts(postId === null ? [] : [postId])
  if (post === undefined || (status !== 'all' && post.status !== status)) return null
  return [undefined, post.platform].includes(platformIn(filter)) ? post : null
}

async function postsAt(seqs: number[]): Promise<ListedPost[]> {
  if (seqs.length === 0) return []
  const rows = await selectPosts().where('posts.seq', 'in', seqs).execute()
  const bySeq = new Map(rows.map((row) => [row.seq, listedPost(row)]))
  return seqs.flatMap((seq) => bySeq.get(seq) ?? [])
}

function selectPosts() {
  return reads
    .selectFrom('posts')
    .leftJoin('blocked_authors', 'blocked_authors.author_key', 'posts.author_key')
    .leftJoin('post_covers', 'post_covers.post_seq', 'posts.seq')
    .select([
      'posts.seq',
      'posts.post_id',
      'posts.platform',
      'posts.title',
      'posts.link',
      'posts.kind',
      'posts.status',
      'posts.author_handle',
      'posts.author_key',
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

function listedPost({ seq: _, author_blocked_at, cover_type, ...row }: Row) {
  return {
    ...camelKeys(row),
    /** The platform's name. Lists would load all of them to look it up. */
    site: platformTitles[row.platform],
    authorBlocked: author_blocked_at !== null,
    lastSeenAt: row.last_seen_at === 0 ? null : row.last_seen_at,
    /** True if its cover is stored. */
    hasCover: cover_type !== null,
  }
}
