import { Clapperboard, Images } from 'lucide-react'
import { countText } from '#app/i18n/count-text.ts'
import { figure } from '#app/i18n/figure-text.ts'
import type { ListedPost } from '#app/moderation/post-list.server.ts'
import { Badge } from '#app/ui/admin/badge.tsx'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { type Column, RowLink } from '#app/ui/admin/lists/data-table.tsx'
import { Pictured, underPicture } from '#app/ui/admin/pictured.tsx'
import { CreatorLink } from './creator-link.tsx'
import { coverHref, postHref } from './post-hrefs.ts'
import { PostStatusBadge } from './post-status-badge.tsx'
import { postName } from './post-texts.ts'
import { useSheetLink } from './sheet/use-sheet.ts'
import { usePostState } from './use-post-state.ts'

const columns: Column<ListedPost>[] = [
  {
    key: 'title',
    label: 'Title',
    look: 'wide',
    cell: (post) => (
      <Pictured picture={<SmallCover post={post} />}>
        <NameCell post={post} />
      </Pictured>
    ),
  },
  {
    key: 'status',
    label: 'Status',
    phone: 'end',
    cell: (post) => <PostStatusBadge post={post} />,
  },
  {
    key: 'author',
    label: 'Creator',
    look: 'tight',
    phone: 'under',
    cell: (post) => <CreatorCell post={post} />,
  },
  {
    key: 'platform',
    label: 'Platform',
    look: 'tight',
    roomy: true,
    cell: ({ site }) => site,
  },
  {
    key: 'downloads',
    label: 'Downloads',
    sort: 'desc',
    look: 'end',
    roomy: true,
    cell: ({ downloads }) => figure(downloads),
  },
  {
    key: 'added',
    label: 'Date added',
    sort: 'desc',
    look: 'tight',
    cell: ({ firstSeenAt }) => <DateTime at={firstSeenAt} />,
  },
  {
    key: 'seen',
    label: 'Last seen',
    sort: 'desc',
    look: 'tight',
    roomy: true,
    cell: ({ lastSeenAt }) =>
      lastSeenAt === null ? (
        <span className="text-muted">Never</span>
      ) : (
        <DateTime at={lastSeenAt} as="ago" />
      ),
  },
]

/** Returns the list's columns. A site whose posts are all from one platform needs none for it. */
export function columnsFor(namesPlatforms: boolean): Column<ListedPost>[] {
  return namesPlatforms ? columns : columns.filter(({ key }) => key !== 'platform')
}

function NameCell({ post }: { post: ListedPost }) {
  return (
    <RowLink to={postHref(post.postId)} onClick={useSheetLink(post.postId)()} dir="auto">
      {postName(post)}
    </RowLink>
  )
}

function CreatorCell({ post }: { post: ListedPost }) {
  const { authorBlocked } = usePostState(post)
  return (
    <span className={underPicture}>
      <CreatorLink post={post} />
      {authorBlocked && <Badge>Blocked</Badge>}
      {/* In lines, where the column of the downloads has no room. */}
      <span className="hidden lines:inline">
        {post.authorHandle !== null && ' · '}
        {post.platform !== 'tiktok' && `${post.site} · `}
        {countText(post.downloads, 'download')}
      </span>
    </span>
  )
}

function SmallCover({ post: { postId, kind, hasCover } }: { post: ListedPost }) {
  const Icon = kind === 'slideshow' ? Images : Clapperboard
  return (
    <span className="grid h-8 w-6.5 place-items-center overflow-hidden rounded-sm bg-sunken text-muted lines:h-10 lines:w-8">
      {hasCover ? (
        <img
          className="size-full object-cover"
          src={coverHref(postId)}
          alt=""
          width="32"
          height="40"
          loading="lazy"
          decoding="async"
        />
      ) : (
        <Icon aria-hidden="true" size={15} strokeWidth={1.75} />
      )}
    </span>
  )
}
