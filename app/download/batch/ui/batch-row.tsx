import { Download, LoaderCircle, RotateCcw, TriangleAlert } from 'lucide-react'
import { useRef } from 'react'
import { Form } from 'react-router'
import type { BatchFormat } from '#app/download/batch/format.ts'
import type { BatchRowView } from '#app/download/batch/view.server.ts'
import type { Offer, PostView } from '#app/download/offers.server.ts'
import { offerTexts } from '#app/download/ui/offers.ts'
import { SmallCover } from '#app/download/ui/small-cover.tsx'
import { fill, plural } from '#app/i18n/catalogue.ts'
import { formatDuration } from '#app/i18n/format.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { button } from '#app/ui/button.ts'

/** What can be done with a row: below its text, at the end of the line where there is room. */
const end = 'col-start-2 justify-self-start sm:col-start-3 sm:max-w-64'
/** Where a row's cover will be. */
const place = 'grid h-18 w-13.5 place-items-center self-start rounded-sm bg-sunken snip-3'

/** One link of a batch and what has become of it. */
export function BatchRowItem({
  row,
  format,
  onSave,
}: {
  row: BatchRowView
  format: BatchFormat
  /** Called with what is to be saved. */
  onSave: (post: PostView, offer: Offer) => void
}) {
  const item = useRef<HTMLLIElement>(null)
  // The button that was pressed goes away, and the focus stays on its row.
  const keepFocus = () => item.current?.focus()
  return (
    <li
      ref={item}
      tabIndex={-1}
      className="grid min-h-26 grid-cols-[3.375rem_minmax(0,1fr)] items-center gap-x-4 gap-y-2.5 border-b border-line py-3.5 sm:grid-cols-[3.375rem_minmax(0,1fr)_auto]"
      data-state={row.state}
    >
      {row.state === 'ready' ? (
        <ReadyRow row={row} format={format} onSave={onSave} />
      ) : row.state === 'refused' ? (
        <RefusedRow row={row} onRetry={keepFocus} />
      ) : (
        <WaitingRow row={row} />
      )}
    </li>
  )
}

function ReadyRow({
  row,
  format,
  onSave,
}: {
  row: Extract<BatchRowView, { state: 'ready' }>
  format: BatchFormat
  onSave: (post: PostView, offer: Offer) => void
}) {
  const { t } = useI18n()
  const { post } = row
  const { title, author, durationSeconds, kind, coverHref } = post
  const offer = post.formats.find((one) => one.format === row.formats[format])
  return (
    <>
      <SmallCover kind={kind} src={coverHref} />
      <div className="min-w-0">
        <p className="line-clamp-2 leading-snug font-semibold" dir="auto">
          {title === '' ? t.result.untitled : title}
        </p>
        <p className="text-sm text-muted">
          {author !== null && <bdi>{fill(t.result.by, { author })}</bdi>}
          {author !== null && durationSeconds !== null && ' · '}
          {durationSeconds !== null && formatDuration(durationSeconds)}
        </p>
      </div>
      {offer === undefined ? (
        <p className={`${end} text-sm text-muted`}>{t.saveProblem.noSoundTitle}</p>
      ) : (
        <SaveButton post={post} offer={offer} onSave={() => onSave(post, offer)} />
      )}
    </>
  )
}

function SaveButton({ post, offer, onSave }: { post: PostView; offer: Offer; onSave: () => void }) {
  const { t, language, localPath } = useI18n()
  const { name, details } = offerTexts(offer, t, language)
  const title = post.title === '' ? t.result.untitled : post.title
  return (
    <a
      className={`${button({ look: 'quiet' })} ${end}`}
      href={localPath(offer.prepareHref)}
      onClick={(event) => {
        // Without dialogs, or in another tab, the page with the same content is opened.
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        if (!('showModal' in HTMLDialogElement.prototype)) return
        event.preventDefault()
        onSave()
      }}
    >
      <Download aria-hidden="true" size={18} />
      <span className="sr-only">{fill(t.batch.saveThis, { title })}: </span>
      {[name, ...details].join(' · ')}
    </a>
  )
}

function RefusedRow({
  row,
  onRetry,
}: {
  row: Extract<BatchRowView, { state: 'refused' }>
  onRetry: () => void
}) {
  const { t, language } = useI18n()
  const { id, problem } = row
  const name = rowName(row, t.batch.line)
  return (
    <>
      <span className={`${place} text-bad`}>
        <TriangleAlert aria-hidden="true" size={24} />
      </span>
      <div className="min-w-0">
        <p className="truncate text-xs text-muted">{name}</p>
        <p className="text-sm font-semibold text-bad">{t.errors[problem.message]}</p>
        {problem.hint !== null && (
          <p className="text-sm">
            {plural(t.hints[problem.hint], problem.retryAfterSeconds ?? 60, language)}
          </p>
        )}
      </div>
      {problem.canRetry && (
        <Form method="post" preventScrollReset className={end} onSubmit={onRetry}>
          <button type="submit" name="retry" value={id} className={button({ look: 'quiet' })}>
            <RotateCcw aria-hidden="true" size={18} />
            <span aria-hidden="true">{t.batch.retry}</span>
            <span className="sr-only">{fill(t.batch.retryThis, { link: name })}</span>
          </button>
        </Form>
      )}
    </>
  )
}

function WaitingRow({ row }: { row: Extract<BatchRowView, { state: 'waiting' | 'looking' }> }) {
  const { t } = useI18n()
  const looking = row.state === 'looking'
  return (
    <>
      <span className={`${place} text-muted`} aria-hidden="true">
        {looking && <LoaderCircle className="motion-safe:animate-spin" size={24} />}
      </span>
      <div className="min-w-0">
        <p className="truncate text-xs text-muted">{rowName(row, t.batch.line)}</p>
        <p className="text-sm text-muted">{looking ? t.batch.looking : t.batch.waiting}</p>
      </div>
    </>
  )
}

/** The link without what all links have in common, or the line it was in. */
function rowName({ link, line }: BatchRowView, lineText: `${string}{line}${string}`): string {
  return link?.replace(/^https:\/\/(www\.)?/, '') ?? fill(lineText, { line })
}
