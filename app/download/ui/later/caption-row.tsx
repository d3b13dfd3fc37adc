import { Captions, Plus } from 'lucide-react'
import type { CaptionOffer, Offer } from '#app/download/lookup/offers.server.ts'
import { plural } from '#app/i18n/catalogue.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { captionsOf } from '#app/posts/save-format.ts'
import { link } from '#app/ui/link.ts'
import { languageName } from './offers.ts'

const row = 'flex min-h-11 flex-wrap items-center gap-x-3'
const frame = 'rounded-lg border border-line bg-surface px-4'

/**
 * A row with links to a post's captions: those of one language, or a fold with all languages. The
 * links lead to the countdown page. With `onChoose` a press calls that instead.
 */
export function CaptionRow({
  captions,
  onChoose,
}: {
  captions: readonly CaptionOffer[]
  onChoose?: (offer: Offer) => void
}) {
  const { t, language } = useI18n()
  const [only] = captions
  if (only === undefined) return null
  const name = (
    <>
      <Captions aria-hidden="true" size={20} />
      <span className="font-bold">{t.result.captions}</span>
    </>
  )
  if (captions.length === 1) {
    return (
      <div className={`${frame} ${row}`}>
        {name} <LanguageFiles captions={only} onChoose={onChoose} />
      </div>
    )
  }
  return (
    <details className={`group ${frame}`}>
      <summary className={`${row} no-marker cursor-pointer`}>
        {name}{' '}
        <span className="ml-auto flex items-center gap-3">
          <span className="text-sm text-muted">
            {plural(t.result.languages, captions.length, language)}
          </span>
          <Plus className="group-open:rotate-45" aria-hidden="true" size={20} />
        </span>
      </summary>
      <ul>
        {captions.map((one) => (
          <li key={one.language} className={row}>
            <LanguageFiles captions={one} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function LanguageFiles({
  captions,
  onChoose,
}: {
  captions: CaptionOffer
  onChoose: ((offer: Offer) => void) | undefined
}) {
  const { t, language, localPath } = useI18n()
  const spoken = languageName(captions.language, language)
  return (
    <>
      {/* Browsers name some languages differently than the server. */}
      <span className="text-sm text-muted" suppressHydrationWarning>
        {spoken}
      </span>
      <span className="ml-auto flex gap-3">
        {captions.files.map((offer) => {
          const type = captionsOf(offer.format)?.type.toUpperCase()
          return (
            <a
              key={offer.format}
              className={`${link} inline-flex min-h-11 items-center`}
              href={localPath(offer.prepareHref)}
              aria-label={`${t.result.captions}, ${spoken}, ${type}`}
              suppressHydrationWarning
              onClick={(event) => {
                if (onChoose === undefined || event.ctrlKey || event.metaKey || event.shiftKey)
                  return
                event.preventDefault()
                onChoose(offer)
              }}
            >
              {type}
            </a>
          )
        })}
      </span>
    </>
  )
}
