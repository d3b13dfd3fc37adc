import { useI18n } from '#app/i18n/use-i18n.ts'

/** The place of an advertisement; it keeps its space, so that nothing jumps when one is there. */
export function AdSlot({ place }: { place: 'dialog' | 'banner' | 'content' }) {
  const { t } = useI18n()
  return (
    <div className={`ad-slot ad-slot-${place}`} data-ad-slot={place}>
      {t.prepare.ad}
    </div>
  )
}
