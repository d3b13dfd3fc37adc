import { useI18n } from '#app/i18n/use-i18n.ts'
import { adSandbox } from '#app/utils/ad-sandbox.ts'
import { useVisit } from './use-visit.ts'

type Place = 'dialog' | 'banner' | 'content'

/**
 * The place of an advertisement; it keeps its space, so that nothing jumps when one is there. What
 * the operator has put there is a document of its own in a sandbox, which cannot touch the page.
 */
export function AdSlot({ place }: { place: Place }) {
  const { t } = useI18n()
  const filled = useVisit().ads.some((name) => name === place)
  return (
    <div
      className={`ad-slot ad-slot-${place}${filled ? ' ad-slot-filled' : ''}`}
      data-ad-slot={place}
    >
      {filled ? (
        <>
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
        </>
      ) : (
        t.prepare.ad
      )}
    </div>
  )
}
