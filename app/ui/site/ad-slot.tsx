import { adSandbox } from '#app/http/ad-sandbox.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { useVisit } from './use-visit.ts'

type Place = 'dialog' | 'banner' | 'content'

/**
 * What the operator has put into a place for advertisements: a document of its own in a sandbox, which
 * cannot touch the page. Its room is kept from the start, so that nothing jumps; an empty place takes
 * none.
 */
export function AdSlot({ place }: { place: Place }) {
  const { t } = useI18n()
  if (!useVisit().ads.some((name) => name === place)) return null
  return (
    <div // In the dialog the usual 300 pixels fit on a phone so.
      className={`my-6 text-xs text-muted ${place === 'dialog' ? '-mx-2.5' : ''}`}
      data-ad-slot={place}
    >
      <p>{t.prepare.ad}</p>
      <iframe
        src={`/ad/${place}`}
        title={t.prepare.ad}
        sandbox={adSandbox}
        referrerPolicy="strict-origin"
        loading="lazy"
        width="100%"
        height={place === 'banner' ? 100 : 250}
      />
    </div>
  )
}
