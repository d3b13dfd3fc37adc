import { Check, Download, LoaderCircle, RotateCcw, TriangleAlert } from 'lucide-react'
import { useRef } from 'react'
import { Form, useLocation } from 'react-router'
import { type BatchFormat, batchFormats, rowFormatName } from '#app/download/batch/format.ts'
import type { BatchRowView } from '#app/download/batch/view.server.ts'
import type { Offer, PostView } from '#app/download/lookup/offers.server.ts'
import { Details } from '#app/download/ui/details.tsx'
import { hintText } from '#app/download/ui/hint-text.ts'
import { lostTexts, offerTexts, smallCover } from '#app/download/ui/later/offers.ts'
import { SmallCover } from '#app/download/ui/small-cover.tsx'
import { fill } from '#app/i18n/catalogue.ts'
import { formatDuration } from '#app/i18n/format.ts'
import { button } from '#app/ui/button.ts'
import { useBatchI18n } from './use-batch-i18n.ts'

export const formatForm = 'batch-formats'

/** A row's actions: below its text, or at the end of the line where there is room. */
const end = 'col-start-2 justify-self-start sm:col-start-3 sm:max-w-64'
/** The place of a row's cover. */
const place = 'grid h-18 w-13.5 place-items-center self-start rounded-sm bg-sunken snip-3'

export function BatchRowItem({
  row,
  format,
  onChoose,
  onSave,
}: {
  row: BatchRowView
  format: BatchFormat
  /** Called with the form after the row got a format of its own. */
  onChoose: (form: HTMLFormElement) => void
  onSave: (post: PostView, offer: Offer) => void
}) {
  const item = useRef<HTMLLIElement>(null)
  // The pressed button disappears, so its row takes the focus.
  const keepFocus = () => item.current?.focus()
  return (
    <li
      ref={item}
      id={rowId(row)}
      tabIndex={-1}
      className="grid min-h-26 grid-cols-[3.375rem_minmax(0,1fr)] items-center gap-x-4 gap-y-2.5 border-b border-line py-3.5 sm:grid-cols-[3.375rem_minmax(0,1fr)_auto]"
      data-state={row.state}
    >
      {row.state === 'ready' ? (
        <ReadyRow row={row} format={format} onChoose={onChoose} onSave={onSave} />
      ) : row.state === 'refused' ? (
        <RefusedRow row={row} onRetry={keepFocus} />
      ) : (
        <WaitingRow row={row} />
      )}
    </li>
  )
}

type Ready = Extract<BatchRowView, { state: 'ready' }>

function ReadyRow({
  row,
  format,
  onChoose,
  onSave,
}: {
  row: Ready
  format: BatchFormat
  onChoose: (form: HTMLFormElement) => void
  onSave: (post: PostView, offer: Offer) => void
}) {
  const { t } = useBatchI18n()
  const { post, own, saved } = row
  const { title, site, author, durationSeconds, kind } = post
  const offer = post.formats.find((one) => one.format === row.formats[own ?? format])
  return (
    <>
      <SmallCover kind={kind} src={smallCover(post)} />
      <div className="min-w-0">
        <p className="line-clamp-2 leading-snug font-semibold" dir="auto">
          {title === '' ? t.result.untitled : title}
        </p>
        <p className="text-sm text-muted">
          {site !== null && `${site} · `}
          {author !== null && <bdi>{fill(t.result.by, { author })}</bdi>}
          {author !== null && durationSeconds !== null && ' · '}
          {durationSeconds !== null && formatDuration(durationSeconds)}
          {saved !== null && (
            <span className="ml-2 font-semibold whitespace-nowrap text-good">
              <Check aria-hidden="true" size={16} className="mr-1 inline" />
              {t.prepare[`${saved}Title`]}
            </span>
          )}
        </p>
        {lostTexts(post, t).map((text) => (
          <p key={text} className="text-sm font-semibold">
            {text}
          </p>
        ))}
      </div>
      <div className="col-span-full flex flex-wrap items-center gap-2 sm:col-start-3 sm:justify-end">
        <RowFormat row={row} onChoose={onChoose} />
        {offer === undefined ? (
          <p className="text-sm text-muted">{t.saveProblem.noSoundTitle}</p>
        ) : (
          <SaveButton post={post} offer={offer} onSave={() => onSave(post, offer)} />
        )}
      </div>
    </>
  )
}

