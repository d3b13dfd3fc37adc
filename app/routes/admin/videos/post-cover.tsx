import { Clapperboard, Images } from 'lucide-react'
import type { ListedPost } from '#app/models/post-list.server.ts'

/** A post's cover, or a sign of its kind where the cover is not at hand. */
export function PostCover({
  post: { kind },
  coverHref,
}: {
  post: Pick<ListedPost, 'kind'>
  coverHref: string | null
}) {
  const Icon = kind === 'slideshow' ? Images : Clapperboard
  return (
    <div className="post-cover">
      {coverHref === null ? (
        <Icon aria-hidden="true" size={36} strokeWidth={1.5} />
      ) : (
        <img src={coverHref} alt="" width="240" height="180" loading="lazy" decoding="async" />
      )}
    </div>
  )
}
