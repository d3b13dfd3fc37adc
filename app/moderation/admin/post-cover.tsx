import { cx } from 'class-variance-authority'
import { Clapperboard, Images } from 'lucide-react'
import type { ListedPost } from '#app/moderation/post-list.server.ts'
import { coverHref } from './post-hrefs.ts'

const place =
  'relative grid aspect-4/3 place-items-center overflow-hidden rounded-ss-lg rounded-se-lg @max-lg:aspect-auto @max-lg:min-h-36 @max-lg:rounded-se-none @max-lg:rounded-es-lg'

/** A sheet with its corner cut off, as in the logo. */
const drawn =
  'bg-sunken bg-linear-[225deg,var(--tone)_1.5rem,color-mix(in_srgb,var(--tone)_22%,var(--sunken))_calc(1.5rem+0.5px)] text-[color-mix(in_srgb,var(--tone)_45%,var(--text))]'

const tones = [
  '[--tone:var(--mint)]',
  '[--tone:var(--coral)]',
  '[--tone:var(--link)]',
  '[--tone:var(--muted)]',
]

/** A post's kept cover, or a drawn place for one in a colour that stays the post's own. */
export function PostCover({
  post: { postId, kind, hasCover },
}: {
  post: Pick<ListedPost, 'postId' | 'kind' | 'hasCover'>
}) {
  if (hasCover) {
    return (
      <div className={cx(place, 'bg-sunken')}>
        {/* Out of the grid: a browser of 2021 makes its row as high as the whole picture. */}
        <img
          className="absolute inset-0 size-full object-cover"
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
    <div className={cx(place, drawn, tones[Number(postId.slice(-3)) % tones.length])} data-no-cover>
      <Icon aria-hidden="true" size={34} strokeWidth={1.5} />
    </div>
  )
}
