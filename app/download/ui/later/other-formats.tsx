import type { Offer, PostView } from '#app/download/lookup/offers.server.ts'
import { Details, formatRow } from '#app/download/ui/details.tsx'
import { CaptionRow } from '#app/download/ui/later/caption-row.tsx'
import { offerTexts } from '#app/download/ui/later/offers.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { plainFormat, type SaveFormat } from '#app/posts/save-format.ts'

/**
 * Lists a post's formats except `format`. `row` renders each as a button or a link. Links to
 * captions lead to their pages, or call `onCaptions`.
 */
export function OtherFormats({
  post,
  format,
  row,
  onCaptions,
}: {
  post: Pick<PostView, 'formats' | 'captions'>
  format: SaveFormat
  row: (offer: Offer, className: string, content: React.ReactNode) => React.ReactNode
  onCaptions?: (offer: Offer) => void
}) {
  const { t, language } = useI18n()
  const others = post.formats.filter((offer) => offer.format !== format)
  if (others.length === 0 && post.captions.length === 0) return null
  const item = (offer: Offer) => {
    const { name, details } = offerTexts(offer, t, language)
    const content = (
      <>
        <span className="font-bold">{name}</span>{' '}
        <span className="ml-auto text-sm text-muted tabular-nums">
          <Details parts={details} />
        </span>
      </>
    )
    return (
      <li key={offer.format} className="grid">
        {row(offer, `${formatRow} bg-surface text-left`, content)}
      </li>
    )
  }
  return (
    <div className="w-full">
      <p className="text-sm font-semibold">{t.prepare.otherFormats}</p>
      <ul className="mt-2 grid gap-2">
        {others.filter((offer) => plainFormat(offer.format) !== 'cover').map(item)}
        {post.captions.length > 0 && (
          <li className="text-left">
            <CaptionRow captions={post.captions} onChoose={onCaptions} />
          </li>
        )}
        {others.filter((offer) => plainFormat(offer.format) === 'cover').map(item)}
      </ul>
    </div>
  )
}
