import { useRef } from 'react'
import { figure } from '#app/i18n/figure-text.ts'
import type { ListedPost } from '#app/moderation/post-list.server.ts'
import { Badge } from '#app/ui/admin/badge.tsx'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { RowLink } from '#app/ui/admin/lists/data-table.tsx'
import { RowCheck } from '#app/ui/admin/lists/row-check.tsx'
import { useRowFocus } from '#app/ui/admin/lists/use-row-focus.ts'
import { useSelection } from '#app/ui/admin/lists/use-selection.ts'
import { PostCover } from './post-cover.tsx'
import { postHref } from './post-hrefs.ts'
import { PostMenu } from './post-menu.tsx'
import { PostStatusBadge } from './post-status-badge.tsx'
import { postName } from './post-texts.ts'

/** The list as cards with covers; ticking takes part in the form of the id `selection`. */
export function PostCards({
  posts,
  selection,
  back,
}: {
  posts: ListedPost[]
  selection: string
  back: string
}) {
  const list = useRef<HTMLUListElement>(null)
  const ticked = useSelection(
    posts.map(({ postId }) => postId),
    list,
    selection,
  )
  useRowFocus(list)
  return (
    <ul
      ref={list}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(13.5rem,100%),1fr))] gap-3.5 [counter-reset:ticked]"
      aria-label="Videos"
    >
      {posts.map((post) => {
        const { postId, downloads, firstSeenAt, authorBlocked } = post
        const name = postName(post)
        return (
          <li
            key={postId}
            data-row={postId}
            className="relative grid scroll-mt-20 scroll-mb-24 grid-rows-[auto_1fr] rounded-lg border border-line bg-surface has-checked:bg-mint/16 @max-lg:grid-cols-[7rem_minmax(0,1fr)] @max-lg:grid-rows-[auto]"
          >
            <RowCheck
              id={postId}
              name={name}
              form={selection}
              ticked={ticked}
              place="absolute start-1.5 top-1.5 z-1 rounded-sm bg-surface"
            />
            <PostCover post={post} />
            <div className="grid content-between gap-2 ps-3 pe-1.5 pt-2.5 pb-1.5">
              <div>
                <RowLink className="line-clamp-2 wrap-anywhere" to={postHref(postId)} dir="auto">
                  {name}
                </RowLink>
                <p className="mt-1 text-xs text-muted">
                  {downloads === 1 ? '1 download' : `${figure(downloads)} downloads`}
                  {' · '}
                  <DateTime at={firstSeenAt} />
                </p>
              </div>
              <div className="flex items-center justify-between gap-2">
                <span>
                  <PostStatusBadge post={post} />
                  {authorBlocked && <Badge>Author blocked</Badge>}
                </span>
                <PostMenu post={post} back={back} />
              </div>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
