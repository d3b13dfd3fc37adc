import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Offer } from '#app/download/offers.server.ts'
import { fill } from '#app/i18n/catalogue.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'

const load = () => import('./later/image-viewer.tsx')
type Viewer = Awaited<ReturnType<typeof load>>['ImageViewer']

export type GalleryProps = {
  images: readonly Offer[]
  /** The numbers of the images that are ticked for the ZIP. */
  ticked: readonly number[]
  onTick: (number: number, on: boolean) => void
  onSave: (image: Offer) => void
}

/** A slideshow's images: each enlarges, is saved by itself, or is ticked for the ZIP. */
export function ImageGallery({ formId, ...props }: GalleryProps & { formId: string }) {
  const { t, localPath } = useI18n()
  const { images, ticked, onTick, onSave } = props
  const [shown, setShown] = useState<{ ImageViewer: Viewer; start: number } | null>(null)
  const follows = (event: React.MouseEvent) => event.ctrlKey || event.metaKey || event.shiftKey
  return (
    <div className="result-gallery">
      <h3 className="text-sm font-semibold">{t.result.images}</h3>
      {images.length > 1 && <p className="text-sm text-muted">{t.result.tickHint}</p>}
      <ul className="result-images mt-2">
        {images.map((image, index) => {
          const number = index + 1
          return (
            <li key={image.format} className="result-image">
              <a
                href={image.viewHref}
                target="_blank"
                rel="noreferrer"
                aria-label={fill(t.result.enlarge, { number })}
                onClick={(event) => {
                  if (follows(event) || !('showModal' in HTMLDialogElement.prototype)) return
                  event.preventDefault()
                  load().then(
                    ({ ImageViewer }) => setShown({ ImageViewer, start: index }),
                    () => window.open(image.viewHref),
                  )
                }}
              >
                <img src={image.viewHref} alt="" width={108} height={135} loading="lazy" />
              </a>
              <div className="result-image-bar">
                {images.length > 1 && (
                  <label className="result-tick">
                    <input
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
                  className="result-image-save"
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
