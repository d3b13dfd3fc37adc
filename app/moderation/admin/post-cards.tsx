import { useRef } from 'react'
import { Link } from 'react-router'
import { countText } from '#app/i18n/count-text.ts'
import type { ListedPost } from '#app/moderation/post-list.server.ts'
import { Badge } from '#app/ui/admin/badge.tsx'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { RowLink } from '#app/ui/admin/lists/data-table.tsx'
import { RowCheck } from '#app/ui/admin/lists/row-check.tsx'
import { useBusyRows } from '#app/ui/admin/lists/sent-rows.ts'
import { useRowFocus } from '#app/ui/admin/rows.ts'
import { CreatorLink } from './creator-link.tsx'
import { PostCover } from './post-cover.tsx'
import { postHref } from './post-hrefs.ts'
import { PostMenu } from './post-menu.tsx'
import { PostStatusBadge } from './post-status-badge.tsx'
import { postName } from './post-texts.ts'
import { useSheet, useSheetLink } from './sheet/use-sheet.ts'
import { usePostState } from './use-post-state.ts'
import { useRestPreview } from './use-rest-preview.ts'

export function PostCards({ posts, back }: { posts: ListedPost[]; back: string }) {
  const list = useRef<HTMLUListElement>(null)
  const busy = useBusyRows()
  const sheet = useSheet()
  const { playing, handlersOf } = useRestPreview(sheet.id !== null)
  useRowFocus(list)
  return (
    <ul
      ref={list}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(12rem,100%),1fr))] @max-lg:grid-cols-1 gap-3.5 [counter-reset:ticked]"
      aria-label="Videos"
      data-grid
    >
      {posts.map((post) => {
        const { postId } = post
        return (
          <li
            key={postId}
            data-row={postId}
            data-shown={sheet.id === postId || undefined}
            aria-busy={busy.has(postId) || undefined}
            className="relative grid scroll-mt-20 scroll-mb-24 grid-rows-[auto_1fr] rounded-lg border border-line bg-surface has-checked:bg-mint/16 aria-busy:opacity-60 supports-[selector(:has(a))]:has-[[data-row-link]:focus-visible]:outline-3 has-[[data-row-link]:focus-visible]:outline-offset-2 has-[[data-row-link]:focus-visible]:outline-focus data-shown:border-accent data-shown:ring-2 data-shown:ring-accent @max-lg:grid-cols-[min(7rem,34%)_minmax(0,1fr)] @max-lg:grid-rows-[auto]"
            {...handlersOf(postId)}
          >
            <RowCheck
              id={postId}
              name={postName(post)}
              place="absolute start-1.5 top-1.5 z-1 rounded-sm bg-surface"
            />
            <CardContent post={post} back={back} plays={playing === postId} />
          </li>
        )
      })}
    </ul>
  )
}

function CardContent({ post, back, plays }: { post: ListedPost; back: string; plays: boolean }) {
  const { postId, downloads, firstSeenAt } = post
  const sheetLink = useSheetLink(postId)
  const { authorBlocked } = usePostState(post)
  return (
    <>
      <Link
        className="grid"
        to={postHref(postId)}
        onClick={sheetLink()}
        tabIndex={-1}
        aria-hidden="true"
      >
        <PostCover post={post} plays={plays} />
      </Link>
      <div className="grid grid-cols-1 content-between gap-2 ps-3 pe-1.5 pt-2.5 pb-1.5">
        <div>
          <RowLink
            className="line-clamp-2 wrap-anywhere supports-[selector(:has(a))]:focus-visible:outline-none"
            to={postHref(postId)}
            onClick={sheetLink()}
            dir="auto"
          >
            {postName(post)}
          </RowLink>
          {post.authorHandle !== null && (
            <p className="mt-1 truncate text-xs">
              <CreatorLink post={post} />
            </p>
          )}
          <p className="mt-1 text-xs text-muted">
            {post.platform !== 'tiktok' && `${post.site} · `}
            {countText(downloads, 'download')}
            {' · '}
            <DateTime at={firstSeenAt} />
          </p>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <span className="wrap-anywhere">
            <PostStatusBadge post={post} />
            {authorBlocked && <Badge>Creator blocked</Badge>}
          </span>
          <PostMenu post={post} back={back} />
        </div>
      </div>
    </>
  )
}
