import { Download } from 'lucide-react'
import { useEffect } from 'react'
import type { PostView } from '#app/download/offers.server.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { SaveFormat } from '#app/posts/save-format.ts'
import { loadDialog } from './lazy-dialog.ts'
import { offerTexts, withChosenImages } from './offers.ts'

/** The formats and the button that saves the chosen one. Without JavaScript it is a plain form. */
export function FormatForm({
  id,
  post,
  format,
  ticked,
  onChoose,
  onSubmit,
}: {
  id: string
  post: PostView
  format: SaveFormat
  ticked: readonly number[]
  onChoose: (format: SaveFormat) => void
  onSubmit: () => void
}) {
  const { t, language, localPath } = useI18n()
  const { path, query } = post.choose
  useEffect(() => {
    // Fetched while the visitor reads, so that a press is answered at once.
    loadDialog().catch(() => undefined)
  }, [])
  return (
    <form
      id={id}
      className="result-actions"
      action={localPath(path)}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <input type="hidden" name="e" value={query.e} />
      <input type="hidden" name="s" value={query.s} />
      <fieldset className="formats">
        <legend className="sr-only">{t.result.formats}</legend>
        {post.formats.map((offer) => {
          const { name, details } = offerTexts(withChosenImages(offer, ticked), t, language)
          return (
            <label key={offer.format} className="format">
              <input
                type="radio"
                name="format"
                value={offer.format}
                checked={offer.format === format}
                onChange={() => onChoose(offer.format)}
              />
              <span className="format-name">{name}</span>{' '}
              <span className="format-details">{details.join(' · ')}</span>
            </label>
          )
        })}
      </fieldset>
      <button type="submit" className="button button-large result-main">
        <Download aria-hidden="true" size={20} />
        {t.result.downloadNow}
      </button>
    </form>
  )
}
