import { Film, Images, Play } from 'lucide-react'
import { useState } from 'react'
import type { PostView } from '#app/download/offers.server.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'

/**
 * The cover. A press plays the clip in its place, without sound; nothing of the clip is loaded before.
 * Without JavaScript it is a link to the clip.
 */
export function ResultCover({
  post,
  className,
  onBroken,
}: {
  post: PostView
  className: string
  onBroken: () => void
}) {
  const { t, localPath } = useI18n()
  const [playing, setPlaying] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const clip = post.formats.find(({ format }) => format === 'mp4')
  const picture = <CoverPicture post={post} />
  const look = `group/cover relative grid place-items-center overflow-hidden bg-sunken text-muted ${className}`
  if (clip === undefined) return <div className={look}>{picture}</div>
  if (playing && failed !== clip.viewHref) {
    return (
      <div className={look}>
        <video
          className="size-full bg-[#000] object-contain"
          src={clip.viewHref}
          autoPlay
          muted
          playsInline
          loop
          controls
          aria-label={t.result.preview}
          onError={() => {
            // Its link may have expired, which is mended once.
            if (failed === null) onBroken()
            setFailed(clip.viewHref)
          }}
        />
      </div>
    )
  }
  return (
    <a
      className={look}
      href={localPath(clip.viewHref)}
      target="_blank"
      rel="noreferrer"
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || failed !== null) return
        event.preventDefault()
        setPlaying(true)
      }}
    >
      {picture}
      <span className="absolute inset-0 m-auto grid size-12 place-items-center rounded-full bg-ink text-paper transition-colors group-hover/cover:bg-coral group-hover/cover:text-ink">
        <Play aria-hidden="true" size={22} fill="currentColor" />
        <span className="sr-only">{t.result.play}</span>
      </span>
    </a>
  )
}

/** The picture, or a drawing where there is none or it can't be loaded. */
function CoverPicture({ post }: { post: PostView }) {
  const { t } = useI18n()
  const [broken, setBroken] = useState<string | null>(null)
  const Icon = post.kind === 'slideshow' ? Images : Film
  if (post.coverHref === null || post.coverHref === broken) {
    return <Icon aria-hidden="true" size={44} />
  }
  return (
    <img
      className="size-full object-cover"
      src={post.coverHref}
      alt={t.result.coverAlt}
      width={180}
      height={320}
      // It may have failed before React was there to hear of it.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) setBroken(post.coverHref)
      }}
      onError={() => setBroken(post.coverHref)}
    />
  )
}
