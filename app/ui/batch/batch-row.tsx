import { Download, Film, Images, LoaderCircle, RotateCcw, TriangleAlert } from 'lucide-react'
import { useRef } from 'react'
import { Form } from 'react-router'
import { fill, plural } from '#app/i18n/catalogue.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { BatchFormat } from '#app/utils/batch-format.ts'
import { formatBytes, formatDuration } from '#app/utils/format.ts'
import type { Offer } from '../downloader/post-view.server.ts'
import type { BatchPostView, BatchRowView } from './batch-view.server.ts'

/** One link of a batch and what has become of it. */
export function BatchRowItem({ row, format }: { row: BatchRowView; format: BatchFormat }) {
  const item = useRef<HTMLLIElement>(null)
  // The button that was pressed goes away, and the focus stays on its row.
  const keepFocus = () => item.current?.focus()
  return (
    <li ref={item} tabIndex={-1} className="batch-row" data-state={row.state}>
      {row.state === 'ready' ? (
        <ReadyRow post={row.post} format={format} />
      ) : row.state === 'refused' ? (
        <RefusedRow row={row} onRetry={keepFocus} />
      ) : (
        <WaitingRow row={row} />
      )}
    </li>
  )
}

function ReadyRow({ post, format }: { post: BatchPostView; format: BatchFormat }) {
  const { t } = useI18n()
  const { title, author, durationSeconds, kind, coverHref } = post
  const offer = post.offers[format]
  const name = title === '' ? t.result.untitled : title
  const Icon = kind === 'slideshow' ? Images : Film
  return (
    <>
      <span className="batch-cover">
        {coverHref === null ? (
          <Icon aria-hidden="true" size={24} />
        ) : (
          <img src={coverHref} alt="" width={54} height={72} loading="lazy" />
        )}
      </span>
      <div className="batch-text">
        <p className="batch-title" dir="auto">
          {name}
        </p>
        <p className="text-muted text-sm">
          {author !== null && <bdi>{fill(t.result.by, { author })}</bdi>}
          {author !== null && durationSeconds !== null && ' · '}
          {durationSeconds !== null && formatDuration(durationSeconds)}
        </p>
      </div>
      {offer === null ? (
        <p className="batch-end text-muted text-sm">{t.saveProblem.noSoundTitle}</p>
      ) : (
        <SaveButton offer={offer} name={name} />
      )}
    </>
  )
}

function SaveButton({ offer, name }: { offer: Offer; name: string }) {
  const { t, language, localPath } = useI18n()
  const { format, quality, bytes } = offer
  const facts = [
    format === 'hd' ? 'HD' : format.toUpperCase(),
    quality,
    bytes === null ? null : formatBytes(bytes, language),
  ]
  return (
    <a className="button-quiet batch-end" href={localPath(offer.prepareHref)}>
      <Download aria-hidden="true" size={18} />
      <span className="sr-only">{fill(t.batch.saveThis, { title: name })}: </span>
      {facts.filter((fact) => fact !== null).join(' · ')}
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
      <span className="batch-cover batch-bad">
        <TriangleAlert aria-hidden="true" size={24} />
      </span>
      <div className="batch-text">
        <p className="batch-link">{name}</p>
        <p className="font-semibold text-bad text-sm">{t.errors[problem.message]}</p>
        {problem.hint !== null && (
          <p className="text-sm">
            {plural(t.hints[problem.hint], problem.retryAfterSeconds ?? 60, language)}
          </p>
        )}
      </div>
      {problem.canRetry && (
        <Form method="post" preventScrollReset className="batch-end" onSubmit={onRetry}>
          <button type="submit" name="retry" value={id} className="button-quiet">
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
      <span className="batch-cover batch-pending" aria-hidden="true">
        {looking && <LoaderCircle size={24} />}
      </span>
      <div className="batch-text">
        <p className="batch-link">{rowName(row, t.batch.line)}</p>
        <p className="text-muted text-sm">{looking ? t.batch.looking : t.batch.waiting}</p>
      </div>
    </>
  )
}

/** The link without what all links have in common, or the line it was in. */
function rowName({ link, line }: BatchRowView, lineText: `${string}{line}${string}`): string {
  return link?.replace(/^https:\/\/(www\.)?/, '') ?? fill(lineText, { line })
}
