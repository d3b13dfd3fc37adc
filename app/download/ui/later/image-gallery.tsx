import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Offer } from '#app/download/lookup/offers.server.ts'
import { fill } from '#app/i18n/catalogue.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { imageNumber } from './offers.ts'

const load = () => import('./image-viewer.tsx')
type Viewer = Awaited<ReturnType<typeof load>>['ImageViewer']

export type GalleryProps = {
  images: readonly Offer[]
  /** The number of the post's images, those that can't be saved included. */
  count: number
  /** Numbers of the images ticked for the ZIP. */
  ticked: readonly number[]
  onTick: (number: number, on: boolean) => void
  onSave: (image: Offer) => void
}

export function ImageGallery({ formId, ...props }: GalleryProps & { formId: string }) {
  const { t, localPath } = useI18n()
  const { images, ticked, onTick, onSave } = props
  const [shown, setShown] = useState<{ ImageViewer: Viewer; start: number } | null>(null)
  const follows = (event: React.MouseEvent) => event.ctrlKey || event.metaKey || event.shiftKey
  return (
    <div className="col-span-full min-w-0">
      <h3 className="text-sm font-semibold">{t.result.images}</h3>
      {images.length > 1 && <p className="text-sm text-muted">{t.result.tickHint}</p>}
      <ul className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2.5 @3xl:grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))]">
        {images.map((image, index) => {
          const number = imageNumber(image)
          return (
            <li
              key={image.format}
              className="overflow-hidden rounded-lg border border-line has-checked:border-text has-checked:[box-shadow:0_0_0_1px_var(--text)]"
            >
              <a
                className="block cursor-zoom-in"
                href={image.viewHref}
                target="_blank"
                rel="noreferrer"
                onClick={(event) => {
                  if (follows(event) || !('showModal' in HTMLDialogElement.prototype)) return
                  event.preventDefault()
                  load().then(
                    ({ ImageViewer }) => setShown({ ImageViewer, start: index }),
                    () => window.open(image.viewHref),
                  )
                }}
              >
                <img
                  className="aspect-4/5 w-full bg-sunken object-cover"
                  src={image.viewHref}
                  alt={fill(t.result.enlarge, { number })}
                  width={108}
                  height={135}
                  loading="lazy"
                />
              </a>
              <div className="flex min-h-11 items-stretch justify-between">
                {images.length > 1 && (
                  <label className="flex flex-1 cursor-pointer items-center gap-1.5 pl-2 text-sm tabular-nums">
                    <input
                      className="size-5 flex-none cursor-pointer accent-accent"
                      type="checkbox"
                      name="image"
                      value={number}
                      form={formId}
                      checked={ticked.includes(number)}
                      onChange={(event) => onTick(number, event.target.checked)}
                    />
                    <span className="sr-only">{fill(t.result.tick, { number })}</span>
                    <span aria-hidden="true">{number}</span>
                  </label>
                )}
                <a
                  className="ml-auto grid w-11 place-items-center hover:bg-coral hover:text-ink"
                  href={localPath(image.prepareHref)}
                  aria-label={fill(t.result.saveImage, { number })}
                  onClick={(event) => {
                    if (follows(event)) return
                    event.preventDefault()
                    onSave(image)
                  }}
                >
                  <Download aria-hidden="true" size={18} />
                </a>
              </div>
            </li>
          )
        })}
      </ul>
      {shown !== null && (
        <shown.ImageViewer {...props} start={shown.start} onClose={() => setShown(null)} />
      )}
    </div>
  )
}
