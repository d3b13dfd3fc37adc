import { useRef } from 'react'
import { Link } from 'react-router'
import type { ListedPost } from '#app/moderation/post-list.server.ts'
import { Badge } from '#app/ui/admin/badge.tsx'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { useSelection } from '#app/ui/admin/lists/use-selection.ts'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import { PostCover } from './post-cover.tsx'
import { postHref } from './post-hrefs.ts'
import { PostMenu } from './post-menu.tsx'
import { postName, statusTexts } from './post-texts.ts'

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
  )
  return (
    <ul ref={list} className="cards" aria-label="Videos">
      {posts.map((post) => {
        const { postId, status, downloads, firstSeenAt, authorBlocked } = post
        const name = postName(post)
        return (
          <li key={postId} className="post-card">
            <label className="check">
              <span className="sr-only">{`Select ${name}`}</span>
              <input
                type="checkbox"
                className="row-check"
                form={selection}
                name="id"
                value={postId}
                autoComplete="off"
                checked={ticked.has(postId)}
                onClick={ticked.noteKeys}
                onChange={({ target }) => ticked.toggle(postId, target.checked)}
              />
            </label>
            <PostCover post={post} />
            <div className="post-card-text">
              <div>
                <Link className="row-name" to={postHref(postId)} dir="auto">
                  {name}
                </Link>
                <p className="mt-1 text-muted text-sm">
                  {downloads === 1 ? '1 download' : `${downloads.toLocaleString('en')} downloads`}
                  {' · '}
                  <DateTime at={firstSeenAt} />
                </p>
              </div>
              <div className="post-card-foot">
                <span>
                  <StatusBadge tone={statusTexts[status].tone}>
                    {statusTexts[status].label}
                  </StatusBadge>
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
