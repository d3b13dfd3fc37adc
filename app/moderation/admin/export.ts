import { auditedExport } from '#app/accounts/middleware/audited-export.server.ts'
import { type CsvColumns, csvTime } from '#app/lists/csv-response.server.ts'
import { eachPost, type ListedPost, parsePostQuery } from '#app/moderation/post-list.server.ts'
import type { Route } from './+types/export'

const columns: CsvColumns<ListedPost> = {
  post_id: (post) => post.postId,
  title: (post) => post.title,
  platform: (post) => post.platform,
  link: (post) => post.link,
  kind: (post) => post.kind,
  status: (post) => post.status,
  author: (post) => post.authorHandle,
  author_blocked: (post) => (post.authorBlocked ? 'yes' : 'no'),
  lookups: (post) => post.lookups,
  downloads: (post) => post.downloads,
  date_added_utc: (post) => csvTime(post.firstSeenAt),
  last_seen_utc: (post) => csvTime(post.lastSeenAt),
}

/** Every post that the list's filters show, in the order of the first look-ups. */
export function loader(args: Route.LoaderArgs) {
  const { search, status, facets = {} } = parsePostQuery(args.url.searchParams)
  return auditedExport(args, {
    name: 'videos',
    audit: {
      action: 'posts.exported',
      object: { type: 'post', id: null },
      after: { search, status, ...facets },
    },
    columns,
    rows: eachPost({ search, status, facets }),
  })
}
