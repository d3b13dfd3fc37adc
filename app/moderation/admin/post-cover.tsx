import { Clapperboard, Images } from 'lucide-react'
import type { ListedPost } from '#app/moderation/post-list.server.ts'
import { coverHref } from './post-hrefs.ts'

const tones = 4

/** A post's kept cover, or a drawn place for one in a colour that stays the post's own. */
export function PostCover({
  post: { postId, kind, hasCover },
}: {
  post: Pick<ListedPost, 'postId' | 'kind' | 'hasCover'>
}) {
  if (hasCover) {
    return (
      <div className="post-cover">
        <img
          src={coverHref(postId)}
          alt=""
          width="240"
          height="180"
          loading="lazy"
          decoding="async"
        />
      </div>
    )
  }
  const Icon = kind === 'slideshow' ? Images : Clapperboard
  return (
    <div className="post-cover no-cover" data-tone={Number(postId.slice(-3)) % tones}>
      <Icon aria-hidden="true" size={34} strokeWidth={1.5} />
    </div>
  )
}
