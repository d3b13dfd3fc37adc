import { useEffect, useState } from 'react'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { button } from '#app/ui/button.ts'
import { actionsCell, coverCell, coverShape, headCell, ResultFrame } from './result-frame.tsx'

const slowAfterMs = 5000

export function LookupSkeleton({
  beside,
  onCancel,
}: {
  beside: boolean
  onCancel: (() => void) | null
}) {
  const { t } = useI18n()
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setSlow, slowAfterMs, true)
    return () => clearTimeout(timer)
  }, [])
  const waits = 'bg-sunken motion-safe:animate-pulse'
  return (
    <ResultFrame beside={beside}>
      <div className={coverCell(beside)} aria-hidden="true">
        <div className={`${coverShape} ${waits}`} />
      </div>
      <div className={headCell}>
        <div className={`${waits} mb-3 h-5 w-9/10 rounded-sm`} aria-hidden="true" />
        <div className={`${waits} mb-3 h-4 w-1/2 rounded-sm`} aria-hidden="true" />
        <p role="status" className="min-h-6 text-muted">
          {slow && t.downloader.stillTrying}
        </p>
      </div>
      <div className={actionsCell}>
        <div className={`${waits} h-12 rounded-lg`} aria-hidden="true" />
        <div className={`${waits} h-12 rounded-lg`} aria-hidden="true" />
        {onCancel !== null && (
          <button
            type="button"
            className={button({ look: 'quiet', size: 'large' })}
            onClick={onCancel}
          >
            {t.downloader.cancel}
          </button>
        )}
      </div>
    </ResultFrame>
  )
}
