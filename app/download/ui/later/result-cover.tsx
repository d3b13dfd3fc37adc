import { Eye, Film, Images, Play } from 'lucide-react'
import { useState } from 'react'
import type { PostView } from '#app/download/lookup/offers.server.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { plainFormat } from '#app/posts/save-format.ts'
import { canShowVideo, isHomeScreenApp } from '#app/ui/site/device.ts'
import { useRuns } from '#app/ui/site/use-runs.ts'

/**
 * A press plays the clip in the cover's place, muted, and only then loads it. Without JavaScript it
 * is a link to the clip. Where the browser can't show the clip, it is only a picture.
 */
export function ResultCover({
  post,
  className,
  isSecond = false,
  onBroken,
}: {
  post: PostView
  className: string
  /**
   * True for the second cover of a page, of which browsers show one. Text browsers read the first.
   */
  isSecond?: boolean
  onBroken: () => void
}) {
  const { t, localPath } = useI18n()
  const runs = useRuns()
  const [playing, setPlaying] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const clip = post.formats.find(({ format }) => plainFormat(format) === 'mp4')
  const picture = <CoverPicture post={post} isSecond={isSecond} />
  const look = `group/cover relative grid place-items-center overflow-hidden bg-sunken text-muted ${className}`
  if (post.isSensitive && post.coverHref !== null) {
    return (
      <div className={look}>
        <Veil>{picture}</Veil>
      </div>
    )
  }
  if (clip === undefined || (runs && !canShowVideo(clip.codec))) {
    return <div className={look}>{picture}</div>
  }
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
          // Its menu would bypass the countdown.
          controlsList="nodownload"
          aria-label={t.result.preview}
          onError={() => {
            // Its link may have expired, so it is renewed once.
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
      aria-label={isSecond ? t.result.play : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        // A tab may play a clip that the page can't. An app on the home screen has none.
        if (failed !== null && !isHomeScreenApp()) return
        event.preventDefault()
        setPlaying(true)
      }}
    >
      {picture}
      <span className="absolute inset-0 m-auto grid size-12 place-items-center rounded-full bg-ink text-paper transition-colors group-hover/cover:bg-coral group-hover/cover:text-ink">
        <Play aria-hidden="true" size={22} fill="currentColor" />
        {!isSecond && <span className="sr-only">{t.result.play}</span>}
      </span>
    </a>
  )
}

/** Blurs a picture until it's pressed, without JavaScript too. */
function Veil({ children }: { children: React.ReactNode }) {
  const { t } = useI18n()
  return (
    <details className="group/more size-full" data-stays-folded>
      <summary className="no-marker relative block size-full cursor-pointer">
        <span className="block size-full veil">{children}</span>
        <span className="absolute inset-0 m-auto grid size-12 place-items-center rounded-full bg-ink text-paper group-open/more:hidden">
          <Eye aria-hidden="true" size={22} />
          <span className="sr-only">
            {t.result.sensitive}. {t.result.show}
          </span>
        </span>
      </summary>
    </details>
  )
}

function CoverPicture({ post, isSecond }: { post: PostView; isSecond: boolean }) {
  const { t } = useI18n()
  const [broken, setBroken] = useState<string | null>(null)
  const Icon = post.kind === 'slideshow' ? Images : Film
  if (post.coverHref === null || post.coverHref === broken) {
    return <Icon aria-hidden="true" size={44} />
  }
  const picture = (
    <img
      className="size-full object-cover"
      src={post.coverHref}
      alt={isSecond ? '' : t.result.coverAlt}
      width={180}
      height={320}
      // It may have failed before hydration.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) setBroken(post.coverHref)
      }}
      onError={() => setBroken(post.coverHref)}
    />
  )
  if (!isSecond) return picture
  // Text browsers would show a second alternative text.
  return (
    <span role="img" aria-label={t.result.coverAlt} className="block size-full">
      {picture}
    </span>
  )
}
