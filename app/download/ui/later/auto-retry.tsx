import { useEffect } from 'react'
import { plural } from '#app/i18n/catalogue.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { link } from '#app/ui/link.ts'
import { useCountdown } from './use-countdown.ts'

export default function AutoRetry({
  seconds,
  onRetry,
  onCancel,
}: {
  seconds: number
  onRetry: () => void
  onCancel: () => void
}): React.ReactNode {
  const { t, language } = useI18n()
  const left = useCountdown(true, seconds)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the seconds are over
  useEffect(() => {
    if (left === 0) onRetry()
  }, [left === 0])
  return (
    <p className="tabular-nums">
      <span role="timer" aria-live="off">
        {plural(t.retry.again, left, language)}
      </span>{' '}
      <button
        type="button"
        className={`${link} min-h-11 cursor-pointer px-1 font-semibold`}
        onClick={onCancel}
      >
        {t.downloader.cancel}
      </button>
    </p>
  )
}
