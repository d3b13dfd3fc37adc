import { ChevronLeft, ChevronRight, Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { fill } from '#app/i18n/catalogue.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { button } from '#app/ui/button.ts'
import { Dialog } from './dialog.tsx'
import type { GalleryProps } from './image-gallery.tsx'
import { imageNumber } from './offers.ts'

/** A slideshow's images in large: swiping, the arrow keys or the buttons move on. */
export function ImageViewer({
  images,
  ticked,
  onTick,
  onSave,
  count,
  start,
  onClose,
}: GalleryProps & { start: number; onClose: () => void }) {
  const { t } = useI18n()
  const strip = useRef<HTMLUListElement>(null)
  const [index, setIndex] = useState(start)
  // The dialog opens in an effect of its own, which runs before this one.
  useEffect(() => show(strip.current, start), [start])
  const image = images[index]
  if (image === undefined) return null
  const number = imageNumber(image)
  const go = (steps: number) => {
    const next = (index + steps + images.length) % images.length
    setIndex(next)
    show(strip.current, next)
  }
  return (
    <Dialog
      tall
      title={fill(t.result.position, { number, count })}
      onClose={onClose}
      onKeyDown={(event) => {
        const steps = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
        if (steps === undefined) return
        event.preventDefault()
        go(steps)
      }}
    >
      <div className="relative min-h-0 flex-1">
        <ul
          ref={strip}
          className="flex h-full [scroll-snap-type:x_mandatory] overflow-x-auto rounded-lg bg-ink"
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => {
            if (clientWidth > 0) setIndex(Math.round(scrollLeft / clientWidth))
          }}
        >
          {images.map((one, place) => (
            <li key={one.format} className="h-full w-full flex-none [scroll-snap-align:center]">
              <img
                className="size-full object-contain"
                src={one.viewHref}
                alt={fill(t.result.image, { number: imageNumber(one) })}
                loading={place === start ? 'eager' : 'lazy'}
              />
            </li>
          ))}
        </ul>
        {images.length > 1 && (
          <>
            <Step to="start-0" label={t.result.previous} icon={ChevronLeft} onGo={() => go(-1)} />
            <Step to="end-0" label={t.result.next} icon={ChevronRight} onGo={() => go(1)} />
          </>
        )}
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-2.5">
        {images.length > 1 && (
          <label className="flex min-h-11 cursor-pointer items-center gap-2 px-1.5">
            <input
              className="size-5 accent-accent"
              type="checkbox"
              checked={ticked.includes(number)}
              onChange={(event) => onTick(number, event.target.checked)}
            />
            {t.result.inZip}
          </label>
        )}
        <button
          type="button"
          className={`${button()} ml-auto`}
          aria-label={fill(t.result.saveImage, { number })}
          onClick={() => {
            onClose()
            onSave(image)
          }}
        >
          <Download aria-hidden="true" size={20} />
          {t.result.save}
        </button>
      </div>
    </Dialog>
  )
}

function show(strip: HTMLUListElement | null, index: number) {
  strip?.scrollTo({ left: index * strip.clientWidth, behavior: 'instant' })
}

function Step(props: {
  to: 'start-0' | 'end-0'
  label: string
  icon: typeof ChevronLeft
  onGo: () => void
}) {
  const { to, label, icon: Icon, onGo } = props
  return (
    <button
      type="button"
      className={`absolute inset-y-0 ${to} my-auto grid size-11 place-items-center rounded-full bg-surface text-text shadow-raised hover:bg-sunken`}
      onClick={onGo}
    >
      <Icon aria-hidden="true" size={22} />
      <span className="sr-only">{label}</span>
    </button>
  )
}
