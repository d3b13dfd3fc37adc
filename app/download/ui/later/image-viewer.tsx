import { ChevronLeft, ChevronRight, Download } from 'lucide-react'
import { useState } from 'react'
import type { GalleryProps } from '#app/download/ui/image-gallery.tsx'
import { fill } from '#app/i18n/catalogue.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { button } from '#app/ui/button.ts'
import { Dialog } from './dialog.tsx'

/** One image of a slideshow in large; the arrow keys and the buttons lead to the others. */
export function ImageViewer({
  images,
  ticked,
  onTick,
  onSave,
  start,
  onClose,
}: GalleryProps & { start: number; onClose: () => void }) {
  const { t } = useI18n()
  const [index, setIndex] = useState(start)
  const image = images[index]
  if (image === undefined) return null
  const number = index + 1
  const go = (steps: number) => setIndex((index + steps + images.length) % images.length)
  return (
    <Dialog
      tall
      title={fill(t.result.position, { number, count: images.length })}
      onClose={onClose}
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft') go(-1)
        if (event.key === 'ArrowRight') go(1)
      }}
    >
      <img
        key={image.viewHref}
        className="h-0 w-full flex-1 rounded-lg bg-sunken object-contain"
        src={image.viewHref}
        alt={fill(t.result.image, { number })}
      />
      <div className="mt-4 flex flex-wrap items-center gap-2.5">
        {images.length > 1 && (
          <>
            <button type="button" className={button({ look: 'quiet' })} onClick={() => go(-1)}>
              <ChevronLeft aria-hidden="true" size={20} />
              <span className="sr-only">{t.result.previous}</span>
            </button>
            <button type="button" className={button({ look: 'quiet' })} onClick={() => go(1)}>
              <ChevronRight aria-hidden="true" size={20} />
              <span className="sr-only">{t.result.next}</span>
            </button>
            <label className="flex min-h-11 cursor-pointer items-center gap-2 px-1.5">
              <input
                className="size-5 accent-accent"
                type="checkbox"
                checked={ticked.includes(number)}
                onChange={(event) => onTick(number, event.target.checked)}
              />
              {t.result.inZip}
            </label>
          </>
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
