import { adSandbox } from '#app/http/ad-sandbox.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { useVisit, type Visit } from './use-visit.ts'

/**
 * The operator's advertisement: a sandboxed document of its own that can't touch the page. Its
 * space is reserved to prevent shifts; an empty slot takes none.
 */
export function AdSlot({ place }: { place: Visit['ads'][number] }) {
  const { t } = useI18n()
  if (!useVisit().ads.includes(place)) return null
  return (
    <div className="my-6 text-xs text-muted print:hidden" data-ad-slot={place}>
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
