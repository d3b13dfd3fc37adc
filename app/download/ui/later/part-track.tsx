import { useRef } from 'react'
import { localeOf } from '#app/i18n/format.ts'
import { useLateTexts } from '#app/i18n/late/late-texts.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { shortestPartMs } from '#app/posts/read-part.ts'
import type { SavePart } from '#app/posts/save-part.ts'

type Handle = 'from' | 'to'

/** Not utility classes, which the home page's styles would have to hold. */
const bar = { top: '1rem', height: '0.75rem' }

const stepMs = 100
const longStepMs = 1000

/** A clip's length with a handle at each end of the part. */
export function PartTrack({
  part,
  endMs,
  onMove,
}: {
  part: SavePart
  endMs: number
  onMove: (part: SavePart, handle: Handle) => void
}) {
  const track = useRef<HTMLDivElement>(null)
  const { fromMs, toMs } = part
  const move = (handle: Handle, ms: number) => {
    const { min, max } = limitsOf(handle, part, endMs)
    const at = Math.max(min, Math.min(max, ms))
    onMove(handle === 'from' ? { fromMs: at, toMs } : { fromMs, toMs: at }, handle)
  }
  const share = (ms: number) => `${(ms / endMs) * 100}%`
  return (
    // Each handle is beside its end of the part, so that they never cover each other.
    <div style={{ height: '2.75rem', padding: '0 2.75rem' }}>
      <div ref={track} className="relative h-full">
        <div className="absolute rounded-full bg-sunken" style={{ ...bar, left: 0, right: 0 }} />
        <div
          className="absolute bg-accent"
          style={{ ...bar, left: share(fromMs), right: share(endMs - toMs) }}
        />
        {(['from', 'to'] as const).map((handle) => (
          <PartHandle
            key={handle}
            handle={handle}
            part={part}
            endMs={endMs}
            left={share(handle === 'from' ? fromMs : toMs)}
            track={track}
            onMove={(ms) => move(handle, ms)}
          />
        ))}
      </div>
    </div>
  )
}

/** A part is never shorter than `shortestPartMs`. */
function limitsOf(handle: Handle, { fromMs, toMs }: SavePart, endMs: number) {
  return handle === 'from'
    ? { min: 0, max: Math.max(0, toMs - shortestPartMs) }
    : { min: Math.min(endMs, fromMs + shortestPartMs), max: endMs }
}

function PartHandle({
  handle,
  part,
  endMs,
  left,
  track,
  onMove,
}: {
  handle: Handle
  part: SavePart
  endMs: number
  left: string
  track: React.RefObject<HTMLDivElement | null>
  onMove: (ms: number) => void
}) {
  const { language } = useI18n()
  const texts = useLateTexts(language).part
  /** Pixels from the handle's edge to the finger that holds it. */
  const held = useRef<number | null>(null)
  const ms = handle === 'from' ? part.fromMs : part.toMs
  const { min, max } = limitsOf(handle, part, endMs)
  const steps = (to: number) => Math.round(to / stepMs) * stepMs
  const edge = () => {
    const { left: start = 0, width = 1 } = track.current?.getBoundingClientRect() ?? {}
    return { start, width, x: start + (ms / endMs) * width }
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={texts[handle]}
      aria-valuemin={min / 1000}
      aria-valuemax={max / 1000}
      aria-valuenow={ms / 1000}
      aria-valuetext={spokenTime(ms, language)}
      className="absolute top-0 flex size-11 cursor-pointer"
      style={{
        left,
        justifyContent: handle === 'from' ? 'flex-end' : undefined,
        touchAction: 'none',
        transform: handle === 'from' ? 'translateX(-100%)' : undefined,
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        held.current = event.clientX - edge().x
      }}
      onPointerMove={(event) => {
        if (held.current === null) return
        const { start, width } = edge()
        onMove(steps(((event.clientX - held.current - start) / width) * endMs))
      }}
      onPointerUp={() => {
        held.current = null
      }}
      onPointerCancel={() => {
        held.current = null
      }}
      onKeyDown={(event) => {
        const to = keyTarget(event, ms, min, max)
        if (to === null) return
        event.preventDefault()
        onMove(to)
      }}
    >
      <span className="h-full rounded-lg bg-text" style={{ width: '1.25rem' }} />
    </div>
  )
}

/** Returns where a key moves a handle, in milliseconds, or null if it doesn't. */
function keyTarget(
  { key, shiftKey, altKey, ctrlKey, metaKey }: React.KeyboardEvent,
  ms: number,
  min: number,
  max: number,
): number | null {
  if (altKey || ctrlKey || metaKey) return null
  const step = shiftKey ? longStepMs : stepMs
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return ms - step
    case 'ArrowRight':
    case 'ArrowUp':
      return ms + step
    case 'PageDown':
      return ms - longStepMs
    case 'PageUp':
      return ms + longStepMs
    case 'Home':
      return min
    case 'End':
      return max
    default:
      return null
  }
}

/** Formats a time in words, as `1 minute 2.5 seconds`. */
function spokenTime(ms: number, language: string): string {
  const minutes = Math.floor(ms / 60_000)
  const words = (count: number, unit: string) =>
    new Intl.NumberFormat(localeOf(language), {
      style: 'unit',
      unit,
      unitDisplay: 'long',
      maximumFractionDigits: 3,
    }).format(count)
  const seconds = words((ms % 60_000) / 1000, 'second')
  return minutes === 0 ? seconds : `${words(minutes, 'minute')} ${seconds}`
}
