import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { recordAudit } from '#app/audit/audit.server.ts'
import { type CsvRow, csvResponse, csvTime } from '#app/lists/csv-response.server.ts'
import { eachPost, type PostFilter, parsePostQuery } from '#app/moderation/post-list.server.ts'
import { siteToday } from '#app/settings/settings.server.ts'
import type { Route } from './+types/export'

const columns = [
  'post_id',
  'title',
  'link',
  'kind',
  'status',
  'author',
  'author_blocked',
  'lookups',
  'downloads',
  'date_added_utc',
  'last_seen_utc',
]

/** Every post that the list's filters show, in the order of the first look-ups. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { search, status } = parsePostQuery(url.searchParams)
  if (request.method !== 'HEAD') {
    await recordAudit({
      actor: actorOf(context),
      action: 'posts.exported',
      object: { type: 'post', id: null },
      after: { search, status },
    })
  }
  return csvResponse(context, request, {
    fileName: `videos-${siteToday()}`,
    columns,
    rows: rows({ search, status }),
  })
}

async function* rows(filter: PostFilter): AsyncGenerator<CsvRow> {
  for await (const post of eachPost(filter)) {
    yield [
      post.postId,
      post.title,
      post.link,
      post.kind,
      post.status,
      post.authorHandle,
      post.authorBlocked ? 'yes' : 'no',
      post.lookups,
      post.downloads,
      csvTime(post.firstSeenAt),
      csvTime(post.lastSeenAt),
    ]
  }
}
