import { Pause, Play } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PostView } from '#app/download/lookup/offers.server.ts'
import { useLateTexts } from '#app/i18n/late/late-texts.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { parseTime } from '#app/posts/read-part.ts'
import { plainFormat } from '#app/posts/save-format.ts'
import { button } from '#app/ui/button.ts'
import { smallCover } from './offers.ts'
import { fieldTime } from './part-text.ts'
import { PartTrack } from './part-track.tsx'
import type { TypedPart } from './typed-part.ts'

/** The clip with a track to choose a part of it, in step with the typed times. */
export default function PartPreview({
  post,
  typed,
  endMs,
  onLength,
  onChange,
}: {
  /** With links to the whole clip. */
  post: PostView
  typed: TypedPart
  endMs: number | null
  /** Called with the file's own length in milliseconds. */
  onLength: (ms: number) => void
  onChange: (typed: TypedPart) => void
}): React.ReactNode {
  const { language } = useI18n()
  const texts = useLateTexts(language).part
  const video = useRef<HTMLVideoElement>(null)
  const [playing, setPlaying] = useState(false)
  const [failed, setFailed] = useState(false)
  const seek = useSeek(video)
  const clip = post.formats.find(({ format }) => plainFormat(format) === 'mp4')
  const fromMs = Math.min(parseTime(typed.from) ?? 0, endMs ?? 0)
  const toMs = Math.min(parseTime(typed.to) ?? endMs ?? 0, endMs ?? 0)

  const measure = () => {
    const seconds = video.current?.duration ?? Number.NaN
    if (!Number.isFinite(seconds)) return
    const length = Math.floor(seconds * 1000)
    onLength(length)
    // The stated length was rounded up.
    if ((parseTime(typed.to) ?? 0) > length) onChange({ ...typed, to: '' })
  }
  const onMount = useEffectEvent(measure)
  // A file at hand can load before the page holds the player, and its event is lost then.
  useEffect(() => onMount(), [])

  // A time update is up to a quarter of a second late.
  useEffect(() => {
    if (!playing) return
    let frame = 0
    const stopAtEnd = () => {
      if ((video.current?.currentTime ?? 0) * 1000 >= toMs) video.current?.pause()
      else frame = requestAnimationFrame(stopAtEnd)
    }
    frame = requestAnimationFrame(stopAtEnd)
    return () => cancelAnimationFrame(frame)
  }, [playing, toMs])

  const play = () => {
    const element = video.current
    if (element === null) return
    if (!element.paused) return element.pause()
    element.currentTime = fromMs / 1000
    // It was paused again, or the file is gone.
    element.play().catch(() => undefined)
  }
  return (
    <>
      {clip !== undefined && !failed && (
        <div className="grid justify-items-center gap-3">
          {/* biome-ignore lint/a11y/useMediaCaption: the clip as its creator made it */}
          <video
            ref={video}
            className="aspect-9/16 max-w-full rounded-lg bg-[#000] object-contain"
            style={{ width: '9rem' }}
            src={clip.viewHref}
            // Nothing of a sensitive post is shown before it's played.
            poster={smallCover(post) ?? undefined}
            preload={post.isSensitive ? 'none' : 'metadata'}
            playsInline
            aria-label={texts.title}
            onLoadedMetadata={measure}
            onPlay={() => setPlaying(true)}
            onPause={() => setPlaying(false)}
            onError={() => setFailed(true)}
          />
          <button type="button" className={button({ look: 'quiet', size: 'small' })} onClick={play}>
            {playing ? (
              <Pause aria-hidden="true" size={18} />
            ) : (
              <Play aria-hidden="true" size={18} />
            )}
            {playing ? texts.stop : texts.play}
          </button>
        </div>
      )}
      {endMs !== null && (
        <PartTrack
          part={{ fromMs, toMs }}
          endMs={endMs}
          onMove={(moved, handle) => {
            video.current?.pause()
            seek(handle === 'from' ? moved.fromMs : moved.toMs)
            onChange({
              from: moved.fromMs === 0 ? '' : fieldTime(moved.fromMs, language),
              to: moved.toMs === endMs ? '' : fieldTime(moved.toMs, language),
            })
          }}
        />
      )}
    </>
  )
}

/** Shows the picture at a time; while one is being looked for, only the latest is kept. */
function useSeek(video: React.RefObject<HTMLVideoElement | null>): (ms: number) => void {
  const next = useRef<number | null>(null)
  return (ms) => {
    const element = video.current
    if (element === null) return
    next.current = ms
    const step = () => {
      if (next.current === null) return
      if (element.seeking) {
        element.addEventListener('seeked', step, { once: true })
        return
      }
      element.currentTime = next.current / 1000
      next.current = null
    }
    step()
  }
}