const names = { mp4: 'MP4', hd: 'HD', mp3: 'MP3' }

/** Lets one row have another format than the batch; empty if its post has only one. */
function RowFormat({ row, onChoose }: { row: Ready; onChoose: (form: HTMLFormElement) => void }) {
  const { t } = useBatchI18n()
  const { id, post, formats, own } = row
  const choices = batchFormats.filter(
    (choice) => formats[choice] !== null && (choice === 'mp4' || formats[choice] !== formats.mp4),
  )
  if (choices.length < 2) return null
  const title = post.title === '' ? t.result.untitled : post.title
  return (
    <select
      form={formatForm}
      name={rowFormatName(id)}
      className="min-h-10 max-w-full rounded-lg border border-line bg-surface px-2 text-sm pointer-coarse:min-h-11 pointer-coarse:text-base"
      aria-label={fill(t.batch.formatOf, { title })}
      defaultValue={own ?? ''}
      onChange={({ target }) => target.form !== null && onChoose(target.form)}
    >
      <option value="">{t.batch.asAbove}</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {formats[choice] === 'zip' ? 'ZIP' : names[choice]}
        </option>
      ))}
    </select>
  )
}

function SaveButton({ post, offer, onSave }: { post: PostView; offer: Offer; onSave: () => void }) {
  const { t, language, localPath } = useBatchI18n()
  const { details } = offerTexts(offer, t, language)
  const title = post.title === '' ? t.result.untitled : post.title
  return (
    <a
      className={`${button({ look: 'quiet', size: 'small' })} sm:max-w-64`}
      href={localPath(offer.prepareHref)}
      onClick={(event) => {
        // In another tab, the page with the same content opens.
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onSave()
      }}
    >
      <Download aria-hidden="true" size={18} />
      <span className="sr-only">{fill(t.batch.saveThis, { title })}: </span>
      <span>
        <Details parts={offer.quality === null ? details : [offer.quality, ...details]} />
      </span>
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
  const { t, language } = useBatchI18n()
  const { search } = useLocation()
  const { id, problem } = row
  const name = rowName(row)
  return (
    <>
      <span className={`${place} text-bad`}>
        <TriangleAlert aria-hidden="true" size={24} />
      </span>
      <div className="min-w-0">
        <p className="truncate text-xs text-muted">{name}</p>
        <p className="text-sm font-semibold text-bad">{t.errors[problem.message]}</p>
        {problem.hint !== null && (
          <p className="text-sm">{hintText(problem.hint, problem, t, language)}</p>
        )}
      </div>
      {problem.canRetry && (
        <Form
          method="post"
          // Browsers focus the row after a redirect too, if the page doesn't run yet.
          action={`${search}#${rowId(row)}`}
          preventScrollReset
          className={end}
          onSubmit={onRetry}
        >
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
  const { t } = useBatchI18n()
  const looking = row.state === 'looking'
  return (
    <>
      <span className={`${place} text-muted`} aria-hidden="true">
        {looking && <LoaderCircle className="motion-safe:animate-spin" size={24} />}
      </span>
      <div className="min-w-0">
        <p className="truncate text-xs text-muted">{rowName(row)}</p>
        <p className="text-sm text-muted">{looking ? t.batch.looking : t.batch.waiting}</p>
      </div>
    </>
  )
}

const rowId = ({ id }: BatchRowView): string => `link-${id}`

/** Drops what all links have in common. */
function rowName({ link }: BatchRowView): string {
  return link.replace(/^https:\/\/(www\.)?/, '')
}
