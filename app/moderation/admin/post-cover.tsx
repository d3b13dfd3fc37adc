import { cx } from 'class-variance-authority'
import { Clapperboard, Images } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatDuration } from '#app/i18n/format.ts'
import type { ListedPost } from '#app/moderation/post-list.server.ts'
import { coverHref, fileHref } from './post-hrefs.ts'
import { useStopOnLeave } from './use-stop-on-leave.ts'

type CoverPost = Pick<ListedPost, 'postId' | 'kind' | 'hasCover' | 'durationSeconds'>

const place =
  'relative grid aspect-4/5 place-items-center overflow-hidden rounded-ss-lg rounded-se-lg min-h-36 @max-lg:aspect-auto @max-lg:rounded-se-none @max-lg:rounded-es-lg'

/** A sheet with its corner cut off, as in the logo. */
const drawn =
  'bg-sunken bg-linear-[225deg,var(--tone)_1.5rem,color-mix(in_srgb,var(--tone)_22%,var(--sunken))_calc(1.5rem+0.5px)] text-[color-mix(in_srgb,var(--tone)_45%,var(--text))]'

const tones = [
  '[--tone:var(--mint)]',
  '[--tone:var(--coral)]',
  '[--tone:var(--link)]',
  '[--tone:var(--muted)]',
]

/**
 * A post's stored cover, or a drawn placeholder in a color derived from the post. With `plays`, its
 * video plays over it, without sound.
 */
export function PostCover({ post, plays }: { post: CoverPost; plays: boolean }) {
  const { postId, kind, hasCover, durationSeconds } = post
  const Icon = kind === 'slideshow' ? Images : Clapperboard
  return (
    <div
      className={cx(
        place,
        hasCover ? 'bg-sunken' : [drawn, tones[Number(postId.slice(-3)) % tones.length]],
      )}
      data-no-cover={hasCover ? undefined : ''}
    >
      {hasCover ? (
        // Out of the grid: a browser of 2021 makes its row as high as the whole picture.
        <img
          className="absolute inset-0 size-full object-cover"
          src={coverHref(postId)}
          alt=""
          width="240"
          height="300"
          loading="lazy"
          decoding="async"
        />
      ) : (
        <Icon aria-hidden="true" size={34} strokeWidth={1.5} />
      )}
      {plays && kind === 'video' && <MutedVideo key={postId} postId={postId} />}
      {kind === 'slideshow' ? (
        <span className={mark}>
          <Images aria-hidden="true" size={13} />
          Photos
        </span>
      ) : (
        durationSeconds !== null && <span className={mark}>{formatDuration(durationSeconds)}</span>
      )}
    </div>
  )
}

const mark =
  'absolute end-1.5 bottom-1.5 inline-flex items-center gap-1 rounded-sm bg-ink/80 px-1.5 font-semibold text-paper text-xs leading-5 tabular-nums'

/** Hidden until it plays, so the cover stays if the video can't be loaded. */
function MutedVideo({ postId }: { postId: string }) {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<'loading' | 'playing' | 'failed'>('loading')
  useStopOnLeave(video)
  if (state === 'failed') return null
  return (
    <>
      <video
        ref={video}
        className={cx(
          'absolute inset-0 size-full bg-ink object-cover transition-opacity duration-200',
          state === 'loading' && 'opacity-0',
        )}
        src={fileHref(postId, 'mp4')}
        autoPlay
        muted
        loop
        playsInline
        disablePictureInPicture
        aria-hidden="true"
        tabIndex={-1}
        onPlaying={() => setState('playing')}
        onError={() => setState('failed')}
      />
      {state === 'loading' && (
        <span
          className="absolute inset-x-0 bottom-0 h-0.75 motion-safe:animate-pulse bg-accent"
          aria-hidden="true"
        />
      )}
    </>
  )
}
