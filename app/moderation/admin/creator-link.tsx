import { Link } from 'react-router'
import type { ListedPost } from '#app/moderation/post-list.server.ts'
import { link } from '#app/ui/link.ts'
import { creatorVideosHref } from './post-hrefs.ts'

/** A creator's handle as a link to their videos. Their name or a dash if it isn't known. */
export function CreatorLink({
  post: { authorHandle, authorKey },
  name = null,
}: {
  post: Pick<ListedPost, 'authorHandle' | 'authorKey'>
  name?: string | null
}) {
  if (authorHandle === null || authorKey === null) {
    return name ?? <span className="text-muted">Unknown</span>
  }
  return (
    <Link className={link} to={creatorVideosHref(authorKey)}>
      @{authorHandle}
    </Link>
  )
}
