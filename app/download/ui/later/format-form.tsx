import { Download } from 'lucide-react'
import { useEffect } from 'react'
import type { Offer, PostView } from '#app/download/lookup/offers.server.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { Mp3Rate } from '#app/posts/mp3-rate.ts'
import { plainFormat, type SaveFormat } from '#app/posts/save-format.ts'
import { button } from '#app/ui/button.ts'
import { Details, formatRow } from '../details.tsx'
import { actionsCell } from '../result-frame.tsx'
import { CaptionRow } from './caption-row.tsx'
import { FileOptions } from './file-options.tsx'
import { loadDialog } from './lazy-dialog.ts'
import { offerTexts, withChosenImages } from './offers.ts'
import { VideoChooser } from './video-chooser.tsx'

/** Without JavaScript it is a plain form. */
export function FormatForm({
  id,
  post,
  format,
  ticked,
  onChoose,
  onRate,
  onSubmit,
  onCaptions,
  children,
}: {
  id: string
  post: PostView
  format: SaveFormat
  ticked: readonly number[]
  onChoose: (format: SaveFormat) => void
  onRate: (kbps: Mp3Rate) => void
  onSubmit: (form: HTMLFormElement) => void
  /** Called with the pressed file of the captions. */
  onCaptions: (offer: Offer) => void
  /** Further choices, below the button. */
  children?: React.ReactNode
}) {
  const { t, language, localPath } = useI18n()
  const { path, query } = post.choose
  useEffect(() => {
    // Fetched while the visitor reads, so that a press is answered at once.
    loadDialog().catch(() => undefined)
  }, [])
  const row = (offer: Offer) => {
    const chosen = withChosenImages(offer, ticked)
    const { name, details } = offerTexts(chosen, t, language, ticked)
    return (
      <label
        key={offer.format}
        className={`${formatRow} has-checked:border-text has-checked:bg-sunken has-checked:[box-shadow:inset_0_0_0_1px_var(--text)] has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus`}
      >
        <input
          // The row has the focus ring, if the browser supports `:has`.
          className="size-5 flex-none cursor-pointer accent-accent supports-[selector(:has(a))]:focus-visible:outline-none"
          type="radio"
          name="format"
          value={offer.format}
          checked={offer.format === format}
          onChange={() => onChoose(offer.format)}
        />
        <span className="font-bold">{name}</span>{' '}
        <span className="ml-auto text-sm text-muted tabular-nums">
          <Details parts={details} />
        </span>
      </label>
    )
  }
  return (
    <form
      id={id}
      className={actionsCell}
      action={localPath(path)}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(event.currentTarget)
      }}
    >
      <input type="hidden" name="e" value={query.e} />
      <input type="hidden" name="s" value={query.s} />
      <VideoChooser post={post} />
      <fieldset className="grid min-w-0 gap-2 @3xl:grid-cols-[repeat(auto-fit,minmax(15rem,1fr))]">
        <legend className="sr-only">{t.result.formats}</legend>
        {post.formats.filter(({ format }) => plainFormat(format) !== 'cover').map(row)}
        <CaptionRow captions={post.captions} onChoose={onCaptions} />
        {post.formats.filter(({ format }) => plainFormat(format) === 'cover').map(row)}
      </fieldset>
      <button
        type="submit"
        className={`${button({ size: 'large' })} w-full @3xl:w-auto @3xl:min-w-64 @3xl:justify-self-start`}
      >
        <Download aria-hidden="true" size={20} />
        {t.result.downloadNow}
      </button>
      <FileOptions post={post} onRate={onRate} />
      {children}
    </form>
  )
}
