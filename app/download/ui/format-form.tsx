import { Download } from 'lucide-react'
import { useEffect } from 'react'
import type { PostView } from '#app/download/offers.server.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { SaveFormat } from '#app/posts/save-format.ts'
import { button } from '#app/ui/button.ts'
import { loadDialog } from './lazy-dialog.ts'
import { offerTexts, withChosenImages } from './offers.ts'
import { actionsCell } from './result-frame.tsx'

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
      className={actionsCell}
      action={localPath(path)}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <input type="hidden" name="e" value={query.e} />
      <input type="hidden" name="s" value={query.s} />
      <fieldset className="grid min-w-0 gap-2 @3xl:grid-cols-[repeat(auto-fit,minmax(15rem,1fr))]">
        <legend className="sr-only">{t.result.formats}</legend>
        {post.formats.map((offer) => {
          const { name, details } = offerTexts(withChosenImages(offer, ticked), t, language)
          return (
            <label
              key={offer.format}
              className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 rounded-lg border border-line px-4 py-1.5 hover:border-text has-checked:border-text has-checked:bg-sunken has-checked:[box-shadow:inset_0_0_0_1px_var(--text)] has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-link @md:min-h-12"
            >
              <input
                // The row has the ring, where it can.
                className="size-5 flex-none cursor-pointer accent-accent supports-[selector(:has(a))]:focus-visible:outline-none"
                type="radio"
                name="format"
                value={offer.format}
                checked={offer.format === format}
                onChange={() => onChoose(offer.format)}
              />
              <span className="font-bold">{name}</span>{' '}
              <span className="ml-auto text-sm text-muted tabular-nums">{details.join(' · ')}</span>
            </label>
          )
        })}
      </fieldset>
      <button
        type="submit"
        className={`${button({ size: 'large' })} w-full @3xl:w-auto @3xl:min-w-64 @3xl:justify-self-start`}
      >
        <Download aria-hidden="true" size={20} />
        {t.result.downloadNow}
      </button>
    </form>
  )
}
