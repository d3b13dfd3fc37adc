import { useEffect, useState } from 'react'
import { useI18n } from '#app/i18n/use-i18n.ts'

const slowAfterMs = 5000

/** Holds the place of a result while its look-up runs. */
export function LookupSkeleton({ onCancel }: { onCancel: (() => void) | null }) {
  const { t } = useI18n()
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setSlow, slowAfterMs, true)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="result-box">
      <div className="result-card skeleton cut">
        <div className="result-cover" aria-hidden="true" />
        <div className="result-head">
          <div className="skeleton-line" aria-hidden="true" />
          <div className="skeleton-line" aria-hidden="true" />
          <p role="status" className="skeleton-status">
            {slow && t.downloader.stillTrying}
          </p>
        </div>
        <div className="result-actions">
          <div className="skeleton-row" aria-hidden="true" />
          <div className="skeleton-row" aria-hidden="true" />
          {onCancel !== null && (
            <button type="button" className="button-quiet button-large" onClick={onCancel}>
              {t.downloader.cancel}
            </button>
          )}
        </div>
      </div>
    </div>
  )
}
