import { CircleAlert, RotateCw } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ListedPost } from '#app/moderation/post-list.server.ts'
import { button } from '#app/ui/admin/button.ts'
import { coverHref, fileHref } from './post-hrefs.ts'
import { useStopOnLeave } from './use-stop-on-leave.ts'

/**
 * A post's video or a slideshow's images from our own origin, so that the operator's browser
 * doesn't call the platform. Removed posts too, so that a decision can be checked again.
 */
export function PostPreview({
  post,
  imageCount,
}: {
  post: ListedPost
  /** Null when it isn't known how many images there are. */
  imageCount: number | null
}) {
  const why = whyHidden(post)
  return (
    <div className="grid gap-2.5">
      {post.kind === 'video' ? (
        <Video key={post.postId} post={post} />
      ) : (
        <Images post={post} count={imageCount} />
      )}
      {why !== null && (
        <p className="text-muted text-xs">{`${why}, so visitors can’t see it. Only operators can.`}</p>
      )}
    </div>
  )
}

/** Returns why visitors can't see a post. Null if they can. */
function whyHidden({ status, authorBlocked }: ListedPost): string | null {
  if (status === 'removed') return 'This post is removed'
  return authorBlocked ? 'Its creator is blocked' : null
}

function Video({ post: { postId, hasCover, link } }: { post: ListedPost }) {
  const video = useRef<HTMLVideoElement>(null)
  const [failed, setFailed] = useState(false)
  useStopOnLeave(video)
  return (
    <div className="grid gap-2.5">
      {/* biome-ignore lint/a11y/useMediaCaption: the clip as its creator made it */}
      <video
        ref={video}
        className="mx-auto aspect-9/16 h-[44vh] min-h-64 max-w-full rounded-lg bg-ink object-contain"
        controls
        playsInline
        preload="none"
        src={fileHref(postId, 'mp4')}
        poster={hasCover ? coverHref(postId) : undefined}
        onError={() => setFailed(true)}
        onPlaying={() => setFailed(false)}
      />
      {failed && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p className="flex flex-[1_1_14rem] items-start gap-2" role="alert">
            <CircleAlert className="mt-0.5 flex-none text-bad" aria-hidden="true" size={17} />
            The video can’t be played. The platform may no longer have it.
          </p>
          <button
            type="button"
            className={button({ look: 'quiet' })}
            onClick={() => {
              setFailed(false)
              video.current?.load()
              void video.current?.play().catch(() => setFailed(true))
            }}
          >
            <RotateCw aria-hidden="true" size={17} />
            Try again
          </button>
          <a className={button({ look: 'quiet' })} href={link} target="_blank" rel="noreferrer">
            Open Source
          </a>
        </div>
      )}
    </div>
  )
}

function Images({ post: { postId }, count }: { post: ListedPost; count: number | null }) {
  return (
    <div className="grid grid-cols-1 gap-2.5">
      <div className="flex flex-wrap gap-2.5">
        {Array.from({ length: count ?? 1 }, (_, index) => (
          <img
            // biome-ignore lint/suspicious/noArrayIndexKey: an image has no other name than its number
            key={index}
            className="max-h-120 min-h-40 w-44 max-w-full rounded-lg bg-sunken object-contain"
            src={fileHref(postId, `image-${index + 1}`)}
            alt={`Slide ${index + 1}`}
            loading="lazy"
          />
        ))}
      </div>
      {count === null && (
        <p className="text-muted text-xs">
          Only the first image is shown. Open the source to see them all.
        </p>
      )}
    </div>
  )
}
