import { Download, Film, Images } from 'lucide-react'
import { useState } from 'react'
import { tell } from '#app/enhance/tell.ts'
import { fill } from '#app/i18n/catalogue.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { DeviceKind } from '#app/utils/device.ts'
import { formatBytes, formatDuration } from '#app/utils/format.ts'
import { DownloadDialog } from './download-dialog.tsx'
import type { Offer, PostView } from './post-view.server.ts'

/** What was found, and everything that can be saved of it. */
export function ResultCard({ post, device }: { post: PostView; device: DeviceKind }) {
  const { t, localPath } = useI18n()
  const [preparing, setPreparing] = useState(false)
  const prepare = (event: React.MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    // A browser without dialogs follows the link to the page with the same content.
    if (!('showModal' in HTMLDialogElement.prototype)) return
    event.preventDefault()
    setPreparing(true)
    // The page that counts down is counted by the server, the dialog by this.
    tell({ kind: 'attempt', format: post.main.format })
  }
  return (
    <article className="result-card cut" aria-labelledby="result-title">
      {post.coverHref === null ? (
        <div className="result-cover">
          {post.kind === 'slideshow' ? (
            <Images aria-hidden="true" size={44} />
          ) : (
            <Film aria-hidden="true" size={44} />
          )}
        </div>
      ) : (
        <img
          className="result-cover"
          src={post.coverHref}
          alt={t.result.coverAlt}
          width={180}
          height={320}
        />
      )}
      <div className="result-head">
        <h2 id="result-title" tabIndex={-1} className="result-title" dir="auto">
          {post.title === '' ? t.result.untitled : post.title}
        </h2>
        <p className="mt-1 text-sm text-muted">
          {post.author !== null && <bdi>{fill(t.result.by, { author: post.author })}</bdi>}
          {post.author !== null && post.durationSeconds !== null && ' · '}
          {post.durationSeconds !== null && formatDuration(post.durationSeconds)}
        </p>
      </div>
      <div className="result-actions">
        <a
          className="button button-large result-main"
          href={localPath(post.main.prepareHref)}
          onClick={prepare}
        >
          <Download aria-hidden="true" size={20} />
          {t.result.downloadNow}
        </a>
        {post.others.length > 0 && (
          <>
            <h3 className="mt-6 text-sm font-semibold">{t.result.otherFormats}</h3>
            <ul className="mt-2 flex flex-wrap gap-2">
              {post.others.map((other) => (
                <OtherFormat key={other.format} offer={other} />
              ))}
            </ul>
          </>
        )}
      </div>
      {post.images.length > 0 && (
        <div className="result-gallery">
          <h3 className="text-sm font-semibold">{t.result.images}</h3>
          <ul className="result-images mt-2">
            {post.images.map(({ number, saveHref, viewHref }) => (
              <li key={number}>
                <a href={localPath(saveHref)} aria-label={fill(t.result.saveImage, { number })}>
                  <img
                    src={viewHref}
                    alt={fill(t.result.image, { number })}
                    width={108}
                    height={135}
                    loading="lazy"
                  />
                  <Download aria-hidden="true" size={18} />
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
      <DownloadDialog
        offer={post.main}
        device={device}
        open={preparing}
        onClose={() => setPreparing(false)}
      />
    </article>
  )
}

function OtherFormat({ offer }: { offer: Offer }) {
  const { t, language, localPath } = useI18n()
  const names = { hd: t.result.hd, mp3: t.result.mp3, mp4: t.result.mp4, zip: t.result.zip }
  const name = names[offer.format as keyof typeof names]
  return (
    <li>
      <a className="button-quiet" href={localPath(offer.saveHref)}>
        {name}
        {offer.quality !== null && <span className="text-muted">{offer.quality}</span>}
        {offer.bytes !== null && (
          <span className="text-muted">{formatBytes(offer.bytes, language)}</span>
        )}
      </a>
    </li>
  )
}
